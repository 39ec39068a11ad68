"""What is asked of games that the service keeps, and how its verdicts on their moves are written."""

from typing import Final, NamedTuple, cast

from service.rules.deal import full_deck_faults
from service.rules.legal_moves import LegalMoves
from service.rules.options import MAX_SEATS, MIN_SEATS, Options
from service.rules.questions import CallRummy, Cards, DrawStock, Move
from service.rules.verdicts import Obligation, Violation

from . import limits
from .answers import Document, write_legal_moves, write_verdict
from .digests import move_decision_id
from .faults import FieldError, Invalid
from .fields import CardList, Closed, Parts, Tag, Text, Union
from .moves import KINDS, write_move
from .records import MOVE, WRITTEN, SeatSchema
from .requests import SeatsRequest

MOVE_KIND: Final = "move"


class DrawSchema(Closed[Move]):
    """The move that draws from the stock of a kept game: nobody knows the card yet."""

    kind = Tag(KINDS[DrawStock])
    builds = DrawStock


#: A move in a kept game: that of a record, but for its draw.
GAME_MOVE: Final = Union[Move](*(MOVE.branches | {KINDS[DrawStock]: DrawSchema()}).values())


class NewGame(NamedTuple):
    """A game that is asked for: the names of its seats, and for tests the seed of its deals or its first deck."""

    seats: tuple[str, ...]
    seed: str | None = None
    deck: Cards | None = None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)


class GameRequest(SeatsRequest):
    """Asks for a game."""

    seats = Parts(SeatSchema(), MAX_SEATS, MIN_SEATS, required=True)
    seed = Text(WRITTEN, 1, limits.SEED_LENGTH)
    deck = CardList(1)
    builds = NewGame


class NextRound(NamedTuple):
    """A round that is asked for, for tests from this deck."""

    deck: Cards | None = None


class RoundRequest(Closed[NextRound]):
    """Asks for the next round."""

    deck = CardList(1)
    builds = NextRound


class NothingMore(Closed[dict[str, object]]):
    """A request that says nothing but that it is meant."""

    builds = dict


GAME_REQUEST: Final = GameRequest()
ROUND_REQUEST: Final = RoundRequest()
NOTHING_MORE: Final = NothingMore()


def refuse_deck(deck: Cards, players: int, options: Options) -> None:
    """Refuse a deck that is not exactly the cards of the game."""
    if faults := full_deck_faults(deck, players, options, ("deck",)):
        raise Invalid([FieldError("BAD_VALUE", "/deck", fault.message) for fault in faults])


def bar_chosen_deals(new: NewGame | NextRound) -> None:
    """Refuse decks and seeds, where the service deals by chance alone."""
    told = {name for name in ("seed", "deck") if getattr(new, name, None) is not None}
    if told:
        raise Invalid([FieldError("BAD_VALUE", f"/{name}", "This service deals by chance alone.") for name in told])


class MoveHead(NamedTuple):
    """What a verdict on a move of a kept game is about: the game and its version, not what anybody holds."""

    game_id: str
    version: int
    ruleset: str
    digest: str


def write_move_verdict(
    head: MoveHead,
    move: Move,
    violations: tuple[Violation, ...] = (),
    obligations: tuple[Obligation, ...] = (),
    points: int = 0,
) -> Document:
    """Return the verdict on a move of a kept game."""
    return write_verdict(_told(MOVE_KIND, head, move), violations, obligations) | {"points": points}


def write_game_moves(head: MoveHead, listed: LegalMoves, calls: tuple[CallRummy, ...] = ()) -> Document:
    """Return what a seat may do now: the moves of its turn, and its calls."""
    document = write_legal_moves(_told("legal_moves", head), listed)
    moves = [{"move": write_move(call), "points": 0} for call in calls]
    return {**document, "moves": [*cast("list[object]", document["moves"]), *moves]}


def _told(kind: str, head: MoveHead, *moves: Move) -> Document:
    return {
        "kind": kind,
        "ruleset": head.ruleset,
        "ruleset_digest": head.digest,
        "decision_id": move_decision_id(head.game_id, head.version, *moves),
    }
