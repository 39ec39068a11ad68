"""Lay cards off on a meld of the table."""

from service.rules.finishing import may_finish
from service.rules.judge import lay_off_waits, naturals_held, not_held, target_of, unread_lay_off
from service.rules.melds import join
from service.rules.options import Duty, Options
from service.rules.playing import uses_dug_card, with_lay_off, with_unseen_lay_off
from service.rules.questions import LayOffCards
from service.rules.rulebook import Code
from service.rules.turns import Table, dug_card, duty, is_first_play_bound, waits_for_first_meld
from service.rules.verdicts import Violation

from .lay_meld import dead_end, not_first
from .phases import playing_violations


def violations(move: LayOffCards, table: Table, options: Options) -> tuple[Violation, ...]:
    """Return why these cards may not be laid off, all of them or none."""
    if early := playing_violations(table, options):
        return early
    held_faults = not_held(move.cards, table.hand, ("cards",))
    if not table.melds_known:
        return held_faults
    target, faults = target_of(move.cards, move.meld_id, move.ace, table.seat, table.melds, options)
    faults = held_faults + faults
    if target is None:
        return faults
    reading = join(target.shape, target.cards, move.cards, move.ace, options)
    faults += unread_lay_off(target, reading, move.cards, move.ace, options)
    if reading.shape is None:
        return faults
    if options.joker_layoff_ban:
        faults += naturals_held(reading.laid, table.hand)
    if held_faults:
        return faults
    faults += _dug_card_waits(move, table, options)
    if waits_for_first_meld(table, options):
        faults += (lay_off_waits(options),)
    if faults:
        return faults
    after = with_lay_off(table, target, reading, options)
    return () if may_finish(after, options) else (dead_end(after, options),)


def _dug_card_waits(move: LayOffCards, table: Table, options: Options) -> tuple[Violation, ...]:
    dug = dug_card(table)
    owed = duty(table, options)
    if dug is None or owed is None:
        return ()
    used = uses_dug_card(table, move.cards, options, new_meld=False)
    if owed is Duty.NEW_MELD and used:
        message = f"{dug.code} must go into a new meld: it may not be laid off."
        return (Violation(Code.MUST_BE_NEW_MELD, message, ("cards",), (dug,)),)
    return not_first(dug) if not used and is_first_play_bound(table, options) else ()


def play(move: LayOffCards, table: Table, options: Options) -> Table:
    """Return the table with the cards on their meld."""
    target, _ = target_of(move.cards, move.meld_id, move.ace, table.seat, table.melds, options)
    if target is None:
        return with_unseen_lay_off(table, move.cards, options)
    return with_lay_off(table, target, join(target.shape, target.cards, move.cards, move.ace, options), options)
