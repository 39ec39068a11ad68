"""What melds are worth at least and at most, as far as a glance tells: never more than they are, never less."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from service.rules.arrangement import Objective, best
from service.rules.cards import JOKER, card, cards
from service.rules.first_melds import melds_reach, melds_with_dug_card_reach
from service.rules.melded_bounds import most_melded, plainly_reach
from service.rules.options import AceInRuns, Jokers, Options, SetSuits
from service.rules.plays import holding
from tests.rules.arrangement_deals import deck_of, hand_at_random, options_at_random

AMERICAN = Options()
DISTINCT = Options(set_suits=SetSuits.DISTINCT)
CORNER = Options(ace_in_runs=AceInRuns.CORNER, corner_ace_points=5)
DOUBLE = Options(double_four_of_a_kind=True)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=4)
OWN_RANK = Options(jokers=Jokers.OWN_RANK, jokers_per_deck=4)

#: Hands, what melds that are taken as they come are worth, with every card laid and with one left.
AS_THEY_COME: list[tuple[str, Options, int, int]] = [
    ("9S 9H 9D", AMERICAN, 27, 0),
    ("9S 9H 9D 9C", DOUBLE, 72, 0),
    ("9S 9S 9H", DISTINCT, 0, 0),
    ("9S 9S 9H 9D", DISTINCT, 27, 27),
    ("5H 6H 7H 8H 2C", AMERICAN, 26, 26),
    ("5H 5H 6H 6H 7H 7H 2C", AMERICAN, 36, 36),
    ("JH QH KH AH 2C", AMERICAN, 45, 45),
    ("JH QH KH AH 2C", Options(ace_in_runs=AceInRuns.LOW), 30, 30),
    ("AH 2H 3H KC", AMERICAN, 6, 6),
    ("KH AH 2H 7C", CORNER, 17, 17),
    ("5H 6H 7H 9S 9H 9D", AMERICAN, 45, 0),
    ("7S 7H 7D 8D 9D", AMERICAN, 24, 24),
    ("6D 7D 7S 7H 7C 8D", AMERICAN, 42, 28),
    ("JK 9S 9H", WILD, 33, 0),
    ("JK 9S 9S", replace(WILD, set_suits=SetSuits.DISTINCT), 0, 0),
    ("JK 9S 9H 2C", replace(WILD, min_naturals=3), 0, 0),
    ("JK 9S 10S 2C", WILD, 34, 34),
    ("JK 9S 10S 2C", replace(WILD, min_naturals=3), 0, 0),
    ("JK 5H 6H 8H 2C", replace(WILD, min_naturals=3), 34, 34),
    ("JK 5H 6H 8H 9H", WILD, 43, 0),
    ("JK QH AH 2C", WILD, 40, 40),
    ("JK KS KH 2C 2D", WILD, 35, 35),
    ("JK JK KS KH 2C 2D", WILD, 54, 0),
    ("JK 5H 6H 7H", WILD, 33, 18),
    ("JK JK 5H 6H 7H", WILD, 48, 33),
    ("JK JK KS KH 7H", WILD, 35, 35),
    ("JK JK JK JK 9S 9H 9D", OWN_RANK, 27, 27),
]


@pytest.mark.parametrize(("hand", "options", "all_laid", "one_left"), AS_THEY_COME)
def test_the_worth_of_melds_that_are_taken_as_they_come(
    hand: str, options: Options, all_laid: int, one_left: int
) -> None:
    for keep_one, worth in ((False, all_laid), (True, one_left)):
        reached = [
            plainly_reach(holding(cards(hand)), least, options, keep_one=keep_one, with_all=None)
            for least in (max(worth, 1), worth + 1)
        ]
        assert reached == [worth > 0, False], keep_one


@pytest.mark.parametrize(("with_all", "reached"), [("7S", False), ("8S", True), ("2C", False)])
def test_every_copy_of_a_card_is_to_lie_in_the_melds(with_all: str, *, reached: bool) -> None:
    held = holding(cards("7S 7S 8S 9S 2C"))
    assert plainly_reach(held, 20, AMERICAN, keep_one=False, with_all=card(with_all)) is reached


#: Hands, and what their melds are not worth more than.
AT_MOST: list[tuple[str, Options, int]] = [
    ("5H 6H 8H 9S 9D KC", AMERICAN, 0),
    ("5H 6H 7H 9S 9D KC", AMERICAN, 18),
    ("5H 6H 7H 7S 7D", AMERICAN, 32),
    ("AS AH AD", Options(set_ace_points=5), 45),
    ("AS AH AD", Options(set_ace_points=5, ace_in_runs=AceInRuns.LOW), 45),
    ("KH AH 2H", AMERICAN, 0),
    ("KH AH 2H", CORNER, 27),
    ("9S 9S 9H", AMERICAN, 27),
    ("9S 9S 9H", DISTINCT, 0),
    ("9S 9H 9D", DOUBLE, 27),
    ("9S 9H 9D 9C", DOUBLE, 72),
    ("JK 5H 7C", WILD, 15),
    ("JK 9S 9H 2C", WILD, 33),
    ("JK 9S 9H 2C", replace(WILD, min_naturals=3), 15),
    ("JK 5H 6H 8H 9H KC", WILD, 43),
    ("JK 5H 6H 8H 9H KC KS", WILD, 43),
    ("JK 5H 7H KC KS", WILD, 35),
    ("JK JK 5H 7H KC KS", WILD, 70),
    ("JK JK 9S 9H", replace(WILD, double_four_of_a_kind=True), 60 + 72),
    ("JK JK JK JK 9S 9H", OWN_RANK, 60),
    ("JK JK JK JK 9S 9H", replace(OWN_RANK, double_four_of_a_kind=True), 120),
    ("JK JK JK 9S 9H 9D", replace(OWN_RANK, double_four_of_a_kind=True), 72),
]


@pytest.mark.parametrize(("hand", "options", "most"), AT_MOST)
def test_cards_that_are_in_no_meld_count_for_nothing(hand: str, options: Options, most: int) -> None:
    assert most_melded(cards(hand), holding(cards(hand)), options) == most


@pytest.mark.parametrize("seed", range(16))
def test_a_glance_tells_no_more_and_no_less_than_the_search(seed: int) -> None:
    random = Random(f"melded bounds {seed}")
    for _ in range(12):
        options = options_at_random(random, random.choice((None, AceInRuns.CORNER)))
        hand = hand_at_random(random, deck_of(options, random.choice((1, 2))), 13, random.choice((0, 1, 2, 3)))
        held = holding(hand)
        for keep_one in (False, True):
            worth = best(hand, (), options, objective=Objective.MELDED, keep_one=keep_one).value
            assert most_melded(hand, held, options) >= worth, (hand, options)
            assert not plainly_reach(held, worth + 1, options, keep_one=keep_one, with_all=None), (hand, options)
            for owed in {max(1, worth), max(1, worth - 20), worth + 1}:
                assert melds_reach(hand, owed, options, keep_one=keep_one) is (worth >= owed), (hand, options)


@pytest.mark.parametrize("seed", range(8))
def test_a_glance_at_melds_with_the_dug_card_tells_what_the_search_does(seed: int) -> None:
    random = Random(f"melded bounds, a dug card {seed}")
    for _ in range(12):
        options = options_at_random(random, random.choice((None, AceInRuns.CORNER)))
        hand = hand_at_random(random, deck_of(options, 1), 12, random.choice((0, 1, 2)))
        for dug in sorted(set(hand) - {JOKER})[:3]:
            worth = best(hand, (), options, objective=Objective.MELDED, must_lay=(dug,)).value
            for owed in {max(1, worth), worth + 1}:
                reached = melds_with_dug_card_reach(dug, hand, owed, options, keep_one=False)
                assert reached is (worth >= owed), (dug, hand, options)
