"""Whether a turn can still be finished: is there a lawful way on from here?

A pickup needs a use for its dug card, a play must leave no dead end, and a turn without a draw must empty the hand.
This room must never know which move led here.
"""

from collections.abc import Iterator
from typing import Final

from .booting import can_be_emptied
from .cards import JOKER, Card, without
from .first_meld import one_meld_and_use_reach, one_meld_reaches
from .first_melds import melds_before_dug_card_reach, melds_reach, melds_with_dug_card_reach
from .melds import MAX_RUN, MIN_MELD
from .options import Duty, FirstMeldCounts, GoingOut, LayoffScope, Options
from .plays import Holding, holding, lay_offs_in, melds_in
from .questions import LayMeld, LayOffCards
from .table import Meld
from .turns import Table, barred_card, dug_card, duty, is_first_play_bound, owes_first_meld, waits_for_first_meld
from .uses import smallest_lay_off, smallest_meld, smallest_once_freed

# Reading a member from its class costs more than the rest of a comparison.
_TURN: Final = FirstMeldCounts.TURN
_USE: Final = Duty.USE
_OWN: Final = LayoffScope.OWN
_DISCARD_REQUIRED: Final = GoingOut.DISCARD_REQUIRED


def may_finish(table: Table, options: Options) -> bool:
    """Tell whether the turn can end lawfully from here, whatever has still to be played for it."""
    if table.turn_over or table.ended_by is not None:
        return not owes_first_meld(table, options)
    if table.booting:
        return may_go_out(table, options)
    if duty(table, options) is not None:
        return may_use_dug_card(table, options)
    if owes_first_meld(table, options):
        return not table.hand_known or _may_reach_first_meld_and_end(table, options)
    return _may_end(table, options)


def leaves_a_discard(after: Table, options: Options) -> bool:
    """Tell at a glance that a play has left two cards or more and a turn that owes nothing else.

    One of two cards can always be discarded. The dug card is looked at elsewhere.
    """
    return len(after.hand) > 1 and not after.booting and (after.has_melded or not options.first_meld_minimum)


def open_melds(table: Table, options: Options) -> tuple[Meld, ...]:
    """Return the melds on which the seat may lay off (`layoff_scope`)."""
    if options.layoff_scope is _OWN:
        return tuple(meld for meld in table.melds if meld.seat == table.seat)
    return table.melds


def plays_of(dug: Card | None, table: Table, options: Options) -> Iterator[LayMeld | LayOffCards]:
    """Yield every meld and lay-off of the hand, or those that hold the dug card; a turn may still refuse them."""
    held = holding(table.hand)
    yield from melds_in(held, options, dug)
    for meld in open_melds(table, options):
        yield from lay_offs_in(held, meld.id, meld.shape, options, dug)


def _may_end(table: Table, options: Options) -> bool:
    """Tell whether a turn that owes nothing but its discard can end."""
    if not table.hand_known:
        return True
    if not table.hand:
        return options.going_out is not _DISCARD_REQUIRED
    barred = barred_card(table, options)
    if barred is None or len(table.hand) > 1:
        return True
    if options.going_out is _DISCARD_REQUIRED or waits_for_first_meld(table, options):
        return False
    shapes = [meld.shape for meld in open_melds(table, options)]
    return not table.melds_known or smallest_lay_off(barred, shapes, holding(table.hand), options) == 1


def may_use_dug_card(table: Table, options: Options) -> bool:
    """Tell whether the dug card can be used so that the turn can end.

    Only the plays that hold the dug card matter where no first meld is owed: what other plays would bring - a longer
    run to lay it off on, a meld of one's own - goes into the same play.
    """
    dug = dug_card(table)
    assert dug is not None
    waits = waits_for_first_meld(table, options)
    if waits and options.first_meld_counts is _TURN:
        return not table.hand_known or _may_use_with_first_melds(dug, table, options)
    room = _cards_to_lay(table, options)
    # Three different cards of one rank are a set under all options, and found before a hand is counted.
    if not waits and room >= MIN_MELD and len({card for card in table.hand if card.rank == dug.rank}) >= MIN_MELD:
        return True
    held = holding(table.hand)
    if waits:
        return _may_use_with_first_meld(dug, held, room, table, options)
    smallest = smallest_meld(dug, held, options)
    if smallest is not None and smallest <= room:
        return True
    if duty(table, options) is not _USE:
        return False
    if not table.melds_known:
        return True
    shapes = [meld.shape for meld in open_melds(table, options)]
    sizes = [smallest_lay_off(dug, shapes, held, options)]
    if dug is JOKER and options.joker_layoff_ban and not is_first_play_bound(table, options):
        sizes.append(smallest_once_freed(shapes, held, options))
    return any(size is not None and size <= room for size in sizes)


def _cards_to_lay(table: Table, options: Options) -> int:
    """Return how many cards of the hand may be laid, so that the turn can end (`going_out`)."""
    if not table.hand_known:
        return MAX_RUN
    return len(table.hand) - _keeps_one(options)


def _may_use_with_first_meld(dug: Card, held: Holding, room: int, table: Table, options: Options) -> bool:
    """Tell whether the dug card can be used where one meld has first to reach the minimum."""
    if one_meld_reaches(held, room, options, dug):
        return True
    if is_first_play_bound(table, options):
        return False
    if duty(table, options) is not _USE:
        return one_meld_and_use_reach(dug, held, None, room, options)
    if not table.melds_known:
        return one_meld_reaches(holding(without(table.hand, (dug,))), room - 1, options)
    shapes = [meld.shape for meld in open_melds(table, options)]
    return one_meld_and_use_reach(dug, held, shapes, room, options)


def may_go_out(table: Table, options: Options) -> bool:
    """Tell whether a seat that has not drawn can empty its hand, or keep one card for the discard (`booting_bonus`)."""
    owed = options.first_meld_minimum - table.melded_this_turn if waits_for_first_meld(table, options) else 0
    shapes = [meld.shape for meld in open_melds(table, options)]
    return can_be_emptied(table.hand, shapes, owed, options)


def may_reach_first_meld(table: Table, options: Options) -> bool:
    """Tell whether more melds of this turn can reach the first-meld minimum (`first_meld_counts: turn`)."""
    return not waits_for_first_meld(table, options) or melds_reach(
        table.hand, _owed(table, options), options, keep_one=False
    )


def _may_reach_first_meld_and_end(table: Table, options: Options) -> bool:
    """Tell whether more melds reach the minimum, and the card just taken is not all that is left then."""
    hand, owed, keep_one = table.hand, _owed(table, options), _keeps_one(options)
    barred = barred_card(table, options)
    reached = melds_reach(hand, owed, options, keep_one=keep_one)
    if barred is None or not reached:
        return reached
    if any(
        melds_reach(without(hand, (kept,)), owed, options, keep_one=False)
        for kept in dict.fromkeys(hand)
        if kept is not barred
    ):
        return True
    if keep_one:
        return False
    if melds_with_dug_card_reach(barred, hand, owed, options, keep_one=False):
        return True
    shapes = [meld.shape for meld in open_melds(table, options)]
    fits = not table.melds_known or smallest_lay_off(barred, shapes, holding(hand), options) == 1
    return fits and melds_reach(without(hand, (barred,)), owed, options, keep_one=False)


def _owed(table: Table, options: Options) -> int:
    return options.first_meld_minimum - table.melded_this_turn


def _keeps_one(options: Options) -> bool:
    return options.going_out is _DISCARD_REQUIRED


def may_meld_dug_card(table: Table, options: Options) -> bool:
    """Tell whether any meld of the dug card can be lawful, as far as the first-meld minimum decides it.

    Where the melds of the turn must reach it, each one would otherwise be found a dead end by a search of its own.
    """
    dug = dug_card(table)
    assert dug is not None
    if options.first_meld_counts is not _TURN or not waits_for_first_meld(table, options) or not table.hand_known:
        return True
    owed, keep_one = _owed(table, options), _keeps_one(options)
    return melds_with_dug_card_reach(dug, table.hand, owed, options, keep_one=keep_one)


def _may_use_with_first_melds(dug: Card, table: Table, options: Options) -> bool:
    """Tell whether the dug card can be used where the melds of the turn have first to reach the minimum."""
    owed, keep_one = _owed(table, options), _keeps_one(options)
    if melds_with_dug_card_reach(dug, table.hand, owed, options, keep_one=keep_one):
        return True
    if is_first_play_bound(table, options) or duty(table, options) is not _USE:
        return False
    if not table.melds_known:
        return melds_reach(without(table.hand, (dug,)), owed, options, keep_one=keep_one)
    shapes = [meld.shape for meld in open_melds(table, options)]
    return melds_before_dug_card_reach(dug, table.hand, owed, shapes, options, keep_one=keep_one)
