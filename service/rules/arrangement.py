"""The best arrangement of a hand: which melds to lay, what to lay off, what to keep.

The search itself is in `sweep`; this room turns cards, options and melds of the table into its numbers, and what it
found back into plays. It must never know whose turn it is or what a turn owes.
"""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from .cards import ACE, JOKER, KING, SUITS, Card, joker_named, missing_from, natural_card, stands_for, without
from .melds import BOUNDS, HIGH_ACE, MAX_RUN, MAX_SET, MIN_MELD, RUNS, Run, Set, Shape, join, read_meld
from .options import AceInRuns, Jokers, Options, SetSuits
from .prices import PriceList, prices_of
from .questions import AceEnd, Cards
from .full_sweep import FullSweep
from .plain_sweep import PlainSweep, is_plain
from .quick_search import QuickTables, quick_search
from .search_task import Found, OpenRun, OpenSet, RunFound, SparePlan, Task, Terms, Worth, spare_plan
from .starts import Base, NewLayOff, NewMeld, Start, new_meld, starts
from .table import Meld, lay_off_points

#: So many steps are looked at before the best arrangement so far must do.
BUDGET: Final = 20_000_000
_FOUR_SUITS: Final = range(len(SUITS))
_FAR_BELOW: Final = -(10**9)


class Objective(StrEnum):
    """What the best arrangement has most of: points laid minus points left, points of new melds, or cards laid."""

    NET = "net"
    MELDED = "melded"
    CARDS = "cards"


class Arrangement(NamedTuple):
    """What to lay, in an order in which it can be laid, and what stays in hand.

    `value` is what the objective counts. No arrangement is worth more than `bound`: where they are equal, this is the best.
    """

    melds: tuple[NewMeld, ...]
    lay_offs: tuple[NewLayOff, ...]
    left: Cards
    value: int
    bound: int


class _Case(NamedTuple):
    """One question to the search, of which `best` may have to ask several.

    `dear` are cards that must be laid, `barred` those that no joker may be laid off for.
    """

    hand: Cards
    table: tuple[Meld, ...]
    options: Options
    objective: Objective
    dear: Cards = ()
    barred: Cards = ()


class _Purse:
    """The steps that are left."""

    def __init__(self, budget: int) -> None:
        self.steps = budget


def best(
    hand: Cards,
    table: tuple[Meld, ...],
    options: Options,
    *,
    objective: Objective = Objective.NET,
    keep_one: bool = False,
    stop_at: int | None = None,
    budget: int = BUDGET,
) -> Arrangement:
    """Return the best arrangement of a hand; with `keep_one` a card at least stays in hand.

    Cards are laid off on the melds of the table that are given. With `stop_at` the search ends as soon as it knows
    whether an arrangement is worth that much.
    """
    case = _Case(hand, table, options, objective)
    purse = _Purse(budget)
    nothing = Arrangement((), (), hand, _value(case, (), (), hand), _FAR_BELOW)
    found = _best(case, nothing, stop_at, purse)
    if not keep_one or found.left or not hand:
        return found
    kept = nothing
    in_hand = prices_of(options).in_hand
    for card in sorted(dict.fromkeys(hand), key=lambda each: in_hand[each.index].points):
        barred = (card,) if options.joker_layoff_ban and card is not JOKER else ()
        rest = case._replace(hand=without(hand, (card,)), barred=barred)
        lost = _value(case, (), (), hand) - _value(rest, (), (), rest.hand)
        floor = kept._replace(value=kept.value - lost, bound=_FAR_BELOW)
        tried = _best(rest, floor, None if stop_at is None else stop_at - lost, purse)
        bound = max(kept.bound, tried.bound + lost)
        if tried.value + lost > kept.value:
            kept = tried._replace(left=(*tried.left, card), value=tried.value + lost)
        kept = kept._replace(bound=bound)
        if stop_at is not None and kept.value >= stop_at:
            break
    return kept._replace(bound=max(kept.bound, kept.value))


def _value(case: _Case, melds: tuple[NewMeld, ...], lay_offs: tuple[NewLayOff, ...], left: Cards) -> int:
    """Return what an arrangement is worth to the objective."""
    if case.objective is Objective.CARDS:
        return len(case.hand) - len(left)
    laid = sum(meld.points for meld in melds) + sum(lay_off.points for lay_off in lay_offs)
    if case.objective is Objective.MELDED:
        return laid
    in_hand = prices_of(case.options).in_hand
    return laid - sum(in_hand[card.index].points for card in left)


def _best(case: _Case, floor: Arrangement, stop_at: int | None, purse: _Purse) -> Arrangement:
    """Return the best arrangement if it is worth more than `floor`, else that one with the bound that was proven."""
    found = _best_of_starts(case, floor, stop_at, purse)
    if not case.options.joker_layoff_ban or found is floor:
        return found
    wrong = _banned(found)
    if wrong is None:
        return found
    # Either every copy of that card is laid, or none of the jokers is laid off for it.
    bound = found.bound
    result = floor._replace(bound=_FAR_BELOW)
    if wrong not in case.dear:
        result = _best(case._replace(dear=(*case.dear, wrong)), result, stop_at, purse)
    if wrong not in case.barred:
        other = _best(case._replace(barred=(*case.barred, wrong)), result, stop_at, purse)
        result = other._replace(bound=max(result.bound, other.bound))
    return result._replace(bound=max(result.value, min(bound, result.bound)))


def _banned(found: Arrangement) -> Card | None:
    """Return a card of the hand for which a joker was laid off (`joker_layoff_ban`)."""
    for lay_off in found.lay_offs:
        for card in lay_off.cards:
            if card.is_joker and card is not JOKER and stands_for(card) in found.left:
                return stands_for(card)
    return None


def _best_of_starts(case: _Case, floor: Arrangement, stop_at: int | None, purse: _Purse) -> Arrangement:
    top = floor
    bound = floor.bound
    terms = _terms(case.options)
    lays_off = case.objective is not Objective.MELDED
    for start in starts(case.hand, case.table, terms, case.options, case.barred, lays_off=lays_off):
        found, proven = _search(case, start, top, stop_at, purse)
        bound = max(bound, proven)
        if found is not None:
            top = found
        if stop_at is not None and top.value >= stop_at:
            break
    return top._replace(bound=bound if top is floor else max(bound, top.value))


def _search(
    case: _Case, start: Start, floor: Arrangement, stop_at: int | None, purse: _Purse
) -> tuple[Arrangement | None, int]:
    """Search on from a start. Return the arrangement if it beats `floor`, and a bound of all that go on from there."""
    options = case.options
    task, joker_sets, sets = _task(case, start)
    beyond = 0
    jokers = start.hand.count(JOKER)
    own_rank = options.jokers is Jokers.OWN_RANK
    worth = task.worth
    if own_rank:
        alone = task.terms._replace(min_naturals=0, min_run=jokers + 1)
        plan = spare_plan(jokers, len(joker_sets), alone, worth.joker, worth.joker_doubled)
        beyond = plan.worth
    # The search counts the worth of what it lays; this is what an arrangement is worth that lays nothing more.
    base = _value(case, start.melds, _first_lay_offs(start), start.hand) + beyond
    bonus = sum(_DEAR * start.hand.count(card) for card in case.dear)
    plain = is_plain(task)
    outcome = quick_search(task, _quick_tables(options, case.objective)) if plain else None
    if outcome is not None:
        bound = outcome.value + base
        if bound <= floor.value:
            return None, bound
    else:
        sweep = PlainSweep(task) if plain else FullSweep(task)
        outcome = sweep.solve(purse.steps, floor.value - base + bonus, None if stop_at is None else stop_at - base + bonus)
        purse.steps -= sweep.steps
        bound = sweep.bound + base - bonus
        if outcome is None:
            return None, min(bound, floor.value)
    built = _Builder(case, start, task, outcome, sets).arrangement(joker_sets)
    if any(card in built.left for card in case.dear):
        return None, _FAR_BELOW
    return built._replace(bound=bound), bound


_DEAR: Final = 10_000


@lru_cache(maxsize=1024)
def _terms(options: Options) -> Terms:
    lowest, highest = BOUNDS[AceInRuns.EITHER if options.ace_in_runs is AceInRuns.CORNER else options.ace_in_runs]
    return Terms(lowest, highest, options.min_run_length, options.min_naturals, options.set_suits is SetSuits.DISTINCT)


@lru_cache(maxsize=1024)
def _worth(options: Options, objective: Objective) -> Worth:
    if objective is Objective.CARDS:
        ones = (1,) * (HIGH_ACE + 1)
        return Worth((ones,) * len(SUITS), (ones,) * len(SUITS), (0,) * (KING + 1), 1, 0)
    prices = prices_of(options)
    kept = 1 if objective is Objective.NET else 0

    def worth(listed: PriceList, rank: int) -> int:
        card = natural_card(rank, 0)
        return listed[card.index].points + kept * prices.in_hand[card.index].points

    in_run = (
        0,
        worth(prices.low_ace, ACE),
        *(worth(prices.in_set, rank) for rank in range(2, KING + 1)),
        worth(prices.high_ace, ACE),
    )
    in_set = (0, *(worth(prices.in_set, rank) for rank in range(ACE, KING + 1)))
    double = options.double_four_of_a_kind
    doubled = (0, *(prices.in_set[rank - 1].points if double else 0 for rank in range(ACE, KING + 1)))
    joker = options.joker_points
    return Worth((in_run,) * len(SUITS), (in_set,) * len(SUITS), doubled, joker * (1 + kept), joker if double else 0)


@lru_cache(maxsize=256)
def _quick_tables(options: Options, objective: Objective) -> QuickTables:
    return QuickTables(_terms(options), _worth(options, objective))


def _with_dear(worth: Worth, dear: Cards) -> Worth:
    in_run = [list(each) for each in worth.run]
    in_set = [list(each) for each in worth.set]
    for card in dear:
        in_set[card.suit][card.rank] += _DEAR
        in_run[card.suit][card.rank] += _DEAR
        if card.rank == ACE:
            in_run[card.suit][HIGH_ACE] += _DEAR
    return worth._replace(run=tuple(map(tuple, in_run)), set=tuple(map(tuple, in_set)))


def _task(case: _Case, start: Start) -> tuple[Task, list[Meld], list[Meld]]:
    """Return what the search is asked, the sets of jokers and the other sets of the table that take one more card."""
    options = case.options
    terms = _terms(options)
    joker_sets = []
    sets = []
    open_sets = []
    rooms = 0
    for meld in case.table:
        shape = meld.shape
        if isinstance(shape, Set) and shape.size < MAX_SET:
            if not shape.rank:
                joker_sets.append(meld)
                continue
            takes = _takes(shape, options)
            sets.append(meld)
            open_sets.append(OpenSet(shape.rank, takes))
            rooms += any(natural_card(shape.rank, suit) not in case.barred for suit in takes)
    worth = _worth(options, case.objective)
    if case.dear:
        worth = _with_dear(worth, case.dear)
    wild = options.jokers is Jokers.WILD
    barred = tuple((card.suit, card.rank) for card in case.barred)
    task = Task(
        *_held(start.hand, terms),
        start.hand.count(JOKER) if wild else 0,
        tuple([base.open_run for base in start.bases]),
        tuple(open_sets),
        terms,
        worth,
        barred,
    )
    return task, joker_sets, sets


def _takes(shape: Set, options: Options) -> tuple[int, ...]:
    """Return the suits of the cards that may join a set."""
    if options.set_suits is SetSuits.ANY:
        return tuple(_FOUR_SUITS)
    return tuple(suit for suit in _FOUR_SUITS if not shape.suits & 1 << suit)


def _held(hand: Cards, terms: Terms) -> tuple[list[list[int]], list[int], bool]:
    """Return how many of each card are held by suit and position, the positions that are held, and whether any is twice."""
    held = [[0] * (HIGH_ACE + 1) for _ in SUITS]
    masks = [0, 0, 0, 0]
    twins = False
    for card in hand:
        if card is not JOKER:
            suit, rank = card.suit, card.rank
            twins |= held[suit][rank] > 0
            held[suit][rank] += 1
            masks[suit] |= 1 << rank
    for suit in _FOUR_SUITS:
        aces = held[suit][HIGH_ACE] = held[suit][ACE]
        if aces:
            masks[suit] |= 1 << HIGH_ACE
            masks[suit] &= (1 << terms.highest + 1) - (1 << terms.lowest)
    return held, masks, twins


def _first_lay_offs(start: Start) -> tuple[NewLayOff, ...]:
    return tuple([lay_off for base in start.bases for lay_off in base.first])


# ---- from numbers back to cards


class _Builder:
    """Turns what the search found into plays."""

    def __init__(self, case: _Case, start: Start, task: Task, found: Found, sets: list[Meld]) -> None:
        self._case = case
        self._options = case.options
        self._start = start
        self._task = task
        self._found = found
        self._sets_of_table = sets

    def arrangement(self, joker_sets: list[Meld]) -> Arrangement:
        case = self._case
        task = self._task
        worth = task.worth
        new_bases = self._start.bases[len(self._start.bases) - len(self._start.melds) :]
        melds = [
            meld for meld, base in zip(self._start.melds, new_bases, strict=True) if base.meld_id is not None
        ]
        if self._options.jokers is Jokers.OWN_RANK:
            spare = self._start.hand.count(JOKER)
            alone = task.terms._replace(min_naturals=0, min_run=spare + 1)
            plan = spare_plan(spare, len(joker_sets), alone, worth.joker, worth.joker_doubled)
        else:
            plan = spare_plan(
                self._found.spare, self._found.room, task.terms, worth.joker, worth.joker_doubled
            )
        own_rank = self._options.jokers is Jokers.OWN_RANK
        left = 0 if own_rank else plan.joining
        new_runs = [run for run in self._found.runs if run.target is None]
        run_joins = [[run for run in self._found.runs if run.target == number] for number in range(len(self._start.bases))]
        for run in new_runs:
            for low, naturals, jokers in _cut(run, left, task.terms):
                melds.append(self._new_run(run.suit, low, naturals, jokers))
                left -= jokers
            left += run.completing
        for rank, (suits, jokers) in self._found.sets:
            more = min(left, MAX_SET - len(suits) - jokers)
            left -= more
            melds.append(self._new_set(rank, suits, jokers + more))
        lay_offs = list(_first_lay_offs(self._start))
        more_lay_offs: list[NewLayOff] = []
        for base, runs in zip(self._start.bases, run_joins, strict=True):
            new, joining, left = self._join_run(base, runs, left)
            melds += new
            more_lay_offs += joining
        for number, meld in enumerate(self._sets_of_table):
            suit = self._found.joins.get(number)
            if suit is not None:
                more_lay_offs.append(self._lay_off(meld.id, meld.shape, meld.cards, (natural_card(meld.shape.rank, suit),)))
            elif left:
                name = self._free_name(meld.shape)
                if name is not None:
                    left -= 1
                    more_lay_offs.append(self._lay_off(meld.id, meld.shape, meld.cards, (joker_named(name),)))
        left = plan.joining if own_rank else left
        for meld in joker_sets:
            if left:
                left -= 1
                more_lay_offs.append(self._lay_off(meld.id, meld.shape, meld.cards, (JOKER,)))
        melds += self._joker_melds(plan, left)
        lay_offs = _in_order(lay_offs + more_lay_offs) if self._options.joker_layoff_ban else lay_offs + more_lay_offs
        laid = [card for each in (*melds, *lay_offs) for card in each.cards]
        kept = without(case.hand, laid)
        value = _value(case, tuple(melds), tuple(lay_offs), kept)
        return Arrangement(tuple(melds), tuple(lay_offs), kept, value, value)

    def _joker_melds(self, plan, left: int) -> list[NewMeld]:
        sizes = [MAX_SET] * plan.fours + [MIN_MELD] * plan.threes
        for place in range(len(sizes) - plan.threes, len(sizes)):
            if left:
                left -= 1
                sizes[place] += 1
        own_rank = self._options.jokers is Jokers.OWN_RANK
        melds = []
        for size in sizes:
            cards = (JOKER,) * size if own_rank else tuple(joker_named(natural_card(KING, suit)) for suit in range(size))
            melds.append(self._new_meld(cards))
        if plan.in_run:
            low = self._task.terms.lowest
            melds.append(self._new_meld(tuple(joker_named(natural_card((low + place - 1) % KING + 1, 0)) for place in range(plan.in_run))))
        return melds

    def _free_name(self, shape: Set) -> Card | None:
        """Return what a joker that joins a set may stand for: not a card that is left in hand, if that can be."""
        names = [natural_card(shape.rank, suit) for suit in _takes(shape, self._options)]
        names = [name for name in names if name not in self._case.barred]
        laid = set()
        return next((name for name in names if name not in self._case.hand), names[0] if names else None)

    def _new_run(self, suit: int, low: int, naturals: list[bool], jokers: int) -> NewMeld:
        high = low + len(naturals) - 1
        above = min(jokers, (KING if low == ACE else self._task.terms.highest) - high)
        filled = [False] * (jokers - above) + naturals + [False] * above
        low -= jokers - above
        cards = tuple(_placed(suit, low + place, natural=natural) for place, natural in enumerate(filled))
        return self._new_meld(cards, low)

    def _new_set(self, rank: int, suits: tuple[int, ...], jokers: int) -> NewMeld:
        free = [suit for suit in _FOUR_SUITS if suit not in suits] * MAX_SET
        cards = tuple(natural_card(rank, suit) for suit in suits)
        return self._new_meld(cards + tuple(joker_named(natural_card(rank, free[place])) for place in range(jokers)))

    def _new_meld(self, cards: Cards, low: int = 0) -> NewMeld:
        ace = None
        if len(cards) == MAX_RUN and _has_ace(cards):
            ace = AceEnd.LOW if low == ACE else AceEnd.HIGH
        return new_meld(cards, self._options, ace)

    def _join_run(self, base: Base, runs: list[RunFound], jokers: int) -> tuple[list[NewMeld], list[NewLayOff], int]:
        """Return what comes of a run that others join: new melds, lay-offs, and the jokers that are still left."""
        shape = base.shape
        melds = []
        around = shape.high > HIGH_ACE
        length = shape.length + sum(len(run.naturals) for run in runs)
        if length > MAX_RUN:
            longest = max(runs, key=lambda run: len(run.naturals))
            runs = [run for run in runs if run is not longest]
            melds.append(self._new_run(shape.suit, longest.low, longest.naturals, 0))
        placed = []
        for run in runs:
            shift = shape.high + 1 - run.low if run.low == base.open_run.beyond else 0
            placed += [(run.low + shift + place, natural) for place, natural in enumerate(run.naturals)]
        low = min([shape.low, *(position for position, _ in placed)])
        high = max([shape.high, *(position for position, _ in placed)])
        while jokers and base.open_run.room and high - low + 1 < MAX_RUN:
            top = KING if low == ACE else self._task.terms.highest
            if (around or high < top):
                high += 1
                placed.append((high, False))
            elif not around and low > self._task.terms.lowest:
                low -= 1
                placed.append((low, False))
            else:
                break
            jokers -= 1
        cards = tuple(_placed(shape.suit, position, natural=natural) for position, natural in placed)
        if base.meld_id is None:
            melds.append(self._new_meld(base.cards + cards))
            return melds, [], jokers
        if not cards:
            return melds, [], jokers
        ace = None
        if high - low + 1 == MAX_RUN and _has_ace(cards):
            ace = AceEnd.LOW if low == ACE else AceEnd.HIGH
        return melds, [self._lay_off(base.meld_id, shape, base.cards, cards, ace)], jokers

    def _lay_off(self, meld_id: str, shape: Shape, lying: Cards, cards: Cards, ace: AceEnd | None = None) -> NewLayOff:
        joined = join(shape, lying, cards, ace, self._options)
        points = lay_off_points(joined.shape, joined.laid, self._options)
        return NewLayOff(cards, meld_id, ace, sum(each.points for each in points))


def _placed(suit: int, position: int, *, natural: bool) -> Card:
    card = natural_card((position - 1) % KING + 1, suit)
    return card if natural else joker_named(card)


def _has_ace(cards: Cards) -> bool:
    return any(card.rank == ACE and not card.is_joker for card in cards)


def _in_order(lay_offs: list[NewLayOff]) -> list[NewLayOff]:
    """Return lay-offs in an order in which no joker stands for a card that is laid off only later.

    Cards and jokers change places where there is no such order; with cards other than aces that changes no points.
    """
    left = list(lay_offs)
    ordered: list[NewLayOff] = []
    while left:
        place = next((place for place in range(len(left)) if not _waits(left, place)), None)
        if place is None:
            left = _exchange(left)
        else:
            ordered.append(left.pop(place))
    return ordered


def _waits(left: list[NewLayOff], place: int) -> bool:
    if any(each.meld_id == left[place].meld_id for each in left[:place]):
        return True
    later = [card for number, each in enumerate(left) if number != place for card in each.cards]
    return any(card.is_joker and card is not JOKER and stands_for(card) in later for card in left[place].cards)


def _exchange(left: list[NewLayOff]) -> list[NewLayOff]:
    changed = [list(each.cards) for each in left]
    pairs = [
        (card, one, place, other)
        for one, cards in enumerate(changed)
        for place, card in enumerate(cards)
        if card.is_joker
        for other, others in enumerate(changed)
        if other != one and stands_for(card) in others
    ]
    joker, one, place, other = min(pairs, key=lambda pair: (pair[0].rank == ACE, pair[1]))
    natural = stands_for(joker)
    changed[one][place] = natural
    changed[other][changed[other].index(natural)] = joker
    points = [each.points for each in left]
    return [each._replace(cards=tuple(cards)) for each, cards in zip(left, changed, strict=True)]


def _cut(run: RunFound, spare: int, terms: Terms) -> Iterator[tuple[int, list[bool], int]]:
    """Yield a run with its share of jokers, in two halves where all of them would make it longer than thirteen cards."""
    jokers = run.completing + spare
    if len(run.naturals) + jokers <= MAX_RUN:
        yield run.low, run.naturals, jokers
        return
    yield run.low, run.naturals, MAX_RUN - len(run.naturals)
