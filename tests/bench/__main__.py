"""Measures what questions cost: over HTTP beside bare Flask, in process, and in stored games; one table, and JSON."""

from __future__ import annotations

import json
import shutil
import sys
import sysconfig
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.bench import calls, served, stored
from tests.bench.figures import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.bench.figures import Figure

PARTS: Final[dict[str, Callable[[Namespace], Iterator[Figure]]]] = {
    "served": lambda said: served.measure(said.seconds, said.rounds, said.questions),
    "calls": lambda _: calls.measure(),
    "stored": lambda said: stored.measure(said.games),
}


def interpreter() -> str:
    """Say what was measured on: an interpreter without profile-guided optimisation is up to a quarter slower."""
    guided = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    return f"Python {sys.version.split()[0]}, {'with' if guided else 'without'} profile-guided optimisation"


def main() -> None:
    """Print the table, and write the figures to a file if asked to; the status tells whether a limit is missed."""
    parser = ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(PARTS)} (all)")
    parser.add_argument("--seconds", type=int, default=3, help="how long each load lasts")
    parser.add_argument("--rounds", type=int, default=3, help="how often each load is repeated")
    parser.add_argument("--questions", type=int, default=1_000_000, help="how many are asked while memory is watched")
    parser.add_argument("--games", type=int, default=10_000, help="how many are kept while memory is watched")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--against", type=Path, help="show the figures of an earlier file beside these")
    said = parser.parse_args()
    if unknown := set(said.parts) - PARTS.keys():
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    parts = said.parts or PARTS
    if "served" in parts and shutil.which("wrk") is None:
        sys.exit("This needs wrk (Debian: apt-get install wrk).")
    before = json.loads(said.against.read_text())["figures"] if said.against else {}
    figures = []
    for part in parts:
        for figure in PARTS[part](said):
            print(f"{figure.name}: {figure.value:g} {figure.unit}", file=sys.stderr, flush=True)
            figures.append(figure)
    print(interpreter(), *table(figures, before), sep="\n")
    if said.json:
        said.json.parent.mkdir(parents=True, exist_ok=True)
        told = {"interpreter": interpreter(), "figures": {each.key: each.value for each in figures}}
        said.json.write_text(json.dumps(told, indent=2) + "\n")
    if missed := [each.name for each in figures if each.is_missed]:
        sys.exit(f"Missed: {'; '.join(missed)}")


if __name__ == "__main__":
    main()
