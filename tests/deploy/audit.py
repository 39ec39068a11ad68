"""Asks for known vulnerabilities of the versions that the image holds, and never takes silence for an answer.

`python -m tests.deploy.audit` ends with 1 where one is known, and with 0 where none is, or nobody could be asked: then
it says so. Vulnerabilities become known without any change of ours, so a machine that cannot ask must not be stopped.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

PROJECT: Final = Path(__file__).parent.parent.parent
LOCK: Final = PROJECT / "requirements.lock"
COMMAND: Final = (
    *(PROJECT / ".venv/checks/bin/pip-audit", "--requirement", LOCK, "--require-hashes", "--disable-pip"),
    *("--format", "json", "--progress-spinner", "off", "--timeout", "10"),
)


class Finding(NamedTuple):
    """What an audit says, in sentences, and whether a change may be taken."""

    passes: bool
    sentences: list[str]


def finding(report: str) -> Finding:
    """Read a report of pip-audit; an empty one says that it could ask nobody.

    >>> finding("").sentences
    ['requirements.lock was not audited: the vulnerability service is not reachable.']
    """
    dependencies: list[dict[str, Any]] = json.loads(report)["dependencies"] if report else []
    vulnerable = [
        f"{one['name']} {one['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version'}."
        for one in dependencies
        for fault in one.get("vulns", ())
    ]
    if vulnerable:
        return Finding(passes=False, sentences=vulnerable)
    unknown = [one["name"] for one in dependencies if "vulns" not in one]
    if len(unknown) == len(dependencies):
        return Finding(True, [f"{LOCK.name} was not audited: the vulnerability service is not reachable."])
    if unknown:
        return Finding(passes=False, sentences=[f"Nothing could be learned about {', '.join(unknown)}."])
    return Finding(True, [f"No vulnerability is known of the {len(dependencies)} packages in {LOCK.name}."])


def main() -> int:
    """Audit the lock, and say what was found."""
    done = subprocess.run(COMMAND, check=False, capture_output=True, text=True)
    if not done.stdout and "ConnectionError" not in done.stderr and "ServiceError" not in done.stderr:
        sys.stderr.write(done.stderr)
        return 1
    passes, sentences = finding(done.stdout)
    print("\n".join(sentences))
    return 0 if passes else 1


if __name__ == "__main__":
    sys.exit(main())
