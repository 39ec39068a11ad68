"""Drawing from the stock."""

from __future__ import annotations

import pytest

from service.rules.cards import cards
from service.rules.moves import attempt, violations
from service.rules.options import Options, StockEnd
from service.rules.questions import Drawn, DrawSource, DrawStock, Phase, Position
from service.rules.turns import table_at
from tests.rules.turn_told import AMERICAN, codes, melds, playing, position, turn

RESHUFFLE = Options(stock_end=StockEnd.RESHUFFLE)
AT_NEXT_DRAW = Options(stock_end=StockEnd.AT_NEXT_DRAW)
BOOTING = Options(booting_bonus=25)


def test_a_card_is_drawn_from_the_stock() -> None:
    result = turn("draw KH", position("2C 9D")).result
    assert result is not None
    assert (result.hand, result.stock_count, result.discard_pile) == (cards("2C 9D KH"), 19, cards("QC KC"))
    assert (result.turn_complete, result.next_seat) == (False, 0)


def test_the_pile_but_its_top_card_becomes_the_new_stock() -> None:
    result = turn("draw 4S", position("2C 9D", "4S 5S KC", stock_count=0), RESHUFFLE).result
    assert result is not None
    assert (result.hand, result.stock_count, result.discard_pile) == (cards("2C 9D 4S"), 1, cards("KC"))


def test_the_card_below_the_top_one_may_come_too() -> None:
    assert codes("draw 5S", position("2C 9D", "4S 5S KC", stock_count=0), RESHUFFLE) == []


def test_a_stock_is_not_made_anew_while_it_has_cards() -> None:
    result = turn("draw 5S", position("2C 9D", "4S KC", stock_count=1), RESHUFFLE).result
    assert result is not None
    assert (result.stock_count, result.discard_pile) == (0, cards("4S KC"))


def test_a_draw_forgets_those_who_passed() -> None:
    told = position("2C 9D", stock_count=0, passes=2)
    options = Options(stock_end=StockEnd.WHEN_NOBODY_CAN_PLAY)
    assert codes("take 1", told, options) == ["DUG_CARD_HAS_NO_USE"]
    table, _ = table_at(position("2C 9D", stock_count=1), AMERICAN)
    assert not violations(DrawStock(), table._replace(passes=1), AMERICAN)
    _, after = attempt(DrawStock(cards("5S")[0]), table._replace(passes=1), AMERICAN)
    assert after.passes == 0


REFUSED: list[tuple[Position, str, Options, list[str]]] = [
    (position(""), "draw KH", AMERICAN, ["ROUND_OVER"]),
    (position("2C", stock_count=0), "draw KH", AT_NEXT_DRAW, ["ROUND_OVER"]),
    (position("2C", "KC", stock_count=0), "draw 4S", RESHUFFLE, ["ROUND_OVER"]),
    (position("2C", "", stock_count=0), "draw 4S", RESHUFFLE, ["ROUND_OVER"]),
    (playing("2C 9D"), "draw KH", AMERICAN, ["ALREADY_DRAWN"]),
    (position("2C 9D"), "draw KH, draw QH", AMERICAN, ["ALREADY_DRAWN"]),
    (position("2C 9D"), "draw KH, discard KH, draw QH", AMERICAN, ["NOT_YOUR_TURN"]),
    (
        position("5H 6H 7H 9S 9H 9D KS", first_turn=True),
        "lay 5H 6H 7H, draw KH",
        BOOTING,
        ["ALREADY_DRAWN"],
    ),
    (position("2C", stock_count=0), "draw KH", AMERICAN, ["STOCK_EMPTY"]),
    (position("2C 9D"), "draw 2C", AMERICAN, ["TOO_MANY_COPIES"]),
    (position("2C 9D"), "draw KC", AMERICAN, ["TOO_MANY_COPIES"]),
    (position("2C 9D", table=melds("1: 5H 6H 7H")), "draw 6H", AMERICAN, ["TOO_MANY_COPIES"]),
    (position("2C 9D"), "draw JK", AMERICAN, ["JOKER_NOT_IN_DECK"]),
    (position("2C 9D", "4S 5S KC", stock_count=0), "draw KC", RESHUFFLE, ["IMPOSSIBLE_TABLE"]),
    (position("2C 9D", "4S 5S KC", stock_count=0), "draw 8H", RESHUFFLE, ["IMPOSSIBLE_TABLE"]),
    (position("2C", stock_count=0), "draw 2C", AMERICAN, ["STOCK_EMPTY"]),
]


@pytest.mark.parametrize(("at", "told", "options", "expected"), REFUSED)
def test_a_draw_is_refused(at: Position, told: str, options: Options, expected: list[str]) -> None:
    assert codes(told, at, options) == expected


def test_the_card_that_cannot_have_come_is_pointed_at() -> None:
    (fault,) = turn("draw 2C", position("2C 9D")).violations
    assert (fault.place, fault.cards, fault.move_index) == (("moves", 0, "card"), cards("2C"), 0)
    (fault,) = turn("draw 8H", position("2C 9D", "4S 5S KC", stock_count=0), RESHUFFLE).violations
    assert (fault.place, fault.cards) == (("moves", 0, "card"), cards("8H"))
    assert fault.message == "8H is not among the discards that become the new stock."


def test_a_twin_may_come_where_there_are_two_decks() -> None:
    assert codes("draw 2C", position("2C 9D", players=5)) == []


def test_a_draw_is_judged_without_its_card_too() -> None:
    table, _ = table_at(position("2C 9D"), AMERICAN)
    assert violations(DrawStock(), table, AMERICAN) == ()
    played = table._replace(phase=Phase.PLAY, drawn=Drawn(DrawSource.STOCK, cards("5S")))
    assert [each.code for each in violations(DrawStock(), played, AMERICAN)] == ["ALREADY_DRAWN"]
