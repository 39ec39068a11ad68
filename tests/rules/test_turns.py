"""A turn in play: what makes its table impossible, what it owes, when it and the round are over."""

from __future__ import annotations

import pytest

from service.rules.cards import card, cards
from service.rules.options import CallRummy, DugCardTiming, Duty, FirstMeldCounts, GoingOut, Jokers, Options, StockEnd
from service.rules.questions import Drawn, DrawSource, EndedBy, Phase, Position
from service.rules.rulebook import Code
from service.rules.turns import (
    Table,
    as_it_stands,
    barred_card,
    closing,
    drawn_faults,
    dug_card,
    duty,
    duty_of_count,
    goes_out,
    is_booting_played,
    is_first_play_bound,
    is_lone_claim,
    is_stock_over,
    obligations,
    owed_card,
    owes_first_meld,
    table_at,
    waits_for_first_meld,
)
from tests.rules.turn_told import AMERICAN, OF_STOCK, codes, melds, playing, position, turn

KEEP = Options(top_discard=Duty.KEEP)
BOOTING = Options(booting_bonus=25)
NOBODY_CAN_PLAY = Options(stock_end=StockEnd.WHEN_NOBODY_CAN_PLAY)
CALLS = Options(call_rummy=CallRummy.PILE)
LAST_DISCARD = Options(call_rummy=CallRummy.LAST_DISCARD)
FLOAT = Options(going_out=GoingOut.FLOAT)
BY_TURN = Options(first_meld_minimum=30, first_meld_counts=FirstMeldCounts.TURN)
TAKEN = Drawn(DrawSource.DISCARD_PILE, cards("8H"))
DEEP = Drawn(DrawSource.DISCARD_PILE, cards("8H 3D"))
CLAIMED = Drawn(DrawSource.CALL, cards("8H"))


def table(at: Position, options: Options = AMERICAN) -> Table:
    read, faults = table_at(at, options)
    assert faults == ()
    return read


POSSIBLE: list[tuple[str, Position, Options]] = [
    ("before the draw", position("2C 9D"), AMERICAN),
    ("after it", playing("2C 9D"), AMERICAN),
    ("a card that was taken and not used", playing("8H 2C", drawn=TAKEN), AMERICAN),
    ("a card that was taken and used", playing("3C 2C", drawn=TAKEN._replace(used=True)), AMERICAN),
    ("a card that was claimed", playing("8H 2C", drawn=CLAIMED), CALLS),
    ("an empty hand", position(""), FLOAT),
    ("an empty stock", position("2C 9D", stock_count=0, passes=2), NOBODY_CAN_PLAY),
    ("nothing in the pile", position("2C 9D", ""), AMERICAN),
    ("booting before a draw", position("2C 9D", first_turn=True, booting=True), BOOTING),
    ("booting, told in phase play", position("2C", first_turn=True, booting=True, phase=Phase.PLAY), BOOTING),
    (
        "booting with as many cards as two seats are dealt",
        position("5S 6S 7S 8S 9S 10S JS 2H 3H 4H 5H 6H 7H", players=2, first_turn=True, booting=True),
        BOOTING,
    ),
    ("every card of the deck", position("2C 9D", stock_count=48), AMERICAN),
    ("every card of two decks", position("2C 9D", players=5, stock_count=100), AMERICAN),
    (
        "every card of a deck with jokers",
        position("2C JK", stock_count=50),
        Options(jokers=Jokers.WILD, jokers_per_deck=2),
    ),
]


@pytest.mark.parametrize(("why", "at", "options"), POSSIBLE)
def test_a_table_that_play_can_lead_to(why: str, at: Position, options: Options) -> None:
    assert table_at(at, options)[1] == (), why


IMPOSSIBLE: list[tuple[Position, Options, str, str]] = [
    (position("2C", phase=Phase.PLAY), AMERICAN, "drawn", "A seat that has drawn says what it drew."),
    (position("2C", drawn=OF_STOCK), AMERICAN, "drawn", "A seat that has still to draw has drawn nothing."),
    (
        playing("2C", first_turn=True, booting=True),
        BOOTING,
        "drawn",
        "A seat that plays without a draw has drawn nothing.",
    ),
    (
        position("2C", booting=True),
        BOOTING,
        "booting",
        "Only on its first turn, and only for a bonus, does a seat play without a draw.",
    ),
    (
        position("2C", booting=True, first_turn=True),
        AMERICAN,
        "booting",
        "Only on its first turn, and only for a bonus, does a seat play without a draw.",
    ),
    (
        position("2C", booting=True, first_turn=True),
        Options(booting_bonus=25, going_out=GoingOut.FLOAT),
        "booting",
        "Only on its first turn, and only for a bonus, does a seat play without a draw.",
    ),
    (
        position("5S 6S 7S 8S 9S 10S JS 2H", first_turn=True, booting=True),
        BOOTING,
        "hand",
        "A seat that plays without a draw holds no more cards than were dealt.",
    ),
    (position("2C", passes=1), AMERICAN, "passes", "Nobody passes while there is stock."),
    (
        position("2C", stock_count=0, passes=1),
        AMERICAN,
        "passes",
        "The round is over with the first pass, or nobody passes at all.",
    ),
    (
        position("2C", stock_count=0, passes=3),
        NOBODY_CAN_PLAY,
        "passes",
        "When every seat has passed in a row, the round is over.",
    ),
    (
        position("2C 9D", stock_count=49),
        AMERICAN,
        "stock_count",
        "The stock and the cards that show are more than the decks hold.",
    ),
    (
        position("2C", table=melds("1: 5H 6H 7H; 2: 8H 9H"), stock_count=45),
        AMERICAN,
        "stock_count",
        "The stock and the cards that show are more than the decks hold.",
    ),
]


@pytest.mark.parametrize(("at", "options", "place", "message"), IMPOSSIBLE)
def test_a_table_that_no_play_can_have_led_to(at: Position, options: Options, place: str, message: str) -> None:
    (fault,) = table_at(at, options)[1]
    assert (fault.code.value, fault.place, fault.message) == ("IMPOSSIBLE_TABLE", ("position", place), message)


DRAWN: list[tuple[Drawn, Options, tuple[str | int, ...], str, str]] = [
    (CLAIMED, AMERICAN, ("source",), "Nothing was claimed where nobody calls Rummy.", ""),
    (
        Drawn(DrawSource.STOCK, cards("2C 3C")),
        AMERICAN,
        ("cards",),
        "One card is drawn from the stock.",
        "2C 3C",
    ),
    (
        Drawn(DrawSource.DISCARD_PILE, cards("9H 2C")),
        AMERICAN,
        ("cards", 0),
        "9H was taken and not used, but is not in the hand.",
        "9H",
    ),
    (
        Drawn(DrawSource.CALL, cards("9H")),
        CALLS,
        ("cards", 0),
        "9H was taken and not used, but is not in the hand.",
        "9H",
    ),
    (CLAIMED._replace(cards=cards("8H 2C")), LAST_DISCARD, ("cards",), "Only the last discard was claimed.", "8H 2C"),
]


@pytest.mark.parametrize(("drawn", "options", "place", "message", "told"), DRAWN)
def test_cards_that_cannot_have_been_drawn(
    drawn: Drawn, options: Options, place: tuple[str | int, ...], message: str, told: str
) -> None:
    (fault,) = table_at(playing("8H 2C", drawn=drawn), options)[1]
    assert (fault.place, fault.message, fault.cards) == (("position", "drawn", *place), message, cards(told))
    (fault,) = drawn_faults(drawn, cards("8H 2C"), options, ("drawn",))
    assert fault.place == ("drawn", *place)


def test_faults_of_cards_seats_and_melds_are_pointed_at_inside_the_position() -> None:
    at = position("2C 2C", "9H 9H", melds("7: 5H 6H 7H; 8: 9C", "1: 2S 3S 5S"), seat=3)
    assert [(fault.code.value, fault.place) for fault in table_at(at, AMERICAN)[1]] == [
        ("TOO_MANY_COPIES", ("position", "hand", 1)),
        ("TOO_MANY_COPIES", ("position", "discard_pile", 1)),
        ("NO_SUCH_SEAT", ("position", "seat")),
        ("NO_SUCH_SEAT", ("position", "melds", 0, "seat")),
        ("NO_SUCH_SEAT", ("position", "melds", 0, "lay_offs", 0, "seat")),
        ("NOT_A_TABLE_MELD", ("position", "melds", 0, "lay_offs", 0, "cards")),
        ("NOT_A_TABLE_MELD", ("position", "melds", 1, "cards")),
    ]


def test_impossible_tables_come_before_all_else() -> None:
    verdict = turn("draw 2C", position("2C 2C", passes=1))
    assert [fault.code.value for fault in verdict.violations] == ["TOO_MANY_COPIES", "IMPOSSIBLE_TABLE"]
    assert (verdict.moves, verdict.result, verdict.obligations) == ((), None, ())


def test_a_seat_has_melded_if_it_says_so_or_owns_a_meld() -> None:
    own, other = melds("0: 5H 6H 7H"), melds("1: 5H 6H 7H; 0: 8H")
    assert table(position("2C", table=own)).has_melded
    assert not table(position("2C", table=own, has_melded=False)).has_melded
    assert not table(position("2C", table=other)).has_melded
    assert table(position("2C", table=other, has_melded=True)).has_melded


def test_a_table_is_what_the_position_says() -> None:
    told = table(
        position("2C", table=melds("1: 5H 6H 7H"), first_turn=True, booting=True, melded_this_turn=7, seat=2), BOOTING
    )
    assert (told.players, told.seat, told.hand, told.pile, told.stock_count) == (
        3,
        2,
        cards("2C"),
        cards("QC KC"),
        20,
    )
    assert (told.first_turn, told.phase, told.drawn, told.booting, told.melded_this_turn) == (
        True,
        Phase.DRAW,
        None,
        True,
        7,
    )
    assert (told.points, told.bonus, told.turn_over, told.ended_by) == (0, 0, False, None)
    assert (told.melds_known, told.hand_known) == (True, True)
    meld = told.meld("m1")
    assert meld is not None
    assert meld.seat == 1
    assert told.meld("m2") is None
    assert table(position("2C", stock_count=0, passes=2), NOBODY_CAN_PLAY).passes == 2


def test_a_turn_is_over_when_the_claimed_card_was_played_alone() -> None:
    at = playing("2C", drawn=CLAIMED._replace(used=True))
    assert table(at, LAST_DISCARD).turn_over
    assert not table(at, CALLS).turn_over
    assert not table(playing("2C 8H", drawn=CLAIMED), LAST_DISCARD).turn_over
    assert not table(playing("2C", drawn=TAKEN._replace(used=True)), LAST_DISCARD).turn_over


def test_a_turn_is_over_when_a_floating_seat_has_laid_its_hand() -> None:
    assert table(playing(""), FLOAT).turn_over
    assert not table(playing("2C"), FLOAT).turn_over
    assert not table(playing("")).turn_over
    assert not table(position(""), FLOAT).turn_over
    drawing = table(position(""), FLOAT)
    assert as_it_stands(drawing, FLOAT) is drawing


DUTIES: list[tuple[Drawn | None, Options, Duty | None, str | None, bool]] = [
    (OF_STOCK, AMERICAN, None, None, False),
    (TAKEN, AMERICAN, Duty.USE, "8H", True),
    (TAKEN, KEEP, None, "8H", True),
    (TAKEN, Options(top_discard=Duty.NEW_MELD), Duty.NEW_MELD, "8H", True),
    (DEEP, KEEP, Duty.USE, "8H", True),
    (DEEP, Options(deep_discard=Duty.NEW_MELD), Duty.NEW_MELD, "8H", True),
    (DEEP, Options(dug_card_timing=DugCardTiming.SAME_TURN), Duty.USE, "8H", False),
    (CLAIMED, Options(top_discard=Duty.KEEP, call_rummy=CallRummy.PILE), Duty.USE, "8H", True),
    (
        CLAIMED,
        Options(dug_card_timing=DugCardTiming.SAME_TURN, call_rummy=CallRummy.PILE, top_discard=Duty.NEW_MELD),
        Duty.USE,
        "8H",
        True,
    ),
    (TAKEN._replace(used=True), AMERICAN, None, None, False),
]


@pytest.mark.parametrize(("drawn", "options", "owed", "dug", "bound"), DUTIES)
def test_what_must_become_of_the_dug_card(
    drawn: Drawn, options: Options, owed: Duty | None, dug: str | None, *, bound: bool
) -> None:
    at = table(playing("8H 3D 2C", drawn=drawn), options)
    assert duty(at, options) is owed
    assert dug_card(at) is (dug and card(dug))
    assert owed_card(at, options) is (dug and card(dug) if owed else None)
    if dug:
        assert is_first_play_bound(at, options) is bound


def test_nothing_is_owed_before_a_draw() -> None:
    at = table(position("8H"))
    assert (duty(at, AMERICAN), dug_card(at), owed_card(at, AMERICAN), barred_card(at, KEEP)) == (None,) * 4
    assert not is_lone_claim(at, LAST_DISCARD)
    assert not is_first_play_bound(at, Options(dug_card_timing=DugCardTiming.SAME_TURN))


def test_the_duty_goes_by_the_depth() -> None:
    options = Options(top_discard=Duty.KEEP, deep_discard=Duty.NEW_MELD)
    assert [duty_of_count(count, options) for count in (1, 2, 3)] == [Duty.KEEP, Duty.NEW_MELD, Duty.NEW_MELD]


BARRED: list[tuple[str, Drawn, Options, str | None]] = [
    ("8H 2C", TAKEN, KEEP, "8H"),
    ("8H 8H", TAKEN, KEEP, None),
    ("2C", TAKEN._replace(used=True), KEEP, None),
    ("8H 2C", TAKEN, AMERICAN, None),
    ("8H 3D", DEEP, KEEP, None),
    ("8H 2C", OF_STOCK, KEEP, None),
    ("8H 2C", CLAIMED, Options(top_discard=Duty.KEEP, call_rummy=CallRummy.PILE), None),
]


@pytest.mark.parametrize(("hand", "drawn", "options", "barred"), BARRED)
def test_a_card_that_may_not_be_thrown_back(hand: str, drawn: Drawn, options: Options, barred: str | None) -> None:
    at = table(playing(hand, drawn=drawn, players=5), options)
    assert barred_card(at, options) is (barred and card(barred))


WAITING = [(False, 0, True, False), (False, 29, True, True), (False, 30, False, False), (True, 29, False, False)]


@pytest.mark.parametrize(("has_melded", "points", "waits", "owes"), WAITING)
def test_the_first_meld_is_waited_for(points: int, *, has_melded: bool, waits: bool, owes: bool) -> None:
    at = table(playing("2C", has_melded=has_melded, melded_this_turn=points), BY_TURN)
    assert waits_for_first_meld(at, BY_TURN) is waits
    assert owes_first_meld(at, BY_TURN) is owes
    assert not waits_for_first_meld(at, AMERICAN)


OBLIGATIONS: list[tuple[Position, Options, list[str]]] = [
    (position("2C"), AMERICAN, ["MUST_DRAW"]),
    (position("2C", first_turn=True, booting=True), BOOTING, ["MUST_DISCARD"]),
    (playing("2C"), AMERICAN, ["MUST_DISCARD"]),
    (playing("8H 2C", drawn=TAKEN), AMERICAN, ["MUST_USE_DUG_CARD", "MUST_DISCARD"]),
    (playing("8H 2C", drawn=TAKEN), KEEP, ["MUST_DISCARD"]),
    (
        playing("8H 2C", drawn=TAKEN, has_melded=False, melded_this_turn=12),
        BY_TURN,
        ["MUST_USE_DUG_CARD", "MUST_REACH_FIRST_MELD_MINIMUM", "MUST_DISCARD"],
    ),
    (playing("2C", has_melded=False), BY_TURN, ["MUST_DISCARD"]),
    (playing("", drawn=OF_STOCK), FLOAT, []),
]


@pytest.mark.parametrize(("at", "options", "owed"), OBLIGATIONS)
def test_what_a_turn_owes(at: Position, options: Options, owed: list[str]) -> None:
    assert [each.code.value for each in obligations(table(at, options), options)] == owed


def test_what_is_owed_is_told_in_cards_and_points() -> None:
    at = table(playing("8H 2C", drawn=TAKEN, has_melded=False, melded_this_turn=12), BY_TURN)
    first, second, third = obligations(at, BY_TURN)
    assert (first.message, first.cards) == ("8H must be used before the discard.", cards("8H"))
    assert second.message == "The melds of this turn must be worth 30; so far they are worth 12."
    assert (third.message, third.cards) == ("A turn ends with one discard while cards are left.", ())
    (only,) = obligations(table(position("2C")), AMERICAN)
    assert only.message == "A turn begins with a draw."
    assert obligations(goes_out(at, BY_TURN), BY_TURN) == ()


OVER: list[tuple[Position, Options, bool]] = [
    (position("2C"), AMERICAN, False),
    (position(""), AMERICAN, True),
    (position(""), FLOAT, False),
    (playing(""), AMERICAN, True),
    (playing(""), FLOAT, False),
    (position("2C", stock_count=0), AMERICAN, False),
    (position("2C", stock_count=0), Options(stock_end=StockEnd.AT_NEXT_DRAW), True),
    (playing("2C", stock_count=0), Options(stock_end=StockEnd.AT_NEXT_DRAW), False),
    (
        position("2C", stock_count=0, first_turn=True, booting=True),
        Options(stock_end=StockEnd.AT_NEXT_DRAW, booting_bonus=25),
        True,
    ),
    (position("2C", "QC", stock_count=0), Options(stock_end=StockEnd.RESHUFFLE), True),
    (position("2C", "QC KC", stock_count=0), Options(stock_end=StockEnd.RESHUFFLE), False),
    (position("2C", "QC", stock_count=1), Options(stock_end=StockEnd.RESHUFFLE), False),
    (playing("", drawn=CLAIMED._replace(used=True)), LAST_DISCARD, False),
]


@pytest.mark.parametrize(("at", "options", "over"), OVER)
def test_a_round_is_over(at: Position, options: Options, *, over: bool) -> None:
    assert (closing(table(at, options), options) is Code.ROUND_OVER) is over


def test_a_hand_that_is_not_told_ends_no_round() -> None:
    at = table(position(""))._replace(hand_known=False)
    assert closing(at, AMERICAN) is None
    assert closing(at._replace(ended_by=EndedBy.STOCK), AMERICAN) is Code.ROUND_OVER
    at_next_draw = Options(stock_end=StockEnd.AT_NEXT_DRAW)
    assert closing(at._replace(turn_over=True, stock_count=0), at_next_draw) is Code.NOT_YOUR_TURN


def test_a_stock_is_over_only_when_it_is_empty() -> None:
    for stock_end in StockEnd:
        assert not is_stock_over(table(position("2C", "")), Options(stock_end=stock_end))


def test_booting_is_played_for_a_bonus_and_never_with_floating() -> None:
    assert is_booting_played(BOOTING)
    assert is_booting_played(Options(booting_bonus=1))
    assert not is_booting_played(AMERICAN)
    assert not is_booting_played(Options(booting_bonus=25, going_out=GoingOut.FLOAT))


LAID = "5H 6H 7H"
ENDINGS: list[tuple[Position, str, Options, tuple[bool, bool, int | None, int]]] = [
    (playing(LAID), f"lay {LAID}", Options(going_out_bonus=10, booting_bonus=25), (True, True, None, 10)),
    (playing(LAID), f"lay {LAID}", Options(going_out=GoingOut.FLOAT, going_out_bonus=10), (False, False, 1, 0)),
    (
        playing(LAID, stock_count=0),
        f"lay {LAID}",
        Options(going_out=GoingOut.FLOAT, stock_end=StockEnd.AT_NEXT_DRAW),
        (False, True, None, 0),
    ),
    (
        position(LAID, first_turn=True),
        f"lay {LAID}",
        Options(booting_bonus=25, going_out_bonus=10),
        (True, True, None, 35),
    ),
    (
        playing("8H", table=melds("1: 5H 6H 7H"), drawn=CLAIMED),
        "lay off 8H",
        LAST_DISCARD,
        (False, False, None, 0),
    ),
]


@pytest.mark.parametrize(("at", "told", "options", "expected"), ENDINGS)
def test_the_last_card_may_end_the_turn_and_the_round(
    at: Position, told: str, options: Options, expected: tuple[bool, bool, int | None, int]
) -> None:
    result = turn(told, at, options).result
    assert result is not None
    assert (result.went_out, result.round_over, result.next_seat, result.bonus) == expected
    assert result.turn_complete
    assert codes(f"{told}, draw KH", at, options) == ["ROUND_OVER" if expected[1] else "NOT_YOUR_TURN"]
