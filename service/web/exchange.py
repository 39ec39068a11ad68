"""What holds for every exchange, whatever is asked: its id, its query, and the headers that go with each answer."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Final

from flask import Response, request

from service.wire import strict_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from _typeshed import OptExcInfo
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

_LINES: Final = list(HEADERS.items())
_ID: Final = "service.request_id"


def watch(app: Flask) -> None:
    """Give every exchange of this application its id, and every answer its headers.

    Around Flask and not inside it, where a header costs as much as the judging of a meld.
    """
    inner = app.wsgi_app

    def exchange(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        name = _named(environ)

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: OptExcInfo | None = None, /
        ) -> Callable[[bytes], object]:
            said = {header for header, _ in headers}
            headers += [("X-Request-ID", name), *[each for each in _LINES if each[0] not in said]]
            return start_response(status, headers, exc_info)

        return inner(environ, start)

    app.wsgi_app = exchange  # type: ignore[method-assign]


def request_id() -> str:
    """Name this exchange: as the client does, if it does so properly, else by chance."""
    return _named(request.environ)


def _named(environ: WSGIEnvironment) -> str:
    if _ID not in environ:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        environ[_ID] = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(16)
    name: str = environ[_ID]
    return name


def json_answer(document: dict[str, object]) -> Response:
    """Answer 200 with this document."""
    return Response(strict_json.write(document), content_type="application/json")
