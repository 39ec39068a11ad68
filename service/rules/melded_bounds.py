"""What the melds of a hand are worth together at least and at most, as far as a glance tells.

Most hands are so far above or below what is asked for that no search is needed. This room must never know whose turn
it is.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from .cards import KING, SUITS, Card
from .first_meld import RunPlace, run_places
from .melds import MAX_RUN, MAX_SET, MIN_MELD, ranks_of
from .options import Options, SetSuits
from .plays import Holding, wild_jokers, windows
from .prices import prices_of
from .questions import Cards
from .uses import naturals_by_rank

_ALL_SUIT_NUMBERS: Final = range(len(SUITS))


class _Most(NamedTuple):
    """What a card of each rank is worth at most, by its rank less one: in a meld, and in one that may be four alike."""

    plain: tuple[int, ...]
    of_four: tuple[int, ...]


@lru_cache(maxsize=256)
def _most(options: Options) -> _Most:
    prices = prices_of(options)
    places = (prices.in_set, prices.low_ace, prices.high_ace, prices.corner_ace)
    plain = [max(place[rank].points for place in places) for rank in range(KING)]
    factor = 2 if options.double_four_of_a_kind else 1
    of_four = [max(points, factor * prices.in_set[rank].points) for rank, points in enumerate(plain)]
    return _Most(tuple(plain), tuple(of_four))


def most_melded(hand: Cards, held: Holding, options: Options) -> int:
    """Return what melds of a hand are not worth more than: cards that are in no meld count for nothing.

    A card that only jokers bring into a meld counts in one meld a joker, the one that brings most.

    >>> from .cards import cards
    >>> from .plays import holding
    >>> hand = cards("5H 6H 7H 9S 9D 10D KC")
    >>> most_melded(hand, holding(hand), Options())
    18
    """
    jokers = wild_jokers(held, options)
    naturals = naturals_by_rank(held, options)
    plain, of_four = _most(options)
    most = [(of_four if count + jokers >= MAX_SET else plain)[place] for place, count in enumerate(naturals)]
    in_sets = sum([1 << place for place, count in enumerate(naturals) if count >= MIN_MELD])
    loose = [ranks & ~(in_sets | _in_runs(ranks, options)) for ranks in held.ranks]
    worth = sum([most[card.rank - 1] for card in hand if card.rank and not loose[card.suit] >> card.rank - 1 & 1])
    if held.jokers:
        doubled = options.double_four_of_a_kind and max(held.jokers, jokers + max(naturals)) >= MAX_SET
        worth += held.jokers * options.joker_points * (2 if doubled else 1)
    if jokers:
        anywhere = loose[0] | loose[1] | loose[2] | loose[3]
        brought = [
            count * most[place]
            for place, count in enumerate(naturals)
            if anywhere >> place & 1 and count >= options.min_naturals and count + jokers >= MIN_MELD
        ]
        for ranks, of_suit in zip(held.ranks, loose, strict=True):
            brought.append(_brought_by_run(ranks, of_suit, jokers, options))
        worth += jokers * max(brought)
    return worth


@lru_cache(maxsize=4096)
def _in_runs(ranks: int, options: Options) -> int:
    """Return the ranks of a suit that lie in a run without jokers."""
    found = 0
    for _, _, wanted in windows(options.ace_in_runs, options.min_run_length):
        if not wanted & ~ranks:
            found |= wanted
    return found


@lru_cache(maxsize=4096)
def _brought_by_run(ranks: int, loose: int, jokers: int, options: Options) -> int:
    """Return what the loose cards of a suit are worth at most that lie in one run with jokers."""
    plain = _most(options).plain
    best = 0
    for _, length, wanted in windows(options.ace_in_runs, options.min_run_length):
        brought = wanted & loose
        if brought and (wanted & ~ranks).bit_count() <= min(jokers, length - options.min_naturals):
            best = max(best, sum([points for place, points in enumerate(plain) if brought >> place & 1]))
    return best


def plainly_reach(held: Holding, least: int, options: Options, *, keep_one: bool, with_all: Card | None) -> bool:
    """Tell whether melds that are taken as they come, sets first or runs first, will do; often they do.

    Wild jokers complete melds of what is left, then join wherever there is room.
    """
    wild = wild_jokers(held, options)
    for order in ((_take_sets, _take_runs), (_take_runs, _take_sets)):
        left = held.naturals.copy()
        points = room = 0
        for take in order:
            for of_meld, beside in take(left, options):
                points += of_meld
                room += beside
        completing = 0
        for of_meld in _take_completed(left, wild, options) if wild else ():
            points += of_meld
            completing += 1
        joining = min(wild - completing, room)
        keeps = not keep_one or any(left) or completing + joining < held.jokers
        if not keeps and joining:
            joining, keeps = joining - 1, True
        points += (completing + joining) * options.joker_points
        if points >= least and keeps and (with_all is None or not left[with_all.index]):
            return True
    return False


def _take_sets(left: list[int], options: Options) -> Iterator[tuple[int, int]]:
    """Take natural cards for sets, and yield the points of each and the room in it."""
    prices = prices_of(options)
    of_four = prices.doubled if options.double_four_of_a_kind else prices.in_set
    for rank in range(KING):
        while sum(left[rank::KING]) >= MIN_MELD:
            suits = [suit for suit in _ALL_SUIT_NUMBERS for _ in range(left[suit * KING + rank])]
            if options.set_suits is SetSuits.DISTINCT:
                suits = list(dict.fromkeys(suits))
            if len(suits) < MIN_MELD:
                break
            size = MIN_MELD if len(suits) in {MIN_MELD, MIN_MELD + 2, 2 * MIN_MELD} else MAX_SET
            for suit in suits[:size]:
                left[suit * KING + rank] -= 1
            yield size * (of_four if size == MAX_SET else prices.in_set)[rank].points, MAX_SET - size


def _take_runs(left: list[int], options: Options) -> Iterator[tuple[int, int]]:
    """Take natural cards for runs, those that are worth most first, and yield the points of each and the room in it."""
    for start in range(0, len(left), KING):
        while (run := _richest_run(_ranks_in(left, start), options)) is not None:
            for rank in ranks_of(run.ranks):
                left[start + rank - 1] -= 1
            yield run.total, MAX_RUN - run.length


def _ranks_in(left: list[int], start: int) -> int:
    return sum([1 << place for place, count in enumerate(left[start : start + KING]) if count])


@lru_cache(maxsize=4096)
def _richest_run(ranks: int, options: Options) -> RunPlace | None:
    """Return where the run of a suit lies that is worth most, without jokers."""
    there = [place for place in run_places(options) if not place.ranks & ~ranks]
    return max(there, key=lambda place: place.total, default=None)


def _take_completed(left: list[int], jokers: int, options: Options) -> Iterator[int]:
    """Take natural cards for melds that each joker completes, those that are worth most first, and yield their points.

    Room that is in these melds is left.
    """
    listed = prices_of(options).in_set
    found: list[tuple[int, tuple[int, ...]]] = []
    if options.min_naturals < MIN_MELD:
        for rank in range(KING):
            of_rank = [index for index in range(rank, len(left), KING) for _ in range(left[index])]
            if options.set_suits is SetSuits.DISTINCT:
                of_rank = list(dict.fromkeys(of_rank))
            if len(of_rank) == MIN_MELD - 1:
                found.append((sum([listed[rank].points for _ in of_rank]), tuple(of_rank)))
    for start in range(0, len(left), KING):
        for points, ranks in _all_but_one(_ranks_in(left, start), options):
            found.append((points, tuple([start + rank - 1 for rank in ranks])))
    found.sort(reverse=True)
    for points, taken in found:
        if jokers and all(left[index] >= taken.count(index) for index in taken):
            for index in taken:
                left[index] -= 1
            jokers -= 1
            yield points


@lru_cache(maxsize=4096)
def _all_but_one(ranks: int, options: Options) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the points and ranks of a suit that are a run with one joker in the place of a card that is not there."""
    return tuple(
        (sum([points for points, bit in place.cheapest_first if bit & ranks]), tuple(ranks_of(place.ranks & ranks)))
        for place in run_places(options)
        if (place.ranks & ~ranks).bit_count() == 1 and place.length > options.min_naturals
    )
