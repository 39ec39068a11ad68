"""What happened, as it is kept: everything that a record needs. `views` chooses what is seen of it."""

from typing import Any, TypeAlias

from service.rules.game import Game, RoundEnd
from service.rules.game_result import Outcome
from service.rules.questions import (
    CallRummy,
    Cards,
    DiscardCard,
    DrawStock,
    LayMeld,
    LayOffCards,
    Move,
    Pass,
    TakeDiscards,
)
from service.wire.answers import write_outcome
from service.wire.moves import codes, write_move

KeptEvent: TypeAlias = dict[str, Any]


def round_dealt(game: Game, deck: Cards, salt: str, commitment: str) -> KeptEvent:
    """Return that a round was dealt, from which deck."""
    round_ = game.round
    return {
        "type": "round_dealt",
        "seat": round_.dealer,
        "cards": codes(round_.table.pile),
        "commitment": commitment,
        "deck": codes(deck),
        "salt": salt,
    }


def move_made(move: Move, seat: int, before: Game, after: Game, new_stock: Cards | None) -> KeptEvent:
    """Return that a move was made, with everything that it left unsaid: the card that came, the name of the meld."""
    said = told(move, before, after)
    event: KeptEvent = {"seat": seat, "move": write_move(said)}
    pile = before.round.table.pile
    match said:
        case DrawStock(card):
            assert card is not None
            event |= {"type": "card_drawn", "count": 1, "cards": [card.code]}
        case TakeDiscards(count):
            event |= {"type": "discards_taken", "count": count, "cards": codes(pile[-count:])}
        case CallRummy(count):
            event |= {"type": "rummy_called", "count": count, "cards": codes(pile[-count:])}
        case LayMeld(cards, _, meld_id):
            event |= {"type": "meld_laid", "cards": codes(cards), "meld_id": meld_id}
        case LayOffCards(cards, meld_id):
            event |= {"type": "cards_laid_off", "cards": codes(cards), "meld_id": meld_id}
        case DiscardCard(card):
            event |= {"type": "discarded", "cards": [card.code]}
        case Pass():
            event |= {"type": "passed"}
    if new_stock is not None:
        event["new_stock"] = codes(new_stock)
    return event


def told(move: Move, before: Game, after: Game) -> Move:
    """Return a lawful move with everything said: the card that was drawn, the names of jokers and melds."""
    if isinstance(move, DrawStock):
        return DrawStock(before.round.stock[0])
    if isinstance(move, LayMeld):
        laid = after.round.table.melds[len(before.round.table.melds)].laid
        return LayMeld(laid.cards, move.ace, laid.id)
    if isinstance(move, LayOffCards):
        melds = zip(before.round.table.melds, after.round.table.melds, strict=True)
        grown = next(now.laid for was, now in melds if len(now.laid.lay_offs) > len(was.laid.lay_offs))
        return LayOffCards(grown.lay_offs[-1].cards, grown.id, move.ace)
    return move


def round_over(end: RoundEnd, game: Game) -> KeptEvent:
    """Return that a round is over, and what it was worth."""
    event: KeptEvent = {"type": "round_over", "scores": [seat.net for seat in end.score.seats]}
    if game.scored[-1].out_seat is not None:
        event["seat"] = game.scored[-1].out_seat
    return event


def game_over(outcome: Outcome) -> KeptEvent:
    """Return that the game is over, and who has won."""
    return {"type": "game_over", "outcome": write_outcome(outcome)}
