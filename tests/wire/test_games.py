"""What is asked of games that the service keeps: decks that are none, and deals that are barred."""

from __future__ import annotations

from typing import Any

import pytest

from service.rules.cards import NATURALS, cards
from service.rules.options import Options
from service.wire.faults import Invalid
from service.wire.games import GAME_REQUEST, ROUND_REQUEST, NewGame, bar_chosen_deals, refuse_deck

SEATS: list[dict[str, str]] = [{}, {}]


def new_game(**wanted: object) -> NewGame:
    question: Any = GAME_REQUEST.load({"seats": SEATS} | wanted).question
    assert isinstance(question, NewGame)
    return question


def pointers(refusal: Invalid) -> list[str]:
    return [error.pointer for error in refusal.errors]


def test_a_deck_is_exactly_the_cards_of_the_game() -> None:
    refuse_deck(tuple(NATURALS), 4, Options())
    with pytest.raises(Invalid) as refusal:
        refuse_deck(cards("5H 5H"), 4, Options())
    assert set(pointers(refusal.value)) == {"/deck"}


def test_deals_that_are_chosen_can_be_barred() -> None:
    bar_chosen_deals(new_game())
    bar_chosen_deals(ROUND_REQUEST.load({}))
    with pytest.raises(Invalid) as refusal:
        bar_chosen_deals(new_game(seed="s", deck=["5H"]))
    assert sorted(pointers(refusal.value)) == ["/deck", "/seed"]
    with pytest.raises(Invalid) as refusal:
        bar_chosen_deals(ROUND_REQUEST.load({"deck": ["5H"]}))
    assert pointers(refusal.value) == ["/deck"]
