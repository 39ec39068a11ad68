"""Laying off on melds of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.rules.cards import cards
from service.rules.judge_turns import judge_pickup
from service.rules.options import (
    CallRummy,
    DugCardTiming,
    Duty,
    FirstMeldCounts,
    GoingOut,
    Jokers,
    LayoffScope,
    Options,
)
from service.rules.questions import AceEnd, Drawn, DrawSource, LayOff, PickupQuestion, Position, TableMeld
from tests.rules.turn_told import AMERICAN, codes, melds, moves, playing, position, turn

KEEP = Options(top_discard=Duty.KEEP)
NEW_MELD = Options(top_discard=Duty.NEW_MELD)
REQUIRED = Options(going_out=GoingOut.DISCARD_REQUIRED)
FLOAT = Options(going_out=GoingOut.FLOAT)
SAME_TURN = Options(dug_card_timing=DugCardTiming.SAME_TURN)
OWN = Options(layoff_scope=LayoffScope.OWN)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=2)
BANNED = replace(WILD, joker_layoff_ban=True)
BOOTING = Options(booting_bonus=25)
THIRTY = Options(first_meld_minimum=30)
BY_TURN = Options(first_meld_minimum=30, first_meld_counts=FirstMeldCounts.TURN)
TABLE = melds("1: 5H 6H 7H", "0: 9S 9C 9D")
TAKEN_8H = Drawn(DrawSource.DISCARD_PILE, cards("8H"))
DUG = playing("8H 4H 2C 3C", table=TABLE, drawn=TAKEN_8H)


def test_cards_are_laid_off_and_their_points_are_told() -> None:
    verdict = turn("lay off 8H 4H on m1, lay off 9H on m2", playing("8H 4H 2C 3C 9H", table=TABLE))
    assert [move.points for move in verdict.moves] == [12, 9]
    result = verdict.result
    assert result is not None
    assert (result.hand, result.points) == (cards("2C 3C"), 21)
    assert result.melds == (
        TableMeld("m1", 1, cards("5H 6H 7H"), (LayOff(0, cards("8H 4H")),)),
        TableMeld("m2", 0, cards("9S 9C 9D"), (LayOff(0, cards("9H")),)),
    )


def test_what_was_laid_off_before_stays_and_a_joker_is_named() -> None:
    table = melds("1: 5H 6H 7H; 2: 8H")
    result = turn("lay off JK 9H on m1", playing("9H JK 2C 3C", table=table), replace(WILD, min_naturals=0)).violations
    assert [fault.code for fault in result] == ["JOKER_UNNAMED"]
    named = turn("lay off JK=10H 9H on m1", playing("9H JK 2C 3C", table=table), WILD).result
    assert named is not None
    assert named.melds[0].lay_offs == (LayOff(2, cards("8H")), LayOff(0, cards("JK=10H 9H")))


def test_an_ace_that_completes_thirteen_keeps_its_end() -> None:
    table = melds("1: 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS")
    at = playing("AS 2C 3C", table=table)
    assert codes("lay off AS on m1", at) == ["ACE_END_UNSTATED"]
    for end, points in (("low", 1), ("high", 15)):
        result = turn(f"lay off AS on m1 ace {end}", at).result
        assert result is not None
        assert (result.melds[0].ace, result.points) == (AceEnd(end), points)


def test_the_end_of_an_ace_tells_which_run_it_joins() -> None:
    at = playing("AS 2C 3C", table=melds("1: 2S 3S 4S", "1: JS QS KS"))
    assert codes("lay off AS", at) == ["MELD_UNNAMED"]
    for end, number in (("low", 0), ("high", 1)):
        result = turn(f"lay off AS ace {end}", at).result
        assert result is not None
        assert result.melds[number].lay_offs == (LayOff(0, cards("AS")),)


def test_the_end_that_was_named_before_stays() -> None:
    every = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS"
    result = turn("lay off KS on m1", playing("KS 2C 3C", table=melds(f"1: {every}"))).result
    assert result is not None
    assert result.melds[0].ace is None
    low = (TableMeld("m1", 1, cards(every), (), AceEnd.LOW),)
    result = turn("lay off KS on m1", playing("KS 2C 3C", table=low)).result
    assert result is not None
    assert result.melds[0].ace is AceEnd.LOW


ACCEPTED: list[tuple[str, Position, str, Options]] = [
    ("the only meld it fits", playing("8H 2C 3C", table=TABLE), "lay off 8H", AMERICAN),
    ("both ends in one move", playing("8H 4H 3C", table=TABLE), "lay off 4H 8H on m1", AMERICAN),
    ("the last card", playing("8H", table=TABLE), "lay off 8H", AMERICAN),
    ("the last card of a floating seat", playing("8H", table=TABLE), "lay off 8H", FLOAT),
    ("one card is left", playing("8H 2C", table=TABLE), "lay off 8H", REQUIRED),
    ("one's own meld", playing("9H 2C", table=TABLE), "lay off 9H", OWN),
    ("the dug card", DUG, "lay off 8H", AMERICAN),
    ("the dug card with another", DUG, "lay off 8H 4H", AMERICAN),
    ("the dug card later", DUG, "lay off 4H, lay off 8H", SAME_TURN),
    (
        "the twin of a card that must go into a new meld",
        playing("8H 8H 8S 8C 2C", table=TABLE, drawn=TAKEN_8H, players=5),
        "lay off 8H",
        replace(NEW_MELD, dug_card_timing=DugCardTiming.SAME_TURN),
    ),
    ("a seat that has melded", playing("8H 2C", table=TABLE, has_melded=True), "lay off 8H", THIRTY),
    (
        "a seat that has just melded enough",
        playing("KS KD KH 8H 2C", table=melds("1: 5H 6H 7H")),
        "lay KS KD KH, lay off 8H on m1",
        THIRTY,
    ),
    ("a joker where the natural card is not held", playing("JK 2C", table=TABLE), "lay off JK=8H on m1", BANNED),
    ("a joker where it does not matter", playing("JK 8H 2C", table=TABLE), "lay off JK=8H on m1", WILD),
    (
        "booting",
        position("8H 4H 9H 2C", table=TABLE, first_turn=True),
        "lay off 8H 4H on m1, lay off 9H on m2, discard 2C",
        BOOTING,
    ),
]


@pytest.mark.parametrize(("why", "at", "told", "options"), ACCEPTED)
def test_a_lay_off_is_lawful(why: str, at: Position, told: str, options: Options) -> None:
    assert codes(told, at, options) == [], why


REFUSED: list[tuple[Position, str, Options, list[str]]] = [
    (position("", table=TABLE), "lay off 8H", AMERICAN, ["ROUND_OVER"]),
    (position("8H 2C", table=TABLE), "lay off 8H", AMERICAN, ["NOT_DRAWN_YET"]),
    (playing("2C 3C", table=TABLE), "lay off 8H", AMERICAN, ["CARD_NOT_IN_HAND"]),
    (playing("8H 3C", table=TABLE), "lay off 8H on m3", AMERICAN, ["NO_SUCH_MELD"]),
    (playing("2C 3C", table=TABLE), "lay off 8H on m3", AMERICAN, ["CARD_NOT_IN_HAND", "NO_SUCH_MELD"]),
    (playing("8H 3C", table=TABLE), "lay off 8H on m1", OWN, ["NOT_YOUR_MELD"]),
    (playing("10H 3C", table=TABLE), "lay off 10H on m1", AMERICAN, ["CARD_DOES_NOT_FIT", "RUN_HAS_GAP"]),
    (
        playing("2H 3C", table=TABLE),
        "lay off 10H on m1",
        AMERICAN,
        ["CARD_NOT_IN_HAND", "CARD_DOES_NOT_FIT", "RUN_HAS_GAP"],
    ),
    (playing("10H 3C", table=TABLE), "lay off 10H on m1", OWN, ["NOT_YOUR_MELD", "CARD_DOES_NOT_FIT", "RUN_HAS_GAP"]),
    (playing("8H 2C", table=melds("1: 5H 6H 7H", "1: 8S 8D 8C")), "lay off 8H", AMERICAN, ["MELD_UNNAMED"]),
    (playing("JK 2C", table=TABLE), "lay off JK on m1", WILD, ["JOKER_UNNAMED"]),
    (playing("JK 8H 2C", table=TABLE), "lay off JK=8H on m1", BANNED, ["NATURAL_CARD_IN_HAND"]),
    (playing("8H 2C", table=TABLE), "lay off JK=8H on m1", BANNED, ["CARD_NOT_IN_HAND", "NATURAL_CARD_IN_HAND"]),
    (playing("8H", table=TABLE), "lay off 8H", REQUIRED, ["DEAD_END"]),
    (DUG, "lay off 4H", AMERICAN, ["DUG_CARD_NOT_FIRST"]),
    (DUG, "lay off 3H on m1", AMERICAN, ["CARD_NOT_IN_HAND", "CARD_DOES_NOT_FIT", "RUN_HAS_GAP"]),
    (DUG, "lay off 8H", NEW_MELD, ["MUST_BE_NEW_MELD"]),
    (DUG, "lay off 8H 4H", replace(NEW_MELD, dug_card_timing=DugCardTiming.SAME_TURN), ["MUST_BE_NEW_MELD"]),
    (DUG, "lay off 4H", NEW_MELD, ["DUG_CARD_NOT_FIRST"]),
    (
        playing("8H 8H 8S 8C 2C", table=TABLE, drawn=TAKEN_8H, players=5),
        "lay off 8H",
        NEW_MELD,
        ["DUG_CARD_NOT_FIRST"],
    ),
    (
        playing("8H 8S 8C 7S 2C", table=melds("1: 5H 6H 7H", "1: 7D 7C 7H"), drawn=TAKEN_8H, players=5),
        "lay off 7S",
        replace(NEW_MELD, going_out=GoingOut.DISCARD_REQUIRED, dug_card_timing=DugCardTiming.SAME_TURN),
        [],
    ),
    (
        playing("8H 8S 8C 7C", table=melds("1: 9C 10C JC; 1: 8C"), drawn=TAKEN_8H, players=5),
        "lay off 7C",
        replace(NEW_MELD, going_out=GoingOut.DISCARD_REQUIRED, dug_card_timing=DugCardTiming.SAME_TURN),
        ["DEAD_END"],
    ),
    (playing("8H 2C", table=melds("1: 5H 6H 7H")), "lay off 8H", THIRTY, ["FIRST_MELD_BELOW_MINIMUM"]),
    (
        playing("2D 2C", table=melds("1: 5H 6H 7H")),
        "lay off 8H",
        THIRTY,
        ["CARD_NOT_IN_HAND", "FIRST_MELD_BELOW_MINIMUM"],
    ),
    (
        playing("8H 4H 2C", table=melds("1: 5H 6H 7H"), drawn=TAKEN_8H),
        "lay off 4H",
        THIRTY,
        ["DUG_CARD_NOT_FIRST", "FIRST_MELD_BELOW_MINIMUM"],
    ),
    (
        playing("8H 2C", table=TABLE, has_melded=False, melded_this_turn=27),
        "lay off 8H",
        BY_TURN,
        ["FIRST_MELD_BELOW_MINIMUM"],
    ),
    (
        playing("9H 2H", table=TABLE, drawn=Drawn(DrawSource.DISCARD_PILE, cards("2H"))),
        "lay off 9H",
        KEEP,
        ["DEAD_END"],
    ),
]


@pytest.mark.parametrize(("at", "told", "options", "expected"), REFUSED)
def test_a_lay_off_is_refused(at: Position, told: str, options: Options, expected: list[str]) -> None:
    assert codes(told, at, options) == expected


def test_a_refused_lay_off_is_told_in_cards() -> None:
    (fault,) = turn("lay off 8H", DUG, NEW_MELD).violations
    assert fault.message == "8H must go into a new meld: it may not be laid off."
    assert (fault.place, fault.cards) == (("moves", 0, "cards"), cards("8H"))
    (fault,) = turn("lay off 4H", DUG).violations
    assert fault.message == "The first play after the draw must use 8H."
    (fault,) = turn("lay off 10H", playing("2C 3C 10H", table=TABLE)).violations
    assert fault.message == "10H joins no meld of the table."
    (fault,) = turn("lay off 8H", playing("8H 2C", table=melds("1: 5H 6H 7H")), THIRTY).violations
    assert fault.message == "Cards are laid off only after a first meld worth 30."


def test_a_lone_claim_is_played_alone() -> None:
    claimed = playing("8H 4H 2C", table=TABLE, drawn=Drawn(DrawSource.CALL, cards("8H")))
    options = Options(call_rummy=CallRummy.LAST_DISCARD)
    (fault,) = turn("lay off 8H 4H", claimed, options).violations
    assert (fault.code.value, fault.message) == ("ONLY_LAST_DISCARD", "8H was claimed to be laid off alone.")
    assert (fault.place, fault.cards) == (("moves", 0, "cards"), cards("8H 4H"))
    assert codes("lay off 8H", claimed, options) == []


UNSEEN: list[tuple[str, str, Options, list[str]]] = [
    ("5D 2C 3C", "lay off 8H", AMERICAN, []),
    ("5D 2C 3C", "lay off 8H on m5", AMERICAN, []),
    ("5D 2C 3C", "lay off 8H, lay off 2C 3C", AMERICAN, []),
    ("5D 2C 3C", "lay off 2C", AMERICAN, ["DUG_CARD_NOT_FIRST"]),
    ("5D 2C 3C", "lay off 4C", AMERICAN, ["CARD_NOT_IN_HAND", "DUG_CARD_NOT_FIRST"]),
    ("8S 8C 3C", "lay off 8H", NEW_MELD, ["MUST_BE_NEW_MELD"]),
    ("8S 8C 8D", "lay off 8H", THIRTY, ["FIRST_MELD_BELOW_MINIMUM"]),
    ("2C", "lay off 8H, lay off 2C", REQUIRED, ["DEAD_END"]),
]


@pytest.mark.parametrize(("hand", "then", "options", "expected"), UNSEEN)
def test_on_a_table_that_is_not_told_only_the_table_is_left_open(
    hand: str, then: str, options: Options, expected: list[str]
) -> None:
    plays = tuple(each for each in moves(then))
    question = PickupQuestion(cards(hand), cards("8H"), 1, has_melded=False, then=plays)  # type: ignore[arg-type]
    assert [fault.code.value for fault in judge_pickup(question, options).violations] == expected
