"""Whether the service is about to stop: told to all of its processes, and to those who wait for events.

There are two moments. While the service *drains*, it answers as ever but is no longer ready, so that nobody is sent
here any more. When it *leaves*, whoever waits for events is let go.
"""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

#: Shared by the processes that are forked after this.
_DRAINING: Final = mmap.mmap(-1, 1)
_LET_GO: Final[list[Callable[[], object]]] = []
_is_leaving = False
_ends_once_begun = False


def drain() -> None:
    """Say in every process that the service is no longer ready."""
    _DRAINING[0] = 1


def is_draining() -> bool:
    """Tell whether the service is about to stop."""
    return _DRAINING[0] == 1


def on_leaving(let_go: Callable[[], object]) -> None:
    """Have this called when the process leaves."""
    _LET_GO.append(let_go)


def leave() -> None:
    """Let go whoever waits in this process."""
    global _is_leaving  # noqa: PLW0603 - a process leaves once
    _is_leaving = True
    for let_go in _LET_GO:
        let_go()


def is_leaving() -> bool:
    """Tell whether this process is about to end."""
    return _is_leaving


def end_once_begun() -> None:
    """Note that this process was told to end before it has begun: who waits to be let in is still served."""
    global _ends_once_begun  # noqa: PLW0603 - a process begins once
    _ends_once_begun = True


def ends_once_begun() -> bool:
    """Tell whether this process was told to end before it has begun."""
    return _ends_once_begun
