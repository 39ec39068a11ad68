"""The deal: a deck and a dealer in; hands, the first discard and the stock out.

The order of the deck comes from outside. This room must never know how it was shuffled.
"""

from collections import Counter
from typing import NamedTuple

from .cards import JOKER, NATURALS
from .options import Options
from .questions import Cards
from .rulebook import Code
from .table import deck_faults
from .verdicts import Place, Violation


class Deal(NamedTuple):
    """What is dealt: the hands in seat order, the first discard, and the stock, its next card first."""

    hands: tuple[Cards, ...]
    pile: Cards
    stock: Cards


def full_deck(players: int, options: Options) -> Cards:
    """Return all cards that so many seats play with, unshuffled.

    >>> len(full_deck(8, Options()))
    104
    """
    decks, jokers = options.copies(players)
    return NATURALS * decks + (JOKER,) * jokers


def dealer_of(number: int, players: int) -> int:
    """Return who deals that round, the first one being 1: seat 0 begins, and the deal goes clockwise."""
    return (number - 1) % players


def deal(deck: Cards, dealer: int, players: int, options: Options) -> Deal:
    """Deal one card at a time, clockwise from the dealer's left, then the first discard; the rest is the stock.

    >>> deal(full_deck(2, Options()), 0, 2, Options()).hands[1][:3]
    (AS, 3S, 5S)
    """
    dealt = options.hand_size(players) * players
    hands = tuple(deck[(seat - dealer - 1) % players : dealt : players] for seat in range(players))
    return Deal(hands, deck[dealt : dealt + 1], deck[dealt + 1 :])


def full_deck_faults(deck: Cards, players: int, options: Options, place: Place) -> tuple[Violation, ...]:
    """Return what a deck has too often and what it lacks."""
    faults = deck_faults([(place, deck)], options, players)
    missing = Counter(full_deck(players, options)) - Counter(deck)
    lacking = tuple(card for card in missing.elements())
    if lacking:
        codes = " ".join(card.code for card in lacking)
        faults += (Violation(Code.IMPOSSIBLE_TABLE, f"The deck lacks {codes}.", place, lacking),)
    return faults
