"""What each pickup is worth: the best lawful way on from it, down to the discard.

The dug card's play comes first, chosen from the lawful plays of `legal_moves`; what follows is the best arrangement of
the rest, and the discard that costs least to keep out of hand.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .arrangement import Arrangement, best
from .cards import JOKER, Card, without
from .finishing import open_melds, plays_of
from .legal_moves import legal_moves
from .moves import play, violations
from .options import GoingOut, Options
from .prices import prices_of
from .questions import Cards, DiscardCard, DrawStock, LayMeld, LayOffCards, Position, TakeDiscards
from .turns import Table, barred_card, owed_card, owes_first_meld, table_at, waits_for_first_meld
from .verdicts import Violation


class PickupAdviceQuestion(NamedTuple):
    """What is the stock worth here, and each depth of the discard pile?"""

    position: Position


class Continuation(NamedTuple):
    """The best way on from a pickup: plays in order, the discard if there is one, and what stays in hand.

    `net` is points laid minus points left.
    """

    plays: tuple[LayMeld | LayOffCards, ...]
    discard: Card | None
    points: int
    left: Cards
    net: int


class PickupChoice(NamedTuple):
    """One way to draw: why it is refused, or the best way on; nothing is known of a card of the stock."""

    move: DrawStock | TakeDiscards
    violations: tuple[Violation, ...] = ()
    best: Continuation | None = None


class PickupAdvice(NamedTuple):
    """The answer: the stock first, then the pile from its top down."""

    violations: tuple[Violation, ...]
    choices: tuple[PickupChoice, ...] = ()


def advise_pickups(question: PickupAdviceQuestion, options: Options) -> PickupAdvice:
    """Tell for the stock and for every depth of the pile whether it may be taken, and what it is worth.

    >>> from .cards import cards
    >>> position = Position(3, 0, cards("7S 7H 2C"), cards("7D KD"), 20)
    >>> deep = advise_pickups(PickupAdviceQuestion(position), Options()).choices[2]
    >>> deep.best.plays, deep.best.discard, deep.best.net
    ((LayMeld(cards=(7S, 7H, 7D), ace=None, meld_id=None),), KD, 19)
    """
    table, faults = table_at(question.position, options)
    if faults:
        return PickupAdvice(faults)
    choices = [PickupChoice(DrawStock(), violations(DrawStock(), table, options))]
    for count in range(1, len(table.pile) + 1):
        pickup = TakeDiscards(count)
        refused = violations(pickup, table, options)
        found = None if refused else best_way_on(play(pickup, table, options), options)
        choices.append(PickupChoice(pickup, refused, found))
    return PickupAdvice((), tuple(choices))


def best_way_on(table: Table, options: Options) -> Continuation | None:
    """Return the best lawful way to finish a turn in which the seat has drawn; None where there is none.

    One arrangement is the best of all where nothing is owed. Where the dug card must be used, that arrangement still
    bounds every other; if it does not use the card lawfully, each play that does is tried. Before a first meld that
    must be worth enough, every lawful play is tried.
    """
    if waits_for_first_meld(table, options):
        return _best_by_plays(_lawful_plays(table, options), table, options, None)
    owed = owed_card(table, options)
    free = _best_end(table, options)
    if owed is None or free is None:
        return free
    if any(_holds(each, owed) for each in free.plays):
        owed_first = free._replace(plays=tuple(sorted(free.plays, key=lambda each: not _holds(each, owed))))
        for way in (free, owed_first):
            if _is_lawful(way, table, options):
                return way
    return _best_by_plays(_plays_of(owed, table, options), table, options, free.net)


def _holds(move: LayMeld | LayOffCards, dug: Card) -> bool:
    return any(card.held is dug for card in move.cards)


def _is_lawful(way: Continuation, table: Table, options: Options) -> bool:
    """Tell whether the turn can be played so from its first play to its discard."""
    moves = (*way.plays, *(() if way.discard is None else (DiscardCard(way.discard),)))
    for move in moves:
        if violations(move, table, options):
            return False
        table = play(move, table, options)
    return True


def _best_by_plays(
    plays: Iterator[LayMeld | LayOffCards], table: Table, options: Options, bound: int | None
) -> Continuation | None:
    """Return the best way on that begins with one of these plays, or with none where nothing is owed."""
    owes = owed_card(table, options) is not None or owes_first_meld(table, options)
    found = None if owes else _best_without_plays(table, options)
    for first in plays:
        after = play(first, table, options)
        rest = Continuation((), None, 0, (), 0) if after.turn_over else best_way_on(after, options)
        assert rest is not None
        points = after.points - table.points
        way = Continuation((first, *rest.plays), rest.discard, rest.points + points, rest.left, rest.net + points)
        found = _better(found, way)
        if found.net == bound:
            break
    return found


def _lawful_plays(table: Table, options: Options) -> Iterator[LayMeld | LayOffCards]:
    for legal in legal_moves(table, options):
        if isinstance(legal.move, LayMeld | LayOffCards):
            yield legal.move


def _plays_of(owed: Card, table: Table, options: Options) -> Iterator[LayMeld | LayOffCards]:
    for candidate in plays_of(owed, table, options):
        if not violations(candidate, table, options):
            yield candidate


def _better(one: Continuation | None, other: Continuation) -> Continuation:
    return other if one is None or other.net > one.net else one


def _best_without_plays(table: Table, options: Options) -> Continuation | None:
    """Return the best turn in which nothing more is laid."""
    costs = prices_of(options).in_hand
    found = None
    for card in dict.fromkeys(table.hand):
        if not violations(DiscardCard(card), table, options):
            left = without(table.hand, (card,))
            way = Continuation((), card, 0, left, -sum(costs[each.index].points for each in left))
            found = _better(found, way)
    return found


def _best_end(table: Table, options: Options) -> Continuation | None:
    """Return the best way on where nothing is owed but the discard.

    An arrangement of the hand that keeps a card is worth that card less than one of the rest of the hand. So no
    discard brings more than the best arrangement of the whole hand and the price of its card, nor more than all
    other cards laid at their dearest; a card is tried only where that is more than was found before.
    """
    costs = prices_of(options).in_hand
    melds = open_melds(table, options)
    whole = best(table.hand, melds, options)
    found = None
    if not whole.left and options.going_out is not GoingOut.DISCARD_REQUIRED:
        found = _continuation(whole, None, (), options)
    barred = barred_card(table, options)
    worth = _most_worth(options)
    all_laid = sum(worth[card.index] for card in table.hand)
    # A card that stays is discarded at no loss; one that lies is missed where it lay.
    for card in sorted(dict.fromkeys(table.hand), key=lambda each: (each not in whole.left, -costs[each.index].points)):
        most = min(whole.value + costs[card.index].points, all_laid - worth[card.index])
        if card is barred or (found is not None and most <= found.net):
            continue
        if card in whole.left:
            way = _continuation(whole, card, without(whole.left, (card,)), options)
        else:
            beat = None if found is None else found.net
            rest = best(without(table.hand, (card,)), melds, options, barred=_barred_by(card, options), beat=beat)
            way = _continuation(rest, card, rest.left, options)
        found = _better(found, way)
    return found


@lru_cache(maxsize=1024)
def _most_worth(options: Options) -> tuple[int, ...]:
    """Return what each card counts at most, wherever it is laid."""
    prices = prices_of(options)
    in_set = prices.doubled if options.double_four_of_a_kind else prices.in_set
    places = zip(in_set, prices.low_ace, prices.high_ace, prices.corner_ace, strict=True)
    return tuple(max(each.points for each in place) for place in places)


def _barred_by(card: Card, options: Options) -> Cards:
    """Return the card for which no joker may be laid off while it waits in hand to be discarded."""
    return (card,) if options.joker_layoff_ban and card is not JOKER else ()


def _continuation(arrangement: Arrangement, discard: Card | None, left: Cards, options: Options) -> Continuation:
    melds = [LayMeld(meld.cards, meld.ace) for meld in arrangement.melds]
    lay_offs = [LayOffCards(each.cards, each.meld_id, each.ace) for each in arrangement.lay_offs]
    plays: tuple[LayMeld | LayOffCards, ...] = (*melds, *lay_offs)
    points = sum(meld.points for meld in arrangement.melds) + sum(each.points for each in arrangement.lay_offs)
    costs = prices_of(options).in_hand
    return Continuation(plays, discard, points, left, points - sum(costs[card.index].points for card in left))
