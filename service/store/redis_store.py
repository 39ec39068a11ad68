"""Keeps games on a Redis server, behind Sentinel or on a Redis Cluster, for any number of machines that serve.

A game is one hash under one key. So all of it is in one place on a Cluster, ends in one moment, and cannot be evicted
by halves; and every write is one script, which Redis runs alone. What was answered survives the sudden end of a server
that writes always (`appendonly yes`, `appendfsync always`). Replicas are sent a write when it is answered and not
before: where one takes its master's place, the writes of the last moment may be missing, each of them whole.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from hashlib import sha1
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from redis.exceptions import (
    ClusterDownError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NotAnswered

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
from service.store.redis_clients import connecting
from service.store.waiting import Waiters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.store.redis_clients import Client

SECONDS_IN_ALL: Final = 0.8
"""Where several servers may have to be asked, one after the other, nobody waits longer than this."""

EVENTS_AT_ONCE: Final = 250

PREFIX: Final = "rummy500:"

_CREATE: Final = """
local game = KEYS[1]
if redis.call('EXISTS', game) == 1 then return {'exists'} end
redis.call('HSET', game, 'version', '1', 'state', ARGV[2], 'last', string.format('%d', #ARGV - 2), 'replies', '0')
for number = 1, #ARGV - 2 do redis.call('HSET', game, string.format('%d', number), ARGV[number + 2]) end
redis.call('PEXPIRE', game, ARGV[1])
return {'done'}
"""

_COMMIT: Final = f"""
local game, once = KEYS[1], ARGV[4]
local now = redis.call('HMGET', game, 'version', 'last', 'replies')
if not now[1] then return {{'gone'}} end
if once ~= '' then
  local kept = redis.call('HMGET', game, 'fingerprint' .. once, 'reply' .. once)
  if kept[1] == ARGV[5] then return {{'kept', kept[2]}} end
  if kept[1] then return {{'reused'}} end
end
if now[1] ~= ARGV[1] then return {{'stale', now[1]}} end
local last = tonumber(now[2])
redis.call('HSET', game, 'state', ARGV[3], 'version', string.format('%d', tonumber(now[1]) + 1),
  'last', string.format('%d', last + #ARGV - 6))
for at = 7, #ARGV do redis.call('HSET', game, string.format('%d', last + at - 6), ARGV[at]) end
if once ~= '' then
  local count = tonumber(now[3]) + 1
  local oldest = string.format('once%d', count - {KEPT_REPLIES})
  redis.call('HSET', game, 'fingerprint' .. once, ARGV[5], 'reply' .. once, ARGV[6],
    'replies', string.format('%d', count), string.format('once%d', count), once)
  local forgotten = redis.call('HGET', game, oldest)
  if forgotten then redis.call('HDEL', game, oldest, 'fingerprint' .. forgotten, 'reply' .. forgotten) end
end
redis.call('PEXPIRE', game, ARGV[2])
return {{'done', string.format('%d', last + #ARGV - 6)}}
"""

_DIGESTS: Final = {script: sha1(script.encode(), usedforsecurity=False).hexdigest() for script in (_CREATE, _COMMIT)}
"""By these Redis knows the scripts that it has seen."""

_AWAY: Final = (
    NotConnected,  # also: not let in, still loading, no master known
    NotAnswered,
    ClusterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
_AWAY_WORDS: Final = ("BUSY ", "MISCONF ", "NOREPLICAS ", "UNKILLABLE ")
"""So begin further answers of a server that is there and cannot serve now. Any other refusal is a fault of ours."""


def open_redis(scheme: str, rest: str, *, time_to_live: float, connections: int) -> RedisStore:
    """Open the servers that a URL names; whether they are there is not asked."""
    connect, is_one_server = connecting(scheme, rest, connections)
    return RedisStore(connect, time_to_live=time_to_live, threads=None if is_one_server else connections)


class RedisStore:
    """Games on Redis; see `GameStore` for what each method promises.

    `connect` makes the client, which may ask servers for it. With `threads`, calls are made by so many threads of the
    store's own, so that a caller can be sure of an answer in time; without, by whoever calls.
    """

    def __init__(self, connect: Callable[[], Client], *, time_to_live: float, threads: int | None) -> None:
        self._connect: Final = connect
        self._client: Client | None = None
        self._connecting: Final = Lock()
        self._milliseconds: Final = max(1, round(time_to_live * 1000))
        self._threads: Final = ThreadPoolExecutor(threads, "store") if threads else None
        self._waiters: Final = Waiters(self._newest_events)
        if self._threads:
            # To find out about a whole Cluster takes longer than to ask it: begin before somebody waits for it.
            self._threads.submit(self._connected)

    def create(self, game_id: str, state: bytes, events: Sequence[bytes] = ()) -> None:
        """Keep a new game."""
        if self._run(_CREATE, game_id, self._milliseconds, state, *events)[0] == b"exists":
            raise GameExists(game_id)

    def read(self, game_id: str, once: Once | None = None) -> StoredGame:
        """Read a game, and the reply kept for this request."""
        fields = ["version", "last", "state"]
        if once is not None:
            fields += [f"fingerprint:{once.key}", f"reply:{once.key}"]
        version, last, state, *kept = self._ask(lambda client: client.hmget(_key(game_id), fields))
        if version is None:
            raise GameNotFound(game_id)
        if once is None or kept[0] is None:
            return StoredGame(int(version), int(last), state)
        if kept[0] != once.fingerprint:
            raise KeyReused(once.key)
        return StoredGame(int(version), int(last), state, kept[1])

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
        key, fingerprint = (f":{once.key}", once.fingerprint) if once else ("", b"")
        word, *told = self._run(_COMMIT, game_id, version, self._milliseconds, state, key, fingerprint, reply, *events)
        match word:
            case b"done":
                self._waiters.tell(game_id, int(told[0]))
                return None
            case b"kept":
                return told[0]
            case b"stale":
                raise StaleVersion(int(told[0]))
            case b"reused":
                raise KeyReused(once.key if once else "")
            case _:
                raise GameNotFound(game_id)

    def events(self, game_id: str, after: int, limit: int) -> Events:
        """Read events in order, so many in one round trip as one answer should hold."""
        found: list[bytes] = []
        while True:
            first = after + len(found) + 1
            numbers = range(first, first + min(limit - len(found), EVENTS_AT_ONCE))
            last, *part = self._ask(lambda client: client.hmget(_key(game_id), ["last", *map(str, numbers)]))  # noqa: B023
            if last is None:
                raise GameNotFound(game_id)
            found += [event for event in part if event is not None]
            if len(found) >= limit or after + len(found) >= int(last):
                return Events(found, int(last))

    def wait(self, game_id: str, after: int, seconds: float) -> int:
        """Wait for events."""
        return self._waiters.wait(game_id, after, seconds)

    def delete(self, game_id: str) -> None:
        """Remove a game."""
        if not self._ask(lambda client: client.unlink(_key(game_id))):
            raise GameNotFound(game_id)

    def secret(self, name: str, fresh: bytes) -> bytes:
        """Give the secret of this name."""
        key = f"{PREFIX}secret:{name}"
        self._ask(lambda client: client.set(key, fresh, nx=True))
        value: bytes = self._ask(lambda client: client.get(key))
        return value

    def ping(self) -> None:
        """Ask whether a server answers."""
        self._ask(lambda client: client.get(f"{PREFIX}ping"))

    def count(self) -> None:
        """Give no number: Redis would have to look at every key."""

    def let_go(self) -> None:
        """Let everybody go who waits for events."""
        self._waiters.close()

    def close(self) -> None:
        """Close every connection."""
        self._waiters.close()
        if self._threads:
            self._threads.shutdown(wait=False, cancel_futures=True)
        if self._client:
            self._client.close()

    def _newest_events(self, game_ids: Sequence[str]) -> list[int | None]:
        def ask(client: Client) -> list[bytes | None]:
            pipeline = client.pipeline(transaction=False)
            for game_id in game_ids:
                pipeline.hget(_key(game_id), "last")
            return pipeline.execute()

        return [None if last is None else int(last) for last in self._ask(ask)]

    def _run(self, script: str, game_id: str, *arguments: bytes | str | int) -> list[bytes]:
        """Run a script on a game; a server that does not know it yet is sent the whole of it."""

        def run(client: Client) -> Any:
            try:
                return client.evalsha(_DIGESTS[script], 1, _key(game_id), *arguments)
            except NoScriptError:
                return client.eval(script, 1, _key(game_id), *arguments)

        told: list[bytes] = self._ask(run)
        return told

    def _ask(self, question: Callable[[Client], Any]) -> Any:
        try:
            if self._threads is None:
                return question(self._connected())
            asked = self._threads.submit(lambda: question(self._connected()))
            try:
                return asked.result(SECONDS_IN_ALL)
            finally:
                # What nobody waits for any longer, and nobody has begun, is not done.
                asked.cancel()
        except RedisClusterException as error:
            # Nobody it knows can be reached: look anew for those that the URL names.
            self._client = None
            raise StoreUnavailable(str(error)) from error
        except TookTooLong as error:
            raise StoreUnavailable("The servers took too long.") from error
        except _AWAY as error:
            raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
        except ResponseError as error:
            if str(error).startswith(_AWAY_WORDS):
                raise StoreUnavailable(str(error)) from error
            raise

    def _connected(self) -> Client:
        client = self._client
        if client is None:
            with self._connecting:
                client = self._client = self._client or self._connect()
        return client


def _key(game_id: str) -> str:
    return f"{PREFIX}{{{game_id}}}"
