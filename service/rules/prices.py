"""What a card counts, by where it lies. This room must never know which cards make a meld."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from .cards import ACE, JOKER, NAMED_JOKERS, NATURALS, Card
from .options import Options, PipPoints

#: An ace above the king counts this under every option.
HIGH_ACE_POINTS: Final = 15
TEN_POINTS: Final = 10
FIVE_POINTS: Final = 5
_ALL_CARDS: Final = (*NATURALS, JOKER, *NAMED_JOKERS)


class Prices(NamedTuple):
    """Points of every card, listed by `Card.index`, in each of the places where they can differ."""

    in_hand: tuple[int, ...]
    in_set: tuple[int, ...]
    low_ace: tuple[int, ...]
    high_ace: tuple[int, ...]
    corner_ace: tuple[int, ...]


@lru_cache(maxsize=1024)
def prices_of(options: Options) -> Prices:
    """Return what cards count under these options.

    >>> from .cards import card
    >>> prices_of(Options(low_ace_points=5)).low_ace[card("AS").index]
    5
    """

    def listed(ace_points: int) -> tuple[int, ...]:
        return tuple(map(_pricer(ace_points, options), _ALL_CARDS))

    return Prices(
        listed(options.ace_in_hand_points),
        listed(options.set_ace_points),
        listed(options.low_ace_points),
        listed(HIGH_ACE_POINTS),
        listed(options.corner_ace_points),
    )


def _pricer(ace_points: int, options: Options) -> Callable[[Card], int]:
    def price(card: Card) -> int:
        if card.is_joker:
            return options.joker_points
        if card.rank == ACE:
            return ace_points
        if card.rank >= TEN_POINTS:
            return TEN_POINTS
        return card.rank if options.pip_points is PipPoints.FACE else FIVE_POINTS

    return price


def ends_differ(options: Options) -> bool:
    """Tell whether a low and a high ace of a thirteen-card run count differently."""
    return options.low_ace_points != HIGH_ACE_POINTS
