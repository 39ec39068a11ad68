"""Passing on an empty stock."""

from __future__ import annotations

import pytest

from service.rules.options import Options, StockEnd
from service.rules.questions import EndedBy, Position
from tests.rules.turn_told import AMERICAN, codes, playing, position, turn

WHEN_DECLINED = Options(stock_end=StockEnd.WHEN_DECLINED)
WHEN_NOBODY = Options(stock_end=StockEnd.WHEN_NOBODY_CAN_PLAY)
AT_NEXT_DRAW = Options(stock_end=StockEnd.AT_NEXT_DRAW)
RESHUFFLE = Options(stock_end=StockEnd.RESHUFFLE)
BOOTING = Options(booting_bonus=25)


def test_who_declines_ends_the_round() -> None:
    result = turn("pass", position("2C 9D", stock_count=0), WHEN_DECLINED).result
    assert result is not None
    assert (result.round_over, result.ended_by, result.went_out) == (True, EndedBy.STOCK, False)
    assert (result.next_seat, result.turn_complete, result.bonus) == (None, True, 0)


@pytest.mark.parametrize(("passes", "over"), [(0, False), (1, False), (2, True)])
def test_the_round_is_over_when_all_have_passed_in_a_row(passes: int, *, over: bool) -> None:
    result = turn("pass", position("2C 9D", stock_count=0, passes=passes), WHEN_NOBODY).result
    assert result is not None
    assert (result.round_over, result.next_seat) == (over, None if over else 1)


REFUSED: list[tuple[Position, str, Options, list[str]]] = [
    (position("2C"), "pass", AMERICAN, ["STOCK_NOT_EMPTY"]),
    (position("2C", stock_count=0), "pass", RESHUFFLE, ["STOCK_NOT_EMPTY"]),
    (position("2C", stock_count=0), "pass", AT_NEXT_DRAW, ["ROUND_OVER"]),
    (position(""), "pass", AMERICAN, ["ROUND_OVER"]),
    (playing("2C 9D"), "pass", AMERICAN, ["MUST_DISCARD"]),
    (position("2C 9D"), "draw KH, pass", AMERICAN, ["MUST_DISCARD"]),
    (position("5H 6H 7H 9S 9H 9D KS", first_turn=True), "lay 5H 6H 7H, pass", BOOTING, ["MUST_DISCARD"]),
    (position("2C 9D"), "draw KH, discard KH, pass", AMERICAN, ["NOT_YOUR_TURN"]),
    (position("2C 9D", stock_count=0), "pass, pass", WHEN_NOBODY, ["NOT_YOUR_TURN"]),
    (position("2C 9D", stock_count=0), "pass, pass", WHEN_DECLINED, ["ROUND_OVER"]),
]


@pytest.mark.parametrize(("at", "told", "options", "expected"), REFUSED)
def test_a_pass_is_refused(at: Position, told: str, options: Options, expected: list[str]) -> None:
    assert codes(told, at, options) == expected


def test_refusals_are_in_the_words_of_the_rulebook() -> None:
    (fault,) = turn("pass", position("2C")).violations
    assert fault.message == "A seat passes only when the stock is used up."
    assert (fault.place, fault.cards) == (("moves", 0), ())
