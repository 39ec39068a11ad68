"""Where a search for the best arrangement begins: what is laid before it, and which runs it may make longer.

The search goes along a line from the low ace to the high one. What lies across its ends - a run around the corner, a
run of the table that could take an ace at both ends - is laid beforehand, in every way there is, and the search goes on
from each. Without such things there is one start: nothing is laid, and the runs of the table lie as they are.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from .cards import ACE, JOKER, KING, SUITS, joker_named, missing_from, natural_card, stands_for, without
from .melds import HIGH_ACE, MAX_RUN, NO_MELD, Reading, Run, Shape, join, read_meld
from .options import AceInRuns, Jokers, Options
from .prices import HIGH_ACE_POINTS, CardPoints
from .questions import AceEnd, Cards
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


class Start(NamedTuple):
    """Where a search begins."""

    hand: Cards
    melds: tuple[NewMeld, ...]
    bases: tuple[Base, ...]


class Core(NamedTuple):
    """A new run that turns the corner, or does so with what is laid off on it first."""

    meld: NewMeld
    base: Base

    @property
    def cards(self) -> Cards:
        """Its cards, those that are laid off on it included."""
        return self.meld.cards + tuple([card for lay_off in self.base.first for card in lay_off.cards])


# Reading a member from its class costs more than the rest of a comparison.
_CORNER: Final = AceInRuns.CORNER
#: What it costs to read a meld, beside a step of the search.
_STEPS_OF_A_MELD: Final = 60
_STEPS_OF_A_CARD: Final = 6
#: So many steps are taken at most to find out whether any more runs around the corner can be of use.
_STEPS_OF_A_LOOK: Final = 150_000
_STEPS_OF_A_FIRST_LOOK: Final = 20_000
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


#: Tells whether a search could still beat the best that was found, as far as so many steps can tell; see
#: `_anything_around`.
MayBeat: TypeAlias = Callable[[Start, Cards, int], bool]


def _points(listed: Iterable[CardPoints]) -> int:
    return sum([each.points for each in listed])


def starts(asked: Asked, may_beat: MayBeat, *, lays_off: bool) -> Iterator[Start]:
    """Yield every start that the search does not reach from another; `lays_off` false bars lay-offs on new melds."""
    around = asked.options.ace_in_runs is _CORNER
    if not asked.melds and not around:
        yield Start(asked.hand, (), ())
        return
    runs = tuple([meld for meld in asked.melds if isinstance(meld.shape, Run)])
    for number, (bases, left) in enumerate(_on_table(runs, asked.hand, asked)):
        if number == 1 and around and not may_beat(*_anything_around(asked, asked.hand, (), ()), _STEPS_OF_A_LOOK):
            break
        yield Start(left, (), bases)
    if around:
        suits = tuple(range(len(SUITS)))
        for chosen, left in _around(asked, asked.hand, suits, (), may_beat, lays_off=lays_off):
            for bases, still_left in _on_table(runs, left, asked):
                yield _start(asked, chosen, bases, still_left)


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
    elif any(card.suit == shape.suit for card in asked.barred) and JOKER in hand:
        # A joker may stop short of a barred place, so that room is more than a number.
        for base, left in _all_around(meld, shape, hand, asked):
            jokers = [card for lay_off in base.first for card in lay_off.cards if card.is_joker]
            if not any(stands_for(joker) in asked.barred for joker in jokers):
                yield base._replace(open_run=base.open_run._replace(room=0)), left
    elif asked.options.ace_in_runs is AceInRuns.CORNER:
        yield from _on_circle(meld, shape, hand, asked)
    else:
        yield from _on_line(meld, shape, hand, asked)


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


def _anything_around(
    asked: Asked, hand: Cards, suits: tuple[int, ...], chosen: tuple[Core, ...]
) -> tuple[Start, Cards]:
    """Return a start that is better than any with more runs around the corner, and the aces that it takes to be laid.

    In those of the suits in which a run could turn the corner, and in those of the table, cards join the ace from both
    sides, however few they are.
    """
    runs = [meld.shape for meld in asked.melds if isinstance(meld.shape, Run)]
    bases = tuple([_base(None, run, (), (), *_ends(run, asked.terms)) for run in runs])
    jokers = hand.count(JOKER) if asked.options.jokers is Jokers.WILD else 0
    aces: Cards = ()
    at_aces = []
    for suit in range(len(SUITS)):
        turning = [hand.count(natural_card(rank, suit)) for rank in (KING, ACE, ACE + 1)]
        of_table = sum([run.suit == suit for run in runs])
        if of_table or (suit in suits and turning.count(0) <= jokers):
            aces += (natural_card(ACE, suit),) * turning[1]
            open_run = OpenRun(suit, HIGH_ACE, HIGH_ACE, HIGH_ACE, ACE + 1, MAX_RUN)
            at_ace = Base(None, Run(suit, HIGH_ACE, 1, HIGH_ACE, 1, None), (), (), open_run)
            at_aces += [at_ace] * (max(turning) + jokers // 3 + of_table)
    start = _start(asked, chosen, (*bases, *at_aces), without(hand, aces))
    return start, aces


def _ends(shape: Run, terms: Terms) -> tuple[int, int]:
    """Return where cards may join a run at its ends on the line."""
    if shape.high > HIGH_ACE:
        return shape.low, shape.high - KING + 1
    return shape.low if shape.low > terms.lowest else 0, shape.high + 1 if shape.high < terms.highest else 0


def _on_circle(meld: Meld, shape: Run, hand: Cards, asked: Asked) -> Iterator[tuple[Base, Cards]]:
    suit, first, last = shape.suit, shape.low, shape.high
    if MAX_RUN - shape.length < _ample(asked.terms):
        for base, left in _all_around(meld, shape, hand, asked):
            if not any(lay_off.cards[-1].is_joker for lay_off in base.first):
                yield base, left
        return
    if last > HIGH_ACE:
        yield _base(meld.id, shape, meld.cards, (), first, last - KING + 1), hand
        return
    yield _base(meld.id, shape, meld.cards, (), *_ends(shape, asked.terms)), hand
    for cards in _chains(hand, suit, tuple(range(last + 1, HIGH_ACE + 2)), asked):
        for moves in _in_moves(cards):
            yield from _onward(meld, moves, hand, asked, (first, ACE + 2), HIGH_ACE + 2)
    for cards in _chains(hand, suit, tuple(range(first - 1, -1, -1)), asked):
        for moves in _in_moves(cards):
            yield from _onward(meld, moves, hand, asked, (KING, last + 1), last + 1)


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


def _around(
    asked: Asked, hand: Cards, suits: tuple[int, ...], chosen: tuple[Core, ...], may_beat: MayBeat, *, lays_off: bool
) -> Iterator[tuple[tuple[Core, ...], Cards]]:
    """Yield the ways to begin new runs around the corner in these suits beside those chosen, and the hand left."""
    # While nothing is chosen a look takes long and seldom shows that all of it is in vain.
    steps = _STEPS_OF_A_LOOK if chosen else _STEPS_OF_A_FIRST_LOOK
    if not may_beat(*_anything_around(asked, hand, suits, chosen), steps):
        return
    if not suits:
        if chosen:
            yield chosen, hand
        return
    cores = list(_cores(hand, suits[0], asked, lays_off=lays_off))
    for more, left in _some_of(cores, hand, asked.purse):
        yield from _around(asked, left, suits[1:], chosen + more, may_beat, lays_off=lays_off)


def _some_of(cores: list[Core], hand: Cards, purse: Purse) -> Iterator[tuple[tuple[Core, ...], Cards]]:
    """Yield every choice of new runs that the hand holds, with what is left of it."""
    yield (), hand
    for place, core in enumerate(cores):
        if purse.is_spent():
            return
        purse.spend(_STEPS_OF_A_MELD)
        if not missing_from(hand, core.cards):
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
                    if not _is_meld(shorter, asked.terms):
                        more = HIGH_ACE + 1 if high == HIGH_ACE else KING
                        for extra in _chains(without(hand, cards), suit, (more,), asked):
                            yield _core(cards, extra, options)


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
