"""Games in a file and on a real server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.games.session import Games
from service.store import open_store
from tests.store.conftest import redis_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.store.servers import Server

__all__ = ["redis_server"]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """Keep games in a file."""
    games = Games(open_store(f"sqlite:///{tmp_path_factory.mktemp('store')}/games.db"))
    yield games
    games.close()


@pytest.fixture
def games_on_redis(redis_server: Server) -> Iterator[Games]:
    """Keep games on a server."""
    games = Games(open_store(redis_server.url))
    yield games
    games.close()
