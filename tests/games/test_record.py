"""The record of a game holds every deck, every move and every new stock, and is judged as it was played."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from service.games.refusals import Refused
from service.wire import strict_json
from tests.games.self_play import SelfPlay, is_sound

if TYPE_CHECKING:
    from service.games.session import Games
    from service.wire.answers import Document

RESHUFFLED = {"stock_end": "reshuffle", "top_discard": "keep", "rounds": 2, "tie": "shared"}


def played(games: Games, seed: str | None) -> tuple[SelfPlay, Document]:
    """Play draws and discards, which no seat ends by going out, until both rounds are over."""
    play = SelfPlay(games, "american", 8, Random(1), RESHUFFLED, seed=seed)
    while not play.view["outcome"]["over"]:
        if "seat_to_act" not in play.view:
            play.deal()
        player = play.seats[play.view["seat_to_act"]]
        for _ in range(2):
            drawing = play.view["phase"] == "draw"
            move = {"kind": "draw_stock"} if drawing else {"kind": "discard", "card": play.view["drawn"]["cards"][0]}
            reply = games.play(player, move, lambda _: True, None)
            play.view = strict_json.read(reply.body)["view"]  # type: ignore[index]
    return play, play.record()


def test_new_stocks_stand_in_the_record_and_are_judged(games: Games) -> None:
    _, record = played(games, None)
    rounds: Any = record["rounds"]
    assert [len(each["reshuffles"]) for each in rounds] == [1, 1]
    assert [len(each["scores"]) for each in rounds] == [8, 8]
    assert is_sound(record)
    rounds[1]["reshuffles"][0].reverse()
    assert not is_sound(record)


def test_a_seed_makes_new_stocks_repeatable_too(games: Games) -> None:
    one, other = (played(games, "a seed")[1]["rounds"] for _ in range(2))
    for mine, yours in zip(one, other, strict=True):  # type: ignore[call-overload]
        assert mine["reshuffles"] == yours["reshuffles"]
        assert mine["deck"] == yours["deck"]
        assert mine["salt"] != yours["salt"]
    assert one[0]["deck"] != one[1]["deck"]  # type: ignore[index]


def test_a_running_game_shows_no_record(games: Games) -> None:
    play = SelfPlay(games, "american", 2, Random(1), {})
    for holder in (*play.seats, play.host):
        with pytest.raises(Refused) as refused:
            games.record(holder)
        assert refused.value.code == "GAME_NOT_OVER"
