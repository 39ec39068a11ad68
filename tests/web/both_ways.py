"""What is posted is answered before Flask is asked, or by Flask where other web sites may ask: the same is told."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from prometheus_client import generate_latest

from service.web import metrics

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask
    from werkzeug.test import TestResponse

    from tests.web.conftest import Logged

#: The setting `cors_origins`: without any Flask is asked last, with one it is asked first.
BOTH_WAYS: Final = ("", "https://a.example")

DRAWN: Final = b'{"kind": "draw_stock"}'


class Asked(NamedTuple):
    """A request that is posted, and the status that it is answered."""

    status: int
    path: str
    headers: dict[str, str]
    body: bytes = DRAWN
    media_type: str | None = "application/json"


def told(app: Flask, asked: Iterable[Asked], logged: Logged, *, flask_first: bool) -> list[Any]:
    """Give all that is told of requests: answers, lines of the log, and at last what was measured.

    Flask must be asked for each, or for those that are refused alone.
    """
    by_flask: list[str] = []
    app.before_request_funcs[None].insert(0, lambda: by_flask.append("asked"))
    before = counted()
    all_told: list[Any] = []
    for each in asked:
        headers = each.headers | {"X-Request-ID": "a"}
        answer = app.test_client().post(each.path, data=each.body, content_type=each.media_type, headers=headers)
        assert answer.status_code == each.status, (each, answer.text)
        [line] = logged()
        all_told.append((answer.status, headers_of(answer), answer.data, line | {"time": 0, "duration_ms": 0}))
        assert bool(by_flask) == (flask_first or each.status != 200)
        by_flask.clear()
    return [*all_told, counted() - before]


def headers_of(answer: TestResponse) -> list[tuple[str, str]]:
    """Give the headers in their order; only where other web sites may ask, an answer varies with the origin."""
    varies = {"Origin": None, "Authorization, Origin": "Authorization"}
    headers = [(name, varies.get(text, text)) for name, text in answer.headers]
    return [(name, text) for name, text in headers if text]


def counted() -> Counter[str]:
    """Give what is measured of requests and verdicts, but not how long they took."""
    names = (
        "rummy_request_duration_seconds_count",
        "rummy_verdicts_total",
        "rummy_violations_total",
        "rummy_batch_items_sum",
        "rummy_games_total",
    )
    lines = generate_latest(metrics.REGISTRY).decode().splitlines()
    return Counter(
        {
            name: int(float(number))
            for name, _, number in (line.rpartition(" ") for line in lines)
            if name.startswith(names)
        }
    )
