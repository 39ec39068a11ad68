"""The best arrangement of a hand: which melds to lay, what to lay off, what to keep.

The searches themselves are in `quick_search`, `plain_search` and `full_sweep`; this room turns cards, options and melds
of the table into their numbers, and what they found back into plays. It must never know whose turn it is or what a turn
owes.
"""

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from .cards import ACE, JOKER, KING, SUITS, Card, natural_card, stands_for, without
from .full_sweep import FullSweep
from .laying_out import Layout, OpenSets, own_rank_plan, plain_run, plain_set, takes
from .melds import BOUNDS, HIGH_ACE, MAX_SET, Run, Set
from .options import AceInRuns, Jokers, Options, SetSuits
from .plain_search import PlainSearch, is_plain
from .prices import PriceList, most_worth, prices_of
from .questions import Cards
from .quick_search import QuickTables, quick_search
from .rank_moves import Known
from .search_task import NOWHERE, Beginning, Found, OpenSet, Purse, Task, Terms, Worth
from .starts import Asked, NewLayOff, NewMeld, Start, start_of, starts
from .table import Meld

#: So many steps are looked at before the best arrangement so far must do.
BUDGET: Final = 1_500_000
#: What it costs to set out from a start, beside a step of the search.
_STEPS_OF_A_START: Final = 600
#: So many more are taken with some jokers kept in hand, where the others did not do with all of them.
_STEPS_WITH_FEWER_JOKERS: Final = 200_000
_NO_SETS: Final = OpenSets((), ())


class Objective(StrEnum):
    """What the best arrangement has most of: points laid minus points left, points of new melds, or cards laid."""

    NET = "net"
    MELDED = "melded"
    CARDS = "cards"


# Reading a member from its class costs more than the rest of a comparison.
_CARDS: Final = Objective.CARDS
_OWN_RANK: Final = Jokers.OWN_RANK
_WILD: Final = Jokers.WILD


class Arrangement(NamedTuple):
    """What to lay, in an order in which it can be laid, and what stays in hand.

    `value` is what the objective counts. None is worth more than `bound`; where they are equal, this is the best.
    """

    melds: tuple[NewMeld, ...]
    lay_offs: tuple[NewLayOff, ...]
    left: Cards
    value: int
    bound: int


class _Law(NamedTuple):
    """What holds for every hand under the same options and objective.

    `left` is what each card costs that stays in hand, `most` what it brings at most that is laid, by `Card.index`.
    """

    options: Options
    objective: Objective
    terms: Terms
    worth: Worth
    left: tuple[int, ...]
    most: tuple[int, ...]
    turns_corner: bool


class _Goal(NamedTuple):
    """How far to search: up to what is wanted (`stop_at`), and in no case beyond what all cards are worth (`most`)."""

    stop_at: int | None
    most: int


class _Case(NamedTuple):
    """One question to the search, of which `best` may have to ask several.

    `dear` are cards that must be laid, `barred` those that no joker may be laid off for. With `keep_one` the search
    itself keeps a card in hand.
    """

    hand: Cards
    table: tuple[Meld, ...]
    law: _Law
    dear: Cards = ()
    barred: Cards = ()
    keep_one: bool = False


def best(  # noqa: PLR0913 - what is asked, and how far to look
    hand: Cards,
    table: tuple[Meld, ...],
    options: Options,
    *,
    objective: Objective = Objective.NET,
    keep_one: bool = False,
    barred: Cards = (),
    beat: int | None = None,
    stop_at: int | None = None,
    must_lay: Cards = (),
    purse: Purse | None = None,
) -> Arrangement:
    """Return the best arrangement of a hand; with `keep_one` a card at least stays in hand.

    Cards are laid off on the melds of the table that are given; no joker is laid off for a `barred` card. `must_lay`
    are natural cards of which every copy is laid; where that cannot be, nothing is. With `beat` only an arrangement
    worth more is looked for, and where there is none nothing is laid. With `stop_at` the search ends as soon as it
    knows whether an arrangement is worth that much. Where the steps of the purse run out it is the best that was found.
    """
    law = _law(options, objective)
    if not (table or keep_one or must_lay or law.turns_corner) and beat is None is stop_at and JOKER not in hand:
        soon_found = _search_soon(hand, law)
        if soon_found is not None:
            return soon_found
    case = _Case(hand, table, law, must_lay, barred)
    purse = purse or Purse(BUDGET)
    nothing = Arrangement((), (), hand, _value(case, (), (), hand), NOWHERE)
    if beat is not None and beat > nothing.value:
        nothing = nothing._replace(value=beat)
    found = _best(case, nothing, stop_at, purse)
    if not keep_one or found.left or not hand:
        return found
    if stop_at is not None and found.bound < stop_at:
        return nothing._replace(bound=found.bound)
    if options.jokers is _WILD and JOKER in hand:
        return _best(case._replace(keep_one=True), nothing, stop_at, purse)
    kept = nothing
    in_hand = prices_of(options).in_hand
    for card in sorted(set(hand).difference(must_lay), key=lambda each: (in_hand[each.index].points, each.index)):
        if purse.is_spent():
            kept = kept._replace(bound=max(kept.bound, found.bound))
            break
        rest = case._replace(hand=without(hand, (card,)))
        cost = law.left[card.index]
        floor = kept._replace(value=kept.value + cost, bound=NOWHERE)
        tried = _best(rest, floor, None if stop_at is None else stop_at + cost, purse)
        bound = max(kept.bound, tried.bound - cost)
        if tried.value - cost > kept.value:
            kept = tried._replace(left=(*tried.left, card), value=tried.value - cost)
        kept = kept._replace(bound=bound)
        if stop_at is not None and kept.value >= stop_at:
            break
    return kept._replace(bound=max(kept.bound, kept.value))


def _search_soon(hand: Cards, law: _Law) -> Arrangement | None:
    """Return the best arrangement of a hand without jokers, nothing on the table, if there are few ways to choose sets.

    Most hands are such.
    """
    masks = _masks_of_different(hand, law.terms)
    if masks is None:
        return None
    options = law.options
    faces = [card.index for card in hand]
    in_hand, most = sum([law.left[face] for face in faces]), sum([law.most[face] for face in faces])
    task = Task([], masks, False, 0, (), (), law.terms, law.worth)
    found = quick_search(task, _quick_tables(options, law.objective), most + in_hand)
    if found is None:
        return None
    melds = [plain_run(run.suit, run.low, len(run.naturals), options) for run in found.runs]
    melds += [plain_set(rank, suits, options) for rank, (suits, _) in found.sets]
    laid = {card for meld in melds for card in meld.cards}
    left = tuple([card for card in hand if card not in laid]) if laid else hand
    return Arrangement(tuple(melds), (), left, found.value - in_hand, found.value - in_hand)


def _value(case: _Case, melds: tuple[NewMeld, ...], lay_offs: tuple[NewLayOff, ...], left: Cards) -> int:
    """Return what an arrangement is worth to the objective."""
    law = case.law
    if law.objective is _CARDS:
        return len(case.hand) - len(left)
    value = 0
    for meld in melds:
        value += meld.points
    for lay_off in lay_offs:
        value += lay_off.points
    costs = law.left
    for card in left:
        value -= costs[card.index]
    return value


def _best(case: _Case, floor: Arrangement, stop_at: int | None, purse: Purse) -> Arrangement:
    """Return the best arrangement if it is worth more than `floor`, else that one with the bound that was proven."""
    found = _best_of_starts(case, floor, stop_at, purse)
    if not case.law.options.joker_layoff_ban or found is floor:
        return found
    wrong = _banned(found)
    if wrong is None:
        return found
    bound = found.bound
    if purse.is_spent():
        return floor._replace(bound=bound)
    # Either every copy of that card is laid, or none of the jokers is laid off for it.
    result = floor._replace(bound=NOWHERE)
    result = _best(case._replace(dear=(*case.dear, wrong)), result, stop_at, purse)
    other = _best(case._replace(barred=(*case.barred, wrong)), result, stop_at, purse)
    return other._replace(bound=max(other.value, min(bound, max(result.bound, other.bound))))


def _banned(found: Arrangement) -> Card | None:
    """Return a card of the hand for which a joker was laid off (`joker_layoff_ban`)."""
    for lay_off in found.lay_offs:
        for card in lay_off.cards:
            if card.is_joker and card is not JOKER and stands_for(card) in found.left:
                return stands_for(card)
    return None


def _best_of_starts(case: _Case, floor: Arrangement, stop_at: int | None, purse: Purse) -> Arrangement:
    top = floor
    bound = floor.bound
    most = _most_worth(case)
    goal = _Goal(stop_at, most)
    enough = most if stop_at is None else min(most, stop_at)
    purse.cut_short = False
    if stop_at is not None and most < stop_at:
        return floor._replace(bound=max(bound, most))

    law = case.law
    asked = Asked(case.hand, case.table, law.terms, law.options, purse, case.barred)
    for number, start in enumerate(starts(asked, lays_off=law.objective is not Objective.MELDED)):
        if number and purse.is_spent():
            break
        found, proven = _search(case, asked, start, top, goal)
        bound = max(bound, proven)
        if found is not None:
            top = found
        if top.value >= enough:
            break
    if purse.cut_short:
        bound = max(bound, most)
    if top is not floor:
        bound = max(bound, top.value)
    return top if top.bound == bound else top._replace(bound=bound)


def _most_worth(case: _Case) -> int:
    """Return more than what any arrangement is worth: every card laid where it counts most."""
    most = case.law.most
    return sum([most[card.index] for card in case.hand])


def _worth_already(case: _Case, start: Start, task: Task, open_sets: OpenSets) -> int:
    """Return what an arrangement is worth that lays nothing more of the natural cards."""
    lay_offs = tuple([lay_off for base in start.bases for lay_off in base.first]) if start.bases else ()
    already = _value(case, start.melds, lay_offs, start.hand)
    if case.law.options.jokers is _OWN_RANK:
        already += own_rank_plan(start.hand.count(JOKER), open_sets, task).worth
    for card in case.dear:
        already -= _DEAR * start.hand.count(card)
    return already


def _beginnings(case: _Case, start: Start, task: Task) -> tuple[tuple[Beginning, ...], ...]:
    """Return the ways to begin in each suit as the search is asked about them."""
    empty = _value(case, (), (), case.hand)
    beginnings = []
    for suit, ways in enumerate(start.suits):
        of_suit = []
        for way in ways:
            gain = _value(case, tuple([core.meld for core in way.cores]), way.lay_offs, way.left) - empty
            held = list(task.held[suit])
            for card in way.laid:
                if not card.is_joker:
                    held[card.rank] -= 1
                    if card.rank == ACE:
                        held[HIGH_ACE] -= 1
                    if card in case.dear:
                        gain += _DEAR
            of_suit.append(
                Beginning(
                    held,
                    tuple([base.open_run for base in way.bases]),
                    tuple([core.base.open_run for core in way.cores]),
                    sum([card.is_joker for card in way.laid]),
                    gain,
                )
            )
        beginnings.append(tuple(of_suit))
    return tuple(beginnings)


def _search(case: _Case, asked: Asked, start: Start, floor: Arrangement, goal: _Goal) -> tuple[Arrangement | None, int]:
    """Search on from a start. Return the arrangement if it beats `floor`, and a bound of all that go on from there."""
    task, open_sets = _task(case, start)
    if start.suits:
        task = task._replace(beginnings=_beginnings(case, start, task))
    asked.purse.spend(_STEPS_OF_A_START)
    if not task.jokers or not any(isinstance(meld.shape, Run) for meld in case.table):
        top, bound, _ = _search_task(case, asked, start, (task, open_sets), floor, goal)
        return top, bound
    # It is quicker to look as though there were room for every joker, and nearly always there is.
    top, bound, promised = _search_task(case, asked, start, (task._replace(roomy=True), open_sets), floor, goal)
    if promised <= max(floor.value, NOWHERE if top is None else top.value) or asked.purse.is_spent():
        return top, bound
    better, proven, _ = _search_task(case, asked, start, (task, open_sets), top or floor, goal)
    return better or top, min(bound, proven)


def _search_task(
    case: _Case, asked: Asked, start: Start, told: tuple[Task, OpenSets], floor: Arrangement, goal: _Goal
) -> tuple[Arrangement | None, int, int]:
    """Search as `_search` does. Return also what the search promised, which is more if some joker finds no room."""
    options, objective = case.law.options, case.law.objective
    task, open_sets = told
    stop_at, most = goal
    purse = asked.purse
    # The search counts only what it lays itself.
    already = _worth_already(case, start, task, open_sets)
    plain = not (case.dear or start.suits or case.keep_one) and is_plain(task)
    found = quick_search(task, _quick_tables(options, objective), most - already) if plain else None
    if found is not None:
        bound = found.value + already
    else:
        sweep = PlainSearch(task, _known(options, objective)) if plain else FullSweep(task, purse.steps, purse.seen)
        found = sweep.solve(purse.steps, floor.value - already, None if stop_at is None else stop_at - already)
        purse.spend(sweep.steps)
        bound = min(sweep.bound + already, most)
        if found is None and sweep.gave_up:
            found = _with_fewer_jokers(task, floor.value - already, purse)
    if found is None or found.value + already <= floor.value:
        return None, bound, NOWHERE
    if start.suits:
        start = start_of(asked, [ways[number] for ways, number in zip(start.suits, found.beginnings, strict=True)])
    layout = Layout(start, task, found, open_sets, case.barred, options)
    melds, lay_offs = tuple(layout.melds), tuple(layout.lay_offs)
    laid = [card for meld in melds for card in meld.cards]
    laid += [card for lay_off in lay_offs for card in lay_off.cards]
    left = without(case.hand, laid) if len(laid) < len(case.hand) else ()
    value = _value(case, melds, lay_offs, left)
    promised = found.value + already
    return Arrangement(melds, lay_offs, left, value, bound) if value > floor.value else None, bound, promised


def _with_fewer_jokers(task: Task, floor: int, purse: Purse) -> Found | None:
    """Return an arrangement that keeps some jokers in hand: with fewer of them there is less to look at."""
    jokers = task.jokers
    while True:
        jokers //= 2
        sweep = FullSweep(task._replace(jokers=jokers), _STEPS_WITH_FEWER_JOKERS if jokers else None, purse.seen)
        found = sweep.solve(_STEPS_WITH_FEWER_JOKERS, floor)
        purse.spend(sweep.steps)
        if found is not None or not sweep.gave_up:
            return found


#: What a card is worth that must be laid: more than all others, so that nothing without it beats any floor.
_DEAR: Final = 10_000


@lru_cache(maxsize=1024)
def _law(options: Options, objective: Objective) -> _Law:
    terms = _terms(options)
    faces = len(most_worth(options))
    left = (0,) * faces
    if objective is Objective.CARDS:
        ones = (0, *(1,) * HIGH_ACE)
        worth = Worth((ones,) * len(SUITS), (ones,) * len(SUITS), (0,) * (KING + 1), 1, 0)
        most: tuple[int, ...] = (1,) * faces
    else:
        if objective is Objective.NET:
            left = tuple([each.points for each in prices_of(options).in_hand])
        worth, most = _worth(options, left), most_worth(options)
    around = options.ace_in_runs is AceInRuns.CORNER
    return _Law(options, objective, terms, worth, left, most, around)


@lru_cache(maxsize=16)
def _quick_tables(options: Options, objective: Objective) -> QuickTables:
    law = _law(options, objective)
    return QuickTables(law.terms, law.worth)


@lru_cache(maxsize=16)
def _known(options: Options, objective: Objective) -> Known:
    law = _law(options, objective)
    return Known(law.terms, law.worth)


def _terms(options: Options) -> Terms:
    lowest, highest = BOUNDS[AceInRuns.EITHER if options.ace_in_runs is AceInRuns.CORNER else options.ace_in_runs]
    return Terms(lowest, highest, options.min_run_length, options.min_naturals, options.set_suits is SetSuits.DISTINCT)


def _worth(options: Options, left: tuple[int, ...]) -> Worth:
    """Return what laying a card is worth: its points, and what it would cost in hand."""
    prices = prices_of(options)

    def worth(listed: PriceList, rank: int) -> int:
        index = natural_card(rank, 0).index
        return listed[index].points + left[index]

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
    return Worth(
        (in_run,) * len(SUITS), (in_set,) * len(SUITS), doubled, joker + left[JOKER.index], joker if double else 0
    )


def _with_dear(worth: Worth, dear: Cards) -> Worth:
    in_run = [list(each) for each in worth.run]
    in_set = [list(each) for each in worth.set]
    for card in dear:
        in_set[card.suit][card.rank] += _DEAR
        in_run[card.suit][card.rank] += _DEAR
        if card.rank == ACE:
            in_run[card.suit][HIGH_ACE] += _DEAR
    return worth._replace(run=tuple(map(tuple, in_run)), set=tuple(map(tuple, in_set)))


def _task(case: _Case, start: Start) -> tuple[Task, OpenSets]:
    """Return what the search is asked, and the sets of the table that take one more card."""
    law = case.law
    options = law.options
    open_sets, asked = _open_sets(case.table, options) if case.table else (_NO_SETS, ())
    task = Task(
        *_held(start.hand, law.terms),
        start.hand.count(JOKER) if options.jokers is _WILD else 0,
        tuple([base.open_run for base in start.bases]) if start.bases else (),
        asked,
        law.terms,
        _with_dear(law.worth, case.dear) if case.dear else law.worth,
        tuple([(card.suit, card.rank) for card in case.barred]) if case.barred else (),
        keeps_one=case.keep_one,
    )
    return task, open_sets


def _open_sets(table: tuple[Meld, ...], options: Options) -> tuple[OpenSets, tuple[OpenSet, ...]]:
    """Return the sets of the table that take one more card, and what the search is told of those of a rank."""
    of_rank, of_jokers, asked = [], [], []
    for meld in table:
        shape = meld.shape
        if isinstance(shape, Set) and shape.size < MAX_SET:
            if shape.rank:
                of_rank.append(meld)
                asked.append(OpenSet(shape.rank, takes(shape, options)))
            else:
                of_jokers.append(meld)
    return OpenSets(tuple(of_rank), tuple(of_jokers)), tuple(asked)


def _held(hand: Cards, terms: Terms) -> tuple[list[list[int]], list[int], bool]:
    """Return how many cards are held by suit and position, the positions that are held, and whether any is twice."""
    held = [[0] * (HIGH_ACE + 1) for _ in SUITS]
    masks = [0, 0, 0, 0]
    twins = False
    for card in hand:
        suit = card.suit
        if suit >= 0:
            of_suit, rank = held[suit], card.rank
            if of_suit[rank]:
                twins = True
            of_suit[rank] += 1
            masks[suit] |= 1 << rank
    for of_suit in held:
        of_suit[HIGH_ACE] = of_suit[ACE]
    return held, _with_high_aces(masks, terms), twins


def _masks_of_different(hand: Cards, terms: Terms) -> list[int] | None:
    """Return the positions that are held by suit, None if a card is held twice."""
    masks = [0, 0, 0, 0]
    for card in hand:
        bit = 1 << card.rank
        if masks[card.suit] & bit:
            return None
        masks[card.suit] |= bit
    return _with_high_aces(masks, terms)


def _with_high_aces(masks: list[int], terms: Terms) -> list[int]:
    """Let aces lie wherever they may."""
    there = (1 << terms.highest + 1) - (1 << terms.lowest)
    return [(mask | 1 << HIGH_ACE) & there if mask & 1 << ACE else mask for mask in masks]
