"""Keeps games in one file that every worker process of a machine shares: the embedded default.

A commit that was answered survives the end of any process, however sudden. With `synchronous=full` it survives the
loss of power too; with `normal` (the default, many times faster on a disk) power loss may take the last commits, whole.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep, time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, unquote

from service.store import (
    KEPT_REPLIES,
    Events,
    GameExists,
    GameNotFound,
    KeyReused,
    Once,
    StaleVersion,
    StoredGame,
    StoreUnavailable,
)
from service.store.waiting import Waiters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

PATIENCE: Final = 0.9
"""Nobody waits longer for others to finish writing, in seconds."""

SECONDS_BETWEEN_TRIES: Final = 0.0005
"""SQLite's own pauses grow to a tenth of a second, and then whoever waits longest is served last."""

SWEPT_AT_ONCE: Final = 4
"""Each new game clears away so many that have ended: more than come, so that they cannot pile up."""

SCHEMA_VERSION: Final = 1
SCHEMA: Final = (
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, last_event INTEGER NOT NULL,
        replies INTEGER NOT NULL, ends REAL NOT NULL, state BLOB NOT NULL)""",
    "CREATE INDEX games_by_end ON games (ends)",
    """CREATE TABLE events (
        game INTEGER NOT NULL, number INTEGER NOT NULL, event BLOB NOT NULL, PRIMARY KEY (game, number)
        ) WITHOUT ROWID""",
    """CREATE TABLE replies (
        game INTEGER NOT NULL, key TEXT NOT NULL, nth INTEGER NOT NULL, fingerprint BLOB NOT NULL,
        reply BLOB NOT NULL, UNIQUE (game, key))""",
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
)

_AWAY: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
}


def open_sqlite(rest: str, *, time_to_live: float) -> SqliteStore:
    """Open the file that the rest of a `sqlite://` URL names; it is made if there is none.

    `/games.db` is a file in the folder that the service runs in, `//var/lib/games.db` one anywhere.
    """
    name, _, query = rest.partition("?")
    choices = parse_qs(query, keep_blank_values=True, strict_parsing=bool(query))
    synchronous = choices.pop("synchronous", ["normal"])[-1]
    if choices or synchronous not in {"normal", "full"}:
        raise ValueError("After ? a sqlite URL takes synchronous=normal or synchronous=full, and nothing else.")
    path = Path(unquote(name.removeprefix("/")))
    if not name.startswith("/") or not path.name:
        raise ValueError("A sqlite URL is sqlite:///FILE, with a fourth slash where the path is absolute.")
    try:
        return SqliteStore(path, time_to_live=time_to_live, synchronous=synchronous)
    except StoreUnavailable as error:
        if path.parent.is_dir() and not path.is_dir():
            raise
        raise ValueError(f"{path} cannot be a file of games: {error}.") from error


class SqliteStore:
    """Games in a file; see `GameStore` for what each method promises."""

    def __init__(self, path: Path, *, time_to_live: float, synchronous: str = "normal") -> None:
        self._path: Final = path
        self._time_to_live: Final = time_to_live
        self._synchronous: Final = synchronous
        # One thread of a process writes at a time, so that as few as there are processes contend for the file.
        self._turn: Final = Lock()
        self._writers: Final[deque[sqlite3.Connection]] = deque()
        self._readers: Final[deque[sqlite3.Connection]] = deque()
        self._waiters: Final = Waiters(self._newest_events)
        with self._reading():
            pass

    def create(self, game_id: str, state: bytes, events: Sequence[bytes] = ()) -> None:
        """Keep a new game, and clear away some that have ended."""
        now = time()
        with self._writing() as connection:
            ended = connection.execute(
                "SELECT number FROM games WHERE id = ? AND ends <= ?"
                " UNION SELECT number FROM (SELECT number FROM games WHERE ends <= ? ORDER BY ends LIMIT ?)",
                (game_id, now, now, SWEPT_AT_ONCE),
            ).fetchall()
            for (number,) in ended:
                _remove(connection, number)
            try:
                number = connection.execute(
                    "INSERT INTO games (id, version, last_event, replies, ends, state) VALUES (?, 1, ?, 0, ?, ?)",
                    (game_id, len(events), now + self._time_to_live, state),
                ).lastrowid
            except sqlite3.IntegrityError:
                raise GameExists(game_id) from None
            _append(connection, number, 0, events)

    def read(self, game_id: str, once: Once | None = None) -> StoredGame:
        """Read a game, and the reply kept for this request."""
        with self._reading() as connection:
            if once is None:
                row = connection.execute(
                    "SELECT version, last_event, state FROM games WHERE id = ? AND ends > ?", (game_id, time())
                ).fetchone()
            else:
                row = connection.execute(
                    "SELECT version, last_event, state, reply, fingerprint FROM games"
                    " LEFT JOIN replies ON game = games.number AND key = ? WHERE id = ? AND ends > ?",
                    (once.key, game_id, time()),
                ).fetchone()
        if row is None:
            raise GameNotFound(game_id)
        if once is not None and row[4] not in {None, once.fingerprint}:
            raise KeyReused(once.key)
        return StoredGame(*row[:4])

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
        """Write the state that follows `version` with all that belongs to it, or nothing."""
        now = time()
        with self._writing() as connection:
            row = connection.execute(
                "SELECT number, version, last_event, replies FROM games WHERE id = ? AND ends > ?", (game_id, now)
            ).fetchone()
            if row is None:
                raise GameNotFound(game_id)
            number, current, last_event, replies = row
            if once is not None and (kept := _kept_reply(connection, number, once)) is not None:
                return kept
            if current != version:
                raise StaleVersion(current)
            connection.execute(
                "UPDATE games SET version = ?, last_event = ?, replies = ?, ends = ?, state = ? WHERE number = ?",
                (
                    version + 1,
                    last_event + len(events),
                    replies + (once is not None),
                    now + self._time_to_live,
                    state,
                    number,
                ),
            )
            _append(connection, number, last_event, events)
            if once is not None:
                connection.execute(
                    "INSERT INTO replies (game, key, nth, fingerprint, reply) VALUES (?, ?, ?, ?, ?)",
                    (number, once.key, replies + 1, once.fingerprint, reply),
                )
                if replies >= KEPT_REPLIES:
                    connection.execute(
                        "DELETE FROM replies WHERE game = ? AND nth <= ?", (number, replies + 1 - KEPT_REPLIES)
                    )
        self._waiters.tell(game_id, last_event + len(events))
        return None

    def events(self, game_id: str, after: int, limit: int) -> Events:
        """Read events in order."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT last_event, event FROM games LEFT JOIN events"
                " ON game = games.number AND events.number > ? AND events.number <= ?"
                " WHERE id = ? AND ends > ? ORDER BY events.number",
                (after, after + limit, game_id, time()),
            ).fetchall()
        if not rows:
            raise GameNotFound(game_id)
        return Events([event for _, event in rows if event is not None], rows[0][0])

    def wait(self, game_id: str, after: int, seconds: float) -> int:
        """Wait for events."""
        return self._waiters.wait(game_id, after, seconds)

    def delete(self, game_id: str) -> None:
        """Remove a game."""
        with self._writing() as connection:
            row = connection.execute("SELECT number FROM games WHERE id = ? AND ends > ?", (game_id, time())).fetchone()
            if row is None:
                raise GameNotFound(game_id)
            _remove(connection, row[0])

    def secret(self, name: str, fresh: bytes) -> bytes:
        """Give the secret of this name."""
        with self._writing() as connection:
            connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, fresh))
            value: bytes = connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()[0]
        return value

    def ping(self) -> None:
        """Ask whether the file can be written to."""
        with self._writing():
            pass

    def count(self) -> int:
        """Count the games that have not ended."""
        with self._reading() as connection:
            games: int = connection.execute("SELECT count(*) FROM games WHERE ends > ?", (time(),)).fetchone()[0]
        return games

    def close(self) -> None:
        """Close every connection."""
        self._waiters.close()
        self._close_idle()

    def _newest_events(self, game_ids: Sequence[str]) -> list[int | None]:
        now = time()
        with self._reading() as connection:
            rows = [
                connection.execute("SELECT last_event FROM games WHERE id = ? AND ends > ?", (game_id, now)).fetchone()
                for game_id in game_ids
            ]
        return [row and row[0] for row in rows]

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Give a connection inside a transaction, which is kept if nothing is raised."""
        if not self._turn.acquire(timeout=PATIENCE):
            raise StoreUnavailable("Other threads of this process are writing for too long.")
        try:
            with self._connected(self._writers, timeout=0) as connection:
                _patiently(connection, "BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.execute("COMMIT")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
        finally:
            self._turn.release()

    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """Give a connection that is waited for by nobody."""
        return self._connected(self._readers, timeout=PATIENCE)

    @contextmanager
    def _connected(self, idle: deque[sqlite3.Connection], *, timeout: float) -> Iterator[sqlite3.Connection]:
        """Give an idle connection or a new one; a file that cannot be used is a store that is away."""
        connection = None
        try:
            with suppress(IndexError):
                connection = idle.pop()
            connection = connection or self._connect(timeout)
            yield connection
        except sqlite3.Error as error:
            # The file may have been moved or mended: whoever comes next looks at it anew.
            if connection:
                connection.close()
            self._close_idle()
            if _code(error) in _AWAY:
                raise StoreUnavailable(str(error)) from error
            raise
        except BaseException:
            if connection:
                idle.append(connection)
            raise
        else:
            idle.append(connection)

    def _close_idle(self) -> None:
        for idle in (self._writers, self._readers):
            with suppress(IndexError):
                while True:
                    idle.pop().close()

    def _connect(self, timeout: float) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=timeout, isolation_level=None, check_same_thread=False)
        try:
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
            if _patiently(connection, "PRAGMA user_version") != SCHEMA_VERSION:
                _patiently(connection, "PRAGMA journal_mode = wal")
                _patiently(connection, "BEGIN IMMEDIATE")
                # Another process may have been faster.
                if _patiently(connection, "PRAGMA user_version") == 0:
                    for statement in SCHEMA:
                        connection.execute(statement)
                    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        return connection


def _patiently(connection: sqlite3.Connection, statement: str) -> Any:
    """Execute a statement, again and again while others are writing; gives the first value of its answer."""
    deadline = monotonic() + PATIENCE
    while True:
        try:
            row = connection.execute(statement).fetchone()
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(SECONDS_BETWEEN_TRIES)
        else:
            return row and row[0]


def _code(error: sqlite3.Error) -> int | None:
    """Give SQLite's primary code; an error that the module itself raised has none."""
    with suppress(AttributeError):
        return error.sqlite_errorcode & 0xFF
    return None


def _kept_reply(connection: sqlite3.Connection, number: int, once: Once) -> bytes | None:
    row = connection.execute(
        "SELECT fingerprint, reply FROM replies WHERE game = ? AND key = ?", (number, once.key)
    ).fetchone()
    if row is None:
        return None
    if row[0] != once.fingerprint:
        raise KeyReused(once.key)
    reply: bytes = row[1]
    return reply


def _append(connection: sqlite3.Connection, number: int | None, last_event: int, events: Sequence[bytes]) -> None:
    connection.executemany(
        "INSERT INTO events VALUES (?, ?, ?)",
        [(number, seq, event) for seq, event in enumerate(events, last_event + 1)],
    )


def _remove(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("DELETE FROM replies WHERE game = ?", (number,))
    connection.execute("DELETE FROM events WHERE game = ?", (number,))
    connection.execute("DELETE FROM games WHERE number = ?", (number,))
