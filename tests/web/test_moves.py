"""Moves are played before Flask is asked, and are answered as if it had been."""

from __future__ import annotations

from shutil import copytree
from typing import TYPE_CHECKING, Any

import pytest

from service.app import create_app
from service.settings import Settings
from service.store import StoreUnavailable
from tests.web.both_ways import BOTH_WAYS, DRAWN, Asked, told
from tests.web.seats import DRAW, Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Logged


def asked_of(table: Table, other: Table, ended: Table, gone: Table) -> list[Asked]:
    """List moves that are answered each in its own way, those that are played among them."""
    path, first = f"{table.path}/moves", '"1-1"'
    discard = b'{"kind": "discard", "card": "KH"}'
    seen = table.headers(1, If_Match=first)
    once = table.headers(1, If_Match=first, Idempotency_Key="a")
    return [
        Asked(401, path, {}),
        Asked(401, path, {"Authorization": "Basic a"}),
        Asked(401, path, table.headers("nonsense")),
        Asked(403, path, table.headers("host")),
        Asked(403, path, other.headers(1)),
        Asked(403, "/v1/games/nonsense/moves", table.headers(1)),
        Asked(404, f"{gone.path}/moves", gone.headers(1, If_Match=first)),
        Asked(409, f"{ended.path}/moves", ended.headers(1, If_Match="*")),
        Asked(415, path, seen, media_type="text/plain"),
        Asked(415, path, seen, media_type=None),
        Asked(415, path, seen | {"Content-Encoding": "gzip"}),
        Asked(413, path, seen, b" " * 70_000),
        Asked(400, path, seen, b""),
        Asked(400, path, seen, b"{"),
        Asked(422, path, seen, b'{"kind": "draw_stock", "card": "KH"}'),
        Asked(400, f"{path}?x=1", seen),
        Asked(404, f"{path}/", seen),
        Asked(400, path, table.headers(1, If_Match=first, Idempotency_Key="a b")),
        Asked(428, path, table.headers(1)),
        Asked(412, path, table.headers(1, If_Match='"7"')),
        Asked(409, path, table.headers(0, If_Match=first)),
        Asked(409, path, seen, discard),
        Asked(200, path, once, b" " * 20_000 + DRAWN),
        Asked(200, path, once),
        Asked(409, path, once, discard),
        Asked(412, path, seen),
        Asked(200, path, table.headers(1, If_Match="*"), discard, "application/json; charset=utf-8"),
    ]


def test_flask_would_answer_a_move_as_it_is_answered_before(tmp_path: Path, logged: Logged) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    app = create_app(Settings(store_url=f"sqlite:///{first}/games.db", access_log="off"))
    table, other, ended, gone = (Table(app.test_client()) for _ in range(4))
    assert ended.send("host", "/end", {}, If_Match="*").status_code == 200
    assert app.test_client().delete(gone.path, headers=gone.headers("host")).status_code == 204
    app.extensions["games"].close()
    copytree(first, second)
    asked = asked_of(table, other, ended, gone)

    def until_the_store_is_away(folder: Path) -> Iterator[Asked]:
        yield from asked
        folder.rename(tmp_path / "away")
        yield asked[-1]._replace(status=503)
        (tmp_path / "away").rename(folder)

    both = []
    for folder, origins in zip((first, second), BOTH_WAYS, strict=True):
        app = create_app(Settings(store_url=f"sqlite:///{folder}/games.db", cors_origins=origins))
        both.append(told(app, until_the_store_is_away(folder), logged, flask_first=bool(origins)))
        app.extensions["games"].close()
    for one, another in zip(*both, strict=True):
        assert one == another


@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "a"}])
def test_a_move_that_may_have_been_kept_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: dict[str, str]
) -> None:
    app = create_app(Settings(store_url=f"sqlite:///{tmp_path}/games.db", access_log="off"))
    table = Table(app.test_client())
    store = app.extensions["games"].store
    commit = store.commit

    def unanswered(*args: Any, **more: Any) -> None:
        commit(*args, **more)
        raise StoreUnavailable

    with monkeypatch.context() as patched:
        patched.setattr(store, "commit", unanswered)
        assert table.play(1, DRAW, If_Match='"1"', **key).status_code == 503
    assert table.view(1)["version"] == 2
    again = table.play(1, DRAW, If_Match='"1"', **key)
    assert (again.status_code, again.headers.get("Idempotency-Replayed")) == ((200, "true") if key else (412, None))
    app.extensions["games"].close()


def test_a_fault_in_a_move_is_logged_with_its_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: Logged
) -> None:
    app = create_app(Settings(store_url=f"sqlite:///{tmp_path}/games.db", access_log="off"))
    table = Table(app.test_client())

    def broken(*_: Any, **__: Any) -> None:
        raise ValueError("KS in the hand")

    monkeypatch.setattr(app.extensions["games"].store, "commit", broken)
    assert table.play(1, DRAW, If_Match='"1"').status_code == 500
    [line] = logged()
    assert (line["event"], line["route"]) == ("fault", "/v1/games/{game_id}/moves")
    assert line["places"][0] == "builtins.ValueError"
    assert line["places"][-1].endswith("in broken")
    assert "KS" not in str(line)
    app.extensions["games"].close()
