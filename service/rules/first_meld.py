"""Whether one meld of a hand reaches the first-meld minimum, with the dug card in it or beside it.

A meld is looked at by its kind and place: which natural cards are there, what jokers fill in, and what that is worth
at best; a joker counts at least as much as any card it stands for. This room must never know whose turn it is.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from .cards import ACE, JOKER, KING, SUITS, Card, natural_card
from .melds import HIGH_ACE, MAX_RUN, MAX_SET, MIN_MELD, RUNS, Set, Shape, ranks_of
from .options import AceInRuns, Jokers, Options, SetSuits
from .plays import Holding, wild_jokers, windows
from .prices import prices_of
from .questions import Cards
from .table import price_list
from .uses import naturals_by_rank, open_suits, ways_out

_ALL_SUIT_NUMBERS: Final = range(len(SUITS))
_EVERY_RANK: Final = range(ACE, KING + 1)


class RunPlace(NamedTuple):
    """Where a run may lie, and what natural cards count there: points and the bit of the rank, the cheapest first."""

    low: int
    length: int
    ranks: int
    total: int
    cheapest_first: tuple[tuple[int, int], ...]


@lru_cache(maxsize=1024)
def run_places(options: Options) -> tuple[RunPlace, ...]:
    """Return every place where a run may lie."""
    prices = prices_of(options)
    places = []
    for low, length, ranks in windows(options.ace_in_runs, options.min_run_length):
        listed = price_list(RUNS[0][low][length], prices)
        points = sorted(
            (listed[natural_card(rank, 0).index].points, 1 << rank - 1) for rank in _EVERY_RANK if ranks & 1 << rank - 1
        )
        places.append(RunPlace(low, length, ranks, sum(each for each, _ in points), tuple(points)))
    return tuple(places)


def one_meld_reaches(
    held: Holding, room: int, options: Options, dug: Card | None = None, least: int | None = None
) -> bool:
    """Tell whether a meld of at most so many cards is worth enough, with the dug card in it if there is one.

    Enough is the first-meld minimum, or `least`.

    >>> from .cards import cards
    >>> from .plays import holding
    >>> one_meld_reaches(holding(cards("JH QH KH AH")), 4, Options(first_meld_minimum=45))
    True
    """
    if least is None:
        least = options.first_meld_minimum
    return _a_set_reaches(held, room, options, dug, least) or _a_run_reaches(held, room, options, dug, least)


def _a_set_reaches(held: Holding, room: int, options: Options, dug: Card | None, least: int) -> bool:
    listed = prices_of(options).in_set
    jokers = wild_jokers(held, options)
    of_rank = naturals_by_rank(held, options)
    for size in range(MIN_MELD, min(MAX_SET, room) + 1):
        factor = 2 if options.double_four_of_a_kind and size == MAX_SET else 1
        of_jokers = options.jokers is Jokers.OWN_RANK and held.jokers >= size and dug in {None, JOKER}
        if of_jokers and size * options.joker_points * factor >= least:
            return True
        most_naturals = size - (dug is JOKER)
        ranks = _ranks_worth(least, size, options, jokers=jokers > 0)
        if dug is not None and dug is not JOKER:
            ranks = (dug.rank,) if dug.rank in ranks else ()
        for rank in ranks:
            naturals = max(size - jokers, dug is not None and dug is not JOKER)
            if naturals < size:
                naturals = max(naturals, options.min_naturals)
            if naturals <= min(of_rank[rank - 1], most_naturals):
                points = naturals * listed[rank - 1].points + (size - naturals) * options.joker_points
                if points * factor >= least:
                    return True
    return False


@lru_cache(maxsize=1024)
def _ranks_worth(least: int, size: int, options: Options, *, jokers: bool) -> tuple[int, ...]:
    """Return the ranks of which a set of that size can be worth so much, if all its cards are there."""
    listed = prices_of(options).in_set
    factor = 2 if options.double_four_of_a_kind and size == MAX_SET else 1
    of_joker = options.joker_points if jokers else 0
    return tuple(rank for rank in _EVERY_RANK if size * max(listed[rank - 1].points, of_joker) * factor >= least)


def _a_run_reaches(held: Holding, room: int, options: Options, dug: Card | None, least: int) -> bool:
    jokers = wild_jokers(held, options)
    if dug is None or dug is JOKER:
        suits, showing = _ALL_SUIT_NUMBERS, 0
    else:
        suits, showing = range(dug.suit, dug.suit + 1), 1 << dug.rank - 1
    for suit in suits:
        ranks = held.ranks[suit]
        # More room than there are cards makes no run longer, and would only be another question.
        longest = min(room, ranks.bit_count() + jokers)
        if _best_run(ranks, jokers, longest, showing, options, joker_needed=dug is JOKER) >= least:
            return True
    return False


@lru_cache(maxsize=4096)
def _best_run(ranks: int, jokers: int, room: int, showing: int, options: Options, *, joker_needed: bool) -> int:
    """Return what a run of a suit is worth at most, -1 if none can be laid; hands of one turn share most suits."""
    best = -1
    for place in run_places(options):
        # Most places are passed over for what is missing there, and without a call.
        if (
            (place.ranks & ~ranks).bit_count() <= jokers
            and place.length <= room
            and place.ranks & showing == showing
            and place.total + jokers * options.joker_points > best
        ):
            best = max(best, _worth(place, ranks, jokers, options, showing, joker_needed=joker_needed))
    return best


def _worth(
    place: RunPlace, ranks: int, jokers: int, options: Options, showing: int = 0, *, joker_needed: bool = False
) -> int:
    """Return what a run at a place is worth at most, -1 if it cannot be laid; these ranks must be natural cards."""
    missing = place.ranks & ~ranks
    most = min(jokers, place.length - options.min_naturals)
    spare = most - missing.bit_count()
    if spare < 0 or (joker_needed and not most):
        return -1
    if not most:
        return place.total
    worth = 0
    for points, bit in place.cheapest_first:
        if bit & missing:
            worth += options.joker_points
        elif spare and not bit & showing:
            spare -= 1
            worth += options.joker_points
        else:
            worth += points
    return worth


#: Cards that are played together: natural ones, and so many jokers.
Together: TypeAlias = tuple[Cards, int]


def one_meld_and_use_reach(
    dug: Card, held: Holding, shapes: Sequence[Shape] | None, room: int, options: Options
) -> bool:
    """Tell whether a meld worth the minimum leaves a use for the dug card: in a second meld, or on one of these melds.

    Without `shapes` it must be a meld. What joins the first meld could go into that meld at once, and so could a wild
    joker that was dug - save around the corner, where the ace of the longer run may count less.
    """
    for cards, jokers in dict.fromkeys(_uses(dug, held, shapes or (), options)):
        left = room - len(cards) - jokers
        if left >= MIN_MELD and one_meld_reaches(less(held, cards, jokers), left, options):
            return True
    return shapes is not None and _reaches_before_the_corner(dug, held, room, options)


def less(held: Holding, cards: Cards, jokers: int) -> Holding:
    """Return a holding without some cards."""
    naturals = held.naturals.copy()
    ranks = held.ranks.copy()
    for card in cards:
        naturals[card.index] -= 1
        if not naturals[card.index]:
            ranks[card.suit] &= ~(1 << card.rank - 1)
    return Holding(naturals, held.jokers - jokers, ranks)


def _uses(dug: Card, held: Holding, shapes: Sequence[Shape], options: Options) -> Iterator[Together]:
    """Yield the plays of the dug card from which no card can be left out."""
    if dug is not JOKER:
        yield from small_melds(dug, held, options)
        yield from small_lay_offs(dug, held, shapes, options)
    elif options.jokers is Jokers.OWN_RANK:
        if held.jokers >= MIN_MELD:
            yield (), MIN_MELD
        if any(isinstance(shape, Set) and not shape.rank and shape.size < MAX_SET for shape in shapes):
            yield (), 1


def small_melds(dug: Card, held: Holding, options: Options) -> Iterator[Together]:
    """Yield the melds with a natural card from which no card can be left out."""
    yield from _small_sets(dug, held, options)
    yield from _small_runs(dug, held, options)


def _small_sets(dug: Card, held: Holding, options: Options) -> Iterator[Together]:
    any_suits = options.set_suits is SetSuits.ANY
    others: list[Card] = []
    for suit in _ALL_SUIT_NUMBERS:
        card = natural_card(dug.rank, suit)
        copies = held.naturals[card.index] - (card is dug)
        others += [card] * (copies if any_suits else min(copies, card is not dug))
    for jokers in range(min(wild_jokers(held, options), MIN_MELD - options.min_naturals, MIN_MELD - 1) + 1):
        for chosen in combinations(others, MIN_MELD - 1 - jokers):
            yield (dug, *chosen), jokers


def _small_runs(dug: Card, held: Holding, options: Options) -> Iterator[Together]:
    least, needed = options.min_run_length, options.min_naturals
    wild = wild_jokers(held, options)
    for low, length, ranks in windows(options.ace_in_runs, least, 1 << dug.rank - 1):
        if length > max(least, needed + wild):
            continue
        ends = {natural_card((end - 1) % KING + 1, dug.suit) for end in (low, low + length - 1)} - {dug}
        others = [card for card in _naturals_of(ranks & held.ranks[dug.suit], dug.suit) if card is not dug]
        for jokers in range(min(wild, length - max(needed, 1)) + 1):
            # A longer run than there must be gives up the card at an end, unless it is a natural card that is needed.
            if length > least and length - jokers > needed:
                continue
            for chosen in combinations(others, length - jokers - 1):
                if length == least or ends.issubset(chosen):
                    yield (dug, *chosen), jokers


def _naturals_of(ranks: int, suit: int) -> Iterator[Card]:
    return (natural_card(rank, suit) for rank in ranks_of(ranks))


def small_lay_offs(dug: Card, held: Holding, shapes: Sequence[Shape], options: Options) -> Iterator[Together]:
    """Yield the lay-offs of a natural card from which no card can be left out."""
    wild = wild_jokers(held, options)
    for shape in shapes:
        if isinstance(shape, Set):
            if shape.size < MAX_SET and dug.rank == shape.rank and dug.suit in open_suits(shape, options):
                yield (dug,), 0
        elif shape.suit == dug.suit:
            for ranks in ways_out(shape, options):
                if dug.rank in ranks:
                    bridge = ranks[: ranks.index(dug.rank)]
                    there = [natural_card(rank, dug.suit) for rank in bridge if held.has(rank, dug.suit)]
                    missing = len(bridge) - len(there)
                    # A joker in the place of a card that is held pays only where the first meld needs that card.
                    for jokers in range(missing, min(wild, missing + options.min_naturals, len(bridge)) + 1):
                        for chosen in combinations(there, len(bridge) - jokers):
                            yield (dug, *chosen), jokers


def _reaches_before_the_corner(dug: Card, held: Holding, room: int, options: Options) -> bool:
    """Tell whether a run that ends at the ace is worth the minimum, and the dug card then goes round the corner."""
    return any(
        place.length + len(way) <= room
        and _worth(place, held.ranks[dug.suit], jokers, options) >= options.first_meld_minimum
        for place, way, jokers in _before_the_corner(dug, held, options)
    )


def _before_the_corner(dug: Card, held: Holding, options: Options) -> Iterator[tuple[RunPlace, range, int]]:
    """Yield runs that end at the ace, the ranks from there round the corner to a card, and the jokers that are left."""
    if options.ace_in_runs is not AceInRuns.CORNER or dug.rank <= ACE:
        return
    for ace_high, way in ((True, range(ACE + 1, dug.rank + 1)), (False, range(dug.rank, KING + 1))):
        jokers = wild_jokers(held, options) - sum(not held.has(rank, dug.suit) for rank in way)
        for place in run_places(options) if jokers >= 0 else ():
            at_the_ace = place.low + place.length == HIGH_ACE + 1 if ace_high else place.low == ACE
            if at_the_ace and place.length + len(way) <= MAX_RUN:
                yield place, way, jokers


def runs_before_the_corner(dug: Card, held: Holding, options: Options) -> Iterator[tuple[Cards, int]]:
    """Yield the cards of a run that ends at the ace and of the way round the corner to the dug card, and its points.

    Jokers only fill in what is missing.
    """
    for place, way, jokers in _before_the_corner(dug, held, options):
        there = place.ranks & held.ranks[dug.suit]
        missing = place.length - there.bit_count()
        if missing > min(jokers, place.length - options.min_naturals):
            continue
        points = _worth(place, there, missing, options)
        laid = tuple(_naturals_of(there, dug.suit))
        laid += tuple(natural_card(rank, dug.suit) for rank in way if held.has(rank, dug.suit))
        yield laid + (JOKER,) * (place.length + len(way) - len(laid)), points
