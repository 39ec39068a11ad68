"""Whether the melds of one turn together reach the first-meld minimum, and leave a use for the dug card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from service.rules.arrangement import Objective, best
from service.rules.cards import card, cards
from service.rules.first_melds import melds_before_dug_card_reach, melds_reach, melds_with_dug_card_reach
from service.rules.options import AceInRuns, Jokers, Options, SetSuits
from tests.rules.arrangement_deals import deck_of, hand_at_random, options_at_random
from tests.rules.test_uses import shapes

AMERICAN = Options()
DISTINCT = Options(set_suits=SetSuits.DISTINCT)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=4)
STRICT = replace(WILD, min_naturals=3)
OWN_RANK = Options(jokers=Jokers.OWN_RANK, jokers_per_deck=4)
CORNER = Options(ace_in_runs=AceInRuns.CORNER, corner_ace_points=1)

#: Hands, and what all their melds are worth together, with every card laid or with one left.
TOGETHER: list[tuple[str, Options, int, int]] = [
    ("5H 6H 7H", AMERICAN, 18, 0),
    ("5H 6H 7H 2C", AMERICAN, 18, 18),
    ("5H 6H 7H 8H", AMERICAN, 26, 21),
    ("5H 6H 7H 9S 9H 9D", AMERICAN, 45, 27),
    ("5H 6H 7H 7S 7D", AMERICAN, 21, 21),
    ("5H 6H 7H 7S 7D 7C", AMERICAN, 39, 28),
    ("JK 5H 6H 9S 9H", WILD, 33, 33),
    ("JK JK 5H 6H 9S 9H", WILD, 59, 50),
    ("JK JK JK 9S 9H 9D", OWN_RANK, 72, 45),
    ("JK JK 9S 9H 9D", WILD, 48, 48),
    ("JK JK JK 9S 9H 9D", WILD, 72, 54),
    ("JK JK 9S 9H 9D 9C 2C", WILD, 68, 66),
    ("9S 9S 9H", DISTINCT, 0, 0),
]


@pytest.mark.parametrize(("hand", "options", "all_laid", "one_left"), TOGETHER)
def test_the_worth_of_all_melds_together(hand: str, options: Options, all_laid: int, one_left: int) -> None:
    for keep_one, worth in ((False, all_laid), (True, one_left)):
        assert melds_reach(cards(hand), worth, options, keep_one=keep_one)
        assert not melds_reach(cards(hand), worth + 1, options, keep_one=keep_one)


@pytest.mark.parametrize("seed", range(8))
def test_hands_reach_what_their_best_melds_are_worth_and_no_more(seed: int) -> None:
    random = Random(seed)
    for _ in range(12):
        options = options_at_random(random)
        hand = hand_at_random(random, deck_of(options, 1), 14, random.choice((0, 1, 2, 4)))
        for keep_one in (False, True):
            worth = best(hand, (), options, objective=Objective.MELDED, keep_one=keep_one).value
            assert not worth or melds_reach(hand, worth, options, keep_one=keep_one)
            assert not melds_reach(hand, worth + 1, options, keep_one=keep_one)


def test_nothing_owed_is_reached_with_nothing() -> None:
    assert melds_reach((), 0, AMERICAN, keep_one=False)
    assert not melds_reach((), 0, AMERICAN, keep_one=True)
    assert melds_reach(cards("2C"), -3, AMERICAN, keep_one=True)
    assert not melds_reach((), 1, AMERICAN, keep_one=False)


#: The dug card, the hand with it, the options, and what melds with that card among them are worth together, all cards
#: laid or one left.
WITH_DUG: list[tuple[str, str, Options, int, int]] = [
    ("2C", "2C 2D 2H 9S 9H 9D", AMERICAN, 33, 6),
    ("2C", "2C 3D 2H 9S 9H 9D", AMERICAN, 0, 0),
    ("7H", "5H 6H 7H 7S 7D 7C", AMERICAN, 39, 28),
    ("5H", "5H 6H 7H 7S 7D", AMERICAN, 18, 18),
    ("9S", "9S 9S 9H 9D 8S 10S", AMERICAN, 54, 36),
    ("9S", "9S 9S 9H 9D", DISTINCT, 27, 27),
    ("9S", "9S 9S 8S 7S", DISTINCT, 24, 24),
    ("JK", "JK 5H 6H 7H 2C", WILD, 33, 33),
    ("JK", "JK 5H 6H 7H", WILD, 33, 28),
    ("JK", "JK 5H 6H 7H", STRICT, 33, 0),
    ("JK", "JK 5H 6H 7H 2C", STRICT, 33, 33),
    ("JK", "JK JK 5H 6H 7H", STRICT, 48, 33),
    ("JK", "JK 5H 7C 2C", WILD, 0, 0),
    ("JK", "JK JK JK 9S 9H 9D 2C", OWN_RANK, 72, 72),
    ("JK", "JK JK JK 9S 9H 9D", OWN_RANK, 72, 45),
    ("JK", "JK JK 9S 9H 9D", OWN_RANK, 0, 0),
    ("JK", "JK JK JK JK 2C", OWN_RANK, 60, 60),
    ("JK", "JK JK JK JK 2C", replace(OWN_RANK, double_four_of_a_kind=True), 120, 120),
]


@pytest.mark.parametrize(("dug", "hand", "options", "all_laid", "one_left"), WITH_DUG)
def test_the_worth_of_melds_with_the_dug_card(
    dug: str, hand: str, options: Options, all_laid: int, one_left: int
) -> None:
    for keep_one, worth in ((False, all_laid), (True, one_left)):
        reached = [
            melds_with_dug_card_reach(card(dug), cards(hand), owed, options, keep_one=keep_one)
            for owed in (max(worth, 1), worth + 1)
        ]
        assert reached == [worth > 0, False], keep_one


#: The dug card, the hand with it, melds of the table, points owed, and whether melds reach them before its lay-off.
BEFORE: list[tuple[str, str, list[str], int, Options, bool]] = [
    ("2C", "2C 5H 6H 7H 9S 9H 9D", ["3C 4C 5C"], 45, AMERICAN, True),
    ("2C", "2C 5H 6H 7H 9S 9H 9D", ["3C 4C 5C"], 46, AMERICAN, False),
    ("2C", "2C 5H 6H 7H 9S 9H 9D", ["4C 5C 6C"], 45, AMERICAN, False),
    ("2C", "2C 3C 5H 6H 7H 9S 9H 9D", ["4C 5C 6C"], 45, AMERICAN, True),
    ("8H", "8H 7H 7S 7D 9S 9D 9C", ["4H 5H 6H"], 27, AMERICAN, True),
    ("8H", "8H 7H 7S 7D 9S 9D 9C", ["4H 5H 6H"], 28, AMERICAN, False),
    ("8H", "8H JK 7H 7S 7D 9S 9D 9C", ["4H 5H 6H"], 48, STRICT, True),
    ("8H", "8H JK 7H 7S 7D 9S 9D 9C", ["4H 5H 6H"], 49, STRICT, False),
    ("JK", "JK 9S 9H 9D", ["JK JK JK"], 27, OWN_RANK, True),
    ("JK", "JK 9S 9H 9D", ["JK JK JK JK", "3S 3H 3D"], 27, OWN_RANK, False),
    ("2S", "2S AS KS QS 9S 9H 9D", [], 62, CORNER, True),
    ("2S", "2S AS KS QS 9S 9H 9D", [], 63, CORNER, False),
    ("2S", "2S AS KS QS 9S 9H 9D", [], 62, AMERICAN, False),
    ("KS", "KS AS 2S 3S 9D 9H 9C", [], 33, CORNER, True),
    ("KS", "KS AS 2S 3S 9D 9H 9C", [], 34, CORNER, False),
    ("3S", "3S JK AS KS QS 9D 9H 9C", [], 62, replace(CORNER, jokers=Jokers.WILD), True),
    ("3S", "3S JK AS KS JS 9D 9H 9C", [], 62, replace(CORNER, jokers=Jokers.WILD), False),
]


@pytest.mark.parametrize(("dug", "hand", "melds", "owed", "options", "reached"), BEFORE)
def test_melds_reach_the_minimum_before_the_dug_card_is_laid_off(
    dug: str, hand: str, melds: list[str], owed: int, options: Options, *, reached: bool
) -> None:
    on = shapes(*melds, options=options if options.jokers is Jokers.OWN_RANK else WILD)
    answer = melds_before_dug_card_reach(card(dug), cards(hand), owed, on, options, keep_one=False)
    assert answer is reached


def test_a_card_is_left_where_one_must_be() -> None:
    on = shapes("3C 4C 5C")
    for hand, left in (("2C 9S 9H 9D", False), ("2C 9S 9H 9D KC", True)):
        assert melds_before_dug_card_reach(card("2C"), cards(hand), 27, on, AMERICAN, keep_one=True) is left
