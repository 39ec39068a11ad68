"""Measures every call of the list: the median of many short rounds, as a table and as JSON."""

from __future__ import annotations

import json
import sys
from statistics import median
from timeit import Timer
from typing import TYPE_CHECKING, Final

from tests.bench.measured import MEASURED

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS: Final = 41
SECONDS_A_ROUND: Final = 0.01


def microseconds(call: Callable[[], object]) -> float:
    """Measure what one call costs at the median."""
    timer = Timer(call)
    calls = 1
    while timer.timeit(calls) < SECONDS_A_ROUND:
        calls *= 2
    return median(timer.repeat(ROUNDS, calls)) / calls * 1e6


def main() -> None:
    """Print the table, and with `--json` the same figures for a machine; the status tells whether a limit is broken."""
    figures = {one.name: round(microseconds(one.call), 2) for one in MEASURED}
    if "--json" in sys.argv[1:]:
        print(json.dumps(figures, indent=2))
    else:
        for one in MEASURED:
            limit = f"at most {one.most:g}" if one.most else ""
            print(f"{one.name:44} {figures[one.name]:10.2f} us   {limit}".rstrip())
    broken = [one.name for one in MEASURED if one.most and figures[one.name] > one.most]
    if broken:
        sys.exit(f"Over the limit: {', '.join(broken)}")


if __name__ == "__main__":
    main()
