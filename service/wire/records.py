"""Records of games: what a client may send, and the answer of who has played it again."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from service.rules.game import RoundEnd
from service.rules.options import MAX_SEATS, MIN_SEATS, Options
from service.rules.questions import CallRummy, Cards, Move, Position
from service.rules.replay import RecordedMove, RecordedRound, RecordQuestion, RecordVerdict
from service.rules.replay import judge_record as replayed
from service.rules.rulebook import Code
from service.rules.verdicts import Violation

from . import limits
from .answers import Document, add_sides, write_outcome, write_round_score, write_verdict
from .digests import commitment, decision_id, ruleset_digest
from .fields import (
    Boolean,
    CardList,
    Closed,
    Integer,
    IntegerList,
    Part,
    Parts,
    Strict,
    Tag,
    Text,
    Union,
    read_list,
    refused,
)
from .moves import KINDS, codes, write_drawn, write_table_meld
from .requests import TURN_MOVE, Asked, SeatsRequest

FORMAT: Final = "rummy-referee/1"
#: A text that a person may have written; no control characters.
WRITTEN: Final = r"[^\x00-\x1f\x7f]+"
COMMITMENT: Final = "[0-9a-f]{64}"
DIGEST: Final = "sha256:[0-9a-f]{64}"


class CardLists(Strict[tuple[Cards, ...]]):
    """Lists of cards, in the order given."""

    def __init__(self, maximum: int) -> None:
        super().__init__()
        self.each = CardList()
        self.maximum = maximum

    def read(self, value: object) -> tuple[Cards, ...]:
        """Return the lists; every bad card is named."""
        return read_list(value, self.each.read, 0, self.maximum)


class CallRummySchema(Closed[Move]):
    """The move that claims discards out of turn."""

    kind = Tag(KINDS[CallRummy])
    count = Integer(1, limits.NUMBER, required=True)
    builds = CallRummy


#: A move of a game: those of a turn, and a call.
MOVE: Final = Union[Move](*TURN_MOVE.branches.values(), CallRummySchema())


def _name(name: str = "") -> str:
    return name


class SeatSchema(Closed[str]):
    """Who sits on a seat: a name, empty where there is none."""

    name = Text(WRITTEN, 1, limits.NAME_LENGTH)
    builds = staticmethod(_name)


class RecordedMoveSchema(Closed[RecordedMove]):
    """A move and who made it."""

    seat = Integer(0, limits.NUMBER, required=True)
    move = Part(MOVE, required=True)
    builds = RecordedMove


class RecordedRoundSchema(Closed[RecordedRound]):
    """A round: its deck and its moves."""

    dealer = Integer(0, limits.NUMBER, required=True)
    deck = CardList(1, required=True)
    salt = Text(WRITTEN, 1, limits.SALT_LENGTH)
    commitment = Text(COMMITMENT, 64, 64)
    moves = Parts(RecordedMoveSchema(), limits.RECORDED_MOVES, required=True)
    reshuffles = CardLists(limits.RESHUFFLES)
    scores = IntegerList(Integer(-limits.NUMBER, limits.NUMBER), limits.SCORES)
    builds = RecordedRound


class RecordedRounds(Parts[RecordedRound]):
    """The rounds of a record, which together have no more moves than can be judged while somebody waits."""

    def read(self, value: object) -> tuple[RecordedRound, ...]:
        """Return the rounds; their moves are counted before they are read."""
        told = value if isinstance(value, list) else []
        moves = sum(_length(each.get("moves")) for each in told if isinstance(each, dict))
        if moves > limits.RECORDED_MOVES:
            raise refused(
                "TOO_LONG",
                f"These rounds have {moves} moves; {limits.RECORDED_MOVES} are the most.",
                maximum=limits.RECORDED_MOVES,
            )
        return super().read(value)


def _length(value: object) -> int:
    return len(value) if isinstance(value, list) else 0


def _recorded(format: str, seats: tuple[str, ...], **told: Any) -> RecordQuestion:  # noqa: A002, ARG001
    return RecordQuestion(names=seats, **told)


class RecordSchema(SeatsRequest):
    """A game as it was recorded."""

    format = Tag(FORMAT)
    ruleset_digest = Text(DIGEST, 71, 71)
    seats = Parts(SeatSchema(), MAX_SEATS, MIN_SEATS, required=True)
    rounds = RecordedRounds(RecordedRoundSchema(), limits.ROUNDS, required=True)
    time_up = Boolean()
    builds = staticmethod(_recorded)
    load = Closed[Asked].load


def _asked(record: Asked) -> Asked:
    return record


class RecordRequest(Closed[Asked]):
    """Asks whether a game was played by the rules."""

    record = Part(RecordSchema(), required=True)
    builds = staticmethod(_asked)


class JudgedRecord(NamedTuple):
    """A record judged, and whether its decks are those that were promised; None where nothing was."""

    verdict: RecordVerdict
    commitment_holds: bool | None


def judge_record(question: RecordQuestion, options: Options) -> JudgedRecord:
    """Play a record again, and hold its decks against their commitments."""
    verdict = replayed(question, options)
    told = question.ruleset_digest
    if told is not None and told != ruleset_digest(options):
        message = "The digest is of other options than these."
        fault = Violation(Code.IMPOSSIBLE_TABLE, message, ("record", "ruleset_digest"))
        verdict = verdict._replace(violations=(fault, *verdict.violations))
    promised = list(_promises_kept(question))
    return JudgedRecord(verdict, all(promised) if promised else None)


def _promises_kept(question: RecordQuestion) -> Iterator[bool]:
    for round_ in question.rounds:
        if round_.commitment is not None and round_.salt is not None:
            yield commitment(round_.salt, round_.deck) == round_.commitment


def write_record_verdict(head: Document, judged: JudgedRecord) -> Document:
    """Return the answer to a record."""
    verdict = judged.verdict
    document = write_verdict(head, verdict.violations)
    if verdict.round is not None:
        document["round"] = verdict.round
    if verdict.move_index is not None:
        document["move_index"] = verdict.move_index
    document["rounds"] = [_round_score(head, each) for each in verdict.rounds]
    document["totals"] = list(verdict.totals)
    add_sides(document, verdict.sides)
    if verdict.outcome is not None:
        document["outcome"] = write_outcome(verdict.outcome)
    if judged.commitment_holds is not None:
        document["commitment_holds"] = judged.commitment_holds
    if verdict.position is not None:
        document["position"] = write_position(verdict.position)
    return document


def _round_score(head: Document, end: RoundEnd) -> Document:
    """Return what a round was worth, as it would be answered by itself."""
    kind = "round_score"
    asked = decision_id(str(head["ruleset_digest"]), kind, end.question)
    return write_round_score({**head, "kind": kind, "decision_id": asked}, end.score)


def write_position(position: Position) -> Document:
    """Return a position as a client would write it."""
    document: Document = {
        "players": position.players,
        "seat": position.seat,
        "hand": codes(position.hand),
        "discard_pile": codes(position.discard_pile),
        "stock_count": position.stock_count,
        "melds": [write_table_meld(meld) for meld in position.melds],
        "has_melded": bool(position.has_melded),
        "first_turn": position.first_turn,
        "phase": position.phase,
        "passes": position.passes,
        "booting": position.booting,
        "melded_this_turn": position.melded_this_turn,
    }
    if position.drawn is not None:
        document["drawn"] = write_drawn(position.drawn)
    return document
