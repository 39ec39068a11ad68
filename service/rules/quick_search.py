"""The same search for hands of one deck without jokers in which few sets can be chosen: every choice is tried.

Once the sets are chosen each suit stands alone, and all of its cards that lie in sequence are laid. The cards of a suit
are a mask with one bit for each position.
"""

from typing import Final, NamedTuple

from .search_task import ACE, FOUR_SUITS, HIGH_ACE, Found, RunFound, Task, Terms, Worth
from .set_choices import SetChoice, SetRule, set_choices

#: So many ways to choose sets are tried; where there are more, another search is faster.
_MOST_WAYS: Final = 100
_SUIT_BITS: Final = 16
_SUIT: Final = (1 << _SUIT_BITS) - 1
_BOTH_ACES: Final = 1 << ACE | 1 << HIGH_ACE


class SuitRuns(NamedTuple):
    """The best runs of a suit: their worth, and for each its lowest position and its length."""

    worth: int
    runs: tuple[tuple[int, int], ...]


class Way(NamedTuple):
    """One way to choose sets: its worth, the bits of the cards that it takes, the choice at each rank."""

    gain: int
    taken: int
    choices: tuple[tuple[int, SetChoice], ...]


_NO_SETS: Final = Way(0, 0, ())


class QuickTables:
    """What is known of suits and ranks under the same terms and with the same worth, filled in as it is asked for."""

    def __init__(self, terms: Terms, worth: Worth) -> None:
        self._terms = terms
        self._worth = worth
        self._ace_bits = sum(1 << position for position in (ACE, HIGH_ACE) if terms.lowest <= position <= terms.highest)
        self._runs: dict[int, SuitRuns] = {}
        self._ways: dict[tuple[int, int, tuple[tuple[int, ...], ...]], tuple[Way, ...]] = {}

    def runs_of(self, key: int) -> SuitRuns:
        """Return the best runs of a suit; the key is its mask, above it the open ends of runs of the table."""
        found = self._runs.get(key)
        if found is None:
            if key & _BOTH_ACES == _BOTH_ACES:
                low, high = self.runs_of(key ^ 1 << HIGH_ACE), self.runs_of(key ^ 1 << ACE)
                found = low if low.worth > high.worth else high
            else:
                found = self._find_runs(key & _SUIT, key >> _SUIT_BITS)
            self._runs[key] = found
        return found

    def _find_runs(self, mask: int, ends: int) -> SuitRuns:
        runs = []
        gain = 0
        worth = self._worth.run[0]
        while mask:
            lowest = mask & -mask
            in_sequence = mask & ~(mask + lowest)
            low = lowest.bit_length() - 1
            length = in_sequence.bit_count()
            if length >= self._terms.min_run or (in_sequence << 1 | in_sequence >> 1) & ends:
                runs.append((low, length))
                gain += sum(worth[low : low + length])
            mask ^= in_sequence
        return SuitRuns(gain, tuple(runs))

    def ways_at(self, rank: int, suits: int, takers: tuple[tuple[int, ...], ...]) -> tuple[Way, ...]:
        """Return what the sets of a rank can take of the cards of these suits."""
        key = (rank, suits, takers)
        ways = self._ways.get(key)
        if ways is None:
            held = tuple(suits >> suit & 1 for suit in FOUR_SUITS)
            doubled = self._worth.doubled[rank]
            choices = set_choices(held, 0, takers, SetRule(1, self._terms.distinct, bool(doubled)))
            ways = self._ways[key] = tuple(self._way(rank, choice) for choice in choices)
        return ways

    def _way(self, rank: int, choice: SetChoice) -> Way:
        bits = self._ace_bits if rank == ACE else 1 << rank
        taken = sum(bits << _SUIT_BITS * suit for suit in FOUR_SUITS if choice.taken[suit])
        gain = sum(choice.taken) * self._worth.set[0][rank] + choice.doubled * self._worth.doubled[rank]
        return Way(gain, taken, ((rank, choice),) if gain else ())


def quick_search(task: Task, tables: QuickTables) -> Found | None:
    """Return the best arrangement of a task for a plain search, None if it holds twins or there are too many ways."""
    ways = None if task.has_twins else _ways(task, tables)
    if ways is None:
        return None
    ends = [0, 0, 0, 0]
    for run in task.runs:
        ends[run.suit] |= (1 << run.low if run.low else 0) | (1 << run.beyond - 1 if run.beyond else 0)
    one, two, three, four = [end << _SUIT_BITS for end in ends]
    first, second, third, fourth = task.masks
    cards = first | second << _SUIT_BITS | third << 2 * _SUIT_BITS | fourth << 3 * _SUIT_BITS
    runs_of = tables.runs_of
    best: tuple[int, Way, tuple[SuitRuns, ...]] = (-1, _NO_SETS, ())
    for way in ways:
        left = cards & ~way.taken
        runs = (
            runs_of(left & _SUIT | one),
            runs_of(left >> _SUIT_BITS & _SUIT | two),
            runs_of(left >> 2 * _SUIT_BITS & _SUIT | three),
            runs_of(left >> 3 * _SUIT_BITS | four),
        )
        value = way.gain + runs[0].worth + runs[1].worth + runs[2].worth + runs[3].worth
        if value > best[0]:
            best = value, way, runs
    return _found(task, *best)


def _ways(task: Task, tables: QuickTables) -> list[Way] | None:
    """Return every way to choose sets, None if there are too many."""
    one, two, three, four = task.masks
    ranks = one & two & (three | four) | three & four & (one | two)
    takers: dict[int, tuple[tuple[int, ...], ...]] = {}
    for each in task.sets:
        takers[each.rank] = (*takers.get(each.rank, ()), each.suits)
        ranks |= 1 << each.rank
    if ranks & _BOTH_ACES:
        ranks = ranks & ~_BOTH_ACES | 1 << ACE
    ways = [_NO_SETS]
    while ranks:
        bit = ranks & -ranks
        ranks ^= bit
        rank = bit.bit_length() - 1
        looked_at = bit if rank != ACE else _BOTH_ACES
        suits = sum([1 << suit for suit in FOUR_SUITS if task.masks[suit] & looked_at])
        here = tables.ways_at(rank, suits, takers.get(rank, ()))
        if len(here) > 1:
            if len(ways) * len(here) > _MOST_WAYS:
                return None
            ways = [
                Way(way.gain + more.gain, way.taken | more.taken, way.choices + more.choices)
                for way in ways
                for more in here
            ]
    return ways


def _found(task: Task, value: int, way: Way, runs: tuple[SuitRuns, ...]) -> Found:
    found = Found(value, [], {}, [])
    for rank, choice in way.choices:
        found.sets.extend((rank, each) for each in choice.sets)
        of_rank = [place for place, each in enumerate(task.sets) if each.rank == rank]
        found.joins.update({of_rank[place]: suit for place, suit in choice.joins})
    for suit, suit_runs in enumerate(runs):
        for low, length in suit_runs.runs:
            target = None if length >= task.terms.min_run else _target(task, suit, low, low + length)
            found.runs.append(RunFound(suit, low, [True] * length, target))
    return found


def _target(task: Task, suit: int, low: int, above: int) -> int:
    """Return the run of the table that cards join."""
    return next(
        number for number, run in enumerate(task.runs) if run.suit == suit and (run.beyond == low or run.low == above)
    )
