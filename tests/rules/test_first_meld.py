"""Whether one meld reaches the first-meld minimum, with the dug card in it or beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from service.rules.cards import card, cards
from service.rules.first_meld import one_meld_and_use_reach, one_meld_reaches
from service.rules.options import AceInRuns, Jokers, Options, PipPoints, SetSuits
from service.rules.plays import holding
from tests.rules.test_uses import shapes

ANY_SIZE = 13


def needing(minimum: int, **options: Any) -> Options:
    return Options(first_meld_minimum=minimum, **options)


def wild(minimum: int, **options: Any) -> Options:
    return needing(minimum, jokers=Jokers.WILD, jokers_per_deck=4, **options)


#: Hands and what their best meld is worth, the dug card in it if there is one.
WORTHS: list[tuple[str, str | None, int, dict[str, Any], int]] = [
    ("9S 9H 9D", None, ANY_SIZE, {}, 27),
    ("9S 9H 9D 9C", None, ANY_SIZE, {}, 36),
    ("9S 9H 9D 9C", None, 3, {}, 27),
    ("9S 9H 9D 9C", None, ANY_SIZE, {"double_four_of_a_kind": True}, 72),
    ("9S 9H 9D 9C", None, ANY_SIZE, {"pip_points": PipPoints.FIVE}, 20),
    ("9S 9S 9H", None, ANY_SIZE, {}, 27),
    ("9S 9S 9H KS KH KD", None, ANY_SIZE, {"set_suits": SetSuits.DISTINCT}, 30),
    ("AS AH AD", None, ANY_SIZE, {}, 45),
    ("AS AH AD", None, ANY_SIZE, {"set_ace_points": 5}, 15),
    ("5H 6H 7H", None, ANY_SIZE, {}, 18),
    ("5H 6H 7H 8H", None, ANY_SIZE, {}, 26),
    ("5H 6H 7H 8H", None, 3, {}, 21),
    ("AS 2S 3S", None, ANY_SIZE, {}, 6),
    ("AS 2S 3S", None, ANY_SIZE, {"low_ace_points": 15}, 20),
    ("AS KS QS", None, ANY_SIZE, {}, 35),
    ("AS KS 2S 3S", None, ANY_SIZE, {}, 6),
    ("AS KS 2S 3S", None, ANY_SIZE, {"ace_in_runs": AceInRuns.CORNER}, 30),
    ("AS KS 2S 3S", None, ANY_SIZE, {"ace_in_runs": AceInRuns.CORNER, "corner_ace_points": 5}, 20),
    ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", None, ANY_SIZE, {}, 99),
    ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", None, 12, {}, 99 - 2),
    ("9S 9H 9D 2C 2D 2H", "2C", ANY_SIZE, {}, 6),
    ("9S 9H 9D 9C", "9C", 3, {}, 27),
    ("9S 9H 9D 5H 6H 7H", "6H", ANY_SIZE, {}, 18),
    ("9S 9H 9D 5S 6S 7S 5H 6H", "6S", ANY_SIZE, {}, 18),
]
#: The same with wild jokers, which count 15.
WILD_WORTHS: list[tuple[str, str | None, int, dict[str, Any], int]] = [
    ("9S 9H JK", None, ANY_SIZE, {}, 33),
    ("9S 9H JK", None, ANY_SIZE, {"joker_points": 25}, 43),
    ("9S JK JK", None, ANY_SIZE, {}, 39),
    ("9S 9H JK JK", None, ANY_SIZE, {}, 48),
    ("9S 9H JK JK", None, ANY_SIZE, {"double_four_of_a_kind": True}, 96),
    ("9S 9H JK JK", None, 3, {}, 39),
    ("9S 9H 2C JK JK JK", None, ANY_SIZE, {"min_naturals": 2}, 48),
    ("9S 9H 9D JK JK JK", None, ANY_SIZE, {"min_naturals": 3}, 42),
    ("9S 9H 9D JK JK JK", None, 3, {"min_naturals": 3}, 27),
    ("9S 9H JK JK JK", None, ANY_SIZE, {"min_naturals": 0}, 54),
    ("JK JK JK", None, ANY_SIZE, {"min_naturals": 0}, 45),
    ("5H 7H JK", None, ANY_SIZE, {}, 27),
    ("5H 6H 7H JK", None, ANY_SIZE, {}, 33),
    ("5H 6H 7H JK", None, 3, {}, 28),
    ("5H 6H 7H JK", "5H", 3, {}, 27),
    ("5H 6H 7H JK JK", None, 3, {"min_naturals": 2}, 28),
    ("5H 6H 7H JK JK", None, 4, {"min_naturals": 2}, 43),
    ("5H 6H 7H JK JK", None, 5, {"min_naturals": 3}, 48),
    ("5H 6H 7H JK JK", None, 3, {"min_naturals": 3}, 18),
    ("5H JK JK 9S 9H 9D", "5H", 3, {}, 35),
    ("9S 9H 9D 9C JK", "9S", 4, {}, 42),
    ("9S 9H 9D 9C JK JK JK JK", "9S", 4, {"min_naturals": 0}, 54),
    ("9S 9H 9D 9C JK", "JK", 4, {}, 42),
    ("KS KH KD 2C 3C JK", "JK", 3, {}, 35),
    ("QS KS AS 2C 4C JK", "JK", 3, {"set_suits": SetSuits.DISTINCT}, 40),
    ("4H 5H 6H 7H 8H 9H 10H JH QH KH JK", "JK", ANY_SIZE, {}, 94),
]


@pytest.mark.parametrize(("hand", "dug", "room", "options", "worth"), WORTHS)
def test_the_worth_of_the_best_meld(hand: str, dug: str | None, room: int, options: dict[str, Any], worth: int) -> None:
    held, wanted = holding(cards(hand)), card(dug) if dug else None
    assert one_meld_reaches(held, room, needing(worth, **options), wanted)
    assert not one_meld_reaches(held, room, needing(worth + 1, **options), wanted)


@pytest.mark.parametrize(("hand", "dug", "room", "options", "worth"), WILD_WORTHS)
def test_the_worth_of_the_best_meld_with_jokers(
    hand: str, dug: str | None, room: int, options: dict[str, Any], worth: int
) -> None:
    held, wanted = holding(cards(hand)), card(dug) if dug else None
    assert one_meld_reaches(held, room, wild(worth, **options), wanted)
    assert not one_meld_reaches(held, room, wild(worth + 1, **options), wanted)


def test_jokers_that_are_not_wild_are_a_meld_of_their_own() -> None:
    options = {"jokers": Jokers.OWN_RANK, "jokers_per_deck": 4}
    held = holding(cards("JK JK JK JK 9S 9H"))
    assert one_meld_reaches(held, ANY_SIZE, needing(60, **options))
    assert one_meld_reaches(held, ANY_SIZE, needing(60, **options), card("JK"))
    assert not one_meld_reaches(held, ANY_SIZE, needing(61, **options))
    assert not one_meld_reaches(held, 3, needing(46, **options))
    assert one_meld_reaches(held, 3, needing(45, **options))
    assert one_meld_reaches(held, 4, needing(100, double_four_of_a_kind=True, **options))
    assert not one_meld_reaches(held, ANY_SIZE, needing(1, **options), card("9S"))
    assert not one_meld_reaches(holding(cards("JK JK 9S 9H 9D")), ANY_SIZE, needing(1, **options), card("JK"))


def test_a_run_of_another_suit_does_not_hold_the_dug_card() -> None:
    assert not one_meld_reaches(holding(cards("6S 5H 6H 7H 2C")), ANY_SIZE, needing(1), card("6S"))


def test_a_dug_joker_must_be_among_the_cards() -> None:
    held = holding(cards("KS KH KD JK"))
    assert not one_meld_reaches(held, 3, wild(1, min_naturals=3), card("JK"))
    assert one_meld_reaches(held, 4, wild(45, min_naturals=3), card("JK"))
    run = holding(cards("JS QS KS JK"))
    assert not one_meld_reaches(run, 3, wild(1, min_naturals=3), card("JK"))
    assert one_meld_reaches(run, 4, wild(45, min_naturals=3), card("JK"))


#: The dug card, the hand with it, melds of the table (None: it must be a new meld), cards that may be laid, and whether
#: a meld worth 30 can be laid that leaves a use for the dug card.
THIRTY: list[tuple[str, str, list[str] | None, int, Options, bool]] = [
    ("2C", "2C 2D 2H KS KH KD", None, 6, needing(30), True),
    ("2C", "2C 2D 2H KS KH KD", None, 5, needing(30), False),
    ("2C", "2C 2D 2H KS KH KD", None, 6, needing(31), False),
    ("2C", "2C 3C 4C KS KH KD", None, 6, needing(30), True),
    ("2C", "2C 3C KC KS KH KD", None, 6, needing(30), False),
    ("2C", "2C 3C 4C JC QC KC", None, 6, needing(30), True),
    ("2C", "2C 3C 4C 5C JC QC", None, 6, needing(30), False),
    ("9S", "9S 9H 9D 10S JS QS KS", None, 7, needing(40), True),
    ("9S", "9S 9H 9D JS QS KS AS", None, 7, needing(46), False),
    ("2C", "2C KS KH KD", ["3C 4C 5C"], 4, needing(30), True),
    ("2C", "2C KS KH KD", ["3C 4C 5C"], 3, needing(30), False),
    ("2C", "2C KS KH KD", None, 4, needing(30), False),
    ("2C", "2C KS KH KD", ["4C 5C 6C"], 4, needing(30), False),
    ("2C", "2C 3C KS KH KD", ["4C 5C 6C"], 5, needing(30), True),
    ("2C", "2C 3C KS KH KD", ["2S 2H 2D"], 5, needing(30), True),
    ("2C", "2C 3C KS KH KD", ["2C 2H 2D"], 5, needing(30, set_suits=SetSuits.DISTINCT), False),
    ("2C", "2C 3C KS KH KD", ["2S 2C 2H 2D"], 5, needing(30), False),
    # The bridge and the first meld need the same card.
    ("9S", "9S 10S 10H 10D", ["JS QS KS"], 4, needing(30), False),
    ("9S", "9S 10S 10H 10D 10C", ["JS QS KS"], 5, needing(30), True),
    # A joker takes the place of the card that the first meld needs.
    ("9S", "9S 10S 10H 10D JK", ["JS QS KS"], 5, wild(30), True),
    ("9S", "9S 10S 10H 10D JK", ["JS QS KS"], 5, wild(30, min_naturals=3), True),
    ("9S", "9S 10S 10H 10D JK", ["JS QS KS"], 5, wild(31, min_naturals=3), False),
    ("9S", "9S 8S 10S 10H 10D JK JK", None, 7, wild(30, min_naturals=3), False),
    ("9S", "9S 8S 10S 10H 10D JK JK", None, 7, wild(30, min_naturals=2), True),
    ("9S", "9S 9H 10H 10S 10D JK", None, 6, wild(30, min_naturals=2), True),
    ("9S", "9S 9H 9D 9C JK", None, 5, wild(30), False),
    # A longer run where so many natural cards are asked for.
    ("5S", "5S 8S 9S KS KH KD JK JK", None, 8, wild(30, min_naturals=3), True),
    ("5S", "5S 8S 9S KS KH KD JK JK", None, 7, wild(30, min_naturals=3), False),
    ("5S", "5S 8S 9S KS KH KD JK", None, 8, wild(30, min_naturals=3), False),
    ("5S", "5S 7S 9S KS KH KD JK JK", None, 8, wild(30, min_naturals=3), True),
    ("5S", "5S 6S 7S KS KH KD", None, 6, needing(30, min_run_length=4), False),
    ("5S", "5S 6S 7S 8S KS KH KD", None, 7, needing(30, min_run_length=4), True),
    ("2C", "2C KS KH KD JK JK JK", None, 7, wild(30, min_naturals=0), True),
    ("4C", "2C 3C 4C KS KH KD", None, 6, needing(30), True),
    ("9S", "9S KS KH KD 2C", ["JS QS KS"], 5, needing(30), False),
    ("2C", "2C KS KH KD", ["3S 3H 3D"], 4, needing(30), False),
    ("2C", "2C KS KH KD", ["2C 3C 4C"], 4, needing(30), False),
    # Twins.
    ("9S", "9S 9S 9H 10H 10S 10D", None, 6, needing(30), True),
    ("9S", "9S 9S 9H 10H 10S 10D", None, 6, needing(30, set_suits=SetSuits.DISTINCT), False),
    ("9S", "9S 9H 9H 10H 10S 10D", None, 6, needing(30, set_suits=SetSuits.DISTINCT), False),
    ("9S", "9S 9H 9D 10H 10S 10D", None, 6, needing(30, set_suits=SetSuits.DISTINCT), True),
    # Jokers that are not wild.
    ("JK", "JK KS KH KD", ["JK JK JK"], 4, needing(30, jokers=Jokers.OWN_RANK), True),
    ("JK", "JK KS KH KD", ["JK JK JK JK"], 4, needing(30, jokers=Jokers.OWN_RANK), False),
    ("JK", "JK KS KH KD", ["3S 4S 5S", "3S 3H 3D"], 4, needing(30, jokers=Jokers.OWN_RANK), False),
    ("JK", "JK KS KH KD", None, 4, needing(30, jokers=Jokers.OWN_RANK), False),
    ("JK", "JK JK JK AS AH AD KS", None, 7, needing(45, jokers=Jokers.OWN_RANK), True),
    ("JK", "JK JK JK AS AH AD KS", None, 5, needing(45, jokers=Jokers.OWN_RANK), False),
    ("JK", "JK JK AS AH AD KS", None, 7, needing(45, jokers=Jokers.OWN_RANK), False),
    ("JK", "JK KS KH KD", ["3S 4S 5S"], 4, wild(30), False),
    # The queen, king and ace are laid first, then the card goes round the corner.
    ("2S", "2S AS KS QS", [], 4, needing(30, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), True),
    ("2S", "2S AS KS QS", [], 3, needing(30, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), False),
    ("2S", "2S AS KS QS", None, 4, needing(30, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), False),
    ("2S", "2S AS KS QS", [], 4, needing(36, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), False),
    ("2S", "2S AS KS QS", [], 4, needing(30), False),
    ("3S", "3S 2S AS KS QS", [], 5, needing(30, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), True),
    ("3S", "3S 3D AS KS QS", [], 5, needing(30, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), False),
    ("3S", "3S JK AS KS QS", [], 5, wild(30, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), True),
    ("3S", "3S JK AS QS", [], 4, wild(30, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), False),
    ("KS", "KS AS 2S 3S", [], 4, needing(20, ace_in_runs=AceInRuns.CORNER, low_ace_points=15), True),
    ("KS", "KS AS 2S 3S", [], 4, needing(21, ace_in_runs=AceInRuns.CORNER, low_ace_points=15), False),
    ("QS", "KS AS 2S QS 3S", [], 5, needing(20, ace_in_runs=AceInRuns.CORNER, low_ace_points=15), True),
    ("QS", "KS AS 2S QS 3S", [], 4, needing(20, ace_in_runs=AceInRuns.CORNER, low_ace_points=15), False),
    ("AS", "AS 2S KS QS", [], 4, needing(30, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1), False),
]


@pytest.mark.parametrize(("dug", "hand", "melds", "room", "options", "reached"), THIRTY)
def test_a_first_meld_leaves_a_use_for_the_dug_card(
    dug: str, hand: str, melds: list[str] | None, room: int, options: Options, *, reached: bool
) -> None:
    on = None if melds is None else shapes(*melds, options=options)
    assert one_meld_and_use_reach(card(dug), holding(cards(hand)), on, room, options) is reached


def test_a_hand_is_left_as_it_was() -> None:
    held = holding(cards("2C 2D 2H KS KH KD"))
    before = (held.naturals.copy(), held.jokers, held.ranks.copy())
    assert one_meld_and_use_reach(card("2C"), held, None, 6, replace(needing(30)))
    assert (held.naturals, held.jokers, held.ranks) == before
