"""Decline to draw with the stock used up."""

from service.rules.options import Options, StockEnd
from service.rules.questions import EndedBy, Pass
from service.rules.rulebook import Code
from service.rules.turns import Table
from service.rules.verdicts import Violation

from .phases import drawing_violations, told


def violations(move: Pass, table: Table, options: Options) -> tuple[Violation, ...]:  # noqa: ARG001 - all alike
    """Return why the seat may not pass."""
    early = drawing_violations(table, options)
    if early and early[0].code is Code.ALREADY_DRAWN:
        return told(Code.MUST_DISCARD)
    if early:
        return early
    if table.stock_count or options.stock_end is StockEnd.RESHUFFLE:
        return told(Code.STOCK_NOT_EMPTY)
    return ()


def play(move: Pass, table: Table, options: Options) -> Table:  # noqa: ARG001
    """Return the table after the pass: it ends the round, at once or with the last seat in a row (`stock_end`)."""
    passes = table.passes + 1
    over = options.stock_end is not StockEnd.WHEN_NOBODY_CAN_PLAY or passes >= table.players
    return table._replace(passes=passes, turn_over=True, ended_by=EndedBy.STOCK if over else None)
