"""Every move that the seat to act may make now.

Candidates come from `plays`; each is put to the same `violations` that judges a turn, so that the list and the judge
cannot disagree.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from .finishing import may_reach_first_meld, plays_of
from .judge_turns import MOST_USES, lawful_uses
from .moves import attempt, violations
from .moves.phases import may_boot
from .options import FirstMeldCounts, Options
from .questions import (
    DiscardCard,
    DrawStock,
    LayMeld,
    LayOffCards,
    Pass,
    Phase,
    Position,
    TakeDiscards,
    TurnMove,
)
from .turns import Table, is_first_play_bound, obligations, owed_card, table_at
from .verdicts import Obligation, Violation

MOST_MOVES: Final = 500


class LegalMovesQuestion(NamedTuple):
    """What may this seat do now? At most `limit` moves are listed."""

    position: Position
    limit: int = MOST_MOVES


class LegalMove(NamedTuple):
    """A lawful move, the points that it lays, and for a pickup the plays that would use its dug card."""

    move: TurnMove
    points: int = 0
    uses: tuple[LayMeld | LayOffCards, ...] | None = None


class LegalMoves(NamedTuple):
    """The answer: a draw from the stock is listed without its card."""

    violations: tuple[Violation, ...]
    moves: tuple[LegalMove, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    truncated: bool = False


def list_legal_moves(question: LegalMovesQuestion, options: Options) -> LegalMoves:
    """List every lawful move of a position, always in the same order: draws, melds, lay-offs, discards.

    >>> from .cards import cards
    >>> position = Position(players=3, seat=0, hand=cards("2C 9D"), discard_pile=cards("5S"), stock_count=20)
    >>> [legal.move for legal in list_legal_moves(LegalMovesQuestion(position), Options()).moves]
    [DrawStock(card=None)]
    """
    table, faults = table_at(question.position, options)
    if faults:
        return LegalMoves(faults)
    moves = tuple(islice(legal_moves(table, options), question.limit + 1))
    return LegalMoves((), moves[: question.limit], obligations(table, options), truncated=len(moves) > question.limit)


def legal_moves(table: Table, options: Options) -> Iterator[LegalMove]:
    """Yield every lawful move of a table."""
    if table.phase is Phase.DRAW and not table.booting:
        yield from _draws(table, options)
        if may_boot(table, options):
            # Each play would ask again whether the hand can be emptied; a turn in which plays were made has shown it.
            yield from _plays(table.changed(booting=True), options)
        return
    yield from _plays(table, options)
    for card in dict.fromkeys(table.hand):
        discard = DiscardCard(card)
        if not violations(discard, table, options):
            yield LegalMove(discard)


def _draws(table: Table, options: Options) -> Iterator[LegalMove]:
    if not violations(DrawStock(), table, options):
        yield LegalMove(DrawStock())
    for count in range(1, len(table.pile) + 1):
        pickup = TakeDiscards(count)
        refused, after = attempt(pickup, table, options)
        if not refused:
            yield LegalMove(pickup, 0, lawful_uses(after, options)[:MOST_USES])
    if not violations(Pass(), table, options):
        yield LegalMove(Pass())


def _plays(table: Table, options: Options) -> Iterator[LegalMove]:
    if options.first_meld_counts is FirstMeldCounts.TURN and not may_reach_first_meld(table, options):
        # Each play would be found a dead end by a search of its own.
        return
    owed = owed_card(table, options) if is_first_play_bound(table, options) else None
    for candidate in plays_of(owed, table, options):
        refused, after = attempt(candidate, table, options)
        if not refused:
            yield LegalMove(candidate, after.points - table.points)
