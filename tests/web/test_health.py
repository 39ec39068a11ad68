import pytest
from flask.testing import FlaskClient

import service
from service.wire import limits


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_a_service_that_runs_says_so(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.json) == (200, {"status": "pass"})
    assert response.content_type == "application/json"
    assert response.headers["Cache-Control"] == "no-store"


def test_the_version_tells_the_limits_of_a_request(client: FlaskClient) -> None:
    assert client.get("/version").json == {
        "name": "rummy-referee",
        "version": service.__version__,
        "api_version": "1",
        "limits": dict(limits.LIMITS),
    }
