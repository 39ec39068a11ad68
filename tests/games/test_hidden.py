"""What a seat is told depends on nothing that is hidden from it.

In the middle of a game the cards that a seat cannot see are mixed anew, among the other hands and the stock. Whatever
this seat is told must stay the same, to the letter.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from service.games import session
from service.games.saved import Kept, load
from service.games.tokens import Holder
from service.games.views import view_of
from service.rules import round as rounds
from service.rules.questions import (
    CallRummy,
    DiscardCard,
    DrawSource,
    DrawStock,
    LayMeld,
    LayOffCards,
    Pass,
    TakeDiscards,
)
from tests.games.self_play import SelfPlay

if TYPE_CHECKING:
    from service.games.session import Games
    from service.rules.cards import Card
    from service.rules.questions import Move


def mixed(kept: Kept, seat: int, chance: Random) -> Kept:
    """Return a game in which the cards that this seat cannot see have changed places."""
    round_ = kept.game.round
    table = round_.table
    others = [each for each in range(round_.players) if each != seat]
    unseen: list[Card] = [*round_.stock, *[card for other in others for card in round_.hands[other]]]
    to_act = table.seat != seat
    drawn = table.drawn
    # The claimed or taken cards of the turn in play lie open before all.
    taken = list(drawn.cards) if to_act and drawn is not None and drawn.source is not DrawSource.STOCK else []
    held = list(table.hand) if to_act else []
    shown = []
    for card in taken:
        # A hidden twin of it stays hidden.
        if card in held:
            held.remove(card)
            shown.append(card)
    unseen += held
    chance.shuffle(unseen)

    def take(count: int) -> tuple[Card, ...]:
        return tuple(unseen.pop() for _ in range(count))

    stock = take(len(round_.stock))
    hands = tuple(hand if each == seat else take(len(hand)) for each, hand in enumerate(round_.hands))
    if to_act:
        fresh = take(len(held))
        if drawn is not None and drawn.source is DrawSource.STOCK:
            table = table._replace(drawn=drawn._replace(cards=fresh[-1:] or drawn.cards))
        table = table._replace(hand=(*fresh, *shown))
    return kept._replace(game=kept.game._replace(round=round_._replace(table=table, hands=hands, stock=stock)))


def thought_of(kept: Kept, chance: Random) -> list[Move]:
    """Return moves that a seat may think of, most of them unlawful."""
    round_ = kept.game.round
    cards = [*round_.stock, *[card for seat in range(round_.players) for card in round_.hand(seat)]]
    some = tuple(chance.sample(cards, min(3, len(cards))))
    return [
        DrawStock(),
        TakeDiscards(chance.randint(1, 4)),
        Pass(),
        CallRummy(1),
        CallRummy(chance.randint(1, 3)),
        LayMeld(some),
        LayOffCards(some[:1]),
        *[DiscardCard(card) for card in some[:1]],
    ]


def told(game_id: str, kept: Kept, seat: int | None, moves: list[Move]) -> list[Any]:
    """Return everything that a seat can be told of a game as it is."""
    shown: list[Any] = [view_of(game_id, kept, seat, 9)]
    if seat is not None:
        shown += [session._judged(Holder(game_id, seat), kept, move) for move in moves]
        shown.append(list(rounds.legal_moves_of(seat, kept.game.round, kept.game.options)))
        shown.append(list(rounds.calls_of(seat, kept.game.round, kept.game.options)))
    return shown


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"call_rummy": "pile", "top_discard": "keep", "dug_card_timing": "same_turn"},
        {"call_rummy": "last_discard", "booting_bonus": 25},
        {"going_out": "float", "stock_end": "reshuffle", "top_discard": "keep"},
        {"first_meld_minimum": 30, "stock_end": "when_nobody_can_play"},
        {"jokers": "wild", "jokers_per_deck": 2, "call_rummy": "pile"},
    ],
    ids=str,
)
def test_what_is_told_does_not_depend_on_what_is_hidden(games: Games, options: dict[str, Any]) -> None:
    chance = Random(str(options))
    play = SelfPlay(games, "american", 3, chance, options)
    while "seat_to_act" in play.view and play.moves < 60:
        play._play_move()
        play.moves += 1
        kept = load(games.store.read(play.game_id).state)
        for seat in (0, 1, 2, None):
            other = mixed(kept, -1 if seat is None else seat, chance)
            moves = thought_of(kept, chance)
            assert told(play.game_id, kept, seat, moves) == told(play.game_id, other, seat, moves)
