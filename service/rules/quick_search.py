"""The same search for hands of one deck without jokers in which few sets can be chosen: every choice is tried.

Once the sets are chosen each suit stands alone, and all of its cards that lie in sequence are laid. The cards of a suit
are a mask with one bit for each position.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from .search_task import ACE, FOUR_SUITS, HIGH_ACE, MOST_KNOWN, Found, RunFound, Task, Terms, Worth
from .set_choices import SetChoice, SetRule, set_choices

#: So many ways to choose sets are tried; where there are more, another search is faster.
_MOST_WAYS: Final = 250
_SUIT_BITS: Final = HIGH_ACE + 1
_SUIT: Final = (1 << _SUIT_BITS) - 1
#: One bit in each suit.
_OF_A_RANK: Final = sum(1 << _SUIT_BITS * suit for suit in FOUR_SUITS)
_BOTH_ACES: Final = 1 << ACE | 1 << HIGH_ACE
_OF_ACES: Final = _OF_A_RANK * _BOTH_ACES


class Choices(NamedTuple):
    """What the sets of one rank can take: for each way its worth, the bits of the cards that it takes, and the sets."""

    rank: int
    gains: tuple[int, ...]
    taken: tuple[int, ...]
    sets: tuple[SetChoice, ...]


class SuitWorths(dict[int, int]):
    """The worth of the best runs of a suit by its mask, reckoned when it is first asked for.

    Runs of the table may be made longer at the positions of `ends`.
    """

    def __init__(self, worth: tuple[int, ...], min_run: int, ends: int) -> None:
        super().__init__()
        self._worth = worth
        self._min_run = min_run
        self._ends = ends
        self._useful: dict[int, int] = {}
        self._runs: dict[int, list[tuple[int, int]]] = {}

    def __missing__(self, mask: int) -> int:
        if len(self) > MOST_KNOWN:
            self.clear()
        found = sum([sum(self._worth[low : low + length]) for low, length in self._find_runs(mask)])
        self[mask] = found
        return found

    def runs(self, mask: int) -> list[tuple[int, int]]:
        """Return the lowest position and the length of each of the best runs."""
        found = self._runs.get(mask)
        if found is None:
            if len(self._runs) > MOST_KNOWN:
                self._runs.clear()
            found = self._runs[mask] = self._find_runs(mask)
        return found

    def _find_runs(self, mask: int) -> list[tuple[int, int]]:
        if mask & _BOTH_ACES == _BOTH_ACES:
            low, high = mask ^ 1 << HIGH_ACE, mask ^ 1 << ACE
            return self._find_runs(low if self[low] > self[high] else high)
        runs = []
        while mask:
            lowest = mask & -mask
            in_sequence = mask & ~(mask + lowest)
            length = in_sequence.bit_count()
            if length >= self._min_run or (in_sequence << 1 | in_sequence >> 1) & self._ends:
                runs.append((lowest.bit_length() - 1, length))
            mask ^= in_sequence
        return runs

    def useful(self, mask: int) -> int:
        """Return the cards that can lie in a run."""
        found = self._useful.get(mask)
        if found is None:
            if len(self._useful) > MOST_KNOWN:
                self._useful.clear()
            found = 0
            for ace in (1 << ACE, 1 << HIGH_ACE) if mask & _BOTH_ACES == _BOTH_ACES else (0,):
                for low, length in self._find_runs(mask & ~ace):
                    found |= (1 << length) - 1 << low
            self._useful[mask] = found
        return found


class QuickTables:
    """What is known of suits and ranks under the same terms and with the same worth, filled in as it is asked for."""

    def __init__(self, terms: Terms, worth: Worth) -> None:
        self._terms = terms
        self._worth = worth
        self._ace_bits = sum(1 << position for position in (ACE, HIGH_ACE) if terms.lowest <= position <= terms.highest)
        self._choices: dict[tuple[int, int, tuple[tuple[int, ...], ...]], Choices] = {}
        self._suits: dict[int, SuitWorths] = {}

    def suit_worths(self, ends: int) -> SuitWorths:
        """Return what a suit is worth in which runs of the table may be made longer at these positions."""
        worths = self._suits.get(ends)
        if worths is None:
            if sum(map(len, self._suits.values())) > MOST_KNOWN:
                self._suits.clear()
            worths = self._suits[ends] = SuitWorths(self._worth.run[0], self._terms.min_run, ends)
        return worths

    def choices_at(self, rank: int, held: int, useful: int, takers: tuple[tuple[int, ...], ...]) -> Choices:
        """Return what the sets of a rank can take of the cards that are held, the most worth first.

        `held` has a bit for the card of each suit, `useful` for each of those that can lie in a run.
        """
        key = (rank, held << 1 | useful, takers)
        choices = self._choices.get(key)
        if choices is None:
            choices = self._choices[key] = self._find_choices(rank, held, useful, takers)
        return choices

    def _find_choices(self, rank: int, held: int, useful: int, takers: tuple[tuple[int, ...], ...]) -> Choices:
        worth, doubled = self._worth.set[0][rank], self._worth.doubled[rank]

        def gain(choice: SetChoice) -> int:
            return sum(choice.taken) * worth + choice.doubled * doubled

        by_suit = tuple(held >> _SUIT_BITS * suit & 1 for suit in FOUR_SUITS)
        kept: dict[int, SetChoice] = {}
        rule = SetRule(1, self._terms.distinct, bool(doubled))
        for choice in sorted(set_choices(by_suit, 0, takers, rule), key=gain, reverse=True):
            taken = sum(1 << _SUIT_BITS * suit for suit in FOUR_SUITS if choice.taken[suit])
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
    if task.has_twins:
        return None
    suits = [tables.suit_worths(0)] * len(FOUR_SUITS)
    if task.runs:
        suits = [tables.suit_worths(ends) for ends in _open_ends(task)]
    cards = _packed(task.masks)
    choices = _choices(task, tables, suits, cards)
    if choices is None:
        return None
    best, left = _best_left(cards, choices, suits, most)
    found = Found(best, [], {}, [])
    for here in choices:
        taken = (cards ^ left) & (_OF_ACES if here.rank == ACE else _OF_A_RANK << here.rank)
        if taken:
            found.add_sets(here.rank, here.sets[here.taken.index(taken)], task)
    for suit, worths in enumerate(suits):
        mask = left >> suit * _SUIT_BITS & _SUIT
        if worths[mask]:
            for first, length in worths.runs(mask):
                target = None if length >= task.terms.min_run else _target(task, suit, first, first + length)
                found.runs.append(RunFound(suit, first, [True] * length, target))
    return found


def _best_left(cards: int, choices: list[Choices], suits: Sequence[SuitWorths], most: int) -> tuple[int, int]:
    """Return the most that sets and runs are worth together, and the cards that are left by those sets.

    Often the sets that are worth most will do.
    """
    best, chosen = 0, cards
    for here in choices:
        best += here.gains[0]
        chosen ^= here.taken[0]
    best += _worth_of_runs(chosen, suits)
    if best >= most or not choices:
        return best, chosen
    *others, last = sorted(choices, key=_number_of_ways)
    gains, lefts = [0], [cards]
    for here in others:
        gains = [gain + more for gain in gains for more in here.gains]
        lefts = [left ^ taken for left in lefts for taken in here.taken]
    last_ways = tuple(zip(last.gains, last.taken, strict=True))
    for so_far, before in zip(gains, lefts, strict=True):
        # With every card of the last rank both in sets and in runs it is worth no less.
        most_here = so_far + _worth_of_runs(before, suits)
        for gain, taken in last_ways:
            if most_here + gain <= best:
                break
            value = so_far + gain + _worth_of_runs(before ^ taken, suits)
            if value > best:
                best, chosen = value, before ^ taken
        if best >= most:
            break
    return best, chosen


def _worth_of_runs(left: int, suits: Sequence[SuitWorths]) -> int:
    """Return what the best runs of all suits are worth together."""
    one, two, three, four = suits
    return (
        one[left & _SUIT]
        + two[left >> _SUIT_BITS & _SUIT]
        + three[left >> 2 * _SUIT_BITS & _SUIT]
        + four[left >> 3 * _SUIT_BITS]
    )


def _open_ends(task: Task) -> list[int]:
    """Return the last positions of the runs of the table that can be made longer, by suit."""
    ends = [0, 0, 0, 0]
    for run in task.runs:
        ends[run.suit] |= (1 << run.low if run.low else 0) | (1 << run.beyond - 1 if run.beyond else 0)
    return ends


def _number_of_ways(choices: Choices) -> int:
    return len(choices.gains)


def _packed(suits: Sequence[int]) -> int:
    """Return the masks of the suits as one number."""
    one, two, three, four = suits
    return one | two << _SUIT_BITS | three << 2 * _SUIT_BITS | four << 3 * _SUIT_BITS


def _choices(task: Task, tables: QuickTables, suits: Sequence[SuitWorths], cards: int) -> list[Choices] | None:
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
    useful = _packed([worths.useful(mask) for worths, mask in zip(suits, task.masks, strict=True)])
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
