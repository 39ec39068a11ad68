"""What is SQLite's own: the file, other processes that use it, and their sudden end."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from service.store import GameNotFound, GameStore, StaleVersion, StoreUnavailable, open_store
from service.store.sqlite_schema import SWEPT_AT_ONCE
from service.store.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


def rows(file: Path, table: str) -> int:
    with closing(sqlite3.connect(file)) as connection:
        number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return number


def test_a_relative_path_is_a_file_in_the_folder_that_the_service_runs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Callable[..., GameStore]
) -> None:
    monkeypatch.chdir(tmp_path)
    opened("sqlite:///games%20here.db").ping()
    assert (tmp_path / "games here.db").exists()


def test_only_its_owner_may_read_the_file(store: GameStore, file: Path) -> None:
    store.create("game", b"dealt")
    assert {path.stat().st_mode & 0o777 for path in file.parent.iterdir()} == {0o600}


def test_games_outlive_the_store(url: str, opened: Callable[..., GameStore]) -> None:
    opened(url).create("game", b"dealt", [b"one"])
    assert opened(url).read("game").state == b"dealt"


@pytest.mark.parametrize(("choice", "level"), [("", 1), ("?synchronous=normal", 1), ("?synchronous=full", 2)])
def test_the_url_says_how_safe_a_write_is(url: str, opened: Callable[..., GameStore], choice: str, level: int) -> None:
    store = opened(url + choice)
    rows = store._rows  # type: ignore[attr-defined]
    assert rows("PRAGMA synchronous", ()) == [(level,)]
    assert rows("PRAGMA journal_mode", ()) == [("wal",)]


def test_games_that_have_ended_are_cleared_away_by_new_ones(
    url: str, file: Path, opened: Callable[..., GameStore]
) -> None:
    brief, store = opened(url, time_to_live=0.05), opened(url)
    for number in range(10):
        brief.create(f"brief {number}", b"dealt", [b"one"])
    time.sleep(0.1)
    assert store.count() == 0
    left = rows(file, "games")
    assert left >= 10 - SWEPT_AT_ONCE
    while left:
        store.create(f"new {left}", b"dealt")
        left = max(0, left - SWEPT_AT_ONCE)
    assert store.count() == rows(file, "games")
    assert rows(file, "events") == 0


def test_a_store_that_another_process_holds_is_away_within_a_second_and_comes_back(
    store: GameStore, file: Path
) -> None:
    store.create("game", b"dealt")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(StoreUnavailable):
            store.commit("game", 1, b"moved")
        with pytest.raises(StoreUnavailable):
            store.ping()
        assert time.monotonic() - began < 2
        assert store.read("game").version == 1
    store.commit("game", 1, b"moved")
    store.ping()


def test_a_file_that_was_taken_away_is_made_anew(
    store: GameStore, file: Path, url: str, opened: Callable[..., GameStore]
) -> None:
    store.create("game", b"dealt")
    for path in file.parent.iterdir():
        path.unlink()
    with pytest.raises(GameNotFound):
        store.read("game")
    store.create("game", b"dealt")
    assert opened(url).read("game").version == 1


def test_a_folder_that_went_away_is_a_store_that_is_away(store: GameStore, file: Path) -> None:
    store.create("game", b"dealt")
    file.parent.rename(file.parent.with_name("elsewhere"))
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            store.ping()
    file.parent.with_name("elsewhere").rename(file.parent)
    assert store.read("game").state == b"dealt"


def test_a_file_that_is_no_database_is_refused(url: str, file: Path) -> None:
    file.write_bytes(b"This is a letter to my aunt. " * 100)
    with pytest.raises(StoreUnavailable):
        open_store(url)


def test_a_file_of_another_version_is_refused(url: str, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(ValueError, match="another version"):
        open_store(url)


def test_what_was_answered_survives_the_sudden_end_of_a_worker(store: GameStore, url: str) -> None:
    worker = (
        "import sys; from service.store import open_store; store = open_store(sys.argv[1])\n"
        "store.create('game', b'dealt')\n"
        "for version in range(1, 1_000_000):\n"
        "    store.commit('game', version, b'%d' % version, [b'%d' % version]); print(version, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", worker, url], stdout=subprocess.PIPE) as process:
        assert process.stdout
        for _ in range(100):
            process.stdout.readline()
        process.kill()
        answered = 100 + len(process.stdout.read().splitlines())
    game = store.read("game")
    assert game.version - 1 in {answered, answered + 1}
    assert game.state == b"%d" % (game.version - 1)
    events = store.events("game", 0, 1_000_000).events
    assert events == [b"%d" % number for number in range(1, game.version)]
    with pytest.raises(StaleVersion):
        store.commit("game", 1, b"late")


def test_turns_are_given_in_the_order_in_which_they_are_asked_for() -> None:
    turns = Turns()
    assert turns.take(0)
    assert not turns.take(0.01)
    turns.give()
    assert turns.take(0)
    turns.give()
