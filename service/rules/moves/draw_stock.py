"""Draw the top card of the stock."""

from service.rules.cards import JOKER
from service.rules.options import Options, StockEnd
from service.rules.questions import Drawn, DrawSource, DrawStock, Phase
from service.rules.rulebook import Code
from service.rules.table import deck_faults
from service.rules.turns import Table
from service.rules.verdicts import Violation

from .phases import drawing_violations, told


def violations(move: DrawStock, table: Table, options: Options) -> tuple[Violation, ...]:
    """Return why nothing may be drawn; the card that is said to have come is looked at last."""
    if early := drawing_violations(table, options):
        return early
    reshuffles = not table.stock_count and options.stock_end is StockEnd.RESHUFFLE
    if not table.stock_count and not reshuffles:
        return told(Code.STOCK_EMPTY)
    card = move.card
    if card is None:
        return ()
    if reshuffles:
        if card in table.pile[:-1]:
            return ()
        message = f"{card.code} is not among the discards that become the new stock."
        return (Violation(Code.IMPOSSIBLE_TABLE, message, ("card",), (card,)),)
    lying = [held for meld in table.melds for held in meld.cards if held.held is card]
    if table.hand.count(card) + table.pile.count(card) + len(lying) < options.copies(table.players)[card is JOKER]:
        return ()
    shown = [((), table.hand), ((), table.pile), ((), tuple(lying)), ((), (card,))]
    return tuple(fault._replace(place=("card",)) for fault in deck_faults(shown, options, table.players))


def play(move: DrawStock, table: Table, options: Options) -> Table:
    """Return the table with the card in hand; an empty stock is first made anew from the pile but its top card."""
    assert move.card is not None
    stock_count, pile = table.stock_count, table.pile
    if not stock_count and options.stock_end is StockEnd.RESHUFFLE:
        stock_count, pile = len(pile) - 1, pile[-1:]
    return table._replace(
        hand=(*table.hand, move.card),
        pile=pile,
        stock_count=stock_count - 1,
        phase=Phase.PLAY,
        drawn=Drawn(DrawSource.STOCK, (move.card,)),
        passes=0,
    )
