"""What is a set, what is a run, what may join them, and what a joker stands for.

Ranks and suits are looked at as bits of a mask, so that a question about a run is a question about one number. This
room knows cards and options; it must never know whose turn it is.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from .cards import (
    ACE,
    ALL_RANKS,
    ALL_SUITS,
    JOKER,
    JOKER_BIT,
    KING,
    SUIT_SHIFT,
    SUITS,
    Card,
    faces,
    joker_named,
    natural_card,
)
from .options import AceInRuns, Jokers, Options, SetSuits
from .prices import ends_differ
from .questions import AceEnd, Cards

MIN_MELD: Final = 3
MAX_SET: Final = 4
MAX_RUN: Final = KING
#: In a run an ace lies at position 1 below the 2, or at position 14 above the king.
HIGH_ACE: Final = KING + 1
ACE_BIT: Final = 1

# Reading a member from its class costs more than the rest of a comparison, and these are compared at every card.
_WILD: Final = Jokers.WILD
_ANY_SUITS: Final = SetSuits.ANY
_CORNER: Final = AceInRuns.CORNER


class Set(NamedTuple):
    """Cards of one rank; rank 0 is a set of jokers. `suits` is a mask."""

    rank: int
    suits: int
    size: int


class Run(NamedTuple):
    """Cards of one suit in sequence from position `low` (1 is the ace, 13 the king) up to `high`.

    A run that ends at position 14 has its ace high; one that goes beyond it turns the corner. `ranks` is a mask; `ace`
    is the end at which the ace lies, if it lies at one.
    """

    suit: int
    low: int
    length: int
    high: int
    ranks: int
    ace: AceEnd | None


Shape: TypeAlias = Set | Run

#: SETS[rank][suits][size] is the set of that rank which shows these suits (a mask).
SETS: Final = tuple(
    tuple(tuple(Set(rank, suits, size) for size in range(MAX_SET + 1)) for suits in range(ALL_SUITS + 1))
    for rank in range(KING + 1)
)


def _run(suit: int, low: int, length: int) -> Run:
    high = low + length - 1
    ranks = sum(1 << (position - 1) % KING for position in range(low, high + 1))
    ace = AceEnd.LOW if low == ACE else AceEnd.HIGH if high == HIGH_ACE else None
    return Run(suit, low, length, high, ranks, ace)


#: RUNS[suit][low][length] is the run of that suit from that position upwards.
RUNS: Final = tuple(
    tuple(tuple(_run(suit, low, length) for length in range(MAX_RUN + 1)) for low in range(KING + 1))
    for suit in range(len(SUITS))
)
#: WINDOWS[low][length] is the mask of the ranks from a position upwards.
WINDOWS: Final = tuple(tuple(run.ranks for run in runs) for runs in RUNS[0])
RANK_OF_BIT: Final = {1 << rank - 1: rank for rank in range(ACE, KING + 1)}
#: The lowest and the highest position of a run. Around the corner there is no bound.
BOUNDS: Final = {
    AceInRuns.EITHER: (ACE, HIGH_ACE),
    AceInRuns.LOW: (ACE, KING),
    AceInRuns.HIGH: (ACE + 1, HIGH_ACE),
    AceInRuns.CORNER: (-KING, 3 * KING),
}


def may_lie(low: int, length: int, ace_in_runs: AceInRuns) -> bool:
    """Tell whether a run may lie from that position upwards (`ace_in_runs`)."""
    lowest, highest = BOUNDS[ace_in_runs]
    return lowest <= low and low + length - 1 <= highest


#: For each option value: the run that exactly these faces make. Runs of all ranks begin at several places: `full_low`.
RUN_OF_FACES: Final[dict[AceInRuns, dict[int, Run]]] = {
    ace_in_runs: {
        runs[low][length].ranks | 1 << SUIT_SHIFT + suit: runs[low][length]
        for suit, runs in enumerate(RUNS)
        for low in range(ACE, KING + 1)
        for length in range(MIN_MELD, MAX_RUN)
        if may_lie(low, length, ace_in_runs)
    }
    for ace_in_runs in AceInRuns
}

#: Where a run of all thirteen ranks begins when its ace lies low, high, or - around the corner - at neither end.
FULL_LOW: Final = ACE
FULL_HIGH: Final = ACE + 1
FULL_CORNER: Final = ACE + 2


def ranks_of(mask: int) -> Iterator[int]:
    """Yield the ranks of a mask, low to high."""
    while mask:
        bit = mask & -mask
        yield RANK_OF_BIT[bit]
        mask ^= bit


class Reading(NamedTuple):
    """Cards read as a meld.

    When the cards make one meld, `shape` is there, `cards` are all its cards as they lie, and `laid` the cards that
    were asked about in the order they were given, jokers named. Otherwise `names` lists what unnamed jokers could
    stand for, or `ace_open` says that the end of the ace must be named; with neither, the cards make no meld at all.
    """

    shape: Shape | None
    cards: Cards = ()
    laid: Cards = ()
    names: Cards = ()
    ace_open: bool = False


NO_MELD: Final = Reading(None)
ACE_OPEN: Final = Reading(None, ace_open=True)


def read_meld(cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    """Read cards as a meld of its own, in whatever order they are given.

    >>> from .cards import cards
    >>> read_meld(cards("7H 5H 6H"), None, Options()).cards
    (5H, 6H, 7H)
    """
    bits = 0
    for card in cards:
        bits |= card.bits
    size = len(cards)
    if bits & JOKER_BIT:
        bits ^= JOKER_BIT
        if options.jokers is not _WILD:
            return _read_own_rank(cards, options)
        if sum([not card.is_joker for card in cards]) < options.min_naturals:
            return NO_MELD
        if JOKER in cards:
            return _read_unnamed(cards, ace, options)
    run = RUN_OF_FACES[options.ace_in_runs].get(bits)
    if run is not None:
        if run.length != size or size < options.min_run_length or (ace and not end_agrees(run, ace)):
            return NO_MELD
        return Reading(run, in_order(cards, run.low), cards)
    ranks = bits & ALL_RANKS
    if not ranks & ranks - 1:
        suits = bits >> SUIT_SHIFT
        if MIN_MELD <= size <= MAX_SET and (suits.bit_count() == size or options.set_suits is _ANY_SUITS):
            return Reading(SETS[cards[0].rank][suits][size], cards, cards)
    elif ranks == ALL_RANKS and size == MAX_RUN and bits.bit_count() == size + 1:
        return _read_full(cards, ace, options)
    return NO_MELD


def end_agrees(run: Run, ace: AceEnd | None) -> bool:
    """Tell whether a run has its ace, if it has one, at the end that was named."""
    return ace is None or run.ace is ace or not run.ranks & ACE_BIT


def has_ace(shape: Shape) -> bool:
    """Tell whether a meld is a run in which an ace, or a joker for it, has its place."""
    return isinstance(shape, Run) and bool(shape.ranks & ACE_BIT)


_rank: Final = attrgetter("rank")


def in_order(cards: Iterable[Card], low: int) -> Cards:
    """Return the cards of a run from its lowest one upwards."""
    by_rank = sorted(cards, key=_rank)
    while by_rank[0].rank < low:
        by_rank.append(by_rank.pop(0))
    return tuple(by_rank)


def _read_own_rank(cards: Cards, options: Options) -> Reading:
    size = len(cards)
    if options.jokers is Jokers.OWN_RANK and MIN_MELD <= size <= MAX_SET and all(card is JOKER for card in cards):
        return Reading(Set(0, 0, size), cards, cards)
    return NO_MELD


def _read_full(cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    """Read a run of all thirteen ranks, whose ace may lie at either end."""
    natural_ace = any(card.rank == ACE and not card.is_joker for card in cards)
    low = full_low(ace, natural_ace=natural_ace, options=options)
    if low is None:
        return NO_MELD
    if low == 0:
        return ACE_OPEN
    return Reading(RUNS[cards[0].suit][low][MAX_RUN], in_order(cards, low), cards)


def full_low(ace: AceEnd | None, *, natural_ace: bool, options: Options) -> int | None:
    """Return where a run of all ranks begins: 0 if its ace end must be named first, None if that end is barred."""
    allowed = options.ace_in_runs
    if ace is not None:
        low = FULL_LOW if ace is AceEnd.LOW else FULL_HIGH
        return low if may_lie(low, MAX_RUN, allowed) else None
    if allowed is _CORNER:
        return FULL_CORNER
    if allowed is AceInRuns.HIGH:
        return FULL_HIGH
    return 0 if allowed is AceInRuns.EITHER and natural_ace and ends_differ(options) else FULL_LOW


def _read_unnamed(cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    """Fill in the names of jokers where there is one way to do it."""
    ways = dict.fromkeys(_ways(cards, ace, options))
    if not ways:
        return NO_MELD
    if len(ways) > 1:
        return Reading(None, names=tuple(dict.fromkeys(natural for way in ways for natural in way)))
    (names,) = ways
    return read_meld(fill_in(cards, names), ace, options)


def fill_in(cards: Cards, names: Iterable[Card]) -> Cards:
    """Return the cards with their unnamed jokers named, in that order.

    >>> from .cards import cards
    >>> fill_in(cards("4H JK 6H"), cards("5H"))
    (4H, JK=5H, 6H)
    """
    left = iter(names)
    return tuple(joker_named(next(left)) if card is JOKER else card for card in cards)


def _ways(cards: Cards, ace: AceEnd | None, options: Options) -> Iterator[Cards]:
    """Yield every way to name the unnamed jokers of a meld; a way may come twice."""
    named = tuple(card for card in cards if card is not JOKER)
    bits = faces(named)
    ranks = bits & ALL_RANKS
    suits = bits >> SUIT_SHIFT & ALL_SUITS
    size = len(cards)
    if (
        MIN_MELD <= size <= MAX_SET
        and not ranks & ranks - 1
        and (suits.bit_count() == len(named) or options.set_suits is _ANY_SUITS)
    ):
        for rank in ranks_of(ranks or ALL_RANKS):
            yield from set_names(rank, suits, size - len(named), options)
    if suits & suits - 1 or ranks.bit_count() != len(named) or not options.min_run_length <= size <= MAX_RUN:
        return
    for suit in range(len(SUITS)):
        if suits & 1 << suit or not suits:
            for low in range(ACE, KING + 1):
                run = RUNS[suit][low][size]
                if run.ranks & ranks == ranks and may_lie(low, size, options.ace_in_runs) and end_agrees(run, ace):
                    yield tuple(natural_card(rank, suit) for rank in ranks_of(run.ranks & ~ranks))


def set_names(rank: int, suits: int, unnamed: int, options: Options) -> Iterator[Cards]:
    """Yield every way to name jokers in a set of that rank that shows these suits already."""
    if options.set_suits is _ANY_SUITS:
        choices: Iterator[tuple[int, ...]] = combinations_with_replacement(range(len(SUITS)), unnamed)
    else:
        choices = combinations([suit for suit in range(len(SUITS)) if not suits & 1 << suit], unnamed)
    for chosen in choices:
        yield tuple(natural_card(rank, suit) for suit in chosen)


def join(shape: Shape, lying: Cards, cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    """Read cards as laid off on a meld; the meld keeps its kind, and an ace on it its place.

    `lying` are the cards of the meld as they lie. Cards may go to one or both ends of a run, in any order.

    >>> from .cards import cards
    >>> meld = read_meld(cards("5H 6H 7H"), None, Options())
    >>> join(meld.shape, meld.cards, cards("8H 4H"), None, Options()).cards
    (4H, 5H, 6H, 7H, 8H)
    """
    if isinstance(shape, Set):
        return _join_set(shape, lying, cards, options)
    return _join_run(shape, lying, cards, ace, options)


def _join_set(shape: Set, lying: Cards, cards: Cards, options: Options) -> Reading:
    size = shape.size + len(cards)
    if size > MAX_SET:
        return NO_MELD
    (card,) = cards
    wild = options.jokers is _WILD
    if card is JOKER and wild and shape.rank:
        ways = tuple(set_names(shape.rank, shape.suits, 1, options))
        if len(ways) > 1:
            return Reading(None, names=tuple([natural for way in ways for natural in way]))
        cards = fill_in(cards, ways[0])
        (card,) = cards
    if card.rank != shape.rank or (card.is_joker and not wild and card is not JOKER):
        return NO_MELD
    suit = card.bits >> SUIT_SHIFT & ALL_SUITS
    if shape.suits & suit and options.set_suits is not _ANY_SUITS:
        return NO_MELD
    return Reading(Set(shape.rank, shape.suits | suit, size), lying + cards, cards)


def _join_run(shape: Run, lying: Cards, cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    bits = 0
    for card in cards:
        bits |= card.bits
    unnamed = 0
    if bits & JOKER_BIT:
        bits ^= JOKER_BIT
        if options.jokers is not _WILD:
            return NO_MELD
        unnamed = cards.count(JOKER)
    longer = shape.length + len(cards)
    ranks = bits & ALL_RANKS
    if longer > MAX_RUN or ranks & shape.ranks or ranks.bit_count() + unnamed != len(cards):
        return NO_MELD
    if unnamed or longer == MAX_RUN:
        return _join_in_some_way(shape, lying, cards, ace, options)
    run = RUN_OF_FACES[options.ace_in_runs].get(bits | shape.ranks | 1 << SUIT_SHIFT + shape.suit)
    if run is None or (ace and not end_agrees(run, ace)):
        return NO_MELD
    return Reading(run, in_order(lying + cards, run.low), cards)


def _join_in_some_way(shape: Run, lying: Cards, cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    """Read cards as laid off where jokers have no names yet or the run becomes one of all ranks."""
    bits = faces(cards)
    if bits >> SUIT_SHIFT & ALL_SUITS & ~(1 << shape.suit):
        return NO_MELD
    ranks = bits & ALL_RANKS
    runs = [
        run
        for run in _extensions(shape, shape.length + len(cards), options)
        if run.ranks & ranks == ranks and end_agrees(run, ace)
    ]
    if not runs:
        return NO_MELD
    if runs[0].length == MAX_RUN and not has_ace(shape):
        chosen = _completed(runs, cards, ace, options)
        if chosen is None:
            return ACE_OPEN
        runs = [chosen]
    if JOKER in cards:
        fills = dict.fromkeys(run.ranks & ~shape.ranks & ~ranks for run in runs)
        if len(fills) > 1:
            return Reading(None, names=_naturals(fills, shape.suit))
        cards = fill_in(cards, _naturals(fills, shape.suit))
    return Reading(runs[0], in_order(lying + cards, runs[0].low), cards)


def _naturals(masks: Iterable[int], suit: int) -> Cards:
    ranks = dict.fromkeys(rank for mask in masks for rank in ranks_of(mask))
    return tuple(natural_card(rank, suit) for rank in sorted(ranks))


def _extensions(shape: Run, longer: int, options: Options) -> list[Run]:
    """Return the longer runs that keep a run in its place."""
    lowest, highest = BOUNDS[options.ace_in_runs]
    first = max(shape.high - longer + 1, lowest)
    last = min(shape.low, highest - longer + 1)
    of_suit = RUNS[shape.suit]
    return [of_suit[start if start > 0 else start + KING][longer] for start in range(last, first - 1, -1)]


def _completed(runs: list[Run], cards: Cards, ace: AceEnd | None, options: Options) -> Run | None:
    """Choose the place of a run that an ace has just completed, the lowest one; None if the player must say it."""
    natural_ace = any(card.rank == ACE and not card.is_joker for card in cards)
    if options.ace_in_runs is _CORNER:
        return RUNS[runs[0].suit][full_low(ace, natural_ace=natural_ace, options=options) or FULL_CORNER][MAX_RUN]
    return None if len(runs) > 1 and natural_ace and ends_differ(options) else runs[-1]
