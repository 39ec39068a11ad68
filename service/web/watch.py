"""Sees every exchange once, from the outside: how long it took, what it was about, what was answered.

Whoever answers a request leaves what is worth telling in its `Exchange`; metrics, log and traces are made from that
alone, so there is one place that decides what may be told. There is never a card, a token, a body or a query in it.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from flask import request
from werkzeug.wsgi import ClosingIterator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_KEY: Final = "rummy_referee.exchange"

NO_ROUTE: Final = "none"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"})


class Exchange:
    """What may be told of an exchange.

    `route` is the template of its address, `problem` the code of a problem, `verdict` the verdict or score that was
    answered, or the answer to a batch of them; a stream is over later than it is answered.
    """

    __slots__ = ("environ", "is_stream", "problem", "request_id", "route", "seconds", "status", "verdict")

    def __init__(self, environ: WSGIEnvironment) -> None:
        self.environ = environ
        self.route = NO_ROUTE
        self.request_id = ""
        self.status = ""
        self.seconds = 0.0
        self.problem: str | None = None
        self.verdict: Mapping[str, Any] | None = None
        self.is_stream = False

    @property
    def method(self) -> str:
        """The method; one that nobody knows has no name, since clients could make up any number of them."""
        method: str = self.environ["REQUEST_METHOD"]
        return method if method in METHODS else "other"


def exchange() -> Exchange:
    """Give the exchange that the request at hand is part of."""
    environ = request.environ
    found: Exchange = environ[_KEY] if _KEY in environ else environ.setdefault(_KEY, Exchange(environ))
    return found


class Watch:
    """The application with witnesses, who are told of every exchange when it is over."""

    def __init__(self, application: WSGIApplication, witnesses: Iterable[Callable[[Exchange], object]]) -> None:
        self._application = application
        self._witnesses = tuple(witnesses)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        began = perf_counter()
        seen = environ[_KEY] = Exchange(environ)

        def start(status: str, headers: list[tuple[str, str]], *exc_info: Any) -> Any:
            seen.status = status[:3]
            return start_response(status, headers, *exc_info)

        def tell() -> None:
            seen.seconds = perf_counter() - began
            for witness in self._witnesses:
                witness(seen)

        body = self._application(environ, start)
        if seen.is_stream:
            return ClosingIterator(body, tell)
        tell()
        return body
