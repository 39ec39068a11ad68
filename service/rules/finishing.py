"""Whether a turn can still be finished: is there a lawful way on from here?

A pickup needs a use for its dug card, a play must leave no dead end, and a turn without a draw must empty the hand.
This room must never know which move led here.
"""

from collections.abc import Iterator

from .cards import JOKER, KING, SUITS, Card, stands_for
from .melds import BOUNDS, MAX_RUN, MAX_SET, MIN_MELD, RUNS, Run, Set, Shape, join, may_lie, read_meld
from .options import Duty, FirstMeldCounts, GoingOut, Jokers, LayoffScope, Options, SetSuits
from .playing import with_lay_off, with_meld
from .plays import Holding, holding, lay_offs_in, melds_in, wild_jokers
from .table import Meld
from .turns import Table, barred_card, dug_card, duty, is_first_play_bound, owes_first_meld, waits_for_first_meld


def may_finish(table: Table, options: Options) -> bool:
    """Tell whether the turn can end lawfully from here, whatever has still to be played for it."""
    if table.turn_over or table.ended_by is not None:
        return True
    if table.booting:
        return may_go_out(table, options)
    if duty(table, options) is not None:
        return may_use_dug_card(table, options)
    if owes_first_meld(table, options):
        return _search(table, options, {})
    return _may_end(table, options)


def open_melds(table: Table, options: Options) -> tuple[Meld, ...]:
    """Return the melds on which the seat may lay off (`layoff_scope`)."""
    if options.layoff_scope is LayoffScope.OWN:
        return tuple(meld for meld in table.melds if meld.seat == table.seat)
    return table.melds


def _may_end(table: Table, options: Options) -> bool:
    """Tell whether a turn that owes nothing but its discard can end."""
    if not table.hand_known:
        return True
    if not table.hand:
        return options.going_out is not GoingOut.DISCARD_REQUIRED
    barred = barred_card(table, options)
    if barred is None or len(table.hand) > 1:
        return True
    if options.going_out is GoingOut.DISCARD_REQUIRED or waits_for_first_meld(table, options):
        return False
    return not table.melds_known or _smallest_lay_off(barred, table, options) == 1


def may_use_dug_card(table: Table, options: Options) -> bool:
    """Tell whether the dug card can be used so that the turn can end.

    Only the plays that hold the dug card matter where no first meld is owed: what other plays would bring - a longer
    run to lay it off on, a meld of one's own - goes into the same play.
    """
    dug = dug_card(table)
    assert dug is not None
    if waits_for_first_meld(table, options):
        return _search(table, options, {})
    room = len(table.hand) - (options.going_out is GoingOut.DISCARD_REQUIRED) if table.hand_known else MAX_RUN
    smallest = _smallest_meld(dug, holding(table.hand), options)
    if smallest is not None and smallest <= room:
        return True
    if duty(table, options) is not Duty.USE:
        return False
    if not table.melds_known:
        return True
    if dug is JOKER and options.joker_layoff_ban:
        # The natural card that bars the joker may be laid before it.
        return _search(table, options, {})
    smallest = _smallest_lay_off(dug, table, options)
    return smallest is not None and smallest <= room


def _smallest_meld(dug: Card, held: Holding, options: Options) -> int | None:
    """Return the size of the smallest meld of the hand that holds this card."""
    jokers = wild_jokers(held, options)
    if dug is JOKER and not jokers:
        return MIN_MELD if options.jokers is Jokers.OWN_RANK and held.jokers >= MIN_MELD else None
    ranks = range(1, KING + 1) if dug is JOKER else (dug.rank,)
    least_jokers = 1 if dug is JOKER else 0
    if any(_makes_set(rank, held, jokers, least_jokers, options) for rank in ranks):
        return MIN_MELD
    suits = range(len(SUITS)) if dug is JOKER else (dug.suit,)
    for length in range(options.min_run_length, MAX_RUN + 1):
        most_jokers = min(jokers, length - options.min_naturals)
        for suit in suits:
            ranks_held = _ranks_held(held, suit)
            for low in range(1, KING + 1):
                run = RUNS[suit][low][length]
                if dug is not JOKER and not run.ranks >> dug.rank - 1 & 1:
                    continue
                missing = length - (run.ranks & ranks_held).bit_count()
                if max(missing, least_jokers) <= most_jokers and may_lie(low, length, options.ace_in_runs):
                    return length
    return None


def _makes_set(rank: int, held: Holding, jokers: int, least_jokers: int, options: Options) -> bool:
    copies = [held.naturals[suit * KING + rank - 1] for suit in range(len(SUITS))]
    naturals = sum(copies) if options.set_suits is SetSuits.ANY else sum(count > 0 for count in copies)
    fewest = max(options.min_naturals, MIN_MELD - jokers, 0 if least_jokers else 1)
    return fewest <= min(naturals, MIN_MELD - least_jokers)


def _ranks_held(held: Holding, suit: int) -> int:
    ranks = 0
    for rank, count in enumerate(held.naturals[suit * KING : (suit + 1) * KING]):
        if count:
            ranks |= 1 << rank
    return ranks


def _smallest_lay_off(dug: Card, table: Table, options: Options) -> int | None:
    """Return the size of the smallest lay-off that holds this card, with the bridge to it."""
    held = holding(table.hand)
    sizes = [_bridge(dug, meld.shape, held, options) for meld in open_melds(table, options)]
    return min((size for size in sizes if size), default=None)


def _bridge(dug: Card, shape: Shape, held: Holding, options: Options) -> int:
    """Return how many cards go on one meld so that this card is among them; 0 where it cannot be."""
    if isinstance(shape, Set):
        return int(_joins_set(dug, shape, options))
    jokers = wild_jokers(held, options)
    if dug is JOKER:
        lowest, highest = BOUNDS[options.ace_in_runs]
        return int(jokers > 0 and shape.length < MAX_RUN and (shape.low > lowest or shape.high < highest))
    if dug.suit != shape.suit or shape.ranks >> dug.rank - 1 & 1:
        return 0
    return min((size for size in _ways_out(dug, shape, held, jokers, options)), default=0)


def _joins_set(dug: Card, shape: Set, options: Options) -> bool:
    if shape.size >= MAX_SET:
        return False
    if dug is JOKER:
        return shape.rank == 0 or options.jokers is Jokers.WILD
    return dug.rank == shape.rank and (options.set_suits is SetSuits.ANY or not shape.suits >> dug.suit & 1)


def _ways_out(dug: Card, shape: Run, held: Holding, jokers: int, options: Options) -> Iterator[int]:
    """Yield how many cards reach from an end of a run to this card, for each end from which it can be reached."""
    for step, start in ((1, shape.high + 1), (-1, shape.low - 1)):
        missing = 0
        for size in range(1, MAX_RUN - shape.length + 1):
            position = start + step * (size - 1)
            low = min(position, shape.low)
            if not may_lie(low, shape.length + size, options.ace_in_runs):
                break
            rank = (position - 1) % KING + 1
            if rank == dug.rank:
                yield size
                break
            missing += not held.has(rank, shape.suit)
            if missing > jokers:
                break


def may_go_out(table: Table, options: Options) -> bool:
    """Tell whether a seat that has not drawn can empty its hand, or keep one card for the discard (`booting_bonus`)."""
    if options.going_out is GoingOut.FLOAT:
        return False
    return _search(table, options, {})


def _search(table: Table, options: Options, seen: dict[object, bool]) -> bool:
    """Look for a lawful way to finish the turn among all plays; each position is looked at once."""
    if _is_finished(table, options):
        return True
    key = (
        tuple(sorted(card.index for card in table.hand)),
        tuple(meld.shape for meld in table.melds),
        table.drawn is not None and table.drawn.used,
        min(table.melded_this_turn, options.first_meld_minimum),
        table.has_melded,
    )
    known = seen.get(key)
    if known is None:
        seen[key] = False
        known = seen[key] = any(_search(after, options, seen) for after in _next_tables(table, options))
    return known


def _is_finished(table: Table, options: Options) -> bool:
    if table.turn_over or table.ended_by is not None:
        return True
    if table.booting:
        return len(table.hand) == 1 and not owes_first_meld(table, options)
    if duty(table, options) is not None or owes_first_meld(table, options):
        return False
    return _may_end(table, options)


def _next_tables(table: Table, options: Options) -> Iterator[Table]:
    """Yield the table after every play that is lawful by itself."""
    dug = dug_card(table) if duty(table, options) is not None else None
    must = dug if dug is not None and is_first_play_bound(table, options) else None
    waits = waits_for_first_meld(table, options)
    for play in melds_in(table.hand, options, must):
        reading = read_meld(play.cards, play.ace, options)
        after = with_meld(table, reading, None, options)
        one_meld = waits and options.first_meld_counts is FirstMeldCounts.ONE_MELD
        if _is_open(after, options) and not (one_meld and after.melded_this_turn < options.first_meld_minimum):
            yield after
    if waits or (must is not None and duty(table, options) is Duty.NEW_MELD):
        return
    for meld in open_melds(table, options):
        for lay_off in lay_offs_in(table.hand, meld.id, meld.shape, options, must):
            reading = join(meld.shape, meld.cards, lay_off.cards, lay_off.ace, options)
            if options.joker_layoff_ban and any(
                card.is_joker and card is not JOKER and stands_for(card) in table.hand for card in reading.laid
            ):
                continue
            after = with_lay_off(table, meld, reading, options)
            if _is_open(after, options):
                yield after


def _is_open(after: Table, options: Options) -> bool:
    """Tell whether the turn can go on to what it owes: the dug card is not gone, nor the hand empty too soon."""
    if duty(after, options) is not None and dug_card(after) not in after.hand:
        return False
    return bool(after.hand) or not owes_first_meld(after, options)


def may_reach_first_meld(table: Table, options: Options) -> bool:
    """Tell whether more melds of this turn can reach the first-meld minimum (`first_meld_counts: turn`)."""
    if not waits_for_first_meld(table, options):
        return True
    return any(
        may_reach_first_meld(with_meld(table, read_meld(play.cards, play.ace, options), None, options), options)
        for play in melds_in(table.hand, options)
    )
