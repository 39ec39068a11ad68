import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.web.problems import PROBLEMS, answer
from service.wire.faults import FieldError, Invalid
from tests.web.conftest import Logged
from tests.web.problem_shape import assert_problem


@pytest.mark.parametrize(
    "path", ["/nothing", "/livez/", "/v1", "/v1/verdicts/melds", "/problems/nothing", "/static/nothing.css", "/%ff%00"]
)
def test_an_address_without_anything_is_not_found(client: FlaskClient, path: str) -> None:
    assert_problem(client.get(path), "NOT_FOUND")
    assert_problem(
        client.post(path, json={}), "METHOD_NOT_ALLOWED" if path.startswith(("/static", "/problems")) else "NOT_FOUND"
    )


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/livez", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/v1/verdicts/meld", {"POST", "OPTIONS"}),
        ("DELETE", "/v1/rules", {"GET", "HEAD", "OPTIONS"}),
        ("BREW", "/", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_a_method_that_does_not_fit_is_told_those_that_do(
    client: FlaskClient, method: str, path: str, allowed: set[str]
) -> None:
    response = client.open(path, method=method)
    assert_problem(response, "METHOD_NOT_ALLOWED")
    assert set(response.headers["Allow"].split(", ")) == allowed


def test_a_fault_of_ours_is_500_and_tells_nothing_of_it(app: Flask, logged: Logged) -> None:
    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("the ace up our sleeve")

    response = app.test_client().get("/broken")
    assert_problem(response, "INTERNAL")
    assert "sleeve" not in response.text
    [line] = logged()
    assert (line["event"], line["level"], line["route"]) == ("fault", "error", "/broken")
    assert line["request_id"] == response.headers["X-Request-ID"]
    assert line["places"][0] == "builtins.RuntimeError"
    assert line["places"][-1].endswith(" in broken")
    assert "sleeve" not in str(line)


def test_a_request_that_the_framework_cannot_read_is_malformed(app: Flask) -> None:
    @app.get("/unreadable")
    def unreadable() -> str:
        return str(len(app.request_class({"wsgi.input": None}).args["absent"]))

    assert_problem(app.test_client().get("/unreadable"), "MALFORMED_JSON")


def test_of_many_faults_fifty_are_reported_and_all_are_counted(app: Flask) -> None:
    @app.get("/faulty")
    def faulty() -> str:
        raise Invalid([FieldError("BAD_CARD", f"/cards/{index}", "This is no card.") for index in range(51)])

    response = app.test_client().get("/faulty")
    errors = assert_problem(response, "VALIDATION_FAILED")
    assert errors == [
        {"code": "BAD_CARD", "pointer": f"/cards/{index}", "message": "This is no card."} for index in range(50)
    ]
    assert response.json is not None
    assert response.json["detail"] == "The body has 51 faults."


def test_a_fault_has_params_only_where_there_are_some(app: Flask) -> None:
    @app.get("/faulty")
    def faulty() -> str:
        raise Invalid([FieldError("TOO_LONG", "/cards", "There are too many.", {"most": 112})])

    assert assert_problem(app.test_client().get("/faulty"), "VALIDATION_FAILED") == [
        {"code": "TOO_LONG", "pointer": "/cards", "message": "There are too many.", "params": {"most": 112}}
    ]


def test_the_instance_is_the_address_as_it_is_sent(client: FlaskClient) -> None:
    response = client.get("/no%20such%20thing%C3%A9?")
    assert response.json is not None
    assert response.json["instance"] == "/no%20such%20thing%C3%A9"


@pytest.mark.parametrize("code", PROBLEMS)
def test_each_problem_can_be_answered_and_has_its_page(app: Flask, code: str) -> None:
    with app.test_request_context("/"):
        response = answer(code, "Something is wrong.")
    assert response.status_code == PROBLEMS[code].status
    assert response.get_json()["code"] == code
    page = app.test_client().get(PROBLEMS[code].type)
    assert page.status_code == 200
    assert code in page.text
