import pytest
from flask.testing import FlaskClient

from service.web import first_question
from service.wire import strict_json
from service.wire.operations import OPERATIONS
from tests.web.problem_shape import assert_problem


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_each_operation_of_the_wire_has_its_address(client: FlaskClient, operation_id: str) -> None:
    response = client.post(OPERATIONS[operation_id].path, data=b"null", content_type="application/json")
    errors = assert_problem(response, "VALIDATION_FAILED")
    assert errors[0]["pointer"] == ""


def test_the_answer_is_that_of_the_wire_byte_for_byte(client: FlaskClient) -> None:
    response = client.post(first_question.PATH, data=first_question.BODY, content_type="application/json")
    answer = OPERATIONS[first_question.OPERATION].answer(strict_json.read(first_question.BODY.encode()))
    assert response.status_code == 200
    assert response.content_type == "application/json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.data == strict_json.write(answer)


def test_json_that_cannot_be_read_is_told_by_its_own_code(client: FlaskClient) -> None:
    assert_problem(client.post(first_question.PATH, data=b"{", content_type="application/json"), "MALFORMED_JSON")
    assert_problem(client.post(first_question.PATH, data=b'"\xff"', content_type="application/json"), "BAD_ENCODING")


def test_a_batch_may_be_larger_than_a_single_question(client: FlaskClient) -> None:
    batch = b'{"items": [{"id": "a", "question": {"kind": "hand_score", "cards": []}}]}'
    path = OPERATIONS["judgeBatch"].path
    assert client.post(path, data=batch.ljust(4_194_304), content_type="application/json").status_code == 200
    assert_problem(client.post(path, data=batch.ljust(4_194_305), content_type="application/json"), "BODY_TOO_LARGE")


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/rulesets/nordic", "/v1/rules"])
def test_the_lists_are_json(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.content_type == "application/json"
    assert response.json


@pytest.mark.parametrize("ruleset", ["canasta", "NORDIC", "nordic%20", "%2e%2e"])
def test_a_ruleset_that_is_not_there_is_not_found(client: FlaskClient, ruleset: str) -> None:
    assert_problem(client.get(f"/v1/rulesets/{ruleset}"), "NOT_FOUND")
