"""The processes of a service that runs, found by the port that it listens on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def worker_pids(address: str) -> list[int]:
    """Find the worker processes of the service that listens there: their parent listens there too."""
    port = int(address.rpartition(":")[2])
    rows = [row.split() for row in Path("/proc/self/net/tcp").read_text().splitlines()[1:]]
    sockets = {f"socket:[{row[9]}]" for row in rows if row[3] == "0A" and int(row[1].rpartition(":")[2], 16) == port}
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # It has ended meanwhile.
            if sockets & set(open_files(folder)):
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    return [pid for pid, parent in parents.items() if parent in parents]


def open_files(folder: Path) -> Iterator[str]:
    """Name what a process has open."""
    for each in (folder / "fd").iterdir():
        with suppress(OSError):  # It was closed meanwhile.
            yield str(each.readlink())
