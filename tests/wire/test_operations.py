"""From a document to an answer."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.wire import strict_json
from service.wire.faults import Invalid
from service.wire.limits import BATCH_BODY_BYTES, BODY_BYTES
from service.wire.operations import OPERATIONS, SINGLE

from .told import OVERRIDES, QUESTIONS, RULESET, told


def test_an_answer_begins_with_its_verdict_kind_and_fingerprints() -> None:
    answer = OPERATIONS["judgeMeld"].answer({"ruleset": "nordic", "cards": ["9C", "10C", "JC"]})
    assert list(answer)[:5] == ["legal", "kind", "ruleset", "ruleset_digest", "decision_id"]
    assert answer["legal"] is True
    assert answer["kind"] == "meld"
    assert answer["ruleset"] == "nordic"


def test_the_order_of_members_changes_no_byte_of_the_answer() -> None:
    document = {"ruleset": "nordic", "cards": ["9C", "TC", "JC"], "players": 3}
    reordered = dict(reversed(document.items()))
    answers = [strict_json.write(OPERATIONS["judgeMeld"].answer(each)) for each in (document, reordered)]
    assert answers[0] == answers[1]


def test_a_document_that_is_no_question_is_refused() -> None:
    with pytest.raises(Invalid):
        OPERATIONS["scoreHand"].answer({"cards": "AS"})


def test_every_operation_has_a_path_of_its_own_and_the_usual_limit_but_a_batch() -> None:
    assert len({operation.path for operation in OPERATIONS.values()}) == len(OPERATIONS)
    assert all(operation.path.startswith("/v1/") for operation in OPERATIONS.values())
    assert {operation.body_limit for operation in SINGLE.values()} == {BODY_BYTES}
    assert OPERATIONS["judgeBatch"].body_limit == BATCH_BODY_BYTES


@pytest.mark.parametrize("operation", SINGLE)
@given(data=st.data())
def test_every_question_is_answered_without_nulls_and_legal_exactly_without_violations(
    operation: str, data: st.DataObject
) -> None:
    document = told(data.draw(QUESTIONS[operation]))
    document |= {"ruleset": data.draw(RULESET), "options": data.draw(OVERRIDES)}
    try:
        answer: Any = strict_json.read(strict_json.write(OPERATIONS[operation].answer(document)))
    except Invalid as invalid:
        assert {error.code for error in invalid.errors} == {"CONTRADICTORY_OPTIONS"}  # noqa: PT017
        return
    assert answer["legal" if "legal" in answer else "valid"] is (answer["violations"] == [])
    assert not has_null(answer)


def has_null(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value is None or any(map(has_null, inner))
