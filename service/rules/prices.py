"""What a card counts, by where it lies. This room must never know which cards make a meld."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from .cards import ACE, JOKER, NAMED_JOKERS, NATURALS, Card
from .options import Options, PipPoints

#: An ace above the king counts this under every option.
HIGH_ACE_POINTS: Final = 15
TEN_POINTS: Final = 10
FIVE_POINTS: Final = 5


class CardPoints(NamedTuple):
    """What one card counts."""

    card: Card
    points: int


#: What every card counts in one place, listed by `Card.index`.
PriceList: TypeAlias = tuple[CardPoints, ...]


class Prices(NamedTuple):
    """What cards count in hand, in a set, in a set that counts double, and in a run by the place of its ace."""

    in_hand: PriceList
    in_set: PriceList
    doubled: PriceList
    low_ace: PriceList
    high_ace: PriceList
    corner_ace: PriceList


@lru_cache(maxsize=1024)
def prices_of(options: Options) -> Prices:
    """Return what cards count under these options.

    >>> from .cards import card
    >>> prices_of(Options(low_ace_points=5)).low_ace[card("AS").index].points
    5
    """
    return Prices(
        _price_list(options.ace_in_hand_points, options),
        _price_list(options.set_ace_points, options),
        _price_list(options.set_ace_points, options, 2),
        _price_list(options.low_ace_points, options),
        _price_list(HIGH_ACE_POINTS, options),
        _price_list(options.corner_ace_points, options),
    )


@lru_cache(maxsize=1024)
def most_worth(options: Options) -> tuple[int, ...]:
    """Return what each card counts at most, wherever it is laid, listed by `Card.index`."""
    prices = prices_of(options)
    in_set = prices.doubled if options.double_four_of_a_kind else prices.in_set
    places = zip(in_set, prices.low_ace, prices.high_ace, prices.corner_ace, strict=True)
    return tuple(max(each.points for each in place) for place in places)


def worth(cards: Iterable[Card], listed: PriceList) -> int:
    """Return what cards count together by a price list."""
    points = 0
    for card in cards:
        points += listed[card.index].points
    return points


def _price_list(ace_points: int, options: Options, factor: int = 1) -> PriceList:
    return tuple(
        CardPoints(card, _price(card, ace_points, options) * factor) for card in (*NATURALS, JOKER, *NAMED_JOKERS)
    )


def _price(card: Card, ace_points: int, options: Options) -> int:
    if card.is_joker:
        return options.joker_points
    if card.rank == ACE:
        return ace_points
    if card.rank >= TEN_POINTS:
        return TEN_POINTS
    return card.rank if options.pip_points is PipPoints.FACE else FIVE_POINTS


def ends_differ(options: Options) -> bool:
    """Tell whether a low and a high ace of a thirteen-card run count differently."""
    return options.low_ace_points != HIGH_ACE_POINTS
