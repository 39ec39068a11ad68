"""Every store that there is, for the one suite that all of them must pass."""

from __future__ import annotations

from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Final

import pytest

from service.store import GameStore, open_store
from tests.store.servers import Group, Server, cluster, is_there, one_server, sentinel, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

STORES: Final = (
    "sqlite",
    "redis",
    pytest.param("sentinel", marks=pytest.mark.slow),
    pytest.param("cluster", marks=pytest.mark.slow),
)


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server that no test may end or hold up."""
    with one_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="session")
def cluster_group(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Group]:
    with cluster(tmp_path_factory.mktemp("cluster")) as group:
        yield group


@pytest.fixture(scope="session")
def sentinel_group(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Group]:
    with sentinel(tmp_path_factory.mktemp("sentinel")) as group:
        yield group


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Name a store of each kind."""
    match request.param:
        case "sqlite":
            return f"sqlite:///{tmp_path}/games.db"
        case "redis":
            server: Server = request.getfixturevalue("redis_server")
            return server.url
        case kind:
            group: Group = request.getfixturevalue(f"{kind}_group")
            return group.url


@pytest.fixture
def opened() -> Iterator[Callable[..., GameStore]]:
    """Give what opens stores, and close them in the end; a store is there when it is opened, if it ever is."""
    stores: list[GameStore] = []

    def open_another(url: str, *, wait: bool = True, **choices: float) -> GameStore:
        store = open_store(url, **choices)  # type: ignore[arg-type]
        assert store
        stores.append(store)
        if wait:
            until(partial(is_there, store))
        return store

    yield open_another
    for store in stores:
        store.close()


@pytest.fixture
def store(url: str, opened: Callable[..., GameStore]) -> GameStore:
    return opened(url)


@pytest.fixture
def game_id() -> str:
    """Name a game that is nobody else's."""
    return token_hex(16)
