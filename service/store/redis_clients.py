"""Reads Redis URLs, and makes the clients that they ask for: of one server, behind Sentinel, or of a Cluster.

No client waits long or tries again by itself: whoever asks decides what to do, since a write that was not answered may
have been carried out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias
from urllib.parse import parse_qsl, unquote

from redis import BlockingConnectionPool, Redis, SSLConnection
from redis import Connection as PlainConnection
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

if TYPE_CHECKING:
    from collections.abc import Callable

Client: TypeAlias = Redis | RedisCluster

SECONDS_FOR_A_CONNECTION: Final = 0.2
LIMITS: Final[dict[str, Any]] = {
    "socket_connect_timeout": 0.25,
    "socket_timeout": 0.5,
    "socket_keepalive": True,
    "retry": Retry(NoBackoff(), 0),
    "protocol": 2,
}

PORTS: Final = {"": 6379, "sentinel": 26379, "cluster": 6379}
PATHS: Final = {"ssl_ca_certs", "ssl_certfile", "ssl_keyfile"}
WORDS: Final[dict[str, dict[str, str | bool]]] = {
    "ssl_cert_reqs": {"required": "required", "none": "none"},
    "ssl_check_hostname": {"true": True, "false": False},
}
"""What may follow the ? of a rediss URL, by the names that redis-py has for it."""


class _Place(NamedTuple):
    """What a URL says: the servers, what follows their names, who we are there, and how we talk to them."""

    servers: list[tuple[str, int]]
    path: list[str]
    user: dict[str, str]
    tls: dict[str, Any]


def connecting(scheme: str, rest: str, connections: int) -> tuple[Callable[[], Client], bool]:
    """Give what makes the client that a URL asks for, and whether it has one server only to ask.

    To make a client of a Cluster is to ask it for its servers; the others ask nobody until they are used.
    """
    protection, _, arrangement = scheme.partition("+")
    if arrangement not in PORTS:
        raise ValueError("A Redis URL begins with redis, redis+sentinel or redis+cluster (rediss for TLS).")
    place = _place(rest, PORTS[arrangement], is_protected=protection == "rediss")
    match arrangement:
        case "sentinel":
            return _behind_sentinel(place), False
        case "cluster":
            return _of_a_cluster(place), False
        case _:
            return _of_one_server(place, connections), True


def _of_one_server(place: _Place, connections: int) -> Callable[[], Client]:
    if len(place.servers) > 1:
        raise ValueError("A redis URL names one server; several need redis+sentinel or redis+cluster.")
    (host, port), *_ = place.servers
    tls = {name: value for name, value in place.tls.items() if name != "ssl"}
    kind = SSLConnection if place.tls else PlainConnection
    pool = BlockingConnectionPool(  # type: ignore[no-untyped-call]
        *(connections, SECONDS_FOR_A_CONNECTION, kind),
        **{"host": host, "port": port, "db": _database(place.path)} | LIMITS | place.user | tls,
    )
    return lambda: Redis.from_pool(pool)


def _behind_sentinel(place: _Place) -> Callable[[], Client]:
    if not place.path:
        raise ValueError("A redis+sentinel URL names the master after its servers: redis+sentinel://HOST,HOST/MASTER.")
    name, *database = place.path
    asked = LIMITS | place.tls
    sentinel = Sentinel(  # type: ignore[no-untyped-call]
        place.servers, sentinel_kwargs=asked, db=_database(database), **asked, **place.user
    )

    def connect() -> Client:
        master: Client = sentinel.master_for(name)  # type: ignore[no-untyped-call]
        return master

    return connect


def _of_a_cluster(place: _Place) -> Callable[[], Client]:
    if place.path:
        raise ValueError("A redis+cluster URL ends after its servers: a Cluster has one database.")

    choices: dict[str, Any] = LIMITS | place.user | place.tls

    def connect() -> Client:
        nodes = [ClusterNode(host, port) for host, port in place.servers]  # type: ignore[no-untyped-call]
        return RedisCluster(startup_nodes=nodes, require_full_coverage=False, **choices)

    return connect


def _place(rest: str, port: int, *, is_protected: bool) -> _Place:
    """Take a URL apart; a refusal repeats nothing of it, since there may be a password inside."""
    rest, mark, query = rest.partition("?")
    authority, *path = rest.split("/")
    credentials, _, servers = authority.rpartition("@")
    name, _, password = credentials.partition(":")
    if mark and not is_protected:
        raise ValueError("A redis URL takes nothing after ?; what a rediss URL takes is about TLS.")
    user = {"username": unquote(name), "password": unquote(password)}
    return _Place(
        servers=[_server(server, port) for server in servers.split(",")],
        path=[unquote(part) for part in path if part],
        user={key: value for key, value in user.items() if value},
        tls={"ssl": True} | dict(_choice(*pair) for pair in parse_qsl(query, keep_blank_values=True))
        if is_protected
        else {},
    )


def _choice(name: str, value: str) -> tuple[str, str | bool]:
    """Read one choice of a rediss URL.

    >>> _choice("ssl_check_hostname", "false")
    ('ssl_check_hostname', False)
    """
    if name in PATHS and value:
        return name, value
    if value not in WORDS.get(name, {}):
        words = (f"{word}={' or '.join(values)}" for word, values in WORDS.items())
        raise ValueError(f"A rediss URL takes {', '.join(sorted(PATHS))} with a path after ?, {', '.join(words)}.")
    return name, WORDS[name][value]


def _server(text: str, port: int) -> tuple[str, int]:
    """Read HOST or HOST:PORT; the colons of IPv6 stand in brackets.

    >>> _server("[::1]:7000", 6379)
    ('::1', 7000)
    """
    found = re.fullmatch(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]:\s]+))(?::([0-9]{1,5}))?", text)
    if not found or int(found[3] or port) not in range(1, 65_536):
        raise ValueError("A Redis URL names its servers as HOST or HOST:PORT, with commas between them.")
    return found[1] or unquote(found[2]), int(found[3] or port)


def _database(path: list[str]) -> int:
    """Read the number of the database that a URL may end with.

    >>> _database(["3"]), _database([])
    (3, 0)
    """
    match path:
        case []:
            return 0
        case [number] if number.isascii() and number.isdecimal() and len(number) < 6:
            return int(number)
        case _:
            raise ValueError("A Redis URL ends with the number of a database, or with none.")
