"""A game is read back as it was kept."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from service.games.saved import dump, load
from tests.games.self_play import SelfPlay

if TYPE_CHECKING:
    from service.games.session import Games


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("persian", {"call_rummy": "pile", "boodle": True}),
        ("american", {"ace_in_runs": "corner", "call_rummy": "last_discard", "booting_bonus": 25}),
        ("pagat", {"going_out": "float", "stock_end": "reshuffle", "first_meld_minimum": 20}),
    ],
)
def test_what_is_kept_is_read_back_as_it_was(games: Games, ruleset: str, options: dict[str, Any]) -> None:
    play = SelfPlay(games, ruleset, 4, Random(3), options)
    while "seat_to_act" in play.view and play.moves < 150:
        play._play_move()
        play.moves += 1
        state = games.store.read(play.game_id).state
        kept = load(state)
        assert dump(kept) == state
        assert load(dump(kept)) == kept
