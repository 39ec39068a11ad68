"""Clients of a service that runs, over real connections, and the games that they play there."""

from __future__ import annotations

import json
import time
from http.client import HTTPConnection, HTTPException
from typing import Any, Final, NamedTuple

PATIENCE: Final = 20.0
"""So many seconds a service that was held up may take to answer again."""


class Reply(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: Any
    document: Any


class Client:
    """A client that opens its connection anew when a worker has died."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.token = token
        self.connection = HTTPConnection(address, timeout=30)

    def __del__(self) -> None:
        self.connection.close()

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """Send a request, again if the connection broke."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                self.connection.request(method, path, None if body is None else json.dumps(body), sent)
                with self.connection.getresponse() as response:
                    read = response.read()
                    return Reply(response.status, response.headers, json.loads(read) if read else None)
            except (HTTPException, OSError):
                self.connection.close()
                assert time.monotonic() < ends, "nobody answers"
                time.sleep(0.05)


class Game(NamedTuple):
    """A game and its tokens."""

    address: str
    path: str
    tokens: list[str]
    host: str

    def client(self, seat: int | None = None) -> Client:
        return Client(self.address, self.host if seat is None else self.tokens[seat])


def new_game(address: str, seats: int = 2, **wanted: Any) -> Game:
    made = Client(address).send("POST", "/v1/games", {"seats": [{}] * seats} | wanted).document
    tokens = [seat["token"] for seat in made["seats"]]
    return Game(address, f"/v1/games/{made['game_id']}", tokens, made["host_token"])


def history(game: Game) -> list[Any]:
    """Return all events after the first; they are numbered without a gap."""
    client = Client(game.address)
    listed: list[Any] = []
    while page := client.send("GET", f"{game.path}/events?after={len(listed) + 1}&limit=500").document["events"]:
        listed += page
    assert [event["seq"] for event in listed] == list(range(2, len(listed) + 2))
    assert [event["version"] for event in listed] == sorted(event["version"] for event in listed)
    return listed
