"""Every operation that the contract names: what it reads, who judges it, and how its answer is written."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from service.rules.advice import advise_melds
from service.rules.game_result import score_game
from service.rules.judge import judge_lay_off, judge_meld, score_hand
from service.rules.judge_turns import judge_discard, judge_pickup, judge_rummy_call, judge_turn
from service.rules.legal_moves import list_legal_moves
from service.rules.options import Options
from service.rules.pickup_advice import advise_pickups
from service.rules.scoring import score_round

from . import answers, limits
from .answers import Document
from .batches import Batch, BatchMode, BatchRequest
from .digests import decision_id
from .records import RecordRequest, judge_record, write_record_verdict
from .requests import (
    Asked,
    DiscardRequest,
    GameScoreRequest,
    HandScoreRequest,
    LayOffRequest,
    LegalMovesRequest,
    MeldAdviceRequest,
    MeldRequest,
    PickupAdviceRequest,
    PickupRequest,
    Request,
    RoundScoreRequest,
    RummyCallRequest,
    TurnRequest,
)
from .rulebook import get_ruleset, list_rules, list_rulesets

_Judge: TypeAlias = Callable[[Any, Options], Any]
_Writer: TypeAlias = Callable[[Document, Any], Document]

__all__ = ["OPERATIONS", "SINGLE", "BatchOperation", "Operation", "get_ruleset", "list_rules", "list_rulesets"]


class Operation(NamedTuple):
    """A question that may be posted: its path, the kind of its answers, its schema, its judge and its writer."""

    path: str
    kind: str
    request: Request | RecordRequest
    judge: _Judge
    write: _Writer
    body_limit: int = limits.BODY_BYTES

    def answer(self, document: object) -> Document:
        """Return the answer to a document; raise Invalid where it is no question of this operation."""
        return self.reply(self.request.load(document))

    def reply(self, asked: Asked) -> Document:
        """Return the answer to a question."""
        agreement, question = asked
        head: Document = {
            "kind": self.kind,
            "ruleset": agreement.ruleset,
            "ruleset_digest": agreement.digest,
            "decision_id": decision_id(agreement.digest, self.kind, question),
        }
        return self.write(head, self.judge(question, agreement.options))


def _verdict(kind: str, request: Request, judge: _Judge, write: _Writer) -> Operation:
    return Operation(f"/v1/verdicts/{kind.replace('_', '-')}", kind, request, judge, write)


def _score(scored: str, request: Request, judge: _Judge, write: _Writer) -> Operation:
    return Operation(f"/v1/scores/{scored}", f"{scored}_score", request, judge, write)


class BatchOperation(NamedTuple):
    """Many questions that may be posted together: each is answered as its own operation answers it."""

    path: str
    request: BatchRequest
    by_kind: Mapping[str, Operation]
    body_limit: int = limits.BATCH_BODY_BYTES

    def answer(self, document: object, done: Callable[[Document], object] = lambda answer: answer) -> Document:
        """Return the answers to a document; raise Invalid where it is no batch, or any item no question.

        `done` takes each answer as soon as it is there, and gives what stands for it: what is written early takes
        less memory.
        """
        batch = self.request.load(document)
        results = list(self._results(batch, done))
        answered = sum("answer" in result for result in results)
        return {"results": results, "answered": answered, "skipped": len(results) - answered}

    def _results(self, batch: Batch, done: Callable[[Document], object]) -> Iterator[Document]:
        stops = _STOPS[batch.mode]
        is_stopped = False
        for item_id, kind, asked in batch.items:
            if is_stopped:
                yield {"id": item_id, "status": "skipped"}
                continue
            answer = self.by_kind[kind].reply(asked)
            is_stopped = (not answer["violations"]) is stops
            yield {"id": item_id, "status": "answered", "answer": done(answer)}


#: Which answers stop a batch: the legal ones, the others, or none.
_STOPS: Final = {BatchMode.ALL: None, BatchMode.STOP_ON_ILLEGAL: False, BatchMode.STOP_ON_LEGAL: True}

#: The questions that are asked one by one.
SINGLE: Final[dict[str, Operation]] = {
    "judgeMeld": _verdict("meld", MeldRequest(), judge_meld, answers.write_meld_verdict),
    "judgeLayOff": _verdict("lay_off", LayOffRequest(), judge_lay_off, answers.write_lay_off_verdict),
    "judgePickup": _verdict("pickup", PickupRequest(), judge_pickup, answers.write_pickup_verdict),
    "judgeDiscard": _verdict("discard", DiscardRequest(), judge_discard, answers.write_discard_verdict),
    "judgeTurn": _verdict("turn", TurnRequest(), judge_turn, answers.write_turn_verdict),
    "judgeRummyCall": _verdict("rummy_call", RummyCallRequest(), judge_rummy_call, answers.write_rummy_call_verdict),
    "scoreHand": _score("hand", HandScoreRequest(), score_hand, answers.write_hand_score),
    "scoreRound": _score("round", RoundScoreRequest(), score_round, answers.write_round_score),
    "scoreGame": _score("game", GameScoreRequest(), score_game, answers.write_game_score),
    "listLegalMoves": Operation(
        "/v1/legal-moves", "legal_moves", LegalMovesRequest(), list_legal_moves, answers.write_legal_moves
    ),
    "adviseMelds": Operation(
        "/v1/advice/melds", "meld_advice", MeldAdviceRequest(), advise_melds, answers.write_meld_advice
    ),
    "advisePickups": Operation(
        "/v1/advice/pickups", "pickup_advice", PickupAdviceRequest(), advise_pickups, answers.write_pickup_advice
    ),
}

OPERATIONS: Final[dict[str, Operation | BatchOperation]] = {
    **SINGLE,
    "judgeRecord": Operation(
        "/v1/verdicts/record",
        "record",
        RecordRequest(),
        judge_record,
        write_record_verdict,
        limits.BATCH_BODY_BYTES,
    ),
    "judgeBatch": BatchOperation(
        "/v1/verdicts/batch", BatchRequest(), {operation.kind: operation for operation in SINGLE.values()}
    ),
}
