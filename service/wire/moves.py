"""How moves, what was drawn and the melds of a table are written."""

from collections.abc import Iterable
from typing import Final

from service.rules.cards import Card
from service.rules.questions import (
    CallRummy,
    DiscardCard,
    Drawn,
    DrawStock,
    LayMeld,
    LayOffCards,
    Move,
    Pass,
    TableMeld,
    TakeDiscards,
)

#: The word that tells each kind of move.
KINDS: Final[dict[type[Move], str]] = {
    DrawStock: "draw_stock",
    TakeDiscards: "take_discards",
    LayMeld: "lay_meld",
    LayOffCards: "lay_off",
    DiscardCard: "discard",
    Pass: "pass",
    CallRummy: "call_rummy",
}


def codes(cards: Iterable[Card]) -> list[str]:
    """Return cards as they are written.

    >>> from service.rules.cards import cards
    >>> codes(cards("TH X1")) == ["10H", "JK"]
    True
    """
    return list(cards)


def write_move(move: Move) -> dict[str, object]:
    """Return a move as a client would write it; what it does not say is absent."""
    document: dict[str, object] = {"kind": KINDS[type(move)]}
    for name, value in zip(move._fields, move, strict=True):
        if isinstance(value, tuple):
            document[name] = codes(value)
        elif value is not None:
            document[name] = value
    return document


def write_table_meld(meld: TableMeld) -> dict[str, object]:
    """Return a meld of the table as a client would write it."""
    document: dict[str, object] = {"id": meld.id, "seat": meld.seat, "cards": codes(meld.cards)}
    if meld.ace is not None:
        document["ace"] = meld.ace
    if meld.lay_offs:
        document["lay_offs"] = [{"seat": laid.seat, "cards": codes(laid.cards)} for laid in meld.lay_offs]
    return document


def write_drawn(drawn: Drawn) -> dict[str, object]:
    """Return what was drawn as a client would write it."""
    return {"source": drawn.source, "cards": codes(drawn.cards), "used": drawn.used}
