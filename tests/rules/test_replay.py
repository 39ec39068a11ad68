"""Records judged again: the first fault is named with its place, and everything up to it is told."""

from typing import Any

import pytest

from service.rules.cards import card, cards
from service.rules.deal import deal
from service.rules.options import Options, StockEnd
from service.rules.questions import Cards, DiscardCard, DrawStock, LayMeld, Phase
from service.rules.replay import RecordedMove, RecordedRound, RecordQuestion, RecordVerdict, judge_record
from tests.rules.stacked import stacked

FIVE = Options(two_player_hand=5)
DECK = stacked(["5H 6H 7H KS KD", "2S 2D QC 8D 4C"], "3C", "KH AS", FIVE)
#: Seat 1 goes out at once.
OUT: tuple[tuple[int, Any], ...] = (
    (1, DrawStock(card("KH"))),
    (1, LayMeld(cards("KS KD KH"))),
    (1, LayMeld(cards("5H 6H 7H"))),
)


def recorded(*moves: tuple[int, Any], dealer: int = 0, deck: Cards = DECK, **more: Any) -> RecordedRound:
    return RecordedRound(dealer, deck, tuple(RecordedMove(*move) for move in moves), **more)


def judged(*rounds: RecordedRound, options: Options = FIVE, time_up: bool = False) -> RecordVerdict:
    return judge_record(RecordQuestion(("Ann", "Ben"), rounds, time_up), options)


def refused(verdict: RecordVerdict) -> tuple[str, tuple[Any, ...], int | None, int | None]:
    """Return code and place of the only fault, and the round and move that it is about."""
    [fault] = verdict.violations
    assert fault.move_index == verdict.move_index
    return fault.code, fault.place, verdict.round, verdict.move_index


def test_a_record_without_rounds_says_nothing() -> None:
    verdict = judged()
    assert (verdict.violations, verdict.rounds, verdict.totals, verdict.position) == ((), (), (), None)


def test_a_running_round_stands_at_a_position() -> None:
    verdict = judged(recorded(*OUT[:2]))
    assert verdict.violations == ()
    assert verdict.position is not None
    assert (verdict.position.phase, verdict.position.hand) == (Phase.PLAY, cards("5H 6H 7H"))
    assert verdict.outcome is not None
    assert not verdict.outcome.over


def test_a_finished_round_is_scored_and_the_next_one_dealt_by_the_left() -> None:
    verdict = judged(recorded(*OUT, scores=(-26, 48)), recorded(dealer=1))
    assert verdict.violations == ()
    assert verdict.totals == (-26, 48)
    assert [end.score.outcome for end in verdict.rounds] == [verdict.outcome]
    assert verdict.position is not None
    assert verdict.position.seat == 0


def test_time_that_is_up_drops_the_round_in_play() -> None:
    verdict = judged(recorded(*OUT), recorded(dealer=1), time_up=True)
    assert verdict.position is None
    assert verdict.outcome is not None
    assert (verdict.outcome.reason, verdict.outcome.winners) == ("TIME_UP", (1,))


@pytest.mark.parametrize(
    ("moves", "code", "place", "move_index"),
    [
        ([(0, DrawStock(card("KH")))], "NOT_YOUR_TURN", ("seat",), 0),
        ([(1, DrawStock(card("AS")))], "IMPOSSIBLE_TABLE", ("move", "card"), 0),
        ([*OUT[:1], (1, LayMeld(cards("KS KD AS")))], "CARD_NOT_IN_HAND", ("move", "cards"), 1),
        ([(1, DiscardCard(card("KS")))], "NOT_DRAWN_YET", ("move",), 0),
        ([*OUT, (0, DrawStock(card("AS")))], "ROUND_OVER", ("move",), 3),
    ],
)
def test_the_first_refused_move_is_named(
    moves: list[tuple[int, Any]], code: str, place: tuple[Any, ...], move_index: int
) -> None:
    verdict = judged(recorded(*moves))
    assert verdict.violations[0].code == code
    assert verdict.violations[0].place == ("record", "rounds", 0, "moves", move_index, *place)
    assert (verdict.round, verdict.move_index) == (0, move_index)


def test_what_stands_before_the_fault_is_told() -> None:
    verdict = judged(recorded(*OUT), recorded((1, DrawStock(card("KH"))), dealer=1))
    assert refused(verdict) == ("NOT_YOUR_TURN", ("record", "rounds", 1, "moves", 0, "seat"), 1, 0)
    assert (verdict.totals, len(verdict.rounds)) == ((-26, 48), 1)
    assert verdict.position is not None


@pytest.mark.parametrize(
    ("round_", "code", "place"),
    [
        (recorded(dealer=1), "IMPOSSIBLE_TABLE", ("dealer",)),
        (recorded(dealer=2), "NO_SUCH_SEAT", ("dealer",)),
        (recorded((5, DrawStock(card("KH")))), "NO_SUCH_SEAT", ("moves", 0, "seat")),
        (recorded(deck=DECK[:-1]), "IMPOSSIBLE_TABLE", ("deck",)),
        (recorded(scores=(1, 2, 3)), "WRONG_LENGTH", ("scores",)),
        (recorded(scores=(1, 2)), "WRONG_LENGTH", ("scores",)),
        (recorded(*OUT, scores=(-26, 47)), "IMPOSSIBLE_TABLE", ("scores",)),
        (recorded(*OUT, reshuffles=(cards("3C"),)), "IMPOSSIBLE_TABLE", ("reshuffles", 0)),
    ],
)
def test_a_round_that_cannot_be_is_named(round_: RecordedRound, code: str, place: tuple[Any, ...]) -> None:
    assert refused(judged(round_)) == (code, ("record", "rounds", 0, *place), 0, None)


def test_no_round_comes_before_the_end_of_another_or_after_the_game() -> None:
    early = judged(recorded(*OUT[:1]), recorded(dealer=1))
    assert refused(early) == ("IMPOSSIBLE_TABLE", ("record", "rounds", 1), 1, None)
    late = judged(recorded(*OUT), recorded(dealer=1), options=Options(two_player_hand=5, rounds=1))
    assert refused(late) == ("WRONG_LENGTH", ("record", "rounds", 1), 1, None)


RESHUFFLE = Options(two_player_hand=13, stock_end=StockEnd.RESHUFFLE)


def test_a_new_stock_is_the_pile_below_its_top_card_in_the_order_told() -> None:
    deck = stacked(["", ""], "3C", "", RESHUFFLE)
    stock = deal(deck, 0, 2, RESHUFFLE).stock
    moves: list[tuple[int, Any]] = []
    for number, drawn in enumerate(stock):
        seat = (number + 1) % 2
        moves += [(seat, DrawStock(drawn)), (seat, DiscardCard(drawn))]
    seat = (len(stock) + 1) % 2
    pile = (card("3C"), *stock)
    new = pile[:-1][::-1]
    whole = recorded(*moves, (seat, DrawStock(new[0])), deck=deck, reshuffles=(new,))
    assert judged(whole, options=RESHUFFLE).violations == ()
    at = ("record", "rounds", 0)
    last = len(moves)
    for other, code, place in (
        (whole._replace(reshuffles=()), "IMPOSSIBLE_TABLE", (*at, "moves", last, "move")),
        (whole._replace(reshuffles=(new[1:],)), "IMPOSSIBLE_TABLE", (*at, "reshuffles", 0)),
        (whole._replace(reshuffles=(new[::-1],)), "IMPOSSIBLE_TABLE", (*at, "moves", last, "move", "card")),
    ):
        assert refused(judged(other, options=RESHUFFLE)) == (code, place, 0, last)
