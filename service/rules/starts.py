"""Where a search for the best arrangement begins: what is laid before it, and which runs it may make longer.

The search goes along a line from the low ace to the high one. What lies across its ends - a run around the corner, a run
of the table that could take an ace at both ends - is laid beforehand, in every way there is, and the search goes on from
each. Without such things there is one start: nothing is laid, and the runs of the table lie as they are.
"""

import re
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from .cards import ACE, JOKER, KING, SUITS, Card, joker_named, natural_card, stands_for, without
from .melds import HIGH_ACE, MAX_RUN, NO_MELD, Reading, Run, Shape, join, read_meld
from .options import AceInRuns, Jokers, Options
from .questions import AceEnd, Cards
from .search_task import OpenRun, Terms
from .table import Meld, lay_off_points, meld_points


class NewMeld(NamedTuple):
    """A new meld: its cards as they lie, the end of its ace where a run of thirteen must name it, its points."""

    cards: Cards
    ace: AceEnd | None
    points: int


class NewLayOff(NamedTuple):
    """Cards laid off on one meld; `ace` names the end of an ace that makes the run thirteen cards long."""

    cards: Cards
    meld_id: str
    ace: AceEnd | None
    points: int


class Base(NamedTuple):
    """A run that the search may make longer: one of the table, or a new one.

    `meld_id` is None for a new run that is laid at once with all that joins it. `first` are cards that were laid off on
    it before the search; `shape` and `cards` are the run as it lies then.
    """

    meld_id: str | None
    shape: Run
    cards: Cards
    first: tuple[NewLayOff, ...]
    open_run: OpenRun


class Start(NamedTuple):
    """Where a search begins."""

    hand: Cards
    melds: tuple[NewMeld, ...]
    bases: tuple[Base, ...]


_NUMBERED: Final = re.compile(r"m([0-9]+)")


def new_meld(cards: Cards, options: Options, ace: AceEnd | None = None) -> NewMeld:
    """Return a new meld of these cards."""
    reading = read_meld(cards, ace, options)
    if reading.shape is None:
        raise ValueError(cards)
    points = meld_points(reading.shape, reading.cards, options)
    return NewMeld(reading.cards, ace, sum([each.points for each in points]))


def starts(
    hand: Cards, table: tuple[Meld, ...], terms: Terms, options: Options, barred: Cards, *, lays_off: bool
) -> Iterator[Start]:
    """Yield every start that the search does not reach from another.

    `barred` are cards for which no joker may be laid off; `lays_off` false bars lay-offs on new melds.
    """
    melds = tuple(meld for meld in table if isinstance(meld.shape, Run))
    corner = options.ace_in_runs is AceInRuns.CORNER
    for bases, left in _on_table(melds, hand, terms, options, barred):
        yield Start(left, (), bases)
    if corner:
        number = 1 + max((int(found[1]) for meld in table if (found := _NUMBERED.fullmatch(meld.id))), default=0)
        for chosen in _around(hand, options, terms, lays_off=lays_off):
            left = hand
            new: list[NewMeld] = []
            new_bases: list[Base] = []
            for core, base in chosen:
                left = without(left, core.cards)
                for lay_off in base.first:
                    left = without(left, lay_off.cards)
                if base.meld_id is not None:
                    meld_id = f"m{number + len(new)}"
                    base = base._replace(
                        meld_id=meld_id, first=tuple(each._replace(meld_id=meld_id) for each in base.first)
                    )
                new.append(core)
                new_bases.append(base)
            for bases, still_left in _on_table(melds, left, terms, options, barred):
                yield Start(still_left, tuple(new), (*bases, *new_bases))


def _on_table(
    melds: tuple[Meld, ...], hand: Cards, terms: Terms, options: Options, barred: Cards
) -> Iterator[tuple[tuple[Base, ...], Cards]]:
    """Yield the ways to lay cards off beforehand, with what is left of the hand."""
    if not melds:
        yield (), hand
        return
    for base, left in _on_run(melds[0], hand, terms, options, barred):
        for bases, still_left in _on_table(melds[1:], left, terms, options, barred):
            yield (base, *bases), still_left


def _on_run(
    meld: Meld, hand: Cards, terms: Terms, options: Options, barred: Cards
) -> Iterator[tuple[Base, Cards]]:
    shape = meld.shape
    if not isinstance(shape, Run):
        raise TypeError(shape)
    room = MAX_RUN - shape.length
    if not room:
        yield _base(meld.id, shape, meld.cards, (), 0, 0), hand
    elif any(card.suit == shape.suit for card in barred) and JOKER in hand:
        # A joker may stop short of a barred place, so that room is more than a number.
        for base, left in _all_around(meld, shape, hand, terms, options):
            jokers = [card for lay_off in base.first for card in lay_off.cards if card.is_joker]
            if not any(stands_for(joker) in barred for joker in jokers):
                yield base._replace(open_run=base.open_run._replace(room=0)), left
    elif options.ace_in_runs is AceInRuns.CORNER:
        yield from _on_circle(meld, shape, hand, terms, options)
    else:
        yield from _on_line(meld, shape, hand, terms, options)


def _base(
    meld_id: str | None,
    shape: Run,
    cards: Cards,
    first: tuple[NewLayOff, ...],
    low: int,
    beyond: int,
    floor: int = ACE,
) -> Base:
    # Nothing joins from below where the run lies already.
    if shape.high > HIGH_ACE:
        floor = shape.high - KING + 1
    elif shape.high == HIGH_ACE:
        floor = ACE + 1
    open_run = OpenRun(
        shape.suit, shape.low, shape.high, low, beyond, MAX_RUN - shape.length, floor, shape.low == ACE
    )
    return Base(meld_id, shape, cards, first, open_run)


def _on_line(meld: Meld, shape: Run, hand: Cards, terms: Terms, options: Options) -> Iterator[tuple[Base, Cards]]:
    low = shape.low if shape.low > terms.lowest else 0
    beyond = shape.high + 1 if shape.high < terms.highest else 0
    floor = ACE
    aces = hand.count(natural_card(ACE, shape.suit))
    if low and beyond == terms.highest == HIGH_ACE:
        # A high ace is never worth less, and so many cards join in any case.
        floor = ACE + 1
    elif low and terms.lowest == ACE and terms.highest == HIGH_ACE and beyond and aces > 1:
        # With an ace at one end the other is barred.
        chain = tuple(range(shape.low - 1, 0, -1))
        for cards in _chains(hand, shape.suit, chain, options):
            yield from _after(meld, [cards], hand, options, 0, beyond)
        floor = ACE + 1
    yield _base(meld.id, shape, meld.cards, (), low, beyond, floor), hand


def _after(
    meld: Meld, moves: list[Cards], hand: Cards, options: Options, low: int, beyond: int
) -> Iterator[tuple[Base, Cards]]:
    """Yield a run of the table after these cards were laid off on it, if they may be."""
    shape = meld.shape
    lying = meld.cards
    lay_offs = []
    for cards in moves:
        if not cards:
            continue
        lay_off, joined = _dearest(meld.id, shape, lying, cards, options)
        if lay_off is None or joined.shape is None:
            return
        lay_offs.append(lay_off)
        shape, lying = joined.shape, joined.cards
        hand = without(hand, cards)
    if isinstance(shape, Run):
        if shape.length == MAX_RUN:
            low = beyond = 0
        yield _base(meld.id, shape, lying, tuple(lay_offs), low, beyond), hand


def _dearest(
    meld_id: str, shape: Shape, lying: Cards, cards: Cards, options: Options
) -> tuple[NewLayOff | None, Reading]:
    """Return a lay-off whose ace, where it must or can be named, counts most."""
    best: NewLayOff | None = None
    reading = NO_MELD
    for ace in (None, AceEnd.HIGH, AceEnd.LOW):
        joined = join(shape, lying, cards, ace, options)
        if joined.shape is not None:
            points = sum([each.points for each in lay_off_points(joined.shape, cards, options)])
            if best is None or best.points < points:
                best = NewLayOff(cards, meld_id, ace, points)
                reading = joined
    return best, reading


def _chains(hand: Cards, suit: int, positions: tuple[int, ...], options: Options) -> Iterator[Cards]:
    """Yield the ways to fill positions in this order with natural cards and jokers of a hand."""
    if not positions:
        yield ()
        return
    natural = natural_card((positions[0] - 1) % KING + 1, suit)
    held = [(natural, natural)] if natural in hand else []
    if JOKER in hand and options.jokers is Jokers.WILD:
        held.append((joker_named(natural), JOKER))
    for card, taken in held:
        for others in _chains(without(hand, (taken,)), suit, positions[1:], options):
            yield (card, *others)


# Around the corner there is no line: what crosses from ace to 2 is laid first.


def _on_circle(meld: Meld, shape: Run, hand: Cards, terms: Terms, options: Options) -> Iterator[tuple[Base, Cards]]:
    suit, first, last = shape.suit, shape.low, shape.high
    room = MAX_RUN - shape.length
    if room <= 2 * terms.min_run + 2 and _meets(shape, hand, options):
        for base, left in _all_around(meld, shape, hand, terms, options):
            if not any(lay_off.cards[-1].is_joker for lay_off in base.first):
                yield base, left
        return
    if last > HIGH_ACE:
        yield _base(meld.id, shape, meld.cards, (), first, last - KING + 1), hand
        return
    low = first if first > ACE else 0
    beyond = last + 1 if last < HIGH_ACE else 0
    yield _base(meld.id, shape, meld.cards, (), low, beyond), hand
    for cards in _chains(hand, suit, tuple(range(last + 1, HIGH_ACE + 2)), options):
        for moves in _in_moves(cards):
            yield from _after(meld, moves, hand, options, first, ACE + 2)
    for cards in _chains(hand, suit, tuple(range(first - 1, -1, -1)), options):
        for moves in _in_moves(cards):
            yield from _after(meld, moves, hand, options, KING, last + 1)


def _in_moves(cards: Cards) -> Iterator[list[Cards]]:
    """Yield the ways to lay cards off in one move, or in two so that an ace counts by the place it has first."""
    yield [cards]
    for place, card in enumerate(cards[:-1]):
        if card.rank == ACE and not card.is_joker:
            yield [cards[: place + 1], cards[place + 1 :]]


def _meets(shape: Run, hand: Cards, options: Options) -> bool:
    """Tell whether cards laid off at both ends of a run could meet."""
    ranks = [(position - 1) % KING + 1 for position in range(shape.high + 1, shape.low + KING)]
    naturals = [natural_card(rank, shape.suit) for rank in ranks]
    jokers = hand.count(JOKER) if options.jokers is Jokers.WILD else 0
    held = [hand.count(natural) for natural in naturals]
    return held.count(0) <= jokers and sum(held) + jokers > len(ranks)


def _all_around(
    meld: Meld, shape: Run, hand: Cards, terms: Terms, options: Options
) -> Iterator[tuple[Base, Cards]]:
    """Yield every way to lay cards off at both ends of a run; what the search lays does not join it."""
    room = MAX_RUN - shape.length
    most_above = most_below = room
    if options.ace_in_runs is not AceInRuns.CORNER:
        most_above = min(room, terms.highest - shape.high)
        most_below = min(room, shape.low - terms.lowest)
    for above in range(most_above + 1):
        up = tuple(range(shape.high + 1, shape.high + 1 + above))
        for up_cards in _chains(hand, shape.suit, up, options):
            left = without(hand, up_cards)
            for below in range(min(most_below, room - above) + 1):
                down = tuple(range(shape.low - 1, shape.low - 1 - below, -1))
                for down_cards in _chains(left, shape.suit, down, options):
                    for up_moves in _in_moves(up_cards):
                        for down_moves in _in_moves(down_cards):
                            yield from _after(meld, [*up_moves, *down_moves], hand, options, 0, 0)


def _around(
    hand: Cards, options: Options, terms: Terms, *, lays_off: bool
) -> Iterator[tuple[tuple[NewMeld, Base], ...]]:
    """Yield the ways to begin new runs around the corner, at least one."""
    cores = [core for suit in range(len(SUITS)) for core in _cores(hand, suit, options, terms, lays_off=lays_off)]
    most = len(hand) // terms.min_run
    for number in range(1, most + 1):
        some = False
        for chosen in combinations_with_replacement(cores, number):
            used = [card for core, base in chosen for card in core.cards]
            used += [card for _, base in chosen for lay_off in base.first for card in lay_off.cards]
            if _are_held(used, hand):
                some = True
                yield chosen
        if not some:
            return


def _are_held(cards: list[Card], hand: Cards) -> bool:
    left = list(hand)
    for card in cards:
        if card.held not in left:
            return False
        left.remove(card.held)
    return True


def _cores(
    hand: Cards, suit: int, options: Options, terms: Terms, *, lays_off: bool
) -> Iterator[tuple[NewMeld, Base]]:
    """Yield the shortest new runs of a suit that turn the corner, or that do so with one card laid off on them."""
    naturals = max(terms.min_naturals, 1)

    def is_meld(cards: Cards) -> bool:
        return len(cards) >= terms.min_run and sum(not card.is_joker for card in cards) >= naturals

    for low in range(KING - MAX_RUN + 3, HIGH_ACE + 1):
        for high in range(max(low + terms.min_run - 1, HIGH_ACE), low + MAX_RUN):
            if low < ACE:
                continue
            for cards in _chains(hand, suit, tuple(range(low, high + 1)), options):
                if not is_meld(cards):
                    continue
                if low < HIGH_ACE < high:
                    shorter_below = low < KING and is_meld(cards[1:])
                    shorter_above = high > HIGH_ACE + 1 and is_meld(cards[:-1])
                    if shorter_below or shorter_above or (options.corner_ace_points and False):
                        continue
                    yield _core(cards, (), options, low, high, laid_at_once=True)
                elif lays_off and options.corner_ace_points < 15 and not cards[HIGH_ACE - low].is_joker:
                    if high == HIGH_ACE:
                        if is_meld(cards[1:]):
                            continue
                        more = HIGH_ACE + 1
                    else:
                        if is_meld(cards[:-1]):
                            continue
                        more = KING
                    for extra in _chains(_rest(hand, cards), suit, (more,), options):
                        yield _core(cards, extra, options, min(low, more), max(high, more), laid_at_once=False)


def _rest(hand: Cards, cards: Cards) -> Cards:
    return without(hand, cards)


def _core(
    cards: Cards, extra: Cards, options: Options, low: int, high: int, *, laid_at_once: bool
) -> tuple[NewMeld, Base]:
    core = new_meld(cards, options)
    reading = read_meld(cards, None, options)
    shape, lying = reading.shape, reading.cards
    first: tuple[NewLayOff, ...] = ()
    if extra:
        joined = join(shape, lying, extra, None, options)
        points = sum([each.points for each in lay_off_points(joined.shape, extra, options)])
        first = (NewLayOff(extra, "", None, points),)
        shape, lying = joined.shape, joined.cards
    return core, _base(None if laid_at_once else "", shape, lying, first, low, high - KING + 1)
