"""The one list of what is measured. To measure more, add a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from service.app import create_app
from service.rules.cards import cards
from service.rules.judge import judge_lay_off, judge_meld
from service.rules.options import Options
from service.rules.questions import LayOffQuestion, MeldQuestion, TableMeld
from service.rules.scoring import score_round
from service.web import first_question
from service.wire import strict_json
from service.wire.operations import OPERATIONS
from tests.rules.full_round import FULL_ROUND

if TYPE_CHECKING:
    from collections.abc import Callable


class Measured(NamedTuple):
    """A call that is measured, and how many microseconds it may take at the median."""

    name: str
    call: Callable[[], object]
    most: float | None = None


def _measured() -> list[Measured]:
    body = first_question.BODY.encode()
    question = strict_json.read(body)
    operation = OPERATIONS[first_question.OPERATION]
    answer = operation.answer(question)
    client = create_app().test_client()
    american = Options()
    meld = MeldQuestion(cards("7H 5H 6H"))
    lay_off = LayOffQuestion(cards("8H 4H"), (TableMeld("m1", 0, cards("5H 6H 7H")),))
    return [
        Measured("judge_meld: a run of three", lambda: judge_meld(meld, american), 5),
        Measured("judge_lay_off: a card at each end", lambda: judge_lay_off(lay_off, american), 10),
        Measured("score_round: eight seats, two decks", lambda: score_round(FULL_ROUND, american), 1000),
        Measured("strict_json.read: a small meld", lambda: strict_json.read(body)),
        Measured("strict_json.write: its verdict", lambda: strict_json.write(answer)),
        Measured("judgeMeld: document to document", lambda: operation.answer(question)),
        Measured(
            "judgeMeld: through Flask's test client",
            lambda: client.post(first_question.PATH, data=body, content_type="application/json"),
        ),
    ]


MEASURED: Final = _measured()
