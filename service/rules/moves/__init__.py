"""The moves of a turn, one file a move.

Each file has one function: `attempt` returns every reason why the move is refused, in fixed order, and the table after
it. A refused move leaves the table as it is.
"""

from collections.abc import Callable
from typing import Any, Final

from service.rules.options import Options
from service.rules.questions import DiscardCard, DrawStock, LayMeld, LayOffCards, Pass, TakeDiscards, TurnMove
from service.rules.turns import Table
from service.rules.verdicts import Violation

from . import discard, draw_stock, lay_meld, lay_off, pass_, take_discards

_ATTEMPTS: Final[dict[type, Callable[[Any, Table, Options], tuple[tuple[Violation, ...], Table]]]] = {
    DrawStock: draw_stock.attempt,
    TakeDiscards: take_discards.attempt,
    LayMeld: lay_meld.attempt,
    LayOffCards: lay_off.attempt,
    DiscardCard: discard.attempt,
    Pass: pass_.attempt,
}


def attempt(move: TurnMove, table: Table, options: Options) -> tuple[tuple[Violation, ...], Table]:
    """Return why a move is refused, in fixed order, nothing where it is lawful; and the table after it."""
    return _ATTEMPTS[type(move)](move, table, options)


def violations(move: TurnMove, table: Table, options: Options) -> tuple[Violation, ...]:
    """Return why a move is refused, in fixed order; nothing where it is lawful."""
    return attempt(move, table, options)[0]
