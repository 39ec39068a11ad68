"""Whether the melds of one turn together reach the first-meld minimum, and leave a use for the dug card.

This room must never know whose turn it is.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from .arrangement import Arrangement, Objective, best
from .cards import ACE, JOKER, Card, without
from .first_meld import less, one_meld_reaches, runs_before_the_corner, small_lay_offs, small_melds
from .melded_bounds import most_melded, plainly_reach
from .melds import MAX_SET, MIN_MELD, Set, Shape
from .options import Jokers, Options
from .plays import Holding, holding
from .prices import prices_of
from .questions import Cards
from .uses import smallest_meld

#: How many jokers make a set of their own where they are not wild.
_SETS_OF_JOKERS: Final = (MIN_MELD, MAX_SET)


# Many plays leave the same cards, and a turn asks the same of them for several reasons.
@lru_cache(maxsize=1024)
def melds_reach(hand: Cards, owed: int, options: Options, *, keep_one: bool, with_all: Card | None = None) -> bool:
    """Tell whether melds of a hand are worth so many points together; with `keep_one` a card must stay in hand.

    `with_all` is a natural card of which every copy is to lie in them.

    >>> from .cards import cards
    >>> melds_reach(cards("5H 6H 7H 9S 9H 9D"), 45, Options(), keep_one=False)
    True
    """
    if owed <= 0 and with_all is None:
        return bool(hand) or not keep_one
    least = max(owed, 1)
    # One meld is often enough, and soon found.
    held = holding(hand)
    lone = with_all is None or hand.count(with_all) == 1
    if lone and one_meld_reaches(held, len(hand) - keep_one, options, with_all, least):
        return True
    if most_melded(hand, held, options) < least:
        return False
    if plainly_reach(held, least, options, keep_one=keep_one, with_all=with_all):
        return True
    must_lay = () if with_all is None else (with_all,)
    found = _best_melds(hand, least, options, must_lay, keep_one=False)
    if keep_one and found.bound >= least and not found.left:
        found = _best_melds(hand, least, options, must_lay, keep_one=True)
    return found.value >= least


def _best_melds(hand: Cards, least: int, options: Options, must_lay: Cards, *, keep_one: bool) -> Arrangement:
    """Return melds that are worth so much, if there are such."""
    return best(hand, (), options, objective=Objective.MELDED, keep_one=keep_one, stop_at=least, must_lay=must_lay)


def _plainly_reaches_with(dug: Card, held: Holding, owed: int, options: Options, *, keep_one: bool) -> bool:
    """Tell whether a small meld with the dug card and whatever comes besides will do; aces in it count as little."""
    listed = prices_of(options).in_set
    for cards, jokers in small_melds(dug, held, options):
        points = jokers * options.joker_points
        points += sum([1 if card.rank == ACE else listed[card.index].points for card in cards])
        rest = less(held, cards, jokers)
        if plainly_reach(rest, owed - points, options, keep_one=keep_one, with_all=None):
            return True
    return False


def melds_with_dug_card_reach(dug: Card, hand: Cards, owed: int, options: Options, *, keep_one: bool) -> bool:
    """Tell whether melds, the dug card in one of them, are worth so many points together."""
    held = holding(hand)
    if smallest_meld(dug, held, options) is None:
        return False
    if dug is JOKER:
        return _melds_with_joker_reach(hand, owed, options, keep_one=keep_one)
    if _plainly_reaches_with(dug, held, owed, options, keep_one=keep_one):
        return True
    if melds_reach(hand, owed, options, keep_one=keep_one, with_all=dug):
        return True
    # With both of two twins it cannot be done; one of them may stay in hand.
    return hand.count(dug) > 1 and melds_reach(without(hand, (dug,)), owed, options, keep_one=False, with_all=dug)


def _melds_with_joker_reach(hand: Cards, owed: int, options: Options, *, keep_one: bool) -> bool:
    """Tell the same of a dug joker. A wild one joins any meld, or takes the place of a card there."""
    assert owed > 0
    if options.jokers is Jokers.OWN_RANK:
        return any(
            melds_reach(
                without(hand, (JOKER,) * size), owed - _worth_of_jokers(size, options), options, keep_one=keep_one
            )
            for size in _SETS_OF_JOKERS
            if hand.count(JOKER) >= size
        )
    if not melds_reach(hand, owed, options, keep_one=False):
        return False
    return not keep_one or any(
        melds_reach(without(hand, (kept,)), owed, options, keep_one=False)
        for kept in dict.fromkeys(hand)
        if kept is not JOKER or hand.count(JOKER) > 1
    )


def _worth_of_jokers(size: int, options: Options) -> int:
    return size * options.joker_points * (2 if options.double_four_of_a_kind and size == MAX_SET else 1)


def melds_before_dug_card_reach(
    dug: Card, hand: Cards, owed: int, shapes: Sequence[Shape], options: Options, *, keep_one: bool
) -> bool:
    """Tell whether melds are worth so many points before the dug card is laid off on these melds or on one of them."""
    return any(
        melds_reach(without(hand, laid), owed - points, options, keep_one=keep_one)
        for laid, points in _lay_offs(dug, hand, shapes, options)
    )


def _lay_offs(dug: Card, hand: Cards, shapes: Sequence[Shape], options: Options) -> Iterator[tuple[Cards, int]]:
    """Yield the cards that a lay-off of the dug card takes, and the points of the meld that it needs among them."""
    if dug is JOKER:
        if any(isinstance(shape, Set) and not shape.rank and shape.size < MAX_SET for shape in shapes):
            yield (JOKER,), 0
        return
    held = holding(hand)
    for naturals, jokers in dict.fromkeys(small_lay_offs(dug, held, shapes, options)):
        yield naturals + (JOKER,) * jokers, 0
    yield from runs_before_the_corner(dug, held, options)
