"""Questions whose answer follows from the request alone, and the lists of rulesets and rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from service.web.aside import aside
from service.web.before_flask import View
from service.web.exchange import exchange_of, gist, json_answer
from service.web.problems import RequestRefused
from service.web.reading import json_body
from service.wire import operations, strict_json
from service.wire.operations import BatchOperation

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from flask import Flask, Response

    from service.web.before_flask import Answer
    from service.web.exchange import Exchange, Gist
    from service.wire.answers import Document
    from service.wire.operations import Operation

#: The bytes of a body above which its question is long; most have a few hundred.
LONG_BODY: Final = 16_384
#: What may take long however short the question is.
LONG: Final = {"adviseMelds", "advisePickups", "listLegalMoves"}


def _view(operation_id: str, operation: Operation | BatchOperation) -> View:
    is_long = operation_id in LONG
    if isinstance(operation, BatchOperation):
        answer = partial(_answer_many, operation)
    else:
        answer = partial(_answer_one, operation)

    def ask(environ: WSGIEnvironment) -> Answer:
        body = json_body(environ, operation.body_limit)
        if is_long or len(body) > LONG_BODY:
            return aside(partial(answer, body, exchange_of(environ))), []
        return answer(body, exchange_of(environ)), []

    return View(ask)


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
