"""The search for every hand: with jokers, with twins, with runs of the table that hold the same cards as the hand.

This room knows counts, positions and worths; it must never know options or prices.
"""

from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple, TypeAlias

from .run_ways import BEGUN, CLOSE, COMPLETE, LIVE, LIVE_FROM_ACE, NATURAL, RunRule, Scene, Way, run_ways
from .search_task import (
    ACE,
    FOUR_SUITS,
    HIGH_ACE,
    NOWHERE,
    Beginning,
    Found,
    Layer,
    OpenRun,
    RunFound,
    Task,
    spare_plan,
)
from .set_choices import MAX_SET, MIN_SET, NO_SETS, SetChoice, SetRule, set_choices
from .widening_sweep import OutOfStepsError, WideningSweep

#: More room for jokers than there can be jokers.
BOUNDLESS: Final = 63
_HALF: Final = 24
_MASK: Final = (1 << _HALF) - 1
_BOTH: Final = (1 << 2 * _HALF) - 1


#: What it costs to find a way that is not known yet, beside one that is looked at again.
_STEPS_TO_FIND: Final = 4
#: What it costs once in a question to find out what can become of some runs.
_STEPS_OF_A_WAY: Final = 60
_NOTHING: Final = Way((), (), 0, 0, False, (), (), 0)
#: Open runs of one suit, how many of its aces were laid low, how it began - below 0 that is not chosen yet - and
#: whether a card of it must still be kept back.
SuitState: TypeAlias = tuple[tuple[int, ...], int, int, bool]


class SuitMove(NamedTuple):
    """What one suit does at one position, `state` is its state afterwards."""

    state: int
    gain: int
    way: Way


class PairMove(NamedTuple):
    """What two suits do at one position."""

    state: int
    gain: int
    jokers: int
    laid_off: int
    made: bool
    first: SuitMove
    second: SuitMove


Choice: TypeAlias = tuple[int, int, int, int, int, SetChoice]


class FullSweep(WideningSweep):
    """One search.

    A state is how far the open runs of each suit have come and how many aces were laid low, how many jokers are left,
    and how much room there is for jokers that no meld needs. A run that was made has room for all of them: with more
    than thirteen cards it is cut in two. Only where no run was made does the room of the sets and of the table count.

    Where a suit can begin in several ways, one of them is chosen before the first position, one suit after the other.
    From any position on beginnings are the same, of whichever suit, that differ only in what has been passed already.
    Where a card must be kept, it is chosen before all else whether that is a joker or one of which suit.
    """

    def __init__(self, task: Task, most_steps: int | None = None, seen: set[object] | None = None) -> None:
        super().__init__(task, most_steps)
        self._seen: set[object] = set() if seen is None else seen
        self._terms = terms = task.terms
        self._held = task.held
        self._worth = task.worth
        self._jokers = task.jokers
        self._rule = RunRule(terms.min_run, max(terms.min_naturals, 1))
        self._both_ends = terms.lowest == ACE and terms.highest == HIGH_ACE
        self._end = terms.highest + 1
        beginnings = task.beginnings or tuple(
            [(Beginning(held, _of_suit(task.runs, suit)),) for suit, held in enumerate(task.held)]
        )
        self._beginnings: list[Beginning] = []
        #: The first suit where cards are worth the same, of each beginning.
        self._kinds: list[int] = []
        self._ways_to_begin: list[range] = []
        worths = [(task.worth.run[suit], task.worth.set[suit]) for suit in FOUR_SUITS]
        for suit, of_suit in enumerate(beginnings):
            self._ways_to_begin.append(range(len(self._beginnings), len(self._beginnings) + len(of_suit)))
            self._beginnings.extend(of_suit)
            self._kinds.extend([worths.index(worths[suit])] * len(of_suit))
        self._undecided = [suit for suit in FOUR_SUITS if len(beginnings[suit]) > 1]
        self._same_ahead: dict[object, int] = {}
        self._ahead: dict[int, int] = {}
        self._states: list[SuitState] = []
        self._state_numbers: dict[SuitState, int] = {}
        self._pairs: list[tuple[int, int]] = []
        self._pair_numbers: dict[tuple[int, int], int] = {}
        self._scenes: dict[int, Scene] = {}
        self._choices: list[list[Choice]] = [[]] * (self._end + 1)
        # A joker that helps several cards is shared among them, in halves or in thirds.
        self._doubles = any(task.worth.doubled)
        self._parts = 3 if self._doubles else 2
        self._in_sets: list[tuple[tuple[int, int, int], ...]] = [((0, 0, 0),)] * (4 * self._end + 4)
        for position in range(terms.lowest, self._end + 1):
            self._set_out(position)
        self._suit_moves: dict[int, tuple[SuitMove, ...]] = {}
        self._pair_moves: dict[int, tuple[PairMove, ...]] = {}
        self._hopes: dict[int, list[int]] = {}
        self._pair_hopes: dict[int, list[int]] = {}
        self._hope_of_joker = task.worth.joker + task.worth.joker_doubled
        # Room for every joker and every card that can still be laid off, those of open runs too, is room enough.
        self._ample = [0] * (self._end + 1)
        for position in range(self._end + 1):
            first = max(0, position + 1 - terms.min_run - task.jokers)
            self._ample[position] = sum([sum(suit[first:]) for suit in task.held]) + 2 * task.jokers
        # With room to spare a choice that needs more jokers for the same cards is never better.
        self._boundless_choices = [_fewest_jokers(choices) for choices in self._choices]

    def _state(self, state: SuitState) -> int:
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

    # What there is at each position.

    def _rank_of_sets(self, position: int) -> int:
        """Return the rank whose sets are chosen at a position, those of the aces at their last place; 0 if none is."""
        if position == self._end or (position == ACE and self._both_ends):
            return 0
        return ACE if position == HIGH_ACE else position

    def _set_out(self, position: int) -> None:
        rank = self._rank_of_sets(position)
        held = tuple([suit[position] for suit in self._held]) if position < self._end else (0, 0, 0, 0)
        chosen: tuple[SetChoice, ...] = (NO_SETS,)
        if rank and any(held):
            takers = tuple([each.suits for each in self._task.sets if each.rank == rank])
            different = sum(map(bool, held)) if self._terms.distinct else sum(held)
            if takers or different + self._jokers >= MIN_SET:
                chosen = set_choices(
                    held,
                    self._jokers,
                    takers,
                    SetRule(self._rule.naturals, self._terms.distinct, bool(self._worth.doubled[rank])),
                )
                self._hope_for_sets(position, rank, held, self._shares(different, joins=bool(takers)))
        elif not rank and position == ACE:
            chosen = self._kept_aces()
            self._hope_for_sets(position, rank, held, ((0, False),))
        self.steps += _STEPS_TO_FIND * len(chosen)
        self._choices[position] = [self._weighed(choice, rank) for choice in chosen]

    def _weighed(self, choice: SetChoice, rank: int) -> Choice:
        worth = self._worth
        gain = choice.jokers * worth.joker
        taken = choice.taken
        if rank:
            gain += choice.doubled * worth.doubled[rank] + choice.jokers_doubled * worth.joker_doubled
            for suit in FOUR_SUITS:
                gain += taken[suit] * worth.set[suit][rank]
        return taken[0] * 3 + taken[1], taken[2] * 3 + taken[3], choice.jokers, choice.room, gain, choice

    def _shares(self, different: int, *, joins: bool) -> tuple[tuple[int, bool], ...]:
        """Return how cards can be laid in sets: what part of a joker each must pay at least, and whether it is doubled.

        Without a joker cards may join a set of the table (`joins`), which never doubles them.
        """
        shares = [(0, False)] if joins else []
        for size in (MIN_SET, MAX_SET) if self._doubles else (MIN_SET,):
            naturals = min(different, size)
            if naturals >= self._rule.naturals and size - naturals <= self._jokers:
                shares.append((self._parts * (size - naturals) // naturals, size == MAX_SET))
        # A card is rather doubled where that is as cheap.
        return (shares[-1],) if shares and shares[-1] == (0, True) else tuple(shares)

    def _hope_for_sets(
        self, position: int, rank: int, held: tuple[int, ...], shares: tuple[tuple[int, bool], ...]
    ) -> None:
        """Note how many cards of each suit can go into sets, what parts of jokers they pay, and what they are worth."""
        for suit in FOUR_SUITS:
            in_set = self._worth.set[suit][rank] if rank else 0
            each = [(share, in_set + (self._worth.doubled[rank] if doubled else 0)) for share, doubled in shares]
            self._in_sets[position << 2 | suit] = tuple(
                [
                    (count, sum([share for share, _ in chosen]), sum([worth for _, worth in chosen]))
                    for count in range(max(held) + 1)
                    for chosen in combinations_with_replacement(each, count)
                ]
            )

    def _kept_aces(self) -> tuple[SetChoice, ...]:
        """Return the ways to keep aces back for sets and high ends."""
        ways = []
        for suit in FOUR_SUITS:
            kept: set[int] = set()
            for number in self._ways_to_begin[suit]:
                held = self._beginnings[number].held[ACE]
                kept.update(range(held + 1) if held and self._may_begin_low(number) else (held,))
            ways.append(sorted(kept))
        return tuple([NO_SETS._replace(taken=(s, h, d, c)) for s, h, d, c in product(*ways)])

    def _may_begin_low(self, beginning: int) -> bool:
        return self._need(ACE, BEGUN, beginning) <= self._jokers - self._beginnings[beginning].jokers

    def _scene(self, position: int, beginning: int) -> Scene:
        key = beginning << 4 | position
        scene = self._scenes.get(key)
        if scene is None:
            scene = self._scenes[key] = self._look(position, self._beginnings[beginning])
        return scene

    def _look(self, position: int, beginning: Beginning) -> Scene:
        runs = beginning.runs + beginning.new_runs
        held = beginning.held
        jokers = self._jokers - beginning.jokers
        naturals_ahead = docks_ahead = False
        if jokers and position < self._end:
            reach = range(position + 1, min(position + jokers, self._terms.highest) + 1)
            naturals_ahead = any(held[place] for place in reach)
            docks_ahead = any(run.low in reach for run in runs)
        return Scene(
            held[position] if position < self._end else 0,
            jokers,
            tuple([LIVE_FROM_ACE if run.from_ace else LIVE for run in runs if run.beyond == position < self._end]),
            tuple([position - run.floor for run in runs if run.low == position]),
            naturals_ahead,
            naturals_ahead or docks_ahead,
            jokers > 0 and self._splits(beginning),
            jokers > 0 and not self._task.roomy and any(run.low > position for run in runs),
            position == HIGH_ACE,
        )

    def _splits(self, beginning: Beginning) -> bool:
        if max(beginning.held) > 1:
            # One twin may join a run by way of a joker, and the other one another run.
            return any(run.beyond for run in beginning.runs + beginning.new_runs)
        return not self._task.roomy and not beginning.new_runs and any(run.beyond for run in beginning.runs)

    def _after(self, position: int, beginning: int) -> int:
        """Return the first beginning that leaves the same as this one after a position."""
        number = beginning << 4 | position
        if number not in self._ahead:
            held, table_runs, new_runs, jokers, _ = self._beginnings[beginning]
            runs = [
                (max(run.low, position), run.floor, max(run.beyond, position), run.from_ace)
                for run in table_runs + new_runs
                if run.low > position or run.beyond > position
            ]
            splits = self._splits(self._beginnings[beginning])
            key = position, self._kinds[beginning], tuple(held[position + 1 :]), tuple(runs), jokers, splits
            self._ahead[number] = self._same_ahead.setdefault(key, beginning)
        return self._ahead[number]

    def _need(self, position: int, run: int, beginning: int) -> int:
        """Return how many jokers at least a run still needs to be laid that has come up to a position."""
        held, table_runs, new_runs, _, _ = self._beginnings[beginning]
        missing = 0
        for place in range(position + 1, position + self._terms.min_run + 2 - run.bit_length()):
            if place >= self._end or not held[place]:
                missing += 1
        for of_table in table_runs + new_runs:
            if of_table.low > position:
                gap = 0
                for place in range(position + 1, of_table.low):
                    gap += not held[place]
                missing = min(missing, gap)
        return missing

    # What each suit can do.

    def _moves(self, position: int, state: int, taken: int) -> tuple[SuitMove, ...]:
        key = (state << 2 | taken) << 4 | position
        moves = self._suit_moves.get(key)
        if moves is None:
            moves = self._suit_moves[key] = self._find_moves(position, state, taken)
            self.steps += _STEPS_TO_FIND * (len(moves) + 1)
            if self._most_steps is not None and self.steps > self._most_steps:
                raise OutOfStepsError
        return moves

    def _find_moves(self, position: int, state: int, taken: int) -> tuple[SuitMove, ...]:
        keeps = self._states[state][3]
        moves = self._moves_with(position, state, taken, keeps=keeps)
        if keeps and not (position == ACE and self._both_ends):
            moves += self._moves_with(position, state, taken + 1, keeps=False)
        return moves

    def _moves_with(self, position: int, state: int, taken: int, *, keeps: bool) -> tuple[SuitMove, ...]:
        runs, low_aces, beginning, _ = self._states[state]
        scene = self._scene(position, beginning)
        free = scene.naturals - taken
        if self._both_ends:
            if position == ACE:
                low_aces = free
            elif position == HIGH_ACE:
                free -= low_aces
                low_aces = 0
        if free < 0 or (low_aces and position == ACE and not self._may_begin_low(beginning)):
            return ()
        after = self._after(position, beginning)
        if not free and not runs and not scene.arriving:
            return (SuitMove(self._state(((), low_aces, after, keeps)), 0, _NOTHING),)
        if free != scene.naturals:
            scene = scene._replace(naturals=free)
        worth = self._worth.run[self._kinds[beginning]]
        moves = []
        ways = run_ways(runs, scene, self._rule)
        if (runs, scene) not in self._seen:
            self._seen.add((runs, scene))
            self.steps += _STEPS_OF_A_WAY * (len(ways) + 1)
        for way in ways:
            hopeful = self._hopeful(position, way.runs, beginning) if way.runs else ()
            gain = 0
            for below, count in enumerate(way.counted):
                if count:
                    gain += count * worth[position - below]
            if way.jokers:
                gain += way.jokers * self._worth.joker
            moves.append(SuitMove(self._state((hopeful, low_aces, after, keeps)), gain, way))
        return tuple(moves)

    def _hopeful(self, position: int, runs: tuple[int, ...], beginning: int) -> tuple[int, ...]:
        """Return the runs without those of natural cards that cannot be laid any more."""
        jokers = self._jokers - self._beginnings[beginning].jokers
        return tuple(
            [
                run
                for run in runs
                if run <= LIVE_FROM_ACE or run & run + 1 or self._need(position, run, beginning) <= jokers
            ]
        )

    def _pairs_of(self, position: int, pair: int, taken: int) -> tuple[PairMove, ...]:
        key = (pair << 4 | taken) << 4 | position
        moves = self._pair_moves.get(key)
        if moves is None:
            first, second = self._pairs[pair]
            best: dict[tuple[int, int, int, bool], PairMove] = {}
            ones = self._moves(position, first, taken // 3)
            twos = self._moves(position, second, taken % 3)
            self.steps += _STEPS_TO_FIND * len(ones) * len(twos)
            for one in ones:
                for two in twos:
                    move = PairMove(
                        self._pair(one.state, two.state),
                        one.gain + two.gain,
                        one.way.jokers + two.way.jokers,
                        one.way.laid_off + two.way.laid_off,
                        one.way.made or two.way.made,
                        one,
                        two,
                    )
                    same = (move.state, move.jokers, move.laid_off, move.made)
                    if move.jokers <= self._jokers and (same not in best or best[same].gain < move.gain):
                        best[same] = move
            moves = self._pair_moves[key] = tuple(best.values())
        return moves

    # How good it can still become.

    def _hope(self, position: int, state: int) -> list[int]:
        """Return what one suit can still be worth by the parts of jokers it may use, beside the worth of the jokers."""
        size = self._parts * self._jokers + 1
        _, _, beginning, keeps = self._states[state]
        if position > self._end:
            # A state without hope is never among those that are kept.
            return [NOWHERE if keeps else 0] * size
        key = state << 4 | position
        hope = self._hopes.get(key)
        if hope is None and beginning < 0:
            hope = self._hopes[key] = self._hope_of_beginnings(position, -1 - beginning, size, keeps=keeps)
        if hope is None:
            hope = [NOWHERE] * size
            held = self._scene(position, beginning).naturals
            for taken, paid, worth in self._in_sets[position << 2 | self._kinds[beginning]]:
                if taken > held:
                    break
                moves = self._moves(position, state, taken)
                self.steps += (_STEPS_TO_FIND + self._jokers) * len(moves)
                for move in moves:
                    cost = self._parts * move.way.jokers + paid
                    if cost < size:
                        gain = move.gain - move.way.jokers * self._hope_of_joker + worth
                        then = self._hope(position + 1, move.state)
                        for place, more in enumerate(then[: size - cost], cost):
                            hope[place] = max(hope[place], gain + more)
            self._hopes[key] = hope
        return hope

    def _hope_of_beginnings(self, position: int, suit: int, size: int, *, keeps: bool) -> list[int]:
        hope = [NOWHERE] * size
        for number in self._ways_to_begin[suit]:
            beginning = self._beginnings[number]
            cost = self._parts * beginning.jokers
            if cost < size:
                gain = beginning.gain - beginning.jokers * self._hope_of_joker
                then = self._hope(position, self._state(((), 0, number, keeps)))
                for place, more in enumerate(then[: size - cost], cost):
                    hope[place] = max(hope[place], gain + more)
        return hope

    def _pair_hope(self, position: int, pair: int) -> list[int]:
        key = pair << 4 | position
        hope = self._pair_hopes.get(key)
        if hope is None:
            first, second = self._pairs[pair]
            one = self._hope(position, first)
            two = self._hope(position, second)
            hope = [max([one[each] + two[size - each] for each in range(size + 1)]) for size in range(len(one))]
            self._pair_hopes[key] = hope
        return hope

    def _bound(self, position: int, key: int) -> int:
        if self._task.keeps_one and position == self._positions().start:
            return max([self._bound(position + 1, kept) for kept in self._keeping(key)])
        position = max(position, self._terms.lowest)
        one = self._pair_hope(position, key & _MASK)
        two = self._pair_hope(position, key >> _HALF & _MASK)
        jokers = (key >> 2 * _HALF) % (self._jokers + 1)
        size = self._parts * jokers
        return max([one[each] + two[size - each] for each in range(size + 1)]) + jokers * self._hope_of_joker

    # The sweep.

    def _positions(self) -> range:
        return range(self._terms.lowest - len(self._undecided) - self._task.keeps_one, self._end + 1)

    def _start(self) -> int:
        task = self._task
        begun = [-1 - suit if suit in self._undecided else self._ways_to_begin[suit].start for suit in FOUR_SUITS]
        states = [self._state(((), 0, beginning, False)) for beginning in begun]
        room = sum(any((suit, each.rank) not in task.barred for suit in each.suits) for each in task.sets)
        room += sum([_room(self._beginnings[beginning]) for beginning in begun if beginning >= 0])
        if task.roomy or not self._jokers or room >= self._ample[0]:
            room = BOUNDLESS
        pairs = self._pair(states[0], states[1]) | self._pair(states[2], states[3]) << _HALF
        return pairs | self._jokers + (self._jokers + 1) * room << 2 * _HALF

    def _keeping(self, key: int) -> list[int]:
        """Return the states after it is chosen of what a card is kept."""
        kept = []
        for suit in FOUR_SUITS:
            state = self._states[self._pairs[key >> suit // 2 * _HALF & _MASK][suit % 2]]
            kept.append(self._with(key, suit, self._state((*state[:3], True))))
        if self._jokers:
            kept.append(key - (1 << 2 * _HALF))
        return kept

    def _with(self, key: int, suit: int, state: int) -> int:
        """Return a state of the search with another one of a suit."""
        shift = suit // 2 * _HALF
        number = key >> shift & _MASK
        first, second = self._pairs[number]
        changed = self._pair(first, state) if suit % 2 else self._pair(state, second)
        return key ^ (number ^ changed) << shift

    def _begin(self, suit: int, layer: Layer) -> tuple[Layer, Layer]:
        """Choose how to begin in a suit."""
        reached: Layer = {}
        origins: Layer = {}
        ways = [(number, self._beginnings[number]) for number in self._ways_to_begin[suit]]
        for key, value in layer.items():
            self.steps += len(ways)
            keeps = self._states[self._pairs[key >> suit // 2 * _HALF & _MASK][suit % 2]][3]
            jokers, room = self._spare(key)
            for number, beginning in ways:
                still = jokers - beginning.jokers
                if still < 0:
                    continue
                more_room = room + _room(beginning)
                if more_room >= min(self._ample[0], BOUNDLESS):
                    more_room = BOUNDLESS
                state = self._with(key & _BOTH, suit, self._state(((), 0, number, keeps)))
                state |= still + (self._jokers + 1) * more_room << 2 * _HALF
                reached[state] = value + beginning.gain
                origins[state] = key
        return reached, origins

    def _spare(self, key: int) -> tuple[int, int]:
        room, jokers = divmod(key >> 2 * _HALF, self._jokers + 1)
        return jokers, room

    def _worth_at_end(self, key: int) -> int:
        return spare_plan(*self._spare(key), self._terms, self._worth.joker, self._worth.joker_doubled).worth

    def _expand(self, position: int, layer: Layer) -> tuple[Layer, Layer]:
        if self._task.keeps_one and position == self._positions().start:
            ((key, value),) = layer.items()
            kept = self._keeping(key)
            return dict.fromkeys(kept, value), dict.fromkeys(kept, key)
        if position < self._terms.lowest:
            return self._begin(self._undecided[position - self._terms.lowest], layer)
        reached: Layer = {}
        origins: Layer = {}
        base = self._jokers + 1
        for key, value in layer.items():
            one = key & _MASK
            two = key >> _HALF & _MASK
            room, jokers = divmod(key >> 2 * _HALF, base)
            choices = (self._boundless_choices if room == BOUNDLESS else self._choices)[position]
            for first, second, set_jokers, set_room, gain, _ in choices:
                if set_jokers > jokers:
                    continue
                rights = self._pairs_of(position, two, second)
                lefts = self._pairs_of(position, one, first)
                self.steps += len(lefts) * len(rights)
                for left in lefts:
                    left_over = jokers - set_jokers - left.jokers
                    if left_over < 0:
                        continue
                    so_far = value + gain + left.gain
                    for right in rights:
                        still = left_over - right.jokers
                        if still < 0:
                            continue
                        more_room = room
                        if room != BOUNDLESS:
                            more_room = self._room(position, room, set_room, left, right)
                        state = left.state | right.state << _HALF | still + base * more_room << 2 * _HALF
                        worth = so_far + right.gain
                        if worth > reached.get(state, NOWHERE):
                            reached[state] = worth
                            origins[state] = key
        return reached, origins

    def _room(self, position: int, room: int, set_room: int, left: PairMove, right: PairMove) -> int:
        """Return the room for jokers after a move."""
        if room == BOUNDLESS or left.made or right.made:
            return BOUNDLESS
        room += set_room - left.laid_off - right.laid_off
        return BOUNDLESS if room >= self._ample[position] else max(room, 0)

    def _trace(self, value: int, layers: list[Layer], origins: list[Layer]) -> Found:
        """Go back from the best end to the start, and then follow the runs."""
        last = layers[-1]
        key = next(key for key in last if last[key] + self._worth_at_end(key) == value)
        jokers, room = self._spare(key)
        path = []
        for position in range(self._end, self._terms.lowest - 1, -1):
            place = position - self._positions().start
            origin = origins[place][key]
            path.append((position, origin, key, layers[place + 1][key] - layers[place][origin]))
            key = origin
        pairs = self._pairs[key & _MASK] + self._pairs[key >> _HALF & _MASK]
        chosen = [self._states[state][2] for state in pairs]
        numbers = tuple([number - self._ways_to_begin[suit].start for suit, number in enumerate(chosen)])
        found = Found(value, [], {}, [], jokers, room, numbers)
        runs = self._task.runs
        if self._task.beginnings:
            begun = [self._beginnings[number] for number in chosen]
            runs = tuple([run for beginning in begun for run in beginning.runs])
            runs += tuple([run for beginning in begun for run in beginning.new_runs])
        open_runs: list[list[tuple[int, RunFound]]] = [[] for _ in FOUR_SUITS]
        for position, origin, key, gained in reversed(path):
            choice, moves = self._between(position, origin, key, gained)[0]
            found.add_sets(self._rank_of_sets(position), choice, self._task)
            for suit, move in enumerate(moves):
                open_runs[suit] = self._follow(suit, position, move, open_runs[suit], runs, found)
        return found

    def _between(
        self, position: int, key: int, reached: int, gained: int
    ) -> list[tuple[SetChoice, tuple[SuitMove, ...]]]:
        """Return everything that leads from one state to another with that gain."""
        jokers, room = self._spare(key)
        jokers_after, room_after = self._spare(reached)
        return [
            (choice, (left.first, left.second, right.first, right.second))
            for first, second, set_jokers, set_room, gain, choice in self._choices[position]
            for left in self._pairs_of(position, key & _MASK, first)
            for right in self._pairs_of(position, key >> _HALF & _MASK, second)
            if left.state | right.state << _HALF == reached & _BOTH
            and jokers - set_jokers - left.jokers - right.jokers == jokers_after
            and gain + left.gain + right.gain == gained
            and room_after == self._room(position, room, set_room, left, right)
        ]

    def _follow(
        self,
        suit: int,
        position: int,
        move: SuitMove,
        open_runs: list[tuple[int, RunFound]],
        runs: tuple[OpenRun, ...],
        found: Found,
    ) -> list[tuple[int, RunFound]]:
        """Follow the runs of a suit through one position; return those that are still open, with what they are."""
        way = move.way
        here = [(number, run) for number, run in enumerate(runs) if run.suit == suit]
        docks = [number for number, run in here if run.low == position]
        for kind, dock in way.joined:
            index = next(place for place, (each, _) in enumerate(open_runs) if each == kind)
            found.runs.append(open_runs.pop(index)[1]._replace(target=docks[dock]))
        for number, run in here:
            if run.beyond == position < self._end:
                kind = LIVE_FROM_ACE if run.from_ace else LIVE
                open_runs.append((kind, RunFound(suit, position, [], number)))
        open_runs.sort(key=_kind)
        still_open = []
        for (kind, run_found), step in zip(open_runs, way.steps, strict=True):
            if step.act is COMPLETE:
                short = self._terms.min_run - len(run_found.naturals)
                found.runs.append(run_found._replace(completing=short))
            elif step.act is CLOSE:
                if kind <= LIVE_FROM_ACE and run_found.naturals:
                    found.runs.append(run_found)
            else:
                run_found.naturals.append(step.act is NATURAL)
                still_open.append((step.became, run_found))
        still_open.extend((BEGUN, RunFound(suit, position, [True], None)) for _ in range(way.begun))
        hopeful = self._states[move.state][0]
        return sorted([each for each in still_open if each[0] in hopeful], key=_kind)


def _of_suit(runs: tuple[OpenRun, ...], suit: int) -> tuple[OpenRun, ...]:
    return tuple([run for run in runs if run.suit == suit])


def _room(beginning: Beginning) -> int:
    if any(run.room for run in beginning.new_runs):
        return BOUNDLESS
    return sum([run.room for run in beginning.runs])


def _kind(each: tuple[int, RunFound]) -> int:
    return each[0]


def _fewest_jokers(choices: list[Choice]) -> list[Choice]:
    """Return the choices without those that take the same cards, need no fewer jokers and gain no more beside them."""
    kept: list[Choice] = []
    for choice in sorted(choices, key=lambda each: each[2]):
        first, second, _, _, _, how = choice
        worse = any(
            other[0] == first
            and other[1] == second
            and other[5].doubled >= how.doubled
            and other[5].jokers_doubled >= how.jokers_doubled
            for other in kept
        )
        if not worse:
            kept.append(choice)
    return kept
