"""The same search for hands without jokers, with tables instead of reckoning.

This room knows counts, positions and worths; it must never know options or prices.
"""

from itertools import product
from typing import Final, NamedTuple, TypeAlias

from .run_lengths import Going, tables_for
from .search_task import ACE, FOUR_SUITS, HIGH_ACE, MOST_KNOWN, NOWHERE, Found, Layer, RunFound, Task
from .set_choices import MIN_SET, NO_SETS, SetChoice, SetRule, set_choices
from .widening_sweep import WideningSweep

#: A state has eight bits for the runs of two suits, and above those of all suits two bits for the low aces of each.
_LOW_ACES: Final = 16
_STATE_BITS: Final = 24
_STATE: Final = (1 << _STATE_BITS) - 1

#: Cards of the first two suits and of the others, as keys of the tables; worth of the sets; low aces; the sets.
Choice: TypeAlias = tuple[int, int, int, int, SetChoice]


#: What can become of two suits: what it is worth, by their lengths.
HalfWays: TypeAlias = dict[int, int]


class RankChoices(NamedTuple):
    """What can be taken out of the runs at a position, and what can then become of the first two suits.

    `grouped` has by the cards that are left of the first two suits those that are left of the others and, below them,
    the low aces; and the worth. The moves are listed by the runs of the first two suits and the cards ahead of them:
    the state, the cards that are left of the other suits, and the worth.
    """

    choices: list[Choice]
    grouped: list[tuple[int, list[tuple[int, int]]]]
    moves: dict[int, list[tuple[int, int, int]]]


class Known:
    """What is kept from one search to the next, as long as cards are worth the same under the same terms.

    That is what two suits can do, what of them may still become a meld, and what the sets of a rank can take.
    """

    def __init__(self) -> None:
        self.ways: dict[int, HalfWays] = {}
        self.pending: dict[int, int] = {}
        self.choices: dict[tuple[object, ...], RankChoices] = {}
        self.noted = 0

    def note(self, number: int) -> None:
        """Count what is kept of choices and moves, and forget it where it is too much."""
        self.noted += number
        if self.noted > MOST_KNOWN:
            self.choices.clear()
            self.noted = 0


class PlainSweep(WideningSweep):
    """A search without jokers."""

    def __init__(self, task: Task, known: Known) -> None:
        super().__init__(task)
        self._known = known
        terms = task.terms
        self._end = terms.highest + 1
        self._most = most = terms.min_run
        self._tables = tables_for(most)
        self._both_ends = terms.lowest == ACE and terms.highest == HIGH_ACE
        worth = task.worth.run[0]
        self._run_worth = worth
        self._made_worth = [sum(worth[max(position - most + 1, 0) : position + 1]) for position in range(self._end)]
        self._find_ends()
        self._find_cards()
        self._hopes: dict[int, int] = {}
        self._half_bounds: dict[int, int] = {}
        self._reckon_rough_bounds()

    def _find_ends(self) -> None:
        """Find where cards may join runs of the table, and at which positions a suit lies or is held."""
        self._docks: dict[int, list[tuple[int, int]]] = {}
        self._arrivals: dict[int, list[tuple[int, int]]] = {}
        self._in_sequence = list(self._task.masks)
        for number, run in enumerate(self._task.runs):
            if run.low:
                self._docks.setdefault(run.low, []).append((run.suit, number))
            if run.beyond:
                self._arrivals.setdefault(run.beyond, []).append((run.suit, number))
            for position in run.positions:
                self._in_sequence[run.suit] |= 1 << position
            if run.last > HIGH_ACE:
                # The run goes on beyond both ends of the line.
                self._in_sequence[run.suit] |= 1 | 1 << HIGH_ACE + 1

    def _find_cards(self) -> None:
        """Find the cards that can be in a meld, and the ranks that can have sets."""
        task = self._task
        useful = [self._useful(mask) for mask in self._in_sequence]
        self._set_ranks: dict[int, tuple[int, tuple[tuple[int, ...], ...]]] = {}
        self._cards: dict[int, tuple[int, int, int, int]] = {}
        for position in range(task.terms.lowest, self._end):
            held = [suit[position] for suit in task.held]
            rank = ACE if position == HIGH_ACE else position
            different = sum(map(bool, held)) if task.terms.distinct else sum(held)
            takers = tuple([each.suits for each in task.sets if each.rank == rank])
            if (different >= MIN_SET or takers) and not (position == ACE and self._both_ends):
                self._set_ranks[position] = rank, takers
            else:
                # An ace that lies low is missing at the other end, so that it must have been counted there.
                places = 1 << HIGH_ACE | 1 << ACE if position == HIGH_ACE and self._both_ends else 1 << position
                held = [count if useful[suit] & places else 0 for suit, count in enumerate(held)]
            if any(held):
                self._cards[position] = held[0], held[1], held[2], held[3]

    def _useful(self, mask: int) -> int:
        """Return the positions that are in sequence with others enough for a run."""
        lowest = mask
        for more in range(1, self._most):
            lowest &= mask >> more
        useful = lowest
        for more in range(1, self._most):
            useful |= lowest << more
        return useful

    def _choices(self, position: int, low_aces: int) -> RankChoices:
        """Return what can be taken out of the runs at a position."""
        if position != HIGH_ACE:
            low_aces = 0
        key = (position, low_aces, self._cards[position], self._set_ranks.get(position))
        known = self._known.choices.get(key)
        if known is None:
            choices = self._find_choices(position, low_aces)
            groups: dict[int, list[tuple[int, int]]] = {}
            for first, second, gain, low, _ in choices:
                groups.setdefault(first, []).append((second << _STATE_BITS | low, gain))
            known = RankChoices(choices, list(groups.items()), {})
            self._known.note(len(known.choices))
            self._known.choices[key] = known
        return known

    def _find_choices(self, position: int, low_aces: int) -> list[Choice]:
        held = self._cards[position]
        choices: tuple[SetChoice, ...] = (NO_SETS,)
        worth = self._task.worth
        rank = 0
        if position in self._set_ranks:
            rank, takers = self._set_ranks[position]
            choices = set_choices(held, 0, takers, SetRule(1, self._task.terms.distinct, bool(worth.doubled[rank])))
        elif position == ACE and self._both_ends:
            choices = tuple(
                [NO_SETS._replace(taken=(s, h, d, c)) for s, h, d, c in product(*[range(count + 1) for count in held])]
            )
        in_set, doubled = worth.set[0][rank], worth.doubled[rank]
        keeps_low_aces = position == ACE and self._both_ends
        one, two, three, four = [count - (low_aces >> 2 * suit & 3) for suit, count in enumerate(held)]
        listed = []
        for choice in choices:
            first, second, third, fourth = choice.taken
            first, second, third, fourth = one - first, two - second, three - third, four - fourth
            if first | second | third | fourth < 0:
                continue
            low = first | second << 2 | third << 4 | fourth << 6 if keeps_low_aces else 0
            listed.append(
                (
                    first * 3 + second << 12,
                    third * 3 + fourth << 12,
                    sum(choice.taken) * in_set + choice.doubled * doubled,
                    low << _LOW_ACES,
                    choice,
                )
            )
        return listed

    def _arrive(self, position: int) -> int:
        live = self._tables.number[0, self._most]
        return sum(live << 4 * suit for suit, _ in self._arrivals.get(position, ()))

    def _dock_worth(self, position: int, lengths: int) -> int:
        """Return the worth of the cards of a suit that join a run of the table which begins at a position."""
        length = self._docking(lengths)
        return sum(self._run_worth[position - length : position]) if length else 0

    def _docking(self, lengths: int) -> int:
        return max([length for length in self._tables.lengths[lengths] if length < self._most], default=0)

    def _positions(self) -> range:
        return range(self._task.terms.lowest, self._end)

    def _start(self) -> int:
        return 0

    def _expand(self, position: int, layer: Layer) -> tuple[Layer, Layer]:
        reached: Layer = {}
        origins: Layer = {}
        docks = self._docks.get(position, ())
        kept_mask = -1 << _LOW_ACES if position != HIGH_ACE else 0
        if position not in self._cards:
            for key, value in layer.items():
                state = key & kept_mask
                worth = value + sum([self._dock_worth(position, key >> 4 * suit & 15) for suit, _ in docks])
                if worth > reached.get(state, NOWHERE):
                    reached[state] = worth
                    origins[state] = key
            return reached, origins
        arriving = self._arrive(position)
        first_ahead, second_ahead = self._both_ahead(position)
        half_moves: dict[int, list[tuple[int, int, int]]] = {}
        rights: dict[int, tuple[tuple[int, int], ...]] = {}
        for key, value in layer.items():
            here = value + (
                sum([self._dock_worth(position, key >> 4 * suit & 15) for suit, _ in docks]) if docks else 0
            )
            one = (key | arriving) & 255 | first_ahead
            two = (key | arriving) >> 8 & 255 | second_ahead
            kept = key & kept_mask
            low_aces = key >> _LOW_ACES if position == HIGH_ACE else 0
            moves = half_moves.get(low_aces << 12 | one)
            if moves is None:
                moves = half_moves[low_aces << 12 | one] = self._half_moves(position, one, low_aces)
            self.steps += len(moves)
            for left, second, gain in moves:
                right_ways = rights.get(second | two)
                if right_ways is None:
                    ways = self._half_ways(position, second | two, 8)
                    right_ways = rights[second | two] = tuple(ways.items())
                so_far = here + gain
                state_so_far = left | kept
                for right, right_worth in right_ways:
                    worth = so_far + right_worth
                    state = state_so_far | right
                    if worth > reached.get(state, NOWHERE):
                        reached[state] = worth
                        origins[state] = key
        return reached, origins

    def _both_ahead(self, position: int) -> tuple[int, int]:
        """Return how many cards in a row are ahead of the first two suits and of the others, as keys of the tables."""
        one, two, three, four = [self._ahead(suit, position) for suit in FOUR_SUITS]
        return (one | two << 2) << 8, (three | four << 2) << 8

    def _half_moves(self, position: int, one: int, low_aces: int) -> list[tuple[int, int, int]]:
        """Return what can become of the first two suits, with the cards that are left of the others, and its worth."""
        known = self._choices(position, low_aces)
        moves = known.moves.get(one)
        if moves is None:
            best: dict[int, int] = {}
            for first, others in known.grouped:
                for lengths, worth in self._half_ways(position, first | one, 0).items():
                    for other, gain in others:
                        if gain + worth > best.get(other | lengths, NOWHERE):
                            best[other | lengths] = gain + worth
            moves = [(move & _STATE, move >> _STATE_BITS, gain) for move, gain in best.items()]
            known.moves[one] = moves
            self._known.note(len(moves))
        return moves

    def _half_ways(self, position: int, key: int, shift: int) -> HalfWays:
        """Return what can become of two suits at a position, and what it is worth."""
        known_as = (key << 4 | position) << 4 | shift
        ways = self._known.ways.get(known_as)
        if ways is None:
            if len(self._known.ways) > MOST_KNOWN:
                self._known.ways.clear()
            ways = self._known.ways[known_as] = self._find_half_ways(position, key, shift)
        return ways

    def _find_half_ways(self, position: int, key: int, shift: int) -> HalfWays:
        made_worth = self._made_worth[position]
        longer_worth = self._run_worth[position]
        goings = self._tables.pairs.get(key) or self._tables.pair(key)
        return {lengths << shift: made * made_worth + longer * longer_worth for lengths, made, longer in goings}

    def _hope(self, suit: int, position: int, lengths: int, low_aces: int) -> int:
        """Return what one suit can still be worth, if a card can go into a set of its rank without the others."""
        while position < self._end and position not in self._cards and not lengths:
            position += 1
        if position >= self._end:
            return 0
        key = ((lengths << 2 | low_aces) << 4 | position) << 2 | suit
        hope = self._hopes.get(key)
        if hope is None:
            hope = self._hopes[key] = self._find_hope(suit, position, lengths, low_aces)
        return hope

    def _find_hope(self, suit: int, position: int, lengths: int, low_aces: int) -> int:
        docked = 0
        if any(each == suit for each, _ in self._docks.get(position, ())):
            docked = self._dock_worth(position, lengths)
        if position not in self._cards:
            return docked + self._hope(suit, position + 1, 0, low_aces)
        lengths |= self._arrive(position) >> 4 * suit & 15
        held = self._cards[position][suit]
        most = 0
        in_set = 0
        first = position == ACE and self._both_ends
        if position in self._set_ranks:
            rank = self._set_ranks[position][0]
            most = held
            in_set = self._task.worth.set[0][rank] + self._task.worth.doubled[rank]
        elif first:
            most = held
        if position == HIGH_ACE:
            held -= low_aces
            most = min(most, held)
            low_aces = 0
        ahead = self._ahead(suit, position)
        made_worth = self._made_worth[position]
        longer_worth = self._run_worth[position]
        best = NOWHERE
        for taken in range(most + 1):
            left = held - taken
            for going in self._tables.goings[left][ahead][lengths]:
                hope = self._hope(suit, position + 1, going.lengths, left if first else low_aces)
                best = max(best, taken * in_set + going.made * made_worth + going.longer * longer_worth + hope)
        return docked + best

    def _first_bound(self, position: int, key: int) -> int:
        """Return what a state can still be worth, if every card can be laid that was not given up yet."""
        rough = self._to_come[position]
        low_aces = key >> _LOW_ACES
        while low_aces:
            rough -= self._worth_of_ace * (low_aces & 3)
            low_aces >>= 2
        known = self._known.pending
        for half in (key & 255, key >> 8 & 255):
            if half:
                pending = known.get(half << 4 | position)
                if pending is None:
                    pending = sum([self._pending_worth(position, half >> shift & 15) for shift in (0, 4)])
                    known[half << 4 | position] = pending
                rough += pending
        return rough

    def _pending_worth(self, position: int, lengths: int) -> int:
        worth = self._run_worth
        return sum(
            [sum(worth[position - each : position]) for each in self._tables.lengths[lengths] if each < self._most]
        )

    def _bound(self, position: int, key: int) -> int:
        """Return what a state can still be worth, if a card can go into a set of its rank without the others."""
        low_aces = key >> _LOW_ACES
        return self._half_bound(0, position, key & 255, low_aces & 15) + self._half_bound(
            2, position, key >> 8 & 255, low_aces >> 4
        )

    def _half_bound(self, suit: int, position: int, lengths: int, low_aces: int) -> int:
        key = (position << 4 | low_aces) << 10 | lengths << 2 | suit
        known = self._half_bounds.get(key)
        if known is None:
            known = self._half_bounds[key] = self._hope(suit, position, lengths & 15, low_aces & 3) + self._hope(
                suit + 1, position, lengths >> 4, low_aces >> 2
            )
        return known

    def _reckon_rough_bounds(self) -> None:
        self._worth_of_ace = 0
        self._to_come = [0] * (self._end + 1)
        for position in range(self._end - 1, 0, -1):
            held = self._cards.get(position)
            most = 0
            if held and not (position == ACE and self._both_ends):
                most = self._run_worth[position]
                if position in self._set_ranks:
                    rank = self._set_ranks[position][0]
                    worth = self._task.worth
                    most = max(most, worth.set[0][rank] + worth.doubled[rank])
                if position == HIGH_ACE and self._both_ends:
                    most = self._worth_of_ace = max(most, self._run_worth[ACE])
            self._to_come[position] = self._to_come[position + 1] + (most * sum(held) if held else 0)

    def _trace(self, value: int, layers: list[Layer], origins: list[Layer]) -> Found:
        """Go back from the best end to the start, and then follow the runs."""
        last = layers[-1]
        key = max(last, key=last.__getitem__)
        found = Found(value, [], {}, [])
        path = []
        lowest = self._task.terms.lowest
        for position in range(self._end - 1, lowest - 1, -1):
            origin = origins[position - lowest][key]
            path.append((position, origin, key, layers[position - lowest + 1][key] - layers[position - lowest][origin]))
            key = origin
        path.reverse()
        open_runs: list[list[RunFound]] = [[], [], [], []]
        for position, before, after, gained in path:
            if position in self._cards:
                self._follow(position, before, after, gained, found, open_runs)
            else:
                for suit in FOUR_SUITS:
                    self._close(suit, position, open_runs, found)
        for suit in FOUR_SUITS:
            self._close(suit, self._end, open_runs, found)
        return found

    def _follow(
        self, position: int, before: int, after: int, gained: int, found: Found, open_runs: list[list[RunFound]]
    ) -> None:
        """Do what was done at a position."""
        for suit, _ in self._docks.get(position, ()):
            gained -= self._dock_worth(position, before >> 4 * suit & 15)
            self._close(suit, position, open_runs, found)
        for suit, number in self._arrivals.get(position, ()):
            open_runs[suit].append(RunFound(suit, position, [], number))
        before |= self._arrive(position)
        first, second, sets = self._done(position, before, after, gained)
        found.add_sets(ACE if position == HIGH_ACE else position, sets, self._task)
        for suit, cards in enumerate((first // 3, first % 3, second // 3, second % 3)):
            if cards or open_runs[suit]:
                going = self._going(suit, position, cards, before >> 4 * suit & 15, after >> 4 * suit & 15)
                self._go(suit, position, cards, going, open_runs, found)

    def _done(self, position: int, before: int, after: int, gained: int) -> tuple[int, int, SetChoice]:
        """Return the cards of each half and the sets that lead from one state to another with that gain."""
        low_before, low_after = before >> _LOW_ACES, after >> _LOW_ACES
        first_ahead, second_ahead = self._both_ahead(position)
        one, two = before & 255 | first_ahead, before >> 8 & 255 | second_ahead
        return next(
            (first >> 12, second >> 12, choice)
            for first, second, gain, low, choice in self._choices(position, low_before).choices
            if (position == HIGH_ACE or low_before | low >> _LOW_ACES == low_after)
            and gained
            == gain
            + self._half_ways(position, first | one, 0).get(after & 255, NOWHERE)
            + self._half_ways(position, second | two, 8).get(after & 255 << 8, NOWHERE)
        )

    def _going(self, suit: int, position: int, cards: int, before: int, after: int) -> Going:
        """Return the best that leads from these lengths to those with so many cards."""
        goings = self._tables.goings[cards][self._ahead(suit, position)][before]
        fitting = [going for going in goings if going.lengths == after]
        return max(fitting, key=lambda going: (going.made, going.longer))

    def _go(
        self, suit: int, position: int, cards: int, going: Going, open_runs: list[list[RunFound]], found: Found
    ) -> None:
        """Do what one suit did at a position."""
        runs = sorted(open_runs[suit], key=self._length)
        first = 0 if going.shorter else max(0, len(runs) - cards)
        takers = runs[first : first + cards]
        for run in (*runs[:first], *runs[first + cards :]):
            self._finish(run, found)
        for run in takers:
            run.naturals.append(True)
        takers += [RunFound(suit, position, [True], None) for _ in range(cards - len(takers))]
        ahead = self._ahead(suit, position)
        open_runs[suit] = []
        for run in takers:
            if self._tables.lasts(self._length(run), ahead):
                open_runs[suit].append(run)
            else:
                self._finish(run, found)

    def _ahead(self, suit: int, position: int) -> int:
        return self._tables.ahead(self._in_sequence[suit], position)

    def _length(self, run: RunFound) -> int:
        return self._most if run.target is not None else min(len(run.naturals), self._most)

    def _close(self, suit: int, position: int, open_runs: list[list[RunFound]], found: Found) -> None:
        """Close the runs of a suit; one that is no meld joins a run of the table that begins here."""
        if not open_runs[suit]:
            return
        docks = [number for each, number in self._docks.get(position, ()) if each == suit]
        for run in sorted(open_runs[suit], key=self._length, reverse=True):
            if docks and self._length(run) < self._most:
                found.runs.append(run._replace(target=docks.pop()))
            else:
                self._finish(run, found)
        open_runs[suit] = []

    def _finish(self, run: RunFound, found: Found) -> None:
        if run.naturals and self._length(run) >= self._most:
            found.runs.append(run)


def is_plain(task: Task) -> bool:
    """Tell whether a task is one for a plain search.

    There are no jokers, no card is held that lies in a run of the table, and none that is barred from one.
    """
    if task.jokers:
        return False
    seen: set[tuple[int, int]] = set()
    for run in task.runs:
        lying = {(run.suit, position) for position in run.positions}
        barred = range(1, run.floor if run.low else 0)
        if lying & seen or any(task.held[run.suit][position] for position in barred):
            return False
        if any(task.held[suit][position] for suit, position in lying):
            return False
        seen |= lying
    return True
