"""Where a search for the best arrangement begins: what is laid before it, and which runs it may make longer.

The search goes along a line from the low ace to the high one. What lies across its ends - a run around the corner, a
run of the table that could take an ace at both ends - is laid beforehand, in every way there is. Around the corner
there are many, so that the ways are told of each suit, and it is the search that chooses among them. Without such
things there is one start: nothing is laid, and the runs of the table lie as they are.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from .cards import ACE, JOKER, KING, SUITS, joker_named, missing_from, natural_card, stands_for, without
from .melds import HIGH_ACE, MAX_RUN, NO_MELD, Reading, Run, Shape, join, read_meld
from .options import AceInRuns, Jokers, Options
from .prices import HIGH_ACE_POINTS, CardPoints
from .questions import AceEnd, Cards, TableMeld
from .search_task import OpenRun, Purse, Terms
from .table import Meld, lay_off_points, read_at_once
from .verdicts import MeldKind


class NewMeld(NamedTuple):
    """A new meld: its cards as they lie, the end of its ace where a run of thirteen must name it, its points."""

    cards: Cards
    kind: MeldKind
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


class Core(NamedTuple):
    """A new run that turns the corner, or does so with what is laid off on it first."""

    meld: NewMeld
    base: Base

    @property
    def cards(self) -> Cards:
        """Its cards, those that are laid off on it included."""
        return self.meld.cards + tuple([card for lay_off in self.base.first for card in lay_off.cards])


class SuitStart(NamedTuple):
    """Where a search may begin in one suit: new runs around the corner, runs of the table, and what is left."""

    cores: tuple[Core, ...]
    bases: tuple[Base, ...]
    left: Cards

    @property
    def lay_offs(self) -> tuple[NewLayOff, ...]:
        """What is laid off beforehand, on runs of the table and on new ones."""
        bases = (*self.bases, *[core.base for core in self.cores])
        return tuple([lay_off for base in bases for lay_off in base.first])

    @property
    def laid(self) -> Cards:
        """The cards that are laid beforehand."""
        cards = [card for core in self.cores for card in core.meld.cards]
        return tuple(cards + [card for lay_off in self.lay_offs for card in lay_off.cards])

    @property
    def points(self) -> int:
        """What they count."""
        return sum([core.meld.points for core in self.cores]) + sum([each.points for each in self.lay_offs])


class Start(NamedTuple):
    """Where a search begins; where there are `suits`, it chooses one of the ways to begin in each of them."""

    hand: Cards
    melds: tuple[NewMeld, ...]
    bases: tuple[Base, ...]
    suits: tuple[tuple[SuitStart, ...], ...] = ()


# Reading a member from its class costs more than the rest of a comparison.
_CORNER: Final = AceInRuns.CORNER
#: What it costs to read a meld, beside a step of the search.
_STEPS_OF_A_MELD: Final = 60
_STEPS_OF_A_CARD: Final = 6
#: This part of the steps at most is taken to find the ways to begin in one suit.
_SHARE_OF_A_SUIT: Final = 4
_NUMBERED: Final = re.compile(r"m([0-9]+)")


@lru_cache(maxsize=4096)
def new_meld(cards: Cards, options: Options, ace: AceEnd | None = None) -> NewMeld:
    """Return a new meld of these cards."""
    meld = read_at_once(cards, ace, options)
    assert meld.lying is not None, cards
    return NewMeld(meld.reading.cards, meld.lying.kind, ace, meld.points)


class Asked(NamedTuple):
    """What every start has in common. `barred` are cards for which no joker may be laid off.

    Where the steps of the purse run out, starts are left out.
    """

    hand: Cards
    melds: tuple[Meld, ...]
    terms: Terms
    options: Options
    purse: Purse
    barred: Cards = ()


def _points(listed: Iterable[CardPoints]) -> int:
    return sum([each.points for each in listed])


def starts(asked: Asked, *, lays_off: bool) -> Iterator[Start]:
    """Yield every start that the search does not reach from another; `lays_off` false bars lay-offs on new melds."""
    around = asked.options.ace_in_runs is _CORNER
    if not asked.melds and not around:
        yield Start(asked.hand, (), ())
        return
    runs = tuple([meld for meld in asked.melds if isinstance(meld.shape, Run)])
    if not around:
        for bases, left in _on_table(runs, asked.hand, asked):
            yield Start(left, (), bases)
        return
    suits = tuple([_of_suit(asked, suit, lays_off=lays_off) for suit in range(len(SUITS))])
    # This is found quickly, and often there is nothing better.
    yield start_of(asked, [each[0] for each in suits])
    if any(len(each) > 1 for each in suits):
        yield Start(asked.hand, (), (), suits)


def _of_suit(asked: Asked, suit: int, *, lays_off: bool) -> tuple[SuitStart, ...]:
    """Return the ways to begin in a suit, the first of them with nothing laid."""
    purse = Purse(asked.purse.steps // _SHARE_OF_A_SUIT)
    found = _ways_to_begin(asked._replace(purse=purse), suit, lays_off=lays_off)
    asked.purse.spend(asked.purse.steps // _SHARE_OF_A_SUIT - purse.steps)
    asked.purse.cut_short |= purse.cut_short
    return found


def _ways_to_begin(asked: Asked, suit: int, *, lays_off: bool) -> tuple[SuitStart, ...]:
    runs = tuple([meld for meld in asked.melds if isinstance(meld.shape, Run) and meld.shape.suit == suit])
    cores = list(_cores(asked.hand, suit, asked, lays_off=lays_off))
    found: dict[object, SuitStart] = {}
    for bases, left in _on_table(runs, asked.hand, asked):
        for chosen, still_left in _some_of(cores, left, asked.purse):
            start = SuitStart(chosen, bases, still_left)
            # Of those that leave the same the one that brings most does.
            same = still_left, tuple([base.open_run for base in bases]), tuple([core.base.open_run for core in chosen])
            if same not in found or found[same].points < start.points:
                found[same] = start
    return tuple(found.values())


def start_of(asked: Asked, suits: list[SuitStart]) -> Start:
    """Return the start that comes of what was chosen in each suit."""
    left = asked.hand
    for each in suits:
        left = without(left, each.laid)
    bases = tuple([base for each in suits for base in each.bases])
    return _start(asked, tuple([core for each in suits for core in each.cores]), bases, left)


def _start(asked: Asked, chosen: tuple[Core, ...], bases: tuple[Base, ...], left: Cards) -> Start:
    """Return a start with new runs around the corner; those that others are laid off on have the next free ids."""
    numbers = [int(found[1]) for meld in asked.melds if (found := _NUMBERED.fullmatch(meld.id))]
    number = 1 + max(numbers, default=0)
    new_bases = []
    for core in chosen:
        base = core.base
        if base.meld_id is not None:
            meld_id = f"m{number}"
            number += 1
            base = base._replace(meld_id=meld_id, first=tuple([each._replace(meld_id=meld_id) for each in base.first]))
        new_bases.append(base)
    return Start(left, tuple([core.meld for core in chosen]), (*bases, *new_bases))


def _on_table(melds: tuple[Meld, ...], hand: Cards, asked: Asked) -> Iterator[tuple[tuple[Base, ...], Cards]]:
    """Yield the ways to lay cards off beforehand, with what is left of the hand."""
    if not melds:
        yield (), hand
        return
    for base, left in _on_run(melds[0], hand, asked):
        for bases, still_left in _on_table(melds[1:], left, asked):
            yield (base, *bases), still_left


def _on_run(meld: Meld, hand: Cards, asked: Asked) -> Iterator[tuple[Base, Cards]]:
    shape = meld.shape
    assert isinstance(shape, Run)
    room = MAX_RUN - shape.length
    if not room:
        yield _base(meld.id, shape, meld.cards, (), 0, 0), hand
    elif _is_barred(shape.suit, asked) and JOKER in hand:
        yield from _beside_barred(meld, shape, hand, asked)
    elif asked.options.ace_in_runs is AceInRuns.CORNER:
        yield from _on_circle(meld, shape, hand, asked)
    else:
        yield from _on_line(meld, shape, hand, asked)


def _is_barred(suit: int, asked: Asked) -> bool:
    return any(card.suit == suit for card in asked.barred)


def _beside_barred(meld: Meld, shape: Run, hand: Cards, asked: Asked) -> Iterator[tuple[Base, Cards]]:
    """Yield every way to lay cards off on a run where no joker stands for a barred card.

    A joker may stop short of a barred place, so that room is more than a number.
    """
    for base, left in _all_around(meld, shape, hand, asked):
        jokers = [card for lay_off in base.first for card in lay_off.cards if card.is_joker]
        if not any(stands_for(joker) in asked.barred for joker in jokers):
            yield base._replace(open_run=base.open_run._replace(room=0)), left


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
    open_run = OpenRun(shape.suit, shape.low, shape.high, low, beyond, MAX_RUN - shape.length, floor, shape.low == ACE)
    return Base(meld_id, shape, cards, first, open_run)


def _on_line(meld: Meld, shape: Run, hand: Cards, asked: Asked) -> Iterator[tuple[Base, Cards]]:
    terms = asked.terms
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
        for cards in _chains(hand, shape.suit, chain, asked):
            yield from _after(meld, [cards], hand, asked, 0, beyond)
        floor = ACE + 1
    yield _base(meld.id, shape, meld.cards, (), low, beyond, floor), hand


def _after(
    meld: Meld, moves: list[Cards], hand: Cards, asked: Asked, low: int, beyond: int
) -> Iterator[tuple[Base, Cards]]:
    """Yield a run of the table after these cards were laid off on it; there is room for them."""
    shape = meld.shape
    lying = meld.cards
    lay_offs = []
    for cards in moves:
        if not cards:
            continue
        asked.purse.spend(_STEPS_OF_A_MELD)
        lay_off, joined = _dearest(meld.id, shape, lying, cards, asked.options)
        assert lay_off is not None
        assert joined.shape is not None
        lay_offs.append(lay_off)
        shape, lying = joined.shape, joined.cards
        hand = without(hand, cards)
    assert isinstance(shape, Run)
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
            points = _points(lay_off_points(joined.shape, cards, options))
            if best is None or best.points < points:
                best = NewLayOff(cards, meld_id, ace, points)
                reading = joined
    return best, reading


def _chains(
    hand: Cards, suit: int, positions: tuple[int, ...], asked: Asked, most_naturals: int = MAX_RUN
) -> Iterator[Cards]:
    """Yield the ways to fill positions in this order with natural cards and jokers of a hand."""
    if not positions:
        yield ()
        return
    if asked.purse.is_spent():
        return
    asked.purse.spend(_STEPS_OF_A_CARD)
    natural = natural_card((positions[0] - 1) % KING + 1, suit)
    held = [(natural, natural)] if most_naturals and natural in hand else []
    if JOKER in hand and asked.options.jokers is Jokers.WILD:
        held.append((joker_named(natural), JOKER))
    for card, taken in held:
        naturals_left = most_naturals - (taken is natural)
        for others in _chains(without(hand, (taken,)), suit, positions[1:], asked, naturals_left):
            yield (card, *others)


# Around the corner there is no line: what crosses from ace to 2 is laid first.


def _on_circle(meld: Meld, shape: Run, hand: Cards, asked: Asked) -> Iterator[tuple[Base, Cards]]:
    suit, first, last = shape.suit, shape.low, shape.high
    if MAX_RUN - shape.length < _ample(asked.terms):
        for base, left in _all_around(meld, shape, hand, asked):
            if not any(_may_be_shorter(lay_off.cards) for lay_off in base.first):
                yield base, left
        return
    if last > HIGH_ACE:
        yield _base(meld.id, shape, meld.cards, (), first, last - KING + 1), hand
        return
    low = first if first > asked.terms.lowest else 0
    beyond = last + 1 if last < asked.terms.highest else 0
    yield _base(meld.id, shape, meld.cards, (), low, beyond), hand
    for cards in _chains(hand, suit, tuple(range(last + 1, HIGH_ACE + 2)), asked):
        for moves in _in_moves(cards):
            yield from _onward(meld, moves, hand, asked, (first, ACE + 2), HIGH_ACE + 2)
    for cards in _chains(hand, suit, tuple(range(first - 1, -1, -1)), asked):
        for moves in _in_moves(cards):
            yield from _onward(meld, moves, hand, asked, (KING, last + 1), last + 1)


def _may_be_shorter(cards: Cards) -> bool:
    """Tell whether the last card is a joker that the search can lay, and not one that takes a run around an ace."""
    return cards[-1].is_joker and not (len(cards) > 1 and cards[-2].rank == ACE and not cards[-2].is_joker)


def _ample(terms: Terms) -> int:
    """Return how much room a run needs so that what joins it above is a run itself before it meets what joins below."""
    return 2 * terms.min_run - 1


def _onward(
    meld: Meld, moves: list[Cards], hand: Cards, asked: Asked, ends: tuple[int, int], above: int
) -> Iterator[tuple[Base, Cards]]:
    """Yield a run of the table after some lay-offs; where it has little room left, what joins above is laid too."""
    low, beyond = ends
    laid = [card for cards in moves for card in cards]
    room = MAX_RUN - len(meld.cards) - len(laid)
    if room >= _ample(asked.terms):
        yield from _after(meld, moves, hand, asked, low, beyond)
        return
    left = without(hand, laid)
    for more in range(room + 1):
        for cards in _chains(left, laid[0].suit, tuple(range(above, above + more)), asked):
            if not cards or not cards[-1].is_joker:
                yield from _after(meld, [*moves, cards], hand, asked, low, 0)


def _in_moves(cards: Cards) -> Iterator[list[Cards]]:
    """Yield the ways to lay cards off in one move, or in two so that an ace counts by the place it has first."""
    yield [cards]
    for place, card in enumerate(cards[:-1]):
        if card.rank == ACE and not card.is_joker:
            yield [cards[: place + 1], cards[place + 1 :]]


def _all_around(meld: Meld, shape: Run, hand: Cards, asked: Asked) -> Iterator[tuple[Base, Cards]]:
    """Yield every way to lay cards off at both ends of a run; what the search lays does not join it."""
    room = MAX_RUN - shape.length
    most_above = most_below = room
    if asked.options.ace_in_runs is not AceInRuns.CORNER:
        most_above = min(room, asked.terms.highest - shape.high)
        most_below = min(room, shape.low - asked.terms.lowest)
    for above in range(most_above + 1):
        up = tuple(range(shape.high + 1, shape.high + 1 + above))
        for up_cards in _chains(hand, shape.suit, up, asked):
            left = without(hand, up_cards)
            for below in range(min(most_below, room - above) + 1):
                down = tuple(range(shape.low - 1, shape.low - 1 - below, -1))
                for down_cards in _chains(left, shape.suit, down, asked):
                    for up_moves in _in_moves(up_cards):
                        for down_moves in _in_moves(down_cards):
                            yield from _after(meld, [*up_moves, *down_moves], hand, asked, 0, 0)


def _some_of(cores: list[Core], hand: Cards, purse: Purse) -> Iterator[tuple[tuple[Core, ...], Cards]]:
    """Yield every choice of new runs that the hand holds, with what is left of it."""
    yield (), hand
    for place, core in enumerate(cores):
        if purse.is_spent():
            return
        purse.spend(_STEPS_OF_A_CARD)
        if not missing_from(hand, core.cards):
            purse.spend(_STEPS_OF_A_MELD)
            for more, left in _some_of(cores[place:], without(hand, core.cards), purse):
                yield (core, *more), left


def _cores(hand: Cards, suit: int, asked: Asked, *, lays_off: bool) -> Iterator[Core]:
    """Yield the shortest new runs of a suit that turn the corner, or that do so with one card laid off on them."""
    options = asked.options
    shortest = asked.terms.min_run
    # In one that is longer than it must be a natural card more would do without the last card.
    fewest_naturals = max(asked.terms.min_naturals, 1)
    longest = max(shortest, fewest_naturals + (hand.count(JOKER) if options.jokers is Jokers.WILD else 0))
    for low in range(ACE, HIGH_ACE + 1):
        for high in range(max(low + shortest - 1, HIGH_ACE), low + min(longest, MAX_RUN)):
            most_naturals = MAX_RUN if high - low < shortest else fewest_naturals
            for cards in _chains(hand, suit, tuple(range(low, high + 1)), asked, most_naturals):
                if not _is_meld(cards, asked.terms):
                    continue
                ace = HIGH_ACE - low
                if low < HIGH_ACE < high:
                    shorter_below = low < KING and _is_meld(cards[1:], asked.terms)
                    shorter_above = high > HIGH_ACE + 1 and _is_meld(cards[:-1], asked.terms)
                    if not shorter_below and not shorter_above:
                        yield _core(cards, (), options)
                elif lays_off and options.corner_ace_points < HIGH_ACE_POINTS and not cards[ace].is_joker:
                    shorter = cards[1:] if high == HIGH_ACE else cards[:-1]
                    if _is_barred(suit, asked):
                        yield from _cores_beside_barred(cards, hand, asked)
                    elif not _is_meld(shorter, asked.terms):
                        more = HIGH_ACE + 1 if high == HIGH_ACE else KING
                        for extra in _chains(without(hand, cards), suit, (more,), asked):
                            yield _core(cards, extra, options)


def _cores_beside_barred(cards: Cards, hand: Cards, asked: Asked) -> Iterator[Core]:
    """Yield every way to lay cards off on a new run so that it turns the corner."""
    laid = new_meld(cards, asked.options)
    shape = read_meld(cards, None, asked.options).shape
    assert isinstance(shape, Run)
    meld = Meld((shape,), laid.cards, TableMeld("", 0, cards))
    for base, _ in _beside_barred(meld, shape, without(hand, cards), asked):
        if base.shape.low < HIGH_ACE < base.shape.high:
            yield Core(laid, base)


def _is_meld(cards: Cards, terms: Terms) -> bool:
    naturals = sum([not card.is_joker for card in cards])
    return len(cards) >= terms.min_run and naturals >= max(terms.min_naturals, 1)


def _core(cards: Cards, extra: Cards, options: Options) -> Core:
    reading = read_meld(cards, None, options)
    shape, lying = reading.shape, reading.cards
    first: tuple[NewLayOff, ...] = ()
    if extra:
        assert shape is not None
        joined = join(shape, lying, extra, None, options)
        assert joined.shape is not None
        first = (NewLayOff(extra, "", None, _points(lay_off_points(joined.shape, extra, options))),)
        shape, lying = joined.shape, joined.cards
    assert isinstance(shape, Run)
    base = _base("" if extra else None, shape, lying, first, shape.low, shape.high - KING + 1)
    return Core(new_meld(cards, options), base)
