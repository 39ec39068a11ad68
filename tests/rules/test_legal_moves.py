"""The list of legal moves: each listed move is accepted, each accepted move is listed, none twice."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING

import pytest

from service.rules.cards import ACE, CARDS, JOKER, NAMED_JOKERS, cards
from service.rules.judge_turns import judge_turn
from service.rules.legal_moves import MOST_MOVES, LegalMovesQuestion, list_legal_moves
from service.rules.options import AceInRuns, Duty, FirstMeldCounts, GoingOut, Jokers, Options, StockEnd
from service.rules.prices import ends_differ
from service.rules.questions import (
    AceEnd,
    DiscardCard,
    Drawn,
    DrawSource,
    DrawStock,
    LayMeld,
    LayOffCards,
    Pass,
    Phase,
    Position,
    TableMeld,
    TakeDiscards,
    TurnMove,
    TurnQuestion,
)
from service.rules.rulebook import Code
from tests.rules.situations import THEMES, Situation, cards_of, situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.rules.cards import Card
    from service.rules.questions import Cards


def is_accepted(move: TurnMove, position: Position, options: Options) -> bool:
    return not judge_turn(TurnQuestion(position, (move,)), options).violations


def listed(position: Position, options: Options) -> list[TurnMove]:
    return [each.move for each in list_legal_moves(LegalMovesQuestion(position), options).moves]


def same(move: TurnMove, options: Options) -> object:
    """Tell what makes two moves one: cards in any order, and an ace end only where it must be said."""
    if isinstance(move, LayMeld):
        return "meld", tuple(sorted(card.index for card in move.cards)), _end(move.cards, move.ace, options)
    if isinstance(move, LayOffCards):
        return "lay off", tuple(sorted(card.index for card in move.cards)), move.meld_id, move.ace
    return move


def _end(laid: Cards, ace: AceEnd | None, options: Options) -> AceEnd | None:
    natural_ace = any(card.rank == ACE and not card.is_joker for card in laid)
    open_ends = options.ace_in_runs is AceInRuns.CORNER or (
        options.ace_in_runs is AceInRuns.EITHER and ends_differ(options)
    )
    return ace if natural_ace and open_ends and len(laid) == 13 else None


def every_move(position: Position, options: Options) -> Iterator[TurnMove]:
    """Yield every move that could be thought of; jokers are named as any card."""
    yield DrawStock(next(card for card in CARDS.values() if _is_left(card, position, options)))
    yield from (TakeDiscards(count) for count in range(1, len(position.discard_pile) + 1))
    yield Pass()
    yield from (DiscardCard(card) for card in set(position.hand))
    for laid in _card_lists(position.hand, options):
        yield LayMeld(laid)
        for meld in position.melds:
            yield LayOffCards(laid, meld.id)


def _is_left(card: object, position: Position, options: Options) -> bool:
    move = DrawStock(card)  # type: ignore[arg-type]
    first = judge_turn(TurnQuestion(position, (move,)), options).violations
    return not first or first[0].code not in {Code.TOO_MANY_COPIES, Code.JOKER_NOT_IN_DECK, Code.IMPOSSIBLE_TABLE}


def _card_lists(hand: Cards, options: Options) -> Iterator[Cards]:
    naturals = sorted((card for card in hand if card is not JOKER), key=lambda card: card.index)
    jokers = len(hand) - len(naturals)
    for count in range(len(naturals) + 1):
        for chosen in set(combinations(naturals, count)):
            for wild in range(jokers + 1):
                if not chosen and not wild:
                    continue
                if options.jokers is Jokers.WILD and wild:
                    # A joker that shares neither rank nor suit with a natural card beside it is in no meld.
                    near = [name for name in NAMED_JOKERS if not chosen or _is_near(name, chosen[0])]
                    for names in combinations_with_replacement(near, wild):
                        yield chosen + names
                else:
                    yield chosen + (JOKER,) * wild


def _is_near(name: Card, natural: Card) -> bool:
    return name.rank == natural.rank or name.suit == natural.suit


def positions(table: Situation) -> Iterator[Position]:
    """Yield the seat before its draw, and after taking each number of discards."""
    hand = cards_of(table.hand)
    pile = cards_of(table.pile)
    before = Position(table.players, table.seat, hand, pile, 3, table.melds, table.has_melded)
    yield before
    yield before._replace(stock_count=0)
    yield before._replace(first_turn=True)
    for count in range(1, len(pile) + 1):
        taken = pile[-count:]
        drawn = Drawn(DrawSource.DISCARD_PILE, taken)
        yield before._replace(hand=hand + taken, discard_pile=pile[:-count], phase=Phase.PLAY, drawn=drawn)


@pytest.mark.parametrize("theme", THEMES)
def test_the_list_holds_every_accepted_move_once_and_no_other(theme: str) -> None:
    random = Random(f"legal moves {theme}")
    for _ in range(8):
        table = situation(random, theme, most_cards=5, most_jokers=1)
        options = table.options
        for position in positions(table):
            moves = listed(position, options)
            for move in moves:
                drawn = isinstance(move, DrawStock)
                assert drawn or is_accepted(move, position, options), (position, options, move)
            keys = [same(move, options) for move in moves]
            assert len(set(keys)) == len(keys)
            accepted = {
                same(DrawStock() if isinstance(move, DrawStock) else move, options)
                for move in every_move(position, options)
                if is_accepted(move, position, options)
            }
            assert set(keys) == accepted, (position, options)


def position_of(hand: str, **facts: object) -> Position:
    given: dict[str, object] = {"players": 3, "seat": 0, "discard_pile": cards("2C"), "stock_count": 20, **facts}
    return Position(hand=cards(hand), **given)  # type: ignore[arg-type]


def test_moves_come_in_one_order_draws_melds_lay_offs_discards() -> None:
    drawn = Drawn(DrawSource.STOCK, cards("9D"))
    table = (TableMeld("m1", 1, cards("5H 6H 7H")),)
    position = position_of("8H 9S 9D 9C", melds=table, phase=Phase.PLAY, drawn=drawn)
    assert listed(position, Options()) == [
        LayMeld(cards("9S 9D 9C")),
        LayOffCards(cards("8H"), "m1"),
        *(DiscardCard(card) for card in cards("8H 9S 9D 9C")),
    ]


def test_a_pickup_is_listed_with_the_plays_that_use_its_card() -> None:
    question = LegalMovesQuestion(position_of("2S 2D KD", discard_pile=cards("2C 9H")))
    pickup = next(each for each in list_legal_moves(question, Options()).moves if each.move == TakeDiscards(2))
    assert pickup.uses == (LayMeld(cards("2S 2D 2C")),)


def test_points_of_a_move_are_those_that_it_lays() -> None:
    drawn = Drawn(DrawSource.STOCK, cards("9D"))
    question = LegalMovesQuestion(position_of("9S 9D 9C KD", phase=Phase.PLAY, drawn=drawn))
    points = {type(each.move): each.points for each in list_legal_moves(question, Options()).moves}
    assert points == {LayMeld: 27, DiscardCard: 0}


def test_on_an_empty_stock_a_seat_may_pass() -> None:
    position = position_of("KS 2H", discard_pile=cards("5C 9D"), stock_count=0)
    assert listed(position, Options()) == [Pass()]
    assert listed(position, Options(stock_end=StockEnd.AT_NEXT_DRAW)) == []


def test_a_seat_that_may_go_out_without_a_draw_is_shown_its_plays() -> None:
    position = position_of("4S 5S 6S 9H 9D 9C 9S", first_turn=True)
    booting = Options(booting_bonus=25)
    assert LayMeld(cards("4S 5S 6S")) in listed(position, booting)
    assert LayMeld(cards("4S 5S 6S")) not in listed(position, Options())
    assert LayMeld(cards("4S 5S 6S")) not in listed(position, Options(booting_bonus=25, going_out=GoingOut.FLOAT))
    later = position._replace(hand=cards("9H 9D 9C 2S"), booting=True, melds=(TableMeld("m1", 0, cards("4S 5S 6S")),))
    assert listed(later, booting) == [LayMeld(cards("9H 9D 9C"))]


@pytest.mark.parametrize(("limit", "truncated"), [(1, True), (6, True), (7, False), (MOST_MOVES, False)])
def test_no_more_moves_are_listed_than_asked_for(limit: int, truncated: bool) -> None:  # noqa: FBT001
    drawn = Drawn(DrawSource.STOCK, cards("8H"))
    position = position_of("5H 6H 7H 8H", phase=Phase.PLAY, drawn=drawn)
    answer = list_legal_moves(LegalMovesQuestion(position, limit), Options())
    assert len(answer.moves) == min(limit, 7)
    assert answer.truncated is truncated


def test_what_the_turn_owes_is_told_with_its_moves() -> None:
    answer = list_legal_moves(LegalMovesQuestion(position_of("5H")), Options())
    assert [owed.code for owed in answer.obligations] == [Code.MUST_DRAW]


def test_an_impossible_table_has_no_moves() -> None:
    answer = list_legal_moves(LegalMovesQuestion(position_of("5H", seat=3)), Options())
    assert [fault.code for fault in answer.violations] == [Code.NO_SUCH_SEAT]
    assert answer.moves == ()


def test_the_ban_on_a_card_just_taken_shows_in_the_list() -> None:
    drawn = Drawn(DrawSource.DISCARD_PILE, cards("9D"))
    position = position_of("5C 9D", discard_pile=(), phase=Phase.PLAY, drawn=drawn)
    nordic = Options(top_discard=Duty.KEEP)
    assert listed(position, nordic) == [DiscardCard(CARDS["5C"])]


@pytest.mark.parametrize(("minimum", "lays"), [(36, True), (37, False)])
def test_melds_are_listed_where_all_of_the_turn_reach_the_first_meld_minimum(minimum: int, *, lays: bool) -> None:
    drawn = Drawn(DrawSource.STOCK, cards("2C"))
    position = position_of("5H 6H 7H 6S 6C 6D 2C 3D", discard_pile=(), phase=Phase.PLAY, drawn=drawn)
    by_turn = Options(first_meld_minimum=minimum, first_meld_counts=FirstMeldCounts.TURN)
    laid = [move.cards for move in listed(position, by_turn) if isinstance(move, LayMeld)]
    assert laid == ([cards("6S 6D 6C"), cards("5H 6H 7H")] if lays else [])
    assert {type(move) for move in listed(position, by_turn)} >= {DiscardCard}
