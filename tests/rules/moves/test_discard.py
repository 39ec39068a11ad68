"""Discarding, which ends the turn."""

from __future__ import annotations

import pytest

from service.rules.cards import cards
from service.rules.options import Duty, FirstMeldCounts, GoingOut, Options, StockEnd
from service.rules.questions import Drawn, DrawSource, EndedBy, Position
from tests.rules.turn_told import AMERICAN, codes, melds, playing, position, turn

KEEP = Options(top_discard=Duty.KEEP)
FLOAT = Options(going_out=GoingOut.FLOAT)
BOOTING = Options(booting_bonus=25, going_out_bonus=10)
BY_TURN = Options(first_meld_minimum=30, first_meld_counts=FirstMeldCounts.TURN)
TAKEN_8H = Drawn(DrawSource.DISCARD_PILE, cards("8H"))


def test_a_discard_ends_the_turn() -> None:
    result = turn("discard 2C", playing("2C 3C 2C", players=5)).result
    assert result is not None
    assert (result.hand, result.discard_pile) == (cards("3C 2C"), cards("QC KC 2C"))
    assert (result.turn_complete, result.round_over, result.next_seat, result.bonus) == (True, False, 1, 0)
    assert turn("discard 2C", playing("2C 3C")).obligations == ()


def test_the_last_seat_is_followed_by_the_first() -> None:
    result = turn("discard 2C", playing("2C 3C", seat=2)).result
    assert result is not None
    assert result.next_seat == 0


@pytest.mark.parametrize("going_out", GoingOut)
def test_who_discards_the_last_card_goes_out(going_out: GoingOut) -> None:
    result = turn("discard 2C", playing("2C"), Options(going_out=going_out, going_out_bonus=10)).result
    assert result is not None
    assert (result.went_out, result.round_over, result.ended_by) == (True, True, EndedBy.WENT_OUT)
    assert (result.next_seat, result.bonus, result.turn_complete) == (None, 10, True)


STOCK_ENDS = [
    (StockEnd.AT_NEXT_DRAW, "QC", True),
    (StockEnd.WHEN_DECLINED, "QC", False),
    (StockEnd.WHEN_NOBODY_CAN_PLAY, "QC", False),
    (StockEnd.RESHUFFLE, "QC", False),
    (StockEnd.RESHUFFLE, "", True),
]


@pytest.mark.parametrize(("stock_end", "pile", "over"), STOCK_ENDS)
def test_the_discard_after_the_last_stock_card_may_end_the_round(stock_end: StockEnd, pile: str, *, over: bool) -> None:
    options = Options(stock_end=stock_end, going_out_bonus=10)
    result = turn("discard 2C", playing("2C 3C", pile, stock_count=0), options).result
    assert result is not None
    assert (result.round_over, result.ended_by, result.bonus) == (over, EndedBy.STOCK if over else None, 0)
    assert (result.went_out, result.next_seat) == (False, None if over else 1)


def test_the_one_card_of_a_booting_seat_is_discarded() -> None:
    table = melds("0: 9S 9H 9D")
    result = turn("discard 2C", position("2C", table=table, first_turn=True, booting=True), BOOTING).result
    assert result is not None
    assert (result.went_out, result.bonus) == (True, 35)


ACCEPTED: list[tuple[str, Position, str, Options]] = [
    ("another card than the one taken", playing("8H 2C", drawn=TAKEN_8H), "discard 2C", KEEP),
    ("the twin of the one taken", playing("8H 8H 2C", drawn=TAKEN_8H, players=5), "discard 8H", KEEP),
    (
        "the twin when a copy was laid",
        playing("8H 8H 8S 8C 2C", drawn=TAKEN_8H, players=5),
        "lay 8H 8S 8C, discard 8H",
        KEEP,
    ),
    (
        "one of several taken",
        playing("8H 2C", drawn=Drawn(DrawSource.DISCARD_PILE, cards("8H 2C"), used=True)),
        "discard 2C",
        KEEP,
    ),
    ("a first meld was not begun", playing("2C 3C"), "discard 2C", BY_TURN),
    ("a first meld was reached", playing("2C 3C", has_melded=False, melded_this_turn=30), "discard 2C", BY_TURN),
]


@pytest.mark.parametrize(("why", "at", "told", "options"), ACCEPTED)
def test_a_discard_is_lawful(why: str, at: Position, told: str, options: Options) -> None:
    assert codes(told, at, options) == [], why


OWING = playing("2C 3C", table=melds("0: 5H 6H 7H"), has_melded=False, melded_this_turn=18)
REFUSED: list[tuple[Position, str, Options, list[str]]] = [
    (position("2C"), "discard 2C", AMERICAN, ["NOT_DRAWN_YET"]),
    (position("2C", first_turn=True), "discard 2C", BOOTING, ["NOT_DRAWN_YET"]),
    (position(""), "discard 2C", AMERICAN, ["ROUND_OVER"]),
    (playing(""), "discard 2C", AMERICAN, ["ROUND_OVER"]),
    (playing(""), "discard 2C", FLOAT, ["NOT_YOUR_TURN"]),
    (playing("2C 3C"), "discard 2C, discard 3C", AMERICAN, ["NOT_YOUR_TURN"]),
    (playing("2C"), "discard 2C, discard 3C", AMERICAN, ["ROUND_OVER"]),
    (playing("2C 3C"), "discard 4C", AMERICAN, ["CARD_NOT_IN_HAND"]),
    (playing("8H 2C", drawn=TAKEN_8H), "discard 2C", AMERICAN, ["DUG_CARD_UNUSED"]),
    (playing("8H 2C", drawn=TAKEN_8H), "discard 8H", AMERICAN, ["DUG_CARD_UNUSED"]),
    (playing("8H 2C", drawn=TAKEN_8H), "discard 8H", KEEP, ["JUST_TAKEN"]),
    (playing("8H 2C", drawn=TAKEN_8H), "discard 3C", AMERICAN, ["CARD_NOT_IN_HAND", "DUG_CARD_UNUSED"]),
    (OWING, "discard 2C", BY_TURN, ["FIRST_MELD_BELOW_MINIMUM"]),
    (
        OWING._replace(drawn=TAKEN_8H, hand=cards("8H 2C")),
        "discard 8H",
        Options(top_discard=Duty.KEEP, first_meld_minimum=30, first_meld_counts=FirstMeldCounts.TURN),
        ["JUST_TAKEN", "FIRST_MELD_BELOW_MINIMUM"],
    ),
    (
        OWING._replace(drawn=TAKEN_8H, hand=cards("8H 2C")),
        "discard 3C",
        BY_TURN,
        ["CARD_NOT_IN_HAND", "DUG_CARD_UNUSED", "FIRST_MELD_BELOW_MINIMUM"],
    ),
    (
        position("2C 3C", table=melds("0: 9S 9H 9D"), first_turn=True, booting=True),
        "discard 2C",
        BOOTING,
        ["DEAD_END"],
    ),
]


@pytest.mark.parametrize(("at", "told", "options", "expected"), REFUSED)
def test_a_discard_is_refused(at: Position, told: str, options: Options, expected: list[str]) -> None:
    assert codes(told, at, options) == expected


BOOTED = position("2C 3C", table=melds("0: 9S 9H 9D"), first_turn=True, booting=True)
MESSAGES: list[tuple[Position, str, Options, str, str]] = [
    (playing("2C 3C"), "discard 4C", AMERICAN, "4C is not in the hand.", "4C"),
    (playing("8H 2C", drawn=TAKEN_8H), "discard 2C", AMERICAN, "8H must be used before the discard.", "8H"),
    (
        playing("8H 2C", drawn=TAKEN_8H),
        "discard 8H",
        KEEP,
        "8H was just taken from the pile and may not be thrown back this turn.",
        "8H",
    ),
    (BOOTED, "discard 2C", BOOTING, "A seat that has not drawn discards only its last card.", "2C"),
]


@pytest.mark.parametrize(("at", "told", "options", "message", "told_cards"), MESSAGES)
def test_a_refused_discard_is_told_in_cards(
    at: Position, told: str, options: Options, message: str, told_cards: str
) -> None:
    (fault,) = turn(told, at, options).violations
    assert (fault.message, fault.cards, fault.place) == (message, cards(told_cards), ("moves", 0, "card"))


def test_a_minimum_not_reached_is_told_in_points() -> None:
    (fault,) = turn("discard 2C", OWING, BY_TURN).violations
    assert fault.message == "The first meld must be worth 30; this is worth 18."
