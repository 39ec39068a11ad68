"""Answers what is posted before Flask is asked, which takes several times as long as judging a meld.

Nothing is done twice: why a request was refused is left for Flask to tell. A move that failed may have been kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from flask import Response, request

from service.web.exchange import JSON, exchange_of, template

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

#: A document as bytes, and the headers that its operation adds.
Answer: TypeAlias = tuple[bytes, list[tuple[str, str]]]

#: Where a request that was refused before Flask was asked leaves why.
_FAULT: Final = "service.fault"


class View:
    """A view of Flask that may be asked before it: `answer` is given the environment, and what the address names."""

    def __init__(self, answer: Callable[..., Answer]) -> None:
        self.answer = answer

    def __call__(self, **named: str) -> Response:
        """Answer for Flask; what was refused before is not tried again."""
        if _FAULT in request.environ:
            raise request.environ.pop(_FAULT)
        body, headers = self.answer(request.environ, **named)
        response = Response(body, content_type=JSON)
        response.headers.extend(headers)
        return response


def answer_before_flask(app: Flask) -> None:
    """Let each `View` answer what is posted to it without a query. What Flask does around a view is not done then."""
    inner = app.wsgi_app
    views = [(rule.rule, app.view_functions[rule.endpoint]) for rule in app.url_map.iter_rules()]
    answers = {rule: (view.answer, template(rule)) for rule, view in views if isinstance(view, View)}
    fixed = {rule: each for rule, each in answers.items() if "<" not in rule}
    naming = [(re.compile(re.sub("<.*?>", "([^/]+)", rule)), each) for rule, each in answers.items() if "<" in rule]

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST" or environ.get("QUERY_STRING"):
            return inner(environ, start_response)
        path = environ.get("PATH_INFO", "")
        asked = fixed.get(path)
        names: tuple[str, ...] = ()
        for pattern, each in () if asked else naming:
            if found := pattern.fullmatch(path):
                asked, names = each, found.groups()
        if asked:
            answer, route = asked
            try:
                body, headers = answer(environ, *names)
            except Exception as fault:  # noqa: BLE001 - Flask knows what to say of it
                environ[_FAULT] = fault
            else:
                exchange_of(environ).route = route
                start_response("200 OK", [("Content-Type", JSON), ("Content-Length", str(len(body))), *headers])
                return [body]
        try:
            return inner(environ, start_response)
        finally:
            # What Flask did not ask for would hold the environment that holds it.
            environ.pop(_FAULT, None)

    app.wsgi_app = answered  # type: ignore[method-assign]
