"""Measures what operators size by: processor time a question, memory a worker, Redis bytes a game.

`python -m tests.deploy.sizing` prints rows for deploy/README.md. Time is what the worker used of a core and not what a
clock shows, so that it matters less what else the machine does. Needs /proc.
"""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.live.clients import Client
from tests.live.conftest import START, started
from tests.live.processes import mebibytes, processor_seconds, worker_pids
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
    ("the best melds of 7 cards", "/v1/advice/melds", {"hand": HAND}, QUESTIONS),
    ("what each pickup is worth", "/v1/advice/pickups", {"position": POSITION}, QUESTIONS // 4),
    ("a batch of 100 melds", "/v1/verdicts/batch", {"items": [ITEM] * 100}, QUESTIONS // 40),
    ("a game created", "/v1/games", {"seats": [{}] * 4}, GAMES),
)


def ask(client: Client, method: str, path: str, body: object = None, **headers: str) -> tuple[Any, str]:
    """Ask; gives the answer and its ETag."""
    reply = client.send(method, path, body, **headers)
    assert reply.status < 300, reply.document
    return reply.document, reply.headers.get("ETag", "")


def play(client: Client, moves: int) -> None:
    """Create a game and make moves in it: each seat draws from the stock and discards."""
    game, _ = ask(client, "POST", "/v1/games", {"seats": [{}] * 4})
    path, tokens = f"/v1/games/{game['game_id']}", {seat["seat"]: seat["token"] for seat in game["seats"]}
    seat = game["view"]["seat_to_act"]
    for _ in range(moves):
        bearer = f"Bearer {tokens[seat]}"
        view, tag = ask(client, "GET", path, Authorization=bearer)
        if view["phase"] == "draw":
            move: dict[str, object] = {"kind": "draw_stock"}
        else:
            offered, _ = ask(client, "GET", f"{path}/legal-moves", Authorization=bearer)
            move = next(one["move"] for one in offered["moves"] if one["move"]["kind"] == "discard")
        played, _ = ask(client, "POST", f"{path}/moves", move, Authorization=bearer, If_Match=tag)
        seat = played["view"].get("seat_to_act", seat)


def bytes_a_game(redis: Server) -> float:
    """Give the bytes that a game takes in Redis, at the median, and forget all games."""
    sizes = [redis.ask("MEMORY", "USAGE", key, "SAMPLES", 0) for key in redis.ask("KEYS", "rummy500:*{*")]
    for key in redis.ask("KEYS", "rummy500:*{*"):
        redis.ask("DEL", key)
    return float(median(sizes))


def main() -> None:
    """Print what was measured."""
    with (
        TemporaryDirectory() as folder,
        one_server(Path(folder)) as redis,
        Path(os.devnull).open("w") as nowhere,
        started(START, {"RUMMY500_LOG_LEVEL": "info", "RUMMY500_STORE_URL": redis.url}, nowhere) as (address, service),
    ):
        client = Client(address)
        ask(client, "GET", "/livez")
        (worker,) = worker_pids(address)
        for name, path, body, times in ASKED:
            ask(client, "POST", path, body)
            began = processor_seconds(worker)
            for _ in range(times):
                ask(client, "POST", path, body)
            each = (processor_seconds(worker) - began) / times
            print(f"| {name} | {each * 1000:.2f} ms | {1 / each:.0f} |")
        print(f"a game just dealt: {bytes_a_game(redis):.0f} bytes")
        for _ in range(PLAYED_GAMES):
            play(client, MOVES)
        print(f"a game after {MOVES} moves: {bytes_a_game(redis):.0f} bytes")
        memory = [mebibytes(pid, "Pss") for pid in (worker, service.pid)]
        print(f"a worker: {memory[0]:.0f} MiB; the process that starts them: {memory[1]:.0f} MiB")


if __name__ == "__main__":
    main()
