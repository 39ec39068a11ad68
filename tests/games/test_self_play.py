"""Every ruleset with every number of seats is played to the end of a round, and its record is judged again."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.self_play import TABLES, SelfPlay, is_sound

if TYPE_CHECKING:
    from service.games.session import Games


def with_another_card(record: Any, chance: Random) -> Any:
    """Return a record in which two cards of a deck have changed places."""
    altered = deepcopy(record)
    deck = altered["rounds"][0]["deck"]
    one = chance.randrange(len(deck))
    other = chance.choice([place for place, card in enumerate(deck) if card != deck[one]])
    deck[one], deck[other] = deck[other], deck[one]
    return altered


def with_another_move(record: Any, chance: Random) -> Any:
    """Return a record in which a draw tells another card, a move was made by another seat, or a move is left out."""
    altered = deepcopy(record)
    moves = altered["rounds"][0]["moves"]
    draws = [each["move"] for each in moves if each["move"]["kind"] == "draw_stock"]
    places = [place for place, each in enumerate(moves) if each["move"]["kind"] in ("draw_stock", "take_discards")]
    choice = chance.randrange(3)
    if choice == 0 and draws:
        draw = chance.choice(draws)
        draw["card"] = "2S" if draw["card"] != "2S" else "3S"
    elif choice == 1 and places:
        del moves[chance.choice(places)]
    else:
        each = chance.choice([move for move in moves if move["move"]["kind"] != "call_rummy"])
        each["seat"] = (each["seat"] + 1) % len(record["seats"])
    return altered


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_a_round_ends_and_its_record_holds(games: Games, ruleset: str, players: int) -> None:
    chance = Random(f"{ruleset} {players}")
    play = SelfPlay(games, ruleset, players, chance, {}, seed=f"{ruleset} {players}")
    play.play_round()
    record = play.record()
    assert is_sound(record)
    for alter in (with_another_card, with_another_move, with_another_move, with_another_move):
        assert not is_sound(alter(record, chance))


@pytest.mark.parametrize(
    ("options", "players"),
    [
        ({"stock_end": "reshuffle"}, 7),
        ({"stock_end": "reshuffle", "top_discard": "keep"}, 6),
        ({"stock_end": "when_nobody_can_play", "top_discard": "keep"}, 7),
        ({"going_out": "float"}, 3),
        ({"going_out": "discard_required"}, 3),
        ({"call_rummy": "pile", "booting_bonus": 25}, 4),
        ({"call_rummy": "last_discard"}, 4),
        ({"first_meld_minimum": 30, "first_meld_counts": "turn"}, 3),
        ({"ace_in_runs": "corner", "layoff_scope": "own"}, 3),
    ],
    ids=str,
)
def test_a_round_ends_under_options_that_make_it_long(games: Games, options: dict[str, Any], players: int) -> None:
    play = SelfPlay(games, "american", players, Random(str(options)), options, seed=str(options))
    play.play_round()
    assert is_sound(play.record())


def test_a_whole_game_is_played_on_a_server(games_on_redis: Games) -> None:
    chance = Random(7)
    play = SelfPlay(games_on_redis, "nordic", 3, chance, {"rounds": 3}, seed="a whole game")
    for _ in range(3):
        play.play_round()
        if not play.view["outcome"]["over"]:
            play.deal()
    record = play.record()
    assert len(record["rounds"]) == 3
    assert is_sound(record)
