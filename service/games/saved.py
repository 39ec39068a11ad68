"""A game as it is kept: everything that play needs, as bytes, and back.

What is kept holds every hand and the stock in its order. Nobody is shown it: `views` chooses what is seen.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from service.rules.cards import MELD_CARDS, written
from service.rules.game import Game
from service.rules.options import RULESETS, Options
from service.rules.questions import (
    AceEnd,
    BoodlePot,
    Cards,
    Drawn,
    DrawSource,
    EndedBy,
    LayOff,
    Phase,
    ScoredRound,
    TableMeld,
)
from service.rules.round import Round
from service.rules.table import read_melds
from service.rules.turns import Table
from service.wire import strict_json
from service.wire.requests import agreement
from service.wire.rulebook import write_options


class Kept(NamedTuple):
    """A kept game: the play, and what stands around it.

    `version` is that of the game as its players see it, which a new token does not move. `epochs` are those of the
    seats' tokens, `commitment` and `dealt` those of the round in play.
    """

    version: int
    ruleset: str
    game: Game
    names: tuple[str, ...]
    epochs: tuple[int, ...]
    commitment: str
    dealt: str
    seed: str | None = None


def dump(kept: Kept) -> bytes:
    """Return a kept game as bytes."""
    game = kept.game
    document: dict[str, Any] = {
        "version": kept.version,
        "ruleset": kept.ruleset,
        "options": _changed(kept.ruleset, game.options),
        "names": kept.names,
        "epochs": kept.epochs,
        "commitment": kept.commitment,
        "dealt": kept.dealt,
        "seed": kept.seed,
        "scored": [tuple(each) for each in game.scored],
        "pots": [(pot.card.code, pot.chips) for pot in game.pots],
        "time_up": game.time_up,
        "round": _dump_round(game.round),
    }
    return strict_json.write(document)


@lru_cache(maxsize=256)
def load(state: bytes) -> Kept:
    """Return the game that was kept as these bytes; whoever looks at a game first is often the one who plays next."""
    document = orjson.loads(state)
    names = tuple(document["names"])
    # The options of equal agreements are one object, which is found in caches sooner than an equal one.
    options = agreement(document["ruleset"], tuple(document["options"].items()), len(names)).options
    game = Game(
        len(names),
        options,
        _load_round(document["round"], len(names), options),
        tuple(ScoredRound(tuple(scores), out_seat) for scores, out_seat in document["scored"]),
        tuple(BoodlePot(MELD_CARDS[code], chips) for code, chips in document["pots"]),
        document["time_up"],
    )
    return Kept(
        document["version"],
        document["ruleset"],
        game,
        names,
        tuple(document["epochs"]),
        document["commitment"],
        document["dealt"],
        document["seed"],
    )


@lru_cache(maxsize=1024)
def _changed(ruleset: str, options: Options) -> dict[str, object]:
    """Return the options in which a game differs from its ruleset."""
    usual = write_options(RULESETS[ruleset].options)
    return {name: value for name, value in sorted(write_options(options).items()) if value != usual[name]}


def _dump_round(round_: Round) -> dict[str, Any]:
    table = round_.table
    return {
        "dealer": round_.dealer,
        "hands": [written(hand) for hand in round_.hands],
        "stock": written(round_.stock),
        "had_turn": round_.had_turn,
        "discarder": round_.discarder,
        "idle_turns": round_.idle_turns,
        "began_empty": round_.began_empty,
        "reshuffles": round_.reshuffles,
        "seat": table.seat,
        "hand": written(table.hand),
        "pile": written(table.pile),
        "melds": [_dump_meld(meld.laid) for meld in table.melds],
        "has_melded": table.has_melded,
        "first_turn": table.first_turn,
        "phase": table.phase,
        "drawn": table.drawn and (table.drawn.source, written(table.drawn.cards), table.drawn.used),
        "passes": table.passes,
        "booting": table.booting,
        "melded_this_turn": table.melded_this_turn,
        "points": table.points,
        "turn_over": table.turn_over,
        "ended_by": table.ended_by,
        "hand_known": table.hand_known,
    }


def _load_round(document: dict[str, Any], players: int, options: Options) -> Round:
    melds, faults = read_melds([_load_meld(meld) for meld in document["melds"]], options)
    assert not faults, faults
    drawn = document["drawn"]
    ended_by = document["ended_by"]
    stock = _cards(document["stock"])
    table = Table(
        players,
        document["seat"],
        _cards(document["hand"]),
        _cards(document["pile"]),
        len(stock),
        melds,
        document["has_melded"],
        document["first_turn"],
        Phase(document["phase"]),
        drawn and Drawn(DrawSource(drawn[0]), _cards(drawn[1]), drawn[2]),
        document["passes"],
        document["booting"],
        document["melded_this_turn"],
        document["points"],
        turn_over=document["turn_over"],
        ended_by=ended_by and EndedBy(ended_by),
        hand_known=document["hand_known"],
    )
    return Round(
        document["dealer"],
        table,
        tuple(_cards(hand) for hand in document["hands"]),
        stock,
        tuple(document["had_turn"]),
        document["discarder"],
        document["idle_turns"],
        document["began_empty"],
        document["reshuffles"],
    )


def _dump_meld(laid: TableMeld) -> tuple[object, ...]:
    return (
        laid.id,
        laid.seat,
        written(laid.cards),
        [(each.seat, written(each.cards)) for each in laid.lay_offs],
        laid.ace,
    )


def _load_meld(told: list[Any]) -> TableMeld:
    meld_id, seat, cards, lay_offs, ace = told
    laid = tuple(LayOff(by, _cards(codes)) for by, codes in lay_offs)
    return TableMeld(meld_id, seat, _cards(cards), laid, ace and AceEnd(ace))


def _cards(codes: str) -> Cards:
    return tuple([MELD_CARDS[code] for code in codes.split()])
