"""What every measurement gives, and how it is told: as one table, and as JSON that a later run can be held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class Figure(NamedTuple):
    """What was measured of what, in which unit, and how much or how little it may be."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def key(self) -> str:
        """What the figure is known by from one run to the next."""
        return f"{self.name} ({self.unit})"

    @property
    def limit(self) -> str:
        """The limit in words; nothing where there is none."""
        if self.most is not None:
            return f"at most {self.most:g}"
        return "" if self.least is None else f"at least {self.least:g}"

    @property
    def is_missed(self) -> bool:
        """Whether the figure is beyond its limit."""
        too_much = self.most is not None and self.value > self.most
        return too_much or (self.least is not None and self.value < self.least)


def table(figures: Iterable[Figure], before: Mapping[str, float]) -> Iterator[str]:
    """Write a line for each figure; what it was `before` stands beside it, and how many times that it is now."""
    for each in figures:
        line = f"{each.name:58} {shown(each.value):>9} {each.unit:14} {each.limit:16} {'MISSED' * each.is_missed:6}"
        if was := before.get(each.key):
            line += f" {shown(was):>9} {each.value / was:6.2f} times"
        yield line.rstrip()


def shown(value: float) -> str:
    """Write a figure with three digits or more.

    >>> [shown(value) for value in (0.0512, 0.86, 17.64, 13297.4)]
    ['0.0512', '0.86', '17.6', '13297']
    """
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
