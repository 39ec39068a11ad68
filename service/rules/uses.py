"""How few cards a dug card can be used with: in a meld, on a meld of the table, by way of a bridge.

This room knows a hand and the melds of the table; it must never know how a turn is to be finished.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from .cards import JOKER, KING, SUITS, Card, natural_card
from .melds import BOUNDS, MAX_RUN, MAX_SET, MIN_MELD, Run, Set, Shape
from .options import Jokers, Options, SetSuits
from .plays import Holding, wild_jokers, windows
from .questions import Cards

_ALL_SUIT_NUMBERS: Final = range(len(SUITS))
# Reading a member from its class costs more than the rest of a comparison.
_ANY_SUITS: Final = SetSuits.ANY


def smallest_meld(dug: Card, held: Holding, options: Options) -> int | None:
    """Return the size of the smallest meld of the hand that holds this card; None if there is none.

    >>> from .cards import card, cards
    >>> from .plays import holding
    >>> smallest_meld(card("7H"), holding(cards("5H 6H 7H 8H")), Options())
    3
    """
    if dug is JOKER:
        return _smallest_with_joker(held, options)
    jokers = wild_jokers(held, options)
    naturals = naturals_of_rank(dug.rank, held, options)
    if max(options.min_naturals, MIN_MELD - jokers) <= min(naturals, MIN_MELD):
        return MIN_MELD
    return _smallest_run(dug.rank, held.ranks[dug.suit], jokers, options)


@lru_cache(maxsize=4096)
def _smallest_run(rank: int, ranks: int, jokers: int, options: Options) -> int | None:
    """Return the size of the smallest run of a suit that holds this rank; None if there is none."""
    sizes = [
        length
        for _, length, wanted in windows(options.ace_in_runs, options.min_run_length, 1 << rank - 1)
        if (wanted & ~ranks).bit_count() <= min(jokers, length - options.min_naturals)
    ]
    return min(sizes, default=None)


def _smallest_with_joker(held: Holding, options: Options) -> int | None:
    if options.jokers is Jokers.OWN_RANK:
        return MIN_MELD if held.jokers >= MIN_MELD else None
    naturals = max(naturals_by_rank(held, options))
    for size in (MIN_MELD, MAX_SET):
        if max(options.min_naturals, size - held.jokers) <= min(naturals, size - 1):
            return size
    sizes = [
        length
        for suit in _ALL_SUIT_NUMBERS
        for _, length, ranks in windows(options.ace_in_runs, options.min_run_length)
        if max(1, (ranks & ~held.ranks[suit]).bit_count()) <= min(held.jokers, length - options.min_naturals)
    ]
    return min(sizes, default=None)


def naturals_of_rank(rank: int, held: Holding, options: Options) -> int:
    """Return how many natural cards of a rank can lie in one set."""
    return _in_one_set(held.naturals[rank - 1 :: KING], options)


def naturals_by_rank(held: Holding, options: Options) -> list[int]:
    """Return the same of every rank, the aces first."""
    naturals = held.naturals
    columns = zip(*[naturals[start : start + KING] for start in range(0, len(naturals), KING)], strict=True)
    return [_in_one_set(copies, options) for copies in columns]


def _in_one_set(copies: Sequence[int], options: Options) -> int:
    """Return how many cards of a rank can lie in one set, of which each suit has so many."""
    return sum(copies) if options.set_suits is _ANY_SUITS else len(copies) - copies.count(0)


def smallest_lay_off(dug: Card, shapes: Iterable[Shape], held: Holding, options: Options) -> int | None:
    """Return how many cards at least go on one of these melds, this card and the bridge to it; None if none can."""
    sizes = [
        _on_set(dug, shape, held, options) if isinstance(shape, Set) else _on_run(dug, shape, held, options)
        for shape in shapes
    ]
    return min((size for size in sizes if size), default=None)


def _on_set(dug: Card, shape: Set, held: Holding, options: Options) -> int:
    if shape.size >= MAX_SET:
        return 0
    if dug is not JOKER:
        return int(dug.rank == shape.rank and dug.suit in open_suits(shape, options))
    if not shape.rank:
        return 1
    return int(any(_may_stand_for(shape.rank, suit, held, options) for suit in open_suits(shape, options)))


def open_suits(shape: Set, options: Options) -> tuple[int, ...]:
    """Return the suits of the cards that may join a set."""
    any_suits = options.set_suits is _ANY_SUITS
    return tuple(suit for suit in _ALL_SUIT_NUMBERS if any_suits or not shape.suits & 1 << suit)


def _may_stand_for(rank: int, suit: int, held: Holding, options: Options) -> bool:
    """Tell whether a joker of the hand may be laid off for that card (`joker_layoff_ban`)."""
    wild = options.jokers is Jokers.WILD
    return wild and not (options.joker_layoff_ban and held.has(rank, suit))


def _on_run(dug: Card, shape: Run, held: Holding, options: Options) -> int:
    """Return how many cards reach from an end of a run to this card, the fewer of both ends; 0 if none do."""
    if dug is not JOKER and dug.suit != shape.suit:
        return 0
    jokers = wild_jokers(held, options)
    sizes = []
    for ranks in ways_out(shape, options):
        missing = 0
        for size, rank in enumerate(ranks, 1):
            if rank == dug.rank or (dug is JOKER and _may_stand_for(rank, shape.suit, held, options)):
                sizes.append(size)
                break
            missing += not held.has(rank, shape.suit)
            if missing > jokers:
                break
    return min(sizes, default=0)


def ways_out(shape: Run, options: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ranks that can be added to a run one after the other, above it and below it.

    >>> from .melds import RUNS
    >>> ways_out(RUNS[1][3][9], Options())
    ((12, 13, 1), (2, 1))
    """
    lowest, highest = BOUNDS[options.ace_in_runs]
    room = MAX_RUN - shape.length
    above = range(shape.high + 1, min(shape.high + room, highest) + 1)
    below = range(shape.low - 1, max(shape.low - room, lowest) - 1, -1)
    return tuple((each - 1) % KING + 1 for each in above), tuple((each - 1) % KING + 1 for each in below)


def smallest_once_freed(shapes: Sequence[Shape], held: Holding, options: Options) -> int | None:
    """Return how few lay-offs put a joker in the place of a card that is held (`joker_layoff_ban`).

    Every copy of that card is first laid off on other melds; where another joker would help with that, or a new meld,
    the joker could go there.
    """
    if options.jokers is not Jokers.WILD:
        return None
    ways = [(number, way) for number, shape in enumerate(shapes) for way in _natural_ways(shape, held, options)]
    sizes = []
    for number, way in ways:
        barring = way[-1]
        elsewhere = [(other, path) for other, path in ways if other != number and path[-1] is barring]
        for freeing in combinations(elsewhere, held.naturals[barring.index]):
            laid = way[:-1] + tuple(card for _, path in freeing for card in path)
            apart = len({other for other, _ in freeing}) == len(freeing)
            if apart and all(laid.count(card) <= held.naturals[card.index] for card in laid):
                sizes.append(len(laid) + 1)
    return min(sizes, default=None)


def _natural_ways(shape: Shape, held: Holding, options: Options) -> Iterator[Cards]:
    """Yield the natural cards of the hand that go on one end of a meld, from one card up."""
    if isinstance(shape, Set):
        if shape.rank and shape.size < MAX_SET:
            yield from (
                (natural_card(shape.rank, suit),) for suit in open_suits(shape, options) if held.has(shape.rank, suit)
            )
        return
    for ranks in ways_out(shape, options):
        way: Cards = ()
        for rank in ranks:
            if not held.has(rank, shape.suit):
                break
            way += (natural_card(rank, shape.suit),)
            yield way
