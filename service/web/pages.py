"""What a person opens in a browser: the start page, the contract, the text of each problem."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import yaml
from flask import Blueprint, Response, make_response, render_template, request

import service
from service.web import first_question
from service.web.problems import PROBLEMS, RequestRefused
from service.wire import operations, strict_json

PACKAGE: Final = Path(__file__).parent.parent
PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
PROBLEMS_BY_SLUG: Final = {problem.slug: problem for problem in PROBLEMS.values()}

blueprint: Final = Blueprint("pages", __name__)


@cache
def contract() -> bytes:
    """Read openapi.yaml: inside the installed package, or beside it in a checkout."""
    inside, beside = PACKAGE / "openapi.yaml", PACKAGE.parent / "openapi.yaml"
    return (inside if inside.is_file() else beside).read_bytes()


@cache
def contract_as_json() -> bytes:
    """Give the same contract as JSON."""
    # The loader in C takes a tenth of the time, and the first to ask waits for it.
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    return json.dumps(yaml.load(contract(), loader), ensure_ascii=False).encode()  # noqa: S506 - both are safe


@cache
def first_answer() -> str:
    """Ask the first question, so that the start page cannot show a stale answer."""
    question = strict_json.read(first_question.BODY.encode())
    return strict_json.write(operations.OPERATIONS[first_question.OPERATION].answer(question)).decode()


@blueprint.get("/")
def start() -> Response:
    """Say in one screenful what this is and how to ask the first question."""
    command = first_question.command(request.host_url.rstrip("/"))
    return page("start.html", version=service.__version__, command=command, answer=first_answer())


@blueprint.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """Hand out the contract as it is written."""
    return Response(contract(), content_type="application/yaml")


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """Hand out the contract for tools that read JSON."""
    return Response(contract_as_json(), content_type="application/json")


@blueprint.get("/problems")
def list_problems() -> Response:
    """List every problem of the catalogue."""
    return page("problems.html", problems=PROBLEMS.values())


@blueprint.get("/problems/<slug>")
def show_problem(slug: str) -> Response:
    """Explain one problem: the page that its `type` points at."""
    problem = PROBLEMS_BY_SLUG.get(slug)
    if problem is None:
        raise RequestRefused("NOT_FOUND", "There is no such problem; /problems lists them.")
    return page("problem.html", problem=problem)


def page(template: str, **facts: object) -> Response:
    """Render a page that may load our own style and picture and nothing else."""
    response = make_response(render_template(template, **facts))
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    return response
