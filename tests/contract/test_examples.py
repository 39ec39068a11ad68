"""Every example of openapi.yaml is asked, and answered as it says there."""

import jsonschema
import pytest

from .document import PATH, ContractOperation, contract, operations
from .refresh_examples import ANSWERING, answer_to, refreshed

SHOWN = [(operation, name) for operation in operations() if operation.id in ANSWERING for name in operation.questions]


@pytest.mark.parametrize(("operation", "name"), SHOWN, ids=lambda each: getattr(each, "id", each))
def test_an_example_is_answered_as_shown(operation: ContractOperation, name: str) -> None:
    answer = answer_to(operation, operation.questions[name])
    assert answer == operation.answers[name]
    schema = operation.document["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.validate(answer, schema | {"components": contract()["components"]})


def test_every_question_is_shown_with_several_examples_and_every_answer_belongs_to_one() -> None:
    for operation in operations():
        if operation.method == "post":
            assert len(operation.questions) >= 3, operation.id
        if operation.id in ANSWERING:
            assert list(operation.questions) == list(operation.answers), operation.id


def test_an_example_tells_its_situation_in_a_sentence() -> None:
    for operation in operations():
        content = operation.document.get("requestBody", {}).get("content", {})
        for example in [each for media in content.values() for each in media["examples"].values()]:
            assert example["summary"].endswith("."), example["summary"]


def test_the_answers_are_written_as_they_would_be_refreshed() -> None:
    text = PATH.read_text(encoding="utf-8")
    assert refreshed(text) == text
