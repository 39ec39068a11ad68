"""Lets threads in one at a time, in the order in which they came."""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import Final


class Turns:
    """A lock that serves whoever waits longest, where Python's own serves whoever is quickest."""

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._is_taken = False
        self._waiting: Final[deque[Lock]] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for a turn, at most so long; tells whether it came."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return True
            called = Lock()
            called.acquire()
            self._waiting.append(called)
        if called.acquire(timeout=seconds):
            return True
        with self._lock:
            if called in self._waiting:
                self._waiting.remove(called)
                return False
        return True

    def give(self) -> None:
        """Let in whoever is next."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
