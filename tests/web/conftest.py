import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings


@pytest.fixture
def app() -> Flask:
    return create_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """Give a client of an application that keeps games in a file."""
    app = create_app(Settings(store_url=f"sqlite:///{tmp_path_factory.mktemp('store')}/games.db"))
    yield app.test_client()
    app.extensions["games"].close()


#: Gives the lines that were logged since the last call.
Logged: TypeAlias = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str]) -> Logged:
    return lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
