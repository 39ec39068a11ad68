"""Lay cards off on a meld of the table."""

from service.rules.cards import Card
from service.rules.finishing import leaves_a_discard, may_finish
from service.rules.judge import lay_off_waits, naturals_held, not_held, target_of, unread_lay_off
from service.rules.melds import NO_MELD, Reading, join
from service.rules.options import Duty, Options
from service.rules.playing import uses_dug_card, with_lay_off, with_unseen_lay_off
from service.rules.questions import LayOffCards
from service.rules.rulebook import Code
from service.rules.table import Meld
from service.rules.turns import Table, duty, is_first_play_bound, owed_card, waits_for_first_meld
from service.rules.verdicts import Violation

from .lay_meld import dead_end, not_first
from .phases import lone_claim_violations, playing_violations


def attempt(move: LayOffCards, table: Table, options: Options) -> tuple[tuple[Violation, ...], Table]:
    """Return why these cards may not be laid off, all of them or none, or the table with the cards on their meld."""
    if early := playing_violations(table, options) or lone_claim_violations(move.cards, table, options):
        return early, table
    faults = not_held(move.cards, table.hand, ("cards",))
    target, reading = None, NO_MELD
    if table.melds_known:
        target, aimless = target_of(move.cards, move.meld_id, move.ace, table.seat, table.melds, options)
        faults += aimless
        if target is None:
            return faults, table
        reading = join(target.shape, target.cards, move.cards, move.ace, options)
        if reading.shape is None:
            return faults + unread_lay_off(target, reading, move.cards, move.ace, options), table
        if options.joker_layoff_ban:
            faults += naturals_held(reading.laid, table.hand)
    owed = owed_card(table, options)
    used = owed is None or uses_dug_card(table, move.cards, options, new_meld=False)
    if owed is not None:
        faults += _dug_card_waits(owed, table, options, used=used)
    if options.first_meld_minimum and waits_for_first_meld(table, options):
        faults += (lay_off_waits(options),)
    if faults:
        return faults, table
    after = _after(move, target, reading, table, options)
    if (used and leaves_a_discard(table, move.cards, options)) or may_finish(after, options):
        return (), after
    return (dead_end(after, options),), table


def _dug_card_waits(owed: Card, table: Table, options: Options, *, used: bool) -> tuple[Violation, ...]:
    if used and duty(table, options) is Duty.NEW_MELD:
        message = f"{owed.code} must go into a new meld: it may not be laid off."
        return (Violation(Code.MUST_BE_NEW_MELD, message, ("cards",), (owed,)),)
    return not_first(owed) if not used and is_first_play_bound(table, options) else ()


def _after(move: LayOffCards, target: Meld | None, reading: Reading, table: Table, options: Options) -> Table:
    """Return the table with the cards on their meld, or only gone from the hand where no melds are told."""
    if target is None:
        return with_unseen_lay_off(table, move.cards, options)
    return with_lay_off(table, target, reading, options)
