"""The moves of a turn, one file a move.

Each file has one pair: `violations` lists every reason why the move is refused, in fixed order, and changes nothing;
`play` returns the next table and is called only where there is no violation.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from service.rules.options import Options
from service.rules.questions import DiscardCard, DrawStock, LayMeld, LayOffCards, Pass, TakeDiscards, TurnMove
from service.rules.turns import Table
from service.rules.verdicts import Violation

from . import discard, draw_stock, lay_meld, lay_off, pass_, take_discards


class Pair(NamedTuple):
    """What a move is judged and played with."""

    violations: Callable[[Any, Table, Options], tuple[Violation, ...]]
    play: Callable[[Any, Table, Options], Table]


PAIRS: Final[dict[type, Pair]] = {
    DrawStock: Pair(draw_stock.violations, draw_stock.play),
    TakeDiscards: Pair(take_discards.violations, take_discards.play),
    LayMeld: Pair(lay_meld.violations, lay_meld.play),
    LayOffCards: Pair(lay_off.violations, lay_off.play),
    DiscardCard: Pair(discard.violations, discard.play),
    Pass: Pair(pass_.violations, pass_.play),
}


def violations(move: TurnMove, table: Table, options: Options) -> tuple[Violation, ...]:
    """Return why a move is refused, in fixed order; nothing where it is lawful."""
    return PAIRS[type(move)].violations(move, table, options)


def play(move: TurnMove, table: Table, options: Options) -> Table:
    """Return the table after a lawful move."""
    return PAIRS[type(move)].play(move, table, options)
