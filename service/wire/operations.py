"""Every operation that the contract names: what it reads, who judges it, and how its answer is written."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from service.rules.judge import judge_lay_off, judge_meld, score_hand

from . import limits
from .answers import Document, write_hand_score, write_lay_off_verdict, write_meld_verdict
from .digests import decision_id
from .requests import HandScoreRequest, LayOffRequest, MeldRequest, Request
from .rulebook import get_ruleset, list_rules, list_rulesets

__all__ = ["OPERATIONS", "Operation", "get_ruleset", "list_rules", "list_rulesets"]


class Operation(NamedTuple):
    """A question that may be posted: its path, the kind of its answers, its schema, its judge and its writer."""

    path: str
    kind: str
    request: Request
    judge: Callable[[Any, Any], Any]
    write: Callable[[Document, Any], Document]
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


OPERATIONS: Final[dict[str, Operation]] = {
    "judgeMeld": Operation("/v1/verdicts/meld", "meld", MeldRequest(), judge_meld, write_meld_verdict),
    "judgeLayOff": Operation("/v1/verdicts/lay-off", "lay_off", LayOffRequest(), judge_lay_off, write_lay_off_verdict),
    "scoreHand": Operation("/v1/scores/hand", "hand_score", HandScoreRequest(), score_hand, write_hand_score),
}
