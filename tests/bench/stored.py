"""What games cost that the service keeps, over HTTP: a move beside the same move judged as a turn, and memory.

`python -m tests.bench.stored` starts a real gunicorn on a file, and another one on a real Redis server. Each move is
asked twice in a row: as judgeTurn with the position that the seat sees, and as playMove. The medians are compared, so
that the speed of the machine does not count. `--games 10000` keeps so many games and watches a worker's memory.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final, NamedTuple

from tests.live.conftest import START, running
from tests.live.processes import worker_pids
from tests.store.servers import one_server

MOST: Final = {"sqlite": 1.5, "redis": 2.5}
"""So many times what judging costs a move may cost on each store."""

MOVES: Final = 600
WARM_UP: Final = 100
MEBIBYTE: Final = 2**20
MOST_GROWTH: Final = 16.0
"""So many mebibytes a worker may grow by while games are kept: caches fill, games are not among them."""


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
    """Play moves, each of them judged first; gives what judging and playing cost at the median, in microseconds."""
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
    return median(judged[WARM_UP:]), median(played[WARM_UP:])


def unseen(view: Any) -> str:
    """Name a card that may come from the stock."""
    shown = {*view["your_hand"], *view["discard_pile"]}
    return next(card for card in (f"{rank}{suit}" for rank in "23456789JQKA" for suit in "SHDC") if card not in shown)


def memory_of(address: str) -> float:
    """Return the mebibytes that the largest worker holds."""
    statuses = [Path(f"/proc/{pid}/status").read_text() for pid in worker_pids(address)]
    return max(int(text.partition("VmRSS:")[2].split()[0]) for text in statuses) * 1024 / MEBIBYTE


def growth_by(address: str, games: int) -> tuple[float, float]:
    """Keep so many games, with a move in each; gives the memory of the worker before, when warm, and after."""
    connection = HTTPConnection(address, timeout=30)
    before = 0.0
    warm = max(500, games // 20)
    for number in range(warm + games):
        if number == warm:
            before = memory_of(address)
        seats = new_game(connection, 2 + number % 7)
        seats[1].send("POST", "/moves", {"kind": "draw_stock"}, If_Match='"1"')
    connection.close()
    return before, memory_of(address)


def main() -> None:
    """Print the figures; the status tells whether a limit is broken."""
    parser = ArgumentParser(prog="python -m tests.bench.stored")
    parser.add_argument("--games", type=int, default=0, help="keep so many games and watch a worker's memory")
    games: int = parser.parse_args().games
    broken = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        urls = {"sqlite": f"sqlite:///{folder}/games.db", "redis": stack.enter_context(one_server(folder)).url}
        for store, most in MOST.items():
            with running(*START, RUMMY500_STORE_URL=urls[store]) as address:
                connection = HTTPConnection(address, timeout=30)
                judged, played = costs_of_moves(connection, MOVES)
                connection.close()
                times = played / judged
                print(
                    f"{store:8} judgeTurn {judged:6.0f} us, playMove {played:6.0f} us: {times:.2f} times, at most {most}"
                )
                broken += [f"a move on {store}"] if times > most else []
                if games:
                    before, after = growth_by(address, games)
                    print(f"{store:8} a worker before {games} games: {before:.1f} MiB, with them: {after:.1f} MiB")
                    broken += [f"memory on {store}"] if after - before > MOST_GROWTH else []
    if broken:
        sys.exit(f"Over the limit: {', '.join(broken)}")


if __name__ == "__main__":
    main()
