"""Games come back from backups as the notes for operators say."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

import pytest

from tests.live.conftest import START, running
from tests.store.servers import Server, until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def ask(address: str, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
    with closing(HTTPConnection(address, timeout=10)) as connection:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def new_game(address: str) -> tuple[str, str]:
    """Create a game; gives its address and the token of its first seat."""
    status, game = ask(address, "POST", "/v1/games", {"seats": [{}, {}]})
    assert status == 201
    return f"/v1/games/{game['game_id']}", game["seats"][0]["token"]


def test_a_copy_of_the_sqlite_file_made_while_it_is_used_brings_games_and_tokens_back(tmp_path: Path) -> None:
    with running(*START, RUMMY500_STORE_URL=f"sqlite:///{tmp_path}/games.db") as address:
        game, token = new_game(address)
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
            connection.execute("VACUUM INTO ?", [str(tmp_path / "copy.db")])
        later, _ = new_game(address)
    with running(*START, RUMMY500_STORE_URL=f"sqlite:///{tmp_path}/copy.db") as address:
        status, view = ask(address, "GET", game, token=token)
        assert status == 200
        assert view["your_hand"]
        assert ask(address, "GET", later)[0] == 404


def test_a_dump_of_redis_brings_games_back_and_is_an_append_only_file_again(tmp_path: Path) -> None:
    before = Server(tmp_path / "before", "--save", "", "--appendonly", "yes")
    back = Server(tmp_path / "back", "--save", "", "--appendonly", "no")
    try:
        before.start()
        with running(*START, RUMMY500_STORE_URL=before.url) as address:
            game, token = new_game(address)
        before.ask("BGSAVE")
        until(lambda: before.ask("INFO", "persistence")["rdb_bgsave_in_progress"] == 0, 10)
        before.kill()
        shutil.copy(before.folder / "dump.rdb", back.folder)
        back.start()
        back.ask("CONFIG", "SET", "appendonly", "yes")
        until(lambda: _is_rewritten(back.ask("INFO", "persistence")), 10)
        back.kill()
        back.options = ("--save", "", "--appendonly", "yes")
        back.start()
        with running(*START, RUMMY500_STORE_URL=back.url) as address:
            assert ask(address, "GET", game, token=token)[0] == 200
    finally:
        before.kill()
        back.kill()


def _is_rewritten(told: dict[str, Any]) -> bool:
    return bool(told["aof_enabled"]) and not told["aof_rewrite_in_progress"] and not told["aof_rewrite_scheduled"]
