"""What a card counts in each place."""

from dataclasses import replace
from typing import Final

import pytest

from service.rules.cards import NAMED_JOKERS, card, cards
from service.rules.options import RULESETS, Options, PipPoints, with_overrides
from service.rules.prices import CardPoints, ends_differ, prices_of

AMERICAN: Final = Options()
NORDIC: Final = RULESETS["nordic"].options
PLACES: Final = ("in_hand", "in_set", "low_ace", "high_ace", "corner_ace")


@pytest.fixture(autouse=True)
def _reckoned_anew() -> None:
    prices_of.cache_clear()


@pytest.mark.parametrize("place", PLACES)
def test_cards_above_nine_count_ten_and_those_below_their_face_or_five(place: str) -> None:
    row = cards("2S 3H 4D 5C 6S 7H 8D 9C 10S JH QD KC")
    face, five = ([getattr(prices_of(one), place)[each.index] for each in row] for one in (AMERICAN, NORDIC))
    assert face == [CardPoints(each, points) for each, points in zip(row, [*range(2, 10), *[10] * 4], strict=True)]
    assert five == [CardPoints(each, points) for each, points in zip(row, [*[5] * 8, *[10] * 4], strict=True)]


#: An option, its value, and what the ace then counts in hand, in a set, low, high, and in the middle of a run.
ACES: Final = [
    ("ace_in_hand_points", 5, (5, 15, 1, 15, 15)),
    ("set_ace_points", 5, (15, 5, 1, 15, 15)),
    ("low_ace_points", 5, (15, 15, 5, 15, 15)),
    ("low_ace_points", 15, (15, 15, 15, 15, 15)),
    ("corner_ace_points", 1, (15, 15, 1, 15, 1)),
]


@pytest.mark.parametrize(("option", "value", "points"), ACES)
def test_an_ace_counts_by_its_place(option: str, value: int, points: tuple[int, ...]) -> None:
    prices = prices_of(with_overrides(AMERICAN, {option: value}))
    assert tuple(getattr(prices, place)[card("AS").index].points for place in PLACES) == points


@pytest.mark.parametrize("points", [15, 20, 25])
def test_a_joker_counts_the_same_whatever_it_stands_for(points: int) -> None:
    prices = prices_of(replace(AMERICAN, joker_points=points, pip_points=PipPoints.FIVE))
    for joker in (card("JK"), *NAMED_JOKERS):
        assert [getattr(prices, place)[joker.index] for place in PLACES] == [CardPoints(joker, points)] * 5
        assert prices.doubled[joker.index] == CardPoints(joker, 2 * points)


def test_every_card_of_a_doubled_set_counts_twice() -> None:
    prices = prices_of(replace(AMERICAN, set_ace_points=5))
    assert [each.points for each in prices.doubled] == [2 * each.points for each in prices.in_set]


def test_prices_are_reckoned_once_for_the_same_options() -> None:
    assert prices_of(replace(AMERICAN)) is prices_of(AMERICAN)


def test_the_ends_of_a_run_of_all_ranks_count_the_same_where_a_low_ace_counts_fifteen() -> None:
    assert [ends_differ(replace(AMERICAN, low_ace_points=points)) for points in (1, 5, 15)] == [True, True, False]
