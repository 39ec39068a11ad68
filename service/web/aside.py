"""Keeps long work out of the way of short requests.

A worker serves its connections one after the other, in greenlets; what takes long is done aside, in a thread, so that
others are answered meanwhile. Elsewhere it is done by whoever asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

R = TypeVar("R")

LONG_BODY: Final = 16_384
"""The bytes of a body above which work is long; most questions have a few hundred."""


def here(work: Callable[[], Any]) -> Any:
    """Do work at once."""
    return work()


#: How work is done aside; the worker sets it when it begins to serve.
away: Callable[[Callable[[], Any]], Any] = here


def aside(work: Callable[[], R], body_bytes: int) -> R:
    """Do work that a body of so many bytes asks for, out of the way where it is long."""
    done: R = away(work) if body_bytes > LONG_BODY else work()
    return done
