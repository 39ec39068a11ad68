"""The search behind the best arrangement: one sweep over the ranks, from low to high.

This room knows counts, positions and worths; it must never know options, prices or the names of cards.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

SUIT_COUNT: Final = 4
MIN_SET: Final = 3
MAX_SET: Final = 4
HIGH_ACE: Final = 14
#: A run that is a lawful meld already: any next card may join it.
LIVE: Final = 1
#: The same with its ace below the 2: no ace may join it at the top.
LIVE_FROM_ACE: Final = 0b10
#: A run that consists of one natural card so far. A run that is no meld yet is written as bits, one for each of its
#: cards below a leading 1: 1 for a natural card, 0 for a joker.
BEGUN: Final = 0b11
#: More room for jokers than there can be jokers.
BOUNDLESS: Final = 63
_NOWHERE: Final = -(10**9)


class OpenRun(NamedTuple):
    """A run of the table: cards below `low` and from `beyond` upwards may join it, so many in all; 0 is a closed end.

    Cards below `floor` may not join it; `from_ace` says that its ace lies below the 2.
    """

    suit: int
    low: int
    beyond: int
    room: int
    floor: int = 1
    from_ace: bool = False


class OpenSet(NamedTuple):
    """A set of the table that takes one more card of any of these suits."""

    rank: int
    suits: tuple[int, ...]


class Worth(NamedTuple):
    """What laying a card is worth: in runs by suit and position, in sets by suit and rank; `doubled` is added by rank."""

    run: tuple[tuple[int, ...], ...]
    set: tuple[tuple[int, ...], ...]
    doubled: tuple[int, ...]
    joker: int
    joker_doubled: int


class Terms(NamedTuple):
    """The law of melds, as far as the search needs it."""

    lowest: int
    highest: int
    min_run: int
    min_naturals: int
    distinct: bool


class Task(NamedTuple):
    """What is to be arranged: natural cards by suit and position, wild jokers, the open melds of the table."""

    held: tuple[tuple[int, ...], ...]
    jokers: int
    runs: tuple[OpenRun, ...]
    sets: tuple[OpenSet, ...]
    terms: Terms
    worth: Worth
    barred: tuple[tuple[int, int], ...] = ()


class SetOfSuits(NamedTuple):
    """One set to be laid: the suits of its natural cards, and how many jokers."""

    suits: tuple[int, ...]
    jokers: int


class SetChoice(NamedTuple):
    """What the sets of one rank take: natural cards by suit, jokers, the room that is left in them for more jokers."""

    taken: tuple[int, int, int, int]
    jokers: int
    room: int
    doubled: int
    jokers_doubled: int
    sets: tuple[SetOfSuits, ...]
    joins: tuple[tuple[int, int], ...]


_NO_SETS: Final = SetChoice((0, 0, 0, 0), 0, 0, 0, 0, (), ())


@lru_cache(maxsize=4096)
def set_choices(
    held: tuple[int, ...],
    jokers: int,
    open_sets: tuple[tuple[int, ...], ...],
    min_naturals: int,
    distinct: bool,
    doubles: bool,
) -> tuple[SetChoice, ...]:
    """Return everything that the sets of one rank can take; of two choices that differ only for the worse, the better."""
    found: dict[tuple[object, ...], SetChoice] = {}
    for joins in _joins(held, open_sets):
        free = list(held)
        for _, suit in joins:
            free[suit] -= 1
        for dealt in product(*(range(count + 1) for count in free)):
            for choice in _own_sets(dealt, jokers, min_naturals, distinct, doubles):
                taken = list(dealt)
                for _, suit in joins:
                    taken[suit] += 1
                full = choice._replace(
                    taken=(taken[0], taken[1], taken[2], taken[3]), room=choice.room - len(joins), joins=joins
                )
                found.setdefault((full.taken, full.jokers, full.room, full.doubled, full.jokers_doubled), full)
    return tuple(found.values())


def _joins(held: Sequence[int], open_sets: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the ways to lay cards off on sets of the table, as pairs of set and suit."""
    for suits in product(*((-1, *takes) for takes in open_sets)):
        joins = tuple((number, suit) for number, suit in enumerate(suits) if suit >= 0)
        if all(sum(suit == each for _, each in joins) <= held[suit] for _, suit in joins):
            yield joins


def _own_sets(
    dealt: tuple[int, ...], jokers: int, min_naturals: int, distinct: bool, doubles: bool
) -> Iterator[SetChoice]:
    """Yield the ways to make new sets of exactly these natural cards with the help of jokers."""
    total = sum(dealt)
    if not total:
        yield _NO_SETS
        return
    taken = (dealt[0], dealt[1], dealt[2], dealt[3])
    for number in range((total + MAX_SET - 1) // MAX_SET, total // min_naturals + 1):
        if distinct and max(dealt) > number:
            continue
        for fours in range(number + 1):
            extra = MIN_SET * number + fours - total
            if not 0 <= extra <= jokers or (fours and extra and not doubles):
                continue
            for naturals in _shares(total, number, fours, min_naturals):
                suits = _deal(dealt, naturals, distinct)
                if suits is None:
                    continue
                sets = tuple(
                    SetOfSuits(each, (MAX_SET if place < fours else MIN_SET) - len(each))
                    for place, each in enumerate(suits)
                )
                in_fours = sum(naturals[:fours]) if doubles else 0
                jokers_in_fours = MAX_SET * fours - in_fours if doubles else 0
                yield SetChoice(taken, extra, number - fours, in_fours, jokers_in_fours, sets, ())
                if not doubles:
                    break


def _shares(total: int, number: int, fours: int, least: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to share natural cards out among sets, the sets of four first."""
    sizes = (MAX_SET,) * fours + (MIN_SET,) * (number - fours)

    def share(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == number:
            if not left:
                yield ()
            return
        for size in range(min(sizes[place], left), least - 1, -1):
            for rest in share(place + 1, left - size):
                if not rest or place + 1 == fours or size >= rest[0]:
                    yield (size, *rest)

    yield from share(0, total)


def _deal(dealt: tuple[int, ...], shares: tuple[int, ...], distinct: bool) -> tuple[tuple[int, ...], ...] | None:
    """Deal natural cards out to sets of these sizes, no suit twice in one where suits must differ."""
    left = list(dealt)
    sets: list[tuple[int, ...]] = [()] * len(shares)
    for place in sorted(range(len(shares)), key=lambda each: -shares[each]):
        suits: list[int] = []
        while len(suits) < shares[place]:
            suit = max((s for s in range(SUIT_COUNT) if not (distinct and s in suits)), key=left.__getitem__, default=-1)
            if suit < 0 or not left[suit]:
                return None
            left[suit] -= 1
            suits.append(suit)
        sets[place] = tuple(sorted(suits))
    return tuple(sets)


class Step(NamedTuple):
    """What became of one open run at a position: the act, and the run afterwards (0 if it is closed)."""

    act: str
    became: int


NATURAL: Final = "natural"
JOKER: Final = "joker"
COMPLETE: Final = "complete"
CLOSE: Final = "close"


class SuitMove(NamedTuple):
    """What one suit does at one position."""

    state: int
    gain: int
    jokers: int
    laid_off: int
    made: bool
    joined: tuple[tuple[int, int], ...]
    steps: tuple[Step, ...]
    begun: int


class PairMove(NamedTuple):
    """What two suits do at one position."""

    state: int
    gain: int
    jokers: int
    laid_off: int
    made: bool
    first: SuitMove
    second: SuitMove


class Turn(NamedTuple):
    """What was done at one position: the sets, and each suit's move."""

    position: int
    sets: SetChoice
    moves: tuple[SuitMove, SuitMove, SuitMove, SuitMove]


class Outcome(NamedTuple):
    """The best that was found: what was done at each position, the jokers that go anywhere, and what it is worth."""

    value: int
    turns: tuple[Turn, ...]
    spare: int
    room: int


class SparePlan(NamedTuple):
    """What becomes of jokers that no meld needs: sets of them, a run of them, and some that join other melds."""

    worth: int
    fours: int
    threes: int
    in_run: int
    joining: int


@lru_cache(maxsize=4096)
def spare_plan(jokers: int, room: int, terms: Terms, worth: int, doubled: int) -> SparePlan:
    """Return the best use of jokers that no meld needs, with room for some in the melds that there are."""
    best = SparePlan(0, 0, 0, 0, 0)
    alone = terms.min_naturals == 0
    for fours in range(jokers // MAX_SET + 1 if alone else 1):
        for threes in range((jokers - MAX_SET * fours) // MIN_SET + 1 if alone else 1):
            left = jokers - MAX_SET * fours - MIN_SET * threes
            in_run = left if alone and left >= terms.min_run and room + threes < left else 0
            joining = 0 if in_run else min(left, room + threes)
            laid = MAX_SET * fours + MIN_SET * threes + in_run + joining
            value = laid * worth + MAX_SET * fours * doubled
            if value > best.worth:
                best = SparePlan(value, fours, threes, in_run, joining)
    return best


Layer: TypeAlias = dict[int, int]
_HALF: Final = 20
_MASK: Final = (1 << _HALF) - 1
_FIRST_WIDTH: Final = 16
_WIDENING: Final = 8


class Sweep:
    """One search. `value` of an outcome is the worth of all that is laid."""

    def __init__(self, task: Task) -> None:
        self._held = task.held
        self._jokers = task.jokers
        self._terms = task.terms
        self._worth = task.worth
        self._task = task
        terms = task.terms
        self._both_ends = terms.lowest == 1 and terms.highest == 14
        self._last = terms.highest + 1
        self._least = max(terms.min_naturals, 1)
        self._states: list[tuple[tuple[int, ...], int]] = []
        self._state_numbers: dict[tuple[tuple[int, ...], int], int] = {}
        self._pairs: list[tuple[int, int]] = []
        self._pair_numbers: dict[tuple[int, int], int] = {}
        positions = range(self._last + 2)
        self._suit_moves: list[list[dict[int, tuple[SuitMove, ...]]]] = [
            [{} for _ in range(SUIT_COUNT)] for _ in positions
        ]
        self._pair_moves: list[list[dict[int, tuple[PairMove, ...]]]] = [[{}, {}] for _ in positions]
        self._suit_hopes: list[list[dict[int, list[int]]]] = [[{} for _ in range(SUIT_COUNT)] for _ in positions]
        self._pair_hopes: list[list[dict[int, list[int]]]] = [[{}, {}] for _ in positions]
        self._docks: list[list[list[int]]] = [[[] for _ in range(SUIT_COUNT)] for _ in positions]
        self._arrivals: list[list[tuple[int, ...]]] = [[()] * SUIT_COUNT for _ in positions]
        self._extended = [False] * SUIT_COUNT
        for number, run in enumerate(task.runs):
            if run.low:
                self._docks[run.low][run.suit].append(number)
            if 0 < run.beyond < self._last:
                self._arrivals[run.beyond][run.suit] += (LIVE_FROM_ACE if run.from_ace else LIVE,)
                self._extended[run.suit] = task.jokers > 0
        self._choices = [self._choices_at(position) for position in positions]
        self._shares = [self._share_at(position) for position in positions]
        self._hope_joker = self._worth.joker + self._worth.joker_doubled
        self.steps = 0
        self._state(((), 0))
        self._pair(0, 0)

    def _state(self, state: tuple[tuple[int, ...], int]) -> int:
        number = self._state_numbers.get(state)
        if number is None:
            number = self._state_numbers[state] = len(self._states)
            self._states.append(state)
        return number

    def _pair(self, first: int, second: int) -> int:
        number = self._pair_numbers.get((first, second))
        if number is None:
            number = self._pair_numbers[first, second] = len(self._pairs)
            self._pairs.append((first, second))
        return number

    # ---- sets

    def _rank_of_sets(self, position: int) -> int:
        """Return the rank whose sets are chosen at a position; those of the aces at the last place they can lie."""
        if not self._terms.lowest <= position < self._last or (position == 1 and self._both_ends):
            return 0
        return 1 if position == 14 else position

    def _choices_at(self, position: int) -> list[tuple[int, int, int, int, int, SetChoice]]:
        rank = self._rank_of_sets(position)
        if position == 1 and self._both_ends:
            chosen = self._kept_aces()
        elif rank:
            held = tuple(suit[position] for suit in self._held)
            takers = tuple(each.suits for each in self._task.sets if each.rank == rank)
            if not any(held):
                chosen = (_NO_SETS,)
            else:
                chosen = set_choices(
                    held, self._jokers, takers, self._least, self._terms.distinct, bool(self._worth.doubled[rank])
                )
        else:
            chosen = (_NO_SETS,)
        listed = []
        for choice in chosen:
            gain = choice.jokers * self._worth.joker + choice.jokers_doubled * self._worth.joker_doubled
            if rank:
                gain += choice.doubled * self._worth.doubled[rank]
                gain += sum(count * self._worth.set[suit][rank] for suit, count in enumerate(choice.taken))
            first = choice.taken[0] * 3 + choice.taken[1]
            second = choice.taken[2] * 3 + choice.taken[3]
            listed.append((first, second, choice.jokers, choice.room, gain, choice))
        return listed

    def _kept_aces(self) -> tuple[SetChoice, ...]:
        """Return the ways to keep aces back for sets and high ends."""
        ways = []
        for suit in range(SUIT_COUNT):
            held = self._held[suit][1]
            low = held and self._need(suit, 1, BEGUN) <= self._jokers
            ways.append(range(held + 1) if low else (held,))
        return tuple(_NO_SETS._replace(taken=kept) for kept in product(*ways))

    def _share_at(self, position: int) -> int:
        """Return the half jokers that a card must pay at least to be laid in a set, -1 if it cannot be."""
        if position == 1 and self._both_ends:
            return 0
        rank = self._rank_of_sets(position)
        if not rank:
            return -1
        counts = [suit[position] for suit in self._held]
        total = sum(map(bool, counts)) if self._terms.distinct else sum(counts)
        if total >= MIN_SET or any(each.rank == rank for each in self._task.sets):
            return 0
        if total == 2 and self._jokers and self._least <= 2:
            return 1
        return 4 if total and self._jokers > 1 and self._least == 1 else -1

    # ---- runs of one suit

    def _moves(self, suit: int, position: int, state: int, taken: int) -> tuple[SuitMove, ...]:
        known = self._suit_moves[position][suit]
        key = state * 4 + taken
        moves = known.get(key)
        if moves is None:
            moves = known[key] = self._find_moves(suit, position, state, taken)
        return moves

    def _find_moves(self, suit: int, position: int, state: int, taken: int) -> tuple[SuitMove, ...]:
        runs, low_aces = self._states[state]
        free = (self._held[suit][position] if position < self._last else 0) - taken
        if self._both_ends:
            if position == 1:
                low_aces = free
            elif position == 14:
                free -= low_aces
                low_aces = 0
                if free < 0:
                    return ()
        best: dict[tuple[int, int, int, bool], SuitMove] = {}
        for left, joined, gain, laid_off in self._join(suit, position, runs):
            here = sorted(left + self._arrivals[position][suit])
            for move in self._extend(suit, position, here, free, low_aces, joined, gain, laid_off):
                key = (move.state, move.jokers, move.laid_off, move.made)
                known = best.get(key)
                if known is None or known.gain < move.gain:
                    best[key] = move
        return tuple(best.values())

    def _join(
        self, suit: int, position: int, runs: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, int], ...], int, int]]:
        """Yield the ways in which runs that are no melds join runs of the table from below."""
        ways = [(runs, (), 0, 0)]
        for dock in self._docks[position][suit]:
            for left, joined, gain, laid_off in tuple(ways):
                for run in dict.fromkeys(left):
                    if run > LIVE_FROM_ACE and position - run.bit_length() + 1 >= self._task.runs[dock].floor:
                        rest = list(left)
                        rest.remove(run)
                        ways.append(
                            (
                                tuple(rest),
                                (*joined, (run, dock)),
                                gain + self._pending(suit, position, run),
                                laid_off + run.bit_length() - 1,
                            )
                        )
        return iter(ways)

    def _pending(self, suit: int, position: int, run: int) -> int:
        """Return the worth of the natural cards of a run that ends below a position and is no meld yet."""
        worth = self._worth.run[suit]
        gain = 0
        while run > 1:
            position -= 1
            if run & 1:
                gain += worth[position]
            run >>= 1
        return gain

    def _is_meld(self, run: int) -> bool:
        return run.bit_length() > self._terms.min_run and run.bit_count() > self._least

    def _need(self, suit: int, position: int, run: int) -> int:
        """Return how many jokers at least a run still needs that ends at a position."""
        held = self._held[suit]
        missing = 0
        length = run.bit_length() - 1
        for place in range(position + 1, position + 1 + self._terms.min_run - length):
            if place >= self._last or not held[place]:
                missing += 1
        for run_of_table in self._task.runs:
            if run_of_table.suit == suit and run_of_table.low > position:
                gap = sum(not held[place] for place in range(position + 1, run_of_table.low))
                missing = min(missing, gap)
        return missing

    def _may_fill(self, suit: int, position: int, run: int) -> bool:
        """Tell whether a joker at a position can be followed by a natural card, or by a run of the table."""
        if (suit, position) in self._task.barred:
            return False
        reach = range(position + 1, min(position + self._jokers, self._terms.highest) + 1)
        held = self._held[suit]
        return any(held[place] or (run > LIVE_FROM_ACE and self._docks[place][suit]) for place in reach)

    def _extend(
        self,
        suit: int,
        position: int,
        runs: list[int],
        free: int,
        low_aces: int,
        joined: tuple[tuple[int, int], ...],
        gain: int,
        laid_off: int,
    ) -> Iterator[SuitMove]:
        """Yield what may become of the open runs of a suit; natural cards always go to as many of them as they can."""
        hopeful = free and self._need(suit, position, BEGUN) <= self._jokers
        takers = sum(run != LIVE_FROM_ACE for run in runs) if position == HIGH_ACE else len(runs)
        most = min(free, takers)
        # A card that begins a run of its own instead of joining a run of the table can make room for jokers.
        least = max(0, most - sum(run <= LIVE_FROM_ACE for run in runs)) if hopeful and self._extended[suit] else most
        for count in range(most, least - 1, -1):
            begun = free - count if hopeful else 0
            for steps, more, jokers, joining, made in self._ways(suit, position, runs, 0, count, self._jokers):
                became = sorted([step.became for step in steps if step.became] + [BEGUN] * begun)
                yield SuitMove(
                    self._state((tuple(became), low_aces)),
                    gain + more,
                    jokers,
                    laid_off + joining,
                    made,
                    joined,
                    steps,
                    begun,
                )

    def _ways(
        self, suit: int, position: int, runs: list[int], place: int, free: int, jokers: int
    ) -> Iterator[tuple[tuple[Step, ...], int, int, int, bool]]:
        if place == len(runs):
            if not free:
                yield (), 0, 0, 0, False
            return
        run = runs[place]
        for step, gain, cost, joining, made in self._steps_of(suit, position, run, free > 0):
            if cost <= jokers:
                left = free - (step.act is NATURAL)
                for steps, more, costs, joinings, mades in self._ways(
                    suit, position, runs, place + 1, left, jokers - cost
                ):
                    yield (step, *steps), gain + more, cost + costs, joining + joinings, made or mades

    def _steps_of(
        self, suit: int, position: int, run: int, may_take: bool
    ) -> Iterator[tuple[Step, int, int, int, bool]]:
        """Yield what one open run can do: the step, its worth, its jokers, cards laid off, whether it made a meld."""
        joker = self._worth.joker
        live = run <= LIVE_FROM_ACE
        if may_take and not (run == LIVE_FROM_ACE and position == HIGH_ACE):
            worth = self._worth.run[suit][position]
            if live:
                yield Step(NATURAL, run), worth, 0, 1, False
            else:
                longer = run << 1 | 1
                if self._is_meld(longer):
                    yield Step(NATURAL, LIVE), worth + self._pending(suit, position, run), 0, 0, True
                else:
                    hopeful = self._need(suit, position, longer) <= self._jokers
                    if hopeful or not run & run + 1:
                        yield Step(NATURAL, longer if hopeful else 0), 0, 0, 0, False
        # A run with a joker in it is not given up: without the joker it is the same.
        if live or not run & run + 1:
            yield Step(CLOSE, 0), 0, 0, 0, False
        if not self._jokers:
            return
        fills = position < self._last and self._may_fill(suit, position, run)
        if live:
            if fills:
                yield Step(JOKER, run), joker, 1, 1, False
            return
        if fills:
            longer = run << 1
            if self._is_meld(longer):
                yield Step(JOKER, LIVE), joker + self._pending(suit, position, run), 1, 0, True
            else:
                yield Step(JOKER, longer), joker, 1, 0, False
        if run & 1 and run.bit_count() > self._least:
            short = self._terms.min_run + 1 - run.bit_length()
            if short <= self._jokers:
                yield Step(COMPLETE, 0), joker * short + self._pending(suit, position, run), short, 0, True

    # ---- two suits at once

    def _pairs_of(self, half: int, position: int, pair: int, taken: int) -> tuple[PairMove, ...]:
        known = self._pair_moves[position][half]
        key = pair * 9 + taken
        moves = known.get(key)
        if moves is None:
            first, second = self._pairs[pair]
            best: dict[tuple[int, int, int, bool], PairMove] = {}
            for one in self._moves(2 * half, position, first, taken // 3):
                for two in self._moves(2 * half + 1, position, second, taken % 3):
                    jokers = one.jokers + two.jokers
                    if jokers > self._jokers:
                        continue
                    move = PairMove(
                        self._pair(one.state, two.state),
                        one.gain + two.gain,
                        jokers,
                        one.laid_off + two.laid_off,
                        one.made or two.made,
                        one,
                        two,
                    )
                    same = (move.state, jokers, move.laid_off, move.made)
                    if same not in best or best[same].gain < move.gain:
                        best[same] = move
            moves = known[key] = tuple(best.values())
        return moves

    # ---- upper bounds

    def _hope(self, suit: int, position: int, state: int) -> list[int]:
        """Return what one suit can still be worth by half jokers, if every set takes single cards."""
        known = self._suit_hopes[position][suit]
        hope = known.get(state)
        if hope is not None:
            return hope
        size = 2 * self._jokers + 1
        if position > self._last:
            hope = known[state] = [0] * size
            return hope
        hope = [_NOWHERE] * size
        share = self._shares[position]
        most = self._held[suit][position] if share >= 0 and position < self._last else 0
        worth = 0
        rank = self._rank_of_sets(position)
        if rank:
            worth = self._worth.set[suit][rank] + self._worth.doubled[rank]
        for taken in range(most + 1):
            for move in self._moves(suit, position, state, taken):
                cost = 2 * move.jokers + taken * share
                if cost >= size:
                    continue
                gain = move.gain - move.jokers * self._worth.joker + taken * worth
                for place, more in enumerate(self._hope(suit, position + 1, move.state)[: size - cost], cost):
                    if gain + more > hope[place]:
                        hope[place] = gain + more
        known[state] = hope
        return hope

    def _pair_hope(self, half: int, position: int, pair: int) -> list[int]:
        known = self._pair_hopes[position][half]
        hope = known.get(pair)
        if hope is None:
            first, second = self._pairs[pair]
            one = self._hope(2 * half, position, first)
            two = self._hope(2 * half + 1, position, second)
            hope = known[pair] = [
                max([one[each] + two[size - each] for each in range(size + 1)]) for size in range(len(one))
            ]
        return hope

    def _bound(self, position: int, key: int) -> int:
        one = self._pair_hope(0, position, key & _MASK)
        two = self._pair_hope(1, position, key >> _HALF & _MASK)
        if not self._jokers:
            return one[0] + two[0]
        jokers = (key >> 2 * _HALF) % (self._jokers + 1)
        size = 2 * jokers
        return max([one[each] + two[size - each] for each in range(size + 1)]) + jokers * self._hope_joker

    # ---- the sweep

    def _start(self) -> int:
        room = BOUNDLESS
        if self._jokers:
            room = sum(run.room for run in self._task.runs) + len(self._task.sets)
        return self._key(0, 0, self._jokers, room, self._terms.lowest)

    def _key(self, one: int, two: int, jokers: int, room: int, position: int) -> int:
        if room < BOUNDLESS and room >= self._future[position] + 2 * jokers:
            room = BOUNDLESS
        return one | two << _HALF | jokers + (self._jokers + 1) * room << 2 * _HALF

    def _expand(self, position: int, layer: Layer) -> Iterator[tuple[int, int, int, SetChoice, PairMove, PairMove]]:
        choices = self._choices[position]
        cards_to_come = self._future[position + 1]
        base = self._jokers + 1
        for key, value in layer.items():
            one = key & _MASK
            two = key >> _HALF & _MASK
            room, jokers = divmod(key >> 2 * _HALF, base)
            for first, second, set_jokers, set_room, set_gain, choice in choices:
                if set_jokers > jokers:
                    continue
                lefts = self._pairs_of(0, position, one, first)
                rights = self._pairs_of(1, position, two, second)
                for left in lefts:
                    for right in rights:
                        self.steps += 1
                        spent = set_jokers + left.jokers + right.jokers
                        if spent > jokers:
                            continue
                        more_room = room
                        if room != BOUNDLESS:
                            more_room = BOUNDLESS
                            if not (left.made or right.made):
                                more_room = room + set_room - left.laid_off - right.laid_off
                                if more_room < 0:
                                    continue
                                if more_room >= cards_to_come + 2 * (jokers - spent):
                                    more_room = BOUNDLESS
                        yield (
                            left.state | right.state << _HALF | jokers - spent + base * more_room << 2 * _HALF,
                            value + set_gain + left.gain + right.gain,
                            key,
                            choice,
                            left,
                            right,
                        )

    def solve(self, budget: int, floor: int, stop_at: int | None = None) -> Outcome | None:
        """Return the best arrangement that is worth more than `floor`, if there is one.

        Where so many steps do not do, it is the best that was found.
        """
        self._future = [0] * (self._last + 2)
        for position in range(self._terms.highest, 0, -1):
            self._future[position] = self._future[position + 1] + sum(suit[position] for suit in self._held)
        width = _FIRST_WIDTH
        start = self._start()
        bound = self._bound(self._terms.lowest, start)
        best = floor
        found: Outcome | None = None
        while bound > best:
            value, dropped, layers, parents = self._pass(start, width, best)
            if value > best:
                best = value
                found = Outcome(best, *self._trace(layers, parents))
            bound = min(bound, max(best, dropped))
            if self.steps > budget or (stop_at is not None and (best >= stop_at or bound < stop_at)):
                break
            width *= _WIDENING
        self.bound = bound
        return found

    def _pass(self, start: int, width: int, best: int) -> tuple[int, int, list[Layer], list[Layer]]:
        layer = {start: 0}
        layers = [layer]
        parents: list[Layer] = []
        dropped = _NOWHERE
        for position in range(self._terms.lowest, self._last + 1):
            reached: Layer = {}
            before: Layer = {}
            for key, value, origin, *_ in self._expand(position, layer):
                if value > reached.get(key, _NOWHERE):
                    reached[key] = value
                    before[key] = origin
            layer = reached
            if position < self._last:
                scored = sorted(
                    [(value + self._bound(position + 1, key), key) for key, value in layer.items()], reverse=True
                )
                kept = [key for bound, key in scored[:width] if bound > best]
                if len(scored) > width:
                    dropped = max(dropped, scored[width][0])
                layer = {key: layer[key] for key in kept}
            layers.append(layer)
            parents.append(before)
        value = max([value + self._spare(key) for key, value in layer.items()], default=_NOWHERE)
        return value, dropped, layers, parents

    def _spare(self, key: int) -> int:
        room, jokers = divmod(key >> 2 * _HALF, self._jokers + 1)
        return spare_plan(jokers, room, self._terms, self._worth.joker, self._worth.joker_doubled).worth

    def _trace(self, layers: list[Layer], parents: list[Layer]) -> tuple[tuple[Turn, ...], int, int]:
        key = max(layers[-1], key=lambda each: layers[-1][each] + self._spare(each))
        room, spare = divmod(key >> 2 * _HALF, self._jokers + 1)
        turns = []
        for position in range(self._last, self._terms.lowest - 1, -1):
            place = position - self._terms.lowest
            origin = parents[place][key]
            value = layers[place + 1][key]
            for reached, worth, _, choice, left, right in self._expand(position, {origin: layers[place][origin]}):
                if reached == key and worth == value:
                    turns.append(Turn(position, choice, (left.first, left.second, right.first, right.second)))
                    break
            key = origin
        return tuple(reversed(turns)), spare, room
