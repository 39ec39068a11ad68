"""Every metric moves with what it measures, and none has a label that clients could make up."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.settings import Settings
from service.store import StoreUnavailable
from service.web import metrics
from service.web.exchange import METHODS
from service.wire.rulebook import list_rules
from tests.web.seats import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask.testing import FlaskClient

MELD: Final = "/v1/verdicts/meld"
BAD: Final = {"cards": ["5H", "6H", "8H"]}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    folder = tmp_path_factory.mktemp("store")
    app = create_app(Settings(store_url=f"sqlite:///{folder}/games.db", stream_seconds=1, access_log="off"))
    yield app.test_client()
    app.extensions["games"].close()


def figures(client: FlaskClient) -> dict[str, float]:
    """Return every sample under its name with its labels."""
    response = client.get("/metrics")
    assert (response.status_code, response.mimetype) == (200, "text/plain")
    return {
        f"{sample.name}{sorted(sample.labels.items())}": sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def ask(client: FlaskClient) -> None:
    assert client.post(MELD, json=BAD).status_code == 200


def ask_many(client: FlaskClient) -> None:
    question = {"kind": "meld", **BAD}
    assert client.post("/v1/verdicts/batch", json={"items": [{"id": "a", "question": question}] * 4}).status_code == 200


def create(client: FlaskClient) -> None:
    Table(client)


def end(client: FlaskClient) -> None:
    assert Table(client).send("host", "/end", {}, If_Match="*").status_code == 200


def delete(client: FlaskClient) -> None:
    table = Table(client)
    assert client.delete(table.path, headers=table.headers("host")).status_code == 204


def break_store(client: FlaskClient) -> None:
    store = client.application.extensions["games"].store

    def away(_: object) -> None:
        raise StoreUnavailable

    with pytest.raises(StoreUnavailable):
        metrics._timed("read", away)(store)


#: What moves which samples, and by how much (None: somewhat).
MOVES: Final[dict[str, tuple[Callable[[FlaskClient], None], str, float | None]]] = {
    "rummy_request_duration_seconds": (
        ask,
        f"rummy_request_duration_seconds_count[('method', 'POST'), ('route', '{MELD}'), ('status', '200')]",
        1,
    ),
    "rummy_verdicts": (ask, "rummy_verdicts_total[('kind', 'meld'), ('legal', 'false')]", 1),
    "rummy_violations": (ask_many, "rummy_violations_total[('code', 'RUN_HAS_GAP')]", 4),
    "rummy_batch_items": (ask_many, "rummy_batch_items_sum[]", 4),
    "rummy_games": (create, "rummy_games_total[('event', 'created')]", 1),
    "rummy_store_duration_seconds": (create, "rummy_store_duration_seconds_count[('operation', 'create')]", 1),
    "rummy_store_errors": (break_store, "rummy_store_errors_total[('operation', 'read')]", 1),
    "rummy_games_active": (create, "rummy_games_active[]", 1),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_metric_moves_with_what_it_measures(client: FlaskClient, name: str) -> None:
    act, sample, by = MOVES[name]
    before = figures(client).get(sample, 0)
    act(client)
    assert figures(client)[sample] - before == by


@pytest.mark.parametrize(("act", "event"), [(end, "over"), (delete, "deleted")])
def test_games_are_counted_by_what_became_of_them(
    client: FlaskClient, act: Callable[[FlaskClient], None], event: str
) -> None:
    sample = f"rummy_games_total[('event', '{event}')]"
    before = figures(client).get(sample, 0)
    act(client)
    assert figures(client)[sample] - before == 1


def test_a_game_that_is_over_is_counted_once_however_often_it_is_asked_for(client: FlaskClient) -> None:
    table = Table(client)
    sample = "rummy_games_total[('event', 'over')]"
    before = figures(client).get(sample, 0)
    for _ in range(3):
        table.send("host", "/end", {}, If_Match='"1"', Idempotency_Key="k")
        table.ask(0)
    assert figures(client)[sample] - before == 1


def test_who_waits_for_events_is_counted_while_waiting(client: FlaskClient) -> None:
    table = Table(client)
    sample = "rummy_waiters[('kind', 'stream')]"
    before = figures(client).get(sample, 0)
    response = table.ask(0, "/events/stream")
    assert figures(client)[sample] == before + 1
    response.close()
    assert figures(client)[sample] == before
    with ThreadPoolExecutor(1) as pool:
        polled = pool.submit(table.ask, 0, "/events?after=1&wait=20")
        ends = monotonic() + 20
        while not figures(client).get("rummy_waiters[('kind', 'poll')]"):
            assert monotonic() < ends
        table.played(1, kind="draw_stock")
        assert polled.result().get_json()["events"]


def test_the_build_is_named(client: FlaskClient) -> None:
    [(name, value)] = [item for item in figures(client).items() if item[0].startswith("rummy_build_info")]
    assert value == 1
    assert re.search(r"\('version', '\d+\.\d+\.\d+'\)", name)


def test_every_metric_is_seen_to_move() -> None:
    there = {family.name for family in metrics.REGISTRY.collect()} | {metrics.ACTIVE}
    assert there == MOVES.keys() | {"rummy_waiters", "rummy_build_info"}


def test_labels_are_words_of_ours_whatever_is_asked(client: FlaskClient) -> None:
    client.open("/v1/games/QS/5H?hand=KS", method="BREW", headers={"X-Request-ID": "QS"})
    client.get("/v1/rulesets/secret-name")
    client.post(MELD, json={"cards": ["5H", "6h"]})
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            for name, value in sample.labels.items():
                labels.setdefault(name, set()).add(value)
    rules: Any = list_rules()
    assert labels["code"] <= {rule["code"] for rule in rules["rules"]}
    assert labels["legal"] <= {"true", "false"}
    assert all(re.fullmatch(r"none|/[a-z0-9{}_./-]*", route) for route in labels["route"])
    assert labels["method"] <= METHODS | {"other"}
    assert labels.keys() == {
        *("route", "method", "status", "kind", "legal", "code", "event", "operation", "version", "python", "le")
    }


def test_metrics_may_be_switched_off() -> None:
    client = create_app(Settings(store_url="none", metrics="off", access_log="off")).test_client()
    assert client.get("/metrics").status_code == 404
