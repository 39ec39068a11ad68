"""What a seat may see of a game: the one place that chooses it, for views, events and replies alike.

It takes from a game only what is named here. Other hands, the order of the stock, seeds and undealt cards are never
named, save in a record, which is made when the game is over.
"""

from functools import lru_cache
from typing import Any, Final

from service.rules.options import Options
from service.rules.questions import DrawSource, Phase
from service.rules.turns import obligations
from service.wire.answers import Document, add_sides, write_obligation, write_outcome
from service.wire.moves import codes, write_drawn, write_table_meld
from service.wire.rulebook import write_options

from .saved import Kept

#: What everybody may see of an event, by its type.
PUBLIC: Final[dict[str, tuple[str, ...]]] = {
    "round_dealt": ("seat", "cards", "commitment"),
    "card_drawn": ("seat", "count"),
    "discards_taken": ("seat", "cards", "count"),
    "meld_laid": ("seat", "cards", "meld_id"),
    "cards_laid_off": ("seat", "cards", "meld_id"),
    "discarded": ("seat", "cards"),
    "passed": ("seat",),
    "rummy_called": ("seat", "cards", "count"),
    "round_over": ("seat", "scores"),
    "game_over": ("outcome",),
}
#: What only the seat that the event is about may see.
OWN: Final[dict[str, tuple[str, ...]]] = {"card_drawn": ("cards",)}


@lru_cache(maxsize=256)
def _options(options: Options) -> Document:
    return write_options(options)


def view_of(game_id: str, kept: Kept, seat: int | None, last_event: int) -> Document:
    """Return the table as this seat sees it; None is for spectators and the host."""
    game = kept.game
    round_ = game.round
    table = round_.table
    standing = game.standing
    assert standing.outcome is not None
    view: Document = {
        "game_id": game_id,
        "version": kept.version,
        "ruleset": kept.ruleset,
        "round": game.number,
        "dealer": round_.dealer,
        "phase": table.phase,
        "hand_counts": [len(round_.hand(each)) for each in range(game.players)],
        "stock_count": len(round_.stock),
        "discard_pile": codes(table.pile),
        "melds": [write_table_meld(meld.laid) for meld in table.melds],
        "totals": list(standing.totals),
        "options": _options(game.options),
        "names": list(kept.names),
        "commitment": kept.commitment,
        "dealt": kept.dealt,
        "first_turn": table.first_turn,
        "passes": table.passes,
        "obligations": [],
        "outcome": write_outcome(standing.outcome),
        "last_event": last_event,
    }
    add_sides(view, standing.sides)
    if round_.ended_by is None and not standing.outcome.over:
        view["seat_to_act"] = table.seat
        view["obligations"] = [write_obligation(each) for each in obligations(table, game.options)]
        if round_.discarder is not None and table.phase is Phase.DRAW:
            view["last_discarder"] = round_.discarder
        drawn = table.drawn
        if drawn is not None and (seat == table.seat or drawn.source is not DrawSource.STOCK):
            view["drawn"] = write_drawn(drawn)
        if table.booting:
            view["booting"] = True
        if game.options.first_meld_minimum:
            view["has_melded"] = table.has_melded
            view["melded_this_turn"] = table.melded_this_turn
    if seat is not None:
        view["your_seat"] = seat
        view["your_hand"] = codes(round_.hand(seat))
    return view


def event_of(number: int, kept: dict[str, Any], seat: int | None) -> Document:
    """Return a kept event as this seat sees it."""
    kind = kept["type"]
    shown: Document = {"seq": number, "type": kind, "version": kept["version"]}
    members = PUBLIC[kind]
    if seat is not None and seat == kept.get("seat"):
        members += OWN.get(kind, ())
    shown |= {name: kept[name] for name in members if name in kept}
    return shown


def snapshot_of(game_id: str, kept: Kept, seat: int | None, last_event: int) -> Document:
    """Return the event that stands for all events so far: the table as it is."""
    view = view_of(game_id, kept, seat, last_event)
    return {"seq": last_event, "type": "snapshot", "version": kept.version, "view": view}
