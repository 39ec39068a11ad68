"""Laying a new meld."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.rules.cards import cards
from service.rules.options import AceInRuns, CallRummy, DugCardTiming, Duty, FirstMeldCounts, GoingOut, Jokers, Options
from service.rules.questions import AceEnd, Drawn, DrawSource, Position, TableMeld
from tests.rules.turn_told import AMERICAN, codes, melds, playing, position, turn

KEEP = Options(top_discard=Duty.KEEP)
REQUIRED = Options(going_out=GoingOut.DISCARD_REQUIRED)
FLOAT = Options(going_out=GoingOut.FLOAT)
SAME_TURN = Options(dug_card_timing=DugCardTiming.SAME_TURN)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=2)
BOOTING = Options(booting_bonus=25)
THIRTY = Options(first_meld_minimum=30)
BY_TURN = Options(first_meld_minimum=30, first_meld_counts=FirstMeldCounts.TURN)
TAKEN_9S = Drawn(DrawSource.DISCARD_PILE, cards("9S"))


def test_a_meld_is_laid_and_its_points_are_told() -> None:
    verdict = turn("lay 7H 5H 6H", playing("5H 6H 7H KS 2D", table=melds("1: 9S 9H 9D")))
    assert [move.points for move in verdict.moves] == [18]
    result = verdict.result
    assert result is not None
    assert (result.hand, result.points) == (cards("KS 2D"), 18)
    assert result.melds[1] == TableMeld("m2", 0, cards("7H 5H 6H"))
    assert (result.turn_complete, result.round_over, result.next_seat) == (False, False, 0)


def test_a_joker_is_named_and_a_name_of_the_meld_is_kept() -> None:
    result = turn("lay 5H JK 7H as m7", playing("5H JK 7H KS 2D"), WILD).result
    assert result is not None
    assert result.melds == (TableMeld("m7", 0, cards("5H JK=6H 7H")),)


def test_the_end_of_an_ace_is_kept_where_it_completes_thirteen() -> None:
    every = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    for end, points in (("low", 85), ("high", 99)):
        result = turn(f"lay {every} ace {end}", playing(f"{every} 2D 3D")).result
        assert result is not None
        assert (result.melds[0].ace, result.points) == (AceEnd(end), points)


FREE = playing("5H 6H 7H 8H KS KD KH", table=melds("1: 9S 9H 9D"))
ACCEPTED: list[tuple[str, Position, str, Options]] = [
    ("two melds and a discard", FREE, "lay 5H 6H 7H 8H, lay KS KD KH", AMERICAN),
    ("one card is left", playing("5H 6H 7H 2D"), "lay 5H 6H 7H", REQUIRED),
    ("a floating seat lays its whole hand", playing("5H 6H 7H"), "lay 5H 6H 7H", FLOAT),
    ("the dug card is in the first play", playing("9S 9H 9D 5H 6H 7H", drawn=TAKEN_9S), "lay 9S 9H 9D", AMERICAN),
    (
        "the dug card can still be used",
        playing("9S 9H 9D 5H 6H 7H", drawn=TAKEN_9S),
        "lay 5H 6H 7H, lay 9S 9H 9D",
        SAME_TURN,
    ),
    (
        "one of twins goes into the new meld that is asked for",
        playing("9S 9S 9H 9D 2C 3C", drawn=TAKEN_9S, players=5),
        "lay 9S 9H 9D",
        Options(top_discard=Duty.NEW_MELD),
    ),
    ("a card that may be kept may wait", playing("9S 5H 6H 7H 2D", drawn=TAKEN_9S), "lay 5H 6H 7H", KEEP),
    (
        "the card just taken can be laid off",
        playing("9S 5H 6H 7H", table=melds("1: 9H 9C 9D"), drawn=TAKEN_9S),
        "lay 5H 6H 7H",
        KEEP,
    ),
    ("a first meld worth enough", playing("KS KD KH 2D"), "lay KS KD KH", THIRTY),
    ("a second meld worth little", playing("KS KD KH 2D 2S 2H 3H"), "lay KS KD KH, lay 2D 2S 2H", THIRTY),
    ("a seat that has melded before", playing("2D 2S 2H 3H", has_melded=True), "lay 2D 2S 2H", THIRTY),
    ("a seat that owns a meld", playing("2D 2S 2H 3H", table=melds("0: 9S 9H 9D")), "lay 2D 2S 2H", THIRTY),
    ("more melds make it enough", playing("5H 6H 7H 8S 8D 8H 2D"), "lay 5H 6H 7H, lay 8S 8D 8H", BY_TURN),
    (
        "points of this turn count",
        playing("5H 6H 7H 2D", table=melds("0: 4S 4D 4H"), has_melded=False, melded_this_turn=12),
        "lay 5H 6H 7H",
        BY_TURN,
    ),
    ("booting", position("5H 6H 7H 9S 9H 9D KS", first_turn=True), "lay 5H 6H 7H, lay 9S 9H 9D", BOOTING),
]


@pytest.mark.parametrize(("why", "at", "told", "options"), ACCEPTED)
def test_a_meld_is_lawful(why: str, at: Position, told: str, options: Options) -> None:
    assert codes(told, at, options) == [], why


DUG = playing("9S 9H 9D 5H 6H 7H 2C", drawn=TAKEN_9S)
REFUSED: list[tuple[Position, str, Options, list[str]]] = [
    (position("", table=melds("1: 9S 9H 9D")), "lay 5H 6H 7H as m1", AMERICAN, ["DUPLICATE_MELD_ID"]),
    (position("5H 6H 7H", first_turn=True), "lay 5H 6H 7H", AMERICAN, ["NOT_DRAWN_YET"]),
    (position(""), "lay 5H 6H 7H", AMERICAN, ["ROUND_OVER"]),
    (position("5H 6H 7H 2D"), "draw KH, discard KH, lay 5H 6H 7H", AMERICAN, ["NOT_YOUR_TURN"]),
    (playing("5H 6H 2D"), "lay 5H 6H 7H", AMERICAN, ["CARD_NOT_IN_HAND"]),
    (playing("5H 6H 2D"), "lay 5H 6H", AMERICAN, ["TOO_FEW_CARDS"]),
    (playing("5H 6H 2D"), "lay 5H 7H", AMERICAN, ["CARD_NOT_IN_HAND", "TOO_FEW_CARDS"]),
    (playing("5H 6H 8H 2D"), "lay 5H 6H 8H", AMERICAN, ["RUN_HAS_GAP"]),
    (playing("5H 6H JK 2D 3D"), "lay 5H 6H JK", WILD, ["JOKER_UNNAMED"]),
    (playing("5H 6H 7H"), "lay 5H 6H 7H", REQUIRED, ["DEAD_END"]),
    (DUG, "lay 5H 6H 7H", AMERICAN, ["DUG_CARD_NOT_FIRST"]),
    (playing("9S 9H 9D 8H 10H 2C", drawn=TAKEN_9S), "lay 8H 9H 10H", SAME_TURN, ["DEAD_END"]),
    (playing("9S 5H 6H 7H", drawn=TAKEN_9S), "lay 5H 6H 7H", KEEP, ["DEAD_END"]),
    (playing("5H 6H 7H 2D"), "lay 5H 6H 7H", THIRTY, ["FIRST_MELD_BELOW_MINIMUM"]),
    (playing("5H 6H 2D"), "lay 5H 6H 7H", THIRTY, ["CARD_NOT_IN_HAND", "FIRST_MELD_BELOW_MINIMUM"]),
    (DUG, "lay 5H 6H 7H", THIRTY, ["DUG_CARD_NOT_FIRST", "FIRST_MELD_BELOW_MINIMUM"]),
    (DUG, "lay 5H 6H 8H", THIRTY, ["CARD_NOT_IN_HAND", "RUN_HAS_GAP"]),
    (DUG, "lay 6H 7H 8H", AMERICAN, ["CARD_NOT_IN_HAND", "DUG_CARD_NOT_FIRST"]),
    (playing("5H 6H 7H 2D"), "lay 5H 6H 7H", BY_TURN, ["FIRST_MELD_BELOW_MINIMUM"]),
    (playing("5H 6H 7H 8S 8D 8H"), "lay 5H 6H 7H", replace(BY_TURN, going_out=REQUIRED.going_out), ["DEAD_END"]),
    (position("5H 6H 7H 9S 9H 8D KS", first_turn=True), "lay 5H 6H 7H", BOOTING, ["NOT_DRAWN_YET"]),
    (position("5H 6H 7H 9S 9H 9D KS"), "lay 5H 6H 7H", BOOTING, ["NOT_DRAWN_YET"]),
    (
        position("4S 5S 6S 7S 7H 7D 2C", first_turn=True),
        "lay 4S 5S 6S 7S",
        BOOTING,
        ["DEAD_END"],
    ),
]


@pytest.mark.parametrize(("at", "told", "options", "expected"), REFUSED)
def test_a_meld_is_refused(at: Position, told: str, options: Options, expected: list[str]) -> None:
    assert codes(told, at, options) == expected


MESSAGES: list[tuple[Position, str, Options, str, str]] = [
    (FREE, "lay 5H 6H 7H as m1", AMERICAN, "A meld called m1 lies on the table already.", ""),
    (DUG, "lay 5H 6H 7H", AMERICAN, "The first play after the draw must use 9S.", "9S"),
    (
        playing("9S 9H 9D 8H 10H 2C", drawn=TAKEN_9S),
        "lay 8H 9H 10H",
        SAME_TURN,
        "After this play 9S could no longer be used.",
        "9S 9D 2C",
    ),
    (
        playing("9S 5H 6H 7H", drawn=TAKEN_9S),
        "lay 5H 6H 7H",
        KEEP,
        "After this play 9S would be left, and no lawful way to finish the turn.",
        "9S",
    ),
    (
        playing("5H 6H 7H"),
        "lay 5H 6H 7H",
        REQUIRED,
        "The last card must be discarded: a play may not empty the hand.",
        "",
    ),
    (
        position("4S 5S 6S 7S 7H 7D 2C", first_turn=True),
        "lay 4S 5S 6S 7S",
        BOOTING,
        "After this play the hand could no longer be emptied, and the seat has not drawn.",
        "7H 7D 2C",
    ),
    (playing("5H 6H 7H 2D"), "lay 5H 6H 7H", THIRTY, "The first meld must be worth 30; this is worth 18.", ""),
    (
        playing("5H 6H 7H 2D", has_melded=False, melded_this_turn=6),
        "lay 5H 6H 7H",
        BY_TURN,
        "The first meld must be worth 30; this is worth 24.",
        "",
    ),
]


@pytest.mark.parametrize(("at", "told", "options", "message", "told_cards"), MESSAGES)
def test_a_refused_meld_is_told_in_cards(
    at: Position, told: str, options: Options, message: str, told_cards: str
) -> None:
    (fault,) = turn(told, at, options).violations
    assert (fault.message, fault.cards) == (message, cards(told_cards))


def test_faults_are_pointed_at() -> None:
    assert [fault.place for fault in turn("lay 5H 6H 7H as m1", FREE).violations] == [("moves", 0, "meld_id")]
    assert [fault.place for fault in turn("lay 5H 6H 7H", DUG).violations] == [("moves", 0, "cards")]
    assert [fault.place for fault in turn("lay 5H 6H 7H", playing("5H 6H 7H"), REQUIRED).violations] == [
        ("moves", 0, "cards")
    ]
    assert [fault.place for fault in turn("lay 5H 6H QH", FREE).violations] == [("moves", 0, "cards")] * 2


def test_the_claimed_card_comes_first_whatever_the_timing() -> None:
    options = replace(SAME_TURN, call_rummy=CallRummy.PILE)
    claimed = playing("9S 9H 9D 5H 6H 7H 2C", drawn=Drawn(DrawSource.CALL, cards("9S")))
    assert codes("lay 5H 6H 7H", claimed, options) == ["DUG_CARD_NOT_FIRST"]
    assert codes("lay 9S 9H 9D, lay 5H 6H 7H", claimed, options) == []


def test_a_corner_run_may_lie_where_the_option_lets_it() -> None:
    at = playing("KS AS 2S 5D 6D")
    assert codes("lay KS AS 2S", at) == ["RUN_TURNS_CORNER"]
    assert codes("lay KS AS 2S", at, Options(ace_in_runs=AceInRuns.CORNER)) == []
