"""Draw the top card of the stock."""

from service.rules.cards import JOKER, Card
from service.rules.options import Options, StockEnd
from service.rules.questions import Drawn, DrawSource, DrawStock, Phase
from service.rules.rulebook import Code
from service.rules.table import deck_faults
from service.rules.turns import Table
from service.rules.verdicts import Violation

from .phases import drawing_violations, told


def attempt(move: DrawStock, table: Table, options: Options) -> tuple[tuple[Violation, ...], Table]:
    """Return why nothing may be drawn, or the table with the card in hand.

    Where it is not said which card came, the table stays as it is. The card is looked at last.
    """
    if early := drawing_violations(table, options):
        return early, table
    reshuffles = not table.stock_count and options.stock_end is StockEnd.RESHUFFLE
    if not table.stock_count and not reshuffles:
        return told(Code.STOCK_EMPTY), table
    card = move.card
    if card is None:
        return (), table
    if unlikely := _not_in_stock(card, table, options, reshuffles=reshuffles):
        return unlikely, table
    # An empty stock is first made anew from the pile but its top card.
    stock_count, pile = (len(table.pile) - 1, table.pile[-1:]) if reshuffles else (table.stock_count, table.pile)
    return (), table.changed(
        hand=(*table.hand, card),
        pile=pile,
        stock_count=stock_count - 1,
        phase=Phase.PLAY,
        drawn=Drawn(DrawSource.STOCK, (card,)),
        passes=0,
    )


def _not_in_stock(card: Card, table: Table, options: Options, *, reshuffles: bool) -> tuple[Violation, ...]:
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
