"""Whole games over HTTP while what serves and keeps them is killed or held up: what was answered is in the history.

Every move carries a key and is sent again until it is answered. Afterwards the events are those that the players were
told, without a gap, and the record is that of a game played by the rules.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

from tests.live.clients import PATIENCE, Client, Game, Reply, history, new_game
from tests.live.conftest import START, running
from tests.live.processes import worker_pids
from tests.store.servers import cluster, one_server, sentinel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Strike: TypeAlias = Callable[[Game], None]

ENDLESS: Final = {"target": 0}
BLOWS: Final = 2
PAUSE: Final = 0.6
"""Seconds between two blows: so many moves are played in them that each blow falls into the midst of some."""


class Players:
    """Everybody at one table; they play what is legal, and note what they are told."""

    def __init__(self, game: Game, chance: Random) -> None:
        self.game = game
        self.chance = chance
        self.seats = [game.client(seat) for seat in range(len(game.tokens))]
        self.host = game.client()
        self.told: dict[int, Any] = {}
        self.turned_away = 0

    def play(self, *, until: Callable[[], bool]) -> None:
        """Play round after round until something holds; then the host ends the game."""
        while True:
            view = self.served(self.host, "GET", self.game.path).document
            if until():
                break
            if "seat_to_act" in view:
                self.move(self.seats[view["seat_to_act"]])
            else:
                self.change(self.host, "/rounds", {}, view["version"])
        self.change(self.host, "/end", {}, view["version"])

    def move(self, player: Client) -> None:
        listed = self.served(player, "GET", f"{self.game.path}/legal-moves").document["moves"]
        version = self.served(player, "GET", self.game.path).document["version"]
        laying = [each for each in listed if each["points"]]
        self.change(player, "/moves", self.chance.choice(laying or listed)["move"], version)

    def change(self, client: Client, what: str, body: Any, version: int) -> None:
        """Send a change until it is answered; it is answered as if it had been sent once."""
        key = f"key-{len(self.told)}-{self.chance.random()}"
        sent = {"If_Match": f'"{version}"', "Idempotency_Key": key}
        reply = self.served(client, "POST", self.game.path + what, body, **sent)
        assert reply.status in (200, 201), reply
        assert reply.document["version"] == version + 1
        self.told |= {event["seq"]: event for event in reply.document["events"]}

    def served(self, client: Client, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """Send a request until the store is there."""
        ends = time.monotonic() + PATIENCE
        while (reply := client.send(method, path, body, **headers)).status == 503:
            assert reply.document["code"] == "STORE_UNAVAILABLE"
            assert reply.headers["Retry-After"] == "1"
            assert time.monotonic() < ends, "the store does not come back"
            self.turned_away += 1
            time.sleep(0.05)
        return reply


@contextmanager
def workers_killed(folder: Path) -> Iterator[tuple[str, Strike]]:
    """End a worker process, as the kernel does when there is no memory left; games are in a file."""

    def kill(game: Game) -> None:
        os.kill(worker_pids(game.address)[0], signal.SIGKILL)

    yield f"sqlite:///{folder}/games.db", kill


@contextmanager
def server_killed(folder: Path) -> Iterator[tuple[str, Strike]]:
    """End a Redis server that writes always, and start it again."""
    with one_server(folder, "--appendonly", "yes", "--appendfsync", "always") as server:

        def kill(_: Game) -> None:
            server.kill()
            time.sleep(0.2)
            server.start()

        yield server.url, kill


@contextmanager
def server_hung(folder: Path) -> Iterator[tuple[str, Strike]]:
    """Hold a Redis server up for longer than anybody waits for it."""
    with one_server(folder) as server:

        def hang(_: Game) -> None:
            server.hang()
            time.sleep(0.8)
            server.wake()

        yield server.url, hang


@contextmanager
def master_killed(group_of: Callable[..., Any], folder: Path) -> Iterator[tuple[str, Strike]]:
    """End the server that holds the game; a replica takes its place, and the dead one comes back as its replica."""
    with group_of(folder) as group:

        def kill(game: Game) -> None:
            group.replace_master(game.path.rpartition("/")[2])

        yield group.url, kill


@pytest.mark.parametrize(
    "misfortune",
    [
        workers_killed,
        pytest.param(server_killed, marks=pytest.mark.slow),
        pytest.param(server_hung, marks=pytest.mark.slow),
        pytest.param(partial(master_killed, cluster), marks=pytest.mark.slow, id="cluster_master_killed"),
        pytest.param(partial(master_killed, sentinel), marks=pytest.mark.slow, id="sentinel_master_killed"),
    ],
)
def test_games_are_whole_whatever_happens_under_play(misfortune: Callable[[Path], Any], tmp_path: Path) -> None:
    with (
        misfortune(tmp_path) as (url, strike),
        running(*START, RUMMY500_WORKERS="2", RUMMY500_STORE_URL=url) as address,
        ThreadPoolExecutor() as threads,
    ):
        chance = Random(500)
        tables = [
            Players(served_game(address, seats=3, ruleset="pagat", options=ENDLESS), chance),
            Players(served_game(address, seats=2, ruleset="nordic", options=ENDLESS), chance),
        ]

        def strike_often() -> None:
            for _ in range(BLOWS):
                time.sleep(PAUSE)
                strike(tables[0].game)

        blows = threads.submit(strike_often)
        others = threads.submit(tables[1].play, until=blows.done)
        try:
            tables[0].play(until=blows.done)
        finally:
            # If a blow went wrong, that is why the play did.
            blows.result()
        others.result()
        for table in tables:
            happened = history(table.game)
            assert {event["seq"]: public(event) for event in happened} == {
                number: public(event) for number, event in table.told.items()
            }
            record = table.host.send("GET", f"{table.game.path}/record").document
            judged = Client(address).send("POST", "/v1/verdicts/record", {"record": record}).document
            assert judged["legal"] is judged["commitment_holds"] is True
            assert happened[-1]["outcome"] == judged["outcome"]


def served_game(address: str, **wanted: Any) -> Game:
    """Begin a game as soon as the store is there."""
    ends = time.monotonic() + PATIENCE
    while Client(address).send("GET", "/readyz").document != {"status": "pass"}:
        assert time.monotonic() < ends, "the store is not there"
        time.sleep(0.1)
    return new_game(address, **wanted)


def public(event: Any) -> Any:
    """Return what everybody may know of an event."""
    return {name: value for name, value in event.items() if name != "cards" or event["type"] != "card_drawn"}
