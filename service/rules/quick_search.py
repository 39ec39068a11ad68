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
#: A suit and, above it, the open ends of runs of the table.
_FIELD_BITS: Final = 2 * _SUIT_BITS
_FIELD: Final = (1 << _FIELD_BITS) - 1
#: One bit in each suit.
_OF_A_RANK: Final = sum(1 << _FIELD_BITS * suit for suit in FOUR_SUITS)
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


class _Useful(dict[int, int]):
    """The cards of a suit that can lie in a run, found when they are first asked for; keys are those of the worths."""

    def __init__(self, worths: _Worths) -> None:
        super().__init__()
        self._worths = worths

    def __missing__(self, key: int) -> int:
        if len(self) > MOST_KNOWN:
            self.clear()
        found = 0
        for ace in (1 << ACE, 1 << HIGH_ACE) if key & _BOTH_ACES == _BOTH_ACES else (0,):
            for low, length in self._worths.runs(key & ~ace):
                found |= (1 << length) - 1 << low
        self[key] = found
        return found


class QuickTables:
    """What is known of suits and ranks under the same terms and with the same worth, filled in as it is asked for."""

    def __init__(self, terms: Terms, worth: Worth) -> None:
        self._terms = terms
        self._worth = worth
        self._ace_bits = sum(1 << position for position in (ACE, HIGH_ACE) if terms.lowest <= position <= terms.highest)
        self._choices: dict[tuple[int, int, int, tuple[tuple[int, ...], ...]], Choices] = {}
        self.worths = _Worths(worth.run[0], terms.min_run)
        self.useful = _Useful(self.worths)

    def choices_at(self, rank: int, held: int, useful: int, takers: tuple[tuple[int, ...], ...]) -> Choices:
        """Return what the sets of a rank can take of the cards that are held, the most worth first.

        `held` has a bit for the card of each suit, `useful` for each of those that can lie in a run.
        """
        key = (rank, held, useful, takers)
        choices = self._choices.get(key)
        if choices is None:
            choices = self._choices[key] = self._find_choices(rank, held, useful, takers)
        return choices

    def _find_choices(self, rank: int, held: int, useful: int, takers: tuple[tuple[int, ...], ...]) -> Choices:
        worth, doubled = self._worth.set[0][rank], self._worth.doubled[rank]

        def gain(choice: SetChoice) -> int:
            return sum(choice.taken) * worth + choice.doubled * doubled

        by_suit = tuple(held >> _FIELD_BITS * suit & 1 for suit in FOUR_SUITS)
        kept: dict[int, SetChoice] = {}
        rule = SetRule(1, self._terms.distinct, bool(doubled))
        for choice in sorted(set_choices(by_suit, 0, takers, rule), key=gain, reverse=True):
            taken = sum(1 << _FIELD_BITS * suit for suit in FOUR_SUITS if choice.taken[suit])
            # It must leave a card that can lie in a run to be better than one that is worth as much.
            if all(taken & ~more or more & ~taken & useful for more in kept):
                kept[taken] = choice
        bits = self._ace_bits if rank == ACE else 1 << rank
        sets = tuple(kept.values())
        return Choices(rank, tuple(map(gain, sets)), tuple([taken * bits for taken in kept]), sets)


def quick_search(task: Task, tables: QuickTables, most: int) -> Found | None:
    """Return the best arrangement of a task for a plain search, None if it holds twins or there are too many ways.

    No arrangement is worth more than `most`; one that is worth as much ends the search.
    """
    ends = [0, 0, 0, 0]
    for run in task.runs:
        ends[run.suit] |= (1 << run.low if run.low else 0) | (1 << run.beyond - 1 if run.beyond else 0)
    suits = [mask | end << _SUIT_BITS for mask, end in zip(task.masks, ends, strict=True)]
    choices = None if task.has_twins else _choices(task, tables, suits)
    if choices is None:
        return None
    gains, lefts = [0], [_packed(suits)]
    for here in choices:
        gains = [gain + more for gain in gains for more in here.gains]
        lefts = [left ^ taken for left in lefts for taken in here.taken]
    worths = tables.worths
    best, chosen = -1, 0
    for gain, left in zip(gains, lefts, strict=True):
        value = (
            gain
            + worths[left & _FIELD]
            + worths[left >> _FIELD_BITS & _FIELD]
            + worths[left >> 2 * _FIELD_BITS & _FIELD]
            + worths[left >> 3 * _FIELD_BITS]
        )
        if value > best:
            best, chosen = value, left
            if value >= most:
                break
    found = Found(best, [], {}, [])
    ways, place = len(lefts), lefts.index(chosen)
    for here in choices:
        ways //= len(here.sets)
        number, place = divmod(place, ways)
        found.add_sets(here.rank, here.sets[number], task)
    for suit in FOUR_SUITS:
        key = chosen >> suit * _FIELD_BITS & _FIELD
        if worths[key]:
            for low, length in worths.runs(key):
                target = None if length >= task.terms.min_run else _target(task, suit, low, low + length)
                found.runs.append(RunFound(suit, low, [True] * length, target))
    return found


def _packed(suits: list[int]) -> int:
    """Return the masks of the suits as one number."""
    first, second, third, fourth = suits
    return first | second << _FIELD_BITS | third << 2 * _FIELD_BITS | fourth << 3 * _FIELD_BITS


def _choices(task: Task, tables: QuickTables, suits: list[int]) -> list[Choices] | None:
    """Return what can be chosen at each rank that can have sets, None if that is too much."""
    one, two, three, four = task.masks
    ranks = one & two & (three | four) | three & four & (one | two)
    takers: dict[int, tuple[tuple[int, ...], ...]] = {}
    for each in task.sets:
        takers[each.rank] = (*takers.get(each.rank, ()), each.suits)
        ranks |= 1 << each.rank
    if ranks & _BOTH_ACES:
        ranks = ranks & ~_BOTH_ACES | 1 << ACE
    choices: list[Choices] = []
    if not ranks:
        return choices
    cards = _packed(suits)
    useful = _packed([tables.useful[suit] for suit in suits])
    number = 1
    while ranks:
        bit = ranks & -ranks
        ranks ^= bit
        rank = bit.bit_length() - 1
        held_here, useful_here = cards >> rank, useful >> rank
        if rank == ACE:
            held_here |= cards >> HIGH_ACE
            useful_here |= useful >> HIGH_ACE
        here = tables.choices_at(rank, held_here & _OF_A_RANK, useful_here & _OF_A_RANK, takers.get(rank, ()))
        choices.append(here)
        number *= len(here.gains)
        if number > _MOST_WAYS:
            return None
    return choices


def _target(task: Task, suit: int, low: int, above: int) -> int:
    """Return the run of the table that cards join."""
    return next(
        number for number, run in enumerate(task.runs) if run.suit == suit and (run.beyond == low or run.low == above)
    )
