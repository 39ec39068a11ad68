"""Every meld and every lay-off that a hand holds: nothing twice, nothing that is none, and none left out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

import pytest

from service.rules.cards import ACE, JOKER, KING, NATURALS, Card, card, cards, joker_named, natural_card
from service.rules.melds import MAX_RUN, RUNS, Run, Set, Shape, join, may_lie, read_meld
from service.rules.options import AceInRuns, Jokers, Options, SetSuits
from service.rules.plays import holding, lay_offs_in, melds_in, wild_jokers
from service.rules.questions import AceEnd, Cards, LayMeld, LayOffCards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Play: TypeAlias = LayMeld | LayOffCards
#: A play, without the order of its cards.
Key: TypeAlias = tuple[tuple[int, ...], AceEnd | None]

AMERICAN: Final = Options()
WILD: Final = replace(AMERICAN, jokers=Jokers.WILD, jokers_per_deck=2)
OWN_RANK: Final = replace(AMERICAN, jokers=Jokers.OWN_RANK, jokers_per_deck=4)
CORNER: Final = replace(AMERICAN, ace_in_runs=AceInRuns.CORNER)
DISTINCT: Final = replace(AMERICAN, set_suits=SetSuits.DISTINCT)
ALL_RANKS: Final = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


MELDS: Final = [
    (AMERICAN, "5H 6H 7H 8H", None, ["5H 6H 7H", "5H 6H 7H 8H", "6H 7H 8H"]),
    (AMERICAN, "7S 7H 7D 7C", None, ["7S 7H 7D", "7S 7H 7C", "7S 7D 7C", "7H 7D 7C", "7S 7H 7D 7C"]),
    (AMERICAN, "7S 7S 7H", None, ["7S 7S 7H"]),
    (DISTINCT, "7S 7S 7H", None, []),
    (AMERICAN, "5H 5H 6H 7H", None, ["5H 6H 7H"]),
    (AMERICAN, "KS AS 2S QS 3S", None, ["AS 2S 3S", "QS KS AS"]),
    (CORNER, "KS AS 2S", None, ["KS AS 2S"]),
    (AMERICAN, "5H 6H 8H", None, []),
    (AMERICAN, "5H 6H JK", None, []),
    (AMERICAN, "5H 6H 7H 9S 9H 9D", "9D", ["9S 9H 9D"]),
    (AMERICAN, "5H 6H 7H 9S 9H 9D", "6H", ["5H 6H 7H"]),
    (AMERICAN, "5H 6H 7H 9S 9H 9D", "2C", []),
    (WILD, "5H 6H JK", None, ["JK=4H 5H 6H", "5H 6H JK=7H"]),
    (WILD, "5H 7H JK", "JK", ["5H JK=6H 7H"]),
    (replace(WILD, set_suits=SetSuits.DISTINCT), "7S 7H JK", None, ["7S 7H JK=7D", "7S 7H JK=7C"]),
    (replace(WILD, min_naturals=3), "5H 6H JK", None, []),
    (replace(WILD, min_run_length=4), "5H 6H 8H JK", None, ["5H 6H JK=7H 8H"]),
    (OWN_RANK, "JK JK JK JK 5H", None, ["JK JK JK", "JK JK JK JK"]),
    (OWN_RANK, "JK JK JK 5H", "JK", ["JK JK JK"]),
    (OWN_RANK, "JK JK JK 5H", "5H", []),
    (OWN_RANK, "JK JK 5H 6H", None, []),
]


@pytest.mark.parametrize(("options", "hand", "containing", "melds"), MELDS)
def test_a_hand_holds_these_melds(options: Options, hand: str, containing: str | None, melds: list[str]) -> None:
    wanted = card(containing) if containing else None
    assert list(melds_in(holding(cards(hand)), options, wanted)) == [LayMeld(cards(meld)) for meld in melds]


LAY_OFFS: Final = [
    (AMERICAN, "4H 8H 9H", RUNS[1][5][3], None, ["8H", "8H 9H", "4H", "4H 8H", "4H 8H 9H"]),
    (AMERICAN, "4H 8H 9H", RUNS[1][5][3], "9H", ["8H 9H", "4H 8H 9H"]),
    (AMERICAN, "2H 2S", RUNS[1][12][3], None, []),
    (CORNER, "2H 2S", RUNS[1][12][3], None, ["2H"]),
    (AMERICAN, "AS", RUNS[0][2][3], None, ["AS"]),
    (AMERICAN, "7S 7C", Set(7, 0b0111, 3), None, ["7S", "7C"]),
    (DISTINCT, "7S 7C", Set(7, 0b0111, 3), None, ["7C"]),
    (AMERICAN, "7S 7C", Set(7, 0b0111, 3), "7C", ["7C"]),
    (AMERICAN, "7S 7C", Set(7, 0b1111, 4), None, []),
    (WILD, "JK", RUNS[1][5][3], None, ["JK=8H", "JK=4H"]),
    (OWN_RANK, "JK JK", Set(0, 0, 3), None, ["JK"]),
    (OWN_RANK, "5H", Set(0, 0, 3), None, []),
    (OWN_RANK, "JK", RUNS[1][5][3], None, []),
    (OWN_RANK, "JK", Set(7, 0b0111, 3), None, []),
]


@pytest.mark.parametrize(("options", "hand", "shape", "containing", "lay_offs"), LAY_OFFS)
def test_a_hand_holds_these_lay_offs(
    options: Options, hand: str, shape: Shape, containing: str | None, lay_offs: list[str]
) -> None:
    wanted = card(containing) if containing else None
    told = list(lay_offs_in(holding(cards(hand)), "m7", shape, options, wanted))
    assert told == [LayOffCards(cards(each), "m7") for each in lay_offs]


@pytest.mark.parametrize(
    ("low_ace_points", "ace_in_runs", "ends"),
    [
        (1, AceInRuns.EITHER, [AceEnd.LOW, AceEnd.HIGH]),
        (15, AceInRuns.EITHER, [None]),
        (1, AceInRuns.LOW, [None]),
        (1, AceInRuns.HIGH, [None]),
        (1, AceInRuns.CORNER, [AceEnd.LOW, AceEnd.HIGH, None]),
    ],
)
def test_a_run_of_all_ranks_is_listed_once_for_each_end_that_counts(
    low_ace_points: int, ace_in_runs: AceInRuns, ends: list[AceEnd | None]
) -> None:
    options = replace(AMERICAN, low_ace_points=low_ace_points, ace_in_runs=ace_in_runs)
    told = [play.ace for play in melds_in(holding(cards(ALL_RANKS)), options) if len(play.cards) == MAX_RUN]
    assert told == ends
    by_lay_off = [play.ace for play in lay_offs_in(holding(cards("AS")), "m1", RUNS[0][2][12], options)]
    assert sorted(map(str, by_lay_off)) == sorted(map(str, ends))


@pytest.mark.parametrize("ace_in_runs", AceInRuns)
def test_a_joker_in_the_place_of_the_ace_needs_no_end(ace_in_runs: AceInRuns) -> None:
    options = replace(WILD, ace_in_runs=ace_in_runs)
    two_to_king = ALL_RANKS.removeprefix("AS ")
    (meld,) = [play for play in melds_in(holding(cards(f"{two_to_king} JK")), options) if len(play.cards) == MAX_RUN]
    assert (meld.ace, card("JK=AS") in meld.cards) == (None, True)
    assert list(lay_offs_in(holding(cards("JK")), "m1", RUNS[0][2][12], options)) == [LayOffCards(cards("JK=AS"), "m1")]


@pytest.mark.parametrize("containing", ["AS", "5S", "KS", "JK", "7H"])
def test_long_runs_with_a_certain_card_are_those_of_the_whole_list(containing: str) -> None:
    hand = cards(f"{ALL_RANKS} JK 7H")
    for ace_in_runs in AceInRuns:
        options = replace(WILD, ace_in_runs=ace_in_runs)
        with_it = [play for play in melds_in(holding(hand), options) if holds(play, card(containing))]
        assert list(melds_in(holding(hand), options, card(containing))) == with_it


@pytest.mark.parametrize(
    ("ace_in_runs", "runs"),
    [(AceInRuns.LOW, 264), (AceInRuns.HIGH, 264), (AceInRuns.EITHER, 304), (AceInRuns.CORNER, 524)],
)
def test_a_whole_deck_holds_65_sets_and_so_many_runs(ace_in_runs: AceInRuns, runs: int) -> None:
    options = replace(AMERICAN, ace_in_runs=ace_in_runs, low_ace_points=15)
    told = list(melds_in(holding(NATURALS), options))
    assert len({frozenset(play.cards) for play in told}) == 65 + runs
    assert len(set(told)) == len(told)


def test_a_hand_is_counted_by_faces() -> None:
    held = holding(cards("7S 7S JK 2C X3"))
    assert (held.has(7, 0), held.has(2, 3), held.has(7, 1)) == (True, True, False)
    assert (sum(held.naturals), held.naturals[card("7S").index], held.jokers) == (3, 2, 2)
    assert [wild_jokers(held, options) for options in (AMERICAN, WILD, OWN_RANK)] == [0, 2, 0]


def key(play: Play) -> Key:
    return tuple(sorted(each.index for each in play.cards)), play.ace


def holds(play: Play, held: Card) -> bool:
    return any(each.held is held for each in play.cards)


def options_by_chance(chance: Random) -> Options:
    return Options(
        jokers=chance.choice(list(Jokers)),
        jokers_per_deck=4,
        ace_in_runs=chance.choice(list(AceInRuns)),
        set_suits=chance.choice(list(SetSuits)),
        min_run_length=chance.choice([3, 3, 4]),
        min_naturals=chance.choice([0, 1, 1, 2, 3]),
        low_ace_points=chance.choice([1, 5, 15]),
    )


def hand_by_chance(chance: Random, options: Options) -> Cards:
    """Draw a small hand from one or two decks, from the whole of them or where much fits together."""
    pool = chance.choice([
        list(NATURALS),
        [each for each in NATURALS if each.suit < 2 and (each.rank < 5 or each.rank > 11)],
        [each for each in NATURALS if each.suit == 1],
    ]) * chance.choice([1, 2])  # fmt: skip
    jokers = chance.randint(0, 2) if options.jokers is not Jokers.NONE else 0
    return (*chance.sample(pool, chance.randint(3, 6)), *[JOKER] * jokers)


def selections(hand: Cards, names: Callable[[Cards], list[Card]], options: Options) -> Iterator[Cards]:
    """Yield every choice of cards of a hand, with its jokers named in every way."""
    naturals = sorted((each for each in hand if each is not JOKER), key=lambda each: each.index)
    for count in range(len(naturals) + 1):
        for chosen in sorted(set(combinations(naturals, count)), key=repr):
            for jokers in range(hand.count(JOKER) + 1):
                if options.jokers is Jokers.OWN_RANK:
                    yield chosen + (JOKER,) * jokers
                else:
                    for named in combinations_with_replacement(names(chosen), jokers):
                        yield chosen + named


def says_an_end_in_vain(given: Cards, size: int, options: Options) -> bool:
    """Tell whether naming an end of the ace is idle: no run of all ranks, or nothing counts differently."""
    natural_ace = any(each.rank == ACE and not each.is_joker for each in given)
    ends_count = options.ace_in_runs is AceInRuns.CORNER or (
        options.ace_in_runs is AceInRuns.EITHER and options.low_ace_points != 15
    )
    return not (size == MAX_RUN and natural_ace and ends_count)


def near(chosen: Cards) -> list[Card]:
    named = [joker_named(each) for each in NATURALS]
    if not chosen:
        return named
    return [each for each in named if each.suit == chosen[0].suit or each.rank == chosen[0].rank]


def every_meld(hand: Cards, options: Options) -> set[Key]:
    """Find every meld of a hand by trying every choice of its cards."""
    return {
        key(LayMeld(given, ace))
        for given in selections(hand, near, options)
        for ace in (None, *AceEnd)
        if read_meld(given, ace, options).shape and not (ace and says_an_end_in_vain(given, len(given), options))
    }


def every_lay_off(hand: Cards, shape: Shape, options: Options) -> set[Key]:
    """Find every lay-off on a meld by trying every choice of a hand's cards."""
    lying = lying_as(shape)
    fitting = [
        joker_named(each)
        for each in NATURALS
        if (each.suit == shape.suit if isinstance(shape, Run) else each.rank == shape.rank)
    ]
    found = set()
    for given in selections(hand, lambda _: fitting, options):
        for ace in (None, *AceEnd) if given else ():
            reading = join(shape, lying, given, ace, options)
            if reading.shape and not (ace and says_an_end_in_vain(given, len(reading.cards), options)):
                found.add(key(LayOffCards(given, "m1", ace)))
    return found


def lying_as(shape: Shape) -> Cards:
    """Return natural cards, or jokers, that lie so."""
    if isinstance(shape, Run):
        return tuple(natural_card((place - 1) % KING + 1, shape.suit) for place in range(shape.low, shape.high + 1))
    if not shape.rank:
        return (JOKER,) * shape.size
    return tuple(natural_card(shape.rank, suit) for suit in range(4) if shape.suits & 1 << suit)


@pytest.mark.parametrize("seed", range(40))
def test_every_meld_of_a_hand_is_listed_and_nothing_else(seed: int) -> None:
    chance = Random(seed)
    options = options_by_chance(chance)
    hand = hand_by_chance(chance, options)
    listed = [key(play) for play in melds_in(holding(hand), options)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == every_meld(hand, options)
    for each in set(hand):
        with_each = [one for one in melds_in(holding(hand), options) if holds(one, each)]
        assert list(melds_in(holding(hand), options, each)) == with_each


@pytest.mark.parametrize("seed", range(40))
def test_every_lay_off_of_a_hand_is_listed_and_nothing_else(seed: int) -> None:
    chance = Random(seed)
    options = options_by_chance(chance)
    hand = hand_by_chance(chance, options)
    runs = [RUNS[suit][low][size] for suit in (0, 1) for low in range(1, 14) for size in (3, 4, 5, 9, 11, 12)]
    shapes: list[Shape] = [run for run in chance.sample(runs, 8) if may_lie(run.low, run.length, options.ace_in_runs)]
    shapes += [Set(chance.randint(1, 13), 0b1011, 3), Set(chance.randint(1, 13), 0b0111, 3)]
    if options.jokers is Jokers.OWN_RANK:
        shapes.append(Set(0, 0, 3))
    for shape in shapes:
        listed = [key(play) for play in lay_offs_in(holding(hand), "m1", shape, options)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == every_lay_off(hand, shape, options)
        for each in set(hand):
            with_each = [one for one in lay_offs_in(holding(hand), "m1", shape, options) if holds(one, each)]
            assert list(lay_offs_in(holding(hand), "m1", shape, options, each)) == with_each
