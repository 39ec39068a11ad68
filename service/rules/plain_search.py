"""The search for hands without jokers: from low to high, by the least loss.

At each rank it chooses which cards go into sets; the others join runs. What has to be remembered is how far the open
runs of each suit have come. As long as a card is not given up it counts as laid. The ways with the least loss are
followed first, so that the first that comes to the end is the best.

This room knows counts, positions and worths; it must never know options or prices.
"""

from collections import defaultdict
from heapq import nsmallest
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from .rank_moves import AHEAD, CARDS, LOW_ACES, LOW_ACES_BELOW, Known, Move, RankCards, RankMoves
from .search_task import ACE, HIGH_ACE, Found, RunFound, Task
from .set_choices import MAX_SET, MIN_SET

#: A place is a state and, below it, the number of the stop.
_STATE: Final = 4
_STOP: Final = (1 << _STATE) - 1
_SECOND: Final = 8 + _STATE
_LOW_ACES: Final = LOW_ACES + _STATE
_SECOND_LENGTHS: Final = 255 << _SECOND
_ALL_LENGTHS: Final = 255 << _STATE | _SECOND_LENGTHS
#: Most searches end in so few steps that it does not pay to look for places that promise no more than others.
_SOON: Final = 100
#: So many steps are taken at most; hands of one deck need a few thousand.
_MOST_STEPS: Final = 400_000
#: So many places are gone on from at each stop where these do not do.
_PROMISING: Final = 300


class Stop(NamedTuple):
    """A position where cards can join sets or runs, or where runs of the table begin.

    `one_ahead` and `two_ahead` are the cards that follow in a row, of the first two suits and of the others, as keys;
    `arriving` are the runs of the table that a card here makes longer, `keeps` the low aces that go on, in a place.
    """

    position: int
    moves: RankMoves
    one_ahead: int
    two_ahead: int
    arriving: int
    keeps: int


#: How a place was reached: from which other, and by which moves of the first two suits and of the others.
Origin: TypeAlias = tuple[int, Move, Move]
#: Moves from a place, the number of the next one, and the loss before it. They are those of the first two suits, or of
#: the others after a move of the first.
Frame: TypeAlias = tuple[list[Move], int, int, int, Move | None]


class PlainSearch:
    """One search: `steps` counts what was looked at, and no arrangement is worth more than `bound`."""

    gave_up = False

    def __init__(self, task: Task, known: Known) -> None:
        self.steps = 0
        self.bound = 0
        self._task = task
        self._known = known
        self._tables = known.tables
        self._docks: dict[int, int] = {}
        self._arriving: dict[int, int] = {}
        self._ahead = list(task.masks)
        self._useful = list(task.masks)
        if task.runs:
            self._look_at_table()
        self._useful = [self._in_sequence(mask) for mask in self._useful]
        self._stops: list[Stop] = []
        self._find_stops()

    def _look_at_table(self) -> None:
        """Find where cards may join runs of the table, and the positions where these lie."""
        live = self._tables.number[0, self._tables.min_run]
        for run in self._task.runs:
            mask = 0
            for position in run.positions:
                mask |= 1 << position
            if run.last > HIGH_ACE:
                # The run goes on beyond both ends of the line.
                mask |= 1 | 1 << HIGH_ACE + 1
            self._useful[run.suit] |= mask
            if run.low:
                self._ahead[run.suit] |= mask
                self._docks[run.low] = self._docks.get(run.low, 0) | 1 << run.suit
            if run.beyond:
                self._arriving[run.beyond] = self._arriving.get(run.beyond, 0) | live << 4 * run.suit

    def _in_sequence(self, mask: int) -> int:
        """Return the positions of a mask that are in sequence with others enough for a run."""
        lowest = mask
        for more in range(1, self._tables.min_run):
            lowest &= mask >> more
        found = lowest
        for more in range(1, self._tables.min_run):
            found |= lowest << more
        return found

    def _find_stops(self) -> None:
        """Find where there are cards that can be in a meld."""
        spades, hearts, diamonds, clubs = self._task.held
        one_mask, two_mask, three_mask, four_mask = self._ahead
        ahead = self._tables.ahead
        for position in range(self._task.terms.lowest, self._task.terms.highest + 1):
            held = spades[position], hearts[position], diamonds[position], clubs[position]
            docks = self._docks.get(position, 0)
            if not docks and not any(held):
                continue
            cards = self._useful_cards(position, held, docks)
            if not docks and not any(cards.held):
                continue
            if not (position == ACE and self._known.both_ends):
                self.bound += cards.most * sum(cards.held)
            after = position + 1
            self._stops.append(
                Stop(
                    position,
                    self._known.rank(cards),
                    (ahead[one_mask >> after & 7] | ahead[two_mask >> after & 7] << 2) << AHEAD,
                    (ahead[three_mask >> after & 7] | ahead[four_mask >> after & 7] << 2) << AHEAD,
                    self._arriving.get(position, 0) << _STATE,
                    -1 << _LOW_ACES if position < HIGH_ACE else 0,
                )
            )

    def _useful_cards(self, position: int, held: tuple[int, int, int, int], docks: int) -> RankCards:
        """Return the cards at a position that can be in a meld, and what they can join."""
        task, worth = self._task, self._task.worth
        both_ends = self._known.both_ends
        most = worth.run[0][position]
        places = 1 << position
        if position == ACE and both_ends:
            # An ace that does not lie low is missing at the other end, so that it is counted there.
            most = self._useful_cards(HIGH_ACE, held, 0).most
        else:
            rank = ACE if position == HIGH_ACE else position
            if position == HIGH_ACE and both_ends:
                places |= 1 << ACE
                most = max(most, worth.run[0][ACE])
            takers = tuple([each.suits for each in task.sets if each.rank == rank]) if task.sets else ()
            different = 4 - held.count(0) if task.terms.distinct else sum(held)
            if different >= MIN_SET or takers:
                most = max(most, worth.set[0][rank] + (worth.doubled[rank] if different >= MAX_SET else 0))
                return RankCards(position, held, takers, docks, most)
        one, two, three, four = held
        in_one, in_two, in_three, in_four = self._useful
        held = (
            one if in_one & places else 0,
            two if in_two & places else 0,
            three if in_three & places else 0,
            four if in_four & places else 0,
        )
        return RankCards(position, held, None, docks, most)

    def solve(self, budget: int, floor: int, stop_at: int | None = None) -> Found | None:
        """Return the best arrangement that is worth more than `floor`, if there is one.

        Where so many steps do not do, it is a good one. With `stop_at` the search ends as soon as it knows that none is
        worth that much.
        """
        if not self._stops:
            return Found(0, [], {}, []) if floor < 0 else None
        all_laid = self.bound
        least = floor + 1 if stop_at is None else max(floor + 1, stop_at)
        loss, way = self._search(min(budget, _MOST_STEPS), all_laid - least)
        return self._trace(all_laid - loss, way) if way is not None and all_laid - loss > floor else None

    def _search(self, budget: int, most_loss: int) -> tuple[int, list[Origin] | None]:
        """Return the least loss, and the way to the end with it; none if that is too much to lose."""
        all_laid, loss = self.bound, 0
        end = len(self._stops)
        start = self._stops[0].arriving
        origins: dict[int, Origin] = {}
        covered: dict[int, int] = {}
        moves = self._first_moves(start)
        waiting: defaultdict[int, list[Frame]] = defaultdict(list)
        waiting[moves[0][0]].append((moves, 0, 0, start, None))
        frames = waiting[0]
        while True:
            while not frames:
                del waiting[loss]
                loss = min(waiting)
                self.bound = all_laid - loss
                if loss > most_loss:
                    return loss, None
                frames = waiting[loss]
            moves, index, before, place, first = frames.pop()
            self.steps += 1
            move = moves[index]
            index += 1
            if index < len(moves):
                waiting[before + moves[index][0]].append((moves, index, before, place, first))
            if first is None:
                if self.steps > budget:
                    return self._most_promising(start)
                moves = self._second_moves(place, move)
                if len(moves) > 1 or moves[0][0]:
                    waiting[loss + moves[0][0]].append((moves, 0, loss, place, move))
                    continue
                first, move = move, moves[0]
            reached = self._after(place, first, move)
            if reached in origins or (self.steps > _SOON and self._is_covered(reached, covered)):
                continue
            origins[reached] = place, first, move
            if reached & _STOP == end:
                return loss, self._way(reached, origins)
            moves = self._first_moves(reached)
            waiting[loss + moves[0][0]].append((moves, 0, loss, reached, None))

    def _is_covered(self, place: int, covered: dict[int, int]) -> bool:
        """Tell whether a place promises no more than one that was reached with no more loss, and note this one.

        `covered` has by place, without the state of the second two suits, which of those would promise no more.
        """
        two = place >> _SECOND & 255
        if covered.get(place & ~_SECOND_LENGTHS, 0) >> two & 1:
            return True
        beside = place & ~_ALL_LENGTHS
        _, of_others = self._tables.covered[two]
        for lengths in self._tables.covered[place >> _STATE & 255][0]:
            at = beside | lengths << _STATE
            covered[at] = covered.get(at, 0) | of_others
        return False

    def _first_moves(self, place: int) -> list[Move]:
        """Return the moves of the first two suits from a place."""
        stop = self._stops[place & _STOP]
        key = place >> _STATE & 255 | stop.one_ahead
        if not stop.keeps:
            key |= place >> _LOW_ACES << LOW_ACES_BELOW
        return stop.moves.first.get(key) or stop.moves.find_first(key)

    def _second_moves(self, place: int, first: Move) -> list[Move]:
        """Return the moves of the other two suits."""
        stop = self._stops[place & _STOP]
        key = place >> _SECOND & 255 | stop.two_ahead | first[2]
        return stop.moves.second.get(key) or stop.moves.find_second(key)

    def _after(self, place: int, first: Move, second: Move) -> int:
        """Return the place after both moves."""
        number = place & _STOP
        reached = (first[1] | second[1]) << _STATE | place & self._stops[number].keeps | number + 1
        return reached | self._stops[number + 1].arriving if number + 1 < len(self._stops) else reached

    def _most_promising(self, start: int) -> tuple[int, list[Origin]]:
        """Return a way to the end, and its loss, that goes on from those places alone that lost least so far."""
        origins: dict[int, Origin] = {}
        layer = {start: 0}
        for _ in self._stops:
            reached: dict[int, int] = {}
            for place, before in nsmallest(_PROMISING, layer.items(), key=itemgetter(1)):
                for first in self._first_moves(place):
                    for second in self._second_moves(place, first):
                        self.steps += 1
                        there, loss = self._after(place, first, second), before + first[0] + second[0]
                        if there not in reached or loss < reached[there]:
                            reached[there] = loss
                            origins[there] = place, first, second
            layer = reached
        end = min(layer, key=layer.__getitem__)
        return layer[end], self._way(end, origins)

    def _way(self, reached: int, origins: dict[int, Origin]) -> list[Origin]:
        way = []
        for _ in self._stops:
            way.append(origins[reached])
            reached = way[-1][0]
        way.reverse()
        return way

    def _trace(self, value: int, way: list[Origin]) -> Found:
        """Follow the sets and runs of a way."""
        found = Found(value, [], {}, [])
        open_runs: list[list[RunFound]] = [[], [], [], []]
        for stop, (place, first, second) in zip(self._stops, way, strict=True):
            position, choice = stop.position, first[3]
            if position in self._docks or stop.arriving:
                self._meet_table(position, open_runs, found)
            found.add_sets(ACE if position == HIGH_ACE else position, choice.sets, self._task)
            lengths = place >> _STATE, first[1] | second[1]
            for suit, cards in enumerate((*divmod(choice.first >> CARDS, 3), *divmod(choice.second >> CARDS, 3))):
                runs = open_runs[suit]
                if not cards and not runs:
                    continue
                ahead = self._tables.ahead[self._ahead[suit] >> position + 1 & 7]
                if len(runs) > 1:
                    before, after = [each >> 4 * suit & 15 for each in lengths]
                    runs.sort(key=self._length)
                    if cards == 1 and not self._tables.joins_shorter(ahead, before, after):
                        runs.reverse()
                for run in runs[cards:]:
                    self._finish(run, found)
                del runs[cards:]
                for run in runs:
                    run.naturals.append(True)
                runs += [RunFound(suit, position, [True], None) for _ in range(cards - len(runs))]
                open_runs[suit] = []
                for run in runs:
                    if self._tables.lasts(self._length(run), ahead):
                        open_runs[suit].append(run)
                    else:
                        self._finish(run, found)
        return found

    def _meet_table(self, position: int, open_runs: list[list[RunFound]], found: Found) -> None:
        """Let the longest run that is no meld join one of the table that begins here; go on with those that end."""
        for number, run in enumerate(self._task.runs):
            if run.low == position:
                joining = [each for each in open_runs[run.suit] if self._length(each) < self._tables.min_run]
                if joining:
                    longest = max(joining, key=self._length)
                    open_runs[run.suit].remove(longest)
                    found.runs.append(longest._replace(target=number))
            if run.beyond == position:
                open_runs[run.suit].append(RunFound(run.suit, position, [], number))

    def _length(self, run: RunFound) -> int:
        most = self._tables.min_run
        return most if run.target is not None else min(len(run.naturals), most)

    def _finish(self, run: RunFound, found: Found) -> None:
        if run.naturals and self._length(run) == self._tables.min_run:
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
