"""openapi.yaml agrees with the schemas, the options, the codes and the operations."""

import re
from typing import Any, Final

import pytest
import yaml

from service.rules.cards import CARDS, MELD_CARDS
from service.rules.options import MAX_SEATS, MIN_SEATS, OPTIONS
from service.rules.rulebook import Code
from service.wire import limits, requests
from service.wire.batches import QUESTIONS
from service.wire.fields import Closed, Part, Parts, Union
from service.wire.operations import OPERATIONS, SINGLE
from service.wire.rulebook import option_kind

from .agreement import COMPONENTS, component, components, question_of_kind
from .document import contract, operations, schemas

#: What says nothing of the shape.
_PROSE: Final = ("description", "examples", "summary")


def shape(schema: Any) -> Any:
    """Return a schema without its prose."""
    if isinstance(schema, dict):
        kept = {name: value for name, value in schema.items() if name not in _PROSE or name == "properties"}
        return {
            name: {member: shape(each) for member, each in value.items()} if name == "properties" else shape(value)
            for name, value in kept.items()
        }
    return [shape(each) for each in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize("name", components())
def test_a_component_is_what_our_schemas_read(name: str) -> None:
    agreed = components()[name]
    told = shape(schemas().get(name))
    would_agree = yaml.safe_dump({name: agreed}, sort_keys=False)
    assert told == agreed, f"This would agree:\n{would_agree}"
    if "properties" in agreed:
        assert list(told["properties"]) == list(agreed["properties"]), f"This order would agree:\n{would_agree}"


def test_every_schema_that_reads_a_question_has_a_component() -> None:
    waiting: list[object] = [operation.request for operation in OPERATIONS.values()]
    waiting += QUESTIONS.requests.values()
    while waiting:
        schema = waiting.pop()
        assert component(schema) in schemas()
        branches = schema.branches.values() if isinstance(schema, Union) else [schema]
        fields = [field for branch in branches if isinstance(branch, Closed) for field in branch.fields.values()]
        waiting += [field.schema for field in fields if isinstance(field, Part | Parts)]


@pytest.mark.parametrize("kind", QUESTIONS.requests)
def test_a_question_of_a_batch_is_told_word_for_word_as_alone(kind: str) -> None:
    alone = schemas()[COMPONENTS[type(QUESTIONS.requests[kind])]]
    together = schemas()[question_of_kind(kind)]
    assert together == alone | {
        "required": ["kind", *alone["required"]],
        "properties": {"kind": {"type": "string", "const": kind}, **alone["properties"]},
    }


@pytest.mark.parametrize(("name", "spellings"), [("Card", CARDS), ("MeldCard", MELD_CARDS)])
def test_the_pattern_of_a_card_is_all_its_spellings(name: str, spellings: dict[str, object]) -> None:
    pattern = re.compile(schemas()[name]["pattern"])
    letters = ["", *"A234567890JQKTX1", "10", "11", "JK", "JOKER"]
    tried = {rank + suit for rank in letters for suit in ["", *"SHDCX", "s", "h", *map(str, range(10))]}
    tried |= {f"JK={code}" for code in tried} | {f"{code} " for code in spellings}
    assert {code for code in tried | set(spellings) if pattern.search(code)} == set(spellings)


def test_seats_and_ids_are_limited_as_our_fields_limit_them() -> None:
    assert shape(schemas()["Players"]) == {"type": "integer", "minimum": MIN_SEATS, "maximum": MAX_SEATS}
    for name in ("MeldId", "ItemId"):
        assert shape(schemas()[name]) == {
            "type": "string",
            "pattern": f"^{requests.ID_PATTERN}$",
            "minLength": 1,
            "maxLength": limits.ID_LENGTH,
        }
    assert schemas()["Problem"]["properties"]["errors"]["maxItems"] == limits.ERRORS


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_is_described_by_its_sentence(name: str) -> None:
    told = schemas()["OptionOverrides"]["properties"][name]
    if "$ref" in told:
        told = schemas()[told["$ref"].rpartition("/")[2]]
    assert told["description"] == OPTIONS[name].sentence
    if option_kind(OPTIONS[name]) == "word":
        assert schemas()["Options"]["properties"][name]["examples"] == list(OPTIONS[name].values)


def test_the_codes_that_are_shown_are_codes() -> None:
    for name in ("Violation", "Obligation", "Unchecked", "Rule"):
        assert set(schemas()[name]["properties"]["code"]["examples"]) <= {code.value for code in Code}


def test_every_question_is_posted_where_the_contract_says() -> None:
    told = {each.id: each.path for each in operations() if each.method == "post"}
    assert told == {operation_id: operation.path for operation_id, operation in OPERATIONS.items()}


def test_every_question_is_told_by_the_schema_that_reads_it() -> None:
    for each in operations():
        if each.id in OPERATIONS:
            request = each.document["requestBody"]["content"]["application/json"]["schema"]
            name = COMPONENTS[type(OPERATIONS[each.id].request)]
            assert request == {"$ref": f"#/components/schemas/{name}"}
            answer = each.document["responses"]["200"]["content"]["application/json"]["schema"]
            told = schemas()[answer["$ref"].rpartition("/")[2]]
            if each.id in SINGLE:
                assert told["properties"]["kind"]["const"] == SINGLE[each.id].kind


def test_a_batch_is_answered_as_the_operations_of_its_questions_are() -> None:
    told = {each.kind: answer_component(name) for name, each in SINGLE.items()}
    mapping = schemas()["BatchAnswer"]["discriminator"]["mapping"]
    assert mapping == {kind: told[kind] for kind in QUESTIONS.requests}


def answer_component(operation_id: str) -> str:
    """Return the reference to the component that tells an operation's answer."""
    [document] = [each.document for each in operations() if each.id == operation_id]
    told: str = document["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
    return told


def test_an_operation_id_names_one_operation() -> None:
    ids = [each.id for each in operations()]
    assert len(set(ids)) == len(ids)


def test_a_link_leads_to_an_operation() -> None:
    ids = {each.id for each in operations()}
    assert all(link["operationId"] in ids for link in found(contract(), "links"))


def found(document: Any, member: str) -> list[dict[str, Any]]:
    """Return all values of the objects that stand in members of this name, anywhere."""
    if isinstance(document, list):
        return [each for inner in document for each in found(inner, member)]
    if not isinstance(document, dict):
        return []
    here = list(document[member].values()) if isinstance(document.get(member), dict) else []
    return here + [each for inner in document.values() for each in found(inner, member)]
