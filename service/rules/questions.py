"""What can be asked: one record a question, in words of the game.

A member that is None was not said; a judge never guesses it. This room must never know how a question was written.
"""

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from .cards import Card
from .options import DEFAULT_SEATS

Cards: TypeAlias = tuple[Card, ...]


class AceEnd(StrEnum):
    """The end of a run at which its ace lies."""

    LOW = "low"
    HIGH = "high"


class Phase(StrEnum):
    """Whether the seat still has to draw."""

    DRAW = "draw"
    PLAY = "play"


class DrawSource(StrEnum):
    """Where the cards drawn this turn came from."""

    STOCK = "stock"
    DISCARD_PILE = "discard_pile"
    CALL = "call"


class EndedBy(StrEnum):
    """What ended a round."""

    WENT_OUT = "went_out"
    STOCK = "stock"


class LayOff(NamedTuple):
    """Cards that a seat laid off on a meld, in one move."""

    seat: int
    cards: Cards


class TableMeld(NamedTuple):
    """A meld on the table: what its owner laid, and what was laid off on it, in that order.

    `ace` names the end of the ace where both are possible.
    """

    id: str
    seat: int
    cards: Cards
    lay_offs: tuple[LayOff, ...] = ()
    ace: AceEnd | None = None


class Drawn(NamedTuple):
    """What was drawn this turn, bottom to top: the first card is the dug card; `used` once it lies on the table."""

    source: DrawSource
    cards: Cards
    used: bool = False


class Position(NamedTuple):
    """One seat's turn at one moment: `hand` is what the seat holds now, `discard_pile` lists the top card last."""

    players: int
    seat: int
    hand: Cards
    discard_pile: Cards
    stock_count: int
    melds: tuple[TableMeld, ...] = ()
    has_melded: bool | None = None
    first_turn: bool = False
    phase: Phase = Phase.DRAW
    drawn: Drawn | None = None
    passes: int = 0
    booting: bool = False
    melded_this_turn: int = 0


class DrawStock(NamedTuple):
    """Draw the top card of the stock; `card` says which came."""

    card: Card | None = None


class TakeDiscards(NamedTuple):
    """Take so many cards from the top of the discard pile."""

    count: int  # type: ignore[assignment] # the field stands before the method of the tuple


class LayMeld(NamedTuple):
    """Lay a new meld; `ace` names the end of its ace, `meld_id` what it is to be called."""

    cards: Cards
    ace: AceEnd | None = None
    meld_id: str | None = None


class LayOffCards(NamedTuple):
    """Lay cards off on the meld with that id, or on the only one that they fit."""

    cards: Cards
    meld_id: str | None = None
    ace: AceEnd | None = None


class DiscardCard(NamedTuple):
    """Put a card on the discard pile, which ends the turn."""

    card: Card


class Pass(NamedTuple):
    """Decline to draw with the stock used up."""


class CallRummy(NamedTuple):
    """Claim so many cards from the top of the discard pile out of turn."""

    count: int  # type: ignore[assignment] # the field stands before the method of the tuple


Play: TypeAlias = LayMeld | LayOffCards | DiscardCard
TurnMove: TypeAlias = DrawStock | TakeDiscards | LayMeld | LayOffCards | DiscardCard | Pass
Move: TypeAlias = TurnMove | CallRummy


class MeldQuestion(NamedTuple):
    """Do these cards make a meld?"""

    cards: Cards
    ace: AceEnd | None = None
    hand: Cards | None = None
    has_melded: bool | None = None
    players: int = DEFAULT_SEATS


class LayOffQuestion(NamedTuple):
    """May these cards be laid off on a meld of this table?"""

    cards: Cards
    melds: tuple[TableMeld, ...]
    meld_id: str | None = None
    ace: AceEnd | None = None
    hand: Cards | None = None
    seat: int | None = None
    has_melded: bool | None = None
    players: int = DEFAULT_SEATS


class PickupQuestion(NamedTuple):
    """May so many discards be taken? `then` says with which plays their dug card would be used."""

    hand: Cards
    discard_pile: Cards
    count: int  # type: ignore[assignment] # the field stands before the method of the tuple
    melds: tuple[TableMeld, ...] | None = None
    seat: int | None = None
    has_melded: bool | None = None
    stock_count: int | None = None
    then: tuple[Play, ...] | None = None
    players: int = DEFAULT_SEATS


class DiscardQuestion(NamedTuple):
    """May this card be discarded? `hand` is what is held after drawing and melding."""

    hand: Cards
    card: Card
    drawn: Drawn
    discard_pile: Cards | None = None
    players: int = DEFAULT_SEATS


class TurnQuestion(NamedTuple):
    """May these moves be made in this position, one after the other?"""

    position: Position
    moves: tuple[TurnMove, ...]


class RummyCallQuestion(NamedTuple):
    """May this seat claim so many discards out of turn?"""

    discard_pile: Cards
    count: int  # type: ignore[assignment] # the field stands before the method of the tuple
    discarder: int
    caller: int
    melds: tuple[TableMeld, ...] | None = None
    hand: Cards | None = None
    next_has_drawn: bool | None = None
    discarder_hand_count: int | None = None
    then: tuple[Play, ...] | None = None
    players: int = DEFAULT_SEATS


class HandScoreQuestion(NamedTuple):
    """What do these cards cost when they are left in hand?"""

    cards: Cards
    players: int = DEFAULT_SEATS


class ScoredSeat(NamedTuple):
    """A seat at the end of a round: the cards left in its hand, its total before, whether it went out by booting."""

    hand: Cards
    total_before: int | None = None
    booted: bool = False


class BoodlePot(NamedTuple):
    """Chips that lie on a boodle card."""

    card: Card
    chips: int


class RoundScoreQuestion(NamedTuple):
    """What is this round worth? Seats are listed in seat order."""

    seats: tuple[ScoredSeat, ...]
    ended_by: EndedBy
    melds: tuple[TableMeld, ...] = ()
    out_seat: int | None = None
    round_number: int | None = None
    boodle_pots: tuple[BoodlePot, ...] = ()
    play_off: bool | None = None
    time_up: bool = False

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)


class ScoredRound(NamedTuple):
    """The scores of one round in seat order, and who went out."""

    scores: tuple[int, ...]
    out_seat: int | None = None


class GameScoreQuestion(NamedTuple):
    """Where does a game of these rounds stand?"""

    players: int
    rounds: tuple[ScoredRound, ...]
    time_up: bool = False


Question: TypeAlias = (
    MeldQuestion
    | LayOffQuestion
    | PickupQuestion
    | DiscardQuestion
    | TurnQuestion
    | RummyCallQuestion
    | HandScoreQuestion
    | RoundScoreQuestion
    | GameScoreQuestion
)
