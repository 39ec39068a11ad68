"""A round in play: all hands, the stock in its order, the turn of the seat to act, and what only a whole round knows.

Every move is judged and played by `moves`, a call of Rummy by its judge. What is added here is who plays next, and the
ends of a round that no single turn can see. This room must never know who is asking.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from . import moves
from .deal import Deal
from .judge_turns import judge_rummy_call
from .legal_moves import LegalMove, legal_moves
from .moves.phases import told
from .moves.take_discards import taken
from .options import CallRummy as CallOption
from .options import Options, StockEnd
from .questions import (
    CallRummy,
    Cards,
    DiscardCard,
    DrawSource,
    DrawStock,
    EndedBy,
    Move,
    Pass,
    Phase,
    Position,
    RummyCallQuestion,
)
from .rulebook import Code
from .turns import Table, is_lone_claim, is_stock_over
from .verdicts import Violation


class Round(NamedTuple):
    """A round at one moment.

    `table` is the turn in play with the hand of the seat to act, `hands` are what the seats hold beside it, and `stock`
    lists its next card first. `had_turn` tells which seats have played a turn of their own, `discarder` who discarded
    last while that discard may be claimed or a claim of it is played. `idle_turns` counts the turns in a row that began
    on an empty stock and laid nothing, `began_empty` is about the turn in play, and `reshuffles` counts new stocks.
    """

    dealer: int
    table: Table
    hands: tuple[Cards, ...]
    stock: Cards
    had_turn: tuple[bool, ...]
    discarder: int | None = None
    idle_turns: int = 0
    began_empty: bool = False
    reshuffles: int = 0

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def ended_by(self) -> EndedBy | None:
        """What ended the round, if anything has."""
        return self.table.ended_by

    @property
    def out_seat(self) -> int | None:
        """Who went out, if anybody has."""
        return self.table.seat if self.table.ended_by is EndedBy.WENT_OUT else None

    @property
    def booted_seat(self) -> int | None:
        """Who went out without a draw, if anybody has."""
        return self.out_seat if self.table.booting else None

    def hand(self, seat: int) -> Cards:
        """Return what a seat holds."""
        held = self.hands[seat]
        return held + self.table.hand if seat == self.table.seat else held


def begin(dealt: Deal, dealer: int) -> Round:
    """Return the round when its cards have been dealt: the dealer's left plays first.

    >>> from .deal import deal, full_deck
    >>> begin(deal(full_deck(3, Options()), 0, 3, Options()), dealer=0).table.seat
    1
    """
    players = len(dealt.hands)
    seat = (dealer + 1) % players
    table = Table(players, seat, dealt.hands[seat], dealt.pile, len(dealt.stock), (), has_melded=False, first_turn=True)
    had_turn = (False,) * players
    return Round(dealer, table, _taken_up(dealt.hands, seat), dealt.stock, had_turn, began_empty=not dealt.stock)


class Attempt(NamedTuple):
    """What comes of a move: why it is refused, the round after it, and the points that it laid.

    A refused move leaves the round as it is.
    """

    violations: tuple[Violation, ...]
    round: Round
    points: int = 0


def attempt(move: Move, seat: int, round_: Round, options: Options) -> Attempt:
    """Judge a move that a seat makes now, and play it; a draw takes the next card of the stock.

    A lawful draw for which a new stock must be made first leaves the round as it is (`needs_new_stock`).
    """
    table = round_.table
    if round_.ended_by is not None:
        return Attempt(told(Code.ROUND_OVER), round_)
    if isinstance(move, CallRummy):
        refused = _call_violations(move, seat, round_, options)
        return Attempt(refused, round_ if refused else _claimed(move, seat, round_, options))
    if seat != table.seat:
        return Attempt(told(Code.NOT_YOUR_TURN), round_)
    if isinstance(move, DrawStock):
        return _draw(move, round_, options)
    refused, after = moves.attempt(move, table, options)
    if refused:
        return Attempt(refused, round_)
    discarder = round_.discarder
    if isinstance(move, DiscardCard):
        discarder = seat
    elif not is_lone_claim(after, options):
        discarder = discarder if isinstance(move, Pass) else None
    played = round_._replace(table=after, discarder=discarder)
    return Attempt((), _next_turn(played, options) if after.turn_over else played, after.points - table.points)


def _draw(move: DrawStock, round_: Round, options: Options) -> Attempt:
    card = round_.stock[0] if round_.stock else None
    refused, after = moves.attempt(DrawStock(card), round_.table, options)
    if refused or card is None:
        return Attempt(refused, round_)
    if move.card is not None and move.card is not card:
        message = f"{move.card.code} is not the next card of the stock."
        return Attempt((Violation(Code.IMPOSSIBLE_TABLE, message, ("card",), (move.card,)),), round_)
    return Attempt((), round_._replace(table=after, stock=round_.stock[1:], discarder=None))


def _call_violations(move: CallRummy, seat: int, round_: Round, options: Options) -> tuple[Violation, ...]:
    table = round_.table
    if options.call_rummy is CallOption.OFF:
        return told(Code.CALL_NOT_IN_RULESET)
    discarder = round_.discarder
    if discarder is None:
        return told(Code.CALL_TOO_LATE)
    question = RummyCallQuestion(
        table.pile,
        move.count,
        discarder,
        seat,
        tuple(meld.laid for meld in table.melds),
        round_.hand(seat),
        next_has_drawn=table.phase is not Phase.DRAW or table.booting,
        discarder_hand_count=len(round_.hand(discarder)),
        players=round_.players,
    )
    return judge_rummy_call(question, options).violations


def needs_new_stock(move: Move, round_: Round, options: Options) -> bool:
    """Tell whether a lawful move draws from a stock that must first be made anew (`stock_end: reshuffle`)."""
    return isinstance(move, DrawStock) and not round_.stock and options.stock_end is StockEnd.RESHUFFLE


def with_new_stock(round_: Round, stock: Cards) -> Round:
    """Return the round when the pile but its top card has become the stock, in an order that chance has chosen."""
    table = round_.table.changed(pile=round_.table.pile[-1:], stock_count=len(stock))
    return round_._replace(table=table, stock=stock, reshuffles=round_.reshuffles + 1)


def _claimed(move: CallRummy, seat: int, round_: Round, options: Options) -> Round:
    """Return the round when a seat has claimed discards.

    The seat that was due to play has its hand back. A last discard is kept apart from the caller's hand: it is played
    alone.
    """
    table = round_.table
    hands = list(round_.hands)
    hands[table.seat] += table.hand
    alone = options.call_rummy is CallOption.LAST_DISCARD
    before = table.changed(
        seat=seat,
        hand=() if alone else hands[seat],
        has_melded=any(meld.seat == seat for meld in table.melds),
        first_turn=False,
        hand_known=not alone,
    )
    return round_._replace(
        table=taken(move.count, before, DrawSource.CALL),
        hands=tuple(hands) if alone else _taken_up(hands, seat),
        discarder=round_.discarder if alone else None,
        began_empty=not round_.stock,
    )


def _next_turn(round_: Round, options: Options) -> Round:
    """Return the round when a turn has ended: it is over, or the next seat is to draw."""
    table = round_.table
    is_idle = round_.began_empty and not round_.stock and not table.points
    idle_turns = round_.idle_turns + 1 if is_idle else 0
    round_ = round_._replace(idle_turns=idle_turns)
    if table.ended_by is not None or _is_played_out(round_, options):
        return round_._replace(table=table.changed(ended_by=table.ended_by or EndedBy.STOCK))
    hands = list(round_.hands)
    hands[table.seat] += table.hand
    had_turn = list(round_.had_turn)
    before = table.seat
    if is_lone_claim(table, options):
        assert round_.discarder is not None
        before = round_.discarder
        round_ = round_._replace(discarder=None)
    else:
        had_turn[table.seat] = True
    seat = (before + 1) % round_.players
    fresh = Table(
        round_.players,
        seat,
        hands[seat],
        table.pile,
        table.stock_count,
        table.melds,
        has_melded=any(meld.seat == seat for meld in table.melds),
        first_turn=not had_turn[seat],
        passes=table.passes,
    )
    return round_._replace(
        table=fresh, hands=_taken_up(hands, seat), had_turn=tuple(had_turn), began_empty=not round_.stock
    )


def _is_played_out(round_: Round, options: Options) -> bool:
    """Tell whether a round ends with this turn as no single turn can tell.

    A new stock is used up too, or a whole lap on an empty stock has laid nothing.
    """
    if round_.stock:
        return False
    is_second_end = options.stock_end is StockEnd.RESHUFFLE and round_.reshuffles > 0
    return is_second_end or round_.idle_turns >= round_.players or is_stock_over(round_.table, options)


def _taken_up(hands: Iterable[Cards], seat: int) -> tuple[Cards, ...]:
    """Return what is held beside the turn of this seat."""
    return tuple(() if number == seat else hand for number, hand in enumerate(hands))


def legal_moves_of(seat: int, round_: Round, options: Options) -> Iterator[LegalMove]:
    """Yield every move that a seat may make now in its turn."""
    if round_.ended_by is None and seat == round_.table.seat:
        yield from legal_moves(round_.table, options)


def calls_of(seat: int, round_: Round, options: Options) -> Iterator[CallRummy]:
    """Yield every call of Rummy that a seat may make now."""
    if round_.discarder is None or round_.discarder == seat:
        return
    most = 1 if options.call_rummy is CallOption.LAST_DISCARD else len(round_.table.pile)
    for count in range(1, most + 1):
        call = CallRummy(count)
        if not attempt(call, seat, round_, options).violations:
            yield call


def position_of(round_: Round) -> Position:
    """Return the turn in play as its seat would ask about it."""
    table = round_.table
    return Position(
        round_.players,
        table.seat,
        round_.hand(table.seat),
        table.pile,
        table.stock_count,
        tuple(meld.laid for meld in table.melds),
        table.has_melded,
        table.first_turn,
        table.phase,
        table.drawn,
        table.passes,
        table.booting,
        table.melded_this_turn,
    )
