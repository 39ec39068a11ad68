"""Take discards: the card wanted and every card above it."""

from typing import Final

from service.rules.finishing import may_finish
from service.rules.options import Duty, Options
from service.rules.questions import Drawn, DrawSource, Phase, TakeDiscards
from service.rules.rulebook import Code
from service.rules.turns import Table, duty_of_count
from service.rules.verdicts import Violation

from .phases import drawing_violations, told

# Reading a member from its class costs more than the rest of a move.
_PLAY: Final = Phase.PLAY
_DISCARD_PILE: Final = DrawSource.DISCARD_PILE


def attempt(move: TakeDiscards, table: Table, options: Options) -> tuple[tuple[Violation, ...], Table]:
    """Return why so many discards may not be taken, or the table with them in hand."""
    if early := drawing_violations(table, options) or pile_violations(move.count, table):
        return early, table
    after = taken(move.count, table, _DISCARD_PILE)
    if may_finish(after, options):
        return (), after
    dug = table.pile[-move.count]
    if duty_of_count(move.count, options) is Duty.KEEP:
        message = f"{dug.code} would be the only card in hand, and could be neither used nor thrown back."
        return (Violation(Code.DEAD_END, message, ("count",), (dug,)),), table
    message = f"{dug.code} cannot be {_use(move.count, options)} with this hand so that the turn can end."
    return (Violation(Code.DUG_CARD_HAS_NO_USE, message, ("count",), (dug,)),), table


def _use(count: int, options: Options) -> str:
    return "put into a new meld" if duty_of_count(count, options) is Duty.NEW_MELD else "melded or laid off"


def pile_violations(count: int, table: Table) -> tuple[Violation, ...]:
    """Return that the pile does not hold so many cards."""
    if not table.pile:
        return told(Code.PILE_EMPTY)
    if count > len(table.pile):
        message = f"{count} discards cannot be taken: {len(table.pile)} lie there."
        return (Violation(Code.NOT_ENOUGH_DISCARDS, message, ("count",)),)
    return ()


def taken(count: int, table: Table, source: DrawSource) -> Table:
    """Return the table with so many discards in hand."""
    cards = table.pile[-count:]
    return table.changed(
        hand=table.hand + cards,
        pile=table.pile[:-count],
        phase=_PLAY,
        drawn=Drawn(source, cards),
        passes=0,
    )
