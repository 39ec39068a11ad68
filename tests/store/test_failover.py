"""A master that ends in the middle of a run, on a Cluster and behind Sentinel: another takes its place."""

from __future__ import annotations

import time
from functools import partial
from secrets import token_hex
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from service.store import GameStore, Once, StaleVersion, StoreUnavailable
from tests.store.servers import Group, Server, cluster, sentinel, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

WITHIN = 1.0
"""Whoever asks a store that is away is told so within this many seconds."""


@pytest.fixture(params=[cluster, sentinel], ids=["cluster", "sentinel"])
def group(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Group]:
    """Give servers that the test may do with as it likes."""
    with request.param(tmp_path) as group:
        yield group


@pytest.fixture
def url(group: Group) -> str:
    return group.url


class Player:
    """Writes to a game of its own, one event a commit, and tries a commit that was not answered again.

    The last writes of a master may be missing at the one that takes its place: then it goes on from there.
    """

    def __init__(self, store: GameStore) -> None:
        self.store = store
        self.game_id = token_hex(16)
        self.version = 1
        self.longest = 0.0
        self.refused = 0
        self.stop = Event()
        self.thread = Thread(target=self.play)
        store.create(self.game_id, b"dealt")

    def play(self) -> None:
        while not self.stop.is_set():
            event = b"%d" % self.version
            began = time.monotonic()
            try:
                self.store.commit(
                    self.game_id, self.version, event, [event], once=Once(event.decode(), event), reply=event
                )
            except StoreUnavailable:
                self.refused += 1
                time.sleep(0.05)
            except StaleVersion as stale:
                if stale.version >= self.version:
                    raise
                self.version = stale.version
            else:
                self.version += 1
            self.longest = max(self.longest, time.monotonic() - began)


def test_games_go_on_after_the_end_of_a_master(group: Group, store: GameStore) -> None:
    players = [Player(store) for _ in range(4)]
    for player in players:
        player.thread.start()
    time.sleep(1)
    group.master(players[0].game_id).kill()
    reached = [player.version for player in players]
    until(lambda: all(player.version > before + 20 for player, before in zip(players, reached, strict=True)))
    for player in players:
        player.stop.set()
        player.thread.join()
    assert sum(player.refused for player in players)
    assert max(player.longest for player in players) < WITHIN
    for player in players:
        game = store.read(player.game_id)
        assert game.version == player.version
        assert store.events(player.game_id, 0, 1_000_000).events == [
            b"%d" % number for number in range(1, player.version)
        ]
        with pytest.raises(StaleVersion):
            store.commit(player.game_id, 1, b"late")


def test_a_silent_master_is_away_within_a_second_and_games_go_on(group: Group, store: GameStore, game_id: str) -> None:
    store.create(game_id, b"dealt")
    silent = group.master(game_id)
    silent.hang()
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        store.commit(game_id, 1, b"moved")
    with pytest.raises(StoreUnavailable):
        store.read(game_id)
    assert time.monotonic() - began < 2 * WITHIN
    until(lambda: has_moved(store, game_id))
    silent.wake()
    time.sleep(1)
    assert store.read(game_id).state == b"moved"


def has_moved(store: GameStore, game_id: str) -> bool:
    try:
        store.commit(game_id, 1, b"moved")
    except StoreUnavailable:
        return False
    except StaleVersion:
        return True
    return True


def test_when_all_servers_are_away_the_store_is_away_within_a_second_and_comes_back(
    group: Group, store: GameStore, game_id: str, opened: Callable[..., GameStore]
) -> None:
    store.create(game_id, b"dealt")
    for send_away, bring_back in ((Server.hang, Server.wake), (Server.kill, Server.start)):
        for server in group.servers:
            send_away(server)
        late = opened(group.url, wait=False)
        for one in (store, late):
            for ask in (one.ping, partial(one.read, game_id), partial(one.wait, game_id, 0, 5)):
                began = time.monotonic()
                with pytest.raises(StoreUnavailable):
                    ask()
                assert time.monotonic() - began < WITHIN
        for server in group.servers:
            bring_back(server)
        for one in (store, late):
            until(partial(takes_games, one))


def takes_games(store: GameStore) -> bool:
    try:
        store.create(token_hex(16), b"dealt")
    except StoreUnavailable:
        return False
    return True
