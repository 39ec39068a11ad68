"""Rounds that are dealt as a test needs them."""

from typing import Any

from service.rules import round as rounds
from service.rules.cards import Card, cards, without
from service.rules.deal import deal, full_deck
from service.rules.options import Options
from service.rules.questions import Cards, Move
from service.rules.round import Round


def stacked(hands: list[str], up: str, stock: str, options: Options) -> Cards:
    """Return a deck that gives seat 1 the first of these hands, and so on to the dealer, seat 0, the last.

    Hands that are too short are filled with what is left, the stock too.
    """
    players = len(hands)
    size = options.hand_size(players)
    wanted = [list(cards(hand)) for hand in hands]
    named = [card for hand in wanted for card in hand] + list(cards(up)) + list(cards(stock))
    left: list[Card] = list(without(full_deck(players, options), named))
    for hand in wanted:
        while len(hand) < size:
            hand.append(left.pop())
    dealt = [wanted[seat][turn] for turn in range(size) for seat in range(players)]
    return (*dealt, *cards(up), *cards(stock), *left)


def begun(hands: list[str], up: str, stock: str = "", options: Options | None = None) -> Round:
    """Return a round dealt so."""
    options = options or Options()
    return rounds.begin(deal(stacked(hands, up, stock, options), 0, len(hands), options), 0)


def played(round_: Round, options: Options, *moves: tuple[int, Any]) -> Round:
    """Return the round after these moves, every one of which must be lawful."""
    for seat, move in moves:
        refused, round_, _ = rounds.attempt(move, seat, round_, options)
        assert refused == (), move
    return round_


def codes(move: Move, seat: int, round_: Round, options: Options) -> list[str]:
    """Return the codes of why a move is refused."""
    return [fault.code for fault in rounds.attempt(move, seat, round_, options).violations]
