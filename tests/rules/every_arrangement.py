"""Finds the best arrangement of a small hand by laying everything that can be laid, move by move.

It asks `melds` what is a meld and what may join one, and nothing of the search that it checks.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, TypeAlias

from service.rules.arrangement import Arrangement, Objective
from service.rules.cards import JOKER, KING, NATURALS, Card, joker_named, natural_card, stands_for, without
from service.rules.melds import MAX_RUN, Set, Shape, join, read_meld
from service.rules.options import Jokers, Options
from service.rules.prices import prices_of
from service.rules.questions import AceEnd, Cards
from service.rules.table import Meld, lay_off_points, meld_points

if TYPE_CHECKING:
    from collections.abc import Iterator

Lying: TypeAlias = tuple[Shape, Cards]

ENDS = (None, AceEnd.LOW, AceEnd.HIGH)


def points_in_hand(cards: Cards, options: Options) -> int:
    listed = prices_of(options).in_hand
    return sum(listed[card.index].points for card in cards)


def _faces(natural_cards: Cards, have: Counter[Card], options: Options) -> Cards:
    faces = tuple(card for card in natural_cards if have[card])
    if have[JOKER] and options.jokers is Jokers.WILD:
        faces += tuple(joker_named(card) for card in natural_cards)
    return faces


def _candidates(hand: Cards, options: Options) -> Iterator[Cards]:
    have = Counter(hand)
    for suit in range(4):
        for low in range(1, KING + 1):
            for length in range(3, min(MAX_RUN, len(hand)) + 1):
                places = [(natural_card((low - 1 + more) % KING + 1, suit),) for more in range(length)]
                yield from product(*(_faces(place, have, options) for place in places))
    for rank in range(1, KING + 1):
        faces = _faces(tuple(natural_card(rank, suit) for suit in range(4)), have, options)
        for size in (3, 4):
            yield from combinations_with_replacement(faces, size)
    yield (JOKER,) * 3
    yield (JOKER,) * 4


def new_melds(hand: Cards, options: Options) -> dict[tuple[Cards, Shape], int]:
    """Return every meld that can be laid from a hand, with its points."""
    have = Counter(hand)
    found = {}
    for cards in _candidates(hand, options):
        if Counter(card.held for card in cards) - have:
            continue
        for end in ENDS:
            reading = read_meld(cards, end, options)
            if reading.shape is not None:
                points = sum(each.points for each in meld_points(reading.shape, reading.cards, options))
                found[reading.cards, reading.shape] = points
    return found


class EveryArrangement:
    """All arrangements of one hand."""

    def __init__(self, options: Options, objective: Objective, kept: int) -> None:
        self._options = options
        self._objective = objective
        self._kept = kept
        self._known: dict[object, int] = {}

    def best(self, hand: Cards, table: tuple[Meld, ...]) -> int:
        """Return the worth of the best arrangement."""
        lying = tuple((meld.shape, meld.cards) for meld in table)
        melds = list(new_melds(hand, self._options).items())
        value = self._lay(hand, lying, melds)
        return value - points_in_hand(hand, self._options) if self._objective is Objective.NET else value

    def _worth(self, points: int, cards: Cards) -> int:
        if self._objective is Objective.CARDS:
            return len(cards)
        if self._objective is Objective.MELDED:
            return points
        return points + points_in_hand(tuple(card.held for card in cards), self._options)

    def _lay(self, hand: Cards, lying: tuple[Lying, ...], melds: list[tuple[tuple[Cards, Shape], int]]) -> int:
        best = 0 if self._objective is Objective.MELDED else self._lay_off(hand, lying)
        for place, ((cards, shape), points) in enumerate(melds):
            if len(hand) - len(cards) >= self._kept and not Counter(card.held for card in cards) - Counter(hand):
                after = self._lay(without(hand, cards), (*lying, (shape, cards)), melds[place:])
                best = max(best, self._worth(points, cards) + after)
        return best

    def _lay_off(self, hand: Cards, lying: tuple[Lying, ...]) -> int:
        key = (hand, lying)
        if key not in self._known:
            self._known[key] = max([0, *self._lay_offs(hand, lying)])
        return self._known[key]

    def _lay_offs(self, hand: Cards, lying: tuple[Lying, ...]) -> Iterator[int]:
        if len(hand) <= self._kept:
            return
        for place, (shape, cards) in enumerate(lying):
            for held in dict.fromkeys(hand):
                for face in self._joining(held, shape, hand):
                    for end in ENDS:
                        reading = join(shape, cards, (face,), end, self._options)
                        if reading.shape is not None:
                            points = sum(
                                each.points for each in lay_off_points(reading.shape, reading.laid, self._options)
                            )
                            after = (*lying[:place], (reading.shape, reading.cards), *lying[place + 1 :])
                            yield self._worth(points, (face,)) + self._lay_off(without(hand, (held,)), after)

    def _joining(self, held: object, shape: Shape, hand: Cards) -> Cards:
        """Return the faces under which a card may join a meld."""
        if held is not JOKER:
            return tuple(card for card in NATURALS if card is held)
        if self._options.jokers is not Jokers.WILD:
            return (JOKER,)
        if isinstance(shape, Set):
            names = [natural_card(shape.rank, suit) for suit in range(4) if shape.rank]
        else:
            ranks = (shape.low - 2) % KING + 1, shape.high % KING + 1
            names = [natural_card(rank, shape.suit) for rank in ranks]
        if self._options.joker_layoff_ban:
            names = [name for name in names if name not in hand]
        return tuple(joker_named(name) for name in names)


def is_lawful(hand: Cards, table: tuple[Meld, ...], found: Arrangement, options: Options) -> bool:
    """Tell whether an arrangement can be laid in its order, and is true about points and cards left."""
    lying: dict[str, Lying] = {meld.id: (meld.shape, meld.cards) for meld in table}
    number = 1 + max((int(meld.id[1:]) for meld in table), default=0)
    for meld in found.melds:
        reading = read_meld(meld.cards, meld.ace, options)
        assert reading.shape is not None
        assert meld.points == sum(each.points for each in meld_points(reading.shape, reading.cards, options))
        hand = without(hand, meld.cards)
        lying[f"m{number}"] = (reading.shape, reading.cards)
        number += 1
    for lay_off in found.lay_offs:
        shape, cards = lying[lay_off.meld_id]
        reading = join(shape, cards, lay_off.cards, lay_off.ace, options)
        assert reading.shape is not None
        if options.joker_layoff_ban:
            jokers = [card for card in lay_off.cards if card.is_joker and card is not JOKER]
            assert not any(stands_for(joker) in hand for joker in jokers)
        assert lay_off.points == sum(each.points for each in lay_off_points(reading.shape, reading.laid, options))
        hand = without(hand, lay_off.cards)
        lying[lay_off.meld_id] = (reading.shape, reading.cards)
    return Counter(hand) == Counter(found.left)


def value_of(found: Arrangement, objective: Objective, hand: Cards, options: Options) -> int:
    """Return what an arrangement is worth."""
    if objective is Objective.CARDS:
        return len(hand) - len(found.left)
    points = sum(each.points for each in found.melds)
    if objective is Objective.MELDED:
        return points
    return points + sum(each.points for each in found.lay_offs) - points_in_hand(found.left, options)
