"""What games cost that the service keeps, over HTTP: a move beside the same move judged as a turn, and memory.

A real gunicorn keeps them in a file, and another one in a real Redis server. Each move is asked twice in a row: as
judgeTurn with the position that the seat sees, and as playMove. The two are compared, so that the speed of the machine
does not count. Events are timed from the move that makes them to two clients that wait.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.app import create_app
from service.settings import Settings
from tests.bench.figures import Figure
from tests.live.conftest import START, running
from tests.live.processes import mebibytes
from tests.store.servers import one_server

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST: Final = {"sqlite": 1.5, "redis": 2.5}
"""So many times what judging costs a move may cost on each store."""

LATEST_EVENT: Final = 300.0
MOVES: Final = 600
EVENTS: Final = 10
WARM_UP: Final = 100
MOST_GROWTH: Final = 16.0
"""So many mebibytes a process may grow by while games are kept: caches fill, games are not among them."""


class Seat(NamedTuple):
    """A seat of a game, with a connection that is kept alive."""

    connection: HTTPConnection
    path: str
    token: str

    def send(self, method: str, what: str, body: Any = None, **headers: str) -> tuple[Any, str, float]:
        """Send a request about the game; gives the answer, its tag, and the microseconds that it took."""
        sent = {"Authorization": f"Bearer {self.token}"} | {
            key.replace("_", "-"): text for key, text in headers.items()
        }
        return ask(self.connection, method, self.path + what, body, sent)


def ask(
    connection: HTTPConnection, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[Any, str, float]:
    """Send a request, and measure from its first byte to the last of the answer."""
    text = None if body is None else json.dumps(body)
    sent = {"Content-Type": "application/json"} | (headers or {})
    began = perf_counter()
    connection.request(method, path, text, sent)
    with connection.getresponse() as response:
        read = response.read()
    took = (perf_counter() - began) * 1e6
    assert response.status < 300, read
    return json.loads(read), response.headers.get("ETag", ""), took


def new_game(connection: HTTPConnection, seats: int) -> list[Seat]:
    """Begin a game that a round of draws and discards does not end soon."""
    made, _, _ = ask(connection, "POST", "/v1/games", {"ruleset": "nordic", "seats": [{}] * seats})
    return [Seat(connection, f"/v1/games/{made['game_id']}", seat["token"]) for seat in made["seats"]]


def position_in(view: Any) -> dict[str, Any]:
    """Return the position of a view, as a client asks about it."""
    same = ("discard_pile", "stock_count", "melds", "first_turn", "phase", "drawn", "passes")
    position = {name: view[name] for name in same if name in view}
    return position | {"players": len(view["hand_counts"]), "seat": view["your_seat"], "hand": view["your_hand"]}


def costs_of_moves(connection: HTTPConnection, moves: int) -> tuple[float, float]:
    """Play moves, each of them judged first; gives what judging and playing cost, in microseconds.

    The slowest of the quickest tenth counts: what other programs of the machine do to the rest is not ours.
    """
    judged: list[float] = []
    played: list[float] = []
    seats: list[Seat] = []
    while len(played) < moves:
        if not seats:
            seats = new_game(connection, 4)
        view, _, _ = seats[0].send("GET", "")
        if "seat_to_act" not in view:
            seats = []
            continue
        seat = seats[view["seat_to_act"]]
        view, tag, _ = seat.send("GET", "")
        drawing = view["phase"] == "draw"
        move = {"kind": "draw_stock"} if drawing else {"kind": "discard", "card": view["drawn"]["cards"][0]}
        told = move | {"card": unseen(view)} if drawing else move
        turn = {"ruleset": "nordic", "position": position_in(view), "moves": [told]}
        verdict, _, cost = ask(connection, "POST", "/v1/verdicts/turn", turn)
        assert verdict["legal"], verdict
        judged.append(cost)
        _, _, cost = seat.send("POST", "/moves", move, If_Match=tag)
        played.append(cost)
    return quantiles(judged[WARM_UP:], n=10)[0], quantiles(played[WARM_UP:], n=10)[0]


def unseen(view: Any) -> str:
    """Name a card that may come from the stock."""
    shown = {*view["your_hand"], *view["discard_pile"]}
    return next(card for card in (f"{rank}{suit}" for rank in "23456789JQKA" for suit in "SHDC") if card not in shown)


def lateness_of_events(address: str, times: int) -> list[float]:
    """Let two clients wait, one by a long poll and one on a stream; gives how many milliseconds events took."""
    late: list[float] = []
    player = HTTPConnection(address, timeout=30)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(times):
            seats = new_game(player, 2)
            waiting = [pool.submit(each, address, seats[0].path) for each in (heard_by_poll, heard_on_stream)]
            sleep(0.4)
            played = perf_counter()
            seats[1].send("POST", "/moves", {"kind": "draw_stock"}, If_Match='"1"')
            late += [(each.result() - played) * 1000 for each in waiting]
    player.close()
    return sorted(late)


def heard_by_poll(address: str, path: str) -> float:
    """Wait for the first move by a long poll; gives when it was heard of."""
    connection = HTTPConnection(address, timeout=30)
    listed, _, _ = ask(connection, "GET", f"{path}/events?after=1&wait=25")
    heard = perf_counter()
    connection.close()
    assert listed["events"][0]["type"] == "card_drawn"
    return heard


def heard_on_stream(address: str, path: str) -> float:
    """Wait for the first move on a stream; gives when it was heard of."""
    connection = HTTPConnection(address, timeout=30)
    connection.request("GET", f"{path}/events/stream", headers={"Last-Event-ID": "1"})
    with connection.getresponse() as response:
        while not response.readline().startswith(b"data:"):
            pass
        heard = perf_counter()
    connection.close()
    return heard


def growth_by(games: int) -> tuple[float, float]:
    """Keep so many games in this process, with a move in each; gives its mebibytes when it was warm, and after."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(store_url=f"sqlite:///{folder}/games.db", access_log="off"))
        client = app.test_client()
        warm, before = max(200, games // 20), 0.0
        for number in range(warm + games):
            if number == warm:
                before = mebibytes(os.getpid(), "Rss")
            made: Any = client.post("/v1/games", json={"seats": [{}] * (2 + number % 7)}).json
            headers = {"Authorization": f"Bearer {made['seats'][1]['token']}", "If-Match": '"1"'}
            played = client.post(f"/v1/games/{made['game_id']}/moves", json={"kind": "draw_stock"}, headers=headers)
            assert played.status_code == 200
        after = mebibytes(os.getpid(), "Rss")
        app.extensions["games"].close()
    return before, after


def measure(games: int) -> Iterator[Figure]:
    """Measure moves and events on each store, and the memory that so many games take."""
    before, after = growth_by(games)
    yield Figure(f"growth of a process by {games} games", after - before, "MiB", most=MOST_GROWTH)
    with TemporaryDirectory() as name, one_server(Path(name)) as server:
        urls = {"sqlite": f"sqlite:///{name}/games.db", "redis": server.url}
        for store, most in MOST.items():
            with running(*START, RUMMY500_STORE_URL=urls[store]) as address:
                connection = HTTPConnection(address, timeout=30)
                judged, played = costs_of_moves(connection, MOVES)
                connection.close()
            yield Figure(f"{store}: a move judged", judged, "us")
            yield Figure(f"{store}: a move played", played, "us")
            yield Figure(f"{store}: a move played", played / judged, "times judged", most=most)
            with running(*START, RUMMY500_STORE_URL=urls[store], RUMMY500_WORKERS="2") as address:
                late = lateness_of_events(address, EVENTS)
            yield Figure(f"{store}: half of the events within", median(late), "ms")
            yield Figure(f"{store}: all events within", late[-1], "ms", most=LATEST_EVENT)
