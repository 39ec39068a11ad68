"""The record of a game: every deck and every move, for anybody to judge again."""

from service.wire.answers import Document
from service.wire.digests import ruleset_digest
from service.wire.records import FORMAT
from service.wire.rulebook import write_options

from .events import KeptEvent
from .saved import Kept


def record_of(kept: Kept, happened: list[KeptEvent]) -> Document:
    """Return the record of a game that is over; the round that was dropped when time was up is its last."""
    options = kept.game.options
    record: Document = {
        "format": FORMAT,
        "ruleset": kept.ruleset,
        "ruleset_digest": ruleset_digest(options),
        "options": write_options(options),
        "seats": [{"name": name} if name else {} for name in kept.names],
        "rounds": _rounds(happened),
    }
    if kept.game.time_up:
        record["time_up"] = True
    return record


def _rounds(happened: list[KeptEvent]) -> list[Document]:
    rounds: list[Document] = []
    moves: list[Document] = []
    new_stocks: list[list[str]] = []
    for event in happened:
        if event["type"] == "round_dealt":
            moves, new_stocks = [], []
            rounds.append(
                {
                    "dealer": event["seat"],
                    "deck": event["deck"],
                    "salt": event["salt"],
                    "commitment": event["commitment"],
                    "moves": moves,
                    "reshuffles": new_stocks,
                }
            )
        elif event["type"] == "round_over":
            rounds[-1]["scores"] = event["scores"]
        elif "move" in event:
            moves.append({"seat": event["seat"], "move": event["move"]})
            if "new_stock" in event:
                new_stocks.append(event["new_stock"])
    return rounds
