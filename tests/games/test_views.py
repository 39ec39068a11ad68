"""What is shown of an event is chosen by name; whatever else is kept stays hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.games.views import OWN, PUBLIC, event_of
from service.wire import strict_json
from tests.contract.document import contract

if TYPE_CHECKING:
    from service.games.session import Games

EVERYTHING: dict[str, Any] = {
    "seat": 1,
    "cards": ["5H"],
    "count": 1,
    "meld_id": "m1",
    "scores": [1, 2],
    "outcome": {"over": True},
    "commitment": "0" * 64,
    "deck": ["2S"],
    "salt": "a salt",
    "move": {"kind": "draw_stock", "card": "3S"},
    "new_stock": ["4S"],
    "version": 5,
}
HIDDEN = {"deck", "salt", "move", "new_stock"}


@pytest.mark.parametrize("kind", PUBLIC)
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_nobody_is_shown_what_only_the_record_needs(kind: str, reader: int | None) -> None:
    shown = event_of(9, {"type": kind, **EVERYTHING}, reader)
    own = OWN.get(kind, ()) if reader == 1 else ()
    assert set(shown) == {"seq", "type", "version", *PUBLIC[kind], *own}
    assert not HIDDEN & set(shown)


def test_a_drawn_card_is_its_seats_own() -> None:
    drawn = {"type": "card_drawn", **EVERYTHING}
    assert [event_of(9, drawn, reader).get("cards") for reader in (None, 0, 1)] == [None, None, ["5H"]]


def test_a_view_has_the_members_of_the_contract(games: Games) -> None:
    promised = set(contract()["components"]["schemas"]["GameView"]["properties"])
    created: Any = strict_json.read(games.create({"seats": [{}] * 4, "ruleset": "partnership"}).body)
    holder = games.player(created["game_id"], created["seats"][1]["token"])
    view: Any = strict_json.read(games.view(holder).body)
    assert set(view) <= promised
    assert {"your_seat", "your_hand"} == set(view) - set(created["view"])
