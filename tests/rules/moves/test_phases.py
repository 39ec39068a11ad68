"""What every move asks first, and which booting plays there are."""

from __future__ import annotations

import pytest

from service.rules.cards import card, cards
from service.rules.moves import attempt, violations
from service.rules.moves.phases import may_boot
from service.rules.options import GoingOut, Options
from service.rules.questions import (
    DiscardCard,
    DrawStock,
    LayMeld,
    LayOffCards,
    Pass,
    Position,
    TakeDiscards,
    TurnMove,
)
from service.rules.turns import table_at
from tests.rules.turn_told import AMERICAN, codes, melds, position

BOOTING = Options(booting_bonus=25)
REQUIRED = Options(booting_bonus=25, going_out=GoingOut.DISCARD_REQUIRED)
RUN = melds("1: 5H 6H 7H")

BOOTS: list[tuple[Position, Options, bool]] = [
    (position("5S 6S 7S 9S 9H 9D KS", first_turn=True), BOOTING, True),
    (position("5S 6S 7S 9S 9H 9D", first_turn=True), BOOTING, True),
    (position("5S 6S 7S 9S 9H 9D", first_turn=True), REQUIRED, False),
    (position("5S 6S 7S 9S 9H 9D KS", first_turn=True), REQUIRED, True),
    (position("5S 6S 7S 8S 9H 9D", first_turn=True), REQUIRED, False),
    (position("5S 6S 7S 9S 9H 9D KS 2C", first_turn=True), BOOTING, False),
    (position("5S 6S 7S 9S 9H 9D KS"), BOOTING, False),
    (position("5S 6S 7S 9S 9H 9D 9C KS", first_turn=True), BOOTING, False),
    (position("5S 6S 7S 9S 9H 9D 9C KS", first_turn=True, players=2), BOOTING, True),
    (position("5S 6S 7S 9S 9H 9D KS", first_turn=True), AMERICAN, False),
    (
        position("5S 6S 7S 9S 9H 9D KS", first_turn=True),
        Options(booting_bonus=25, going_out=GoingOut.FLOAT),
        False,
    ),
    (position("5S 6S 7S 8H 9H KS", table=RUN, first_turn=True), BOOTING, True),
    (position("5S 6S 7S 9H KS", table=RUN, first_turn=True), BOOTING, False),
]


@pytest.mark.parametrize(("at", "options", "boots"), BOOTS)
def test_a_seat_may_boot_if_its_hand_can_be_emptied(at: Position, options: Options, *, boots: bool) -> None:
    table, faults = table_at(at, options)
    assert faults == ()
    assert may_boot(table, options) is boots
    expected = [] if boots else ["NOT_DRAWN_YET"]
    assert codes("lay 5S 6S 7S", at, options) == expected


def test_booting_plays_follow_one_another_to_the_end() -> None:
    at = position("5S 6S 7S 9S 9H 9D KS", first_turn=True)
    assert codes("lay 9S 9H 9D, lay 5S 6S 7S, discard KS", at, BOOTING) == []
    assert codes("lay 9S 9H 9D, discard KS", at, BOOTING) == ["DEAD_END"]
    assert codes("lay 9S 9H 9D, take 1", at, BOOTING) == ["ALREADY_DRAWN"]


def test_a_move_is_judged_and_played_alike() -> None:
    table, _ = table_at(position("2C"), AMERICAN)
    assert violations(DrawStock(card("5S")), table, AMERICAN) == ()
    refused, after = attempt(DrawStock(card("5S")), table, AMERICAN)
    assert refused == ()
    assert after.hand == (card("2C"), card("5S"))


@pytest.mark.parametrize(
    "move",
    [
        DrawStock(card("2C")),
        TakeDiscards(9),
        LayMeld(cards("2C")),
        LayOffCards(cards("2C"), "m1"),
        DiscardCard(card("2C")),
        Pass(),
    ],
)
def test_a_refused_move_leaves_the_table_as_it_is(move: TurnMove) -> None:
    table, _ = table_at(position("2C"), AMERICAN)
    refused, after = attempt(move, table, AMERICAN)
    assert refused
    assert after is table
