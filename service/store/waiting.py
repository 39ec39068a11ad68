"""Wakes those who wait for events. However many wait, one thread asks the store for all of their games at once.

Asking works on every store and after every failover, and costs a store less than it would to tell everybody.
"""

from __future__ import annotations

from threading import Condition, Lock, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from service.store import GameNotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SECONDS_BETWEEN: Final = 0.1


class _Watched:
    """A game that somebody waits for: its newest event as last seen, or why nobody should wait any longer."""

    def __init__(self, newest: int, lock: Lock) -> None:
        self.newest = newest
        self.waiting = 0
        self.trouble: Exception | None = None
        self.changed = Condition(lock)


class Waiters:
    """The threads of one process that wait for events.

    `newest_events` gives the number of the newest event for each of these games, None for one that is gone.
    """

    def __init__(self, newest_events: Callable[[Sequence[str]], Sequence[int | None]]) -> None:
        self._newest_events: Final = newest_events
        self._lock: Final = Lock()
        self._watched: Final[dict[str, _Watched]] = {}
        self._is_asking = False
        self._is_closed = False

    def wait(self, game_id: str, after: int, seconds: float) -> int:
        """Wait as `GameStore.wait` promises."""
        ends = monotonic() + seconds
        newest = self._newest_events([game_id])[0]
        if newest is None:
            raise GameNotFound(game_id)
        if newest > after or seconds <= 0:
            return newest
        with self._lock:
            game = self._watched.setdefault(game_id, _Watched(newest, self._lock))
            game.waiting += 1
            self._ask()
            while game.newest <= after and not game.trouble and not self._is_closed:
                if not game.changed.wait(ends - monotonic()) and monotonic() >= ends:
                    break
            game.waiting -= 1
            if not game.waiting and self._watched.get(game_id) is game:
                del self._watched[game_id]
            if game.trouble:
                raise game.trouble
            return game.newest

    def tell(self, game_id: str, newest: int) -> None:
        """Wake those who wait for this game at once: this is its newest event."""
        with self._lock:
            if (game := self._watched.get(game_id)) and game.newest < newest:
                game.newest = newest
                game.changed.notify_all()

    def look(self, game_id: str) -> None:
        """Wake those who wait for this game at once: this very process wrote to it."""
        if game_id in self._watched and (newest := self._newest_events([game_id])[0]) is not None:
            self.tell(game_id, newest)

    def close(self) -> None:
        """Let everybody go who still waits."""
        with self._lock:
            self._is_closed = True
            for game in self._watched.values():
                game.changed.notify_all()

    def _ask(self) -> None:
        if not self._is_asking:
            self._is_asking = True
            Thread(target=self._keep_asking, name="store-waiters", daemon=True).start()

    def _keep_asking(self) -> None:
        while True:
            sleep(SECONDS_BETWEEN)
            with self._lock:
                game_ids = list(self._watched)
                if not game_ids or self._is_closed:
                    self._is_asking = False
                    return
            newest: Sequence[int | None]
            trouble: Exception | None = None
            try:
                newest = self._newest_events(game_ids)
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
                newest, trouble = [None] * len(game_ids), error
            with self._lock:
                for game_id, number in zip(game_ids, newest, strict=True):
                    self._heard(game_id, number, trouble)

    def _heard(self, game_id: str, newest: int | None, trouble: Exception | None) -> None:
        game = self._watched.get(game_id)
        # Of a store that was closed meanwhile, everybody was let go: whatever its last answer was is no news.
        if game is None or self._is_closed:
            return
        if newest is None:
            game.trouble = trouble or GameNotFound(game_id)
            del self._watched[game_id]
        elif newest > game.newest:
            game.newest = newest
        else:
            return
        game.changed.notify_all()
