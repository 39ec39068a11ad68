"""How few cards a dug card can be used with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.rules.cards import card, cards
from service.rules.melds import RUNS, Set, Shape, read_meld
from service.rules.options import AceInRuns, Jokers, Options, SetSuits
from service.rules.plays import holding
from service.rules.uses import (
    naturals_of_rank,
    open_suits,
    smallest_lay_off,
    smallest_meld,
    smallest_once_freed,
    ways_out,
)

AMERICAN = Options()
DISTINCT = Options(set_suits=SetSuits.DISTINCT)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=4)
OWN_RANK = Options(jokers=Jokers.OWN_RANK, jokers_per_deck=4)
BANNED = replace(WILD, joker_layoff_ban=True)
FOUR = Options(min_run_length=4)
LOW = Options(ace_in_runs=AceInRuns.LOW)
HIGH = Options(ace_in_runs=AceInRuns.HIGH)
CORNER = Options(ace_in_runs=AceInRuns.CORNER)


def naturals(count: int) -> Options:
    return replace(WILD, min_naturals=count)


def shapes(*melds: str, options: Options = WILD) -> list[Shape]:
    """Return the shapes of melds of the table."""
    found = [read_meld(cards(each), None, options).shape for each in melds]
    assert all(found)
    return [shape for shape in found if shape is not None]


MELDS: list[tuple[str, str, Options, int | None]] = [
    ("9S", "9S 9H 9D", AMERICAN, 3),
    ("9S", "9S 9S 9H", AMERICAN, 3),
    ("9S", "9S 9S 9H", DISTINCT, None),
    ("9S", "9S 9H", AMERICAN, None),
    ("9S", "9S 9H JK", WILD, 3),
    ("9S", "9S 9H JK", AMERICAN, None),
    ("9S", "9S 9H JK", naturals(2), 3),
    ("9S", "9S 9H JK", naturals(3), None),
    ("9S", "9S 9H 9D JK", naturals(3), 3),
    ("9S", "9S JK JK", WILD, 3),
    ("9S", "9S JK JK", naturals(2), None),
    ("9S", "9S JK JK", naturals(0), 3),
    ("9S", "9S JK", WILD, None),
    ("7S", "7S 8S 9S", AMERICAN, 3),
    ("8S", "7S 8S 9S", AMERICAN, 3),
    ("9S", "7S 8S 9S", AMERICAN, 3),
    ("7S", "7S 8S 9S", FOUR, None),
    ("7S", "7S 8S 9S 10S", FOUR, 4),
    ("7S", "7S 8S 10S", AMERICAN, None),
    ("7S", "7S 2S 3S 4S", AMERICAN, None),
    ("7S", "7S 8H 9H", AMERICAN, None),
    ("7S", "7S 9S JK", WILD, 3),
    ("7S", "7S 10S QS JK JK JK", naturals(3), 6),
    ("7S", "7S 9S 10S JK", naturals(3), 4),
    ("7S", "7S 10S JK JK", naturals(2), 4),
    ("7S", "7S 10S JK JK", WILD, 3),
    ("AS", "AS 2S 3S", AMERICAN, 3),
    ("AS", "AS 2S 3S", HIGH, None),
    ("AS", "AS QS KS", AMERICAN, 3),
    ("AS", "AS QS KS", LOW, None),
    ("KS", "KS AS 2S", AMERICAN, None),
    ("KS", "KS AS 2S", CORNER, 3),
    ("JK", "JK JK JK", OWN_RANK, 3),
    ("JK", "JK JK 9S 9H", OWN_RANK, None),
    ("JK", "JK 9S 9H", WILD, 3),
    ("JK", "JK 9S 9S", WILD, 3),
    ("JK", "JK 9S 9S", replace(DISTINCT, jokers=Jokers.WILD), None),
    ("JK", "JK 9S", WILD, None),
    ("JK", "JK JK 9S", WILD, 3),
    ("JK", "JK JK 9S", naturals(2), None),
    ("JK", "JK JK JK", naturals(0), 3),
    ("JK", "JK JK JK", WILD, None),
    ("JK", "JK JK", naturals(0), None),
    ("JK", "JK 9S 9H 9D", naturals(3), 4),
    ("JK", "JK 9S 9H", naturals(3), None),
    ("JK", "JK 9S 9H 9D", naturals(2), 3),
    ("JK", "JK 7S 9S", WILD, 3),
    ("JK", "JK 7S 10S", WILD, None),
    ("JK", "JK 7S 8S 9S", naturals(3), 4),
    ("JK", "JK 7S 8S", replace(WILD, min_run_length=4), None),
    ("JK", "JK 7S 8S 10S", replace(WILD, min_run_length=4), 4),
    ("JK", "JK KC AC", WILD, 3),
    ("JK", "JK KC 2C", WILD, None),
    ("JK", "JK KC 2C", replace(WILD, ace_in_runs=AceInRuns.CORNER), 3),
]


@pytest.mark.parametrize(("dug", "hand", "options", "size"), MELDS)
def test_the_smallest_meld_that_holds_a_card(dug: str, hand: str, options: Options, size: int | None) -> None:
    assert smallest_meld(card(dug), holding(cards(hand)), options) == size


LAY_OFFS: list[tuple[str, str, list[str], Options, int | None]] = [
    ("8H", "8H", ["5H 6H 7H"], AMERICAN, 1),
    ("4H", "4H", ["5H 6H 7H"], AMERICAN, 1),
    ("9H", "9H 8H", ["5H 6H 7H"], AMERICAN, 2),
    ("9H", "9H", ["5H 6H 7H"], AMERICAN, None),
    ("9H", "9H JK", ["5H 6H 7H"], WILD, 2),
    ("9H", "9H JK", ["5H 6H 7H"], AMERICAN, None),
    ("10H", "10H JK", ["5H 6H 7H"], WILD, None),
    ("10H", "10H JK JK", ["5H 6H 7H"], WILD, 3),
    ("10H", "10H 9H JK", ["5H 6H 7H"], WILD, 3),
    ("8S", "8S", ["5H 6H 7H"], AMERICAN, None),
    ("6H", "6H", ["5H 6H 7H"], AMERICAN, None),
    ("9H", "9H 8H", ["5H 6H 7H", "10H JH QH"], AMERICAN, 1),
    ("9H", "9H 8H", ["10H JH QH", "5H 6H 7H"], AMERICAN, 1),
    ("9S", "9S", ["9H 9D 9C"], AMERICAN, 1),
    ("9H", "9H", ["9H 9D 9C"], AMERICAN, 1),
    ("9H", "9H", ["9H 9D 9C"], DISTINCT, None),
    ("9S", "9S", ["9H 9D 9C"], DISTINCT, 1),
    ("9S", "9S", ["9S 9H 9D 9C"], AMERICAN, None),
    ("8S", "8S", ["9H 9D 9C"], AMERICAN, None),
    ("AH", "AH", ["QH KH JH"], AMERICAN, 1),
    ("AH", "AH", ["QH KH JH"], LOW, None),
    ("AH", "AH", ["2H 3H 4H"], AMERICAN, 1),
    ("AH", "AH", ["2H 3H 4H"], HIGH, None),
    ("2H", "2H AH", ["QH KH JH"], AMERICAN, None),
    ("2H", "2H AH", ["QH KH JH"], CORNER, 2),
    ("KH", "KH AH", ["2H 3H 4H"], CORNER, 2),
    ("KH", "KH", ["2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH"], AMERICAN, 1),
    ("JK", "JK", ["5H 6H 7H"], WILD, 1),
    ("JK", "JK", ["5H 6H 7H"], OWN_RANK, None),
    ("JK", "JK", ["9H 9D 9C"], WILD, 1),
    ("JK", "JK", ["9H 9D 9C"], OWN_RANK, None),
    ("JK", "JK", ["9S 9H 9D 9C"], WILD, None),
    ("JK", "JK", [], WILD, None),
    ("JK", "JK 8H", ["5H 6H 7H"], BANNED, 1),
    ("JK", "JK 8H 4H", ["5H 6H 7H"], BANNED, 2),
    ("JK", "JK 8H 4H 9H 3H", ["5H 6H 7H"], BANNED, 3),
    ("JK", "JK 8H 9H 10H JH QH KH 4H 3H", ["5H 6H 7H"], BANNED, 3),
    ("JK", "JK 9S", ["9H 9D 9C"], replace(BANNED, set_suits=SetSuits.DISTINCT), None),
    ("JK", "JK 9S", ["9H 9D 9C"], BANNED, 1),
    ("JK", "JK 9S 9H 9D 9C", ["9H 9D 9C"], BANNED, None),
    ("JK", "JK 9S 9H 9D 9C", ["9H 9D 9C"], WILD, 1),
]


@pytest.mark.parametrize(("dug", "hand", "melds", "options", "size"), LAY_OFFS)
def test_the_smallest_lay_off_that_holds_a_card(
    dug: str, hand: str, melds: list[str], options: Options, size: int | None
) -> None:
    on = shapes(*melds, options=options)
    assert smallest_lay_off(card(dug), on, holding(cards(hand)), options) == size


def test_a_joker_joins_jokers_where_they_are_not_wild() -> None:
    held = holding(cards("JK 9S"))
    assert smallest_lay_off(card("JK"), shapes("JK JK JK", options=OWN_RANK), held, OWN_RANK) == 1
    assert smallest_lay_off(card("JK"), shapes("JK JK JK JK", options=OWN_RANK), held, OWN_RANK) is None
    assert smallest_lay_off(card("9S"), shapes("JK JK JK", options=OWN_RANK), held, OWN_RANK) is None


STRICT = replace(BANNED, set_suits=SetSuits.DISTINCT)
FREED: list[tuple[str, list[str], Options, int | None]] = [
    # KC goes on the run, and the joker on the set.
    ("KC", ["KS KH KD", "10C JC QC"], replace(STRICT, ace_in_runs=AceInRuns.LOW), 2),
    ("KC", ["KS KH KD"], STRICT, None),
    ("KC", ["KS KH KD", "9C 10C JC"], STRICT, None),
    ("KC QC", ["KS KH KD", "9C 10C JC"], STRICT, 3),
    # A twin must go too.
    ("KC KC", ["KS KH KD", "10C JC QC"], STRICT, None),
    ("KC KC", ["KS KH KD", "10C JC QC", "9C 10C JC QC"], STRICT, 3),
    # The joker on the run, KC on the set.
    ("KC AC", ["KS KH KD", "10C JC QC"], STRICT, 2),
    # Either run takes QC, and the other one the joker.
    ("QC KC", ["9C 10C JC", "9C 10C JC", "KS KH KD"], STRICT, 2),
    # The way to the joker needs a card that the other way needs too.
    ("QC KC", ["9C 10C JC", "8C 9C 10C JC"], replace(STRICT, ace_in_runs=AceInRuns.LOW), 2),
    ("", ["KS KH KD", "10C JC QC"], STRICT, None),
    ("KC", ["KS KH KD", "10C JC QC"], replace(STRICT, jokers=Jokers.OWN_RANK), None),
    ("KC", ["KS KH KD KC", "10C JC QC"], STRICT, None),
]


@pytest.mark.parametrize(("hand", "melds", "options", "size"), FREED)
def test_a_card_that_bars_a_joker_is_laid_off_first(
    hand: str, melds: list[str], options: Options, size: int | None
) -> None:
    on = shapes(*melds, options=WILD)
    assert smallest_once_freed(on, holding(cards(f"{hand} JK")), options) == size


def test_a_set_of_jokers_frees_nothing() -> None:
    on = shapes("JK JK JK", options=OWN_RANK)
    assert smallest_once_freed(on, holding(cards("JK 9S")), STRICT) is None


def test_the_naturals_of_a_rank_that_can_lie_in_one_set() -> None:
    held = holding(cards("9S 9S 9H 8D JK"))
    assert naturals_of_rank(9, held, AMERICAN) == 3
    assert naturals_of_rank(9, held, DISTINCT) == 2
    assert naturals_of_rank(10, held, AMERICAN) == 0


def test_the_suits_that_may_join_a_set() -> None:
    (shape,) = shapes("9S 9D 9C")
    assert isinstance(shape, Set)
    assert open_suits(shape, AMERICAN) == (0, 1, 2, 3)
    assert open_suits(shape, DISTINCT) == (1,)


WAYS: list[tuple[int, int, Options, tuple[list[int], list[int]]]] = [
    (5, 3, AMERICAN, ([8, 9, 10, 11, 12, 13, 1], [4, 3, 2, 1])),
    (5, 3, LOW, ([8, 9, 10, 11, 12, 13], [4, 3, 2, 1])),
    (5, 3, HIGH, ([8, 9, 10, 11, 12, 13, 1], [4, 3, 2])),
    (1, 12, AMERICAN, ([13], [])),
    (2, 12, AMERICAN, ([1], [1])),
    (1, 13, AMERICAN, ([], [])),
    (12, 3, AMERICAN, ([], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])),
    (12, 11, CORNER, ([10, 11], [11, 10])),
    (1, 3, CORNER, ([4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [13, 12, 11, 10, 9, 8, 7, 6, 5, 4])),
]


@pytest.mark.parametrize(("low", "length", "options", "ways"), WAYS)
def test_the_ranks_that_lie_beyond_the_ends_of_a_run(
    low: int, length: int, options: Options, ways: tuple[list[int], list[int]]
) -> None:
    above, below = ways_out(RUNS[1][low][length], options)
    assert (list(above), list(below)) == ways
