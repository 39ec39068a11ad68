"""The same search for hands of one deck without jokers in which few sets can be chosen: every choice is tried.

Once the sets are chosen each suit stands alone, and all of its cards that lie in sequence are laid.
"""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from .search_task import ACE, FOUR_SUITS, HIGH_ACE, NOWHERE, Found, RunFound, Task
from .set_choices import SetChoice, set_choices

#: So many ways to choose sets are tried; where there are more, the other searches are faster.
_MOST_WAYS: Final = 160
_BITS: Final = HIGH_ACE + 1
_SUIT: Final = (1 << _BITS) - 1
_ACES: Final = 1 << ACE | 1 << HIGH_ACE


class SuitRuns(NamedTuple):
    """The best runs of a suit: their worth, and for each its lowest position and its length."""

    worth: int
    runs: tuple[tuple[int, int], ...]


class Suits:
    """The best runs for every set of cards of a suit, with the same worth and the same minimal length, as they are asked for.

    A mask has one bit for each position. `lying` are the positions of runs of the table.
    """

    def __init__(self, worth: tuple[int, ...], min_run: int) -> None:
        self._worth = worth
        self._min_run = min_run
        self._both_ends = worth[ACE] != NOWHERE and worth[HIGH_ACE] != NOWHERE
        self.known: dict[int, SuitRuns] = {}

    def best(self, key: int) -> SuitRuns:
        """Return the best runs of a suit; the key is its mask, and above that of the runs of the table."""
        mask, lying = key & _SUIT, key >> _BITS
        if mask & _ACES == _ACES:
            found = max(
                self.best(key & ~(1 << ACE)), self.best(key & ~(1 << HIGH_ACE)), key=lambda each: each.worth
            )
        else:
            found = self._runs(mask, lying)
        self.known[key] = found
        return found

    def _runs(self, mask: int, lying: int) -> SuitRuns:
        runs = []
        worth = 0
        while mask:
            low = (mask & -mask).bit_length() - 1
            shifted = mask >> low
            length = (~shifted & shifted + 1).bit_length() - 1
            cards = (1 << length) - 1 << low
            if length >= self._min_run or (cards << 1 | cards >> 1) & lying:
                runs.append((low, length))
                worth += sum(self._worth[low : low + length])
            mask &= ~cards
        return SuitRuns(worth, tuple(runs))


suits = lru_cache(maxsize=256)(Suits)


class QuickSearch:
    """One search; see the module."""

    def __init__(self, task: Task) -> None:
        self.steps = 0
        self.bound = NOWHERE
        self._task = task

    def solve(self, budget: int, floor: int, stop_at: int | None = None) -> Found | None:
        return None
