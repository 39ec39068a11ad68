"""Fingerprints: of a set of options, and of a question that is asked under them."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import blake2b, sha256
from typing import Any, Final

import orjson

from service.rules.options import OPTIONS, Options
from service.rules.questions import Cards, Move, PickupQuestion, RummyCallQuestion, TurnQuestion
from service.rules.replay import RecordQuestion

from .moves import KINDS

_ID_BYTES: Final = 16


def _canonical(told: object) -> bytes:
    # A record is no tuple to the writer, which asks for what stands for it.
    return orjson.dumps(told, tuple)


@lru_cache(maxsize=1024)
def ruleset_digest(options: Options) -> str:
    """Return the fingerprint of everything that a table has agreed on: equal options, equal digest."""
    values = {name: getattr(options, name) for name in sorted(OPTIONS)}
    return f"sha256:{sha256(_canonical(values)).hexdigest()}"


def decision_id(digest: str, kind: str, question: tuple[object, ...]) -> str:
    """Return the fingerprint of a question under options of that digest.

    It is made of what was asked and not of how that was written: the order of members, `TH` for `10H` and 5.0 for 5
    make no difference; the order of cards does.
    """
    name_moves = _NAMING_MOVES.get(type(question))
    return _id((digest, kind, *(name_moves(question) if name_moves else question)))


def _turn(question: TurnQuestion) -> tuple[object, ...]:
    return question.position, _named(question.moves)


def _pickup(question: PickupQuestion | RummyCallQuestion) -> tuple[object, ...]:
    return question if question.then is None else (*question, _named(question.then))


def _record(question: RecordQuestion) -> tuple[object, ...]:
    rounds = [
        (each._replace(moves=()), [(move.seat, *_named([move.move])) for move in each.moves])
        for each in question.rounds
    ]
    return *question._replace(rounds=()), rounds


#: Records are written without their names, which would leave a card drawn and a card discarded alike.
_NAMING_MOVES: Final[dict[type, Callable[[Any], tuple[object, ...]]]] = {
    TurnQuestion: _turn,
    PickupQuestion: _pickup,
    RummyCallQuestion: _pickup,
    RecordQuestion: _record,
}


def _named(moves: Iterable[Move]) -> list[tuple[object, ...]]:
    return [(KINDS[type(move)], *move) for move in moves]


def move_decision_id(game_id: str, version: int, *moves: Move) -> str:
    """Return the fingerprint of what is asked about a kept game, which tells nothing of a hand."""
    return _id((game_id, version, *_named(moves)))


def _id(asked: tuple[object, ...]) -> str:
    return f"d_{blake2b(_canonical(asked), digest_size=_ID_BYTES).hexdigest()}"


def commitment(salt: str, deck: Cards) -> str:
    """Return what promises a deck without telling it.

    >>> from service.rules.cards import cards
    >>> commitment("salt", cards("5H TH"))[:8]
    '14a34003'
    """
    return sha256(f"{salt}:{','.join(deck)}".encode()).hexdigest()
