"""What happens when many write to one game at once, from threads and from processes."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from service.store import GameStore, KeyReused, Once, StaleVersion, StoredGame, StoreUnavailable, open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.queues import Queue
    from pathlib import Path

WRITERS = 16


def at_once(write: Callable[[int], str], writers: int = WRITERS) -> list[str]:
    """Let so many threads write at the same moment; gives what each was told."""
    barrier = Barrier(writers)

    def run(number: int) -> str:
        barrier.wait()
        return write(number)

    with ThreadPoolExecutor(writers) as threads:
        return sorted(threads.map(run, range(writers)))


def test_of_many_who_write_at_one_version_one_wins(url: str, opened: Callable[..., GameStore], game_id: str) -> None:
    stores = [opened(url, connections=8) for _ in range(2)]
    stores[0].create(game_id, b"dealt")
    for version in range(1, 11):

        def write(number: int, version: int = version) -> str:
            try:
                stores[number % 2].commit(game_id, version, b"%d" % number, [b"%d" % number, b"and"])
            except StaleVersion as refused:
                return f"stale, at {refused.version}"
            return "written"

        assert at_once(write) == [f"stale, at {version + 1}"] * (WRITERS - 1) + ["written"]
    game = stores[0].read(game_id)
    events = stores[0].events(game_id, 0, 100).events
    assert (game.version, game.last_event, len(events)) == (11, 20, 20)
    assert events[-2:] == [game.state, b"and"]


def test_of_many_who_send_the_same_request_one_writes_and_all_are_told_the_same(
    url: str, opened: Callable[..., GameStore], game_id: str
) -> None:
    stores = [opened(url, connections=8) for _ in range(2)]
    stores[0].create(game_id, b"dealt")

    def write(number: int) -> str:
        reply = b"reply of %d" % number
        kept = stores[number % 2].commit(game_id, 1, b"moved", [b"one"], once=Once("key", b"same"), reply=reply)
        return (reply if kept is None else kept).decode()

    told = at_once(write)
    assert told == [told[0]] * WRITERS
    assert stores[0].read(game_id, Once("key", b"same")) == StoredGame(2, 1, b"moved", told[0].encode())


def test_of_many_who_use_one_key_for_different_requests_one_writes(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt")

    def write(number: int) -> str:
        try:
            store.commit(game_id, 1, b"moved", [b"one"], once=Once("key", b"%d" % number), reply=b"reply")
        except KeyReused:
            return "reused"
        return "written"

    assert at_once(write) == ["reused"] * (WRITERS - 1) + ["written"]
    assert store.read(game_id).version == 2


def test_all_who_ask_at_once_get_the_same_secret(url: str, opened: Callable[..., GameStore], game_id: str) -> None:
    stores = [opened(url) for _ in range(4)]
    told = at_once(lambda number: stores[number % 4].secret(game_id, b"%d" % number).decode())
    assert told == [told[0]] * WRITERS


def test_processes_lose_nothing_and_double_nothing(url: str, opened: Callable[..., GameStore], game_id: str) -> None:
    store = opened(url)
    store.create(game_id, b"dealt")
    written = run_writers(url, game_id, processes=3, threads=4, moves=10)
    game = store.read(game_id)
    events = store.events(game_id, 0, 1000).events
    assert game.version == 1 + 3 * 4 * 10
    assert sorted(events) == sorted(written)
    # Each who wrote found the event of whoever wrote before in the state.
    assert [game.state, *reversed(events)] == [events[-1], *reversed(events)]


def run_writers(url: str, game_id: str, *, processes: int, threads: int, moves: int) -> list[bytes]:
    """Let so many processes of so many threads each make their moves; gives the events that they were told are kept."""
    context = multiprocessing.get_context("spawn")
    told: Queue[list[bytes]] = context.Queue()
    workers = [
        context.Process(target=write_moves, args=(url, game_id, f"{number}", threads, moves, told))
        for number in range(processes)
    ]
    for worker in workers:
        worker.start()
    written = [event for _ in workers for event in told.get(timeout=60)]
    for worker in workers:
        worker.join()
    return written


def write_moves(url: str, game_id: str, name: str, threads: int, moves: int, told: Queue[list[bytes]]) -> None:
    """Make moves as clients do: read, write at that version, and again when somebody was faster."""
    store = open_store(url)
    assert store

    def play(number: int) -> list[bytes]:
        return [make_move(store, game_id, f"{name}/{number}/{move}") for move in range(moves)]

    with ThreadPoolExecutor(threads) as pool:
        written = [event for events in pool.map(play, range(threads)) for event in events]
    store.close()
    told.put(written)


def make_move(store: GameStore, game_id: str, name: str) -> bytes:
    """Write one event, whatever comes between; a reply that was lost is asked for again."""
    event = name.encode()
    once = Once(name, event)
    while True:
        try:
            game = store.read(game_id, once)
            if game.reply is None:
                store.commit(game_id, game.version, event, [event], once=once, reply=event)
        except (StaleVersion, StoreUnavailable):
            continue
        return event


def test_racing_workers_make_one_file(tmp_path: Path) -> None:
    """Every worker opens the store when it starts; the file is made once."""
    url = f"sqlite:///{tmp_path}/games.db"
    stores: list[GameStore] = []

    def start(number: int) -> str:
        store = open_store(url)
        assert store
        stores.append(store)
        store.create(f"game {number}", b"dealt")
        return "started"

    assert at_once(start) == ["started"] * WRITERS
    assert stores[0].count() == WRITERS
    for store in stores:
        store.close()


@pytest.mark.slow
def test_64_clients_of_one_game_all_get_their_turn(url: str, opened: Callable[..., GameStore], game_id: str) -> None:
    store = opened(url)
    store.create(game_id, b"dealt")
    written = run_writers(url, game_id, processes=2, threads=32, moves=8)
    assert len(written) == 64 * 8
    assert sorted(store.events(game_id, 0, 1000).events) == sorted(written)
