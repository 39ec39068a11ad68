"""Keeps long work out of the way of short requests.

A worker serves its connections one after the other, in greenlets; what takes long is done aside, in a thread, so that
others are answered meanwhile. Elsewhere it is done by whoever asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

R = TypeVar("R")


def here(work: Callable[[], Any]) -> Any:
    """Do work at once."""
    return work()


#: How work is done aside; the worker sets it when it begins to serve.
away: Callable[[Callable[[], Any]], Any] = here


def aside(work: Callable[[], R]) -> R:
    """Do long work out of the way."""

    def tried() -> tuple[R | None, Exception | None]:
        try:
            return work(), None
        except Exception as refusal:  # noqa: BLE001 - it is raised where it was asked for, and told nowhere else
            return None, refusal

    done, refusal = away(tried)
    try:
        if refusal is not None:
            raise refusal
    finally:
        # It holds this frame, which would hold it.
        del refusal
    result: R = done
    return result
