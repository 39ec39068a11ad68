from io import BytesIO, RawIOBase
from typing import IO

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.web import first_question
from service.wire import limits
from service.wire.operations import OPERATIONS, Operation
from tests.web.problem_shape import assert_problem

BODY = first_question.BODY.encode()


def ask(
    client: FlaskClient, body: bytes | IO[bytes] = BODY, media_type: str | None = "application/json", **headers: str
) -> TestResponse:
    return client.post(
        first_question.PATH,
        data=body,
        content_type=media_type,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
    ],
)
def test_json_in_utf_8_is_read(client: FlaskClient, media_type: str) -> None:
    assert ask(client, media_type=media_type).status_code == 200


@pytest.mark.parametrize(
    "media_type",
    [
        None,
        "",
        "text/plain",
        "text/json",
        "application/problem+json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "application/json, text/plain",
    ],
)
def test_any_other_media_type_is_unsupported(client: FlaskClient, media_type: str | None) -> None:
    assert_problem(ask(client, media_type=media_type), "UNSUPPORTED_MEDIA_TYPE")


@pytest.mark.parametrize("coding", ["gzip", "identity", "br"])
def test_a_coded_body_is_unsupported(client: FlaskClient, coding: str) -> None:
    assert_problem(ask(client, Content_Encoding=coding), "UNSUPPORTED_MEDIA_TYPE")


@pytest.mark.parametrize("body", [b"", b"  \n"])
def test_no_body_is_malformed_json(client: FlaskClient, body: bytes) -> None:
    assert_problem(ask(client, body), "MALFORMED_JSON")


def test_every_unknown_parameter_is_named(client: FlaskClient) -> None:
    errors = assert_problem(
        client.post(f"{first_question.PATH}?verbose=1&ruleset=nordic&verbose=2", json={}), "UNKNOWN_PARAMETER"
    )
    assert [error["parameter"] for error in errors] == ["verbose", "ruleset"]


@pytest.mark.parametrize("path", ["/", "/livez", "/v1/rulesets", "/openapi.yaml"])
def test_no_address_takes_parameters_it_does_not_know(client: FlaskClient, path: str) -> None:
    assert_problem(client.get(f"{path}?x"), "UNKNOWN_PARAMETER")


def test_an_address_that_is_not_there_comes_before_its_parameters(client: FlaskClient) -> None:
    assert_problem(client.get("/nothing?x=1"), "NOT_FOUND")


def test_a_body_of_the_limit_is_read_and_one_byte_more_is_too_large(client: FlaskClient) -> None:
    assert ask(client, BODY.ljust(limits.BODY_BYTES)).status_code == 200
    assert_problem(ask(client, BODY.ljust(limits.BODY_BYTES + 1)), "BODY_TOO_LARGE")


class BrokenBody(RawIOBase):
    """A body whose connection breaks off."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise OSError("the peer is gone")


def chunked(client: FlaskClient, body: IO[bytes] | RawIOBase) -> TestResponse:
    return client.post(
        first_question.PATH,
        environ_overrides={
            "wsgi.input": body,
            "wsgi.input_terminated": True,
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": "",
        },
    )


def test_the_limit_holds_for_bodies_of_undeclared_length(client: FlaskClient) -> None:
    assert chunked(client, BytesIO(BODY.ljust(limits.BODY_BYTES))).status_code == 200
    assert_problem(chunked(client, BytesIO(BODY.ljust(limits.BODY_BYTES + 1))), "BODY_TOO_LARGE")


def test_a_body_that_breaks_off_is_malformed(client: FlaskClient) -> None:
    assert_problem(chunked(client, BrokenBody()), "MALFORMED_JSON")


def test_a_body_shorter_than_declared_is_malformed(client: FlaskClient) -> None:
    response = client.post(
        first_question.PATH,
        environ_overrides={
            "wsgi.input": BytesIO(BODY),
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(BODY) + 1),
        },
    )
    assert_problem(response, "MALFORMED_JSON")


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_each_operation_has_a_limit_of_its_own(client: FlaskClient, operation: Operation) -> None:
    fitting = client.post(operation.path, data=b"[]".ljust(operation.body_limit), content_type="application/json")
    assert_problem(fitting, "VALIDATION_FAILED")
    larger = client.post(operation.path, data=b"[]".ljust(operation.body_limit + 1), content_type="application/json")
    assert_problem(larger, "BODY_TOO_LARGE")


@pytest.mark.parametrize("path", ["//v1/rulesets", "///v1/rulesets", "/v1//rulesets", "/v1/rulesets/"])
def test_one_slash_too_many_names_nothing(client: FlaskClient, path: str) -> None:
    answer = client.get("/v1/rulesets", environ_overrides={"PATH_INFO": path})
    assert answer.status_code == 404
    assert answer.json is not None
    assert answer.json["type"].endswith("/not-found")
