"""The schemas of requests; what they load are the rules' own questions.

Shapes and limits are those of openapi.yaml; the options are those that the rules declare.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple

from marshmallow import Schema
from marshmallow.fields import Field

from service.rules.advice import MeldAdviceQuestion
from service.rules.legal_moves import MOST_MOVES, LegalMovesQuestion
from service.rules.options import (
    DEFAULT_RULESET,
    DEFAULT_SEATS,
    MAX_SEATS,
    MIN_SEATS,
    OPTIONS,
    RULESETS,
    Contradiction,
    Options,
    OptionSpec,
    OptionValue,
    contradictions,
    with_overrides,
)
from service.rules.pickup_advice import PickupAdviceQuestion
from service.rules.questions import (
    AceEnd,
    BoodlePot,
    DiscardCard,
    DiscardQuestion,
    Drawn,
    DrawSource,
    DrawStock,
    EndedBy,
    GameScoreQuestion,
    HandScoreQuestion,
    LayMeld,
    LayOff,
    LayOffCards,
    LayOffQuestion,
    MeldQuestion,
    Pass,
    Phase,
    PickupQuestion,
    Play,
    Position,
    Question,
    RoundScoreQuestion,
    RummyCallQuestion,
    ScoredRound,
    ScoredSeat,
    TableMeld,
    TakeDiscards,
    TurnMove,
    TurnQuestion,
)
from service.rules.verdicts import Place

from . import limits
from .digests import ruleset_digest
from .faults import FieldError, Invalid, pointer, shortened
from .fields import (
    Amount,
    Boolean,
    CardList,
    Choice,
    Closed,
    Integer,
    IntegerList,
    MeldCardList,
    OneCard,
    Part,
    Parts,
    Strict,
    Tag,
    Text,
    Union,
    refused,
    wrong_type,
)
from .moves import KINDS
from .plain import NOT_PLAIN, NotPlainError, Reader, record_reader

# A class of named members takes several times as long.
_new: Final = tuple.__new__

ID_PATTERN: Final = "[A-Za-z0-9._-]+"


class Agreement(NamedTuple):
    """What a table has agreed on: a ruleset, the options in force and their digest, and where these contradict."""

    ruleset: str
    options: Options
    digest: str
    contradictions: tuple[Contradiction, ...]


@lru_cache(maxsize=1024)
def agreement(ruleset: str, overrides: tuple[tuple[str, OptionValue], ...], players: int) -> Agreement:
    """Return what is agreed when these options replace those of the ruleset."""
    options = with_overrides(RULESETS[ruleset].options, dict(overrides))
    return Agreement(ruleset, options, ruleset_digest(options), contradictions(options, players))


class Asked(NamedTuple):
    """A question and what the table that asks it has agreed on."""

    agreement: Agreement
    question: Question | LegalMovesQuestion | MeldAdviceQuestion | PickupAdviceQuestion


def _seat(*, required: bool = False) -> Integer:
    return Integer(0, limits.NUMBER, required=required)


def _count(minimum: int = 0, *, required: bool = False) -> Integer:
    return Integer(minimum, limits.NUMBER, required=required)


def _points() -> Integer:
    return Integer(-limits.NUMBER, limits.NUMBER)


def _players(*, required: bool = False) -> Integer:
    return Integer(MIN_SEATS, MAX_SEATS, required=required)


def _meld_id(*, required: bool = False) -> Text:
    return Text(ID_PATTERN, 1, limits.ID_LENGTH, required=required)


class RulesetId(Strict[str]):
    """The id of a named ruleset."""

    def read(self, value: object) -> str:
        """Return the id."""
        if not isinstance(value, str):
            raise wrong_type("a text", value)
        if value not in RULESETS:
            raise refused(
                "UNKNOWN_RULESET", f"There is no such ruleset, only {', '.join(RULESETS)}.", allowed=list(RULESETS)
            )
        return value


def option_field(spec: OptionSpec) -> Strict[Any]:
    """Return the field that takes the values of an option."""
    if spec.minimum is not None and spec.maximum is not None:
        return Integer(spec.minimum, spec.maximum)
    if isinstance(spec.default, bool):
        return Boolean()
    if isinstance(spec.default, StrEnum):
        return Choice(type(spec.default)(str(value)) for value in spec.values)
    return Amount([int(value) for value in spec.values])


class OptionOverrides(Closed[dict[str, OptionValue]]):
    """Options that replace those of the ruleset."""

    class Meta(Schema.Meta):
        """One member for each option that the rules declare."""

        include: ClassVar[dict[str, Field[Any]]] = {name: option_field(spec) for name, spec in OPTIONS.items()}

    builds = dict

    def unknown_member(self, name: str) -> Invalid:
        """Return the fault of an option that there is not."""
        return refused("UNKNOWN_OPTION", f"There is no option {shortened(name)}.")


class TableLayOffSchema(Closed[LayOff]):
    """What one seat laid off on a meld of the table."""

    seat = _seat(required=True)
    cards = MeldCardList(1, required=True)
    builds = LayOff


class TableMeldSchema(Closed[TableMeld]):
    """A meld of the table."""

    id = _meld_id(required=True)
    seat = _seat(required=True)
    cards = MeldCardList(1, required=True)
    ace = Choice(AceEnd)
    lay_offs = Parts(TableLayOffSchema(), limits.CARDS)
    builds = TableMeld


class DrawnSchema(Closed[Drawn]):
    """What was drawn this turn."""

    source = Choice(DrawSource, required=True)
    cards = CardList(1, required=True)
    used = Boolean()
    builds = Drawn


class DrawStockSchema(Closed[TurnMove]):
    """The move that draws from the stock, with the card that came."""

    kind = Tag(KINDS[DrawStock])
    card = OneCard(required=True)
    builds = DrawStock


class TakeDiscardsSchema(Closed[TurnMove]):
    """The move that takes discards."""

    kind = Tag(KINDS[TakeDiscards])
    count = _count(1, required=True)
    builds = TakeDiscards


class LayMeldSchema(Closed[Play]):
    """The move that lays a meld."""

    kind = Tag(KINDS[LayMeld])
    cards = MeldCardList(1, required=True)
    ace = Choice(AceEnd)
    meld_id = _meld_id()
    builds = LayMeld


class LayOffSchema(Closed[Play]):
    """The move that lays cards off."""

    kind = Tag(KINDS[LayOffCards])
    cards = MeldCardList(1, required=True)
    meld_id = _meld_id()
    ace = Choice(AceEnd)
    builds = LayOffCards


class DiscardSchema(Closed[Play]):
    """The move that discards a card."""

    kind = Tag(KINDS[DiscardCard])
    card = OneCard(required=True)
    builds = DiscardCard


class PassSchema(Closed[TurnMove]):
    """The move that declines to draw."""

    kind = Tag(KINDS[Pass])
    builds = Pass


PLAY: Final = Union[Play](LayMeldSchema(), LayOffSchema(), DiscardSchema())
TURN_MOVE: Final = Union[TurnMove](
    DrawStockSchema(), TakeDiscardsSchema(), LayMeldSchema(), LayOffSchema(), DiscardSchema(), PassSchema()
)


def _melds(*, required: bool = False) -> Parts[TableMeld]:
    return Parts(TableMeldSchema(), limits.MELDS, required=required)


class PositionSchema(Closed[Position]):
    """A seat's turn at one moment."""

    players = _players(required=True)
    seat = _seat(required=True)
    hand = CardList(required=True)
    discard_pile = CardList(required=True)
    stock_count = _count(required=True)
    melds = _melds()
    has_melded = Boolean()
    first_turn = Boolean()
    phase = Choice(Phase)
    drawn = Part(DrawnSchema())
    passes = _count()
    booting = Boolean()
    melded_this_turn = _count()
    builds = Position


class Request(Closed[Asked]):
    """A question to the referee, and the ruleset and options under which it is asked.

    `seats_place` is where a client finds the number of seats.
    """

    ruleset = RulesetId()
    options = Part(OptionOverrides())
    seats_place: ClassVar[Place] = ("players",)
    seats_of: ClassVar["attrgetter[int]"] = attrgetter("players")

    def __init__(self) -> None:
        super().__init__()
        self._plain = self.plain_reader()

    def plain_reader(self, beside: str | None = None) -> Reader:
        """Return the plain reader of these questions."""
        return record_reader(self, beside=beside, around=self._plainly_asked)

    def _plainly_asked(
        self, question: Any, ruleset: str = DEFAULT_RULESET, options: Mapping[str, OptionValue] = MappingProxyType({})
    ) -> Asked:
        values = tuple(sorted(options.items())) if options else ()
        agreed = agreement(ruleset, values, self.seats_of(question))
        if agreed.contradictions:
            raise NotPlainError
        return _new(Asked, (agreed, question))

    def load(self, data: object, **_: object) -> Asked:
        """Return the question and what it is asked under; raise Invalid with every fault that either has."""
        try:
            return self._plain(data)  # type: ignore[no-any-return]
        except NOT_PLAIN:
            return super().load(data)

    def seat_count(self, data: Mapping[str, object], read: Mapping[str, Any]) -> int | None:
        """Return the number of seats that a question tells, or None where it cannot be read."""
        return read.get("players") if "players" in data else DEFAULT_SEATS

    def finish(self, data: Mapping[str, object], read: dict[str, Any], faults: list[FieldError]) -> Asked:
        """Return the question and what it is asked under; raise Invalid where either has faults."""
        seats = self.seat_count(data, read)
        if seats is None or (faults and any(name in data and name not in read for name in ("ruleset", "options"))):
            raise Invalid(faults)
        overrides: dict[str, OptionValue] = read.pop("options", None) or {}
        values = tuple(sorted(overrides.items())) if overrides else ()
        agreed = agreement(read.pop("ruleset", DEFAULT_RULESET), values, seats)
        if agreed.contradictions:
            faults.extend(_contradictory(each, self._place_of(each, overrides, data)) for each in agreed.contradictions)
        if faults:
            raise Invalid(faults)
        return Asked(agreed, self.builds(**read))

    def _place_of(
        self, contradiction: Contradiction, overrides: Mapping[str, OptionValue], data: Mapping[str, object]
    ) -> Place:
        for name in contradiction.options:
            if name in overrides:
                return "options", name
        return ("ruleset",) if "ruleset" in data else self.seats_place


def _contradictory(contradiction: Contradiction, place: Place) -> FieldError:
    """Return the fault of options that cannot hold together."""
    params = {"options": list(contradiction.options)}
    return FieldError("CONTRADICTORY_OPTIONS", pointer(place), contradiction.sentence, params)


class PositionRequest(Request):
    """A question about a seat's turn, where the position tells the number of seats."""

    position = Part(PositionSchema(), required=True)
    seats_place = ("position", "players")
    seats_of = attrgetter("position.players")

    def seat_count(self, data: Mapping[str, object], read: Mapping[str, Any]) -> int | None:  # noqa: ARG002
        """Return the number of seats of the position."""
        position: Position | None = read.get("position")
        return position and position.players


class MeldRequest(Request):
    """Asks whether cards make a meld."""

    players = _players()
    cards = MeldCardList(1, required=True)
    ace = Choice(AceEnd)
    hand = CardList()
    has_melded = Boolean()
    builds = MeldQuestion


class LayOffRequest(Request):
    """Asks whether cards may be laid off."""

    players = _players()
    cards = MeldCardList(1, required=True)
    melds = _melds(required=True)
    meld_id = _meld_id()
    ace = Choice(AceEnd)
    hand = CardList()
    seat = _seat()
    has_melded = Boolean()
    builds = LayOffQuestion


class PickupRequest(Request):
    """Asks whether discards may be taken."""

    players = _players()
    hand = CardList(required=True)
    discard_pile = CardList(required=True)
    count = _count(1, required=True)
    melds = _melds()
    seat = _seat()
    has_melded = Boolean()
    stock_count = _count()
    then = Parts(PLAY, limits.MOVES)
    builds = PickupQuestion


class DiscardRequest(Request):
    """Asks whether a card may be discarded."""

    players = _players()
    hand = CardList(required=True)
    card = OneCard(required=True)
    drawn = Part(DrawnSchema(), required=True)
    discard_pile = CardList()
    builds = DiscardQuestion


class TurnRequest(PositionRequest):
    """Asks whether moves may be made, one after the other."""

    moves = Parts(TURN_MOVE, limits.MOVES, 1, required=True)
    builds = TurnQuestion


class RummyCallRequest(Request):
    """Asks whether a seat may claim discards out of turn."""

    players = _players()
    discard_pile = CardList(required=True)
    count = _count(1, required=True)
    discarder = _seat(required=True)
    caller = _seat(required=True)
    melds = _melds()
    hand = CardList()
    next_has_drawn = Boolean()
    discarder_hand_count = _count()
    then = Parts(PLAY, limits.MOVES)
    builds = RummyCallQuestion


class HandScoreRequest(Request):
    """Asks what cards left in hand cost."""

    players = _players()
    cards = CardList(required=True)
    builds = HandScoreQuestion


class ScoredSeatSchema(Closed[ScoredSeat]):
    """A seat at the end of a round."""

    hand = CardList(required=True)
    total_before = _points()
    booted = Boolean()
    builds = ScoredSeat


class BoodlePotSchema(Closed[BoodlePot]):
    """Chips on a boodle card."""

    card = OneCard(required=True)
    chips = _count(required=True)
    builds = BoodlePot


class SeatsRequest(Request):
    """A question in which the seats are listed as `seats`, which tells their number."""

    seats_place = ("seats",)

    def seat_count(self, data: Mapping[str, object], read: Mapping[str, Any]) -> int | None:  # noqa: ARG002
        """Return the number of seats that are listed."""
        return len(read["seats"]) if "seats" in read else None


class RoundScoreRequest(SeatsRequest):
    """Asks what a round is worth."""

    seats = Parts(ScoredSeatSchema(), limits.SEATS, MIN_SEATS, required=True)
    melds = _melds()
    ended_by = Choice(EndedBy, required=True)
    out_seat = _seat()
    round_number = _count(1)
    boodle_pots = Parts(BoodlePotSchema(), limits.POTS)
    play_off = Boolean()
    time_up = Boolean()
    builds = RoundScoreQuestion


class ScoredRoundSchema(Closed[ScoredRound]):
    """The scores of one round."""

    scores = IntegerList(_points(), limits.SCORES, required=True)
    out_seat = _seat()
    builds = ScoredRound


class GameScoreRequest(Request):
    """Asks where a game stands."""

    players = _players(required=True)
    rounds = Parts(ScoredRoundSchema(), limits.ROUNDS, required=True)
    time_up = Boolean()
    builds = GameScoreQuestion


class LegalMovesRequest(PositionRequest):
    """Asks what a seat may do now."""

    limit = Integer(1, MOST_MOVES)
    builds = LegalMovesQuestion


class PickupAdviceRequest(PositionRequest):
    """Asks what each way to draw is worth."""

    builds = PickupAdviceQuestion


class MeldAdviceRequest(Request):
    """Asks for the best melds and lay-offs in a hand."""

    players = _players()
    hand = CardList(required=True)
    melds = _melds()
    keep_discard = Boolean()
    builds = MeldAdviceQuestion
