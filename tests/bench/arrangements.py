"""What the best arrangement of a hand costs: `python -m tests.bench.arrangements`.

On hands at random and on blocks of consecutive ranks with holes, which are the hardest. The figures are those of the
processor's time, in milliseconds, for the answer with its melds.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import thread_time_ns
from typing import TYPE_CHECKING, Final, NamedTuple

from service.rules.arrangement import best
from service.rules.cards import JOKER, KING, NATURALS
from service.rules.options import RULESETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.rules.questions import Cards

HANDS: Final = 200


class Size(NamedTuple):
    """Hands of one size, and how many milliseconds the median may take."""

    decks: int
    cards: int
    jokers: int
    most: float


SIZES: Final = (
    Size(1, 13, 0, 0.05),
    Size(1, 26, 0, 3),
    Size(1, 36, 0, 3),
    Size(1, 44, 0, 3),
    Size(1, 52, 0, 3),
    Size(2, 30, 0, 1),
    Size(2, 52, 0, 10),
    Size(1, 13, 2, 10),
    Size(1, 30, 2, 50),
    Size(2, 13, 4, 40),
    Size(2, 20, 4, 150),
)


def at_random(random: Random, size: Size) -> Cards:
    """Deal any cards."""
    return (*random.sample(NATURALS * size.decks, size.cards - size.jokers), *[JOKER] * size.jokers)


def in_a_block(random: Random, size: Size) -> Cards:
    """Deal cards of consecutive ranks, about one in seven of them left out."""
    naturals = size.cards - size.jokers
    width = next(width for width in range(1, KING + 1) if width * 4 * size.decks >= naturals * 1.15 or width == KING)
    low = random.randint(1, KING + 1 - width)
    block = [card for card in NATURALS if low <= card.rank < low + width]
    return (*random.sample(block * size.decks, naturals), *[JOKER] * size.jokers)


def milliseconds(deal: Callable[[Random, Size], Cards], size: Size, ruleset: str) -> list[float]:
    """Measure many hands, the tables that are kept from hand to hand filled in before."""
    random = Random(7)
    options = RULESETS[ruleset].options
    hands = [deal(random, size) for _ in range(2 * HANDS)]
    figures = []
    for number, hand in enumerate(hands):
        before = thread_time_ns()
        found = best(hand, (), options)
        if number >= HANDS:
            figures.append((thread_time_ns() - before) / 1e6)
        assert found.value == found.bound
    return sorted(figures)


def main() -> None:
    """Print a line for each kind of hand."""
    for size in SIZES:
        for ruleset in ("pagat", "persian") if size.jokers else ("american", "nordic"):
            for deal in (at_random, in_a_block):
                figures = milliseconds(deal, size, ruleset)
                told = f"{size.decks} decks, {size.cards:2} cards, {size.jokers} jokers, {ruleset:8} {deal.__name__:10}"
                print(f"{told} {median(figures):8.3f} ms, at most {figures[-1]:8.3f}   limit {size.most:g}")


if __name__ == "__main__":
    main()
