"""A round in play: whose turn it is, calls of Rummy, and the ends that no single turn can tell."""

from typing import Any

import pytest

from service.rules import round as rounds
from service.rules.cards import card, cards
from service.rules.options import CallRummy as Calls
from service.rules.options import Duty, GoingOut, Options, StockEnd
from service.rules.questions import (
    CallRummy,
    DiscardCard,
    DrawStock,
    EndedBy,
    LayMeld,
    LayOffCards,
    Pass,
    Phase,
    TakeDiscards,
)
from service.rules.round import Round
from tests.rules.stacked import begun, codes, played

DRAW = DrawStock()
CALLING = Options(call_rummy=Calls.PILE)
LAST = Options(call_rummy=Calls.LAST_DISCARD)


def throw(code: str) -> DiscardCard:
    return DiscardCard(card(code))


def meld(codes_: str) -> LayMeld:
    return LayMeld(cards(codes_))


def test_a_turn_ends_with_its_discard_and_the_left_plays_next() -> None:
    options = Options()
    round_ = begun(["5H 6H 7H", "2S", "3S"], "9D", "KH", options)
    assert codes(DRAW, 2, round_, options) == ["NOT_YOUR_TURN"]
    round_ = played(round_, options, (1, DRAW), (1, meld("5H 6H 7H")), (1, throw("KH")))
    assert (round_.table.seat, round_.table.phase, round_.discarder) == (2, Phase.DRAW, 1)
    assert len(round_.hand(1)) == 4
    assert codes(DRAW, 1, round_, options) == ["NOT_YOUR_TURN"]
    assert round_.table.first_turn
    assert not played(round_, options, (2, DRAW), (2, throw("2S")), (0, DRAW), (0, throw("3S"))).table.first_turn


def test_a_draw_brings_the_next_card_and_no_other() -> None:
    options = Options()
    round_ = begun(["", "", ""], "9D", "KH QH", options)
    assert codes(DrawStock(card("QH")), 1, round_, options) == ["IMPOSSIBLE_TABLE"]
    assert codes(DrawStock(card("KH")), 1, round_, options) == []
    after = played(round_, options, (1, DRAW))
    assert after.hand(1)[-1] is card("KH")
    assert (after.stock[0], after.table.stock_count) == (card("QH"), len(round_.stock) - 1)
    assert codes(DrawStock(card("QH")), 1, after, options) == ["ALREADY_DRAWN"]


def test_once_somebody_is_out_nothing_is_played() -> None:
    options = Options(two_player_hand=5)
    round_ = begun(["5H 6H 7H KS KD", "2S"], "9D", "KH", options)
    round_ = played(round_, options, (1, DRAW), (1, meld("5H 6H 7H")), (1, meld("KS KD KH")))
    assert (round_.ended_by, round_.out_seat, round_.booted_seat) == (EndedBy.WENT_OUT, 1, None)
    for move in (DRAW, CallRummy(1), Pass()):
        assert codes(move, 0, round_, options) == ["ROUND_OVER"]
    assert list(rounds.legal_moves_of(0, round_, options)) == []


def test_a_seat_that_goes_out_without_a_draw_has_booted() -> None:
    options = Options(two_player_hand=6, booting_bonus=25)
    round_ = begun(["5H 6H 7H KS KD KH", "2S"], "9D", "", options)
    round_ = played(round_, options, (1, meld("5H 6H 7H")))
    assert codes(DRAW, 1, round_, options) == ["ALREADY_DRAWN"]
    assert played(round_, options, (1, meld("KS KD KH"))).booted_seat == 1


def called(options: Options) -> Round:
    """Return a round of four in which seat 1 laid 5H 6H 7H and discarded 8H, on which seat 3 holds 9H."""
    round_ = begun(["5H 6H 7H 8H", "QC", "9H", "2S"], "3C", "KD", options)
    return played(round_, options, (1, DRAW), (1, meld("5H 6H 7H")), (1, throw("8H")))


def test_a_call_claims_the_discard_and_play_goes_on_at_the_left_of_the_caller() -> None:
    round_ = called(CALLING)
    assert codes(CallRummy(1), 1, round_, CALLING) == ["DISCARDER_CANNOT_CALL"]
    assert codes(CallRummy(2), 3, round_, CALLING) == ["CALL_HAS_NO_USE"]
    claimed = played(round_, CALLING, (3, CallRummy(1)))
    assert (claimed.table.seat, claimed.table.pile) == (3, cards("3C"))
    assert len(claimed.hand(2)) == 7
    assert codes(throw("9H"), 3, claimed, CALLING) == ["DUG_CARD_UNUSED"]
    assert codes(DRAW, 2, claimed, CALLING) == ["NOT_YOUR_TURN"]
    assert codes(CallRummy(1), 0, claimed, CALLING) == ["CALL_TOO_LATE"]
    after = played(claimed, CALLING, (3, LayOffCards(cards("8H 9H"))), (3, throw(claimed.hand(3)[1].code)))
    assert (after.table.seat, after.table.phase, after.discarder) == (0, Phase.DRAW, 3)
    assert after.had_turn == (False, True, False, True)


def test_a_claimed_last_discard_is_played_alone_and_the_seat_that_was_due_plays() -> None:
    round_ = called(LAST)
    assert codes(CallRummy(2), 3, round_, LAST) == ["ONLY_LAST_DISCARD"]
    claimed = played(round_, LAST, (3, CallRummy(1)))
    assert len(claimed.hand(3)) == 8
    assert claimed.table.hand == cards("8H")
    assert codes(LayOffCards(cards("8H 9H")), 3, claimed, LAST) == ["ONLY_LAST_DISCARD"]
    assert [each.move for each in rounds.legal_moves_of(3, claimed, LAST)] == [LayOffCards(cards("8H"), "m1")]
    after = played(claimed, LAST, (3, LayOffCards(cards("8H"))))
    assert (after.table.seat, after.discarder) == (2, None)
    assert len(after.hand(3)) == 7
    assert not after.had_turn[3]
    assert codes(CallRummy(1), 0, after, LAST) == ["CALL_TOO_LATE"]
    assert codes(DRAW, 2, after, LAST) == []


def test_a_call_comes_before_the_next_draw_and_after_a_discard() -> None:
    first = begun(["", "", "", ""], "3C", "", CALLING)
    assert codes(CallRummy(1), 3, first, CALLING) == ["CALL_TOO_LATE"]
    drawn = played(called(CALLING), CALLING, (2, DRAW))
    assert codes(CallRummy(1), 3, drawn, CALLING) == ["CALL_TOO_LATE"]
    assert codes(CallRummy(1), 3, called(Options()), Options()) == ["CALL_NOT_IN_RULESET"]


def test_calls_are_listed_for_every_seat_but_the_discarder() -> None:
    for options in (CALLING, LAST):
        round_ = called(options)
        for seat in (0, 2, 3):
            assert list(rounds.calls_of(seat, round_, options)) == [CallRummy(1)]
        assert list(rounds.calls_of(1, round_, options)) == []


def emptied(options: Options, players: int = 3) -> Round:
    """Return a round whose stock has one card left."""
    round_ = begun(["2S 4S 6S", "2H 4H 6H", "2D 4D 6D"][:players], "9C", "", options)
    return round_._replace(stock=cards("KS"), table=round_.table._replace(stock_count=1))


@pytest.mark.parametrize(
    ("stock_end", "moves", "ends"),
    [
        (StockEnd.AT_NEXT_DRAW, [], True),
        (StockEnd.WHEN_DECLINED, [], False),
        (StockEnd.WHEN_DECLINED, [(2, Pass())], True),
        (StockEnd.WHEN_NOBODY_CAN_PLAY, [(2, Pass()), (0, Pass())], False),
        (StockEnd.WHEN_NOBODY_CAN_PLAY, [(2, Pass()), (0, Pass()), (1, Pass())], True),
    ],
)
def test_the_stock_ends_a_round_as_the_table_has_agreed(
    stock_end: StockEnd, moves: list[tuple[int, Any]], *, ends: bool
) -> None:
    options = Options(stock_end=stock_end)
    round_ = played(emptied(options), options, (1, DRAW), (1, throw("2S")), *moves)
    assert (round_.ended_by is EndedBy.STOCK) is ends
    assert round_.out_seat is None


def test_a_lap_of_swapped_top_cards_on_an_empty_stock_ends_the_round() -> None:
    options = Options(top_discard=Duty.KEEP, stock_end=StockEnd.WHEN_DECLINED)
    round_ = played(emptied(options), options, (1, DRAW), (1, throw("2S")))
    take = TakeDiscards(1)
    round_ = played(round_, options, (2, take), (2, throw("2H")), (0, take), (0, throw("2D")), (1, take))
    assert round_.ended_by is None
    assert played(round_, options, (1, throw("4S"))).ended_by is EndedBy.STOCK


def test_a_meld_breaks_such_a_lap() -> None:
    options = Options(top_discard=Duty.KEEP)
    round_ = played(emptied(options), options, (1, DRAW), (1, throw("2S")), (2, TakeDiscards(1)), (2, throw("2H")))
    assert round_.idle_turns == 1
    round_ = round_._replace(table=round_.table._replace(hand=cards("2C 2D 9H 9S")))
    round_ = played(round_, options, (0, TakeDiscards(1)), (0, meld("2C 2D 2H")), (0, throw("9H")))
    assert (round_.idle_turns, round_.ended_by) == (0, None)


def test_a_pile_becomes_the_stock_once() -> None:
    options = Options(stock_end=StockEnd.RESHUFFLE)
    round_ = played(emptied(options), options, (1, DRAW), (1, throw("2S")))
    assert codes(Pass(), 2, round_, options) == ["STOCK_NOT_EMPTY"]
    assert rounds.needs_new_stock(DRAW, round_, options)
    assert not rounds.needs_new_stock(TakeDiscards(1), round_, options)
    round_ = rounds.with_new_stock(round_, cards("9C"))
    assert (round_.table.pile, round_.table.stock_count) == (cards("2S"), 1)
    round_ = played(round_, options, (2, DRAW))
    assert round_.hand(2)[-1] is card("9C")
    assert played(round_, options, (2, throw("2H"))).ended_by is EndedBy.STOCK


def test_a_floating_seat_lays_its_hand_and_the_next_one_plays() -> None:
    options = Options(two_player_hand=5, going_out=GoingOut.FLOAT)
    round_ = begun(["5H 6H 7H KS KD", "2S"], "9D", "KH", options)
    round_ = played(round_, options, (1, DRAW), (1, meld("5H 6H 7H")), (1, meld("KS KD KH")))
    assert (round_.ended_by, round_.table.seat, round_.hand(1), round_.discarder) == (None, 0, (), None)


def test_a_position_is_the_turn_as_its_seat_would_ask_about_it() -> None:
    position = rounds.position_of(called(LAST))
    assert (position.seat, position.phase, position.first_turn, position.discard_pile) == (
        2,
        Phase.DRAW,
        True,
        cards("3C 8H"),
    )
    claimed = rounds.position_of(played(called(LAST), LAST, (3, CallRummy(1))))
    assert (claimed.seat, len(claimed.hand), claimed.phase) == (3, 8, Phase.PLAY)
