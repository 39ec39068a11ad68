"""The questions that are asked over HTTP when the service is measured: real situations, as clients send them."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final, NamedTuple

from service.rules.cards import NATURALS, RANKS, SUITS
from service.wire.operations import OPERATIONS, SINGLE

_HAND: Final = ["5H", "6H", "7H", "9C", "9D", "KD", "2D", "3S", "QH", "AD", "JC", "4S", "8S"]
_TABLE: Final = [{"id": "m1", "seat": 1, "cards": ["10D", "JD", "QD"]}]
_POSITION: Final = {
    "players": 2,
    "seat": 0,
    "hand": _HAND,
    "discard_pile": ["2C", "9S"],
    "stock_count": 20,
    "melds": _TABLE,
}
_MOVES: Final = [
    {"kind": "take_discards", "count": 1},
    {"kind": "lay_meld", "cards": ["9S", "9C", "9D"]},
    {"kind": "lay_meld", "cards": ["5H", "6H", "7H"]},
    {"kind": "lay_off", "cards": ["KD"], "meld_id": "m1"},
    {"kind": "discard", "card": "2D"},
]

QUESTIONS: Final[dict[str, dict[str, Any]]] = {
    "judgeMeld": {"cards": ["5H", "6H", "7H"]},
    "judgeLayOff": {"cards": ["KD"], "melds": _TABLE},
    "judgePickup": {"hand": _HAND, "discard_pile": ["2C", "9S"], "count": 1, "melds": _TABLE, "players": 2},
    "judgeTurn": {"position": _POSITION, "moves": _MOVES},
    "scoreRound": {
        "seats": [{"hand": []}, {"hand": ["KD", "2D"]}, {"hand": ["AS", "5C", "9H"]}, {"hand": ["QH"]}],
        "melds": [*_TABLE, {"id": "m2", "seat": 0, "cards": ["7C", "7H", "7S"]}],
        "ended_by": "went_out",
    },
}


class Asked(NamedTuple):
    """A request as it is sent: its path and body, and how many questions are in it."""

    path: str
    body: str
    questions: int = 1


def single(operation: str) -> Asked:
    """Return one question."""
    return Asked(OPERATIONS[operation].path, json.dumps(QUESTIONS[operation]))


def melds(items: int) -> Asked:
    """Return a batch of melds of every kind, the same each time; one in ten is none."""
    random = Random(500)
    return _batch(
        [("meld", {"cards": _any_cards(random) if number % 10 == 9 else _meld(random)}) for number in range(items)]
    )


def _meld(random: Random) -> list[str]:
    if random.random() < 1 / 2:
        rank = random.choice(RANKS)
        return [rank + suit for suit in random.sample(SUITS, random.choice((3, 3, 4)))]
    length = random.choice((3, 3, 3, 4, 5))
    low = random.randrange(len(RANKS) + 1 - length)
    suit = random.choice(SUITS)
    run = [rank + suit for rank in RANKS[low : low + length]]
    return random.sample(run, length) if random.random() < 1 / 3 else run


def _any_cards(random: Random) -> list[str]:
    return [card.code for card in random.sample(NATURALS, 3)]


def mixed(items: int) -> Asked:
    """Return a batch of questions of every kind, as many of each."""
    kinds = [(SINGLE[operation].kind, question) for operation, question in QUESTIONS.items()]
    return _batch([kinds[number % len(kinds)] for number in range(items)])


def _batch(asked: list[tuple[str, dict[str, Any]]]) -> Asked:
    items = [{"id": str(number), "question": {"kind": kind, **each}} for number, (kind, each) in enumerate(asked)]
    return Asked(OPERATIONS["judgeBatch"].path, json.dumps({"items": items}), len(items))
