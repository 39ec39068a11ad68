"""A kept game as its seats play it over HTTP, in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

#: Dealt to two seats of five cards: seat 1 gets 5H 6H 7H KS KD and seat 0 2S 2D QC 8D 4C; 3C is turned up, KH is next.
DECK: Final = [
    card
    for line in (
        "5H 2S 6H 2D 7H QC KS 8D KD 4C 3C KH AS 5S JD 9S AH AD AC 2H 3S 3H 4S 4D 5D 5C",
        "6D 6C 7S 7D 8S 8C 9H 9C 10H 10C JS JH QS QD KC 2C 10S QH 9D 7C 10D 8H 3D 4H 6S JC",
    )
    for card in line.split()
]
SHORT: Final[dict[str, Any]] = {"two_player_hand": 5}


class Table:
    """A game, its tokens, and requests in the name of its seats."""

    def __init__(self, client: FlaskClient, **wanted: Any) -> None:
        self.client = client
        request = {"seats": [{"name": "North"}, {"name": "South"}], "options": SHORT, "deck": DECK} | wanted
        self.created = client.post("/v1/games", json=request)
        assert self.created.status_code == 201, self.created.text
        document: Any = self.created.json
        self.path = f"/v1/games/{document['game_id']}"
        self.tokens = [seat["token"] for seat in document["seats"]]
        self.host = document["host_token"]

    def headers(self, seat: int | str | None, **others: str) -> dict[str, str]:
        """Return the headers of a seat, of the "host", or of somebody without a token."""
        headers = {name.replace("_", "-"): value for name, value in others.items()}
        if seat is not None:
            token = self.host if seat == "host" else self.tokens[seat] if isinstance(seat, int) else seat
            headers["Authorization"] = f"Bearer {token}"
        return headers

    def ask(self, seat: int | str | None, what: str = "", **headers: str) -> TestResponse:
        return self.client.get(f"{self.path}{what}", headers=self.headers(seat, **headers))

    def view(self, seat: int | str | None) -> Any:
        return self.ask(seat).json

    def tag(self, seat: int | str | None = None) -> str:
        return self.ask(seat).headers["ETag"]

    def send(self, seat: int | str | None, what: str, body: Any, **headers: str) -> TestResponse:
        return self.client.post(f"{self.path}{what}", json=body, headers=self.headers(seat, **headers))

    def play(self, seat: int | str, move: Any, **headers: str) -> TestResponse:
        """Play a move on the table as it is."""
        return self.send(seat, "/moves", move, **({"If_Match": self.tag()} | headers))

    def played(self, seat: int, **move: Any) -> Any:
        """Play a lawful move."""
        response = self.play(seat, move)
        assert response.status_code == 200, response.text
        return response.json


DRAW: Final = {"kind": "draw_stock"}
