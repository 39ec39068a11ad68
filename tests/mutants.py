"""Runs mutmut over the rules and fails where the tests notice fewer than 95 of 100 small changes.

mutmut itself ends well whatever survives. With `--changed` only the files of rules that changed are looked at: since
the commit in the variable BASE, else since the last commit that is older than a day's work. Where more than a few files
changed, a tenth of their mutants is looked at; `make mutants` looks at all.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

RULES: Final = "service/rules"
FOLDER: Final = Path("mutants")
LEAST_CAUGHT: Final = 0.95
DAYS_WORK: Final = 4 * 60 * 60
FEW_FILES: Final = 4
SAMPLE: Final = ("4", "*4")
# A mutant that hangs or kills the interpreter is noticed as well.
CAUGHT: Final = ("killed", "timeout", "segfault")
MISSED: Final = ("survived", "suspicious", "no_tests")


def main() -> None:
    """Run, count and judge."""
    patterns: list[str] = []
    if "--changed" in sys.argv[1:]:
        files = changed_files()
        patterns = [pattern(file) for file in files]
        if not patterns:
            print("No file of the rules changed: no mutants.")
            return
        if len(files) > FEW_FILES:
            print(f"{len(files)} files of the rules changed: every tenth mutant stands for all of them.")
            patterns = [f"{each}__mutmut_{ending}" for each in patterns for ending in SAMPLE]
    shutil.rmtree(FOLDER, ignore_errors=True)
    mutmut("run", *patterns)
    print(mutmut("results"))
    mutmut("export-cicd-stats")
    sys.exit(judge(json.loads((FOLDER / "mutmut-cicd-stats.json").read_text(encoding="utf-8"))))


def mutmut(*arguments: str) -> str:
    """Run mutmut and give what it prints, which is a moving picture and no log; if it fails, so do we."""
    run = subprocess.run([sys.executable, "-m", "mutmut", *arguments], check=False, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"mutmut {' '.join(arguments)} failed:\n{run.stdout[-5000:]}{run.stderr[-5000:]}")
    return run.stdout


def judge(counts: dict[str, int]) -> int:
    """Say how many mutants were noticed; gives the exit status.

    >>> judge({"killed": 19, "timeout": 0, "segfault": 0, "survived": 1, "suspicious": 0, "no_tests": 0})
    19 of 20 mutants noticed (95.0 %); at least 95 % are asked for.
    0
    """
    caught = sum(counts[name] for name in CAUGHT)
    every = caught + sum(counts[name] for name in MISSED)
    share = caught / every if every else 1.0
    print(
        f"{caught} of {every} mutants noticed ({share:.1%}); at least {LEAST_CAUGHT:.0%} are asked for.".replace(
            "%", " %"
        )
    )
    return 0 if share >= LEAST_CAUGHT else 1


def changed_files() -> list[str]:
    """List the files of the rules that differ from the base, those not committed included."""
    base = os.environ.get("BASE") or _commit_before_the_days_work()
    listing = ("diff", "--name-only", "--diff-filter=d", base) if base else ("ls-files",)
    files = git(*listing, "--", f"{RULES}/*.py").split()
    # Its mutants' names would begin like those of every other file, and there is nothing in it to change.
    return [file for file in files if not file.endswith("/__init__.py")]


def _commit_before_the_days_work() -> str:
    newest = int(git("log", "-1", "--format=%ct"))
    return git("rev-list", "-1", f"--before={newest - DAYS_WORK}", "HEAD")


def git(*arguments: str) -> str:
    """Ask git."""
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout.strip()


def pattern(file: str) -> str:
    """Name all mutants of a file as mutmut does.

    >>> pattern("service/rules/moves/discard.py")
    'service.rules.moves.discard.*'
    """
    return file.removesuffix(".py").replace("/", ".") + ".*"


if __name__ == "__main__":
    main()
