"""openapi.yaml agrees with the application: its addresses, its problems and what it says of itself."""

import re
from typing import Any, Final

import jsonschema
import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.web.problems import PROBLEMS

from .document import ContractOperation, contract, operations, schemas

#: The HTTP of the contract. Pictures and styles are for the pages alone.
_ROUTES: Final = [rule for rule in create_app().url_map.iter_rules() if not rule.rule.startswith("/static/")]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def test_every_address_is_in_the_contract_and_every_one_of_the_contract_is_there() -> None:
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in _ROUTES
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(each.path, each.method) for each in operations()}


def test_what_is_asked_is_called_as_in_the_contract() -> None:
    called = {rule.endpoint.rpartition(".")[2] for rule in _ROUTES}
    assert {each.id for each in operations() if "pages" not in each.document["tags"]} <= called


def plain_answers() -> list[ContractOperation]:
    return [each for each in operations() if each.method == "get" and "{" not in each.path]


@pytest.mark.parametrize("operation", plain_answers(), ids=lambda each: each.id)
def test_what_needs_no_question_is_answered_as_the_contract_says(
    client: FlaskClient, operation: ContractOperation
) -> None:
    response = client.get(operation.path)
    told = operation.document["responses"]["200"]
    told = contract()["components"]["responses"][told["$ref"].rpartition("/")[2]] if "$ref" in told else told
    [(media_type, media)] = told["content"].items()
    assert response.status_code == 200
    assert response.mimetype == media_type
    if media_type == "application/json":
        jsonschema.validate(response.json, media["schema"] | {"components": contract()["components"]})


#: A request that meets each problem of the contract's examples.
_MET_BY: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "MALFORMED_JSON": ("post", "/v1/verdicts/meld", {"data": b'{"cards": ["5H", "6H"', "mimetype": "application/json"}),
    "UNKNOWN_PARAMETER": ("get", "/v1/rules?verbose=1", {}),
    "NOT_FOUND": ("get", "/v1/rulesets/canasta", {}),
    "BODY_TOO_LARGE": ("post", "/v1/verdicts/meld", {"data": b" " * 65_537, "mimetype": "application/json"}),
    "UNSUPPORTED_MEDIA_TYPE": ("post", "/v1/verdicts/meld", {"data": b"cards=5H", "mimetype": "text/plain"}),
    "VALIDATION_FAILED": (
        "post",
        "/v1/verdicts/meld",
        {"data": b'{"cards": ["5H", "6h", "7H"], "player": 4}', "mimetype": "application/json"},
    ),
}


def shown_problems() -> dict[str, dict[str, Any]]:
    """Return the problems that the contract shows, by their code."""
    shown = {}
    for response in contract()["components"]["responses"].values():
        for example in response["content"].get("application/problem+json", {}).get("examples", {}).values():
            shown[example["value"]["code"]] = example["value"]
    return shown


@pytest.mark.parametrize("code", _MET_BY)
def test_a_problem_is_told_as_the_contract_shows_it(client: FlaskClient, code: str) -> None:
    method, path, request = _MET_BY[code]
    response = client.open(path, method=method, headers={"X-Request-ID": "table-7.move-12"}, **request)
    assert response.mimetype == "application/problem+json"
    assert response.json == shown_problems()[code]
    jsonschema.validate(response.json, schemas()["Problem"] | {"components": contract()["components"]})


def test_every_problem_that_is_shown_can_be_met() -> None:
    assert set(shown_problems()) - set(_MET_BY) == {"INTERNAL"}
    assert set(shown_problems()) <= set(PROBLEMS)
