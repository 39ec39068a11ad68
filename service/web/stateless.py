"""Questions whose answer follows from the request alone, and the lists of rulesets and rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response

from service.web.aside import aside
from service.web.exchange import JSON, exchange, gist, json_answer
from service.web.problems import RequestRefused
from service.web.reading import json_body
from service.wire import operations, strict_json
from service.wire.operations import BatchOperation

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.web.exchange import Exchange, Gist
    from service.wire.answers import Document
    from service.wire.operations import Operation

blueprint: Final = Blueprint("stateless", __name__)


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
        body = json_body(operation.body_limit)
        work = partial(answer, body, exchange())
        text = aside(work) if is_long or len(body) > LONG_BODY else work()
        return Response(text, content_type=JSON)

    return ask


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


for operation_id, operation in operations.OPERATIONS.items():
    blueprint.add_url_rule(operation.path, operation_id, _view(operation_id, operation), methods=["POST"])


@blueprint.get("/v1/rulesets", endpoint="listRulesets")
def list_rulesets() -> Response:
    """List the rulesets, their settings and digests."""
    return json_answer(operations.list_rulesets())


@blueprint.get("/v1/rulesets/<ruleset_id>", endpoint="getRuleset")
def show_ruleset(ruleset_id: str) -> Response:
    """Show one ruleset."""
    ruleset = operations.get_ruleset(ruleset_id)
    if ruleset is None:
        raise RequestRefused("NOT_FOUND", "There is no such ruleset; /v1/rulesets lists them.")
    return json_answer(ruleset)


@blueprint.get("/v1/rules", endpoint="listRules")
def list_rules() -> Response:
    """List every code that a verdict may carry."""
    return json_answer(operations.list_rules())
