"""Measures what operators size by: processor time a question, memory a worker, Redis bytes a game.

`python -m tests.deploy.sizing` prints rows for deploy/README.md. Time is what the worker used of a core and not what a
clock shows, so that it hardly matters what else the machine does. Needs /proc.
"""

from __future__ import annotations

import json
import os
import subprocess
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.live.conftest import PROJECT, START, announced_address
from tests.store.servers import Server, one_server

QUESTIONS: Final = 2000
GAMES: Final = 200
PLAYED_GAMES: Final = 20
MOVES: Final = 40
HAND: Final = ["3C", "3D", "8S", "5H", "6H", "7H", "KD"]
POSITION: Final = {
    "players": 3,
    "seat": 0,
    "hand": ["3C", "3D", "8S"],
    "stock_count": 20,
    "discard_pile": ["5C", "AH", "KS", "3H", "QS", "4D"],
}
TURN: Final = {
    "position": POSITION,
    "moves": [
        {"kind": "take_discards", "count": 3},
        {"kind": "lay_meld", "cards": ["3H", "3C", "3D"]},
        {"kind": "discard", "card": "8S"},
    ],
}
ITEM: Final = {"id": "a", "question": {"kind": "meld", "ruleset": "nordic", "cards": ["QS", "KS", "AS"]}}
ASKED: Final[tuple[tuple[str, str, object, int], ...]] = (
    ("a meld", "/v1/verdicts/meld", {"ruleset": "nordic", "cards": ["QS", "KS", "AS"]}, QUESTIONS),
    ("a turn of three moves", "/v1/verdicts/turn", TURN, QUESTIONS),
    ("what a hand costs", "/v1/scores/hand", {"cards": HAND}, QUESTIONS),
    ("a batch of 100 melds", "/v1/verdicts/batch", {"items": [ITEM] * 100}, QUESTIONS // 40),
    ("a game created", "/v1/games", {"seats": [{}] * 4}, GAMES),
)


class Client:
    """Asks over one connection that stays open."""

    def __init__(self, address: str) -> None:
        self.connection = HTTPConnection(address, timeout=30)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[Any, str]:
        """Ask; gives the answer and its ETag."""
        sent = {"Content-Type": "application/json"} | {name.replace("_", "-"): text for name, text in headers.items()}
        self.connection.request(method, path, None if body is None else json.dumps(body), sent)
        response = self.connection.getresponse()
        answer = json.loads(response.read())
        assert response.status < 300, answer
        return answer, response.headers.get("ETag", "")


def processor_seconds(pid: int) -> float:
    """Give the time that a process has used of a core."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def mebibytes(pid: int) -> float:
    """Give the memory of a process, with its share of what it has in common with others."""
    line = next(line for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


def play(client: Client, moves: int) -> None:
    """Create a game and make moves in it: each seat draws from the stock and discards."""
    game, _ = client.ask("POST", "/v1/games", {"seats": [{}] * 4})
    path, tokens = f"/v1/games/{game['game_id']}", {seat["seat"]: seat["token"] for seat in game["seats"]}
    seat = game["view"]["seat_to_act"]
    for _ in range(moves):
        bearer = f"Bearer {tokens[seat]}"
        view, tag = client.ask("GET", path, Authorization=bearer)
        if view["phase"] == "draw":
            move: dict[str, object] = {"kind": "draw_stock"}
        else:
            offered, _ = client.ask("GET", f"{path}/legal-moves", Authorization=bearer)
            move = next(one["move"] for one in offered["moves"] if one["move"]["kind"] == "discard")
        played, _ = client.ask("POST", f"{path}/moves", move, Authorization=bearer, If_Match=tag)
        seat = played["view"].get("seat_to_act", seat)


def bytes_a_game(redis: Server) -> float:
    """Give the bytes that a game takes in Redis, at the median, and forget all games."""
    sizes = [redis.ask("MEMORY", "USAGE", key, "SAMPLES", 0) for key in redis.ask("KEYS", "rummy500:*{*")]
    for key in redis.ask("KEYS", "rummy500:*{*"):
        redis.ask("DEL", key)
    return float(median(sizes))


def main() -> None:
    """Print what was measured."""
    with TemporaryDirectory() as folder, one_server(Path(folder)) as redis:
        settings = {"RUMMY500_PORT": "0", "RUMMY500_WORKERS": "1", "RUMMY500_STORE_URL": redis.url}
        environment = os.environ | settings
        service = subprocess.Popen(
            START, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            client = Client(announced_address(service.stdout or ()))
            client.ask("GET", "/livez")
            worker = int(Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text().split()[0])
            for name, path, body, times in ASKED:
                client.ask("POST", path, body)
                began = processor_seconds(worker)
                for _ in range(times):
                    client.ask("POST", path, body)
                each = (processor_seconds(worker) - began) / times
                print(f"| {name} | {each * 1000:.2f} ms | {1 / each:.0f} |")
            print(f"a game just dealt: {bytes_a_game(redis):.0f} bytes")
            for _ in range(PLAYED_GAMES):
                play(client, MOVES)
            print(f"a game after {MOVES} moves: {bytes_a_game(redis):.0f} bytes")
            print(
                f"a worker: {mebibytes(worker):.0f} MiB; the process that starts them: {mebibytes(service.pid):.0f} MiB"
            )
        finally:
            service.terminate()
            service.wait()


if __name__ == "__main__":
    main()
