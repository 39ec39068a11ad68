"""Keys of the service, rates, and pages of other web sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from service.app import create_app
from service.settings import Settings
from tests.store.servers import one_server
from tests.web.problem_shape import assert_problem

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

KEYS: Final = ("old-key-of-the-table", "new-key-of-the-table")
MELD: Final = "/v1/verdicts/meld"
OPEN: Final = ("/", "/livez", "/readyz", "/version", "/metrics", "/openapi.yaml", "/problems", "/nothing")
SITE: Final = "https://table.example"


def client_of(**settings: Any) -> FlaskClient:
    return create_app(Settings(**{"store_url": "none", "access_log": "off"} | settings)).test_client()


@pytest.fixture(scope="module")
def guarded() -> FlaskClient:
    return client_of(api_keys=",".join(KEYS))


@pytest.mark.parametrize("key", KEYS)
def test_each_of_several_keys_lets_in(guarded: FlaskClient, key: str) -> None:
    assert guarded.get("/v1/rules", headers={"X-API-Key": key}).status_code == 200


@pytest.mark.parametrize("key", [None, "", KEYS[0][:-1], f"{KEYS[0]}x", ",".join(KEYS), "ключ"])
@pytest.mark.parametrize("path", ["/v1/rules", "/v1/games/abc", "/v1/nothing"])
def test_without_one_of_them_nothing_under_v1_is_answered(guarded: FlaskClient, key: str | None, path: str) -> None:
    response = guarded.get(path, headers={} if key is None else {"X-API-Key": key})
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "ApiKey"
    assert response.get_json()["code"] == "UNAUTHENTICATED"
    assert KEYS[0] not in response.text


@pytest.mark.parametrize("path", OPEN)
def test_what_is_not_under_v1_asks_for_no_key(guarded: FlaskClient, path: str) -> None:
    with guarded.get(path) as response:
        assert response.status_code == (404 if path == "/nothing" else 200)


def rates(response: Any) -> list[str]:
    return [response.headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset")]


def test_a_client_that_asks_too_often_is_told_when_to_come_back() -> None:
    client = client_of(rate_limit="3/hour")
    left = [rates(client.get("/v1/rules"))[:2] for _ in range(3)]
    assert left == [["3", "2"], ["3", "1"], ["3", "0"]]
    response = client.get("/v1/rules")
    assert_problem(response, "RATE_LIMITED")
    assert response.headers["Retry-After"] == rates(response)[2]
    assert 0 < int(response.headers["Retry-After"]) <= 3600
    assert client.get("/v1/rules", environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).status_code == 200
    assert "RateLimit-Limit" not in client.get("/livez").headers


def test_where_keys_are_asked_for_each_key_has_a_rate_of_its_own() -> None:
    client = client_of(rate_limit="1/hour", api_keys=",".join(KEYS))
    statuses = [client.get("/v1/rules", headers={"X-API-Key": key}).status_code for key in (*KEYS, *KEYS)]
    assert statuses == [200, 200, 429, 429]
    # Whoever is not let in uses up nobody's rate.
    assert client.get("/v1/rules").status_code == 401


@pytest.mark.parametrize("setting", ["store_url", "rate_limit_url"])
def test_a_redis_counts_for_all_instances_and_stops_nobody_when_it_is_away(tmp_path: Path, setting: str) -> None:
    with one_server(tmp_path) as server:
        one, other = (client_of(rate_limit="2/hour", **{setting: server.url}) for _ in range(2))
        assert [each.get("/v1/rules").status_code for each in (one, other, one)] == [200, 200, 429]
        server.hang()
        try:
            assert [rates(one.get("/v1/rules"))[1] for _ in range(2)] == ["1", "0"]
            assert one.get("/v1/rules").status_code == 429
        finally:
            server.wake()


def test_a_site_that_is_not_listed_is_not_let_in() -> None:
    for client in (client_of(), client_of(cors_origins="https://other.example")):
        response = client.get("/v1/rules", headers={"Origin": SITE})
        assert not [name for name, _ in response.headers if name.startswith("Access-Control-")]


def test_pages_of_a_listed_site_may_ask_and_read_what_they_need() -> None:
    client = client_of(cors_origins=f"https://other.example,{SITE}", api_keys=KEYS[0])
    asked = {"Origin": SITE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-api-key"}
    preflight = client.options(MELD, headers=asked)
    assert (preflight.status_code, preflight.data) == (204, b"")
    assert preflight.headers["Access-Control-Allow-Origin"] == SITE
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    assert {"X-API-Key", "If-Match", "Idempotency-Key"} <= set(
        preflight.headers["Access-Control-Allow-Headers"].split(", ")
    )
    # Refusals can be read too.
    response = client.post(MELD, json={}, headers={"Origin": SITE})
    assert response.status_code == 401
    assert response.headers["Access-Control-Allow-Origin"] == SITE
    assert response.headers["Vary"] == "Origin"
    assert {"ETag", "Location", "X-Request-ID", "Retry-After", "Idempotency-Replayed"} <= set(
        response.headers["Access-Control-Expose-Headers"].split(", ")
    )
    assert "Access-Control-Allow-Credentials" not in response.headers
    strange = client.options(MELD, headers=asked | {"Origin": "https://third.example"})
    assert "Access-Control-Allow-Methods" not in strange.headers
