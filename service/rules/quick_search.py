"""The same search for hands of one deck without jokers in which few sets can be chosen: every choice is tried.

Once the sets are chosen each suit stands alone, and all of its cards that lie in sequence are laid. The cards of a suit
are a mask with one bit for each position.
"""

from typing import Final, NamedTuple

from .search_task import ACE, FOUR_SUITS, HIGH_ACE, MOST_KNOWN, Found, RunFound, Task, Terms, Worth
from .set_choices import SetChoice, SetRule, set_choices

#: So many ways to choose sets are tried; where there are more, another search is faster.
_MOST_WAYS: Final = 250
_SUIT_BITS: Final = 16
_SUIT: Final = (1 << _SUIT_BITS) - 1
_BOTH_ACES: Final = 1 << ACE | 1 << HIGH_ACE


class Choices(NamedTuple):
    """What the sets of one rank can take: for each way its worth, the bits of the cards that it takes, and the sets."""

    rank: int
    gains: tuple[int, ...]
    taken: tuple[int, ...]
    sets: tuple[SetChoice, ...]


class _Worths(dict[int, int]):
    """The worth of the best runs of a suit, reckoned when it is first asked for.

    The key is the mask of the suit, and above it that of the open ends of runs of the table.
    """

    def __init__(self, worth: tuple[int, ...], min_run: int) -> None:
        super().__init__()
        self._worth = worth
        self._min_run = min_run

    def __missing__(self, key: int) -> int:
        if len(self) > MOST_KNOWN:
            self.clear()
        found = sum([sum(self._worth[low : low + length]) for low, length in self.runs(key)])
        self[key] = found
        return found

    def runs(self, key: int) -> list[tuple[int, int]]:
        """Return the lowest position and the length of each of the best runs."""
        if key & _BOTH_ACES == _BOTH_ACES:
            low, high = key ^ 1 << HIGH_ACE, key ^ 1 << ACE
            return self.runs(low if self[low] > self[high] else high)
        runs = []
        mask, ends = key & _SUIT, key >> _SUIT_BITS
        while mask:
            lowest = mask & -mask
            in_sequence = mask & ~(mask + lowest)
            length = in_sequence.bit_count()
            if length >= self._min_run or (in_sequence << 1 | in_sequence >> 1) & ends:
                runs.append((lowest.bit_length() - 1, length))
            mask ^= in_sequence
        return runs


class QuickTables:
    """What is known of suits and ranks under the same terms and with the same worth, filled in as it is asked for."""

    def __init__(self, terms: Terms, worth: Worth) -> None:
        self._terms = terms
        self._worth = worth
        self._ace_bits = sum(1 << position for position in (ACE, HIGH_ACE) if terms.lowest <= position <= terms.highest)
        self._choices: dict[tuple[int, int, tuple[tuple[int, ...], ...]], Choices] = {}
        self.worths = _Worths(worth.run[0], terms.min_run)

    def choices_at(self, rank: int, suits: int, takers: tuple[tuple[int, ...], ...]) -> Choices:
        """Return what the sets of a rank can take of the cards of these suits, the most worth first."""
        key = (rank, suits, takers)
        choices = self._choices.get(key)
        if choices is None:
            choices = self._choices[key] = self._find_choices(rank, suits, takers)
        return choices

    def _find_choices(self, rank: int, suits: int, takers: tuple[tuple[int, ...], ...]) -> Choices:
        held = tuple(suits >> suit & 1 for suit in FOUR_SUITS)
        doubled = self._worth.doubled[rank]
        bits = self._ace_bits if rank == ACE else 1 << rank

        def gain(choice: SetChoice) -> int:
            return sum(choice.taken) * self._worth.set[0][rank] + choice.doubled * doubled

        sets = set_choices(held, 0, takers, SetRule(1, self._terms.distinct, bool(doubled)))
        sets = tuple(sorted(sets, key=gain, reverse=True))
        taken = [sum(bits << _SUIT_BITS * suit for suit in FOUR_SUITS if choice.taken[suit]) for choice in sets]
        return Choices(rank, tuple(map(gain, sets)), tuple(taken), sets)


def quick_search(task: Task, tables: QuickTables) -> Found | None:
    """Return the best arrangement of a task for a plain search, None if it holds twins or there are too many ways."""
    choices = None if task.has_twins else _choices(task, tables)
    if choices is None:
        return None
    gains, taken = [0], [0]
    for here in choices:
        gains = [gain + more for gain in gains for more in here.gains]
        taken = [cards | more for cards in taken for more in here.taken]
    ends = [0, 0, 0, 0]
    for run in task.runs:
        ends[run.suit] |= (1 << run.low if run.low else 0) | (1 << run.beyond - 1 if run.beyond else 0)
    one, two, three, four = [end << _SUIT_BITS for end in ends]
    first, second, third, fourth = task.masks
    cards = first | second << _SUIT_BITS | third << 2 * _SUIT_BITS | fourth << 3 * _SUIT_BITS
    worths = tables.worths
    best, chosen = -1, 0
    for gain, used in zip(gains, taken, strict=True):
        left = cards & ~used
        value = (
            gain
            + worths[left & _SUIT | one]
            + worths[left >> _SUIT_BITS & _SUIT | two]
            + worths[left >> 2 * _SUIT_BITS & _SUIT | three]
            + worths[left >> 3 * _SUIT_BITS | four]
        )
        if value > best:
            best, chosen = value, used
    found = Found(best, [], {}, [])
    for here in choices:
        _tell_sets(task, here, chosen, found)
    left = cards & ~chosen
    for suit, end in enumerate(ends):
        for low, length in worths.runs(left >> suit * _SUIT_BITS & _SUIT | end << _SUIT_BITS):
            target = None if length >= task.terms.min_run else _target(task, suit, low, low + length)
            found.runs.append(RunFound(suit, low, [True] * length, target))
    return found


def _choices(task: Task, tables: QuickTables) -> list[Choices] | None:
    """Return what can be chosen at each rank that can have sets, None if that is too much."""
    one, two, three, four = task.masks
    ranks = one & two & (three | four) | three & four & (one | two)
    takers: dict[int, tuple[tuple[int, ...], ...]] = {}
    for each in task.sets:
        takers[each.rank] = (*takers.get(each.rank, ()), each.suits)
        ranks |= 1 << each.rank
    if ranks & _BOTH_ACES:
        ranks = ranks & ~_BOTH_ACES | 1 << ACE
    number = 1
    choices = []
    while ranks:
        bit = ranks & -ranks
        ranks ^= bit
        rank = bit.bit_length() - 1
        looked_at = bit if rank != ACE else _BOTH_ACES
        suits = sum([1 << suit for suit in FOUR_SUITS if task.masks[suit] & looked_at])
        here = tables.choices_at(rank, suits, takers.get(rank, ()))
        choices.append(here)
        number *= len(here.gains)
        if number > _MOST_WAYS:
            return None
    return choices


def _tell_sets(task: Task, choices: Choices, taken: int, found: Found) -> None:
    """Tell the sets of a rank: those that take all the cards of that rank that were taken."""
    of_rank = choices.taken[0]
    for more in choices.taken:
        of_rank |= more
    choice = choices.sets[choices.taken.index(taken & of_rank)]
    found.sets.extend((choices.rank, each) for each in choice.sets)
    sets = [place for place, each in enumerate(task.sets) if each.rank == choices.rank]
    found.joins.update({sets[place]: suit for place, suit in choice.joins})


def _target(task: Task, suit: int, low: int, above: int) -> int:
    """Return the run of the table that cards join."""
    return next(
        number for number, run in enumerate(task.runs) if run.suit == suit and (run.beyond == low or run.low == above)
    )
