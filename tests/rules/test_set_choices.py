"""What the sets of one rank can take, held against every way to deal cards out to sets."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from service.rules.set_choices import MAX_SET, MIN_SET, SetRule, set_choices


def sets_of(held: tuple[int, ...], jokers: int, rule: SetRule) -> set[tuple[tuple[int, ...], int]]:
    """Return what new sets can take of some cards, and with how many jokers, by trying every pile of sets."""
    kinds = [
        (suits, others)
        for size in range(1, MAX_SET + 1)
        for suits in combinations_with_replacement(range(4), size)
        for others in range(MAX_SET + 1)
        if MIN_SET <= size + others <= MAX_SET and size >= rule.naturals
        if not rule.distinct or len(set(suits)) == size
    ]
    reached: set[tuple[tuple[int, ...], int]] = {((0, 0, 0, 0), 0)}
    fresh = set(reached)
    while fresh:
        more = {
            (tuple(count + suits.count(suit) for suit, count in enumerate(taken)), used + others)
            for taken, used in fresh
            for suits, others in kinds
        }
        fresh = {
            (taken, used)
            for taken, used in more
            if used <= jokers and all(count <= most for count, most in zip(taken, held, strict=True))
        } - reached
        reached |= fresh
    return reached


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("naturals", [1, 2, 3])
def test_sets_take_what_they_can_and_nothing_else(naturals: int, distinct: bool) -> None:  # noqa: FBT001
    for held in product(range(3), repeat=4):
        for jokers in (0, 2):
            rule = SetRule(naturals, distinct, doubles=True)
            choices = set_choices(held, jokers, (), rule)
            assert {(choice.taken, choice.jokers) for choice in choices} == sets_of(held, jokers, rule)


def test_every_set_is_a_set() -> None:
    rule = SetRule(1, distinct=True, doubles=True)
    for choice in set_choices((2, 2, 1, 1), 4, (), rule):
        assert all(MIN_SET <= len(suits) + jokers <= MAX_SET for suits, jokers in choice.sets)
        assert all(len(set(suits)) == len(suits) for suits, _ in choice.sets)
        assert sum(jokers for _, jokers in choice.sets) == choice.jokers
        assert choice.room == sum(len(suits) + jokers == MIN_SET for suits, jokers in choice.sets)
        fours = [(suits, jokers) for suits, jokers in choice.sets if len(suits) + jokers == MAX_SET]
        assert choice.doubled == sum(len(suits) for suits, _ in fours)
        assert choice.jokers_doubled == sum(jokers for _, jokers in fours)


def test_a_card_joins_a_set_of_the_table_that_takes_its_suit() -> None:
    choices = set_choices((1, 1, 0, 0), 0, ((1,),), SetRule(1, distinct=True, doubles=False))
    assert {(choice.taken, choice.joins, choice.room) for choice in choices} == {
        ((0, 0, 0, 0), (), 0),
        ((0, 1, 0, 0), ((0, 1),), -1),
    }
