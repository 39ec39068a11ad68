"""Pickups, discards, whole turns and calls: what their verdicts say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from service.rules.cards import card, cards
from service.rules.judge_turns import MOST_USES, judge_discard, judge_pickup, judge_rummy_call
from service.rules.options import (
    CallRummy,
    DugCardTiming,
    Duty,
    FirstMeldCounts,
    GoingOut,
    Jokers,
    LayoffScope,
    Options,
    SetSuits,
    StockEnd,
)
from service.rules.questions import (
    DiscardQuestion,
    Drawn,
    DrawSource,
    LayMeld,
    LayOffCards,
    PickupQuestion,
    RummyCallQuestion,
    TableMeld,
)
from service.rules.verdicts import JudgedMove, TurnResult, Violation
from tests.rules.turn_told import AMERICAN, melds, moves, position, turn

KEEP = Options(top_discard=Duty.KEEP)
NEW_MELD = Options(top_discard=Duty.NEW_MELD)
FLOAT = Options(going_out=GoingOut.FLOAT)
OWN = Options(layoff_scope=LayoffScope.OWN)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=2)
THIRTY = Options(first_meld_minimum=30)
BY_TURN = Options(first_meld_minimum=30, first_meld_counts=FirstMeldCounts.TURN)
AT_NEXT_DRAW = Options(stock_end=StockEnd.AT_NEXT_DRAW)
RESHUFFLE = Options(stock_end=StockEnd.RESHUFFLE)
RUN = melds("1: 5H 6H 7H")


def told(verdict: Any) -> list[str]:
    return [violation.code.value for violation in verdict.violations]


def left_open(verdict: Any) -> list[str]:
    return [each.code.value for each in verdict.unchecked]


# Whole turns


def test_a_turn_is_told_move_by_move_with_what_it_came_to() -> None:
    hand = "5H 6H 7H 9C 9D KD 2D 3S"
    verdict = turn(
        "take 1, lay 9S 9C 9D, lay 5H 6H 7H, lay off KD, discard 2D",
        position(hand, "2C 9S", melds("1: 10D JD QD")),
    )
    assert verdict.moves == tuple(JudgedMove(index, (), points) for index, points in enumerate((0, 27, 18, 10, 0)))
    assert verdict.result == TurnResult(
        hand=cards("3S"),
        discard_pile=cards("2C 2D"),
        stock_count=20,
        melds=verdict.result.melds if verdict.result else (),
        points=55,
        went_out=False,
        round_over=False,
        ended_by=None,
        bonus=0,
        next_seat=1,
        turn_complete=True,
    )
    assert verdict.result is not None
    assert [meld.id for meld in verdict.result.melds] == ["m1", "m2", "m3"]
    assert (verdict.violations, verdict.obligations, verdict.unchecked) == ((), (), ())


def test_the_first_refused_move_is_named_and_nothing_is_applied() -> None:
    verdict = turn("draw KH, lay 5H 6H 7H, lay off 8H on m9, discard KH", position("5H 6H 7H 2C 3C"))
    (missing, no_meld) = verdict.violations
    assert (missing.move_index, missing.place) == (2, ("moves", 2, "cards"))
    assert (no_meld.move_index, no_meld.place) == (2, ("moves", 2, "meld_id"))
    assert [(move.index, move.points, len(move.violations)) for move in verdict.moves] == [
        (0, 0, 0),
        (1, 18, 0),
        (2, 0, 2),
    ]
    assert verdict.moves[2].violations == verdict.violations
    assert (verdict.result, verdict.obligations) == (None, ())


def test_a_partial_turn_says_what_it_owes() -> None:
    verdict = turn("take 1", position("9C 9D 2C", "KC 9S"))
    assert [each.code.value for each in verdict.obligations] == ["MUST_USE_DUG_CARD", "MUST_DISCARD"]
    assert verdict.result is not None
    assert (verdict.result.turn_complete, verdict.result.next_seat) == (False, 0)


# Pickups


def pickup(hand: str, pile: str, count: int, options: Options = AMERICAN, **facts: Any) -> Any:
    said: dict[str, Any] = {"melds": (), "stock_count": 9} | facts
    if isinstance(said.get("then"), str):
        said["then"] = moves(said["then"])
    return judge_pickup(PickupQuestion(cards(hand), cards(pile), count, **said), options)


def test_a_lawful_pickup_says_what_comes_of_it() -> None:
    verdict = pickup("3C 3D 8S", "5C 3H QS", 2)
    assert (verdict.violations, verdict.unchecked) == ((), ())
    assert (verdict.taken, verdict.must_use) == (cards("3H QS"), True)
    assert (verdict.uses, verdict.uses_truncated) == ((LayMeld(cards("3H 3D 3C")),), False)
    assert (verdict.hand_after, verdict.pile_after) == (cards("3C 3D 8S 3H QS"), cards("5C"))
    assert verdict.points == 0
    assert [each.code.value for each in verdict.obligations] == ["MUST_USE_DUG_CARD", "MUST_DISCARD"]


def test_a_refused_pickup_says_only_why_and_whether_the_card_must_be_used() -> None:
    verdict = pickup("3C 8D", "5C 3H", 1)
    assert told(verdict) == ["DUG_CARD_HAS_NO_USE"]
    assert verdict.violations[0].place == ("count",)
    assert (verdict.must_use, verdict.taken, verdict.uses, verdict.hand_after, verdict.pile_after) == (
        True,
        None,
        None,
        None,
        None,
    )
    assert pickup("", "5C 3H", 1, KEEP).must_use is False


def test_a_card_that_may_be_kept_has_its_uses_listed_too() -> None:
    verdict = pickup("3C 3D 8S", "5C 3H", 1, KEEP)
    assert (verdict.must_use, verdict.uses) == (False, (LayMeld(cards("3H 3D 3C")),))
    assert pickup("2C 8S", "5C 3H", 1, KEEP).uses == ()


def test_uses_are_melds_then_lay_offs_and_the_lawful_ones_only() -> None:
    table = melds("1: 4H 5H 6H", "0: 7S 7C 7D")
    verdict = pickup("8H 9H 2C", "7H", 1, melds=table, seat=0)
    assert verdict.uses == (
        LayMeld(cards("7H 8H 9H")),
        LayOffCards(cards("7H"), "m1"),
        LayOffCards(cards("7H 8H"), "m1"),
        LayOffCards(cards("7H 8H 9H"), "m1"),
        LayOffCards(cards("7H"), "m2"),
    )
    assert pickup("8H 9H 2C", "7H", 1, NEW_MELD, melds=table, seat=0).uses == (LayMeld(cards("7H 8H 9H")),)
    assert pickup("8H 2C", "7H", 1, OWN, melds=table, seat=0).uses == (LayOffCards(cards("7H"), "m2"),)


@pytest.mark.parametrize(("minimum", "uses"), [(18, "5H 6H 7H"), (19, ""), (21, ""), (22, "")])
def test_a_card_that_may_be_kept_is_used_where_the_melds_of_the_turn_reach_the_minimum(minimum: int, uses: str) -> None:
    """Three sevens are worth 21, but with the run of the dug card there are only two."""
    options = replace(BY_TURN, top_discard=Duty.KEEP, first_meld_minimum=minimum)
    verdict = pickup("7H 7S 7D 6H 2C", "5H", 1, options, has_melded=False)
    assert verdict.violations == ()
    assert verdict.uses == ((LayMeld(cards(uses)),) if uses else ())


@pytest.mark.parametrize("timing", DugCardTiming)
def test_at_most_twenty_uses_are_listed(timing: DugCardTiming) -> None:
    options = replace(WILD, jokers_per_deck=4, dug_card_timing=timing)
    many = pickup("9H 9D 8S 10S JS JK JK", "9S", 1, options)
    assert (len(many.uses), many.uses_truncated) == (MOST_USES, True)


def test_the_list_is_whole_where_there_are_just_twenty() -> None:
    """Nineteen runs hold QS here; it can be laid off on each of the sets too."""
    hand = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS KS"
    for sets, listed, truncated in ((0, 19, False), (1, 20, False), (2, 20, True)):
        table = tuple(TableMeld(f"m{number}", 1, cards("QH QD QC")) for number in range(sets))
        verdict = pickup(hand, "QS", 1, melds=table, players=5)
        assert (len(verdict.uses), verdict.uses_truncated) == (listed, truncated)


STOCK_OPEN: list[tuple[Options, str, int | None, list[str]]] = [
    (AMERICAN, "5C 3H", None, []),
    (AT_NEXT_DRAW, "5C 3H", None, ["STOCK_COUNT_NOT_GIVEN"]),
    (AT_NEXT_DRAW, "5C 3H", 1, []),
    (RESHUFFLE, "3H", None, ["STOCK_COUNT_NOT_GIVEN"]),
    (RESHUFFLE, "5C 3H", None, []),
]


@pytest.mark.parametrize(("options", "pile", "stock_count", "expected"), STOCK_OPEN)
def test_a_stock_that_would_decide_and_is_not_told_is_left_open(
    options: Options, pile: str, stock_count: int | None, expected: list[str]
) -> None:
    verdict = pickup("3C 3D 8S", pile, 1, options, stock_count=stock_count)
    assert (told(verdict), left_open(verdict)) == ([], expected)


def test_an_empty_stock_may_end_the_round_before_a_pickup() -> None:
    assert told(pickup("3C 3D 8S", "5C 3H", 1, AT_NEXT_DRAW, stock_count=0)) == ["ROUND_OVER"]
    assert told(pickup("3C 3D 8S", "3H", 1, RESHUFFLE, stock_count=0)) == ["ROUND_OVER"]
    assert told(pickup("3C 3D 8S", "5C 3H", 1, RESHUFFLE, stock_count=0)) == []


OPEN: list[tuple[Options, dict[str, Any], list[str], list[str]]] = [
    (AMERICAN, {"melds": None}, [], ["TABLE_NOT_GIVEN"]),
    (NEW_MELD, {"melds": None}, ["DUG_CARD_HAS_NO_USE"], ["TABLE_NOT_GIVEN"]),
    (AMERICAN, {"melds": RUN}, [], []),
    (OWN, {"melds": RUN}, [], ["SEAT_NOT_GIVEN"]),
    (OWN, {"melds": RUN, "seat": 1}, [], []),
    (OWN, {"melds": RUN, "seat": 0}, ["DUG_CARD_HAS_NO_USE"], []),
    (THIRTY, {"melds": RUN}, [], ["HAS_MELDED_NOT_GIVEN"]),
    (THIRTY, {"melds": RUN, "seat": 1}, [], []),
    (THIRTY, {"melds": RUN, "seat": 0}, ["DUG_CARD_HAS_NO_USE"], []),
    (THIRTY, {"melds": RUN, "has_melded": False}, ["DUG_CARD_HAS_NO_USE"], []),
    (THIRTY, {"melds": RUN, "has_melded": True}, [], []),
    (THIRTY, {"melds": None, "seat": 1}, [], ["TABLE_NOT_GIVEN", "HAS_MELDED_NOT_GIVEN"]),
]


@pytest.mark.parametrize(("options", "facts", "expected", "open_points"), OPEN)
def test_what_a_pickup_does_not_tell_is_left_open(
    options: Options, facts: dict[str, Any], expected: list[str], open_points: list[str]
) -> None:
    verdict = pickup("2C 3D", "5C 8H", 1, options, **facts)
    assert (told(verdict), left_open(verdict)) == (expected, open_points)


THEN: list[tuple[str, Options, list[str], int]] = [
    ("lay 3C 3D 3H", AMERICAN, [], 9),
    ("lay 3C 3D 3H, discard 8S", AMERICAN, [], 9),
    ("lay 3C 3D 3H, lay off 8H on m1", AMERICAN, [], 17),
    ("lay off 8H on m1", AMERICAN, ["DUG_CARD_NOT_FIRST"], 0),
    ("lay off 8H on m1, lay 3C 3D 3H", replace(AMERICAN, dug_card_timing=DugCardTiming.SAME_TURN), [], 17),
    ("lay off 8H on m1", replace(AMERICAN, dug_card_timing=DugCardTiming.SAME_TURN), ["DUG_CARD_UNUSED"], 0),
    ("discard 8S", AMERICAN, ["DUG_CARD_UNUSED"], 0),
    ("discard 8S", KEEP, [], 0),
    ("discard 3H", KEEP, ["JUST_TAKEN"], 0),
    ("lay 3C 3D 3H, discard 8S, discard 8H", AMERICAN, ["NOT_YOUR_TURN"], 0),
]


@pytest.mark.parametrize(("then", "options", "expected", "points"), THEN)
def test_the_plays_that_follow_a_pickup_are_judged(
    then: str, options: Options, expected: list[str], points: int
) -> None:
    verdict = pickup("3C 3D 8S 8H", "5C 3H", 1, options, melds=RUN, seat=0, then=then)
    assert (told(verdict), verdict.points) == (expected, points)
    if not expected:
        assert verdict.hand_after == cards("3C 3D 8S 8H 3H")


def test_no_plays_use_no_card() -> None:
    verdict = pickup("3C 3D 8S", "5C 3H", 1, then=())
    (fault,) = verdict.violations
    assert (fault.code.value, fault.place, fault.cards) == ("DUG_CARD_UNUSED", ("then",), cards("3H"))
    assert fault.message == "3H must be used, but none of these plays holds it."
    assert verdict.must_use is True


def test_what_is_left_open_is_told_of_refused_plays_too() -> None:
    verdict = pickup("3C 3D 8S", "5C 3H", 1, melds=None, then="discard 8S")
    assert (told(verdict), left_open(verdict)) == (["DUG_CARD_UNUSED"], ["TABLE_NOT_GIVEN"])
    verdict = pickup("3C 3D 8S", "5C 3H", 1, melds=None, then=())
    assert (told(verdict), left_open(verdict)) == (["DUG_CARD_UNUSED"], ["TABLE_NOT_GIVEN"])


def test_a_refused_play_is_pointed_at_and_what_is_owed_goes_by_the_last() -> None:
    (fault,) = pickup("3C 3D 8S 8H", "5C 3H", 1, melds=RUN, seat=0, then="lay 3C 3D 3H, lay off 8S on m1").violations[
        :1
    ]
    assert fault.place == ("then", 1, "cards", 0)
    owed = pickup("3C 3D 8S", "5C 3H", 1, then="lay 3C 3D 3H").obligations
    assert [each.code.value for each in owed] == ["MUST_DISCARD"]
    assert pickup("3C 3D 8S", "5C 3H", 1, then="lay 3C 3D 3H, discard 8S").obligations == ()


def test_an_impossible_table_of_a_pickup_comes_first() -> None:
    verdict = pickup("3C 3C", "5C 3H", 9, melds=melds("7: 5H 6H 8H"), seat=8)
    assert [(fault.code.value, fault.place) for fault in verdict.violations] == [
        ("TOO_MANY_COPIES", ("hand", 1)),
        ("NO_SUCH_SEAT", ("seat",)),
        ("NO_SUCH_SEAT", ("melds", 0, "seat")),
        ("NOT_A_TABLE_MELD", ("melds", 0, "cards")),
    ]
    assert verdict.must_use is None
    assert [fault.place for fault in pickup("3C", "5C 5C", 1).violations] == [("discard_pile", 1)]


# Discards

FROM_STOCK = Drawn(DrawSource.STOCK, cards("7C"))
TAKEN_7C = Drawn(DrawSource.DISCARD_PILE, cards("7C"))


def discard(hand: str, given: str, drawn: Drawn, options: Options = AMERICAN, **facts: Any) -> Any:
    return judge_discard(DiscardQuestion(cards(hand), card(given), drawn, **facts), options)


DISCARDS: list[tuple[str, str, Drawn, Options, list[str], bool | None]] = [
    ("7C 8C", "8C", FROM_STOCK, AMERICAN, [], False),
    ("7C", "7C", FROM_STOCK, AMERICAN, [], True),
    ("7C 8C", "9C", FROM_STOCK, AMERICAN, ["CARD_NOT_IN_HAND"], None),
    ("", "9C", FROM_STOCK, AMERICAN, ["ROUND_OVER"], None),
    ("", "9C", FROM_STOCK, FLOAT, ["NOT_YOUR_TURN"], None),
    ("7C 8C", "7C", TAKEN_7C, KEEP, ["JUST_TAKEN"], None),
    ("7C 8C", "8C", TAKEN_7C, KEEP, [], False),
    ("7C 8C", "8C", TAKEN_7C, AMERICAN, ["DUG_CARD_UNUSED"], None),
    ("9C 8C", "8C", TAKEN_7C, AMERICAN, ["IMPOSSIBLE_TABLE"], None),
    ("8C 8C", "8C", FROM_STOCK, AMERICAN, ["TOO_MANY_COPIES"], None),
    (
        "8C",
        "8C",
        Drawn(DrawSource.CALL, cards("7C"), used=True),
        Options(call_rummy=CallRummy.LAST_DISCARD),
        ["NOT_YOUR_TURN"],
        None,
    ),
    ("8C", "8C", Drawn(DrawSource.CALL, cards("7C"), used=True), Options(call_rummy=CallRummy.PILE), [], True),
]


@pytest.mark.parametrize(("hand", "given", "drawn", "options", "expected", "goes_out"), DISCARDS)
def test_a_discard_is_judged(
    hand: str, given: str, drawn: Drawn, options: Options, expected: list[str], *, goes_out: bool | None
) -> None:
    verdict = discard(hand, given, drawn, options)
    assert (told(verdict), verdict.goes_out, left_open(verdict)) == (expected, goes_out, [])


def test_a_discard_lands_on_the_pile_that_is_told() -> None:
    assert discard("7C 8C", "8C", FROM_STOCK).pile_after is None
    assert discard("7C 8C", "8C", FROM_STOCK, discard_pile=()).pile_after == cards("8C")
    assert discard("7C 8C", "8C", FROM_STOCK, discard_pile=cards("2D KS")).pile_after == cards("2D KS 8C")
    refused = discard("7C 8C", "9C", FROM_STOCK, discard_pile=cards("2D"))
    assert (refused.pile_after, refused.violations[0].place) == (None, ("card",))


def test_faults_of_a_discard_are_pointed_at() -> None:
    verdict = discard("7C", "7C", Drawn(DrawSource.CALL, cards("7C")), discard_pile=cards("2D 2D"))
    assert [(fault.code.value, fault.place) for fault in verdict.violations] == [
        ("TOO_MANY_COPIES", ("discard_pile", 1)),
        ("IMPOSSIBLE_TABLE", ("drawn", "source")),
    ]
    assert [fault.place for fault in discard("7C 7C", "7C", FROM_STOCK).violations] == [("hand", 1)]
    assert discard("7C 7C", "7C", FROM_STOCK, players=5).violations == ()


def test_what_else_was_melded_this_turn_is_left_open() -> None:
    assert left_open(discard("7C 8C", "8C", FROM_STOCK, BY_TURN)) == ["TURN_NOT_GIVEN"]
    assert left_open(discard("7C 8C", "9C", FROM_STOCK, BY_TURN)) == ["TURN_NOT_GIVEN"]
    assert left_open(discard("8C 8C", "9C", FROM_STOCK, BY_TURN)) == ["TURN_NOT_GIVEN"]
    assert left_open(discard("7C 8C", "8C", FROM_STOCK, THIRTY)) == []
    assert left_open(discard("7C 8C", "8C", FROM_STOCK, replace(BY_TURN, first_meld_minimum=0))) == []


# Calls

CALLS = Options(call_rummy=CallRummy.PILE)
LAST_DISCARD = Options(call_rummy=CallRummy.LAST_DISCARD)


def call(pile: str, count: int = 1, options: Options = CALLS, **facts: Any) -> Any:
    said: dict[str, Any] = {
        "discarder": 0,
        "caller": 2,
        "melds": RUN,
        "hand": cards("2C 3D"),
        "next_has_drawn": False,
        "discarder_hand_count": 5,
    } | facts
    if isinstance(said.get("then"), str):
        said["then"] = moves(said["then"])
    if isinstance(said["hand"], str):
        said["hand"] = cards(said["hand"])
    return judge_rummy_call(RummyCallQuestion(cards(pile), count, **said), options)


def test_a_lawful_call_says_what_comes_of_it() -> None:
    verdict = call("KC 8H QD", 2)
    assert (verdict.violations, verdict.unchecked, verdict.points) == ((), (), 0)
    assert (verdict.taken, verdict.uses, verdict.uses_truncated) == (
        cards("8H QD"),
        (LayOffCards(cards("8H"), "m1"),),
        False,
    )
    assert verdict.next_seat == 3


def test_after_a_call_play_goes_on_at_the_callers_left_or_where_it_was() -> None:
    assert call("KC 8H", caller=3).next_seat == 0
    assert call("KC 8H", caller=3, options=LAST_DISCARD).next_seat == 1
    assert call("KC 8H", caller=1, discarder=3, options=LAST_DISCARD).next_seat == 0
    assert call("KC 8H", caller=5, players=6).next_seat == 0


def test_after_a_call_that_goes_out_nobody_is_next() -> None:
    verdict = call("KC 8H", hand="9H", then="lay off 8H 9H")
    assert (verdict.violations, verdict.points, verdict.next_seat) == ((), 17, None)


STANDING: list[tuple[str, int, Options, dict[str, Any], list[str]]] = [
    ("KC 8H", 1, CALLS, {}, []),
    ("KC 9H", 1, CALLS, {}, ["CALL_HAS_NO_USE"]),
    ("KC 9H 8H", 2, CALLS, {}, []),
    ("KC 9H", 1, CALLS, {"hand": "8H 2C"}, ["CALL_HAS_NO_USE"]),
    ("9S 9H 9D", 3, CALLS, {"melds": ()}, []),
    ("9S 9H", 2, CALLS, {"melds": (), "hand": "9D 2C"}, ["CALL_HAS_NO_USE"]),
    ("KC 8H", 1, CALLS, {"melds": None}, []),
    ("KC 8H", 1, LAST_DISCARD, {}, []),
    ("KC 8H", 1, replace(CALLS, layoff_scope=LayoffScope.OWN), {}, ["CALL_HAS_NO_USE"]),
    ("KC 8H", 1, replace(CALLS, layoff_scope=LayoffScope.OWN), {"caller": 1}, []),
    ("KC 8H", 1, replace(CALLS, first_meld_minimum=30), {}, ["CALL_HAS_NO_USE"]),
    ("KC 8H", 1, replace(CALLS, first_meld_minimum=30), {"caller": 1}, []),
    ("9S 9H 9D", 3, replace(CALLS, first_meld_minimum=30), {"hand": "9C 2C"}, ["CALL_HAS_NO_USE"]),
    ("KS KH KD", 3, replace(CALLS, first_meld_minimum=30), {}, []),
    ("9S 9H 9D", 3, replace(BY_TURN, call_rummy=CallRummy.PILE), {"hand": "2S 2H 2D 4C"}, []),
    ("9S 9H 9D", 3, replace(BY_TURN, call_rummy=CallRummy.PILE), {"hand": "2S 2H 3D 4C"}, ["CALL_HAS_NO_USE"]),
    ("9S 9H 9D", 3, replace(BY_TURN, call_rummy=CallRummy.PILE), {"hand": None}, []),
    ("KC 8H", 1, replace(BY_TURN, call_rummy=CallRummy.PILE), {"hand": None}, ["CALL_HAS_NO_USE"]),
    ("", 1, CALLS, {}, ["PILE_EMPTY"]),
    ("KC 8H", 3, CALLS, {}, ["NOT_ENOUGH_DISCARDS"]),
    ("KC 8H", 1, AMERICAN, {}, ["CALL_NOT_IN_RULESET"]),
    ("KC 8H", 1, AMERICAN, {"discarder_hand_count": 0}, ["ROUND_OVER", "CALL_NOT_IN_RULESET"]),
    ("KC 8H", 1, CALLS, {"next_has_drawn": True}, ["CALL_TOO_LATE"]),
    ("KC 8H", 1, CALLS, {"caller": 0}, ["DISCARDER_CANNOT_CALL"]),
    ("KC 8H", 2, LAST_DISCARD, {}, ["ONLY_LAST_DISCARD"]),
    ("KC 8H", 1, CALLS, {"discarder_hand_count": 0}, ["ROUND_OVER"]),
    ("KC 8H", 1, CALLS, {"hand": ""}, ["ROUND_OVER"]),
    ("KC 8H", 1, replace(CALLS, going_out=GoingOut.FLOAT), {"hand": ""}, []),
    (
        "KC",
        2,
        LAST_DISCARD,
        {"discarder_hand_count": 0, "next_has_drawn": True, "caller": 0},
        ["ROUND_OVER", "CALL_TOO_LATE", "DISCARDER_CANNOT_CALL", "ONLY_LAST_DISCARD", "NOT_ENOUGH_DISCARDS"],
    ),
]


@pytest.mark.parametrize(("pile", "count", "options", "facts", "expected"), STANDING)
def test_a_call_stands_or_falls(
    pile: str, count: int, options: Options, facts: dict[str, Any], expected: list[str]
) -> None:
    verdict = call(pile, count, options, **facts)
    assert told(verdict) == expected
    if expected:
        assert (verdict.taken, verdict.uses, verdict.next_seat, verdict.points) == (None, None, None, 0)


def test_what_a_refused_call_leaves_open_is_told_too() -> None:
    assert left_open(call("KC 9H", hand=None)) == ["HAND_NOT_GIVEN"]
    assert left_open(call("KC 8H", hand=None, then="discard 2C")) == ["HAND_NOT_GIVEN"]
    assert left_open(pickup("3C 3C", "5C 3H", 1, melds=None)) == ["TABLE_NOT_GIVEN"]


def test_a_call_without_use_is_told_in_cards() -> None:
    (fault,) = call("KC 9H").violations
    assert fault == Violation(
        fault.code,
        "9H neither joins a meld of the table nor makes one with the claimed cards.",
        ("count",),
        cards("9H"),
    )


def test_a_joker_is_not_claimed_for_a_card_in_hand() -> None:
    options = replace(WILD, call_rummy=CallRummy.PILE, joker_layoff_ban=True, set_suits=SetSuits.DISTINCT)
    table = melds("1: 9S 9H 9D")
    assert told(call("KC JK", 1, options, melds=table, hand="9C 2C")) == ["CALL_HAS_NO_USE"]
    assert told(call("KC JK", 1, options, melds=table, hand="8C 2C")) == []
    assert told(call("KC JK", 1, options, melds=table, hand=None)) == []


CALL_OPEN: list[tuple[Options, dict[str, Any], list[str]]] = [
    (CALLS, {}, []),
    (CALLS, {"hand": None}, ["HAND_NOT_GIVEN"]),
    (CALLS, {"next_has_drawn": None}, ["TURN_NOT_GIVEN"]),
    (CALLS, {"discarder_hand_count": None}, ["TURN_NOT_GIVEN"]),
    (CALLS, {"melds": None}, ["TABLE_NOT_GIVEN"]),
    (replace(CALLS, stock_end=StockEnd.AT_NEXT_DRAW), {}, ["STOCK_COUNT_NOT_GIVEN"]),
    (
        replace(CALLS, first_meld_minimum=30),
        {"melds": None, "hand": None, "next_has_drawn": None},
        ["TABLE_NOT_GIVEN", "HAS_MELDED_NOT_GIVEN", "HAND_NOT_GIVEN", "TURN_NOT_GIVEN"],
    ),
]


@pytest.mark.parametrize(("options", "facts", "expected"), CALL_OPEN)
def test_what_a_call_does_not_tell_is_left_open(options: Options, facts: dict[str, Any], expected: list[str]) -> None:
    assert left_open(call("KC 8H", 1, options, **facts)) == expected
    assert left_open(call("KC 9S 9S", 1, options, **facts)) == expected


CALL_THEN: list[tuple[dict[str, Any], str, Options, list[str], int]] = [
    ({}, "lay off 8H", CALLS, [], 8),
    ({}, "lay off 8H, discard 2C", CALLS, [], 8),
    ({}, "discard 2C", CALLS, ["DUG_CARD_UNUSED"], 0),
    ({"hand": "9H 2C"}, "lay off 8H 9H, discard 2C", CALLS, [], 17),
    ({"hand": "9S 9H 9D 2C"}, "lay 9S 9H 9D, lay off 8H", CALLS, ["DUG_CARD_NOT_FIRST"], 0),
    ({"hand": "9S 9H 9D 2C"}, "lay off 8H, lay 9S 9H 9D, discard 2C", CALLS, [], 35),
    ({"hand": None}, "lay off 8H 9H, discard 2C", CALLS, [], 17),
    ({"hand": None}, "lay off 8H 9H, discard 8H", CALLS, ["TOO_MANY_COPIES"], 0),
    ({"hand": None}, "lay off JK=8H", CALLS, ["JOKER_NOT_IN_DECK"], 0),
    ({}, "lay off 8H", LAST_DISCARD, [], 8),
    ({}, "lay off 8H, discard 2C", LAST_DISCARD, ["NOT_YOUR_TURN"], 0),
    ({"hand": "9H 2C"}, "lay off 8H 9H", LAST_DISCARD, ["ONLY_LAST_DISCARD"], 0),
    ({"hand": None}, "lay off 8H 9H", LAST_DISCARD, ["ONLY_LAST_DISCARD"], 0),
    ({"hand": "8S 8D 2C"}, "lay 8H 8S 8D", LAST_DISCARD, ["ONLY_LAST_DISCARD"], 0),
    ({"hand": "2S 2H 2D 4C", "caller": 2, "melds": ()}, "lay 9S 9H 9D, discard 4C",
     replace(BY_TURN, call_rummy=CallRummy.PILE), ["FIRST_MELD_BELOW_MINIMUM"], 0),
    ({"hand": "2S 2H 2D 4C", "caller": 2, "melds": ()}, "lay 9S 9H 9D, lay 2S 2H 2D, discard 4C",
     replace(BY_TURN, call_rummy=CallRummy.PILE), [], 33),
    ({"hand": None, "caller": 2, "melds": ()}, "lay 9S 9H 9D",
     replace(BY_TURN, call_rummy=CallRummy.PILE), [], 27),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "then", "options", "expected", "points"), CALL_THEN)
def test_the_plays_that_follow_a_call_are_judged(
    facts: dict[str, Any], then: str, options: Options, expected: list[str], points: int
) -> None:
    pile, count = ("9S 9H 9D", 3) if "lay 9S 9H 9D" in then and facts.get("melds") == () else ("KC 8H", 1)
    verdict = call(pile, count, options, then=then, **facts)
    assert (told(verdict), verdict.points) == (expected, points)


def test_no_plays_use_no_claimed_card() -> None:
    (fault,) = call("KC 8H", then=()).violations
    assert (fault.code.value, fault.place) == ("DUG_CARD_UNUSED", ("then",))


def test_an_impossible_table_of_a_call_comes_first() -> None:
    verdict = call("8H 8H", 5, melds=melds("7: 5H 6H 8S"), hand="2C 2C", discarder=9, caller=8)
    assert [(fault.code.value, fault.place) for fault in verdict.violations] == [
        ("TOO_MANY_COPIES", ("discard_pile", 1)),
        ("TOO_MANY_COPIES", ("hand", 1)),
        ("NO_SUCH_SEAT", ("discarder",)),
        ("NO_SUCH_SEAT", ("caller",)),
        ("NO_SUCH_SEAT", ("melds", 0, "seat")),
        ("NOT_A_TABLE_MELD", ("melds", 0, "cards")),
    ]
    (fault,) = call("KC 8H", hand=None, then="lay off 8H, discard KC").violations
    assert (fault.code.value, fault.place) == ("TOO_MANY_COPIES", ("then",))
