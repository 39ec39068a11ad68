"""What every store does, whichever it is."""

from __future__ import annotations

import time
from threading import Thread, Timer
from typing import TYPE_CHECKING

import pytest

from service.store import (
    KEPT_REPLIES,
    Events,
    GameExists,
    GameNotFound,
    GameStore,
    KeyReused,
    Once,
    StaleVersion,
    StoredGame,
)

if TYPE_CHECKING:
    from collections.abc import Callable

BYTES = bytes(range(256)) + b"\r\n\0"
ONCE = Once("seat 1: abc", b"fingerprint")
OTHER = Once(ONCE.key, b"another fingerprint")


def test_a_new_game_is_at_version_1_with_its_events(store: GameStore, game_id: str) -> None:
    store.create(game_id, BYTES, [b"one", BYTES])
    assert store.read(game_id) == StoredGame(1, 2, BYTES, None)
    assert store.events(game_id, 0, 10) == Events([b"one", BYTES], 2)


def test_a_new_game_may_have_no_events(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"")
    assert store.read(game_id) == StoredGame(1, 0, b"")
    assert store.events(game_id, 0, 10) == Events([], 0)


def test_a_new_game_does_not_take_the_place_of_another(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"first", [b"one"])
    with pytest.raises(GameExists):
        store.create(game_id, b"second")
    assert store.read(game_id) == StoredGame(1, 1, b"first")


def test_a_commit_moves_the_game_on_by_one_version(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt", [b"one"])
    assert store.commit(game_id, 1, BYTES, [b"two", b"three"]) is None
    assert store.read(game_id) == StoredGame(2, 3, BYTES)
    assert store.commit(game_id, 2, b"no event") is None
    assert store.read(game_id) == StoredGame(3, 3, b"no event")
    assert store.events(game_id, 0, 10) == Events([b"one", b"two", b"three"], 3)


@pytest.mark.parametrize("version", [0, 1, 3, 10])
def test_a_commit_on_another_version_writes_nothing(store: GameStore, game_id: str, version: int) -> None:
    store.create(game_id, b"dealt", [b"one"])
    store.commit(game_id, 1, b"moved", [b"two"])
    with pytest.raises(StaleVersion) as refused:
        store.commit(game_id, version, b"lost", [b"lost"], once=ONCE, reply=b"lost")
    assert refused.value.version == 2
    assert store.read(game_id, ONCE) == StoredGame(2, 2, b"moved")
    assert store.events(game_id, 0, 10) == Events([b"one", b"two"], 2)


def test_a_request_that_was_carried_out_is_answered_again_and_not_carried_out_again(
    store: GameStore, game_id: str
) -> None:
    store.create(game_id, b"dealt")
    assert store.read(game_id, ONCE).reply is None
    assert store.commit(game_id, 1, b"moved", [b"one"], once=ONCE, reply=BYTES) is None
    assert store.commit(game_id, 1, b"again", [b"again"], once=ONCE, reply=b"again") == BYTES
    assert store.commit(game_id, 2, b"again", [b"again"], once=ONCE, reply=b"again") == BYTES
    assert store.read(game_id, ONCE) == StoredGame(2, 1, b"moved", BYTES)
    assert store.read(game_id).reply is None
    assert store.read(game_id, Once("another key", ONCE.fingerprint)).reply is None


def test_an_empty_reply_is_a_reply(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt")
    assert store.commit(game_id, 1, b"moved", once=ONCE, reply=b"") is None
    assert store.commit(game_id, 1, b"again", once=ONCE, reply=b"") == b""
    assert store.read(game_id, ONCE).reply == b""


def test_a_key_belongs_to_one_request(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt")
    store.commit(game_id, 1, b"moved", once=ONCE, reply=b"reply")
    with pytest.raises(KeyReused):
        store.read(game_id, OTHER)
    for version in (1, 2):
        with pytest.raises(KeyReused):
            store.commit(game_id, version, b"lost", [b"lost"], once=OTHER, reply=b"lost")
    assert store.read(game_id, ONCE) == StoredGame(2, 0, b"moved", b"reply")


def test_a_key_belongs_to_one_game(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt")
    store.create(game_id[::-1], b"dealt")
    store.commit(game_id, 1, b"moved", once=ONCE, reply=b"reply")
    assert store.commit(game_id[::-1], 1, b"moved", once=OTHER, reply=b"another") is None


@pytest.mark.parametrize("key", ["", ":", "1", "version", "ключ", "'; DROP TABLE games", "k" * 300])
def test_a_key_is_any_text(store: GameStore, game_id: str, key: str) -> None:
    store.create(game_id, b"dealt", [b"one"])
    assert store.commit(game_id, 1, b"moved", once=Once(key, b""), reply=b"reply") is None
    assert store.read(game_id, Once(key, b"")) == StoredGame(2, 1, b"moved", b"reply")


def test_the_newest_replies_are_kept_and_those_before_them_forgotten(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt")
    requests = [Once(f"key {number}", b"%d" % number) for number in range(KEPT_REPLIES + 3)]
    for version, once in enumerate(requests, 1):
        store.commit(game_id, version, b"moved", once=once, reply=once.fingerprint)
    assert [store.read(game_id, once).reply for once in requests] == [
        None if number < 3 else b"%d" % number for number in range(len(requests))
    ]


def test_events_are_read_after_a_number_and_so_many(store: GameStore, game_id: str) -> None:
    events = [b"%d" % number for number in range(1, 701)]
    store.create(game_id, b"dealt", events[:1])
    store.commit(game_id, 1, b"moved", events[1:])
    assert store.events(game_id, 0, 2) == Events([b"1", b"2"], 700)
    assert store.events(game_id, 5, 3) == Events([b"6", b"7", b"8"], 700)
    assert store.events(game_id, 698, 10) == Events([b"699", b"700"], 700)
    assert store.events(game_id, 700, 10) == Events([], 700)
    assert store.events(game_id, 900, 10) == Events([], 700)
    assert store.events(game_id, 0, 10_000) == Events(events, 700)
    assert store.events(game_id, 100, 500) == Events(events[100:600], 700)


def test_a_game_that_is_deleted_is_gone(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt", [b"one"])
    store.commit(game_id, 1, b"moved", once=ONCE, reply=b"reply")
    store.delete(game_id)
    assert_gone(store, game_id)
    store.create(game_id, b"another")
    assert store.read(game_id, ONCE) == StoredGame(1, 0, b"another")
    assert store.events(game_id, 0, 10) == Events([], 0)


def test_a_game_that_never_was_is_gone(store: GameStore, game_id: str) -> None:
    assert_gone(store, game_id)


def assert_gone(store: GameStore, game_id: str) -> None:
    for ask in (
        lambda: store.read(game_id),
        lambda: store.read(game_id, ONCE),
        lambda: store.commit(game_id, 2, b"lost", [b"lost"], once=ONCE, reply=b"lost"),
        lambda: store.commit(game_id, 2, b"lost"),
        lambda: store.events(game_id, 0, 10),
        lambda: store.wait(game_id, 0, 5),
        lambda: store.delete(game_id),
    ):
        with pytest.raises(GameNotFound):
            ask()


def test_a_game_that_is_idle_ends_and_one_that_is_written_to_lives_on(
    url: str, opened: Callable[..., GameStore], game_id: str
) -> None:
    store = opened(url, time_to_live=0.4)
    idle = game_id[::-1]
    for one in (idle, game_id):
        store.create(one, b"dealt", [b"one"])
        store.commit(one, 1, b"moved", [b"two"], once=ONCE, reply=b"reply")
    for version in range(2, 6):
        time.sleep(0.15)
        store.commit(game_id, version, b"moved", [b"more"])
        if version == 2:
            assert store.read(idle).version == 2
    assert_gone(store, idle)
    assert store.read(game_id, ONCE) == StoredGame(6, 6, b"moved", b"reply")
    assert len(store.events(game_id, 0, 10).events) == 6
    store.create(idle, b"another")
    assert store.read(idle, ONCE) == StoredGame(1, 0, b"another")
    assert store.events(idle, 0, 10) == Events([], 0)


def test_all_who_ask_for_a_secret_get_the_same(url: str, opened: Callable[..., GameStore], game_id: str) -> None:
    first, second = opened(url), opened(url)
    assert first.secret(game_id, BYTES) == BYTES
    assert second.secret(game_id, b"too late") == BYTES
    assert first.secret(f"{game_id} another", b"another") == b"another"


def test_a_store_that_is_there_answers_a_ping(store: GameStore) -> None:
    store.ping()


def test_games_are_counted_or_not_but_never_wrongly(url: str, opened: Callable[..., GameStore], game_id: str) -> None:
    store, brief = opened(url), opened(url, time_to_live=0.01)
    store.create(game_id, b"dealt")
    brief.create(game_id[::-1], b"dealt")
    time.sleep(0.02)
    assert store.count() in {None, 1}


def test_whoever_waits_is_told_of_events_that_are_there(store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt", [b"one", b"two"])
    assert store.wait(game_id, 0, 0) == 2
    assert store.wait(game_id, 1, 5) == 2


@pytest.mark.parametrize("after", [2, 7])
def test_whoever_waits_in_vain_is_told_so_in_time(store: GameStore, game_id: str, after: int) -> None:
    store.create(game_id, b"dealt", [b"one", b"two"])
    began = time.monotonic()
    assert store.wait(game_id, after, 0.3) == 2
    assert store.wait(game_id, after, 0) == 2
    assert 0.25 < time.monotonic() - began < 0.8


@pytest.mark.parametrize("who", ["the same store", "another store"])
def test_whoever_waits_hears_of_a_commit_at_once(
    url: str, opened: Callable[..., GameStore], game_id: str, who: str
) -> None:
    store = opened(url)
    writer = store if who == "the same store" else opened(url)
    store.create(game_id, b"dealt", [b"one"])
    store.create(game_id[::-1], b"dealt")
    heard: dict[str, tuple[int, float]] = {}

    def wait(name: str, one: str, after: int) -> None:
        heard[name] = store.wait(one, after, 1.2), time.monotonic()

    threads = [
        Thread(target=wait, args=("first", game_id, 1)),
        Thread(target=wait, args=("second", game_id, 1)),
        Thread(target=wait, args=("later", game_id, 2)),
        Thread(target=wait, args=("elsewhere", game_id[::-1], 0)),
    ]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    writer.commit(game_id, 1, b"no event")
    time.sleep(0.2)
    assert heard == {}
    writer.commit(game_id, 2, b"moved", [b"two"])
    written = time.monotonic()
    for thread in threads:
        thread.join()
    for name in ("first", "second"):
        assert heard[name][0] == 2
        assert heard[name][1] - written < 0.3
    assert (heard["later"][0], heard["elsewhere"][0]) == (2, 0)
    assert min(heard["later"][1], heard["elsewhere"][1]) - began >= 1.2


def test_whoever_waits_for_a_game_that_ends_is_told_so(
    url: str, opened: Callable[..., GameStore], game_id: str
) -> None:
    store, other = opened(url), opened(url)
    store.create(game_id, b"dealt")
    ending = Timer(0.2, other.delete, [game_id])
    ending.start()
    with pytest.raises(GameNotFound):
        store.wait(game_id, 0, 5)
    ending.join()


def test_nobody_waits_on_when_the_store_is_closed(url: str, opened: Callable[..., GameStore], game_id: str) -> None:
    store = opened(url)
    store.create(game_id, b"dealt")
    closing = Timer(0.2, store.close)
    began = time.monotonic()
    closing.start()
    assert store.wait(game_id, 0, 5) == 0
    assert time.monotonic() - began < 1
    closing.join()
