"""Every operation that the contract names: what it reads, who judges it, and how its answer is written."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from service.rules.game_result import score_game
from service.rules.judge import judge_lay_off, judge_meld, score_hand
from service.rules.judge_turns import judge_discard, judge_pickup, judge_rummy_call, judge_turn
from service.rules.options import Options
from service.rules.scoring import score_round

from . import answers, limits
from .answers import Document
from .digests import decision_id
from .requests import (
    DiscardRequest,
    GameScoreRequest,
    HandScoreRequest,
    LayOffRequest,
    MeldRequest,
    PickupRequest,
    Request,
    RoundScoreRequest,
    RummyCallRequest,
    TurnRequest,
)
from .rulebook import get_ruleset, list_rules, list_rulesets

_Judge: TypeAlias = Callable[[Any, Options], Any]
_Writer: TypeAlias = Callable[[Document, Any], Document]

__all__ = ["OPERATIONS", "Operation", "get_ruleset", "list_rules", "list_rulesets"]


class Operation(NamedTuple):
    """A question that may be posted: its path, the kind of its answers, its schema, its judge and its writer."""

    path: str
    kind: str
    request: Request
    judge: _Judge
    write: _Writer
    body_limit: int = limits.BODY_BYTES

    def answer(self, document: object) -> Document:
        """Return the answer to a document; raise Invalid where it is no question of this operation."""
        agreement, question = self.request.load(document)
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


OPERATIONS: Final[dict[str, Operation]] = {
    "judgeMeld": _verdict("meld", MeldRequest(), judge_meld, answers.write_meld_verdict),
    "judgeLayOff": _verdict("lay_off", LayOffRequest(), judge_lay_off, answers.write_lay_off_verdict),
    "judgePickup": _verdict("pickup", PickupRequest(), judge_pickup, answers.write_pickup_verdict),
    "judgeDiscard": _verdict("discard", DiscardRequest(), judge_discard, answers.write_discard_verdict),
    "judgeTurn": _verdict("turn", TurnRequest(), judge_turn, answers.write_turn_verdict),
    "judgeRummyCall": _verdict("rummy_call", RummyCallRequest(), judge_rummy_call, answers.write_rummy_call_verdict),
    "scoreHand": _score("hand", HandScoreRequest(), score_hand, answers.write_hand_score),
    "scoreRound": _score("round", RoundScoreRequest(), score_round, answers.write_round_score),
    "scoreGame": _score("game", GameScoreRequest(), score_game, answers.write_game_score),
}
