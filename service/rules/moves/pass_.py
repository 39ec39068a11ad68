"""Decline to draw with the stock used up."""

from service.rules.options import Options, StockEnd
from service.rules.questions import EndedBy, Pass
from service.rules.rulebook import Code
from service.rules.turns import Table
from service.rules.verdicts import Violation

from .phases import drawing_violations, told


def attempt(
    move: Pass,  # noqa: ARG001 - every move is asked about alike
    table: Table,
    options: Options,
) -> tuple[tuple[Violation, ...], Table]:
    """Return why the seat may not pass, or the table after it: with the last seat in a row the round is over."""
    early = drawing_violations(table, options)
    if early and early[0].code is Code.ALREADY_DRAWN:
        return told(Code.MUST_DISCARD), table
    if early:
        return early, table
    if table.stock_count or options.stock_end is StockEnd.RESHUFFLE:
        return told(Code.STOCK_NOT_EMPTY), table
    passes = table.passes + 1
    over = options.stock_end is not StockEnd.WHEN_NOBODY_CAN_PLAY or passes >= table.players
    return (), table.changed(passes=passes, turn_over=True, ended_by=EndedBy.STOCK if over else None)
