"""Turns as a player would tell them: "take 2, lay 9S 9C 9D, lay off 8H on m1, discard KH"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.rules.cards import card, cards
from service.rules.judge_turns import judge_turn
from service.rules.options import Options
from service.rules.questions import (
    AceEnd,
    DiscardCard,
    Drawn,
    DrawSource,
    DrawStock,
    LayMeld,
    LayOff,
    LayOffCards,
    Pass,
    Phase,
    Position,
    TableMeld,
    TakeDiscards,
    TurnMove,
    TurnQuestion,
)

if TYPE_CHECKING:
    from service.rules.verdicts import TurnVerdict

AMERICAN = Options()
#: What makes a turn: where the cards of the hand and of the table lie.
OF_STOCK = Drawn(DrawSource.STOCK, cards("2C"))


def move(told: str) -> TurnMove:
    """Read a move.

    >>> move("lay off 8H on m1")
    LayOffCards(cards=(8H,), meld_id='m1', ace=None)
    >>> move("lay AS 2S 3S ace low as m7")
    LayMeld(cards=(AS, 2S, 3S), ace=<AceEnd.LOW: 'low'>, meld_id='m7')
    """
    if told == "pass":
        return Pass()
    verb, _, rest = told.partition(" ")
    if verb == "draw":
        return DrawStock(card(rest))
    if verb == "take":
        return TakeDiscards(int(rest))
    if verb == "discard":
        return DiscardCard(card(rest))
    assert verb == "lay"
    rest, _, name = rest.partition(" as ")
    rest, _, end = rest.partition(" ace ")
    ace = AceEnd(end) if end else None
    if rest.startswith("off "):
        laid, _, target = rest.removeprefix("off ").partition(" on ")
        return LayOffCards(cards(laid), target or None, ace)
    return LayMeld(cards(rest), ace, name or None)


def moves(told: str) -> tuple[TurnMove, ...]:
    """Read moves with a comma between them."""
    return tuple(move(each) for each in told.split(", "))


def melds(*told: str) -> tuple[TableMeld, ...]:
    """Read melds of the table, "seat: cards; seat: cards laid off"; they are called m1, m2 and so on."""
    return tuple(_meld(f"m{number}", each) for number, each in enumerate(told, 1))


def _meld(name: str, told: str) -> TableMeld:
    (seat, laid), *more = (part.split(": ") for part in told.split("; "))
    return TableMeld(name, int(seat), cards(laid), tuple(LayOff(int(by), cards(added)) for by, added in more))


def position(hand: str, pile: str = "QC KC", table: tuple[TableMeld, ...] = (), **facts: Any) -> Position:
    """Return the position of seat 0 of three with its turn before it."""
    told: dict[str, Any] = {"players": 3, "seat": 0, "stock_count": 20} | facts
    return Position(hand=cards(hand), discard_pile=cards(pile), melds=table, **told)


def playing(hand: str, pile: str = "QC KC", table: tuple[TableMeld, ...] = (), **facts: Any) -> Position:
    """Return the position of seat 0 of three that has drawn from the stock."""
    return position(hand, pile, table, **({"phase": Phase.PLAY, "drawn": OF_STOCK} | facts))


def turn(told: str, at: Position, options: Options = AMERICAN) -> TurnVerdict:
    """Judge a turn."""
    return judge_turn(TurnQuestion(at, moves(told)), options)


def codes(told: str, at: Position, options: Options = AMERICAN) -> list[str]:
    """Return the codes of what is wrong with a turn."""
    return [violation.code.value for violation in turn(told, at, options).violations]
