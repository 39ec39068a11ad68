"""Lay cards off on a meld of the table."""

from service.rules.cards import Card, parted
from service.rules.finishing import leaves_a_discard, may_finish
from service.rules.judge import lay_off_waits, naturals_held, not_held, target_of, unread_lay_off
from service.rules.melds import join
from service.rules.options import Duty, Options
from service.rules.playing import with_lay_off, with_unseen_lay_off
from service.rules.questions import LayOffCards
from service.rules.rulebook import Code
from service.rules.turns import Table, duty, is_first_play_bound, owed_card, waits_for_first_meld
from service.rules.verdicts import Violation

from .lay_meld import dead_end, not_first
from .phases import playing_violations


def attempt(move: LayOffCards, table: Table, options: Options) -> tuple[tuple[Violation, ...], Table]:
    """Return why these cards may not be laid off, all of them or none, or the table with the cards on their meld."""
    cards = move.cards
    if early := playing_violations(cards, table, options):
        return early, table
    left, missing = parted(table.hand, cards)
    faults = not_held(missing, ("cards",)) if missing else ()
    if table.melds_known:
        target, aimless = target_of(cards, move.meld_id, move.ace, table.seat, table.melds, options)
        faults += aimless
        if target is None:
            return faults, table
        reading = join(target.shape, target.cards, cards, move.ace, options)
        if reading.shape is None:
            return faults + unread_lay_off(target, reading, cards, move.ace, options), table
        if options.joker_layoff_ban:
            faults += naturals_held(reading.laid, table.hand)
        after = with_lay_off(table, target, reading, left, options)
    else:
        after = with_unseen_lay_off(table, cards, left, options)
    owed = owed_card(table, options)
    used = owed is None or owed_card(after, options) is None
    if owed is not None:
        faults += _dug_card_waits(owed, table, options, used=used)
    if options.first_meld_minimum and waits_for_first_meld(table, options):
        faults += (lay_off_waits(options),)
    if faults:
        return faults, table
    if (used and leaves_a_discard(after, options)) or may_finish(after, options):
        return (), after
    return (dead_end(after, options),), table


def _dug_card_waits(owed: Card, table: Table, options: Options, *, used: bool) -> tuple[Violation, ...]:
    if used and duty(table, options) is Duty.NEW_MELD:
        message = f"{owed.code} must go into a new meld: it may not be laid off."
        return (Violation(Code.MUST_BE_NEW_MELD, message, ("cards",), (owed,)),)
    return not_first(owed) if not used and is_first_play_bound(table, options) else ()
