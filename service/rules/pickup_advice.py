"""What each pickup is worth: the best lawful way on from it, down to the discard.

The best arrangement of the hand is mostly lawful in one order; where it is not, each play that may come first is tried.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from .arrangement import BUDGET, Arrangement, best
from .cards import JOKER, Card, without
from .finishing import open_melds, plays_of
from .moves import attempt, violations
from .options import GoingOut, Options
from .prices import most_worth, prices_of
from .questions import Cards, DiscardCard, DrawStock, LayMeld, LayOffCards, Position, TakeDiscards
from .search_task import NOWHERE, Purse
from .turns import Table, barred_card, owed_card, owes_first_meld, table_at, waits_for_first_meld
from .verdicts import Violation

#: One depth of the pile takes at most a part of the steps that are left, so that some are left for those below.
_SHARE: Final = 4
#: What it costs to judge a play, beside a step of the search.
_STEPS_OF_A_PLAY: Final = 200
#: Where the steps have run out, so many more are taken to find any lawful way on.
_STEPS_TO_FINISH: Final = 200_000


class PickupAdviceQuestion(NamedTuple):
    """What is the stock worth here, and each depth of the discard pile?"""

    position: Position


class Continuation(NamedTuple):
    """The best way on from a pickup: plays in order, the discard if there is one, and what stays in hand.

    `net` is points laid minus points left. None is worth more than `bound`; where they are equal, this is the best.
    """

    plays: tuple[LayMeld | LayOffCards, ...]
    discard: Card | None
    points: int
    left: Cards
    net: int
    bound: int


class PickupChoice(NamedTuple):
    """One way to draw: why it is refused, or the best way on; nothing is known of a card of the stock.

    None is told either where the steps ran out before one was found.
    """

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
    steps = BUDGET
    seen: set[object] = set()
    for count in range(1, len(table.pile) + 1):
        pickup = TakeDiscards(count)
        refused, after = attempt(pickup, table, options)
        found = None
        if not refused and steps > -_STEPS_TO_FINISH:
            share = max(steps, 0) // _SHARE
            purse = Purse(share)
            purse.seen = seen
            found = best_way_on(after, options, purse)
            steps -= share - purse.steps
        choices.append(PickupChoice(pickup, refused, found))
    return PickupAdvice((), tuple(choices))


def best_way_on(table: Table, options: Options, purse: Purse) -> Continuation | None:
    """Return the best lawful way to finish a turn in which the seat has drawn; None where there is none.

    One arrangement is the best of all where nothing is owed. Where the dug card must be used, or a first meld must be
    worth enough, that arrangement still bounds every other; if it is not lawful in any order, each play is tried. Where
    the steps of the purse run out, it is the best that was found, if any was.
    """
    free = _best_end(table, options, purse)
    owed = owed_card(table, options)
    waits = waits_for_first_meld(table, options)
    if owed is None and not waits:
        return free
    for way in () if free is None else _in_orders(free, owed, options):
        if _is_lawful(way, table, options):
            return way
    worth = most_worth(options)
    bound = sum([worth[card.index] for card in table.hand]) if free is None else free.bound
    plays = plays_of(None if waits else owed, table, options)
    return _best_by_plays(plays, table, options, bound, purse)


def _in_orders(way: Continuation, owed: Card | None, options: Options) -> Iterator[Continuation]:
    """Yield a way on with the dug card and the dearest melds first and not, as it may be lawful in one order only."""
    prices = prices_of(options).in_set

    def waits_for_use(move: LayMeld | LayOffCards) -> bool:
        return owed is not None and not any(card.held is owed for card in move.cards)

    def cheapness(move: LayMeld | LayOffCards) -> tuple[bool, int]:
        return isinstance(move, LayOffCards), -sum([prices[card.index].points for card in move.cards])

    dearest_first = sorted(way.plays, key=cheapness)
    orders = (way.plays, sorted(way.plays, key=waits_for_use), dearest_first, sorted(dearest_first, key=waits_for_use))
    for plays in dict.fromkeys(map(tuple, orders)):
        yield way._replace(plays=plays)


def _is_lawful(way: Continuation, table: Table, options: Options) -> bool:
    """Tell whether the turn can be played so from its first play to its discard."""
    before = table.points
    moves = (*way.plays, *(() if way.discard is None else (DiscardCard(way.discard),)))
    for move in moves:
        refused, table = attempt(move, table, options)
        if refused:
            return False
    return table.points - before == way.points


def _best_by_plays(
    plays: Iterable[LayMeld | LayOffCards], table: Table, options: Options, bound: int, purse: Purse
) -> Continuation | None:
    """Return the best way on that begins with one of these plays, or with none where nothing is owed."""
    owes = owed_card(table, options) is not None or owes_first_meld(table, options)
    found = None if owes else _best_without_plays(table, options)
    highest = NOWHERE if found is None else found.net
    for first in plays:
        if found is not None and found.net == bound:
            break
        if purse.is_spent() and (found is not None or purse.steps < -_STEPS_TO_FINISH):
            highest = bound
            break
        purse.spend(_STEPS_OF_A_PLAY)
        refused, after = attempt(first, table, options)
        if refused:
            continue
        points = after.points - table.points
        if after.turn_over:
            rest: Continuation | None = Continuation((), None, 0, (), 0, 0)
        elif found is not None and points + _most_of(after, options, purse) <= found.net:
            continue
        else:
            rest = best_way_on(after, options, purse)
        if rest is None:
            highest = bound
            continue
        way = Continuation(
            (first, *rest.plays),
            rest.discard,
            rest.points + points,
            rest.left,
            rest.net + points,
            rest.bound + points,
        )
        highest = max(highest, way.bound)
        found = _better(found, way)
    return None if found is None else found._replace(bound=max(found.net, min(bound, highest)))


def _most_of(table: Table, options: Options, purse: Purse) -> int:
    """Return what no way on is worth more than: the best arrangement, and the dearest card discarded for nothing."""
    costs = prices_of(options).in_hand
    whole = best(table.hand, open_melds(table, options), options, purse=purse)
    return whole.bound + max([costs[card.index].points for card in table.hand])


def _better(one: Continuation | None, other: Continuation) -> Continuation:
    return other if one is None or other.net > one.net else one


def _best_without_plays(table: Table, options: Options) -> Continuation | None:
    """Return the best turn in which nothing more is laid."""
    costs = prices_of(options).in_hand
    found = None
    for card in dict.fromkeys(table.hand):
        if not violations(DiscardCard(card), table, options):
            left = without(table.hand, (card,))
            net = -sum([costs[each.index].points for each in left])
            way = Continuation((), card, 0, left, net, net)
            found = _better(found, way)
    return found


def _best_end(table: Table, options: Options, purse: Purse) -> Continuation | None:
    """Return the best way on where nothing is owed but the discard.

    An arrangement of the hand that keeps a card is worth that card less than one of the rest of the hand. So no
    discard brings more than the best arrangement of the whole hand and the price of its card, nor more than all
    other cards laid at their dearest; a card is tried only where that is more than was found before.
    """
    costs = prices_of(options).in_hand
    melds = open_melds(table, options)
    worth = most_worth(options)
    all_laid = sum([worth[card.index] for card in table.hand])
    if purse.is_spent():
        plain = _best_without_plays(table, options)
        return None if plain is None else plain._replace(bound=all_laid)
    whole = best(table.hand, melds, options, purse=purse)
    found = None
    highest = NOWHERE
    if options.going_out is not GoingOut.DISCARD_REQUIRED:
        if not whole.left:
            found = _continuation(whole, None, (), options)
        if not whole.left or whole.bound > whole.value:
            highest = whole.bound
    barred = barred_card(table, options)
    # A card that stays is discarded at no loss; one that lies is missed where it lay.
    for card in sorted(dict.fromkeys(table.hand), key=lambda each: (each not in whole.left, -costs[each.index].points)):
        most = min(whole.bound + costs[card.index].points, all_laid - worth[card.index])
        if card is barred or (found is not None and most <= found.net):
            continue
        if card in whole.left:
            way = _continuation(whole, card, without(whole.left, (card,)), options)._replace(bound=most)
        elif purse.is_spent() and found is not None:
            highest = max(highest, most)
            continue
        else:
            beat = None if found is None else found.net
            held_back = _barred_by(card, options)
            rest = best(without(table.hand, (card,)), melds, options, barred=held_back, beat=beat, purse=purse)
            way = _continuation(rest, card, rest.left, options)
        highest = max(highest, way.bound)
        found = _better(found, way)
    return None if found is None else found._replace(bound=max(found.net, highest))


def _barred_by(card: Card, options: Options) -> Cards:
    """Return the card for which no joker may be laid off while it waits in hand to be discarded."""
    return (card,) if options.joker_layoff_ban and card is not JOKER else ()


def _continuation(arrangement: Arrangement, discard: Card | None, left: Cards, options: Options) -> Continuation:
    melds = [LayMeld(meld.cards, meld.ace) for meld in arrangement.melds]
    lay_offs = [LayOffCards(each.cards, each.meld_id, each.ace) for each in arrangement.lay_offs]
    plays: tuple[LayMeld | LayOffCards, ...] = (*melds, *lay_offs)
    points = sum(meld.points for meld in arrangement.melds) + sum(each.points for each in arrangement.lay_offs)
    costs = prices_of(options).in_hand
    net = points - sum([costs[card.index].points for card in left])
    return Continuation(plays, discard, points, left, net, arrangement.bound)
