from io import BytesIO

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from service.web import first_question
from service.web.stateless import LONG
from service.wire import strict_json
from service.wire.operations import OPERATIONS, SINGLE
from tests.contract.document import operations
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


PLAIN = sorted(SINGLE.keys() - LONG)
FAULTY = [b"", b"null", b"{", b'"\xff"', b'{"x": 1}', b'{"ruleset": "whist"}', b" " * 70_000, b"[" * 20 + b"]" * 20]


@pytest.mark.parametrize("operation_id", PLAIN)
def test_flask_would_answer_as_it_is_answered_before(operation_id: str) -> None:
    asked: list[str] = []
    quick, slow = (
        create_app(),
        create_app(Settings(store_url="none", access_log="off", cors_origins="https://a.example")),
    )
    for app in (quick, slow):
        app.before_request(lambda: asked.append(operation_id))
    path = OPERATIONS[operation_id].path
    for number, body in enumerate([question(operation_id), *FAULTY]):
        answers = []
        for app in (quick, slow):
            headers = {"X-Request-ID": "a"}
            answers.append(app.test_client().post(path, data=body, content_type="application/json", headers=headers))
        assert asked == [operation_id] * (1 if number == 0 else 2)
        asked.clear()
        first, second = answers
        assert (first.status_code, first.data) == (second.status_code, second.data)
        assert first.status_code == 200 if number == 0 else first.status_code >= 400
        said = [sorted((name, text) for name, text in each.headers if name != "Vary") for each in answers]
        assert said[0] == said[1]


@pytest.mark.parametrize(
    ("method", "query", "media_type", "body", "status"),
    [
        ("POST", "", "text/plain", b'{"cards": ["5H", "6H", "7H"]}', 415),
        ("POST", "?x=1", "application/json", b'{"cards": ["5H", "6H", "7H"]}', 400),
        ("PUT", "", "application/json", b'{"cards": ["5H", "6H", "7H"]}', 405),
        ("POST", "", "application/json; charset=utf-8", b'{"cards": ["5H", "6H", "7H"]}', 200),
        ("POST", "", "application/json", b'{"cards": ["5H", "6H", "7H"]}' + b" " * 20_000, 200),
    ],
)
def test_what_is_not_plain_goes_the_way_of_flask(
    client: FlaskClient, method: str, query: str, media_type: str, body: bytes, status: int
) -> None:
    path = OPERATIONS["judgeMeld"].path + query
    assert client.open(path, method=method, data=body, content_type=media_type).status_code == status


def test_a_body_of_unknown_length_is_read_to_its_end(client: FlaskClient) -> None:
    body = question("judgeMeld")
    environ = {"wsgi.input": BytesIO(body), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    response = client.post(OPERATIONS["judgeMeld"].path, content_type="application/json", environ_overrides=environ)
    assert response.status_code == 200


@pytest.mark.parametrize("operation_id", PLAIN)
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
