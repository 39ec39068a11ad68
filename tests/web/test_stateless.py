from io import BytesIO

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from service.web import first_question
from service.wire import strict_json
from service.wire.operations import OPERATIONS
from tests.contract.document import operations
from tests.web.both_ways import BOTH_WAYS, Asked, told
from tests.web.conftest import Logged
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


FAULTY = {
    b"": 400,
    b"null": 422,
    b"{": 400,
    b'"\xff"': 400,
    b'{"x": 1}': 422,
    b'{"ruleset": "whist"}': 422,
    b"[" * 20 + b"]" * 20: 400,
    b" " * 5_000_000: 413,
}


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_flask_would_answer_a_question_as_it_is_answered_before(operation_id: str, logged: Logged) -> None:
    path, good = OPERATIONS[operation_id].path, question(operation_id)
    asked = [
        Asked(200, path, {}, good),
        Asked(200, path, {}, good, "application/json; charset=utf-8"),
        Asked(200, path, {}, good.ljust(20_000)),
        Asked(415, path, {}, good, "text/plain"),
        Asked(400, f"{path}?x=1", {}, good),
        Asked(404, f"{path}/", {}, good),
        *[Asked(status, path, {}, body) for body, status in FAULTY.items()],
    ]
    first, second = (
        told(create_app(Settings(store_url="none", cors_origins=origins)), asked, logged, flask_first=bool(origins))
        for origins in BOTH_WAYS
    )
    assert first == second


@pytest.mark.parametrize("body", FAULTY)
def test_a_refused_question_is_read_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    asked: list[bytes] = []
    read = strict_json.read

    def counted(body: bytes) -> object:
        asked.append(body)
        return read(body)

    monkeypatch.setattr(strict_json, "read", counted)
    assert client.post(first_question.PATH, data=body, content_type="application/json").status_code == FAULTY[body]
    assert len(asked) == (FAULTY[body] != 413)


def test_a_fault_in_a_question_is_met_once_and_logged_with_its_places(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, logged: Logged
) -> None:
    met: list[object] = []

    def broken(document: object) -> None:
        met.append(document)
        raise ValueError("KS in the hand")

    monkeypatch.setattr(OPERATIONS[first_question.OPERATION].request, "load", broken)
    response = client.post(first_question.PATH, data=first_question.BODY, content_type="application/json")
    assert_problem(response, "INTERNAL")
    assert len(met) == 1
    [line] = logged()
    assert (line["event"], line["route"]) == ("fault", first_question.PATH)
    assert (line["places"][0], line["request_id"]) == ("builtins.ValueError", response.headers["X-Request-ID"])
    assert line["places"][-1].endswith("in broken")
    assert "KS" not in str(line)


def test_a_question_is_answered_only_where_it_is_posted(client: FlaskClient) -> None:
    body = first_question.BODY
    for method in ("GET", "PUT", "DELETE"):
        response = client.open(first_question.PATH, method=method, data=body, content_type="application/json")
        assert_problem(response, "METHOD_NOT_ALLOWED")


def test_a_body_of_unknown_length_is_read_to_its_end(client: FlaskClient) -> None:
    body = question("judgeMeld")
    environ = {"wsgi.input": BytesIO(body), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    response = client.post(OPERATIONS["judgeMeld"].path, content_type="application/json", environ_overrides=environ)
    assert response.status_code == 200


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_a_body_that_breaks_off_is_refused(client: FlaskClient, operation_id: str) -> None:
    body = question(operation_id)
    environ = {"wsgi.input": BytesIO(body), "wsgi.input_terminated": True, "CONTENT_LENGTH": str(len(body) + 1)}
    path = OPERATIONS[operation_id].path
    response = client.post(path, content_type="application/json", environ_overrides=environ)
    assert_problem(response, "MALFORMED_JSON")


def question(operation_id: str) -> bytes:
    """Give a question as the contract shows it."""
    [operation] = [each for each in operations() if each.id == operation_id]
    return strict_json.write(next(iter(operation.questions.values())))
