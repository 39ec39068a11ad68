"""Shuffles: by the operating system's randomness, or repeatably from a seed.

A seed gives the same order in every version of this service, so no library's shuffle is used for it.
"""

import hmac
from random import SystemRandom
from typing import Final

from service.rules.questions import Cards

_CHANCE: Final = SystemRandom()
_BLOCK: Final = 8


def shuffled(cards: Cards) -> Cards:
    """Return cards in an order of chance."""
    order = list(cards)
    _CHANCE.shuffle(order)
    return tuple(order)


def shuffled_by(seed: str, purpose: str, cards: Cards) -> Cards:
    """Return cards in the order that a seed gives them; another purpose, another order.

    >>> from service.rules.cards import cards
    >>> shuffled_by("a seed", "round 1", cards("2S 3S 4S 5S"))
    (4S, 2S, 5S, 3S)
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = _number(seed, f"{purpose} {last}") % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _number(seed: str, purpose: str) -> int:
    # Of 64 bits the remainder by a hundred cards is even enough.
    return int.from_bytes(hmac.digest(seed.encode(), purpose.encode(), "sha256")[:_BLOCK])
