"""No reply, event, stream or log line holds a card that is hidden from whoever reads it.

A deck without twins marks its cards. For every seat, and for somebody without a token, it is noted which cards have
ever lain open or been in that hand; everything that this reader is sent may name those and no others. Only the words of
a refusal name cards that are nowhere to be seen, such as the one that would fit; that they do not depend on what is
hidden is seen to in `tests/games/test_hidden.py`.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from service.app import create_app
from service.games.saved import load
from service.settings import Settings
from tests.web.seats import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from tests.web.conftest import Logged

_CARD: Final = re.compile(r"(?<![A-Za-z0-9_-])(?:10|[2-9AJQK])[SHDC](?![A-Za-z0-9_-])")
#: Random letters may look like a card.
_SECRETS: Final = re.compile(r"[0-9a-f]{32,64}(?:\.[0-7host]+\.\d+\.[A-Za-z0-9_-]{32})?")


def named(text: str) -> set[str]:
    """Return the cards that a text names."""
    return set(_CARD.findall(_SECRETS.sub("", text)))


def plain(document: Any) -> Any:
    """Return a document without the words of refusals."""
    if isinstance(document, dict):
        return {name: plain(value) for name, value in document.items() if name not in ("message", "detail", "params")}
    return [plain(each) for each in document] if isinstance(document, list) else document


@pytest.fixture(scope="module")
def streamer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """Give a client of an application whose streams are short."""
    app = create_app(
        Settings(
            store_url=f"sqlite:///{tmp_path_factory.mktemp('store')}/games.db", stream_seconds=1, log_level="debug"
        )
    )
    yield app.test_client()
    app.extensions["games"].close()


class Readers:
    """Who may know which cards."""

    def __init__(self, table: Table, seats: int) -> None:
        self.table = table
        self.seats = range(seats)
        self.open: set[str] = set()
        self.own: list[set[str]] = [set() for _ in self.seats]
        self.look()

    def look(self) -> None:
        """Note what lies open and what each seat holds."""
        store = self.table.client.application.extensions["games"].store
        self.round = load(store.read(self.table.path.rpartition("/")[2]).state).game.round
        self.open |= {card.code for card in self.round.table.pile}
        self.open |= {card.code for meld in self.round.table.melds for card in meld.cards}
        for seat in self.seats:
            self.own[seat] |= {card.code for card in self.round.hand(seat)}

    def check(self, reader: int | None, response: TestResponse) -> None:
        """See that a reader is sent nothing that is hidden from them."""
        self.look()
        known = self.open if reader is None else self.open | self.own[reader]
        is_verdict = response.is_json and ("violations" in response.text)
        text = str(plain(response.json)) if is_verdict else response.text
        hidden = named(f"{response.headers}{text}") - known
        assert not hidden, (reader, response.request.path, hidden)


def moves_to_try(readers: Readers, chance: Random) -> list[Any]:
    """Return moves, most of them unlawful, that poke at what is hidden: cards of the stock, of others, of nobody."""
    round_ = readers.round
    cards = [card.code for card in (*round_.stock, *[card for seat in readers.seats for card in round_.hand(seat)])]
    some = chance.sample(cards, min(3, len(cards)))
    return [
        {"kind": "draw_stock"},
        {"kind": "take_discards", "count": chance.randint(1, 4)},
        {"kind": "pass"},
        {"kind": "call_rummy", "count": chance.randint(1, 3)},
        *[{"kind": "discard", "card": card} for card in some[:1]],
        {"kind": "lay_meld", "cards": some},
        {"kind": "lay_off", "cards": some[:1]},
    ]


def own_words(move: Any, response: TestResponse) -> set[str]:
    """Return the cards that the reader named, which may be told back."""
    return named(str(move)) if response.status_code in (200, 409) else set()


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, 3),
        ({"call_rummy": "pile", "top_discard": "keep", "dug_card_timing": "same_turn"}, 4),
        ({"call_rummy": "last_discard", "booting_bonus": 25}, 3),
        ({"going_out": "float", "stock_end": "reshuffle", "top_discard": "keep", "first_meld_minimum": 20}, 4),
    ],
    ids=["american", "pile", "last_discard", "reshuffle"],
)
def test_nobody_is_sent_a_hidden_card(
    streamer: FlaskClient,
    logged: Logged,
    options: dict[str, Any],
    seats: int,
) -> None:
    chance = Random(str(options))
    table = Table(streamer, seats=[{}] * seats, options=options, deck=_shuffled())
    readers = Readers(table, seats)
    readers.check(None, table.created)
    for number in range(40):
        view = table.view(None)
        if "seat_to_act" not in view:
            break
        seat = view["seat_to_act"]
        reader = chance.choice([*readers.seats, None])
        for what in ("", "/events?after=0", f"/events?after={max(1, view['last_event'] - 3)}"):
            readers.check(reader, table.ask(reader, what))
        for player in (seat, chance.choice(readers.seats)):
            readers.check(player, table.ask(player, "/legal-moves"))
            for move in moves_to_try(readers, chance):
                _try(readers, table, player, move)
        if number % 10 == 0:
            _rotate(readers, table, chance.choice(readers.seats))
        _play(readers, table, seat, chance, f"key-{number}")
    for reader in (*readers.seats, None):
        readers.check(reader, table.ask(reader))
        readers.check(reader, table.ask(reader, "/events?after=1&limit=500"))
        readers.check(reader, table.ask(reader, "/legal-moves"))
    streams = [(reader, last) for reader in (*readers.seats, None) for last in ("0", "1")]
    # A stream lasts a while: all of them at once.
    with ThreadPoolExecutor(len(streams)) as pool:
        sent = pool.map(lambda asked: table.ask(asked[0], "/events/stream", Last_Event_ID=asked[1]), streams)
    for (reader, _), response in zip(streams, sent, strict=True):
        assert response.text.count("\nid: ")
        readers.check(reader, response)
        response.close()
    told = f"{logged()}{streamer.get('/metrics').text}"
    assert told.count("'/v1/games/{game_id}/moves'") > 40
    secrets = [table.path.rpartition("/")[2], table.host, *table.tokens]
    assert not named(told)
    assert not [secret for secret in secrets if secret in told]


def _shuffled() -> list[str]:
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    deck = [rank + suit for rank in ranks for suit in "SHDC"]
    Random(500).shuffle(deck)
    return deck


def _try(readers: Readers, table: Table, player: int, move: Any) -> None:
    """Have a move judged, and have an unlawful one refused; what the player named may be told back."""
    judged = table.send(player, "/verdicts", move)
    before = set(readers.own[player])
    readers.own[player] |= own_words(move, judged)
    readers.check(player, judged)
    verdict: Any = judged.json
    if verdict.get("legal") is False:
        readers.check(player, table.send(player, "/moves", move, If_Match="*"))
    else:
        readers.check(player, table.send(player, "/moves", move, If_Match='"0"'))
    readers.own[player] = before


def _rotate(readers: Readers, table: Table, seat: int) -> None:
    response = table.client.post(f"{table.path}/seats/{seat}/token", headers=table.headers("host"))
    readers.check(None, response)
    document: Any = response.json
    readers.check(None, table.ask(seat))
    table.tokens[seat] = document["token"]


def _play(readers: Readers, table: Table, seat: int, chance: Random, key: str) -> None:
    """Play a lawful move and play it again under its key; nobody else is sent the answer under this key."""
    listed: Any = table.ask(seat, "/legal-moves").json
    laying = [each for each in listed["moves"] if each["points"]]
    move = chance.choice(laying or listed["moves"])["move"]
    for _ in range(2):
        readers.check(seat, table.send(seat, "/moves", move, If_Match="*", Idempotency_Key=key))
    other = (seat + 1) % len(readers.seats)
    before = set(readers.own[other])
    readers.own[other] |= named(str(move))
    readers.check(other, table.send(other, "/moves", move, Idempotency_Key=key, If_Match='"0"'))
    readers.own[other] = before


def test_a_seed_and_undealt_cards_are_nowhere(keeper: FlaskClient) -> None:
    table = Table(keeper, deck=_shuffled(), seed="a-seed-to-be-found")
    for reader in (0, 1, "host", None):
        for what in ("", "/events?after=0", "/events?after=1"):
            assert "a-seed-to-be-found" not in table.ask(reader, what).text
    ended = table.send("host", "/end", {}, If_Match="*")
    assert "a-seed-to-be-found" not in ended.text + table.ask(0, "/record").text
