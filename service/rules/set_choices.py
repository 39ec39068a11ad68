"""What the sets of one rank can take, in a sweep from low to high.

This room knows suits by number; it must never know which rank it is at, or what a card is worth.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

MIN_SET: Final = 3
MAX_SET: Final = 4
_FOUR_SUITS: Final = range(4)


class SetOfSuits(NamedTuple):
    """One set to be laid: the suits of its natural cards, and how many jokers."""

    suits: tuple[int, ...]
    jokers: int


class SetChoice(NamedTuple):
    """What the sets of one rank take: natural cards by suit, jokers, the room that is left in them for more jokers."""

    taken: tuple[int, int, int, int]
    jokers: int
    room: int
    doubled: int
    jokers_doubled: int
    sets: tuple[SetOfSuits, ...]
    joins: tuple[tuple[int, int], ...]


class SetRule(NamedTuple):
    """How many natural cards a set must have, whether its suits must differ, whether four at once count double."""

    naturals: int
    distinct: bool
    doubles: bool


NO_SETS: Final = SetChoice((0, 0, 0, 0), 0, 0, 0, 0, (), ())


@lru_cache(maxsize=4096)
def set_choices(
    held: tuple[int, ...],
    jokers: int,
    open_sets: tuple[tuple[int, ...], ...],
    rule: SetRule,
) -> tuple[SetChoice, ...]:
    """Return everything that the sets of one rank can take.

    `open_sets` are the sets of the table, each with the suits of the cards that may join it.
    """
    found: dict[tuple[object, ...], SetChoice] = {}
    for joins in _joins(held, open_sets):
        free = list(held)
        for _, suit in joins:
            free[suit] -= 1
        for dealt in product(*(range(count + 1) for count in free)):
            for choice in _own_sets(dealt, jokers, rule):
                taken = list(dealt)
                for _, suit in joins:
                    taken[suit] += 1
                full = choice._replace(
                    taken=(taken[0], taken[1], taken[2], taken[3]), room=choice.room - len(joins), joins=joins
                )
                found.setdefault((full.taken, full.jokers, full.room, full.doubled, full.jokers_doubled), full)
    return tuple(found.values())


def _joins(held: Sequence[int], open_sets: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the ways to lay cards off on sets of the table, as pairs of set and suit; one for the same cards."""
    ways: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {(0,) * len(held): ()}
    for number, takes in enumerate(open_sets):
        for taken, joins in tuple(ways.items()):
            for suit in takes:
                if taken[suit] < held[suit]:
                    more = (*taken[:suit], taken[suit] + 1, *taken[suit + 1 :])
                    ways.setdefault(more, (*joins, (number, suit)))
    yield from ways.values()


def _own_sets(dealt: tuple[int, ...], jokers: int, rule: SetRule) -> Iterator[SetChoice]:
    """Yield the ways to make new sets of exactly these natural cards with the help of jokers."""
    total = sum(dealt)
    if not total:
        yield NO_SETS
        return
    taken = (dealt[0], dealt[1], dealt[2], dealt[3])
    for number in range((total + MAX_SET - 1) // MAX_SET, total // rule.naturals + 1):
        if rule.distinct and max(dealt) > number:
            continue
        for fours in range(number + 1):
            extra = MIN_SET * number + fours - total
            if not 0 <= extra <= jokers or (fours and extra and not rule.doubles):
                continue
            for naturals in _shares(total, number, fours, rule.naturals):
                suits = _deal(dealt, naturals, rule)
                if suits is None:
                    continue
                sets = tuple(
                    SetOfSuits(each, (MAX_SET if place < fours else MIN_SET) - len(each))
                    for place, each in enumerate(suits)
                )
                in_fours = sum(naturals[:fours]) if rule.doubles else 0
                jokers_in_fours = MAX_SET * fours - in_fours if rule.doubles else 0
                yield SetChoice(taken, extra, number - fours, in_fours, jokers_in_fours, sets, ())
                if not rule.doubles:
                    break


def _shares(total: int, number: int, fours: int, least: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to share natural cards out among sets, the sets of four first."""
    sizes = (MAX_SET,) * fours + (MIN_SET,) * (number - fours)

    def share(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == number:
            if not left:
                yield ()
            return
        for size in range(min(sizes[place], left), least - 1, -1):
            for rest in share(place + 1, left - size):
                if not rest or place + 1 == fours or size >= rest[0]:
                    yield (size, *rest)

    yield from share(0, total)


def _deal(dealt: tuple[int, ...], shares: tuple[int, ...], rule: SetRule) -> tuple[tuple[int, ...], ...] | None:
    """Deal natural cards out to sets of these sizes, no suit twice in one where suits must differ."""
    left = list(dealt)
    sets: list[tuple[int, ...]] = [()] * len(shares)
    for place in sorted(range(len(shares)), key=lambda each: -shares[each]):
        suits: list[int] = []
        while len(suits) < shares[place]:
            suit = max((s for s in _FOUR_SUITS if not (rule.distinct and s in suits)), key=left.__getitem__, default=-1)
            if suit < 0 or not left[suit]:
                return None
            left[suit] -= 1
            suits.append(suit)
        sets[place] = tuple(sorted(suits))
    return tuple(sets)
