"""What those who wait for events hear while their store is being closed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

from service.store.waiting import Waiters

if TYPE_CHECKING:
    from collections.abc import Sequence


def test_what_a_store_says_that_is_closed_meanwhile_is_no_news() -> None:
    asked, closed = Event(), Event()
    first = True

    def newest_events(game_ids: Sequence[str]) -> list[int | None]:
        nonlocal first
        if first:
            first = False
            return [0] * len(game_ids)
        asked.set()
        closed.wait(5)
        raise OSError("Bad file descriptor")

    waiters = Waiters(newest_events)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(waiters.wait, "game", 0, 0.6)
        assert asked.wait(5)
        # As close() does it, but whoever waits is slow to wake.
        waiters._is_closed = True
        closed.set()
        assert waiting.result(5) == 0
