"""Taking discards: the card wanted and every card above it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.rules.cards import cards
from service.rules.moves import attempt
from service.rules.options import Duty, GoingOut, Jokers, Options, SetSuits, StockEnd
from service.rules.questions import Drawn, DrawSource, Phase, Position, TakeDiscards
from service.rules.turns import table_at
from tests.rules.turn_told import AMERICAN, codes, melds, playing, position, turn

KEEP = Options(top_discard=Duty.KEEP)
NEW_MELD = Options(top_discard=Duty.NEW_MELD, deep_discard=Duty.NEW_MELD)
REQUIRED = Options(going_out=GoingOut.DISCARD_REQUIRED)
FLOAT = Options(going_out=GoingOut.FLOAT, top_discard=Duty.KEEP)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=2)
RUN = melds("1: 5H 6H 7H")


def test_discards_are_taken_with_every_card_above() -> None:
    table, _ = table_at(position("3C 3D 8S", "5C 3H QS"), AMERICAN)
    _, after = attempt(TakeDiscards(2), table._replace(passes=1), AMERICAN)
    assert (after.hand, after.pile) == (cards("3C 3D 8S 3H QS"), cards("5C"))
    assert (after.phase, after.drawn, after.passes) == (
        Phase.PLAY,
        Drawn(DrawSource.DISCARD_PILE, cards("3H QS")),
        0,
    )


ACCEPTED: list[tuple[str, Position, str, Options]] = [
    ("a set of the hand", position("3C 3D 8S", "5C 3H"), "take 1", AMERICAN),
    ("a run of the hand", position("3H 4H 8S", "5C 5H"), "take 1", AMERICAN),
    ("cards taken above it", position("3C 8S", "5C 3H 3D"), "take 2", AMERICAN),
    ("a meld of the table", position("2C 8S", "5C 8H", RUN), "take 1", AMERICAN),
    ("a set of the table", position("2C 8S", "5C 9D", melds("1: 9S 9H 9C")), "take 1", AMERICAN),
    ("a bridge from the hand", position("2C 8H", "5C 9H", RUN), "take 1", AMERICAN),
    ("a bridge that was taken too", position("2C 2D", "5C 9H 8H", RUN), "take 2", AMERICAN),
    ("a joker as a bridge", position("2C JK", "5C 9H", RUN), "take 1", WILD),
    ("a joker in a set", position("3C JK", "5C 3H"), "take 1", WILD),
    ("a card that may be kept", position("2C 9D", "5C KH"), "take 1", KEEP),
    ("a new meld", position("3C 3D 8S", "5C 3H"), "take 1", NEW_MELD),
    ("the hand is emptied", position("3C 3D", "5C 3H"), "take 1", AMERICAN),
    ("one card is left for the discard", position("3C 3D 8S", "5C 3H"), "take 1", REQUIRED),
    ("a floating seat uses it", position("", "5C 8H", RUN), "take 1", FLOAT),
    ("a floating seat takes more", position("", "8H 5C", RUN), "take 2", FLOAT),
    ("the last cards of the pile", position("3C 3D 8S", "3H", stock_count=0), "take 1", AMERICAN),
]


@pytest.mark.parametrize(("why", "at", "told", "options"), ACCEPTED)
def test_a_pickup_has_a_use(why: str, at: Position, told: str, options: Options) -> None:
    assert codes(told, at, options) == [], why


REFUSED: list[tuple[Position, str, Options, list[str]]] = [
    (position(""), "take 1", AMERICAN, ["ROUND_OVER"]),
    (position("2C", stock_count=0), "take 1", Options(stock_end=StockEnd.AT_NEXT_DRAW), ["ROUND_OVER"]),
    (playing("2C 9D"), "take 1", AMERICAN, ["ALREADY_DRAWN"]),
    (position("2C 9D"), "draw 3H, discard 3H, take 1", AMERICAN, ["NOT_YOUR_TURN"]),
    (position("2C 9D", ""), "take 1", AMERICAN, ["PILE_EMPTY"]),
    (position("2C 9D"), "take 3", AMERICAN, ["NOT_ENOUGH_DISCARDS"]),
    (position("3C 8D", "5C 3H"), "take 1", AMERICAN, ["DUG_CARD_HAS_NO_USE"]),
    (position("3C 3S 8D", "3H 5C"), "take 1", AMERICAN, ["DUG_CARD_HAS_NO_USE"]),
    (position("2C 2D", "5C 9H", RUN), "take 1", AMERICAN, ["DUG_CARD_HAS_NO_USE"]),
    (position("2C 8S", "5C 8H", RUN), "take 1", NEW_MELD, ["DUG_CARD_HAS_NO_USE"]),
    (position("2C 8S", "8H 5C", RUN), "take 2", NEW_MELD, ["DUG_CARD_HAS_NO_USE"]),
    (position("2C 2D", "8H 5C"), "take 2", KEEP, ["DUG_CARD_HAS_NO_USE"]),
    (position("3C 3D", "5C 3H"), "take 1", REQUIRED, ["DUG_CARD_HAS_NO_USE"]),
    (position("3C 3S", "5C 3S", players=5), "take 1", Options(set_suits=SetSuits.DISTINCT), ["DUG_CARD_HAS_NO_USE"]),
    (position("", "5C 9H", RUN), "take 1", FLOAT, ["DEAD_END"]),
]


@pytest.mark.parametrize(("at", "told", "options", "expected"), REFUSED)
def test_a_pickup_is_refused(at: Position, told: str, options: Options, expected: list[str]) -> None:
    assert codes(told, at, options) == expected


MESSAGES: list[tuple[Position, str, Options, str]] = [
    (position("2C 9D"), "take 3", AMERICAN, "3 discards cannot be taken: 2 lie there."),
    (position("2C 9D", ""), "take 3", AMERICAN, "Discards are taken from a pile that has some."),
    (
        position("3C 8D", "3H 5C"),
        "take 2",
        AMERICAN,
        "3H cannot be melded or laid off with this hand so that the turn can end.",
    ),
    (
        position("3C 8D", "5C 3H"),
        "take 1",
        NEW_MELD,
        "3H cannot be put into a new meld with this hand so that the turn can end.",
    ),
    (
        position("", "5C 9H", RUN),
        "take 1",
        FLOAT,
        "9H would be the only card in hand, and could be neither used nor thrown back.",
    ),
]


@pytest.mark.parametrize(("at", "told", "options", "message"), MESSAGES)
def test_a_refused_pickup_is_told_in_cards(at: Position, told: str, options: Options, message: str) -> None:
    (fault,) = turn(told, at, options).violations
    assert fault.message == message
    assert fault.place[:2] == ("moves", 0)


def test_the_dug_card_is_pointed_at() -> None:
    (fault,) = turn("take 2", position("3C 8D", "3H 5C")).violations
    assert (fault.place, fault.cards) == (("moves", 0, "count"), cards("3H"))
    (fault,) = turn("take 3", position("2C 9D")).violations
    assert (fault.place, fault.cards) == (("moves", 0, "count"), ())
    (fault,) = turn("take 1", position("", "5C 9H", RUN), FLOAT).violations
    assert (fault.place, fault.cards) == (("moves", 0, "count"), cards("9H"))


def test_a_top_card_and_a_deep_one_have_their_own_duty() -> None:
    options = replace(AMERICAN, top_discard=Duty.NEW_MELD)
    assert codes("take 1", position("2C 2D", "8H", RUN), options) == ["DUG_CARD_HAS_NO_USE"]
    assert codes("take 2", position("2C 2D", "8H 5C", RUN), options) == []
