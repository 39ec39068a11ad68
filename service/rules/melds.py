"""What is a set, what is a run, what may join them, and what a joker stands for.

Ranks are looked at as bits of a mask, so that a question about a run is a question about one number. This room knows
cards and options; it must never know whose turn it is.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

from .cards import ACE, JOKER, KING, SUITS, Card, joker_named, natural_card
from .options import AceInRuns, Jokers, Options, SetSuits
from .prices import Prices, ends_differ
from .questions import AceEnd, Cards

MIN_MELD: Final = 3
MAX_SET: Final = 4
MAX_RUN: Final = 13
#: In a run an ace lies at position 1 below the 2, or at position 14 above the king.
HIGH_ACE: Final = KING + 1
ACE_BIT: Final = 1
ALL_RANKS: Final = (1 << KING) - 1


class Set(NamedTuple):
    """Cards of one rank; rank 0 is a set of jokers. `suits` is a mask."""

    rank: int
    suits: int
    size: int


class Run(NamedTuple):
    """Cards of one suit in sequence from position `low` (1 is the ace, 13 the king) upwards.

    A run that ends at position 14 has its ace high; one that goes beyond it turns the corner.
    """

    suit: int
    low: int
    length: int

    @property
    def high(self) -> int:
        """The position of the highest card."""
        return self.low + self.length - 1

    @property
    def ranks(self) -> int:
        """The ranks as a mask."""
        return WINDOWS[self.low][self.length]

    @property
    def ace(self) -> AceEnd | None:
        """The end at which the ace lies, if it lies at one."""
        if self.low == ACE:
            return AceEnd.LOW
        return AceEnd.HIGH if self.high == HIGH_ACE else None


Shape: TypeAlias = Set | Run


def _window(low: int, length: int) -> int:
    return sum(1 << (position - 1) % KING for position in range(low, low + length))


#: WINDOWS[low][length] is the mask of the ranks from a position upwards.
WINDOWS: Final = tuple(tuple(_window(low, length) for length in range(MAX_RUN + 1)) for low in range(KING + 1))
RANK_OF_BIT: Final = {1 << rank - 1: rank for rank in range(ACE, KING + 1)}


def ranks_of(mask: int) -> Iterator[int]:
    """Yield the ranks of a mask, low to high."""
    while mask:
        bit = mask & -mask
        yield RANK_OF_BIT[bit]
        mask ^= bit


def may_lie(low: int, length: int, ace_in_runs: AceInRuns) -> bool:
    """Tell whether a run may lie from that position upwards (`ace_in_runs`)."""
    if ace_in_runs is AceInRuns.CORNER:
        return True
    lowest = ACE + 1 if ace_in_runs is AceInRuns.HIGH else ACE
    highest = KING if ace_in_runs is AceInRuns.LOW else HIGH_ACE
    return lowest <= low and low + length - 1 <= highest


#: For each option value: where a run of exactly these ranks begins. Runs of all ranks begin at several places: `_full`.
LOWS: Final[dict[AceInRuns, dict[int, int]]] = {
    ace_in_runs: {
        WINDOWS[low][length]: low
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


def laid_prices(shape: Shape, prices: Prices) -> tuple[int, ...]:
    """Return what each card counts when it is laid in a meld of this shape; an ace counts by its place."""
    if isinstance(shape, Set):
        return prices.in_set
    if shape.low == ACE:
        return prices.low_ace
    return prices.corner_ace if shape.high > HIGH_ACE else prices.high_ace


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


def read_meld(cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    """Read cards as a meld of its own, in whatever order they are given.

    >>> from .cards import cards
    >>> read_meld(cards("7H 5H 6H"), None, Options()).cards
    (5H, 6H, 7H)
    """
    ranks = suits = unnamed = jokers = 0
    for card in cards:
        ranks |= card.rank_bit
        suits |= card.suit_bit
        if card.is_joker:
            jokers += 1
            if card is JOKER:
                unnamed += 1
    size = len(cards)
    if jokers:
        if options.jokers is not Jokers.WILD:
            return _read_own_rank(cards, unnamed, options)
        if size - jokers < options.min_naturals:
            return NO_MELD
        if unnamed:
            return _read_unnamed(cards, unnamed, ace, options)
    if not ranks & ranks - 1:
        if MIN_MELD <= size <= MAX_SET and (suits.bit_count() == size or options.set_suits is SetSuits.ANY):
            return Reading(Set(cards[0].rank, suits, size), cards, cards)
        return NO_MELD
    if suits & suits - 1 or ranks.bit_count() != size or size < options.min_run_length:
        return NO_MELD
    if size == MAX_RUN:
        return _read_full(cards, ace, options)
    low = LOWS[options.ace_in_runs].get(ranks)
    if low is None:
        return NO_MELD
    run = Run(cards[0].suit, low, size)
    if ace is not None and ranks & ACE_BIT and run.ace is not ace:
        return NO_MELD
    return Reading(run, in_order(cards, low), cards)


def in_order(cards: Iterable[Card], low: int) -> Cards:
    """Return the cards of a run from its lowest one upwards."""
    return tuple(sorted(cards, key=lambda card: (card.rank - low) % KING))


def _read_own_rank(cards: Cards, unnamed: int, options: Options) -> Reading:
    size = len(cards)
    if options.jokers is Jokers.OWN_RANK and unnamed == size and MIN_MELD <= size <= MAX_SET:
        return Reading(Set(0, 0, size), cards, cards)
    return NO_MELD


def _read_full(cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    """Read a run of all thirteen ranks, whose ace may lie at either end."""
    natural_ace = any(card.rank == ACE and not card.is_joker for card in cards)
    low = full_low(ace, natural_ace=natural_ace, options=options)
    if low is None:
        return NO_MELD
    if low == 0:
        return Reading(None, ace_open=True)
    return Reading(Run(cards[0].suit, low, MAX_RUN), in_order(cards, low), cards)


def full_low(ace: AceEnd | None, *, natural_ace: bool, options: Options) -> int | None:
    """Return where a run of all ranks begins: 0 if its ace end must be named first, None if that end is barred."""
    allowed = options.ace_in_runs
    if ace is not None:
        low = FULL_LOW if ace is AceEnd.LOW else FULL_HIGH
        return low if may_lie(low, MAX_RUN, allowed) else None
    if allowed is AceInRuns.CORNER:
        return FULL_CORNER
    if allowed is AceInRuns.HIGH:
        return FULL_HIGH
    return 0 if allowed is AceInRuns.EITHER and natural_ace and ends_differ(options) else FULL_LOW


def _read_unnamed(cards: Cards, unnamed: int, ace: AceEnd | None, options: Options) -> Reading:
    """Fill in the names of jokers where there is one way to do it."""
    named = tuple(card for card in cards if card is not JOKER)
    ways = dict.fromkeys(_ways(named, unnamed, ace, options))
    if not ways:
        return NO_MELD
    if len(ways) > 1:
        return Reading(None, names=tuple(dict.fromkeys(natural for way in ways for natural in way)))
    (names,) = ways
    return read_meld(fill_in(cards, names), ace, options)


def fill_in(cards: Cards, names: Cards) -> Cards:
    """Return the cards with their unnamed jokers named, in that order.

    >>> from .cards import cards
    >>> fill_in(cards("4H JK 6H"), cards("5H"))
    (4H, JK=5H, 6H)
    """
    left = iter(names)
    return tuple(joker_named(next(left)) if card is JOKER else card for card in cards)


def _ways(named: Cards, unnamed: int, ace: AceEnd | None, options: Options) -> Iterator[Cards]:
    """Yield every way to name the unnamed jokers of a meld; a way may come twice."""
    ranks = suits = 0
    for card in named:
        ranks |= card.rank_bit
        suits |= card.suit_bit
    size = len(named) + unnamed
    if MIN_MELD <= size <= MAX_SET and not ranks & ranks - 1 and (suits.bit_count() == len(named) or _any_suits(options)):
        for rank in ranks_of(ranks or ALL_RANKS):
            yield from set_names(rank, suits, unnamed, options)
    if suits & suits - 1 or ranks.bit_count() != len(named) or not options.min_run_length <= size <= MAX_RUN:
        return
    for suit in range(len(SUITS)):
        if suits & 1 << suit or not suits:
            for low in range(ACE, KING + 1):
                window = WINDOWS[low][size]
                if window & ranks == ranks and may_lie(low, size, options.ace_in_runs) and ends_agree(low, size, ace):
                    yield tuple(natural_card(rank, suit) for rank in ranks_of(window & ~ranks))


def _any_suits(options: Options) -> bool:
    return options.set_suits is SetSuits.ANY


def set_names(rank: int, suits: int, unnamed: int, options: Options) -> Iterator[Cards]:
    """Yield every way to name jokers in a set of that rank that shows these suits already."""
    if _any_suits(options):
        choices = combinations_with_replacement(range(len(SUITS)), unnamed)
    else:
        choices = combinations([suit for suit in range(len(SUITS)) if not suits & 1 << suit], unnamed)
    for chosen in choices:
        yield tuple(natural_card(rank, suit) for suit in chosen)


def ends_agree(low: int, length: int, ace: AceEnd | None) -> bool:
    """Tell whether a run has its ace, if it has one, at the end that was named."""
    if ace is None or not WINDOWS[low][length] & ACE_BIT:
        return True
    return low == ACE if ace is AceEnd.LOW else low + length - 1 == HIGH_ACE


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
    wild = options.jokers is Jokers.WILD
    if not all(card.rank == shape.rank and (wild or not card.is_joker or shape.rank == 0) or card is JOKER and wild for card in cards):
        return NO_MELD
    suits = shape.suits
    unnamed = 0
    for card in cards:
        if card.suit_bit & suits and not _any_suits(options):
            return NO_MELD
        suits |= card.suit_bit
        unnamed += card is JOKER
    if unnamed and shape.rank:
        ways = tuple(set_names(shape.rank, suits, unnamed, options))
        if len(ways) > 1:
            return Reading(None, names=tuple(dict.fromkeys(natural for way in ways for natural in way)))
        if not ways:
            return NO_MELD
        return _join_set(shape, lying, fill_in(cards, ways[0]), options)
    return Reading(Set(shape.rank, suits, size), lying + cards, cards)


def _join_run(shape: Run, lying: Cards, cards: Cards, ace: AceEnd | None, options: Options) -> Reading:
    length = shape.length + len(cards)
    ranks = unnamed = 0
    natural_ace = False
    wild = options.jokers is Jokers.WILD
    for card in cards:
        if card.is_joker and not wild:
            return NO_MELD
        if card is JOKER:
            unnamed += 1
            continue
        if card.suit != shape.suit or (ranks | shape.ranks) & card.rank_bit:
            return NO_MELD
        ranks |= card.rank_bit
        natural_ace = natural_ace or (card.rank == ACE and not card.is_joker)
    if length > MAX_RUN:
        return NO_MELD
    lows = [low for low in _extensions(shape, length, ranks, options) if ends_agree(low, length, ace)]
    if length == MAX_RUN and not shape.ranks & ACE_BIT and lows:
        lows = _full_lows(lows, ace, natural_ace=natural_ace, options=options)
        if not lows:
            return Reading(None, ace_open=True)
    if not lows:
        return NO_MELD
    if unnamed:
        fills = dict.fromkeys(WINDOWS[low][length] & ~shape.ranks & ~ranks for low in lows)
        if len(fills) > 1:
            return Reading(None, names=_naturals(fills, shape.suit))
        cards = fill_in(cards, _naturals(fills, shape.suit))
    return Reading(Run(shape.suit, lows[0], length), in_order(lying + cards, lows[0]), cards)


def _naturals(masks: Iterable[int], suit: int) -> Cards:
    ranks = dict.fromkeys(rank for mask in masks for rank in ranks_of(mask))
    return tuple(natural_card(rank, suit) for rank in ranks)


def _extensions(shape: Run, length: int, ranks: int, options: Options) -> Iterator[int]:
    """Yield where a longer run could begin that keeps this one in its place and holds these ranks."""
    for below in range(length - shape.length + 1):
        low = shape.low - below
        if low < ACE:
            if options.ace_in_runs is not AceInRuns.CORNER:
                return
            low += KING
        if may_lie(low, length, options.ace_in_runs) and WINDOWS[low][length] & ranks == ranks:
            yield low


def _full_lows(lows: list[int], ace: AceEnd | None, *, natural_ace: bool, options: Options) -> list[int]:
    """Choose where a run begins that has just become complete by an ace; empty if the player must say it."""
    if options.ace_in_runs is AceInRuns.CORNER:
        low = full_low(ace, natural_ace=natural_ace, options=options)
        return [low] if low else []
    return [] if len(lows) > 1 and natural_ace and ends_differ(options) else lows[:1]
