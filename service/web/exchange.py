"""What holds for every exchange, whatever is asked: its id, the headers that go with each answer, and its witnesses.

Witnesses are told of every exchange once, when it is over. Whoever answers a request leaves what is worth telling in
its `Exchange`; metrics, log and traces are made from that alone, so there is one place that decides what may be told.
There is never a card, a token, a body or a query in it.
"""

from __future__ import annotations

import re
import secrets
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import Response, request
from werkzeug.wsgi import ClosingIterator

from service.wire import strict_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from wsgiref.types import StartResponse, WSGIEnvironment

    from _typeshed import OptExcInfo
    from flask import Flask

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
JSON: Final = "application/json"
NO_ROUTE: Final = "none"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"})

HEADERS: Final = {
    # A verdict follows from the request alone, but a hand of cards has no place in somebody's cache.
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Sent with every answer that does not say otherwise."""

# A class of named members takes several times as long, and every answer of a batch makes one.
_new: Final = tuple.__new__
_LINES: Final = list(HEADERS.items())
_KEY: Final = "service.exchange"
#: Where werkzeug leaves the request that it has made of an environment.
_REQUEST: Final = "werkzeug.request"


class Gist(NamedTuple):
    """What may be told of an answer: its kind, whether it says legal (of scores: valid), the codes of violations."""

    kind: str
    is_legal: bool
    codes: list[str]


def gist(answer: Mapping[str, Any]) -> Gist:
    """Give what may be told of a verdict or score."""
    violations = answer["violations"]
    return _new(Gist, (answer["kind"], not violations, [each["code"] for each in violations] if violations else []))


class Exchange:
    """What may be told of an exchange.

    It is named as the client does, if it does so properly, else by chance. A method that nobody knows has no name,
    since clients could make up any number of them. `route` is the template of its address, `problem` the code of a
    problem, `answers` the gist of the verdict or score that was answered, or of all those of a batch, of which `items`
    is how many questions it had; a stream is over later than it is answered.

    It does not hold its environment, which holds it: such a ring is left to the garbage collector, for which all
    requests of a worker wait.
    """

    __slots__ = (
        "answers",
        "is_stream",
        "items",
        "method",
        "problem",
        "request_id",
        "route",
        "seconds",
        "status",
        "traceparent",
        "tracestate",
    )

    def __init__(self, environ: WSGIEnvironment) -> None:
        given: str = environ.get("HTTP_X_REQUEST_ID", "")
        self.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(16)
        method: str = environ["REQUEST_METHOD"]
        self.method = method if method in METHODS else "other"
        self.traceparent: str | None = environ.get("HTTP_TRACEPARENT")
        self.tracestate: str | None = environ.get("HTTP_TRACESTATE")
        self.route = NO_ROUTE
        self.status = ""
        self.seconds = 0.0
        self.problem: str | None = None
        self.answers: list[Gist] = []
        self.items: int | None = None
        self.is_stream = False

    def note_route(self, environ: WSGIEnvironment) -> None:
        """Note the template of the address, if there is such an address, while Flask still knows of the request."""
        rule = getattr(environ.get(_REQUEST), "url_rule", None)
        if rule is not None:
            self.route = template(rule.rule)


def watch(app: Flask, witnesses: Iterable[Callable[[Exchange], object]] = ()) -> None:
    """Give every exchange of this application its id, every answer its headers, and tell the witnesses.

    Around Flask and not inside it, where a header costs as much as the judging of a meld.
    """
    inner = app.wsgi_app
    told = tuple(witnesses)

    def watched(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        seen = environ[_KEY] = Exchange(environ)
        # There are no websockets here. Who would like one is answered as ever, but Flask would refuse to.
        environ.pop("HTTP_UPGRADE", None)

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: OptExcInfo | None = None, /
        ) -> Callable[[bytes], object]:
            seen.status = status[:3]
            seen.note_route(environ)
            said = HEADERS.keys() & [header for header, _ in headers]
            headers += [each for each in _LINES if each[0] not in said] if said else _LINES
            headers.append(("X-Request-ID", seen.request_id))
            return start_response(status, headers, exc_info)

        def tell() -> None:
            seen.seconds = perf_counter() - began
            for witness in told:
                witness(seen)

        body = inner(environ, start)
        if seen.is_stream:
            return ClosingIterator(body, tell)
        tell()
        return body

    app.wsgi_app = watched  # type: ignore[method-assign]


def exchange() -> Exchange:
    """Give the exchange that the request at hand is part of."""
    return exchange_of(request.environ)


def exchange_of(environ: WSGIEnvironment) -> Exchange:
    """Give the exchange that a request of this environment is part of."""
    found: Exchange = environ[_KEY] if _KEY in environ else environ.setdefault(_KEY, Exchange(environ))
    return found


@cache
def template(rule: str) -> str:
    """Write the template of an address as the contract does.

    >>> template("/v1/rulesets/<ruleset_id>")
    '/v1/rulesets/{ruleset_id}'
    """
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def json_answer(document: dict[str, object]) -> Response:
    """Answer 200 with this document."""
    return Response(strict_json.write(document), content_type=JSON)
