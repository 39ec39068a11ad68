"""openapi.yaml has none of the constructs on which client generators break."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from .document import contract, operations, schemas

_CARDS: Final = {"Card", "MeldCard"}


def objects(document: Any, place: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Return every object of the contract with its place, without looking into examples."""
    if isinstance(document, dict):
        yield place, document
        for name, inner in document.items():
            if name not in ("examples", "example", "value"):
                yield from objects(inner, f"{place}/{name}")
    if isinstance(document, list):
        for index, inner in enumerate(document):
            yield from objects(inner, f"{place}/{index}")


ALL: Final = dict(objects(contract()))


def places(*members: str) -> list[str]:
    """Return where an object has one of these members."""
    named = {place: each for place, each in ALL.items() if not place.endswith("/properties")}
    return [place for place, each in named.items() if any(member in each for member in members)]


def test_nothing_is_put_together_from_parts() -> None:
    assert places("allOf", "anyOf", "not", "if", "patternProperties", "prefixItems") == []


def test_nothing_is_nullable() -> None:
    assert places("nullable") == []
    assert [
        place for place, each in ALL.items() if isinstance(each.get("type"), list) or each.get("type") == "null"
    ] == []


def test_no_body_has_defaults() -> None:
    assert places("default") == []


def test_every_union_is_named_and_told_apart_by_its_kind() -> None:
    unions = places("oneOf")
    assert {place.removeprefix("#/components/schemas/") for place in unions} <= set(schemas())
    for place in unions:
        union = ALL[place]
        assert union["discriminator"]["propertyName"] == "kind"
        mapping = union["discriminator"]["mapping"]
        assert [branch["$ref"] for branch in union["oneOf"]] == list(mapping.values())
        for kind, target in mapping.items():
            branch = schemas()[target.rpartition("/")[2]]
            assert "kind" in branch["required"]
            assert branch["properties"]["kind"] == {"type": "string", "const": kind}


def test_objects_and_words_to_choose_from_are_named() -> None:
    for place in places("enum", "properties", "additionalProperties"):
        assert place.removeprefix("#/components/schemas/") in schemas(), place


def test_bodies_and_parameters_are_named_or_plain() -> None:
    for place in places("content"):
        for media in ALL[place]["content"].values():
            assert list(media["schema"]) == ["$ref"], place


def test_no_card_is_listed_among_words() -> None:
    assert all("enum" not in schemas()[name] and "pattern" in schemas()[name] for name in _CARDS)


def test_requests_are_closed_and_answers_open() -> None:
    asked: set[str] = set()
    answered: set[str] = set()
    for each in operations():
        asked |= reached(each.document.get("requestBody", {}))
        answered |= reached(each.document["responses"])
    for name, schema in schemas().items():
        if schema.get("type") == "object":
            closed = schema.get("additionalProperties") is False
            assert closed is (name in asked), name
        if name in answered - asked and schema.get("type") == "string":
            assert "enum" not in schema, name


def reached(document: Any) -> set[str]:
    """Return the names of the schemas that a part of the contract leads to."""
    names: set[str] = set()
    waiting = [document]
    while waiting:
        for _, each in objects(waiting.pop()):
            target = each.get("$ref", "")
            name = target.rpartition("/")[2]
            if target.startswith("#/components/schemas/") and name not in names:
                names.add(name)
                waiting.append(schemas()[name])
            elif target.startswith("#/components/responses/"):
                waiting.append(contract()["components"]["responses"][name])
    return names


#: What is answered where all is well, where that is not 200 alone, and what no other operation has.
_DONE: Final = {
    "createGame": ["201"],
    "getGame": ["200", "304"],
    "deleteGame": ["204"],
    "dealRound": ["201"],
    "readiness": ["200", "503"],
    "metrics": ["200", "404"],
    "getRecord": ["200", "409"],
}
#: These have no body.
_EMPTY: Final = ("204", "304")


@pytest.mark.parametrize("operation", operations(), ids=lambda each: each.id)
def test_every_status_is_listed_with_one_media_type(operation: Any) -> None:
    statuses = set(operation.document["responses"])
    wanted = {"400", "500", *_DONE.get(operation.id, ["200"])}
    if "requestBody" in operation.document:
        wanted |= {"413", "415", "422"}
    if operation.path.startswith("/v1/"):
        wanted |= {"401", "429"}
    if "{" in operation.path:
        wanted |= {"404"}
    if operation.document["tags"] == ["games"]:
        wanted |= {"404", "503"}
        if operation.document.get("security"):
            wanted |= {"403"}
        if {"$ref": "#/components/parameters/IfMatch"} in operation.document.get("parameters", []):
            wanted |= {"409", "412", "428"}
    assert statuses == wanted
    for status, told in operation.document["responses"].items():
        answer = contract()["components"]["responses"][told["$ref"].rpartition("/")[2]] if "$ref" in told else told
        assert len(answer.get("content", {})) == (status not in _EMPTY)
        assert "X-Request-ID" in answer["headers"]


@pytest.mark.parametrize("operation", operations(), ids=lambda each: each.id)
def test_every_operation_takes_a_name_for_the_request_and_says_what_it_is_for(operation: Any) -> None:
    assert {"$ref": "#/components/parameters/RequestId"} in operation.parameters
    assert operation.document["summary"]
    assert operation.document["description"]
