"""Keeps games in one file that every worker process of a machine shares: the embedded default.

Every write is one statement: no thread keeps others from the file while it waits for Python's interpreter, which any
other thread may hold for milliseconds. A write that was answered survives the end of any process, however sudden.
With `synchronous=full` it survives the loss of power too; with `normal`, many times faster on a disk, power loss may
take the last ones, each of them whole.
"""

from __future__ import annotations

import os
import sqlite3
from collections import deque
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep, time
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import parse_qs, unquote

from service.store import (
    Events,
    GameExists,
    GameNotFound,
    KeyReused,
    Once,
    StaleVersion,
    StoredGame,
    StoreUnavailable,
)
from service.store.sqlite_schema import SCHEMA, SCHEMA_VERSION
from service.store.turns import Turns
from service.store.waiting import Waiters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

PATIENCE: Final = 0.9
"""Nobody waits longer for others to finish writing, in seconds."""

SECONDS_BETWEEN_TRIES: Final = 0.0005
"""SQLite's own pauses grow to a tenth of a second, and then whoever waits longest is served last."""

KIBIBYTES_CACHED: Final = 512

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
    if not name.startswith("/") or name.endswith("/"):
        raise ValueError("A sqlite URL is sqlite:///FILE, with a fourth slash where the path is absolute.")
    try:
        return SqliteStore(path, time_to_live=time_to_live, synchronous=synchronous)
    except StoreUnavailable as error:
        if path.parent.is_dir() and not path.is_dir():
            raise
        raise ValueError(f"{path} cannot be a file of games: {error}.") from error


class _Connection(sqlite3.Connection):
    """A connection that knows which file it was made for, whatever bears that name now."""

    inode: int | None


class SqliteStore:
    """Games in a file; see `GameStore` for what each method promises."""

    def __init__(self, path: Path, *, time_to_live: float, synchronous: str = "normal") -> None:
        self._path: Final = path
        self._time_to_live: Final = time_to_live
        self._synchronous: Final = synchronous
        # Of each process one thread at a time contends for the file.
        self._turns: Final = Turns()
        # Whoever reads and then writes has the same connection again, which still knows what it read.
        self._connections: Final[deque[_Connection]] = deque()
        self._waiters: Final = Waiters(self._newest_events)
        self._with_connection(lambda _: None)

    def create(self, game_id: str, state: bytes, events: Sequence[bytes] = ()) -> None:
        """Keep a new game, and clear away some that have ended."""
        now = time()
        try:
            self._write(
                "INSERT INTO beginnings VALUES (?, ?, ?, ?, ?, ?)",
                (game_id, now, now + self._time_to_live, state, len(events), _packed(events)),
            )
        except sqlite3.IntegrityError:
            raise GameExists(game_id) from None

    def read(self, game_id: str, once: Once | None = None) -> StoredGame:
        """Read a game, and the reply kept for this request."""
        if once is None:
            rows = self._rows(
                "SELECT version, last_event, state FROM games WHERE id = ? AND ends > ?", (game_id, time())
            )
        else:
            rows = self._rows(
                "SELECT version, last_event, state, reply, fingerprint FROM games"
                " LEFT JOIN replies ON game = games.number AND key = ? WHERE id = ? AND ends > ?",
                (once.key, game_id, time()),
            )
        if not rows:
            raise GameNotFound(game_id)
        [row] = rows
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
        key, fingerprint = once or (None, b"")
        try:
            self._write(
                "INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(game_id, version, now, now + self._time_to_live, state),
                    *(len(events), _packed(events), key, fingerprint, reply),
                ),
            )
        except sqlite3.IntegrityError:
            # Refused: what is there says why, since none of the reasons goes away again.
            found = self.read(game_id, once)
            if found.reply is None:
                raise StaleVersion(found.version) from None
            return found.reply
        self._waiters.look(game_id)
        return None

    def events(self, game_id: str, after: int, limit: int) -> Events:
        """Read events in order."""
        rows = self._rows(
            "SELECT last_event, last, events FROM games LEFT JOIN events ON game = number AND last > ?"
            " WHERE id = ? AND ends > ? ORDER BY last LIMIT ?",
            (after, game_id, time(), max(1, limit)),
        )
        if not rows:
            raise GameNotFound(game_id)
        found = [event for _, _, packed in rows if packed for event in _unpacked(packed)]
        before = rows[0][1] - len(_unpacked(rows[0][2])) if found else 0
        return Events(found[after - before :][:limit] if found else [], rows[0][0])

    def wait(self, game_id: str, after: int, seconds: float) -> int:
        """Wait for events."""
        return self._waiters.wait(game_id, after, seconds)

    def delete(self, game_id: str) -> None:
        """Remove a game."""
        if not self._write("DELETE FROM games WHERE id = ? AND ends > ?", (game_id, time())):
            raise GameNotFound(game_id)

    def secret(self, name: str, fresh: bytes) -> bytes:
        """Give the secret of this name."""
        self._write("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, fresh))
        [(value,)] = self._rows("SELECT value FROM secrets WHERE name = ?", (name,))
        return bytes(value)

    def ping(self) -> None:
        """Ask whether the file can be written to."""
        self._write("DELETE FROM games WHERE number = 0", ())

    def count(self) -> int:
        """Count the games that have not ended."""
        [(games,)] = self._rows("SELECT count(*) FROM games WHERE ends > ?", (time(),))
        return int(games)

    def let_go(self) -> None:
        """Let everybody go who waits for events."""
        self._waiters.close()

    def close(self) -> None:
        """Close every connection."""
        self._waiters.close()
        self._close_idle()

    def _newest_events(self, game_ids: Sequence[str]) -> list[int | None]:
        now = time()

        def ask(connection: sqlite3.Connection) -> list[int | None]:
            rows = [
                connection.execute("SELECT last_event FROM games WHERE id = ? AND ends > ?", (game_id, now)).fetchone()
                for game_id in game_ids
            ]
            return [row and row[0] for row in rows]

        return self._with_connection(ask)

    def _rows(self, statement: str, values: Sequence[object]) -> list[Any]:
        """Carry out a statement that reads, which waits for nobody, and give all that it finds."""
        deadline = monotonic() + PATIENCE
        return self._with_connection(lambda connection: _patiently(connection, deadline, statement, values).fetchall())

    def _write(self, statement: str, values: Sequence[object]) -> int:
        """Carry out a statement that writes, and give the number of rows it removed."""
        deadline = monotonic() + PATIENCE
        if not self._turns.take(PATIENCE):
            raise StoreUnavailable("Other threads are writing for too long.")
        try:
            return self._with_connection(
                lambda connection: _patiently(connection, deadline, statement, values).rowcount
            )
        finally:
            self._turns.give()

    def _with_connection(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Work with an idle connection or a new one; a file that cannot be used is a store that is away."""
        try:
            connection = self._idle() or self._connect()
            try:
                return work(connection)
            finally:
                self._connections.append(connection)
        except sqlite3.IntegrityError:
            raise
        except (sqlite3.DatabaseError, OSError) as error:
            # The file may have been moved or mended: whoever comes next looks at it anew.
            self._close_idle()
            if isinstance(error, OSError) or error.sqlite_errorcode & 0xFF in _AWAY:
                raise StoreUnavailable(str(error)) from error
            raise

    def _idle(self) -> _Connection | None:
        """Take an idle connection, if there is one, and the file is still the one that it was made for."""
        try:
            connection = self._connections.pop()
        except IndexError:
            return None
        if connection.inode == _inode(self._path):
            return connection
        connection.close()
        return None

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._connections.pop().close()

    def _connect(self) -> _Connection:
        deadline = monotonic() + PATIENCE
        # Others may not read it: it holds hands of cards and the key to every seat.
        self._path.touch(mode=0o600)
        connection = sqlite3.connect(
            self._path, timeout=0, isolation_level=None, check_same_thread=False, factory=_Connection
        )
        connection.inode = _inode(self._path)
        try:
            _patiently(connection, deadline, f"PRAGMA synchronous = {self._synchronous}")
            # There may be as many connections as threads, and a game is read by one of them at random.
            connection.execute(f"PRAGMA cache_size = {-KIBIBYTES_CACHED}")
            if _schema_version(connection, deadline) == 0:
                _patiently(connection, deadline, "PRAGMA journal_mode = wal")
                _patiently(connection, deadline, "BEGIN IMMEDIATE")
                # Another process may have been faster.
                for statement in SCHEMA if _schema_version(connection, deadline) == 0 else ():
                    connection.execute(statement)
                connection.execute("COMMIT")
            version = _schema_version(connection, deadline)
        except BaseException:
            connection.close()
            raise
        if version != SCHEMA_VERSION:
            connection.close()
            raise ValueError(f"{self._path} was made by another version of this service.")
        return connection


def _inode(path: Path) -> int | None:
    try:
        return os.stat(path).st_ino  # noqa: PTH116 - at half the price, before everything that is asked
    except FileNotFoundError:
        return None


def _schema_version(connection: sqlite3.Connection, deadline: float) -> int:
    version: int = _patiently(connection, deadline, "PRAGMA user_version").fetchone()[0]
    return version


def _patiently(
    connection: sqlite3.Connection, deadline: float, statement: str, values: Sequence[object] = ()
) -> sqlite3.Cursor:
    """Execute a statement, again and again while others are writing."""
    while True:
        try:
            return connection.execute(statement, values)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(SECONDS_BETWEEN_TRIES)


def _packed(events: Sequence[bytes]) -> bytes:
    return b"".join(part for event in events for part in (len(event).to_bytes(4, "big"), event))


def _unpacked(packed: bytes) -> list[bytes]:
    events, at = [], 0
    while at < len(packed):
        end = at + 4 + int.from_bytes(packed[at : at + 4], "big")
        events.append(packed[at + 4 : end])
        at = end
    return events
