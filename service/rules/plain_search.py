"""The search for hands without jokers: from low to high, by the least loss.

At each rank it chooses which cards go into sets; the others join runs. What has to be remembered is how far the open
runs of each suit have come. As long as a card is not given up it counts as laid. The ways with the least loss are
followed first, so that the first that comes to the end is the best.

This room knows counts, positions and worths; it must never know options or prices.
"""

from collections import defaultdict
from typing import Final, NamedTuple, TypeAlias

from .rank_moves import AHEAD, CARDS, LOW_ACES, LOW_ACES_BELOW, Known, Move, RankCards, RankMoves
from .run_lengths import Going
from .search_task import ACE, FOUR_SUITS, HIGH_ACE, Found, RunFound, Task
from .set_choices import MAX_SET, MIN_SET

#: A place is a state and, below it, the number of the stop.
_STATE: Final = 4
_STOP: Final = (1 << _STATE) - 1
_LOW_ACES: Final = LOW_ACES + _STATE
_SECOND: Final = 8 + _STATE
_KEY: Final = CARDS + 4 + _STATE


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
        for position in range(self._task.terms.lowest, self._task.terms.highest + 1):
            cards = self._cards_at(position)
            if not any(cards.held) and not cards.docks:
                continue
            if not (position == ACE and self._known.both_ends):
                self.bound += cards.most * sum(cards.held)
            one, two, three, four = [self._tables.ahead(mask, position) for mask in self._ahead]
            moves = self._known.rank(cards)
            one_ahead, two_ahead = (one | two << 2) << AHEAD, (three | four << 2) << AHEAD
            arriving = self._arriving.get(position, 0) << _STATE
            keeps = -1 << _LOW_ACES if position < HIGH_ACE else 0
            self._stops.append(Stop(position, moves, one_ahead, two_ahead, arriving, keeps))

    def _cards_at(self, position: int) -> RankCards:
        """Return the cards at a position that can be in a meld."""
        task, worth = self._task, self._task.worth
        one, two, three, four = [suit[position] for suit in task.held]
        most = worth.run[0][position]
        places = 1 << position
        takers: tuple[tuple[int, ...], ...] | None = None
        if position == ACE and self._known.both_ends:
            # An ace that does not lie low is missing at the other end, so that it is counted there.
            most = self._cards_at(HIGH_ACE).most
        else:
            rank = position
            if position == HIGH_ACE:
                rank = ACE
                if self._known.both_ends:
                    places |= 1 << ACE
                    most = max(most, worth.run[0][ACE])
            if task.sets:
                takers = tuple([each.suits for each in task.sets if each.rank == rank])
            different = (one > 0) + (two > 0) + (three > 0) + (four > 0)
            if not task.terms.distinct:
                different = one + two + three + four
            if takers or different >= MIN_SET:
                takers = takers or ()
                most = max(most, worth.set[0][rank] + (worth.doubled[rank] if different >= MAX_SET else 0))
            else:
                takers = None
        if takers is None:
            one, two, three, four = [
                count if useful & places else 0
                for count, useful in zip((one, two, three, four), self._useful, strict=True)
            ]
        return RankCards(position, (one, two, three, four), takers, self._docks.get(position, 0), most)

    def solve(self, budget: int, floor: int, stop_at: int | None = None) -> Found | None:
        """Return the best arrangement that is worth more than `floor`, if there is one.

        Where so many steps do not do, it is one that was soon found. With `stop_at` the search ends as soon as it knows
        that none is worth that much.
        """
        all_laid = self.bound
        least = floor + 1 if stop_at is None else max(floor + 1, stop_at)
        loss, way = self._search(budget, all_laid - least)
        return self._trace(all_laid - loss, way) if way is not None and all_laid - loss > floor else None

    def _search(self, budget: int, most_loss: int) -> tuple[int, list[Origin] | None]:
        """Return the least loss, and the way to the end with it; none if that is too much to lose."""
        stops = self._stops
        if not stops:
            return 0, [] if most_loss >= 0 else None
        all_laid = self.bound
        start = stops[0].arriving
        origins: dict[int, Origin] = {}
        halfway: set[int] = set()
        loss = 0
        moves = self._first_moves(start)
        waiting: defaultdict[int, list[Frame]] = defaultdict(list)
        waiting[moves[0][0]].append((moves, 0, 0, start, None))
        frames = waiting[loss]
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
            stop = stops[place & _STOP]
            if first is None:
                if self.steps > budget:
                    return self._hasten(place, before, origins)
                key = place >> _SECOND & 255 | stop.two_ahead | move[2]
                moves = stop.moves.second.get(key) or stop.moves.find_second(key)
                if len(moves) > 1:
                    # The same half of a stop may be reached from several places.
                    half = (place >> _LOW_ACES << LOW_ACES | move[1]) << _KEY | key << _STATE | place & _STOP
                    if half in halfway:
                        continue
                    halfway.add(half)
                waiting[loss + moves[0][0]].append((moves, 0, loss, place, move))
            else:
                reached = self._after(place, first, move)
                if reached not in origins:
                    origins[reached] = place, first, move
                    if reached & _STOP == len(stops):
                        return loss, self._way(reached, origins)
                    moves = self._first_moves(reached)
                    waiting[loss + moves[0][0]].append((moves, 0, loss, reached, None))

    def _first_moves(self, place: int) -> list[Move]:
        """Return the moves of the first two suits from a place."""
        key = self._first_key(place)
        moves = self._stops[place & _STOP].moves
        return moves.first.get(key) or moves.find_first(key)

    def _first_key(self, place: int) -> int:
        stop = self._stops[place & _STOP]
        key = place >> _STATE & 255 | stop.one_ahead
        return key if stop.keeps else key | place >> _LOW_ACES << LOW_ACES_BELOW

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

    def _hasten(self, place: int, loss: int, origins: dict[int, Origin]) -> tuple[int, list[Origin]]:
        """Go to the end by the moves that lose least at once."""
        while place & _STOP < len(self._stops):
            first = self._first_moves(place)[0]
            second = self._second_moves(place, first)[0]
            reached = self._after(place, first, second)
            origins[reached] = place, first, second
            loss += first[0] + second[0]
            place = reached
        return loss, self._way(place, origins)

    def _way(self, reached: int, origins: dict[int, Origin]) -> list[Origin]:
        way = []
        for _ in self._stops:
            way.append(origins[reached])
            reached = way[-1][0]
        way.reverse()
        return way

    def _trace(self, value: int, way: list[Origin]) -> Found:
        """Follow the runs and sets of a way."""
        found = Found(value, [], {}, [])
        open_runs: list[list[RunFound]] = [[], [], [], []]
        for stop, (place, first, second) in zip(self._stops, way, strict=True):
            position = stop.position
            for number, run in enumerate(self._task.runs):
                if run.low == position:
                    self._dock(open_runs[run.suit], number, found)
                if run.beyond == position:
                    open_runs[run.suit].append(RunFound(run.suit, position, [], number))
            firsts, sets = stop.moves.chosen(self._first_key(place), first)
            found.add_sets(ACE if position == HIGH_ACE else position, sets, self._task)
            seconds = first[2] >> CARDS
            state = first[1] | second[1]
            for suit, cards in enumerate((*divmod(firsts, 3), *divmod(seconds, 3))):
                if cards or open_runs[suit]:
                    before, after = place >> _STATE + 4 * suit & 15, state >> 4 * suit & 15
                    going = self._going(suit, position, cards, before, after)
                    open_runs[suit] = self._go(suit, position, cards, going, open_runs[suit], found)
        return found

    def _dock(self, open_runs: list[RunFound], number: int, found: Found) -> None:
        """Let the longest run of a suit that is no meld join a run of the table that begins here."""
        run = max([run for run in open_runs if self._length(run) < self._tables.min_run], key=self._length, default=None)
        if run is not None:
            open_runs.remove(run)
            found.runs.append(run._replace(target=number))

    def _going(self, suit: int, position: int, cards: int, before: int, after: int) -> Going:
        """Return the best that leads from these lengths to those with so many cards."""
        goings = self._tables.goings[cards][self._ahead_of(suit, position)][before]
        fitting = [going for going in goings if going.lengths == after]
        return max(fitting, key=lambda going: (going.made, going.longer))

    def _go(
        self, suit: int, position: int, cards: int, going: Going, open_runs: list[RunFound], found: Found
    ) -> list[RunFound]:
        """Do what one suit did at a position, and return the runs that are still open."""
        runs = sorted(open_runs, key=self._length)
        first = 0 if going.shorter else max(0, len(runs) - cards)
        takers = runs[first : first + cards]
        for run in (*runs[:first], *runs[first + cards :]):
            self._finish(run, found)
        for run in takers:
            run.naturals.append(True)
        takers += [RunFound(suit, position, [True], None) for _ in range(cards - len(takers))]
        still_open = []
        for run in takers:
            if self._tables.lasts(self._length(run), self._ahead_of(suit, position)):
                still_open.append(run)
            else:
                self._finish(run, found)
        return still_open

    def _ahead_of(self, suit: int, position: int) -> int:
        return self._tables.ahead(self._ahead[suit], position)

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
