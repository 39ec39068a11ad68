"""The search behind the best arrangement: one sweep over the positions of a run, from the low ace to the high one.

At each position the search chooses which cards go into sets; all others join runs, which is no choice where a suit has
one open run. What has to be remembered is only how far the open runs of each suit have come, so that many beginnings
lead to one state, of which the best counts. Each state has an upper bound: what each suit could still be worth if any
card of a rank that has sets could go into one without the others. The first sweep keeps only the few most promising
states at each position; as long as one that was dropped had a bound above the best that was found, the next keeps more.

This room must never know what a state is.
"""

from abc import ABC, abstractmethod
from typing import Final

from .search_task import EVERYTHING, NOWHERE, Found, Layer, Task

_FIRST_WIDTH: Final = 10
_WIDENING: Final = 8


class OutOfStepsError(Exception):
    """There is more to look at than was allowed."""


class WideningSweep(ABC):
    """One search: `steps` counts what was looked at, and no arrangement is worth more than `bound`.

    It gives up where it takes more than `most_steps`.
    """

    def __init__(self, task: Task, most_steps: int | None = None) -> None:
        self.steps = 0
        self.bound = EVERYTHING
        self.gave_up = False
        self._most_steps = most_steps
        self._task = task

    @abstractmethod
    def _start(self) -> int:
        """Return the state before the first position."""

    @abstractmethod
    def _positions(self) -> range:
        """Return the positions of the sweep."""

    @abstractmethod
    def _expand(self, position: int, layer: Layer) -> tuple[Layer, Layer]:
        """Return the states after a position with their worth, and the state that each came from."""

    @abstractmethod
    def _bound(self, position: int, state: int) -> int:
        """Return what a state can still be worth at most, from a position on."""

    @abstractmethod
    def _worth_at_end(self, state: int) -> int:
        """Return what a state is still worth after the last position."""

    @abstractmethod
    def _trace(self, value: int, layers: list[Layer], origins: list[Layer]) -> Found:
        """Go back from the best end to the start, and tell what was found."""

    def solve(self, budget: int, floor: int, stop_at: int | None = None) -> Found | None:
        """Return the best arrangement that is worth more than `floor`, if there is one.

        Where so many steps do not do, it is the best that was found. With `stop_at` the search ends as soon as it knows
        whether an arrangement is worth that much.
        """
        found: list[Found] = []
        try:
            self._solve(budget, floor, stop_at, found)
        except OutOfStepsError:
            self.gave_up = True
        return found[-1] if found else None

    def _solve(self, budget: int, floor: int, stop_at: int | None, found: list[Found]) -> None:
        """Add each arrangement to those that were found, the best last, and keep the bound."""
        width = _FIRST_WIDTH
        best = floor
        first = self._positions().start
        self.bound = self._bound(first, self._start())
        last_steps = 0
        while self.bound > best and (self.steps + last_steps * _WIDENING if last_steps else 0) < budget:
            before = self.steps
            value, dropped, layers, origins = self._sweep(width, best)
            last_steps = self.steps - before
            if value > best:
                best = value
                found.append(self._trace(value, layers, origins))
            self.bound = max(best, min(self.bound, dropped))
            if stop_at is not None and (best >= stop_at or self.bound < stop_at):
                break
            width *= _WIDENING

    def _sweep(self, width: int, best: int) -> tuple[int, int, list[Layer], list[Layer]]:
        """Sweep once. Return the best worth, the highest bound that was dropped, the states and whence they came."""
        layer = {self._start(): 0}
        layers = [layer]
        origins: list[Layer] = []
        dropped = NOWHERE
        for position in self._positions():
            layer, came_from = self._expand(position, layer)
            scored = [(value + self._bound(position + 1, state), state) for state, value in layer.items()]
            if len(scored) > width:
                scored.sort(reverse=True)
                dropped = max(dropped, scored[width][0])
                del scored[width:]
            layer = {state: layer[state] for bound, state in scored if bound > best}
            layers.append(layer)
            origins.append(came_from)
        value = max([value + self._worth_at_end(state) for state, value in layer.items()], default=NOWHERE)
        return value, dropped, layers, origins
