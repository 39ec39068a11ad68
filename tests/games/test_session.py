"""What many do to one game at once, and games whose store is away."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from service.games.refusals import Refused
from service.games.session import Games
from service.store import Once, StoredGame, StoreUnavailable, open_store
from service.wire import strict_json
from tests.games.self_play import SelfPlay

if TYPE_CHECKING:
    from pathlib import Path

ROTATIONS = 12


def test_new_tokens_and_moves_do_not_get_in_each_others_way(games: Games) -> None:
    play = SelfPlay(games, "nordic", 2, Random(1), {})
    seat = play.view["seat_to_act"]

    def rotate() -> str:
        told: list[Any] = [games.rotate(play.host, 1 - seat) for _ in range(ROTATIONS)]
        return str(told[-1]["token"])

    def draw_and_discard() -> int:
        version = play.view["version"]
        for number in range(2):
            drawn = play.view.get("drawn", {"cards": [""]})["cards"][0]
            move = {"kind": "discard", "card": drawn} if number else {"kind": "draw_stock"}
            reply = games.play(play.seats[seat], move, version.__eq__, None)
            play.view, version = strict_json.read(reply.body)["view"], reply.version  # type: ignore[index]
        return int(version)

    with ThreadPoolExecutor(3) as pool:
        rotating = [pool.submit(rotate) for _ in range(2)]
        assert pool.submit(draw_and_discard).result() == 3
        newest = max((each.result() for each in rotating), key=lambda token: int(token.split(".")[2]))
    assert games.store.read(play.game_id).version == 3 + 2 * ROTATIONS
    holder = games.player(play.game_id, newest)
    assert games.view(holder._replace(epoch=2 * ROTATIONS)).version == 3
    with pytest.raises(Refused):
        games.view(holder._replace(epoch=2 * ROTATIONS - 1))


@pytest.mark.parametrize("another", [{}, {"fingerprint": b"another"}])
def test_of_two_requests_with_one_key_at_once_one_counts(
    games: Games, monkeypatch: pytest.MonkeyPatch, another: dict[str, Any]
) -> None:
    play = SelfPlay(games, "nordic", 2, Random(1), {})
    seat = play.seats[play.view["seat_to_act"]]
    read = games.store.read

    def read_before_another(game_id: str, once: Once) -> StoredGame:
        monkeypatch.undo()
        stored = read(game_id, once)
        games.store.commit(game_id, stored.version, stored.state, once=once._replace(**another), reply=b"2 {}")
        return stored

    monkeypatch.setattr(games.store, "read", read_before_another)
    if another:
        with pytest.raises(Refused) as refused:
            games.play(seat, {"kind": "draw_stock"}, (1).__eq__, "a")
        assert refused.value.code == "KEY_REUSED"
    else:
        assert games.play(seat, {"kind": "draw_stock"}, (1).__eq__, "a").body == b"{}"
    assert games.view(play.host).version == 1


def test_a_store_that_is_away_is_no_end(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    folder.mkdir()
    games = Games(open_store(f"sqlite:///{folder}/games.db"))
    play = SelfPlay(games, "nordic", 2, Random(1), {})
    folder.rename(elsewhere)
    assert not games.is_ready()
    with pytest.raises(StoreUnavailable):
        games.view(play.host)
    with pytest.raises(StoreUnavailable):
        games.create({"seats": [{}, {}]})
    elsewhere.rename(folder)
    assert games.is_ready()
    assert games.view(play.host).version == 1
    games.close()


def test_without_a_store_nothing_is_missing() -> None:
    games = Games(None)
    assert games.is_ready()
    with pytest.raises(Refused) as refused:
        games.create({"seats": [{}, {}]})
    assert refused.value.code == "STATE_DISABLED"
    games.close()
