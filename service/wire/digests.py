"""Fingerprints: of a set of options, and of a question that is asked under them."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final

import orjson

from service.rules.cards import Card
from service.rules.options import OPTIONS, Options
from service.rules.questions import Cards, Move, PickupQuestion, RummyCallQuestion, TurnQuestion
from service.rules.replay import RecordQuestion

from .moves import KINDS

_ID_DIGITS: Final = 32


def _canonical(told: object) -> bytes:
    return orjson.dumps(told, _written)


def _written(fact: Card | tuple[object, ...]) -> object:
    return fact.code if isinstance(fact, Card) else tuple(fact)


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
    return _id(digest, kind, *_told(question))


def _told(question: tuple[object, ...]) -> tuple[object, ...]:
    # Records are written without their names, which would leave a card drawn and a card discarded alike.
    if isinstance(question, TurnQuestion):
        return question.position, _named(question.moves)
    if isinstance(question, (PickupQuestion, RummyCallQuestion)) and question.then is not None:
        return *question, _named(question.then)
    if isinstance(question, RecordQuestion):
        rounds = [
            (each._replace(moves=()), [(move.seat, *_named([move.move])) for move in each.moves])
            for each in question.rounds
        ]
        return *question._replace(rounds=()), rounds
    return question


def _named(moves: Iterable[Move]) -> list[tuple[object, ...]]:
    return [(KINDS[type(move)], *move) for move in moves]


def move_decision_id(game_id: str, version: int, *moves: Move) -> str:
    """Return the fingerprint of what is asked about a kept game, which tells nothing of a hand."""
    return _id(game_id, version, *_named(moves))


def _id(*asked: object) -> str:
    return f"d_{sha256(_canonical(asked)).hexdigest()[:_ID_DIGITS]}"


def commitment(salt: str, deck: Cards) -> str:
    """Return what promises a deck without telling it.

    >>> from service.rules.cards import cards
    >>> commitment("salt", cards("5H TH"))[:8]
    '14a34003'
    """
    return sha256(f"{salt}:{','.join(card.code for card in deck)}".encode()).hexdigest()
