"""What holds for every exchange, whatever is asked: its id, its query, and the headers that go with each answer."""

from __future__ import annotations

import re
import secrets
from functools import cache
from typing import TYPE_CHECKING, Final

from flask import Response, request

from service.web.watch import NO_ROUTE, exchange
from service.wire import strict_json

if TYPE_CHECKING:
    from flask import Flask

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")

HEADERS: Final = {
    # A verdict follows from the request alone, but a hand of cards has no place in somebody's cache.
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Sent with every answer that does not say otherwise."""


def watch(app: Flask) -> None:
    """Give every answer of this application its headers."""
    app.after_request(_complete)


def request_id() -> str:
    """Name this exchange: as the client does, if it does so properly, else by chance."""
    seen = exchange()
    if not seen.request_id:
        given = request.headers.get("X-Request-ID", "")
        seen.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(16)
    return seen.request_id


def route() -> str:
    """Name the template of the address that was asked, as the contract writes it."""
    return NO_ROUTE if request.url_rule is None else _template(request.url_rule.rule)


@cache
def _template(rule: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def _complete(response: Response) -> Response:
    exchange().route = route()
    response.headers["X-Request-ID"] = request_id()
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def json_answer(document: dict[str, object]) -> Response:
    """Answer 200 with this document."""
    return Response(strict_json.write(document), content_type="application/json")
