"""Questions whose answer follows from the request alone, and the lists of rulesets and rules."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from flask import Response, request
from werkzeug.wsgi import get_content_length

from service.web.aside import aside
from service.web.exchange import JSON, exchange, exchange_of, gist, json_answer
from service.web.problems import RequestRefused
from service.web.reading import json_body
from service.wire import operations, strict_json
from service.wire.operations import BatchOperation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

    from service.web.exchange import Exchange, Gist
    from service.wire.answers import Document
    from service.wire.operations import Operation

#: The bytes of a body above which its question is long; most have a few hundred.
LONG_BODY: Final = 16_384
#: What may take long however short the question is.
LONG: Final = {"adviseMelds", "advisePickups", "listLegalMoves"}


def _view(operation_id: str, operation: Operation | BatchOperation) -> Callable[[], Response]:
    is_long = operation_id in LONG
    if isinstance(operation, BatchOperation):
        answer = partial(_answer_many, operation)
    else:
        answer = partial(_answer_one, operation)

    def ask() -> Response:
        body = json_body(request.environ, operation.body_limit)
        work = partial(answer, body, exchange())
        text = aside(work) if is_long or len(body) > LONG_BODY else work()
        return Response(text, content_type=JSON)

    return ask


def answer_before_flask(app: Flask) -> None:
    """Answer plain questions before Flask is asked, which takes several times as long as judging a meld.

    What is not plain goes Flask's way, from the beginning: another method, a query, a long body or one of unknown
    length, and whatever cannot be answered. So every refusal is worded there.
    """
    inner = app.wsgi_app
    plain = {
        operation.path: operation for operation_id, operation in operations.SINGLE.items() if operation_id not in LONG
    }

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        operation = plain.get(environ.get("PATH_INFO", ""))
        if operation is None or environ["REQUEST_METHOD"] != "POST" or environ.get("QUERY_STRING"):
            return inner(environ, start_response)
        if not 0 < (get_content_length(environ) or 0) <= LONG_BODY:
            return inner(environ, start_response)
        body = b""
        try:
            body = json_body(environ, operation.body_limit)
            seen = exchange_of(environ)
            text = _answer_one(operation, body, seen)
        except Exception:  # noqa: BLE001 - Flask will meet it too, and knows what to say
            environ["wsgi.input"] = BytesIO(body)
            return inner(environ, start_response)
        seen.route = operation.path
        start_response("200 OK", [("Content-Type", JSON), ("Content-Length", str(len(text)))])
        return [text]

    app.wsgi_app = answered  # type: ignore[method-assign]


def _answer_one(operation: Operation, body: bytes, seen: Exchange) -> bytes:
    answer = operation.answer(strict_json.read(body))
    seen.answers = [gist(answer)]
    return strict_json.write(answer)


def _answer_many(operation: BatchOperation, body: bytes, seen: Exchange) -> bytes:
    told: list[Gist] = []

    def done(answer: Document) -> object:
        told.append(gist(answer))
        return strict_json.written(answer)

    answers: Any = operation.answer(strict_json.read(body), done)
    seen.answers, seen.items = told, len(answers["results"])
    return strict_json.write(answers)


def serve_questions(app: Flask) -> None:
    """Give every question its address.

    They are not gathered in a blueprint, which Flask would look for four times in every request.
    """
    for operation_id, operation in operations.OPERATIONS.items():
        app.add_url_rule(operation.path, operation_id, _view(operation_id, operation), methods=["POST"])
    app.add_url_rule("/v1/rulesets", "listRulesets", _list_rulesets)
    app.add_url_rule("/v1/rulesets/<ruleset_id>", "getRuleset", _show_ruleset)
    app.add_url_rule("/v1/rules", "listRules", _list_rules)


def _list_rulesets() -> Response:
    return json_answer(operations.list_rulesets())


def _show_ruleset(ruleset_id: str) -> Response:
    ruleset = operations.get_ruleset(ruleset_id)
    if ruleset is None:
        raise RequestRefused("NOT_FOUND", "There is no such ruleset; /v1/rulesets lists them.")
    return json_answer(ruleset)


def _list_rules() -> Response:
    return json_answer(operations.list_rules())
