"""Every setting is read from its variable and changes something."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from time import sleep
from typing import TYPE_CHECKING, Any, Final

import pytest

from service.app import create_app
from service.serving import gunicorn_settings, tell_settings
from service.settings import SettingRefused, Settings, read_settings, unknown_variables, variable
from service.wire import limits
from tests.web.seats import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

KEY: Final = "a-key-of-the-service"
MELD: Final = "/v1/verdicts/meld"
ASKED: Final = {"cards": ["5H", "6H", "7H"]}


@pytest.fixture(autouse=True)
def _limits_of_the_contract() -> Iterator[None]:
    yield
    limits.lower({})


def test_without_variables_every_setting_has_its_default() -> None:
    assert read_settings({}) == Settings()


def test_other_programs_variables_are_left_alone() -> None:
    others = {"PORT": "1", "RUMMY_REFEREE_PORT": "tcp://10.0.0.1:80"}
    assert read_settings(others) == Settings()
    assert unknown_variables(others) == []


#: For each setting a text that is not its default, and what it is read as.
GIVEN: Final[dict[str, tuple[str, object]]] = {
    "host": ("::", "::"),
    "port": ("0", 0),
    "workers": ("64", 64),
    "connections": ("20", 20),
    "waiters": ("1", 1),
    "stream_seconds": ("1", 1),
    "drain_seconds": ("5", 5),
    "grace_seconds": ("10", 10),
    "store_url": ("none", "none"),
    "store_connections": ("3", 3),
    "time_to_live": ("60", 60),
    "token_keys": ("first-secret-of-two,other-secret-of-two", "first-secret-of-two,other-secret-of-two"),
    "chosen_deals": ("off", "off"),
    "api_keys": (KEY, KEY),
    "rate_limit": ("1/hour", "1/hour"),
    "rate_limit_url": ("redis://127.0.0.1:1", "redis://127.0.0.1:1"),
    "proxies": ("1", 1),
    "cors_origins": ("https://a.example,http://b.example:8080", "https://a.example,http://b.example:8080"),
    "body_bytes": ("20", 20),
    "batch_body_bytes": ("40", 40),
    "batch_items": ("1", 1),
    "json_depth": ("1", 1),
    "log_level": ("warning", "warning"),
    "access_log": ("off", "off"),
    "metrics": ("off", "off"),
    "tracing": ("on", "on"),
}


def test_each_setting_is_given_here_by_its_variable() -> None:
    assert GIVEN.keys() == {setting.name for setting in fields(Settings)}
    for name, (text, value) in GIVEN.items():
        read = read_settings({variable(name): text})
        assert getattr(read, name) == value
        assert getattr(Settings(), name) != value


def client_of(folder: Path, **settings: Any) -> FlaskClient:
    chosen = {"store_url": f"sqlite:///{folder}/games.db", "access_log": "off"} | settings
    return create_app(Settings(**chosen)).test_client()


def _served(name: str) -> Callable[[Settings], object]:
    return lambda settings: gunicorn_settings(settings)[name]


def _told(settings: Settings) -> object:
    """Return what is logged of a request and a batch that come without keys, from behind a proxy, twice."""
    client = create_app(settings).test_client()
    question = {"kind": "meld", **ASKED}
    headers = {"X-Forwarded-For": "192.0.2.1", "Origin": "https://a.example"}
    answers = [
        client.post(MELD, json=ASKED, headers=headers),
        client.post("/v1/verdicts/batch", json={"items": [{"id": "a", "question": question}] * 2}, headers=headers),
        client.get("/metrics"),
        client.post("/v1/games", json={"seats": [{}, {}], "seed": "s"}),
    ]
    return [(answer.status_code, answer.headers.get("Access-Control-Allow-Origin")) for answer in answers]


#: What differs where only this setting does; the rest is seen elsewhere.
CHANGES: Final[dict[str, Callable[[Settings], object]]] = {
    "host": _served("bind"),
    "port": _served("bind"),
    "workers": _served("workers"),
    "connections": _served("worker_connections"),
    "grace_seconds": _served("graceful_timeout"),
    "log_level": _served("loglevel"),
    **dict.fromkeys(
        (
            *("store_url", "chosen_deals", "api_keys", "rate_limit", "cors_origins", "metrics"),
            *("body_bytes", "batch_body_bytes", "batch_items", "json_depth"),
        ),
        _told,
    ),
}
#: Where a test sees that the other settings change something.
SEEN_BELOW: Final = {
    *("waiters", "stream_seconds", "time_to_live", "store_connections", "token_keys"),
    *("rate_limit_url", "proxies", "access_log", "tracing"),
}
#: tests/live/test_stopping.py sees to this one.
SEEN_LIVE: Final = {"drain_seconds"}


def test_there_is_a_test_for_every_setting() -> None:
    assert CHANGES.keys() | SEEN_BELOW | SEEN_LIVE == GIVEN.keys()


@pytest.mark.parametrize("name", CHANGES)
def test_a_setting_changes_something(name: str, tmp_path: Path) -> None:
    before = {"store_url": f"sqlite:///{tmp_path}/games.db", "access_log": "off"}
    look = CHANGES[name]
    assert look(Settings(**before)) != look(Settings(**before | {name: GIVEN[name][1]}))  # type: ignore[arg-type]


def test_waiters_and_stream_seconds_bound_the_streams(tmp_path: Path) -> None:
    table = Table(client_of(tmp_path, waiters=1, stream_seconds=1))
    with table.ask(0, "/events/stream") as first:
        assert table.ask(1, "/events/stream").status_code == 429
        # It ends by itself.
        assert first.get_data().startswith(b": events\n\n")
    with table.ask(1, "/events/stream") as second:
        assert second.status_code == 200


def test_the_time_to_live_is_that_of_games(tmp_path: Path) -> None:
    tables = [Table(client_of(tmp_path, time_to_live=seconds)) for seconds in (1, 60)]
    sleep(1.1)
    assert [table.ask(0).status_code for table in tables] == [404, 200]


def test_connections_to_a_redis_are_bounded() -> None:
    app = create_app(Settings(store_url="redis://127.0.0.1:1", store_connections=3, access_log="off"))
    store: Any = app.extensions["games"].store
    assert store._store._connected().connection_pool.max_connections == 3


def test_tokens_are_those_of_the_first_key_and_all_keys_are_believed(tmp_path: Path) -> None:
    first, other = "first-secret-of-two", "other-secret-of-two"
    table = Table(client_of(tmp_path, token_keys=first))
    for keys, status in ((f"{other},{first}", 200), (other, 401)):
        table.client = client_of(tmp_path, token_keys=keys)
        assert table.ask(0).status_code == status


def test_the_redis_that_counts_may_be_another_one(tmp_path: Path) -> None:
    # It is away, so that each worker counts for itself.
    client = client_of(tmp_path, rate_limit="1/hour", rate_limit_url="redis://127.0.0.1:1")
    assert [client.get("/v1/rules").status_code for _ in range(2)] == [200, 429]
    with pytest.raises(SettingRefused, match="RUMMY500_RATE_LIMIT_URL"):
        client_of(tmp_path, rate_limit="1/hour", rate_limit_url="redis://host:port:more")


@pytest.mark.parametrize(("proxies", "statuses"), [(0, [200, 429]), (1, [200, 200])])
def test_proxies_are_believed_as_many_as_there_are(tmp_path: Path, proxies: int, statuses: list[int]) -> None:
    client = client_of(tmp_path, rate_limit="1/hour", proxies=proxies)
    addresses = ("192.0.2.1, 198.51.100.1", "192.0.2.1, 198.51.100.2")
    told = [client.get("/v1/rules", headers={"X-Forwarded-For": address}).status_code for address in addresses]
    assert told == statuses


@pytest.mark.parametrize(("switch", "lines"), [("on", 1), ("off", 0)])
def test_the_line_of_a_request_may_be_switched_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], switch: str, lines: int
) -> None:
    client_of(tmp_path, access_log=switch).get("/livez")
    assert len(capsys.readouterr().err.splitlines()) == lines


def test_to_trace_needs_what_traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "service.web.tracing", None)
    monkeypatch.delattr("service.web.tracing", raising=False)
    with pytest.raises(SettingRefused, match="RUMMY500_TRACING"):
        client_of(tmp_path, tracing="on")


def test_the_limits_in_force_are_told(tmp_path: Path) -> None:
    lowered = {"body_bytes": 1000, "batch_body_bytes": 2000, "batch_items": 3, "json_depth": 9}
    assert client_of(tmp_path, **lowered).get("/version").get_json()["limits"] == dict(limits.MOST) | lowered
    assert client_of(tmp_path).get("/version").get_json()["limits"] == dict(limits.MOST)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("RUMMY500_HOST", ""),
        ("RUMMY500_PORT", ""),
        ("RUMMY500_PORT", "65536"),
        ("RUMMY500_PORT", "-1"),
        ("RUMMY500_PORT", "8e3"),
        ("RUMMY500_PORT", " 80"),
        ("RUMMY500_PORT", "٨٠"),
        ("RUMMY500_PORT", "1" * 5000),
        ("RUMMY500_WORKERS", "0"),
        ("RUMMY500_WAITERS", "0"),
        ("RUMMY500_BODY_BYTES", "65537"),
        ("RUMMY500_JSON_DEPTH", "17"),
        ("RUMMY500_LOG_LEVEL", "WARNING"),
        ("RUMMY500_ACCESS_LOG", "true"),
        ("RUMMY500_RATE_LIMIT", "many"),
        ("RUMMY500_RATE_LIMIT", "0/second"),
        ("RUMMY500_RATE_LIMIT_URL", "http://127.0.0.1"),
        ("RUMMY500_CORS_ORIGINS", "*"),
        ("RUMMY500_CORS_ORIGINS", "https://a.example/"),
        ("RUMMY500_TOKEN_KEYS_FILE", "/nowhere/at/all"),
    ],
)
def test_a_setting_that_cannot_be_used_is_refused_by_its_name(name: str, text: str) -> None:
    with pytest.raises(SettingRefused, match=re.escape(name)):
        read_settings({name: text})


@pytest.mark.parametrize("name", ["RUMMY500_TOKEN_KEYS", "RUMMY500_API_KEYS"])
@pytest.mark.parametrize("text", ["too-short", "long-enough-to-be-one,short", f"{'x' * 20},", f"{'x' * 20} "])
def test_a_secret_that_cannot_be_used_is_not_repeated(name: str, text: str) -> None:
    with pytest.raises(SettingRefused, match=name) as refused:
        read_settings({name: text})
    assert text not in str(refused.value)


SECRETS: Final = {
    "RUMMY500_STORE_URL": "rediss+cluster://me:hush-hush@one,two",
    "RUMMY500_TOKEN_KEYS": "hush-hush-hush-hush,hush-hush-hush-more",
    "RUMMY500_API_KEYS": "hush-hush-hush-keys",
    "RUMMY500_RATE_LIMIT_URL": "redis://:hush-hush@three:6379",
}


def test_secrets_may_be_in_files_and_are_shown_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = {}
    for name, text in SECRETS.items():
        file = tmp_path / name
        file.write_text(f"{text}\n", encoding="utf-8")
        named[f"{name}_FILE"] = str(file)
    settings = read_settings(named)
    assert settings == read_settings(SECRETS)
    assert unknown_variables(named) == []
    tell_settings(settings)
    [line] = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert told["event"] == "settings"
    assert told["store_url"] == "rediss+cluster://***@one,two"
    assert told["token_keys"] == "***,***"
    assert told.keys() - {"event", "time", "level"} == {setting.name for setting in fields(Settings)}
    assert "hush" not in line + repr(settings)


def test_a_secret_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    for name, text in SECRETS.items():
        with pytest.raises(SettingRefused, match=f"{name} and {name}_FILE"):
            read_settings({name: text, f"{name}_FILE": str(tmp_path)})


def test_a_name_that_no_setting_has_is_warned_of_and_the_nearest_one_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUMMY500_PROT", "8080")
    monkeypatch.setenv("RUMMY500_XYZZYX_FILE", "secret")
    tell_settings(Settings(log_level="warning"))
    near, far = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert near["level"] == far["level"] == "warning"
    assert near["event"] == "RUMMY500_PROT is no setting of this service and changes nothing; is RUMMY500_PORT meant?"
    assert far["event"] == "RUMMY500_XYZZYX_FILE is no setting of this service and changes nothing."
    # Only secrets are read from files.
    assert unknown_variables({"RUMMY500_PORT_FILE": "x"})
