from collections.abc import Callable
from io import BytesIO, RawIOBase
from typing import IO

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings import Settings
from service.web import first_question
from service.wire import limits
from service.wire.operations import OPERATIONS, Operation
from tests.web.both_ways import BOTH_WAYS
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
    """A body whose connection breaks off at once."""

    def __init__(self, _: bytes) -> None:
        super().__init__()

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise OSError("the peer is gone")


def sent(client: FlaskClient, body: IO[bytes] | RawIOBase, length: str) -> TestResponse:
    """Ask by a body as the server hands it on, in chunks where there is no length."""
    return client.post(
        first_question.PATH,
        environ_overrides={
            "wsgi.input": body,
            "wsgi.input_terminated": True,
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": length,
        },
    )


def test_the_limit_holds_for_bodies_of_undeclared_length(client: FlaskClient) -> None:
    assert sent(client, BytesIO(BODY.ljust(limits.BODY_BYTES)), "").status_code == 200
    assert_problem(sent(client, BytesIO(BODY.ljust(limits.BODY_BYTES + 1)), ""), "BODY_TOO_LARGE")


@pytest.mark.parametrize("origins", BOTH_WAYS)
@pytest.mark.parametrize(
    ("body", "length", "told"),
    [
        (BytesIO, str(len(BODY) + 1), "The body broke off before its declared length."),
        (BrokenBody, str(len(BODY)), "The body broke off before its declared length."),
        (BrokenBody, "", "The body broke off, or its chunks cannot be told apart."),
    ],
)
def test_a_body_that_breaks_off_is_malformed(
    origins: str, body: Callable[[bytes], BytesIO | BrokenBody], length: str, told: str
) -> None:
    client = create_app(Settings(store_url="none", access_log="off", cors_origins=origins)).test_client()
    response = sent(client, body(BODY), length)
    assert_problem(response, "MALFORMED_JSON")
    assert response.json
    assert response.json["detail"] == told


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
