"""Shuffles lose no card; a seed gives one order and chance gives any."""

from __future__ import annotations

from collections import Counter

from service.games.shuffle import shuffled, shuffled_by
from service.rules.deal import full_deck
from service.rules.options import Options

DECK = full_deck(8, Options())


def test_no_card_is_lost_or_doubled() -> None:
    for order in (shuffled(DECK), shuffled_by("a seed", "round 1", DECK)):
        assert Counter(order) == Counter(DECK)
        assert order != DECK


def test_equal_seeds_give_equal_orders_and_other_purposes_others() -> None:
    order = shuffled_by("a seed", "round 1", DECK)
    assert order == shuffled_by("a seed", "round 1", DECK)
    assert order != shuffled_by("a seed", "round 2", DECK)
    assert order != shuffled_by("another", "round 1", DECK)


def test_chance_deals_no_order_twice() -> None:
    assert len({shuffled(DECK) for _ in range(20)}) == 20


def test_every_card_comes_first_about_as_often() -> None:
    four = DECK[:4]
    for firsts in (
        Counter(shuffled_by(f"seed {number}", "round 1", four)[0] for number in range(400)),
        Counter(shuffled(four)[0] for _ in range(400)),
    ):
        assert all(50 < firsts[card] < 150 for card in four)
