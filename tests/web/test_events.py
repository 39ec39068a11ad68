"""Events over HTTP: lists, waiting, and streams."""

from __future__ import annotations

import json
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from service.app import create_app
from service.settings import Settings
from service.web import games
from tests.web.seats import DRAW, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse


@pytest.fixture
def table(keeper: FlaskClient) -> Table:
    return Table(keeper)


def events(table: Table, seat: int | None, query: str) -> Any:
    return table.ask(seat, f"/events?{query}").json


def streamed(response: TestResponse) -> list[dict[str, str]]:
    """Read server-sent events to their end; comments are left out."""
    read = []
    with response:
        text = response.text
    for block in text.split("\n\n"):
        lines = [line.partition(": ") for line in block.split("\n") if line and not line.startswith(":")]
        if lines:
            read.append({name: value for name, _, value in lines})
    return read


def test_the_first_answer_is_the_table_as_it_is(table: Table) -> None:
    table.played(1, **DRAW)
    for seat in (0, 1, None):
        listed = events(table, seat, "after=0")
        assert listed["next_after"] == 2
        [snapshot] = listed["events"]
        assert (snapshot["seq"], snapshot["type"], snapshot["version"]) == (2, "snapshot", 2)
        assert snapshot["view"] == table.view(seat)
    assert table.ask(0, "/events").json == events(table, 0, "after=0")


def test_events_are_numbered_without_a_gap(table: Table) -> None:
    table.played(1, **DRAW)
    table.played(1, kind="lay_meld", cards=["KS", "KD", "KH"])
    table.played(1, kind="lay_meld", cards=["5H", "6H", "7H"])
    listed = events(table, 0, "after=1")
    assert [event["seq"] for event in listed["events"]] == [2, 3, 4, 5]
    assert [event["type"] for event in listed["events"]] == ["card_drawn", "meld_laid", "meld_laid", "round_over"]
    assert listed["next_after"] == 5
    first = events(table, 0, "after=1&limit=2")
    assert (len(first["events"]), first["next_after"]) == (2, 3)
    assert events(table, 0, "after=5") == {"events": [], "next_after": 5}
    assert events(table, 0, "after=99") == {"events": [], "next_after": 99}


def test_a_drawn_card_is_told_to_the_seat_that_drew_it_alone(table: Table) -> None:
    table.played(1, **DRAW)
    told = {"seq": 2, "type": "card_drawn", "version": 2, "seat": 1, "count": 1}
    assert events(table, 1, "after=1")["events"] == [told | {"cards": ["KH"]}]
    for seat in (0, None):
        assert events(table, seat, "after=1")["events"] == [told]


@pytest.mark.parametrize(
    "query",
    ["after=-1", "after=x", "after=1&after=2", "after=", "wait=26", "wait=1.5", "limit=0", "limit=501", "after=²"],
)
def test_a_parameter_that_cannot_be_used_is_named(table: Table, query: str) -> None:
    document = events(table, 0, query)
    assert document["code"] == "BAD_PARAMETER"
    assert document["errors"][0]["parameter"] == query.partition("=")[0]


def test_other_operations_have_no_parameters(table: Table) -> None:
    for what in ("?after=1", "/events?since=1", "/events/stream?after=1"):
        document: Any = table.ask(0, what).json
        assert document["code"] == "UNKNOWN_PARAMETER"


def test_an_event_reaches_who_waits_for_it_soon(table: Table) -> None:
    Timer(0.3, lambda: table.played(1, **DRAW)).start()
    asked = monotonic()
    listed = events(table, 0, "after=1&wait=20")
    assert [event["type"] for event in listed["events"]] == ["card_drawn"]
    assert monotonic() - asked < 5


def test_who_waits_in_vain_is_answered_in_time(table: Table) -> None:
    asked = monotonic()
    assert events(table, 0, "after=1&wait=1") == {"events": [], "next_after": 1}
    assert 0.9 < monotonic() - asked < 5


def test_a_game_that_ends_ends_the_waiting(table: Table) -> None:
    Timer(0.3, lambda: table.client.delete(table.path, headers=table.headers("host"))).start()
    assert events(table, 0, "after=1&wait=20")["code"] == "GAME_NOT_FOUND"


def test_a_token_that_dies_while_waiting_is_told_nothing(table: Table) -> None:
    def rotate_and_play() -> None:
        old = table.tokens[1]
        table.tokens[1] = table.client.post(f"{table.path}/seats/1/token", headers=table.headers(old)).json["token"]  # type: ignore[index]
        table.played(1, **DRAW)

    Timer(0.3, rotate_and_play).start()
    assert events(table, 1, "after=1&wait=20")["code"] == "UNAUTHENTICATED"


@pytest.fixture(scope="module")
def streamer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """Give a client of an application whose streams are short, and that lets one request wait."""
    url = f"sqlite:///{tmp_path_factory.mktemp('store')}/games.db"
    app = create_app(Settings(store_url=url, stream_seconds=1, waiters=1))
    yield app.test_client()
    app.extensions["games"].close()


@pytest.fixture
def short(streamer: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(games, "HEARTBEAT_SECONDS", 0.3)
    return Table(streamer)


def test_a_stream_begins_with_a_snapshot_goes_on_and_ends(short: Table) -> None:
    table = short
    Timer(0.3, lambda: table.played(1, **DRAW)).start()
    response = table.ask(0, "/events/stream")
    assert response.content_type == "text/event-stream"
    assert response.headers["Cache-Control"] == "private, no-cache"
    snapshot, drawn = streamed(response)
    assert (snapshot["id"], snapshot["event"]) == ("1", "snapshot")
    assert json.loads(snapshot["data"])["view"]["your_hand"] == ["2S", "2D", "QC", "8D", "4C"]
    assert (drawn["id"], drawn["event"]) == ("2", "card_drawn")
    assert json.loads(drawn["data"]) == {"seq": 2, "type": "card_drawn", "version": 2, "seat": 1, "count": 1}
    assert "\n: \n" in response.text


def test_a_stream_goes_on_where_the_client_was(short: Table) -> None:
    table = short
    table.played(1, **DRAW)
    table.played(1, kind="discard", card="KH")
    assert [event["id"] for event in streamed(table.ask(0, "/events/stream", Last_Event_ID="1"))] == ["2", "3"]
    assert streamed(table.ask(None, "/events/stream", Last_Event_ID="3")) == []
    for wrong in ("x", "-1", "", "1" * 10):
        document: Any = table.ask(0, "/events/stream", Last_Event_ID=wrong).json
        assert document["errors"][0]["header"] == "Last-Event-ID"


def test_a_stream_ends_with_its_game(table: Table) -> None:
    Timer(0.3, lambda: table.client.delete(table.path, headers=table.headers("host"))).start()
    assert [event["event"] for event in streamed(table.ask(0, "/events/stream"))] == ["snapshot"]


def test_only_so_many_wait(short: Table) -> None:
    table = short
    stream = table.ask(0, "/events/stream", Last_Event_ID="1")
    refused = table.ask(1, "/events/stream")
    document: Any = refused.json
    assert document["code"] == "RATE_LIMITED"
    assert refused.headers["Retry-After"] == "1"
    asked = monotonic()
    assert events(table, 1, "after=1&wait=20") == {"events": [], "next_after": 1}
    assert monotonic() - asked < 5
    stream.close()
    assert table.ask(1, "/events/stream", Last_Event_ID="1").status_code == 200
