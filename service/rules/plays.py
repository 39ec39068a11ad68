"""Every meld and every lay-off that a hand holds.

Lists what `melds` accepts, each card set with its jokers' names and its ace end once, in one fixed order; twins make no
doubles. This room must never know whether a turn allows the play.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from .cards import ACE, ALL_RANKS, JOKER, KING, SUITS, Card, joker_named, natural_card
from .melds import (
    BOUNDS,
    FULL_CORNER,
    FULL_HIGH,
    FULL_LOW,
    MAX_RUN,
    MAX_SET,
    MIN_MELD,
    WINDOWS,
    Run,
    Set,
    Shape,
    may_lie,
)
from .options import AceInRuns, Jokers, Options, SetSuits
from .prices import ends_differ
from .questions import AceEnd, Cards, LayMeld, LayOffCards

_ALL_SUIT_NUMBERS: Final = range(len(SUITS))
# Reading a member from its class costs more than the rest of a comparison.
_WILD: Final = Jokers.WILD
_OWN_RANK: Final = Jokers.OWN_RANK
_ANY_SUITS: Final = SetSuits.ANY


class Holding(NamedTuple):
    """A hand, counted: natural cards by `Card.index`, jokers, and for each suit the ranks that are there as a mask."""

    naturals: list[int]
    jokers: int
    ranks: list[int]

    def has(self, rank: int, suit: int) -> bool:
        """Tell whether that natural card is held."""
        return self.naturals[suit * KING + rank - 1] > 0


def holding(hand: Cards) -> Holding:
    """Count a hand."""
    counts = [0] * (JOKER.index + 1)
    # The last one is that of jokers, whose suit is -1.
    bits = [0] * (len(SUITS) + 1)
    for card in hand:
        counts[card.index] += 1
        bits[card.suit] |= card.bits
    jokers = counts.pop()
    spades, hearts, diamonds, clubs, _ = bits
    return Holding(counts, jokers, [spades & ALL_RANKS, hearts & ALL_RANKS, diamonds & ALL_RANKS, clubs & ALL_RANKS])


class Window(NamedTuple):
    """A stretch of positions on which a run may lie, and the ranks there as a mask."""

    low: int
    length: int
    ranks: int


@lru_cache(maxsize=256)
def windows(ace_in_runs: AceInRuns, least: int, showing: int = 0) -> tuple[Window, ...]:
    """Return where a run of so many cards or more may lie that shows these ranks (a mask), from the lowest one up.

    >>> len(windows(AceInRuns.EITHER, 3)), windows(AceInRuns.LOW, 3, showing=1)[0]
    (77, Window(low=1, length=3, ranks=7))
    """
    return tuple(
        Window(low, length, WINDOWS[low][length])
        for low in range(ACE, KING + 1)
        for length in range(least, MAX_RUN + 1)
        if may_lie(low, length, ace_in_runs) and WINDOWS[low][length] & showing == showing
    )


def wild_jokers(held: Holding, options: Options) -> int:
    """Return how many jokers of a hand can stand for another card."""
    return held.jokers if options.jokers is _WILD else 0


def melds_in(held: Holding, options: Options, containing: Card | None = None) -> Iterator[LayMeld]:
    """Yield every meld that a hand holds: sets by rank, then runs by suit and from the lowest one up.

    `containing` names a card as it is held that must be among the cards.

    >>> from .cards import cards
    >>> [play.cards for play in melds_in(holding(cards("5H 6H 7H 8H")), Options())]
    [(5H, 6H, 7H), (5H, 6H, 7H, 8H), (6H, 7H, 8H)]
    """
    yield from _sets_in(held, options, containing)
    yield from _runs_in(held, options, containing)


def _sets_in(held: Holding, options: Options, containing: Card | None) -> Iterator[LayMeld]:
    ranks = range(ACE, KING + 1) if containing is None or containing is JOKER else (containing.rank,)
    jokers = wild_jokers(held, options)
    for rank in ranks:
        for size in range(MIN_MELD, min(MAX_SET, sum(held.naturals[rank - 1 :: KING]) + jokers) + 1):
            for cards in _additions(rank, 0, size, held, options):
                if containing is None or any(card.held is containing for card in cards):
                    yield LayMeld(cards)
    if options.jokers is _OWN_RANK and (containing is None or containing is JOKER):
        for size in range(MIN_MELD, min(MAX_SET, held.jokers) + 1):
            yield LayMeld((JOKER,) * size)


def _additions(
    rank: int, shown: int, size: int, held: Holding, options: Options, *, naturals_needed: bool = True
) -> Iterator[Cards]:
    """Yield the ways to add so many cards to a set of that rank which shows these suits already."""
    any_suits = options.set_suits is _ANY_SUITS
    jokers = wild_jokers(held, options)
    suits = [
        suit
        for suit in _ALL_SUIT_NUMBERS
        for _ in range(held.naturals[suit * KING + rank - 1] if any_suits else held.has(rank, suit))
        if any_suits or not shown & 1 << suit
    ]
    for joker_count in range(min(jokers, size) + 1):
        if joker_count and naturals_needed and size - joker_count < options.min_naturals:
            return
        for chosen in dict.fromkeys(combinations(suits, size - joker_count)):
            if any_suits:
                names: Iterator[tuple[int, ...]] = combinations_with_replacement(_ALL_SUIT_NUMBERS, joker_count)
            else:
                free = [suit for suit in _ALL_SUIT_NUMBERS if suit not in chosen and not shown & 1 << suit]
                names = combinations(free, joker_count)
            naturals = tuple(natural_card(rank, suit) for suit in chosen)
            for named in names:
                yield naturals + tuple(joker_named(natural_card(rank, suit)) for suit in named)


def _runs_in(held: Holding, options: Options, containing: Card | None) -> Iterator[LayMeld]:
    if containing is None or containing is JOKER:
        suits, showing = _ALL_SUIT_NUMBERS, 0
    else:
        suits, showing = range(containing.suit, containing.suit + 1), containing.bits & ALL_RANKS
    jokers = wild_jokers(held, options)
    for suit in suits:
        if not jokers and not _in_sequence(held.ranks[suit]):
            continue
        missing = ~held.ranks[suit]
        for low, length, ranks in windows(options.ace_in_runs, options.min_run_length, showing):
            absent = ranks & missing
            if absent and not jokers:
                continue
            most_jokers = min(jokers, length - options.min_naturals)
            if absent.bit_count() > most_jokers:
                continue
            if length == MAX_RUN:
                yield from _full_runs(suit, low, held, most_jokers, options, containing)
            else:
                for cards in _filled(suit, range(low, low + length), held, most_jokers, containing):
                    yield LayMeld(cards)


def _in_sequence(ranks: int) -> bool:
    """Tell whether three ranks of a mask follow one another, be it around the corner."""
    ranks |= ranks << KING
    return bool(ranks & ranks >> 1 & ranks >> 2)


def _full_runs(
    suit: int, low: int, held: Holding, most_jokers: int, options: Options, containing: Card | None
) -> Iterator[LayMeld]:
    if low > FULL_CORNER:
        return
    for cards in _filled(suit, range(low, low + MAX_RUN), held, most_jokers, containing):
        natural_ace = any(card.rank == ACE and not card.is_joker for card in cards)
        said, ace = _end_said(low, natural_ace=natural_ace, options=options)
        if said:
            yield LayMeld(cards, ace)


def _end_said(low: int, *, natural_ace: bool, options: Options) -> tuple[bool, AceEnd | None]:
    """Tell whether a run of all ranks that begins there is a play of its own, and the ace end to be named with it."""
    ends = {FULL_LOW: AceEnd.LOW, FULL_HIGH: AceEnd.HIGH, FULL_CORNER: None}
    if options.ace_in_runs is AceInRuns.CORNER:
        return natural_ace or low == FULL_CORNER, ends[low] if natural_ace else None
    if options.ace_in_runs is AceInRuns.EITHER:
        if natural_ace and ends_differ(options):
            return True, ends[low]
        return low == FULL_LOW, None
    return True, None


def _filled(
    suit: int, positions: Sequence[int], held: Holding, most_jokers: int, containing: Card | None
) -> Iterator[Cards]:
    """Yield the ways to fill these positions of a run with natural cards and jokers, fewest jokers first."""
    naturals = [natural_card((position - 1) % KING + 1, suit) for position in positions]
    missing = [place for place, card in enumerate(naturals) if not held.naturals[card.index]]
    optional = [place for place, card in enumerate(naturals) if place not in missing and card is not containing]
    for joker_count in range(max(len(missing), containing is JOKER), most_jokers + 1):
        for replaced in combinations(optional, joker_count - len(missing)):
            places = {*missing, *replaced}
            yield tuple(joker_named(card) if place in places else card for place, card in enumerate(naturals))


def lay_offs_in(
    held: Holding, meld_id: str, shape: Shape, options: Options, containing: Card | None = None
) -> Iterator[LayOffCards]:
    """Yield every lay-off of a hand on one meld of the table.

    >>> from .cards import cards
    >>> from .melds import RUNS
    >>> [play.cards for play in lay_offs_in(holding(cards("4H 9H 8H")), "m1", RUNS[1][5][3], Options())]
    [(8H,), (8H, 9H), (4H,), (4H, 8H), (4H, 8H, 9H)]
    """
    if isinstance(shape, Run):
        yield from _on_run(held, meld_id, shape, options, containing)
        return
    for cards in _on_set(held, shape, options):
        if containing is None or any(card.held is containing for card in cards):
            yield LayOffCards(cards, meld_id)


def _on_set(held: Holding, shape: Set, options: Options) -> Iterator[Cards]:
    for size in range(1, MAX_SET - shape.size + 1):
        if shape.rank:
            yield from _additions(shape.rank, shape.suits, size, held, options, naturals_needed=False)
        elif size <= held.jokers:
            yield (JOKER,) * size


def _on_run(
    held: Holding, meld_id: str, shape: Run, options: Options, containing: Card | None
) -> Iterator[LayOffCards]:
    lowest, highest = BOUNDS[options.ace_in_runs]
    corner = options.ace_in_runs is AceInRuns.CORNER
    showing = 0 if containing is None or containing is JOKER else containing.bits & ALL_RANKS
    if showing and containing is not None and (containing.suit != shape.suit or showing & shape.ranks):
        return
    jokers = wild_jokers(held, options)
    missing = ~(held.ranks[shape.suit] | shape.ranks)
    for below in range(min(MAX_RUN - shape.length, shape.low - lowest) + 1):
        low = shape.low - below
        from_low = WINDOWS[low if low > 0 else low + KING]
        for above in range(min(MAX_RUN - shape.length - below, highest - shape.high) + 1):
            length = shape.length + below + above
            # Around the corner a complete run is the same from wherever it is begun.
            if not below + above or (corner and length == MAX_RUN and below):
                continue
            ranks = from_low[length]
            if ranks & showing != showing or (ranks & missing).bit_count() > jokers:
                continue
            positions = [*range(low, shape.low), *range(shape.high + 1, shape.high + above + 1)]
            for cards in _filled(shape.suit, positions, held, min(jokers, len(positions)), containing):
                for ace in _ends_of(low, length, cards, options):
                    yield LayOffCards(cards, meld_id, ace)


def _ends_of(low: int, length: int, cards: Cards, options: Options) -> tuple[AceEnd | None, ...]:
    """Return the ace ends to be named, each for a play of its own, with cards that make a run so long."""
    lays_ace = any(card.rank == ACE for card in cards)
    if length < MAX_RUN or not lays_ace:
        return (None,)
    natural_ace = any(card.rank == ACE and not card.is_joker for card in cards)
    if options.ace_in_runs is AceInRuns.CORNER:
        return (None, AceEnd.LOW, AceEnd.HIGH) if natural_ace else (None,)
    if options.ace_in_runs is not AceInRuns.EITHER:
        return (None,)
    end = AceEnd.LOW if low == FULL_LOW else AceEnd.HIGH
    if natural_ace and ends_differ(options):
        return (end,)
    return (None,) if end is AceEnd.LOW else ()
