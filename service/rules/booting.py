"""Whether a hand can be emptied without a draw, down to one card for the discard (`booting_bonus`).

Every card but that one goes into a new meld or on a meld of the table. Cards are dealt with one after the other: the
lowest one that is left has to go somewhere. A booting hand is one that was dealt, so there are thirteen cards at most.
This room must never know whose turn it is.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from .cards import JOKER, Card
from .melds import HIGH_ACE, Run, Shape
from .options import FirstMeldCounts, GoingOut, Options
from .plays import holding, lay_offs_in, melds_in
from .questions import Cards, LayMeld
from .table import read_at_once


class _Group(NamedTuple):
    """Cards that are laid together, in a new meld or (`target`) on a meld of the table: natural ones and jokers.

    `points` are those of a new meld. Which cards jokers are laid off for does not matter: where the card itself would
    be left for the discard (`joker_layoff_ban`), it could be laid off instead, and the joker be left.
    """

    naturals: Cards
    jokers: int
    target: int | None = None
    points: int = 0


class _Rest(NamedTuple):
    """What is still to be laid and with which points, the melds that took cards, and the card left for the discard."""

    naturals: Cards
    jokers: int
    taken: frozenset[int] = frozenset()
    owed: int = 0
    left: Card | None = None


def can_be_emptied(hand: Cards, shapes: Sequence[Shape], owed: int, options: Options) -> bool:
    """Tell whether all cards but one can be laid, with melds worth so many points among them (`first_meld_minimum`).

    >>> from .cards import cards
    >>> can_be_emptied(cards("5H 6H 7H 8H 9S 9D"), (), 0, Options())
    False
    """
    naturals = tuple(sorted((card for card in hand if card is not JOKER), key=_index))
    whole = _Rest(naturals, len(hand) - len(naturals), owed=owed)
    return _Emptying(_groups(hand, shapes, options), options).can_empty(whole)


def _index(card: Card) -> int:
    return card.index


def _groups(hand: Cards, shapes: Sequence[Shape], options: Options) -> dict[Card | None, list[_Group]]:
    """List what can be laid together by each of its natural cards; None stands for jokers alone."""
    found: dict[Card | None, list[_Group]] = {}
    for group in dict.fromkeys(_every_group(hand, shapes, options)):
        for card in dict.fromkeys(group.naturals) or (None,):
            found.setdefault(card, []).append(group)
    return found


def _every_group(hand: Cards, shapes: Sequence[Shape], options: Options) -> Iterator[_Group]:
    held = holding(hand)
    for meld in melds_in(held, options):
        yield _group(meld.cards)._replace(points=_worth(meld, options) if options.first_meld_minimum else 0)
    for number, shape in enumerate(shapes):
        for lay_off in lay_offs_in(held, str(number), shape, options):
            yield _group(lay_off.cards)._replace(target=number)


def _worth(meld: LayMeld, options: Options) -> int:
    """Return what a meld counts; around the corner, what it counts at most if some of it is laid off afterwards."""
    whole = read_at_once(meld.cards, meld.ace, options)
    points, shape, cards = whole.points, whole.reading.shape, whole.reading.cards
    if isinstance(shape, Run) and shape.high > HIGH_ACE:
        for first, last in combinations(range(len(cards) + 1), 2):
            points = max(points, read_at_once(cards[first:last], None, options).points)
    return points


def _group(laid: Cards) -> _Group:
    naturals = tuple(sorted((card for card in laid if not card.is_joker), key=_index))
    return _Group(naturals, len(laid) - len(naturals))


class _Emptying:
    """One hand, and what has been found out about its parts."""

    def __init__(self, groups: dict[Card | None, list[_Group]], options: Options) -> None:
        self._groups = groups
        self._options = options
        self._known: dict[_Rest, bool] = {}

    def can_empty(self, rest: _Rest) -> bool:
        known = self._known.get(rest)
        if known is None:
            known = self._known[rest] = self._is_done(rest) or any(map(self.can_empty, self._after(rest)))
        return known

    def _is_done(self, rest: _Rest) -> bool:
        if rest.naturals or rest.jokers or rest.owed > 0:
            return False
        return rest.left is not None or self._options.going_out is not GoingOut.DISCARD_REQUIRED

    def _after(self, rest: _Rest) -> Iterator[_Rest]:
        """Yield what is left after each play of the lowest card, and where that card is left for the discard."""
        lowest = rest.naturals[0] if rest.naturals else None
        for group in self._groups.get(lowest, ()):
            if group.jokers > rest.jokers or group.target in rest.taken:
                continue
            naturals = list(rest.naturals)
            if all(_take(naturals, card) for card in group.naturals):
                yield self._laid(rest, group, tuple(naturals))
        if rest.left is None and lowest is not None:
            yield rest._replace(naturals=rest.naturals[1:], left=lowest)
        elif rest.left is None and rest.jokers:
            yield rest._replace(jokers=rest.jokers - 1, left=JOKER)

    def _laid(self, rest: _Rest, group: _Group, naturals: Cards) -> _Rest:
        owed = rest.owed
        if self._options.first_meld_counts is FirstMeldCounts.TURN:
            owed = max(owed - group.points, 0)
        elif group.points >= owed:
            owed = 0
        taken = rest.taken if group.target is None else rest.taken | {group.target}
        return _Rest(naturals, rest.jokers - group.jokers, taken, owed, rest.left)


def _take(naturals: list[Card], card: Card) -> bool:
    if card not in naturals:
        return False
    naturals.remove(card)
    return True
