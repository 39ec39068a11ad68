"""What the log tells of an exchange, and what it never does."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from service.app import create_app
from service.settings import Settings
from service.web import logs
from tests.web.seats import Table

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Logged

MELD = "/v1/verdicts/meld"
TRACE = "0af7651916cd43dd8448eb211c80319c"


@pytest.fixture
def client() -> Any:
    app = create_app(Settings(store_url="none"))

    @app.get("/broken")
    def broken() -> str:
        try:
            return str(int("QS in the hand"))
        except ValueError as error:
            raise RuntimeError("KS in the hand") from error

    return app.test_client()


def test_a_request_is_one_line(client: Any, logged: Logged) -> None:
    headers = {"X-Request-ID": "move-12", "traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}
    client.post(MELD, json={"cards": ["5H", "6H", "8H"]}, headers=headers)
    [line] = logged()
    assert line.pop("time").endswith("+00:00")
    assert line.pop("duration_ms") > 0
    assert line == {
        "level": "info",
        "event": "request",
        "request_id": "move-12",
        "trace_id": TRACE,
        "method": "POST",
        "route": MELD,
        "status": 200,
        "kind": "meld",
        "legal": False,
        "codes": ["RUN_HAS_GAP"],
    }


def test_a_batch_tells_its_codes_once(client: Any, logged: Logged) -> None:
    items = [
        {"id": "a", "question": {"kind": "meld", "cards": cards}} for cards in (["5H", "6H", "8H"], ["5H", "6H", "7H"])
    ]
    client.post("/v1/verdicts/batch", json={"items": items * 2})
    [line] = logged()
    assert (line["kind"], line["items"], line["codes"]) == ("batch", 4, ["RUN_HAS_GAP"])
    assert "legal" not in line


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/nowhere/5H?hand=QS", {"route": "none", "status": 404, "problem": "NOT_FOUND"}),
        ("/v1/rulesets/canasta", {"route": "/v1/rulesets/{ruleset_id}", "status": 404, "problem": "NOT_FOUND"}),
        ("/livez?hand=QS", {"route": "/livez", "status": 400, "problem": "UNKNOWN_PARAMETER"}),
        ("/livez", {"route": "/livez", "status": 200}),
    ],
)
def test_a_line_tells_the_template_of_the_address_and_never_the_address(
    client: Any, logged: Logged, path: str, told: dict[str, object]
) -> None:
    client.get(path)
    [line] = logged()
    assert told.items() <= line.items()
    assert not any(word in str(line) for word in ("nowhere", "canasta", "5H", "QS"))


@pytest.mark.parametrize(
    "given", ["", "5H", f"00-{'0' * 32}-b7ad6b7169203331-01", f"00-{TRACE.upper()}-b7ad6b7169203331-01", f"00-{TRACE}"]
)
def test_what_is_no_traceparent_is_not_logged(client: Any, logged: Logged, given: str) -> None:
    client.get("/livez", headers={"traceparent": given})
    assert "trace_id" not in logged()[0]


def test_methods_that_nobody_knows_have_no_name(client: Any, logged: Logged) -> None:
    client.open("/livez", method="QS5H")
    assert logged()[0]["method"] == "other"


def test_a_fault_is_told_by_its_places_and_by_nothing_that_was_in_it(client: Any, logged: Logged) -> None:
    client.get("/broken", headers={"X-Request-ID": "broken-1"})
    fault, request = logged()
    assert (fault["event"], fault["level"], fault["request_id"]) == ("fault", "error", "broken-1")
    assert [place for place in fault["places"] if place.startswith("builtins")] == [
        "builtins.RuntimeError",
        "builtins.ValueError",
    ]
    assert (request["status"], request["problem"]) == (500, "INTERNAL")
    assert "hand" not in str(fault)


def formatted(message: str, *args: object, fault: BaseException | None = None) -> Any:
    exc_info = (type(fault), fault, None) if fault else None
    record = logging.LogRecord("gunicorn.error", logging.ERROR, "", 0, message, args, exc_info)
    return json.loads(logs.Lines().format(record))


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Error handling request GET /v1/games/abc?hand=QS", "Error handling request"),
        ("Invalid request from ip=::1: Invalid Request Line 'GET QS'", "Invalid request from ip=::1"),
        ("Worker exiting", "Worker exiting"),
    ],
)
def test_what_the_server_logs_is_a_line_too_and_repeats_no_request(message: str, told: str) -> None:
    assert formatted(message)["event"] == told


def test_every_field_is_there_where_it_should_be(client: Any, logged: Logged) -> None:
    client.post(MELD, json={"cards": ["5H"]}, headers={"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"})
    client.post("/v1/verdicts/batch", json={"items": [{"id": "a", "question": {"kind": "meld", "cards": ["5H"]}}]})
    client.get("/broken")
    lines = [*logged(), formatted("%s", "x", fault=ValueError("QS"))]
    assert {field for line in lines for field in line} == set(logs.FIELDS)


@pytest.mark.parametrize(("level", "count"), [("info", 1), ("warning", 0)])
def test_less_grave_lines_than_asked_for_are_not_written(level: str, count: int, logged: Logged) -> None:
    create_app(Settings(store_url="none", log_level=level)).test_client().get("/livez")
    assert len(logged()) == count


def test_a_game_is_logged_without_its_id_its_tokens_and_its_cards(tmp_path: Path, logged: Logged) -> None:
    app = create_app(Settings(store_url=f"sqlite:///{tmp_path}/games.db", stream_seconds=1))
    table = Table(app.test_client())
    table.play(1, {"kind": "discard", "card": "5H"})
    table.played(1, kind="draw_stock")
    with table.ask(0, "/events/stream") as stream:
        stream.get_data()
    lines = logged()
    assert [line["codes"] for line in lines if line.get("problem") == "MOVE_ILLEGAL"]
    assert [line for line in lines if line.get("kind") == "move" and line["legal"]]
    streams = [line for line in lines if line["route"] == "/v1/games/{game_id}/events/stream"]
    assert [line["duration_ms"] > 900 for line in streams] == [True]
    secrets = [table.path.rpartition("/")[2], table.host, *table.tokens, "5H", "KH"]
    assert not [secret for secret in secrets if secret in str(lines)]
    app.extensions["games"].close()
