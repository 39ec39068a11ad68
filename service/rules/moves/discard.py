"""Put a card on the discard pile, which ends the turn."""

from service.rules.judge import below_minimum
from service.rules.options import Options
from service.rules.questions import DiscardCard
from service.rules.rulebook import Code
from service.rules.turns import Table, barred_card, ends_turn, goes_out, owed_card, owes_first_meld
from service.rules.verdicts import Violation

from .phases import discarding_violations


def attempt(move: DiscardCard, table: Table, options: Options) -> tuple[tuple[Violation, ...], Table]:
    """Return why this card may not be discarded, or the table after it: the turn has ended, or the round."""
    if early := discarding_violations(table, options):
        return early, table
    card = move.card
    faults: tuple[Violation, ...] = ()
    if card not in table.hand:
        faults += (Violation(Code.CARD_NOT_IN_HAND, f"{card.code} is not in the hand.", ("card",), (card,)),)
    owed = owed_card(table, options)
    if owed is not None:
        message = f"{owed.code} must be used before the discard."
        faults += (Violation(Code.DUG_CARD_UNUSED, message, ("card",), (owed,)),)
    if card is barred_card(table, options):
        message = f"{card.code} was just taken from the pile and may not be thrown back this turn."
        faults += (Violation(Code.JUST_TAKEN, message, ("card",), (card,)),)
    if owes_first_meld(table, options):
        faults += (below_minimum(table.melded_this_turn, options),)
    if not faults and table.booting and len(table.hand) > 1:
        message = "A seat that has not drawn discards only its last card."
        faults += (Violation(Code.DEAD_END, message, ("card",), (card,)),)
    if faults:
        return faults, table
    hand = list(table.hand)
    hand.remove(card)
    ends = ends_turn if hand else goes_out
    return (), ends(table, options, hand=tuple(hand), pile=(*table.pile, card))
