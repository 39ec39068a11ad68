"""Nothing that was released is broken; and the comparison notices what would be."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
import yaml

from tests.contract.compatibility import RELEASED, RELEASED_CODES, breaks, codes
from tests.contract.document import contract

Change = Callable[[dict[str, Any]], object]

CHOSEN: dict[str, Any] = {
    "paths": {
        "/ask": {
            "post": {
                "operationId": "ask",
                "parameters": [{"in": "query", "name": "limit", "schema": {"type": "integer", "maximum": 9}}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Question"}}}},
                "responses": {
                    "200": {
                        "headers": {"ETag": {}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}},
                    },
                    "404": {"content": {"application/problem+json": {}}},
                },
            }
        }
    },
    "components": {
        "schemas": {
            "Question": {
                "type": "object",
                "required": ["cards"],
                "properties": {
                    "cards": {"type": "array", "items": {"type": "string", "pattern": "^[AK]$"}, "maxItems": 4},
                    "ace": {"type": "string", "enum": ["low", "high"]},
                    "seat": {"type": "integer", "minimum": 0},
                    "move": {"$ref": "#/components/schemas/Move"},
                },
            },
            "Move": {
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": {"pass": "#/components/schemas/Pass", "call": "#/components/schemas/Call"},
                }
            },
            "Pass": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "pass"}}},
            "Call": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "call"}}},
            "Answer": {
                "type": "object",
                "required": ["legal", "moves"],
                "properties": {
                    "legal": {"type": "boolean"},
                    "moves": {"type": "array", "items": {"$ref": "#/components/schemas/Move"}},
                    "phase": {"type": "string", "enum": ["draw", "play"]},
                    "seat": {"type": "integer", "minimum": 0, "maximum": 7},
                },
            },
        }
    },
}


def changed(change: Change) -> list[str]:
    later = deepcopy(CHOSEN)
    change(later)
    return breaks(CHOSEN, later)


def operation(document: dict[str, Any]) -> Any:
    return document["paths"]["/ask"]["post"]


def question(document: dict[str, Any]) -> Any:
    return document["components"]["schemas"]["Question"]


def reply(document: dict[str, Any]) -> Any:
    return document["components"]["schemas"]["Answer"]


def mapping(document: dict[str, Any]) -> Any:
    return document["components"]["schemas"]["Move"]["discriminator"]["mapping"]


def test_nothing_that_was_released_is_broken() -> None:
    released = yaml.safe_load((RELEASED / "openapi.yaml").read_text(encoding="utf-8"))
    assert breaks(released, contract()) == []


def test_every_code_that_was_released_is_still_there() -> None:
    assert set(RELEASED_CODES.read_text(encoding="utf-8").split()) - codes() == set()


BREAKING: list[tuple[Change, list[str]]] = [
    (lambda it: it["paths"].pop("/ask"), ["POST /ask is gone"]),
    (lambda it: operation(it).update(operationId="asks"), ["POST /ask is no longer called ask"]),
    (lambda it: operation(it).pop("requestBody"), ["POST /ask takes no body any more"]),
    (lambda it: operation(it)["requestBody"].update(required=True), ["POST /ask needs a body"]),
    (lambda it: operation(it)["responses"].pop("404"), ["POST /ask no longer answers 404"]),
    (
        lambda it: operation(it)["responses"]["404"].update(content={"text/html": {}}),
        ["POST /ask 404 is no application/problem+json any more"],
    ),
    (lambda it: operation(it)["responses"]["200"].pop("headers"), ["POST /ask 200 has no header ETag any more"]),
    (lambda it: operation(it).pop("parameters"), ["POST /ask does not take the query parameter limit any more"]),
    (
        lambda it: operation(it)["parameters"][0].update(required=True),
        ["POST /ask needs the query parameter limit"],
    ),
    (
        lambda it: operation(it)["parameters"].append({"in": "header", "name": "Key", "required": True, "schema": {}}),
        ["POST /ask needs the header parameter Key"],
    ),
    (
        lambda it: operation(it)["parameters"][0]["schema"].update(maximum=8),
        ["POST /ask limit has maximum 8, which was 9"],
    ),
    (lambda it: question(it)["properties"].pop("ace"), ["Question (asked) has no ace any more"]),
    (lambda it: question(it)["required"].append("seat"), ["Question (asked) needs seat"]),
    (lambda it: question(it).update(additionalProperties=False), ["Question (asked) takes no other members any more"]),
    (
        lambda it: question(it)["properties"]["ace"].update(enum=["low"]),
        ["Question (asked)/ace does not take high"],
    ),
    (
        lambda it: question(it)["properties"]["seat"].update(enum=[0, 1]),
        ["Question (asked)/seat does not take other values than 0, 1"],
    ),
    (
        lambda it: question(it)["properties"]["seat"].update(type="string"),
        ["Question (asked)/seat was of type integer and is string"],
    ),
    (
        lambda it: question(it)["properties"]["seat"].update(minimum=1),
        ["Question (asked)/seat has minimum 1, which was 0"],
    ),
    (
        lambda it: question(it)["properties"]["cards"].update(minItems=1),
        ["Question (asked)/cards has minItems 1, which was None"],
    ),
    (
        lambda it: question(it)["properties"]["cards"]["items"].update(pattern="^A$"),
        ["Question (asked)/cards/* has another pattern"],
    ),
    (lambda it: mapping(it).pop("call"), ["Move (asked) takes no call"]),
    (
        lambda it: mapping(it).update(draw="#/components/schemas/Pass"),
        ["Move (answered) may now be a draw"],
    ),
    (lambda it: reply(it)["properties"].pop("phase"), ["Answer (answered) has no phase any more"]),
    (lambda it: reply(it)["required"].remove("legal"), ["Answer (answered) may lack legal"]),
    (
        lambda it: reply(it)["properties"]["phase"]["enum"].append("over"),
        ["Answer (answered)/phase may now be over"],
    ),
    (
        lambda it: reply(it)["properties"]["phase"].pop("enum"),
        ["Answer (answered)/phase may now be other values than draw, play"],
    ),
    (
        lambda it: reply(it)["properties"]["seat"].update(maximum=9),
        ["Answer (answered)/seat has maximum 9, which was 7"],
    ),
]


@pytest.mark.parametrize(("change", "told"), BREAKING, ids=[told[0] for _, told in BREAKING])
def test_a_broken_promise_is_named(change: Change, told: list[str]) -> None:
    assert changed(change) == told


KEPT: list[Change] = [
    lambda it: it["paths"].update({"/more": {}}),
    lambda it: operation(it)["responses"].update({"429": {}}),
    lambda it: operation(it)["parameters"].append({"in": "query", "name": "after", "schema": {}}),
    lambda it: operation(it)["parameters"][0]["schema"].update(maximum=10),
    lambda it: question(it)["properties"].update(hand={"type": "array"}),
    lambda it: question(it)["required"].clear(),
    lambda it: question(it)["properties"]["ace"]["enum"].append("corner"),
    lambda it: question(it)["properties"]["cards"].update(maxItems=5),
    lambda it: question(it)["properties"]["cards"]["items"].pop("pattern"),
    lambda it: question(it).update(description="Something else."),
    lambda it: reply(it)["properties"].update(points={"type": "integer"}),
    lambda it: reply(it)["required"].append("phase"),
    lambda it: reply(it)["properties"]["phase"].update(enum=["draw"]),
    lambda it: reply(it)["properties"]["seat"].update(minimum=1, maximum=6),
]


@pytest.mark.parametrize("change", KEPT)
def test_what_only_adds_breaks_nothing(change: Change) -> None:
    assert changed(change) == []
