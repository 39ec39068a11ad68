"""How figures are held against their limits and against an earlier run."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.figures import Figure, table


@pytest.mark.parametrize(
    ("figure", "limit", "is_missed"),
    [
        (Figure("a", 5.1, "us", most=5), "at most 5", True),
        (Figure("a", 5, "us", most=5), "at most 5", False),
        (Figure("a", 0.7, "times", least=0.75), "at least 0.75", True),
        (Figure("a", 0.75, "times", least=0.75), "at least 0.75", False),
        (Figure("a", 1e9, "us"), "", False),
    ],
)
def test_a_figure_knows_its_limit(figure: Figure, limit: str, *, is_missed: bool) -> None:
    assert (figure.limit, figure.is_missed) == (limit, is_missed)


def test_a_table_shows_what_was_missed_and_what_was_before() -> None:
    figures = [Figure("a meld", 6, "us", most=5), Figure("a meld", 30, "ms")]
    lines = [line.split() for line in table(figures, {"a meld (us)": 4})]
    assert lines == [
        ["a", "meld", "6", "us", "at", "most", "5", "MISSED", "4", "1.50", "times"],
        ["a", "meld", "30", "ms"],
    ]


@pytest.mark.slow
def test_a_run_is_written_and_shown_beside_an_earlier_one(tmp_path: Path) -> None:
    earlier, later = tmp_path / "earlier.json", tmp_path / "build/later.json"
    earlier.write_text('{"figures": {"sqlite: a move judged (us)": 1}}')
    command = [sys.executable, "-m", "tests.bench", "stored", "--games", "20", "--against", str(earlier)]
    done = subprocess.run([*command, "--json", str(later)], check=False, capture_output=True, text=True)
    figures = json.loads(later.read_text())["figures"]
    assert figures.keys() >= {"sqlite: a move judged (us)", "redis: a move played (times judged)"}
    [judged] = [line for line in done.stdout.splitlines() if line.startswith("sqlite: a move judged")]
    assert judged.endswith(f"1 {figures['sqlite: a move judged (us)']:6.2f} times")
    assert ("MISSED" in done.stdout) is bool(done.returncode)
