"""What is a set, what is a run, what may join them, and what a joker stands for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import pytest

from service.rules.cards import JOKER, KING, NATURALS, cards, natural_card
from service.rules.melds import (
    RUNS,
    Reading,
    Run,
    Set,
    _run,
    fill_in,
    has_ace,
    join,
    may_lie,
    read_meld,
)
from service.rules.options import AceInRuns, Jokers, Options, SetSuits
from service.rules.questions import AceEnd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.rules.questions import Cards

AMERICAN: Final = Options()
DISTINCT: Final = replace(AMERICAN, set_suits=SetSuits.DISTINCT)
LOW: Final = replace(AMERICAN, ace_in_runs=AceInRuns.LOW)
HIGH: Final = replace(AMERICAN, ace_in_runs=AceInRuns.HIGH)
CORNER: Final = replace(AMERICAN, ace_in_runs=AceInRuns.CORNER)
FOUR: Final = replace(AMERICAN, min_run_length=4)
WILD: Final = replace(AMERICAN, jokers=Jokers.WILD, jokers_per_deck=4)
WILD_DISTINCT: Final = replace(WILD, set_suits=SetSuits.DISTINCT)
WILD_CORNER: Final = replace(WILD, ace_in_runs=AceInRuns.CORNER)
NO_NATURALS: Final = replace(WILD, min_naturals=0)
TWO_NATURALS: Final = replace(WILD, min_naturals=2)
OWN_RANK: Final = replace(AMERICAN, jokers=Jokers.OWN_RANK, jokers_per_deck=4)
LEVEL: Final = replace(AMERICAN, low_ace_points=15)
ALL_RANKS: Final = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
LOW_TO_QUEEN: Final = ALL_RANKS.removesuffix(" KS")
TWO_TO_KING: Final = ALL_RANKS.removeprefix("AS ")

#: What is given, the end of the ace that is named, and how the meld lies.
MELDS: Final = [
    (AMERICAN, "7S 7H 7D", None, "7S 7H 7D"),
    (AMERICAN, "7C 7S 7D 7H", None, "7C 7S 7D 7H"),
    (AMERICAN, "7S 7S 7D", None, "7S 7S 7D"),
    (AMERICAN, "7S 7S 7S 7S", None, "7S 7S 7S 7S"),
    (DISTINCT, "AS AH AC", None, "AS AH AC"),
    (AMERICAN, "AS AH AC", AceEnd.LOW, "AS AH AC"),
    (AMERICAN, "7H 5H 6H", None, "5H 6H 7H"),
    (AMERICAN, "7H 5H 6H", AceEnd.HIGH, "5H 6H 7H"),
    (AMERICAN, "10H KH JH QH", None, "10H JH QH KH"),
    (AMERICAN, "3S AS 2S", None, "AS 2S 3S"),
    (AMERICAN, "3S AS 2S", AceEnd.LOW, "AS 2S 3S"),
    (AMERICAN, "AS KS QS", None, "QS KS AS"),
    (AMERICAN, "AS KS QS", AceEnd.HIGH, "QS KS AS"),
    (AMERICAN, LOW_TO_QUEEN, None, LOW_TO_QUEEN),
    (AMERICAN, f"AS {TWO_TO_KING.removeprefix('2S ')}", None, f"{TWO_TO_KING.removeprefix('2S ')} AS"),
    (AMERICAN, ALL_RANKS, AceEnd.LOW, ALL_RANKS),
    (AMERICAN, ALL_RANKS, AceEnd.HIGH, f"{TWO_TO_KING} AS"),
    (LEVEL, ALL_RANKS, None, ALL_RANKS),
    (LEVEL, ALL_RANKS, AceEnd.HIGH, f"{TWO_TO_KING} AS"),
    (LOW, "3S AS 2S", None, "AS 2S 3S"),
    (LOW, ALL_RANKS, None, ALL_RANKS),
    (LOW, ALL_RANKS, AceEnd.LOW, ALL_RANKS),
    (HIGH, "QS KS AS", None, "QS KS AS"),
    (HIGH, ALL_RANKS, None, f"{TWO_TO_KING} AS"),
    (HIGH, ALL_RANKS, AceEnd.HIGH, f"{TWO_TO_KING} AS"),
    (CORNER, "2S AS KS", None, "KS AS 2S"),
    (CORNER, "3S AS QS KS 2S", None, "QS KS AS 2S 3S"),
    (CORNER, "AS 2S 3S", AceEnd.LOW, "AS 2S 3S"),
    (CORNER, ALL_RANKS, None, f"{TWO_TO_KING.removeprefix('2S ')} AS 2S"),
    (CORNER, ALL_RANKS, AceEnd.LOW, ALL_RANKS),
    (CORNER, ALL_RANKS, AceEnd.HIGH, f"{TWO_TO_KING} AS"),
    (FOUR, "5H 6H 7H 8H", None, "5H 6H 7H 8H"),
    (FOUR, "7S 7H 7D", None, "7S 7H 7D"),
    (WILD, "5H JK=6H 7H", None, "5H JK=6H 7H"),
    (WILD, "7H 5H JK=6H", None, "5H JK=6H 7H"),
    (WILD, "JK=AS KS QS", None, "QS KS JK=AS"),
    (WILD, "5H JK 7H", None, "5H JK=6H 7H"),
    (WILD, "JK 5H 8H JK", None, "5H JK=6H JK=7H 8H"),
    (WILD, "JK=2S KS QS 3S 4S 5S 6S 7S 8S 9S 10S JS JK", AceEnd.HIGH, f"JK={TWO_TO_KING} JK=AS"),
    (WILD, f"{TWO_TO_KING} JK", None, f"JK=AS {TWO_TO_KING}"),
    (WILD, "AS 2S JK", None, "AS 2S JK=3S"),
    (WILD, "AS KS JK", None, "JK=QS KS AS"),
    (WILD, "JK QS KS", AceEnd.LOW, "JK=JS QS KS"),
    (WILD_CORNER, "AS 2S JK", AceEnd.LOW, "AS 2S JK=3S"),
    (WILD_CORNER, "KS JK 2S", None, "KS JK=AS 2S"),
    (WILD_DISTINCT, "7S 7H 7D JK", None, "7S 7H 7D JK=7C"),
    (WILD_DISTINCT, "JK 7S JK 7H", None, "JK=7D 7S JK=7C 7H"),
    (WILD_DISTINCT, "7S JK=7H JK=7C", None, "7S JK=7H JK=7C"),
    (WILD, "7S JK=7S 7S", None, "7S JK=7S 7S"),
    (TWO_NATURALS, "5H JK=6H 7H", None, "5H JK=6H 7H"),
    (TWO_NATURALS, "5H 6H 7H", None, "5H 6H 7H"),
    (NO_NATURALS, "JK=5H JK=6H JK=7H", None, "JK=5H JK=6H JK=7H"),
    (NO_NATURALS, "JK=7S JK=7S JK=7S", None, "JK=7S JK=7S JK=7S"),
    (OWN_RANK, "JK JK JK", None, "JK JK JK"),
    (OWN_RANK, "JK JK JK JK", None, "JK JK JK JK"),
    (OWN_RANK, "5H 6H 7H", None, "5H 6H 7H"),
]
NO_MELDS: Final = [
    (AMERICAN, "7S", None),
    (AMERICAN, "7S 7H", None),
    (AMERICAN, "5H 6H", None),
    (AMERICAN, "7S 7H 7D 7C 7S", None),
    (AMERICAN, "5H 6H 8H", None),
    (AMERICAN, "5H 6H 6H", None),
    (AMERICAN, "5H 6H 7H 7H", None),
    (AMERICAN, "5H 6H 7S", None),
    (AMERICAN, "5H 5S 6H", None),
    (AMERICAN, "KS AS 2S", None),
    (AMERICAN, "AS 2S 3S", AceEnd.HIGH),
    (AMERICAN, "QS KS AS", AceEnd.LOW),
    (AMERICAN, f"{ALL_RANKS} AS", None),
    (AMERICAN, f"{LOW_TO_QUEEN} QS", None),
    (AMERICAN, "AS 2H 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", None),
    (DISTINCT, "7S 7S 7D", None),
    (DISTINCT, "7S 7H 7D 7D", None),
    (LOW, "QS KS AS", None),
    (LOW, ALL_RANKS, AceEnd.HIGH),
    (HIGH, "AS 2S 3S", None),
    (HIGH, ALL_RANKS, AceEnd.LOW),
    (CORNER, "KS AS 2S", AceEnd.LOW),
    (CORNER, "KS AS 2S", AceEnd.HIGH),
    (CORNER, "KS 2S 3S", None),
    (FOUR, "5H 6H 7H", None),
    (FOUR, "JK=5H 6H 7H", None),
    (replace(WILD, min_run_length=4), "5H JK 7H", None),
    (AMERICAN, "5H JK=6H 7H", None),
    (AMERICAN, "JK JK JK", None),
    (WILD, "5H JK", None),
    (WILD, "JK JK=6H JK=7H", None),
    (WILD, "5H JK=6S 7H", None),
    (WILD, "5H JK=6H 6H", None),
    (WILD, "5H JK 9H", None),
    (WILD, "5H JK 6S", None),
    (WILD, "KS JK=AS 2S", None),
    (WILD, "QS KS JK=AS", AceEnd.LOW),
    (WILD, "KS AS JK", AceEnd.LOW),
    (WILD, f"{ALL_RANKS} JK", None),
    (WILD_DISTINCT, "7S JK=7S 7H", None),
    (WILD_DISTINCT, "7S 7S JK", None),
    (WILD_DISTINCT, "7S 7H 7D 7C JK", None),
    (TWO_NATURALS, "5H JK=6H JK=7H", None),
    (TWO_NATURALS, "5H JK JK", None),
    (OWN_RANK, "JK JK", None),
    (OWN_RANK, "JK JK JK JK JK", None),
    (OWN_RANK, "JK JK 7H", None),
    (OWN_RANK, "JK JK JK=7H", None),
    (OWN_RANK, "5H JK=6H 7H", None),
]
#: What is given, and what its unnamed jokers could stand for.
AMBIGUOUS: Final = [
    (WILD, "5H 6H JK", None, "4H 7H"),
    (WILD, "JK QS KS", None, "JS AS"),
    (WILD, "7S 7H JK", None, "7S 7H 7D 7C"),
    (WILD_DISTINCT, "7S 7H JK", None, "7D 7C"),
    (WILD, "7S 7H 7D JK", None, "7S 7H 7D 7C"),
    (WILD_CORNER, "AS 2S JK", None, "3S KS"),
    (WILD_CORNER, "QS JK KS JK", None, "10S JS AS 2S"),
    (WILD, "7H JK JK", None, "7S 7H 7D 7C 5H 6H 8H 9H"),
    (WILD, "AH JK JK", AceEnd.LOW, "AS AH AD AC 2H 3H"),
    (NO_NATURALS, "JK JK=6H JK=7H", None, "5H 8H"),
]
ACE_OPEN: Final = [
    (AMERICAN, ALL_RANKS),
    (replace(AMERICAN, low_ace_points=5), ALL_RANKS),
    (WILD, "AS 2S 3S JK=4S 5S 6S 7S 8S 9S 10S JS QS KS"),
    (WILD, "AS 2S 3S JK 5S 6S 7S 8S 9S 10S JS QS KS"),
]


@pytest.mark.parametrize(("options", "given", "ace", "lying"), MELDS)
def test_these_cards_make_a_meld(options: Options, given: str, ace: AceEnd | None, lying: str) -> None:
    reading = read_meld(cards(given), ace, options)
    assert reading.cards == cards(lying)
    assert Counter(reading.laid) == Counter(reading.cards)
    assert [card.held for card in reading.laid] == [card.held for card in cards(given)]
    assert (reading.names, reading.ace_open) == ((), False)


@pytest.mark.parametrize(("options", "given", "ace"), NO_MELDS)
def test_these_cards_make_none(options: Options, given: str, ace: AceEnd | None) -> None:
    assert read_meld(cards(given), ace, options) == (None, (), (), (), False)


@pytest.mark.parametrize(("options", "given", "ace", "names"), AMBIGUOUS)
def test_jokers_that_could_stand_for_several_cards_are_to_be_named(
    options: Options, given: str, ace: AceEnd | None, names: str
) -> None:
    reading = read_meld(cards(given), ace, options)
    assert (reading.shape, reading.cards, reading.ace_open) == (None, (), False)
    assert sorted(reading.names, key=NATURALS.index) == sorted(cards(names), key=NATURALS.index)


@pytest.mark.parametrize(("options", "given"), ACE_OPEN)
def test_the_end_of_the_ace_is_to_be_named_where_thirteen_cards_lie(options: Options, given: str) -> None:
    assert read_meld(cards(given), None, options) == (None, (), (), (), True)


SHAPES: Final = [
    (AMERICAN, "7S 7H 7D", None, Set(7, 0b0111, 3)),
    (AMERICAN, "7S 7S 7D 7D", None, Set(7, 0b0101, 4)),
    (OWN_RANK, "JK JK JK", None, Set(0, 0, 3)),
    (AMERICAN, "5H 6H 7H", None, Run(1, 5, 3, 7, 0b1110000, None)),
    (AMERICAN, "AC 2C 3C 4C", None, Run(3, 1, 4, 4, 0b1111, AceEnd.LOW)),
    (AMERICAN, "QD KD AD", None, Run(2, 12, 3, 14, 0b1100000000001, AceEnd.HIGH)),
    (CORNER, "KD AD 2D", None, Run(2, 13, 3, 15, 0b1000000000011, None)),
    (CORNER, ALL_RANKS, None, Run(0, 3, 13, 15, 0b1111111111111, None)),
]


@pytest.mark.parametrize(("options", "given", "ace", "shape"), SHAPES)
def test_a_meld_has_this_shape(options: Options, given: str, ace: AceEnd | None, shape: Set | Run) -> None:
    assert read_meld(cards(given), ace, options).shape == shape


@pytest.mark.parametrize(
    ("suit", "low", "length", "run"),
    [
        (1, 5, 3, Run(1, 5, 3, 7, 0b1110000, None)),
        (3, 1, 4, Run(3, 1, 4, 4, 0b1111, AceEnd.LOW)),
        (2, 12, 3, Run(2, 12, 3, 14, 0b1100000000001, AceEnd.HIGH)),
        (0, 13, 4, Run(0, 13, 4, 16, 0b1000000000111, None)),
        (0, 2, 13, Run(0, 2, 13, 14, 0b1111111111111, AceEnd.HIGH)),
        (0, 1, 13, Run(0, 1, 13, 13, 0b1111111111111, AceEnd.LOW)),
    ],
)
def test_a_run_is_made_of_its_suit_its_lowest_place_and_its_length(suit: int, low: int, length: int, run: Run) -> None:
    assert _run(suit, low, length) == run == RUNS[suit][low][length]


#: What lies, what is laid off, the end of the ace that is named, and how the meld then lies.
JOINING: Final = [
    (AMERICAN, "5H 6H 7H", "8H", None, "5H 6H 7H 8H"),
    (AMERICAN, "5H 6H 7H", "4H", AceEnd.LOW, "4H 5H 6H 7H"),
    (AMERICAN, "5H 6H 7H", "8H 4H", None, "4H 5H 6H 7H 8H"),
    (AMERICAN, "5H 6H 7H", "9H 3H 4H 8H", None, "3H 4H 5H 6H 7H 8H 9H"),
    (AMERICAN, "2H 3H 4H", "AH", None, "AH 2H 3H 4H"),
    (AMERICAN, "2H 3H 4H", "AH", AceEnd.LOW, "AH 2H 3H 4H"),
    (AMERICAN, "JH QH KH", "AH", None, "JH QH KH AH"),
    (AMERICAN, "JH QH KH", "AH 10H", AceEnd.HIGH, "10H JH QH KH AH"),
    (AMERICAN, LOW_TO_QUEEN, "KS", None, ALL_RANKS),
    (AMERICAN, f"{TWO_TO_KING[3:]} AS", "2S", None, f"{TWO_TO_KING} AS"),
    (AMERICAN, TWO_TO_KING, "AS", AceEnd.LOW, ALL_RANKS),
    (AMERICAN, TWO_TO_KING, "AS", AceEnd.HIGH, f"{TWO_TO_KING} AS"),
    (AMERICAN, TWO_TO_KING[3:], "AS 2S", AceEnd.HIGH, f"{TWO_TO_KING} AS"),
    (LEVEL, TWO_TO_KING, "AS", None, ALL_RANKS),
    (LOW, TWO_TO_KING, "AS", None, ALL_RANKS),
    (HIGH, TWO_TO_KING, "AS", None, f"{TWO_TO_KING} AS"),
    (CORNER, TWO_TO_KING, "AS", None, f"{TWO_TO_KING[3:]} AS 2S"),
    (CORNER, TWO_TO_KING, "AS", AceEnd.LOW, ALL_RANKS),
    (CORNER, TWO_TO_KING, "AS", AceEnd.HIGH, f"{TWO_TO_KING} AS"),
    (CORNER, LOW_TO_QUEEN, "KS", None, ALL_RANKS),
    (CORNER, "JH QH KH", "AH 2H", None, "JH QH KH AH 2H"),
    (CORNER, "QH KH AH", "2H", None, "QH KH AH 2H"),
    (CORNER, "AH 2H 3H", "KH", None, "KH AH 2H 3H"),
    (CORNER, "AH 2H 3H", "QH KH", None, "QH KH AH 2H 3H"),
    (CORNER, "KH AH 2H", "JH 3H QH", None, "JH QH KH AH 2H 3H"),
    (AMERICAN, "7S 7H 7D", "7C", None, "7S 7H 7D 7C"),
    (AMERICAN, "7S 7H 7D", "7S", None, "7S 7H 7D 7S"),
    (DISTINCT, "7S 7H 7D", "7C", AceEnd.LOW, "7S 7H 7D 7C"),
    (WILD, "5H 6H 7H", "JK=8H", None, "5H 6H 7H JK=8H"),
    (WILD, "5H 6H 7H", "JK 9H", None, "5H 6H 7H JK=8H 9H"),
    (WILD, "5H 6H 7H", "JK 9H JK 3H", None, "3H JK=4H 5H 6H 7H JK=8H 9H"),
    (WILD, LOW_TO_QUEEN, "JK", None, f"{LOW_TO_QUEEN} JK=KS"),
    (WILD, TWO_TO_KING, "JK", None, f"JK=AS {TWO_TO_KING}"),
    (WILD, TWO_TO_KING, "JK=AS", AceEnd.HIGH, f"{TWO_TO_KING} JK=AS"),
    (WILD, "AH 2H 3H", "JK", None, "AH 2H 3H JK=4H"),
    (WILD_CORNER, "AH 2H 3H", "JK QH", None, "QH JK=KH AH 2H 3H"),
    (WILD, TWO_TO_KING[:-3], "JK=AS KS", None, f"JK=AS {TWO_TO_KING}"),
    (WILD, "2H 3H 4H", "JK", AceEnd.HIGH, "2H 3H 4H JK=5H"),
    (WILD_DISTINCT, "7S 7H 7D", "JK", None, "7S 7H 7D JK=7C"),
    (WILD, "7S 7H 7D", "JK=7S", None, "7S 7H 7D JK=7S"),
    (OWN_RANK, "JK JK JK", "JK", None, "JK JK JK JK"),
    (TWO_NATURALS, "5H 6H 7H", "JK=8H JK=9H", None, "5H 6H 7H JK=8H JK=9H"),
]
NOT_JOINING: Final = [
    (AMERICAN, "5H 6H 7H", "9H", None),
    (AMERICAN, "5H 6H 7H", "8S", None),
    (AMERICAN, "5H 6H 7H", "8H 10H", None),
    (AMERICAN, "5H 6H 7H", "8H 8H", None),
    (AMERICAN, "5H 6H 7H", "6H", None),
    (AMERICAN, "5H 6H 7H", "7S", None),
    (AMERICAN, "QH KH AH", "2H", None),
    (AMERICAN, "AH 2H 3H", "KH", None),
    (AMERICAN, "2H 3H 4H", "AH", AceEnd.HIGH),
    (AMERICAN, "JH QH KH", "AH", AceEnd.LOW),
    (AMERICAN, ALL_RANKS, "AS", AceEnd.LOW),
    (AMERICAN, ALL_RANKS, "2S", AceEnd.LOW),
    (LOW, "JH QH KH", "AH", None),
    (LOW, TWO_TO_KING, "AS", AceEnd.HIGH),
    (HIGH, "2H 3H 4H", "AH", None),
    (CORNER, "AH 2H 3H", "KH", AceEnd.LOW),
    (CORNER, "JH QH KH", "2H", None),
    (AMERICAN, "7S 7H 7D", "8S", None),
    (AMERICAN, "7S 7H 7D", "7C 7S", None),
    (DISTINCT, "7S 7H 7D", "7S", None),
    (DISTINCT, "7S 7H 7D 7C", "7S", None),
    (AMERICAN, "5H 6H 7H", "JK=8H", None),
    (AMERICAN, "7S 7H 7D", "JK=7C", None),
    (AMERICAN, "7S 7H 7D", "JK", None),
    (WILD, "5H 6H 7H", "JK=9H", None),
    (WILD, "5H 6H 7H", "JK=6H", None),
    (WILD, "5H 6H 7H", "JK=8S", None),
    (WILD, "5H 6H 7H", "JK 10H", None),
    (WILD_DISTINCT, "7S 7H 7D", "JK=7S", None),
    (WILD_DISTINCT, "7S 7H 7D 7C", "JK", None),
    (WILD, "7S 7H 7D", "JK=8S", None),
    (WILD, ALL_RANKS, "JK", AceEnd.LOW),
    (OWN_RANK, "JK JK JK", "7H", None),
    (OWN_RANK, "JK JK JK", "JK=7H", None),
    (OWN_RANK, "JK JK JK", "JK JK", None),
    (OWN_RANK, "7S 7H 7D", "JK", None),
    (OWN_RANK, "5H 6H 7H", "JK", None),
]
JOINING_SEVERAL_WAYS: Final = [
    (WILD, "5H 6H 7H", "JK", None, "4H 8H"),
    (WILD, "5H 6H 7H", "JK JK", None, "3H 4H 8H 9H"),
    (WILD, "5H 6H 7H", "8H JK", None, "4H 9H"),
    (WILD, "2H 3H 4H", "JK", None, "AH 5H"),
    (WILD_CORNER, "QH KH AH", "JK", None, "2H JH"),
    (WILD, "7S 7H 7D", "JK", None, "7S 7H 7D 7C"),
    (WILD, "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "JK", None, "2S AS"),
]


def joined(options: Options, lying: str, given: str, ace: AceEnd | None) -> Reading:
    end = AceEnd.LOW if lying == ALL_RANKS else None
    meld = read_meld(cards(lying), end, options)
    assert meld.shape is not None
    return join(meld.shape, meld.cards, cards(given), ace, options)


@pytest.mark.parametrize(("options", "lying", "given", "ace", "after"), JOINING)
def test_these_cards_join_a_meld(options: Options, lying: str, given: str, ace: AceEnd | None, after: str) -> None:
    reading = joined(options, lying, given, ace)
    assert reading.cards == cards(after)
    assert Counter(reading.cards) == Counter(cards(lying) + reading.laid)
    assert [card.held for card in reading.laid] == [card.held for card in cards(given)]


def test_a_set_that_a_card_joins_shows_its_suit_too() -> None:
    assert joined(AMERICAN, "7S 7H 7D", "7C", None).shape == Set(7, 0b1111, 4)
    assert joined(AMERICAN, "7S 7H 7D", "7S", None).shape == Set(7, 0b0111, 4)
    assert joined(OWN_RANK, "JK JK JK", "JK", None).shape == Set(0, 0, 4)


@pytest.mark.parametrize(("options", "lying", "given", "ace"), NOT_JOINING)
def test_these_cards_do_not_join_it(options: Options, lying: str, given: str, ace: AceEnd | None) -> None:
    assert joined(options, lying, given, ace) == (None, (), (), (), False)


@pytest.mark.parametrize(("options", "lying", "given", "ace", "names"), JOINING_SEVERAL_WAYS)
def test_jokers_that_could_join_as_several_cards_are_to_be_named(
    options: Options, lying: str, given: str, ace: AceEnd | None, names: str
) -> None:
    reading = joined(options, lying, given, ace)
    assert sorted(reading.names, key=NATURALS.index) == sorted(cards(names), key=NATURALS.index)
    assert (reading.shape, reading.cards, reading.ace_open) == (None, (), False)


@pytest.mark.parametrize(
    ("lying", "given"), [(TWO_TO_KING, "AS"), (TWO_TO_KING[3:], "AS 2S"), (LOW_TO_QUEEN[3:], "KS AS")]
)
def test_the_end_of_an_ace_that_completes_thirteen_cards_is_to_be_named(lying: str, given: str) -> None:
    assert joined(AMERICAN, lying, given, None) == (None, (), (), (), True)


def sets_of_one_deck() -> Iterator[Cards]:
    for rank in range(1, KING + 1):
        of_rank = [natural_card(rank, suit) for suit in range(4)]
        for size in (3, 4):
            yield from combinations(of_rank, size)


def test_one_deck_makes_65_sets() -> None:
    assert sum(read_meld(given, None, DISTINCT).shape is not None for given in sets_of_one_deck()) == 65


@pytest.mark.parametrize(
    ("ace_in_runs", "count"),
    [(AceInRuns.LOW, 264), (AceInRuns.HIGH, 264), (AceInRuns.EITHER, 304), (AceInRuns.CORNER, 524)],
)
def test_one_deck_makes_so_many_runs(ace_in_runs: AceInRuns, count: int) -> None:
    options = replace(LEVEL, ace_in_runs=ace_in_runs)
    of_suit = NATURALS[:KING]
    found = sum(
        read_meld(given, None, options).shape is not None
        for size in range(3, KING + 1)
        for given in combinations(of_suit, size)
    )
    assert 4 * found == count


@pytest.mark.parametrize(
    ("low", "length", "lawful"),
    [
        (1, 3, "either low corner"),
        (2, 12, "either low high corner"),
        (2, 13, "either high corner"),
        (1, 13, "either low corner"),
        (11, 3, "either low high corner"),
        (12, 3, "either high corner"),
        (13, 3, "corner"),
        (3, 13, "corner"),
    ],
)
def test_a_run_may_lie_there(low: int, length: int, lawful: str) -> None:
    assert [each for each in AceInRuns if may_lie(low, length, each)] == [
        each for each in AceInRuns if each in lawful.split()
    ]


def test_only_a_run_has_a_place_for_an_ace() -> None:
    assert has_ace(RUNS[0][1][3])
    assert has_ace(RUNS[0][12][3])
    assert not has_ace(RUNS[0][2][12])
    assert not has_ace(Set(1, 0b111, 3))


def test_jokers_are_named_in_the_order_in_which_they_are_given() -> None:
    assert fill_in(cards("JK 5H JK JK=2C"), cards("6H 7H")) == cards("JK=6H 5H JK=7H JK=2C")
    assert JOKER not in fill_in(cards("JK"), cards("AS"))
