"""Hands and tables at random on which the search for the best arrangement is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.rules.cards import JOKER, KING, NATURALS, joker_named, natural_card
from service.rules.melds import read_meld
from service.rules.options import AceInRuns, Jokers, Options, PipPoints, SetSuits
from service.rules.questions import TableMeld
from service.rules.table import Meld, read_melds

if TYPE_CHECKING:
    from random import Random

    from service.rules.cards import Card
    from service.rules.questions import Cards

JOKERS_OF_A_DECK = 4


def options_at_random(random: Random, ace_in_runs: AceInRuns | None = None) -> Options:
    """Return options that touch melds, jokers and prices."""
    return Options(
        jokers=random.choice((Jokers.NONE, Jokers.WILD, Jokers.WILD, Jokers.OWN_RANK)),
        jokers_per_deck=JOKERS_OF_A_DECK,
        set_suits=random.choice(tuple(SetSuits)),
        ace_in_runs=ace_in_runs or random.choice((AceInRuns.EITHER, AceInRuns.LOW, AceInRuns.HIGH)),
        min_run_length=random.choice((3, 3, 4)),
        min_naturals=random.choice((0, 1, 1, 1, 2, 3)),
        pip_points=random.choice(tuple(PipPoints)),
        low_ace_points=random.choice((1, 5, 15)),
        set_ace_points=random.choice((15, 5)),
        corner_ace_points=random.choice((15, 1, 5)),
        ace_in_hand_points=random.choice((15, 1, 5)),
        joker_points=random.choice((15, 20, 25)),
        double_four_of_a_kind=random.random() < 0.3,
        joker_layoff_ban=random.random() < 0.3,
    )


def _laid(random: Random, options: Options, longest: int) -> list[Card]:
    if options.jokers is Jokers.OWN_RANK and random.random() < 0.2:
        return [JOKER] * 3
    if random.random() < 0.5:
        suit, low, length = random.randrange(4), random.randint(1, KING), random.randint(3, longest)
        cards = [natural_card((low + more - 1) % KING + 1, suit) for more in range(length)]
    else:
        rank = random.randint(1, KING)
        cards = [natural_card(rank, suit) for suit in random.sample(range(4), 3)]
    if options.jokers is Jokers.WILD and random.random() < 0.3:
        place = random.randrange(len(cards))
        cards[place] = joker_named(cards[place])
    return cards


def table_at_random(random: Random, options: Options, deck: list[Card], melds: int, longest: int) -> tuple[Meld, ...]:
    """Return some melds of a table; their cards leave the deck."""
    laid: list[TableMeld] = []
    for _ in range(6 * melds):
        cards = tuple(_laid(random, options, longest))
        needed = [card.held for card in cards]
        enough = all(needed.count(card) <= deck.count(card) for card in needed)
        if len(laid) < melds and enough and read_meld(cards, None, options).shape is not None:
            for card in needed:
                deck.remove(card)
            laid.append(TableMeld(f"m{len(laid) + 1}", 0, cards))
    read, faults = read_melds(laid, options)
    assert not faults
    return read


def hand_at_random(random: Random, deck: list[Card], most: int, jokers: int) -> Cards:
    """Return a hand: any cards, or cards of a few ranks and suits that stand together."""
    wanted = deck
    if random.random() < 0.6:
        low, width = random.randint(1, KING), random.randint(2, 5)
        ranks = {(low + more - 1) % KING + 1 for more in range(width)}
        suits = random.sample(range(4), random.randint(1, 4))
        wanted = [card for card in deck if card.rank in ranks and card.suit in suits]
    naturals = [card for card in wanted if card is not JOKER]
    random.shuffle(naturals)
    held_jokers = min(deck.count(JOKER), jokers, most)
    return (*naturals[: random.randint(0, most - held_jokers)], *[JOKER] * held_jokers)


def deck_of(options: Options, decks: int) -> list[Card]:
    """Return the cards of so many decks."""
    jokers = 0 if options.jokers is Jokers.NONE else decks * JOKERS_OF_A_DECK
    return list(NATURALS) * decks + [JOKER] * jokers


def tight_table(random: Random, options: Options, deck: list[Card]) -> tuple[tuple[Meld, ...], list[Card]]:
    """Return a table with a run that has hardly any room left, and cards of the deck that nearly fit it."""
    suit = random.randrange(4)
    highest = 14 if options.ace_in_runs is not AceInRuns.LOW else 13
    lowest = 1 if options.ace_in_runs is AceInRuns.LOW else 2
    low, high = random.randint(lowest, 4), random.randint(11, highest)
    cards = tuple(natural_card((position - 1) % KING + 1, suit) for position in range(low, min(high, low + 11) + 1))
    rank = random.randint(1, KING)
    laid = [TableMeld("m1", 0, cards)]
    if random.random() < 0.6:
        laid.append(TableMeld("m2", 0, tuple(natural_card(rank, each) for each in random.sample(range(4), 3))))
    used = [card for meld in laid for card in meld.cards]
    if any(used.count(card) > deck.count(card) for card in used):
        laid.pop()
    for meld in laid:
        for card in meld.cards:
            deck.remove(card)
    read, faults = read_melds(laid, options)
    assert not faults
    near = [card for card in deck if (card.suit == suit and card.rank in {1, 2, 3, 4, 12, 13}) or card.rank == rank]
    random.shuffle(near)
    return read, near
