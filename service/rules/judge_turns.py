"""Pickups, discards, whole turns and calls of Rummy: a question and the options in, a verdict out.

Every one of them plays the moves of `moves`, one after the other, up to the first that is refused.
"""

from dataclasses import replace
from itertools import islice
from typing import Final

from .cards import missing_from
from .finishing import may_finish, may_meld_dug_card, may_use_dug_card, plays_of
from .judge import unchecked
from .moves import attempt, violations
from .moves.phases import told
from .moves.take_discards import pile_violations, taken
from .options import CallRummy, Duty, FirstMeldCounts, GoingOut, LayoffScope, Options, StockEnd
from .plays import holding, melds_in
from .questions import (
    Cards,
    DiscardCard,
    DiscardQuestion,
    DrawSource,
    EndedBy,
    LayMeld,
    LayOffCards,
    Phase,
    PickupQuestion,
    Play,
    RummyCallQuestion,
    TableMeld,
    TakeDiscards,
    TurnQuestion,
)
from .rulebook import Code
from .table import read_melds, table_faults
from .turns import (
    Table,
    as_it_stands,
    drawn_faults,
    dug_card,
    duty,
    duty_of_count,
    is_lone_claim,
    obligations,
    owed_card,
    table_at,
    waits_for_first_meld,
)
from .uses import smallest_meld
from .verdicts import (
    DiscardVerdict,
    JudgedMove,
    PickupVerdict,
    Place,
    RummyCallVerdict,
    TurnResult,
    TurnVerdict,
    Unchecked,
    Violation,
)

#: A verdict lists at most so many uses of a dug card.
MOST_USES: Final = 20
# Reading a member from its class costs more than the rest of a comparison.
_WENT_OUT: Final = EndedBy.WENT_OUT
# A class of named members takes several times as long.
_new: Final = tuple.__new__


def judge_turn(question: TurnQuestion, options: Options) -> TurnVerdict:
    """Judge the moves of a turn one after the other; the first refused one is named and nothing is applied.

    >>> from .cards import card, cards
    >>> from .questions import DiscardCard, DrawStock, Position
    >>> position = Position(players=3, seat=0, hand=cards("2C 9D"), discard_pile=cards("5S"), stock_count=20)
    >>> turn = TurnQuestion(position, (DrawStock(card("KH")), DiscardCard(card("KH"))))
    >>> judge_turn(turn, Options()).result.discard_pile
    (5S, KH)
    """
    table, faults = table_at(question.position, options)
    if faults:
        return TurnVerdict(faults)
    judged: list[JudgedMove] = []
    points = 0
    for index, move in enumerate(question.moves):
        refused, table = attempt(move, table, options)
        if refused:
            refused = _in_move(index, refused)
            return TurnVerdict(refused, moves=(*judged, JudgedMove(index, refused)))
        before, points = points, table.points
        judged.append(_new(JudgedMove, (index, (), points - before)))
    return TurnVerdict((), obligations(table, options), (), tuple(judged), _result(table, options))


def _in_move(index: int, refused: tuple[Violation, ...]) -> tuple[Violation, ...]:
    return tuple(fault._replace(place=("moves", index, *fault.place), move_index=index) for fault in refused)


def _result(table: Table, options: Options) -> TurnResult:
    ended_by = table.ended_by
    round_over = ended_by is not None
    next_seat = (table.seat + 1) % table.players if table.turn_over else table.seat
    # Who is due after a lone claim is the seat after the discarder, of whom a position does not tell.
    is_due_known = not is_lone_claim(table, options)
    return TurnResult(
        table.hand,
        table.pile,
        table.stock_count,
        tuple([meld.laid for meld in table.melds]),
        table.points,
        ended_by is _WENT_OUT,
        round_over,
        ended_by,
        table.bonus,
        None if round_over or not is_due_known else next_seat,
        table.turn_over,
    )


def judge_pickup(question: PickupQuestion, options: Options) -> PickupVerdict:
    """Judge whether so many discards may be taken, and with `then` whether these plays are a lawful way to use them.

    >>> from .cards import cards
    >>> pickup = PickupQuestion(cards("3C 3D 8S"), cards("5C 3H QS"), count=2, melds=())
    >>> judge_pickup(pickup, Options()).uses
    (LayMeld(cards=(3H, 3D, 3C), ace=None, meld_id=None),)
    """
    melds = question.melds or ()
    read, unread = read_melds(melds, options)
    seats: tuple[tuple[Place, int], ...] = () if question.seat is None else ((("seat",), question.seat),)
    listed: tuple[tuple[Place, Cards], ...] = (
        (("hand",), question.hand),
        (("discard_pile",), question.discard_pile),
    )
    faults = table_faults(listed, melds, seats, options, question.players) + unread
    open_points, has_melded = _what_is_open(question.melds, question.seat, options, has_melded=question.has_melded)
    if question.stock_count is None and _stock_decides(question.discard_pile, options):
        open_points += (unchecked(Code.STOCK_COUNT_NOT_GIVEN),)
    if faults:
        return PickupVerdict(faults, open_points)
    options = _for_unknown_seat(question.seat, options)
    table = Table(
        question.players,
        question.seat or 0,
        question.hand,
        question.discard_pile,
        1 if question.stock_count is None else question.stock_count,
        read,
        has_melded,
        melds_known=question.melds is not None,
    )
    must_use = duty_of_count(question.count, options) is not Duty.KEEP
    pickup = TakeDiscards(question.count)
    refused, after = attempt(pickup, table, options)
    if refused:
        return PickupVerdict(refused, open_points, must_use=must_use)
    uses = lawful_uses(after, options)
    owed = obligations(after, options)
    points = 0
    if question.then is not None:
        refused, end = _judge_then(question.then, after, options)
        if refused:
            return PickupVerdict(refused, open_points, must_use=must_use)
        points, owed = end.points, obligations(end, options)
    return PickupVerdict(
        (),
        open_points,
        question.discard_pile[-question.count :],
        must_use,
        uses[:MOST_USES],
        len(uses) > MOST_USES,
        after.hand,
        after.pile,
        points,
        owed,
    )


def _what_is_open(
    melds: tuple[TableMeld, ...] | None, seat: int | None, options: Options, *, has_melded: bool | None = None
) -> tuple[tuple[Unchecked, ...], bool]:
    """Return what the question leaves open, and whether the seat counts as having melded."""
    open_points: tuple[Unchecked, ...] = ()
    if melds is None:
        open_points += (unchecked(Code.TABLE_NOT_GIVEN),)
    elif seat is None and options.layoff_scope is LayoffScope.OWN:
        open_points += (unchecked(Code.SEAT_NOT_GIVEN),)
    if has_melded is None and seat is not None and melds is not None:
        has_melded = any(meld.seat == seat for meld in melds)
    if has_melded is None:
        if options.first_meld_minimum:
            open_points += (unchecked(Code.HAS_MELDED_NOT_GIVEN),)
        has_melded = True
    return open_points, has_melded


def _stock_decides(pile: Cards, options: Options) -> bool:
    """Tell whether an empty stock would end the round before the seat may take discards."""
    if options.stock_end is StockEnd.RESHUFFLE:
        return len(pile) <= 1
    return options.stock_end is StockEnd.AT_NEXT_DRAW


def _for_unknown_seat(seat: int | None, options: Options) -> Options:
    """Return options under which a seat that was not said may lay off on any meld, since nothing is refused unsaid."""
    if seat is None and options.layoff_scope is LayoffScope.OWN:
        return replace(options, layoff_scope=LayoffScope.ANY)
    return options


def lawful_uses(table: Table, options: Options) -> tuple[LayMeld | LayOffCards, ...]:
    """Return the lawful plays that use the dug card, one more than a verdict lists if there are so many."""
    dug = dug_card(table)
    assert dug is not None
    if not may_meld_dug_card(table, options):
        return ()
    bound_to_melds = duty(table, options) is Duty.NEW_MELD
    candidates = melds_in(holding(table.hand), options, dug) if bound_to_melds else plays_of(dug, table, options)
    return tuple(islice((each for each in candidates if not violations(each, table, options)), MOST_USES + 1))


def _judge_then(then: tuple[Play, ...], table: Table, options: Options) -> tuple[tuple[Violation, ...], Table]:
    """Judge the plays that follow a pickup or a claim, and return the table after them.

    The dug card must be among them where it must be used.
    """
    for index, move in enumerate(then):
        refused, table = attempt(move, table, options)
        if refused:
            return tuple(fault._replace(place=("then", index, *fault.place)) for fault in refused), table
    owed = owed_card(table, options)
    if owed is not None:
        message = f"{owed.code} must be used, but none of these plays holds it."
        return (Violation(Code.DUG_CARD_UNUSED, message, ("then",), (owed,)),), table
    return (), table


def judge_discard(question: DiscardQuestion, options: Options) -> DiscardVerdict:
    """Judge a discard; `hand` is what is held after drawing and melding.

    >>> from .cards import card, cards
    >>> from .questions import Drawn
    >>> drawn = Drawn(DrawSource.STOCK, cards("7C"))
    >>> judge_discard(DiscardQuestion(cards("7C"), card("7C"), drawn), Options()).goes_out
    True
    """
    pile = question.discard_pile
    listed: tuple[tuple[Place, Cards], ...] = ((("hand",), question.hand), (("discard_pile",), pile or ()))
    faults = table_faults(listed, (), (), options, question.players)
    faults += drawn_faults(question.drawn, question.hand, options, ("drawn",))
    by_turn = options.first_meld_minimum and options.first_meld_counts is FirstMeldCounts.TURN
    open_points = (unchecked(Code.TURN_NOT_GIVEN),) if by_turn else ()
    if faults:
        return DiscardVerdict(faults, open_points)
    table = Table(
        question.players,
        0,
        question.hand,
        pile or (),
        1,
        (),
        has_melded=True,
        phase=Phase.PLAY,
        drawn=question.drawn,
    )
    refused = violations(DiscardCard(question.card), as_it_stands(table, options), options)
    if refused:
        return DiscardVerdict(refused, open_points)
    return DiscardVerdict((), open_points, len(question.hand) == 1, None if pile is None else (*pile, question.card))


def judge_rummy_call(question: RummyCallQuestion, options: Options) -> RummyCallVerdict:
    """Judge a claim of discards out of turn.

    The claim stands on the claimed cards and the table alone; hand cards may join once it stands.

    >>> from .cards import cards
    >>> table = (TableMeld("m1", 1, cards("7H 8H 9H")),)
    >>> call = RummyCallQuestion(cards("KC 10H"), count=1, discarder=0, caller=2, melds=table)
    >>> judge_rummy_call(call, Options(call_rummy=CallRummy.PILE)).next_seat
    3
    """
    melds = question.melds or ()
    read, unread = read_melds(melds, options)
    claimed = question.discard_pile[-question.count :]
    assumed = _assumed(question.then or (), claimed) if question.hand is None else ()
    faults = _call_table_faults(question, assumed, options) + unread
    open_points, has_melded = _what_is_open(question.melds, question.caller, options)
    open_points += _open_in_call(question, options)
    faults = faults or _call_violations(question, options)
    if faults:
        return RummyCallVerdict(faults, open_points)
    table = Table(
        question.players,
        question.caller,
        (),
        question.discard_pile,
        1,
        read,
        has_melded,
        melds_known=question.melds is not None,
        hand_known=False,
    )
    claim = taken(question.count, table, DrawSource.CALL)
    lone = is_lone_claim(claim, options)
    whole = claim
    if question.hand is not None and not lone:
        whole = claim.changed(hand=question.hand + claimed, hand_known=True)
    if not (_claim_stands(claim, options) and may_finish(whole, options)):
        message = f"{claimed[0].code} neither joins a meld of the table nor makes one with the claimed cards."
        fault = Violation(Code.CALL_HAS_NO_USE, message, ("count",), claimed[:1])
        return RummyCallVerdict((fault,), open_points)
    uses = lawful_uses(whole, options)
    end = whole
    if question.then is not None:
        refused, end = _judge_then(question.then, whole.changed(hand=whole.hand + assumed), options)
        if refused:
            return RummyCallVerdict(refused, open_points)
    next_seat = ((question.discarder if lone else question.caller) + 1) % question.players
    return RummyCallVerdict(
        (),
        open_points,
        claimed,
        uses[:MOST_USES],
        len(uses) > MOST_USES,
        None if end.ended_by is not None else next_seat,
        end.points,
    )


def _call_table_faults(question: RummyCallQuestion, assumed: Cards, options: Options) -> tuple[Violation, ...]:
    """Return what makes the table of a call impossible; `assumed` are the hand cards that its plays need."""
    listed: list[tuple[Place, Cards]] = [(("discard_pile",), question.discard_pile)]
    listed.append((("then",), assumed) if question.hand is None else (("hand",), question.hand))
    seats: tuple[tuple[Place, int], ...] = ((("discarder",), question.discarder), (("caller",), question.caller))
    faults = table_faults(listed, question.melds or (), seats, options, question.players)
    return tuple(fault._replace(place=("then",)) if fault.place[0] == "then" else fault for fault in faults)


def _claim_stands(claim: Table, options: Options) -> bool:
    """Tell whether the claimed cards and the table alone have a use for the claimed card.

    Where all melds of the turn count towards the first-meld minimum, those of the hand may reach it afterwards.
    """
    if waits_for_first_meld(claim, options) and options.first_meld_counts is FirstMeldCounts.TURN:
        return smallest_meld(claim.hand[0], holding(claim.hand), options) is not None
    return may_use_dug_card(claim, options)


def _assumed(then: tuple[Play, ...], claimed: Cards) -> Cards:
    """Return the hand cards that plays need beside the claimed ones, where the hand was not told."""
    wanted = tuple(card for move in then if isinstance(move, LayMeld | LayOffCards) for card in move.cards)
    wanted += tuple(move.card for move in then if not isinstance(move, LayMeld | LayOffCards))
    return missing_from(claimed, wanted)


def _open_in_call(question: RummyCallQuestion, options: Options) -> tuple[Unchecked, ...]:
    open_points: tuple[Unchecked, ...] = ()
    if question.hand is None:
        open_points += (unchecked(Code.HAND_NOT_GIVEN),)
    if question.next_has_drawn is None or question.discarder_hand_count is None:
        open_points += (unchecked(Code.TURN_NOT_GIVEN),)
    if options.stock_end is StockEnd.AT_NEXT_DRAW:
        open_points += (unchecked(Code.STOCK_COUNT_NOT_GIVEN),)
    return open_points


def _call_violations(question: RummyCallQuestion, options: Options) -> tuple[Violation, ...]:
    """Return why nobody may call now, or not this seat, or not for so many cards."""
    faults: tuple[Violation, ...] = ()
    out = question.discarder_hand_count == 0
    if out or (question.hand == () and options.going_out is not GoingOut.FLOAT):
        faults += told(Code.ROUND_OVER)
    if options.call_rummy is CallRummy.OFF:
        return faults + told(Code.CALL_NOT_IN_RULESET)
    if question.next_has_drawn:
        faults += told(Code.CALL_TOO_LATE)
    if question.caller == question.discarder:
        faults += told(Code.DISCARDER_CANNOT_CALL)
    if options.call_rummy is CallRummy.LAST_DISCARD and question.count > 1:
        faults += told(Code.ONLY_LAST_DISCARD)
    table = Table(question.players, question.caller, (), question.discard_pile, 1, (), has_melded=True)
    return faults + pile_violations(question.count, table)
