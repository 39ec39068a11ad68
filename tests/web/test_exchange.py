import gc
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from werkzeug.test import create_environ

from service.app import create_app
from service.settings import Settings
from service.web import first_question
from service.web.exchange import JSON
from tests.web.both_ways import BOTH_WAYS


@pytest.mark.parametrize("given", ["a", "case-123.A_b", "x" * 64])
def test_a_proper_request_id_is_kept(client: FlaskClient, given: str) -> None:
    for path in ("/livez", "/nothing"):
        assert client.get(path, headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", [None, "", "x" * 65, "two words", "é", "a/b", "a,b", "<b>"])
def test_any_other_request_id_is_replaced(client: FlaskClient, given: str | None) -> None:
    headers = {} if given is None else {"X-Request-ID": given}
    made = client.get("/livez", headers=headers).headers["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", made)
    assert made != client.get("/livez", headers=headers).headers["X-Request-ID"]


@pytest.mark.parametrize("path", ["/", "/livez", "/nothing", "/v1/rules", "/openapi.yaml", "/static/pages.css"])
def test_every_answer_carries_the_headers_that_protect_a_browser(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        headers = response.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    assert "unsafe" not in headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/", "/livez", "/v1/rules", "/openapi.json", "/problems/not-found"])
def test_head_answers_like_get_without_the_body(client: FlaskClient, path: str) -> None:
    got, head = client.get(path), client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    assert (head.content_type, head.content_length) == (got.content_type, got.content_length)


@pytest.mark.parametrize("origins", BOTH_WAYS)
@pytest.mark.parametrize("protocol", ["websocket", "h2c"])
def test_who_would_like_another_protocol_is_answered_as_ever(origins: str, protocol: str) -> None:
    client = create_app(Settings(store_url="none", access_log="off", cors_origins=origins)).test_client()
    headers = {"Connection": "Upgrade", "Upgrade": protocol}
    assert client.get("/livez", headers=headers).status_code == 200
    question = client.post(first_question.PATH, data=first_question.BODY, content_type=JSON, headers=headers)
    assert question.status_code == 200
    assert client.post("/v1/games", json={}, headers=headers).status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "most"),
    [
        (first_question.PATH, first_question.BODY.encode(), 20),
        # Flask itself leaves some of a request that it refuses.
        ("/v1/games/none/moves", b"{}", 400),
        ("/v1/advice/melds", b"{}", 400),
    ],
)
def test_nothing_of_a_request_is_left_to_the_garbage_collector(path: str, body: bytes, most: int) -> None:
    app = create_app()

    def start(_: str, __: object, ___: object = None, /) -> Callable[[bytes], object]:
        return bytes

    def ask() -> None:
        environ = create_environ(path, method="POST", data=body, content_type=JSON)
        assert b"".join(app.wsgi_app(environ, start))

    ask()
    gc.collect()
    gc.disable()
    try:
        for _ in range(20):
            ask()
        assert gc.collect() < most
    finally:
        gc.enable()
