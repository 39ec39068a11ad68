"""Keeps games between requests: bytes under an id and a version, for as long as they are in use.

It knows no cards, no seats and no HTTP. What the bytes mean, and who may see them, is the games' business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

KEPT_REPLIES: Final = 32
"""So many replies are kept for each game, the newest ones."""

TIME_TO_LIVE: Final = 7 * 24 * 60 * 60.0
"""A game is kept for so many seconds after it was last written, unless the store is told otherwise."""


class GameNotFound(Exception):
    """No game has this id: it never had one, was deleted, or was idle for longer than its time to live."""


class GameExists(Exception):
    """A new game was to get the id of another one."""


class StaleVersion(Exception):
    """The game has moved on since it was read; `version` is where it stands now."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version}.")
        self.version: Final = version


class KeyReused(Exception):
    """The key of one request came with another one."""


class StoreUnavailable(Exception):
    """The store is away or too busy. A write may or may not have happened; nothing is ever half written."""


class Once(NamedTuple):
    """What makes a request count once however often it is sent.

    `key` need only be unique within the game; where seats choose keys, put the seat in. `fingerprint` is a digest of
    everything the request says: the same key with another fingerprint is `KeyReused`.
    """

    key: str
    fingerprint: bytes


class StoredGame(NamedTuple):
    """A game as one moment saw it.

    `version` is 1 for a new game and grows by one with each commit; `last_event` is the number of its newest event, 0
    where there is none. `reply` is the one kept for the request that was asked about, if there is one.
    """

    version: int
    last_event: int
    state: bytes
    reply: bytes | None = None


class Events(NamedTuple):
    """Events in order, and the number of the newest that the game has."""

    events: list[bytes]
    last_event: int


class GameStore(Protocol):
    """A place for games. Every method may be called from any thread and raises `StoreUnavailable` within a second.

    All that is kept of a game lives and ends together: it is gone, with `GameNotFound` from every method, once nothing
    was written to it for its time to live. Reading does not prolong it.
    """

    def create(self, game_id: str, state: bytes, events: Sequence[bytes] = ()) -> None:
        """Keep a new game at version 1; its events are numbered from 1. Raises `GameExists`."""

    def read(self, game_id: str, once: Once | None = None) -> StoredGame:
        """Read a game, and the reply that was kept for this request if it was carried out before, in one round trip.

        This is also how to learn whether a commit that ended in `StoreUnavailable` took place. Raises `KeyReused`.
        """

    def commit(
        self,
        game_id: str,
        version: int,
        state: bytes,
        events: Sequence[bytes] = (),
        *,
        once: Once | None = None,
        reply: bytes = b"",
    ) -> bytes | None:
        """Write the state that follows `version`, or nothing at all; gives None when it was written.

        In one step nobody else can come between: if the request `once` was carried out before, that reply is given
        back and nothing is written (`KeyReused` if it was another request); if the game is not at `version`,
        `StaleVersion` is raised; else the game is at `version + 1`, the events follow those it has without a gap,
        the reply is kept for `once`, and all of it lives on for another time to live.

        Since events come with commits only, whoever has read `version` knows the numbers that its events will get.
        """

    def events(self, game_id: str, after: int, limit: int) -> Events:
        """Read at most `limit` events that came after the one with the number `after` (0: from the first)."""

    def wait(self, game_id: str, after: int, seconds: float) -> int:
        """Wait until there are events after the one numbered `after`; gives the number of the newest.

        It returns within 300 ms of a commit made by any process, with a number not above `after` when the time ran
        out, and raises `GameNotFound` when the game ends meanwhile. Any number of threads may wait; they share the
        asking.
        """

    def delete(self, game_id: str) -> None:
        """Remove a game and all that is kept with it."""

    def secret(self, name: str, fresh: bytes) -> bytes:
        """Give the secret of this name, the same to all who ask; `fresh` becomes it if there is none. It never ends."""

    def ping(self) -> None:
        """Ask whether the store answers."""

    def count(self) -> int | None:
        """Count the games that are kept, or give None where that would cost much."""

    def let_go(self) -> None:
        """Let everybody go who waits for events, now and from now on: the process is about to end."""

    def close(self) -> None:
        """Let go of connections and threads; the store is not used afterwards."""


def open_store(url: str, *, time_to_live: float = TIME_TO_LIVE, connections: int = 16) -> GameStore | None:
    """Open the store that a URL names; None for `none`. Raises ValueError for a URL that names no store.

    `connections` bounds those to a server, for each process; the threads that serve requests are a good number.
    A server need not be there yet.
    """
    if url == "none":
        return None
    scheme, separator, rest = url.partition("://")
    # A store that is not used is not loaded either.
    if separator and scheme == "sqlite":
        from service.store.sqlite_store import open_sqlite  # noqa: PLC0415

        return open_sqlite(rest, time_to_live=time_to_live)
    if separator and scheme.partition("+")[0] in {"redis", "rediss"}:
        from service.store.redis_store import open_redis  # noqa: PLC0415

        return open_redis(scheme, rest, time_to_live=time_to_live, connections=connections)
    raise ValueError(
        "A store is named by none, sqlite:///FILE, redis://HOST, redis+sentinel://HOST,HOST/MASTER or"
        " redis+cluster://HOST,HOST (rediss for TLS)."
    )
