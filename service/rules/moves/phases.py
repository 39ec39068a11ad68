"""What every move asks first: is the round running, is it this seat's turn, has it drawn?"""

from typing import Final

from service.rules.finishing import may_go_out
from service.rules.options import Options
from service.rules.questions import Cards, Phase
from service.rules.rulebook import RULES, Code
from service.rules.turns import Table, closing, dug_card, is_booting_played, is_lone_claim
from service.rules.verdicts import Violation

# Reading a member from its class costs more than the rest of a comparison.
_PLAY: Final = Phase.PLAY


def told(code: Code) -> tuple[Violation, ...]:
    """Return a violation in the words of the rulebook."""
    return (Violation(code, RULES[code].sentence),)


def drawing_violations(table: Table, options: Options) -> tuple[Violation, ...]:
    """Return why the seat may not draw now."""
    code = closing(table, options)
    if code is None and (table.phase is _PLAY or table.booting):
        code = Code.ALREADY_DRAWN
    return () if code is None else told(code)


def playing_violations(cards: Cards, table: Table, options: Options) -> tuple[Violation, ...]:
    """Return why the seat may not meld or lay off these cards now.

    Without a draw it may where the hand can be emptied.
    """
    code = closing(table, options)
    if code is None and not (table.phase is _PLAY or table.booting or may_boot(table, options)):
        code = Code.NOT_DRAWN_YET
    if code is not None:
        return told(code)
    return _lone_claim_violations(cards, table) if is_lone_claim(table, options) else ()


def may_boot(table: Table, options: Options) -> bool:
    """Tell whether the seat may go out without drawing (`booting_bonus`)."""
    dealt = len(table.hand) <= options.hand_size(table.players)
    return table.first_turn and is_booting_played(options) and dealt and may_go_out(table, options)


def _lone_claim_violations(cards: Cards, table: Table) -> tuple[Violation, ...]:
    """Return that the last discard was claimed alone, but other cards are played with it (`call_rummy`)."""
    dug = dug_card(table)
    if dug is None or [card.held for card in cards] == [dug]:
        return ()
    message = f"{dug.code} was claimed to be laid off alone."
    return (Violation(Code.ONLY_LAST_DISCARD, message, ("cards",), cards),)


def discarding_violations(table: Table, options: Options) -> tuple[Violation, ...]:
    """Return why the seat may not discard now."""
    code = closing(table, options)
    if code is None and not (table.phase is _PLAY or table.booting):
        code = Code.NOT_DRAWN_YET
    return () if code is None else told(code)
