"""Lay a new meld."""

from service.rules.cards import Card, parted, written
from service.rules.finishing import leaves_a_discard, may_finish, may_reach_first_meld
from service.rules.judge import below_minimum, not_held, unread_meld
from service.rules.options import FirstMeldCounts, Options
from service.rules.playing import with_meld
from service.rules.questions import LayMeld
from service.rules.rulebook import Code
from service.rules.table import read_at_once
from service.rules.turns import Table, is_first_play_bound, owed_card, waits_for_first_meld
from service.rules.verdicts import Violation

from .phases import playing_violations


def attempt(move: LayMeld, table: Table, options: Options) -> tuple[tuple[Violation, ...], Table]:
    """Return why these cards may not be laid as a new meld, or the table with the meld."""
    if move.meld_id is not None and table.meld(move.meld_id) is not None:
        message = f"A meld called {move.meld_id} lies on the table already."
        return (Violation(Code.DUPLICATE_MELD_ID, message, ("meld_id",)),), table
    cards = move.cards
    if early := playing_violations(cards, table, options):
        return early, table
    left, missing = parted(table.hand, cards)
    faults = not_held(missing, ("cards",)) if missing else ()
    meld = read_at_once(cards, move.ace, options)
    if meld.lying is None:
        return faults + unread_meld(meld.reading, cards, move.ace, options), table
    after = with_meld(table, meld, left, move.meld_id, options)
    owed = owed_card(after, options)
    if owed is not None and is_first_play_bound(table, options):
        faults += not_first(owed)
    if options.first_meld_minimum and waits_for_first_meld(table, options):
        faults += _below_first_meld(after.points - table.points, options)
    if faults:
        return faults, table
    if (owed is None and leaves_a_discard(after, options)) or may_finish(after, options):
        return (), after
    if not may_reach_first_meld(after, options):
        return (below_minimum(after.melded_this_turn, options),), table
    return (dead_end(after, options),), table


def not_first(dug: Card) -> tuple[Violation, ...]:
    """Return that the first play must hold the dug card."""
    message = f"The first play after the draw must use {dug.code}."
    return (Violation(Code.DUG_CARD_NOT_FIRST, message, ("cards",), (dug,)),)


def _below_first_meld(points: int, options: Options) -> tuple[Violation, ...]:
    """Return that the first meld is worth too little, where it alone must be worth enough."""
    if options.first_meld_counts is FirstMeldCounts.TURN or points >= options.first_meld_minimum:
        return ()
    return (below_minimum(points, options),)


def dead_end(after: Table, options: Options) -> Violation:
    """Return that a play would leave no way to finish the turn."""
    owed = owed_card(after, options)
    if owed is not None:
        message = f"After this play {owed.code} could no longer be used."
    elif after.booting:
        message = "After this play the hand could no longer be emptied, and the seat has not drawn."
    elif after.hand:
        message = f"After this play {written(after.hand)} would be left, and no lawful way to finish the turn."
    else:
        message = "The last card must be discarded: a play may not empty the hand."
    return Violation(Code.DEAD_END, message, ("cards",), after.hand)
