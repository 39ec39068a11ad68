"""Moves and table melds as they are written."""

from typing import Any, Final

import pytest
from hypothesis import given

from service.rules.cards import cards
from service.rules.questions import (
    AceEnd,
    CallRummy,
    DiscardCard,
    DrawStock,
    LayMeld,
    LayOff,
    LayOffCards,
    Move,
    Pass,
    TableMeld,
    TakeDiscards,
    TurnMove,
)
from service.wire.moves import write_move, write_table_meld
from service.wire.requests import TURN_MOVE, TableMeldSchema

from . import told

WRITTEN: Final[list[tuple[Move, dict[str, Any]]]] = [
    (DrawStock(*cards("KH")), {"kind": "draw_stock", "card": "KH"}),
    (DrawStock(), {"kind": "draw_stock"}),
    (TakeDiscards(3), {"kind": "take_discards", "count": 3}),
    (LayMeld(cards("AH JK=2H")), {"kind": "lay_meld", "cards": ["AH", "JK=2H"]}),
    (
        LayMeld(cards("AH"), AceEnd.LOW, "m7"),
        {"kind": "lay_meld", "cards": ["AH"], "ace": "low", "meld_id": "m7"},
    ),
    (LayOffCards(cards("4H"), "m1"), {"kind": "lay_off", "cards": ["4H"], "meld_id": "m1"}),
    (DiscardCard(*cards("TC")), {"kind": "discard", "card": "10C"}),
    (Pass(), {"kind": "pass"}),
    (CallRummy(2), {"kind": "call_rummy", "count": 2}),
]


@pytest.mark.parametrize(("move", "document"), WRITTEN)
def test_a_move_is_written_with_its_kind_and_without_what_it_does_not_say(move: Move, document: dict[str, Any]) -> None:
    assert write_move(move) == document


def test_a_table_meld_is_written_with_what_was_laid_off_on_it() -> None:
    plain = TableMeld("m1", 0, cards("5H 6H 7H"))
    assert write_table_meld(plain) == {"id": "m1", "seat": 0, "cards": ["5H", "6H", "7H"]}
    built_on = plain._replace(ace=AceEnd.HIGH, lay_offs=(LayOff(1, cards("8H")),))
    assert write_table_meld(built_on) == {
        "id": "m1",
        "seat": 0,
        "cards": ["5H", "6H", "7H"],
        "ace": "high",
        "lay_offs": [{"seat": 1, "cards": ["8H"]}],
    }


@given(told.TURN_MOVE)
def test_a_written_move_is_read_as_it_was(move: TurnMove) -> None:
    assert TURN_MOVE.load(write_move(move)) == move


@given(told.TABLE_MELD)
def test_a_written_table_meld_is_read_as_it_was(meld: TableMeld) -> None:
    assert TableMeldSchema().load(write_table_meld(meld)) == meld
