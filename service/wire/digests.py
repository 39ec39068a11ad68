"""Fingerprints: of a set of options, and of a question that is asked under them."""

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from operator import attrgetter
from typing import Final

from service.rules.options import OPTIONS, Options
from service.rules.questions import Move, PickupQuestion, RummyCallQuestion, TurnQuestion

from .moves import KINDS

_ID_DIGITS: Final = 32
_CANONICAL: Final = json.JSONEncoder(check_circular=False, separators=(",", ":"), default=attrgetter("code"))


@lru_cache(maxsize=1024)
def ruleset_digest(options: Options) -> str:
    """Return the fingerprint of everything that a table has agreed on: equal options, equal digest."""
    values = {name: getattr(options, name) for name in sorted(OPTIONS)}
    return f"sha256:{sha256(_CANONICAL.encode(values).encode()).hexdigest()}"


def decision_id(digest: str, kind: str, question: tuple[object, ...]) -> str:
    """Return the fingerprint of a question under options of that digest.

    It is made of what was asked and not of how that was written: the order of members, `TH` for `10H` and 5.0 for 5
    make no difference; the order of cards does.
    """
    asked = _CANONICAL.encode((digest, kind, *_told(question)))
    return f"d_{sha256(asked.encode()).hexdigest()[:_ID_DIGITS]}"


def _told(question: tuple[object, ...]) -> tuple[object, ...]:
    # Records are written without their names, which would leave a card drawn and a card discarded alike.
    if isinstance(question, TurnQuestion):
        return question.position, _named(question.moves)
    if isinstance(question, PickupQuestion | RummyCallQuestion) and question.then is not None:
        return *question, _named(question.then)
    return question


def _named(moves: Iterable[Move]) -> list[tuple[object, ...]]:
    return [(KINDS[type(move)], *move) for move in moves]
