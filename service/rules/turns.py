"""A turn in play: the table as the seat to act sees it, what is still owed, and how the turn may end.

This room must never know which move is being judged.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from .cards import NATURALS, Card
from .options import CallRummy, DugCardTiming, Duty, GoingOut, Options, StockEnd
from .questions import Cards, Drawn, DrawSource, EndedBy, Phase, Position
from .rulebook import RULES, Code
from .table import Meld, read_melds, table_faults
from .verdicts import Obligation, Violation

# Reading a member from its class costs more than the rest of a comparison.
_DRAW: Final = Phase.DRAW
_PLAY: Final = Phase.PLAY
_STOCK: Final = DrawSource.STOCK
_DISCARD_PILE: Final = DrawSource.DISCARD_PILE
_CALL: Final = DrawSource.CALL
_LAST_DISCARD: Final = CallRummy.LAST_DISCARD
_KEEP: Final = Duty.KEEP
_FIRST_PLAY: Final = DugCardTiming.FIRST_PLAY
_new: Final = tuple.__new__

_MUST_DRAW: Final = Obligation(Code.MUST_DRAW, RULES[Code.MUST_DRAW].sentence)
_MUST_DISCARD: Final = Obligation(Code.MUST_DISCARD, RULES[Code.MUST_DISCARD].sentence)


class Table(NamedTuple):
    """The table at one moment of a seat's turn.

    `points` are those laid in this turn by the moves that are judged, `melded_this_turn` those of melds alone, the ones
    that the question tells of included. `melds_known` is false where a question does not tell the melds of the table,
    `hand_known` where it does not tell the hand.
    """

    players: int
    seat: int
    hand: Cards
    pile: Cards
    stock_count: int
    melds: tuple[Meld, ...]
    has_melded: bool
    first_turn: bool = False
    phase: Phase = Phase.DRAW
    drawn: Drawn | None = None
    passes: int = 0
    booting: bool = False
    melded_this_turn: int = 0
    points: int = 0
    bonus: int = 0
    turn_over: bool = False
    ended_by: EndedBy | None = None
    melds_known: bool = True
    hand_known: bool = True

    def meld(self, meld_id: str) -> Meld | None:
        """Return the meld with that id."""
        return next((meld for meld in self.melds if meld.id == meld_id), None)

    def changed(self, **facts: Any) -> "Table":
        """Return the table with some facts changed, as `_replace` does at several times the price."""
        values = [*self]
        for name, value in facts.items():
            values[_PLACES[name]] = value
        return _new(Table, values)


_PLACES: Final = {name: place for place, name in enumerate(Table._fields)}


def table_at(position: Position, options: Options) -> tuple[Table, tuple[Violation, ...]]:
    """Return the table of a position, and what makes it impossible."""
    melds, unread = read_melds(position.melds, options)
    hand, pile = position.hand, position.discard_pile
    faults = table_faults(
        ((("position", "hand"), hand), (("position", "discard_pile"), pile)),
        position.melds,
        ((("position", "seat"), position.seat),),
        options,
        position.players,
    )
    if faults or unread:
        faults = tuple(_inside_position(fault) for fault in (*faults, *unread))
    faults += _impossible(position, options)
    has_melded = position.has_melded
    if has_melded is None:
        has_melded = position.seat in [meld.seat for meld in position.melds]
    table = Table(
        position.players,
        position.seat,
        hand,
        pile,
        position.stock_count,
        melds,
        has_melded,
        position.first_turn,
        position.phase,
        position.drawn,
        position.passes,
        position.booting,
        position.melded_this_turn,
    )
    return as_it_stands(table, options), faults


def as_it_stands(table: Table, options: Options) -> Table:
    """Return the table with its turn over where the cards show that it is.

    A last discard that was claimed has been played, or a floating seat has laid its whole hand.
    """
    drawn = table.drawn
    played = drawn is not None and drawn.used and is_lone_claim(table, options)
    floats = table.phase is _PLAY and not table.hand and options.going_out is GoingOut.FLOAT
    return table.changed(turn_over=True) if played or floats else table


def _inside_position(fault: Violation) -> Violation:
    return fault._replace(place=("position", *fault.place)) if fault.place[0] == "melds" else fault


def _impossible(position: Position, options: Options) -> tuple[Violation, ...]:
    """Return what no play can have led to, beside cards, seats and melds."""
    faults: tuple[Violation, ...] = ()
    drawn, booting = position.drawn, position.booting
    if drawn is not None:
        faults += tuple(_impossible_draw(position, drawn, options))
    elif position.phase is _PLAY and not booting:
        faults += (_never("A seat that has drawn says what it drew.", "drawn"),)
    if booting:
        faults += tuple(_impossible_booting(position, options))
    if position.passes:
        faults += tuple(_impossible_passes(position, options))
    naturals, jokers = options.copies(position.players)
    if position.stock_count + _shown(position) > naturals * len(NATURALS) + jokers:
        message = "The stock and the cards that show are more than the decks hold."
        faults += (_never(message, "stock_count"),)
    return faults


def _impossible_draw(position: Position, drawn: Drawn, options: Options) -> Iterator[Violation]:
    if position.phase is not _PLAY:
        yield _never("A seat that has still to draw has drawn nothing.", "drawn")
    elif position.booting:
        yield _never("A seat that plays without a draw has drawn nothing.", "drawn")
    yield from drawn_faults(drawn, position.hand, options, ("position", "drawn"))


def _impossible_booting(position: Position, options: Options) -> Iterator[Violation]:
    if not (position.first_turn and is_booting_played(options)):
        yield _never("Only on its first turn, and only for a bonus, does a seat play without a draw.", "booting")
    if len(position.hand) > options.hand_size(position.players):
        yield _never("A seat that plays without a draw holds no more cards than were dealt.", "hand")


def _impossible_passes(position: Position, options: Options) -> Iterator[Violation]:
    if position.stock_count:
        yield _never("Nobody passes while there is stock.", "passes")
    elif options.stock_end is not StockEnd.WHEN_NOBODY_CAN_PLAY:
        yield _never("The round is over with the first pass, or nobody passes at all.", "passes")
    if position.passes >= position.players:
        yield _never("When every seat has passed in a row, the round is over.", "passes")


def _shown(position: Position) -> int:
    """Count the cards that show."""
    shown = len(position.hand) + len(position.discard_pile)
    for meld in position.melds:
        shown += len(meld.cards)
        for lay_off in meld.lay_offs:
            shown += len(lay_off.cards)
    return shown


def _never(message: str, place: str) -> Violation:
    return Violation(Code.IMPOSSIBLE_TABLE, message, ("position", place))


def is_booting_played(options: Options) -> bool:
    """Tell whether a seat may go out on its first turn without a draw (`booting_bonus`)."""
    return options.booting_bonus > 0 and options.going_out is not GoingOut.FLOAT


def drawn_faults(drawn: Drawn, hand: Cards, options: Options, place: tuple[str, ...]) -> tuple[Violation, ...]:
    """Return what cannot be true of the cards that were drawn."""
    if drawn.source is DrawSource.CALL and options.call_rummy is CallRummy.OFF:
        message = "Nothing was claimed where nobody calls Rummy."
        return (Violation(Code.IMPOSSIBLE_TABLE, message, (*place, "source")),)
    if drawn.source is _STOCK:
        if len(drawn.cards) > 1:
            message = "One card is drawn from the stock."
            return (Violation(Code.IMPOSSIBLE_TABLE, message, (*place, "cards"), drawn.cards),)
        return ()
    if drawn.source is DrawSource.CALL and options.call_rummy is CallRummy.LAST_DISCARD and len(drawn.cards) > 1:
        message = "Only the last discard was claimed."
        return (Violation(Code.IMPOSSIBLE_TABLE, message, (*place, "cards"), drawn.cards),)
    if not drawn.used and drawn.cards[0] not in hand:
        message = f"{drawn.cards[0].code} was taken and not used, but is not in the hand."
        return (Violation(Code.IMPOSSIBLE_TABLE, message, (*place, "cards", 0), drawn.cards[:1]),)
    return ()


def dug_card(table: Table) -> Card | None:
    """Return the card that was taken for its use and has not been used."""
    drawn = table.drawn
    if drawn is None or drawn.used or drawn.source is _STOCK:
        return None
    return drawn.cards[0]


def duty(table: Table, options: Options) -> Duty | None:
    """Return what must still become of the dug card (`top_discard`, `deep_discard`); None where nothing is owed."""
    drawn = table.drawn
    if drawn is None or drawn.used or drawn.source is _STOCK:
        return None
    owed = Duty.USE if drawn.source is _CALL else duty_of_count(len(drawn.cards), options)
    return None if owed is _KEEP else owed


def owed_card(table: Table, options: Options) -> Card | None:
    """Return the dug card if it must still be used."""
    drawn = table.drawn
    if drawn is None or drawn.used or duty(table, options) is None:
        return None
    return drawn.cards[0]


def duty_of_count(count: int, options: Options) -> Duty:
    """Return what must become of the dug card of a pickup of so many cards."""
    return options.top_discard if count == 1 else options.deep_discard


def is_first_play_bound(table: Table, options: Options) -> bool:
    """Tell whether the dug card must be used by the first play after the draw (`dug_card_timing`)."""
    claimed = table.drawn is not None and table.drawn.source is _CALL
    return claimed or options.dug_card_timing is _FIRST_PLAY


def is_lone_claim(table: Table, options: Options) -> bool:
    """Tell whether the last discard was claimed to be played alone, with no discard to follow (`call_rummy`)."""
    return options.call_rummy is _LAST_DISCARD and table.drawn is not None and table.drawn.source is _CALL


def barred_card(table: Table, options: Options) -> Card | None:
    """Return the lone top discard that was taken, may be kept, and may not be thrown back."""
    drawn = table.drawn
    if (
        drawn is None
        or drawn.used
        or drawn.source is not _DISCARD_PILE
        or len(drawn.cards) > 1
        or options.top_discard is not _KEEP
    ):
        return None
    card = drawn.cards[0]
    return card if table.hand.count(card) == 1 else None


def waits_for_first_meld(table: Table, options: Options) -> bool:
    """Tell whether the seat has still to reach the first-meld minimum."""
    return not table.has_melded and table.melded_this_turn < options.first_meld_minimum


def owes_first_meld(table: Table, options: Options) -> bool:
    """Tell whether the seat has begun to meld this turn and must still reach the first-meld minimum."""
    return waits_for_first_meld(table, options) and table.melded_this_turn > 0


def obligations(table: Table, options: Options) -> tuple[Obligation, ...]:
    """Return what the turn still owes."""
    if table.turn_over or table.ended_by is not None:
        return ()
    if table.phase is _DRAW and not table.booting:
        return (_MUST_DRAW,)
    owed = []
    card = owed_card(table, options)
    if card is not None:
        owed.append(Obligation(Code.MUST_USE_DUG_CARD, f"{card.code} must be used before the discard.", (card,)))
    if owes_first_meld(table, options):
        owed.append(
            Obligation(
                Code.MUST_REACH_FIRST_MELD_MINIMUM,
                f"The melds of this turn must be worth {options.first_meld_minimum}; so far they are worth"
                f" {table.melded_this_turn}.",
            )
        )
    owed.append(_MUST_DISCARD)
    return tuple(owed)


def closing(table: Table, options: Options) -> Code | None:
    """Return with which code every move of the seat is refused, None while its turn is running.

    The round is over where someone is out, the hand is empty, or no card is left for a seat that draws.
    """
    if table.turn_over or table.ended_by is not None:
        return Code.NOT_YOUR_TURN if table.ended_by is None else Code.ROUND_OVER
    if not table.hand and table.hand_known and options.going_out is not GoingOut.FLOAT:
        return Code.ROUND_OVER
    must_draw = table.phase is _DRAW or table.booting
    return Code.ROUND_OVER if must_draw and is_stock_over(table, options) else None


def is_stock_over(table: Table, options: Options) -> bool:
    """Tell whether the end of the stock ends the round before the next draw (`stock_end`)."""
    if table.stock_count:
        return False
    if options.stock_end is StockEnd.RESHUFFLE:
        return len(table.pile) <= 1
    return options.stock_end is StockEnd.AT_NEXT_DRAW


def goes_out(table: Table, options: Options, **facts: Any) -> Table:
    """Return the table, with some facts changed, when the seat has gone out."""
    bonus = options.going_out_bonus + (options.booting_bonus if table.booting else 0)
    return table.changed(turn_over=True, ended_by=EndedBy.WENT_OUT, bonus=bonus, **facts)


def ends_turn(table: Table, options: Options, **facts: Any) -> Table:
    """Return the table, with some facts changed, when the turn has ended and the seat is not out."""
    after = table.changed(turn_over=True, **facts)
    return after.changed(ended_by=EndedBy.STOCK) if is_stock_over(after, options) else after


def after_play(table: Table, options: Options) -> Table:
    """Return the table after a meld or lay-off: the last card of a hand may end the turn (`going_out`).

    A play without a draw is one of a seat that goes out so, or not at all (`booting_bonus`).
    """
    if table.drawn is None:
        table = table.changed(booting=True)
    if is_lone_claim(table, options):
        return table.changed(turn_over=True)
    if table.hand or not table.hand_known or options.going_out is GoingOut.DISCARD_REQUIRED:
        return table
    if options.going_out is GoingOut.FLOAT:
        return ends_turn(table, options)
    return goes_out(table, options)
