"""The one shape of an error, asserted on every path that can fail."""

from werkzeug.test import TestResponse

from service.web.problems import PROBLEMS


def assert_problem(response: TestResponse, code: str) -> list[dict[str, object]]:
    """Assert that this answer is the problem of this code, whole; gives its `errors`."""
    problem = PROBLEMS[code]
    assert response.status_code == problem.status
    assert response.content_type == "application/problem+json"
    assert response.headers["Cache-Control"] == "no-store"
    document = response.json
    assert document is not None
    assert list(document) == ["type", "title", "status", "code", "detail", "instance", "request_id", "errors"]
    assert document["type"] == problem.type
    assert document["title"] == problem.title
    assert document["status"] == problem.status
    assert document["code"] == code
    assert document["detail"]
    assert document["instance"].startswith("/")
    assert document["request_id"] == response.headers["X-Request-ID"]
    errors: list[dict[str, object]] = document["errors"]
    for error in errors:
        assert {"code", "message"} < error.keys() <= {"code", "message", "params", "pointer", "parameter", "header"}
    return errors
