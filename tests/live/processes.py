"""The processes of a service that runs, found by the port that it listens on, and what the kernel tells of them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The memory that a process shares with no other.
OWN: Final = ("Private_Clean", "Private_Dirty", "Private_Hugetlb")


def worker_pids(address: str) -> list[int]:
    """Find the worker processes of the service that listens there: their parent listens there too."""
    port = int(address.rpartition(":")[2])
    rows = [row.split() for row in Path("/proc/self/net/tcp").read_text().splitlines()[1:]]
    sockets = {f"socket:[{row[9]}]" for row in rows if row[3] == "0A" and int(row[1].rpartition(":")[2], 16) == port}
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # It has ended meanwhile.
            if sockets & set(open_files(folder)):
                parents[int(folder.name)] = int(stat_of(int(folder.name))[1])
    return [pid for pid, parent in parents.items() if parent in parents]


def open_files(folder: Path) -> Iterator[str]:
    """Name what a process has open."""
    for each in (folder / "fd").iterdir():
        with suppress(OSError):  # It was closed meanwhile.
            yield str(each.readlink())


def stat_of(pid: int) -> list[str]:
    """Return what the kernel tells of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def processor_seconds(pid: int) -> float:
    """Return the time that a process has used of a core."""
    return sum(map(int, stat_of(pid)[11:13])) / os.sysconf("SC_CLK_TCK")


def mebibytes(pid: int, *kinds: str) -> float:
    """Return the memory of a process, of these kinds together: `Rss`, `Pss`, those of `OWN`."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.partition(":")[0] in kinds) / 1024
