"""What a person opens in a browser: the playground, the rulebook, the contract, the text of each problem."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import yaml
from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.exceptions import NotFound

import service
from service.web import first_question
from service.web.exchange import JSON
from service.web.problems import PROBLEMS, RequestRefused, answer_framework_error
from service.wire import operations, rulebook, strict_json

PACKAGE: Final = Path(__file__).parent.parent
_NOTHING_ELSE: Final = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
PAGE_POLICY: Final = "default-src 'none'; style-src 'self'; img-src 'self'; " + _NOTHING_ELSE
PLAYGROUND_POLICY: Final = PAGE_POLICY + "; script-src 'self'; connect-src 'self'"
#: Swagger UI sets styles on its elements, and draws its arrows from `data:`.
DOCS_POLICY: Final = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "script-src 'self'; connect-src 'self'; " + _NOTHING_ELSE
)
PROBLEMS_BY_SLUG: Final = {problem.slug: problem for problem in PROBLEMS.values()}
SWAGGER_UI: Final = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}

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
    """Ask the first question, so that the playground cannot show a stale answer."""
    question = strict_json.read(first_question.BODY.encode())
    return strict_json.write(operations.OPERATIONS[first_question.OPERATION].answer(question)).decode()


@blueprint.get("/")
def playground() -> Response:
    """Let a person try questions, and say how a program asks the first one."""
    command = first_question.command(request.host_url.rstrip("/"))
    response = page("playground.html", here="/", version=service.__version__, command=command, answer=first_answer())
    response.headers["Content-Security-Policy"] = PLAYGROUND_POLICY
    return response


@blueprint.get("/rulebook")
def rulebook_page() -> Response:
    """Show what /v1/rules and /v1/rulesets say, with a place for each code to link to."""
    return page("rulebook.html", here="/rulebook", **rulebook_facts())


@cache
def rulebook_facts() -> dict[str, Any]:
    """Join each rule with its options, and each option's values with the rulesets that have them."""
    rules: dict[str, Any] = rulebook.list_rules()
    options = {option["name"]: option | _values(option) for option in rules["options"]}
    chapters: dict[str, list[dict[str, Any]]] = {}
    for rule in rules["rules"]:
        governed = rule | {"options": [options[name] for name in rule["options"]]}
        chapters.setdefault(rule["topic"], []).append(governed)
    return {
        "chapters": [
            {"id": topic, "title": topic.replace("_", " ").capitalize(), "rules": listed}
            for topic, listed in chapters.items()
        ],
        "options": list(options.values()),
        "rulesets": rulebook.list_rulesets()["rulesets"],
    }


def _values(option: dict[str, Any]) -> dict[str, Any]:
    by_value: dict[str, list[str]] = {}
    for ruleset_id, value in option["by_ruleset"].items():
        by_value.setdefault(json.dumps(value).strip('"'), []).append(ruleset_id)
    if "minimum" in option:
        takes = f"{option['minimum']} to {option['maximum']}"
    else:
        takes = ", ".join(map(str, option.get("values", ("true", "false"))))
    if len(by_value) == 1:
        by_value = {value: ["every ruleset"] for value in by_value}
    return {"by_value": list(by_value.items()), "takes": takes}


@blueprint.get("/docs")
def docs() -> Response:
    """Show the contract in Swagger UI, where each operation can be tried."""
    response = page("docs.html", here="/docs")
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


@blueprint.get("/static/swagger-ui/<name>")
def swagger_ui(name: str) -> Response:
    """Hand out the two files of the packaged Swagger UI that the docs load."""
    if name not in SWAGGER_UI:
        raise RequestRefused("NOT_FOUND", "There is no such file.")
    content = (files("flask_swagger_ui") / "dist" / name).read_bytes()
    return Response(content, content_type=f"{SWAGGER_UI[name]}; charset=utf-8", headers={"Cache-Control": "no-cache"})


@blueprint.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """Hand out the contract as it is written."""
    return Response(contract(), content_type="application/yaml")


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """Hand out the contract for tools that read JSON."""
    return Response(contract_as_json(), content_type=JSON)


@blueprint.get("/problems")
def list_problems() -> Response:
    """List every problem of the catalogue."""
    return page("problems.html", here="/problems", problems=PROBLEMS.values())


@blueprint.get("/problems/<slug>")
def show_problem(slug: str) -> Response:
    """Explain one problem: the page that its `type` points at."""
    problem = PROBLEMS_BY_SLUG.get(slug)
    if problem is None:
        raise RequestRefused("NOT_FOUND", "There is no such problem; /problems lists them.")
    return page("problem.html", problem=problem)


@blueprint.app_errorhandler(NotFound)
def nothing_here(error: NotFound) -> Response:
    """Show a page to somebody who opened an address without anything; a program gets the problem as ever."""
    wanted = request.accept_mimetypes.best_match(("application/problem+json", "text/html"))
    if wanted != "text/html" or request.method not in ("GET", "HEAD"):
        return answer_framework_error(error)
    response = page("problem.html", problem=PROBLEMS["NOT_FOUND"])
    response.status_code = 404
    response.vary.add("Accept")
    return response


def page(template: str, **facts: object) -> Response:
    """Render a page that may load our own styles and pictures and nothing else."""
    response = make_response(render_template(template, **facts))
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    return response
