"""What is answered: reasons and verdicts, in words of the game.

A `place` is the way to a fault in the question, member by member. This room must never know how an answer is written.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from .cards import Card
from .prices import CardPoints
from .questions import AceEnd, Cards, EndedBy, LayMeld, LayOffCards, TableMeld
from .rulebook import Code

Place: TypeAlias = tuple[str | int, ...]
#: What would fit: cards, meld ids or ace ends, under the name that the code gives them.
Params: TypeAlias = Mapping[str, tuple[Card | str, ...]]
NO_PARAMS: Final[Params] = MappingProxyType({})


class Violation(NamedTuple):
    """Why something is not allowed: its code, a sentence, where in the question, which cards, and what would fit."""

    code: Code
    message: str
    place: Place = ()
    cards: Cards = ()
    params: Params = NO_PARAMS
    move_index: int | None = None


class Obligation(NamedTuple):
    """What a turn still owes."""

    code: Code
    message: str
    cards: Cards = ()


class Unchecked(NamedTuple):
    """What could not be checked, since the question does not say it."""

    code: Code
    message: str


class MeldKind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    RUN = "run"


class LaidMeld(NamedTuple):
    """A meld as it lies: a run from low to high, a set as given; `ace` where a run has its ace at an end."""

    kind: MeldKind
    cards: Cards
    ace: AceEnd | None = None


class Interpretation(NamedTuple):
    """The name that was filled in for a joker, and the joker's place in the question."""

    place: Place
    card: Card


class MeldVerdict(NamedTuple):
    """The answer to a meld."""

    violations: tuple[Violation, ...]
    unchecked: tuple[Unchecked, ...] = ()
    meld: LaidMeld | None = None
    points: int = 0
    card_points: tuple[CardPoints, ...] = ()
    interpretation: tuple[Interpretation, ...] = ()


class LayOffVerdict(NamedTuple):
    """The answer to a lay-off: `meld` is the meld as it would be."""

    violations: tuple[Violation, ...]
    unchecked: tuple[Unchecked, ...] = ()
    meld: LaidMeld | None = None
    meld_id: str | None = None
    points: int = 0
    card_points: tuple[CardPoints, ...] = ()
    interpretation: tuple[Interpretation, ...] = ()


class PickupVerdict(NamedTuple):
    """The answer to a pickup: `uses` are plays that would use the dug card, `hand_after` is before any of them."""

    violations: tuple[Violation, ...]
    unchecked: tuple[Unchecked, ...] = ()
    taken: Cards | None = None
    must_use: bool | None = None
    uses: tuple[LayMeld | LayOffCards, ...] | None = None
    uses_truncated: bool = False
    hand_after: Cards | None = None
    pile_after: Cards | None = None
    points: int = 0
    obligations: tuple[Obligation, ...] = ()


class DiscardVerdict(NamedTuple):
    """The answer to a discard."""

    violations: tuple[Violation, ...]
    unchecked: tuple[Unchecked, ...] = ()
    goes_out: bool | None = None
    pile_after: Cards | None = None


class JudgedMove(NamedTuple):
    """One move of a turn: the points that it laid, or why it was refused."""

    index: int  # type: ignore[assignment] # the field stands before the method of the tuple
    violations: tuple[Violation, ...] = ()
    points: int = 0


class TurnResult(NamedTuple):
    """The table after a lawful turn, as this seat sees it."""

    hand: Cards
    discard_pile: Cards
    stock_count: int
    melds: tuple[TableMeld, ...]
    points: int
    went_out: bool
    round_over: bool
    ended_by: EndedBy | None
    bonus: int
    next_seat: int | None
    turn_complete: bool


class TurnVerdict(NamedTuple):
    """The answer to a turn: its moves up to the first refused one, and the table after a lawful turn."""

    violations: tuple[Violation, ...]
    obligations: tuple[Obligation, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    moves: tuple[JudgedMove, ...] = ()
    result: TurnResult | None = None


class RummyCallVerdict(NamedTuple):
    """The answer to a call of Rummy."""

    violations: tuple[Violation, ...]
    unchecked: tuple[Unchecked, ...] = ()
    taken: Cards | None = None
    uses: tuple[LayMeld | LayOffCards, ...] | None = None
    uses_truncated: bool = False
    next_seat: int | None = None
    points: int = 0


class HandScore(NamedTuple):
    """What cards left in hand cost."""

    violations: tuple[Violation, ...]
    points: int = 0
    card_points: tuple[CardPoints, ...] = ()
