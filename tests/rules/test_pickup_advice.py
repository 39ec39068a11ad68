"""What a pickup is worth: against every lawful way to play the turn out."""

from __future__ import annotations

from random import Random

import pytest

from service.rules import pickup_advice
from service.rules.cards import CARDS, cards
from service.rules.judge_turns import judge_turn
from service.rules.legal_moves import legal_moves
from service.rules.moves import attempt
from service.rules.options import DugCardTiming, FirstMeldCounts, Options
from service.rules.pickup_advice import (
    PickupAdviceQuestion,
    advise_pickups,
)
from service.rules.prices import prices_of
from service.rules.questions import DiscardCard, LayMeld, Position, TurnMove, TurnQuestion
from service.rules.rulebook import Code
from service.rules.turns import Table, table_at
from tests.rules.situations import THEMES, cards_of, situation


def best_net(table: Table, options: Options, seen: dict[object, int | None]) -> int | None:
    """Try every way to play the turn out; return the most points laid minus points left."""
    costs = prices_of(options).in_hand
    if table.turn_over:
        return -sum(costs[card.index].points for card in table.hand)
    key = (
        tuple(sorted(card.index for card in table.hand)),
        tuple(meld.shape for meld in table.melds),
        table.drawn is not None and table.drawn.used,
        table.melded_this_turn,
    )
    if key not in seen:
        nets = []
        for legal in legal_moves(table, options):
            _, after = attempt(legal.move, table, options)
            net = best_net(after, options, seen)
            if net is not None:
                nets.append(net + after.points - table.points)
        seen[key] = max(nets, default=None)
    return seen[key]


@pytest.mark.parametrize("theme", THEMES)
def test_the_best_way_on_is_the_best_of_all_ways(theme: str) -> None:
    random = Random(f"pickups {theme}")
    for _ in range(25):
        table = situation(random, theme, most_cards=6, most_jokers=1)
        position = Position(
            table.players, table.seat, cards_of(table.hand), cards_of(table.pile), 3, table.melds, table.has_melded
        )
        start, faults = table_at(position, table.options)
        assert not faults
        for choice in advise_pickups(PickupAdviceQuestion(position), table.options).choices[1:]:
            if choice.violations:
                assert choice.best is None
                continue
            _, after = attempt(choice.move, start, table.options)
            assert choice.best is not None
            assert choice.best.net == best_net(after, table.options, {}), (position, table.options, choice)
            moves: tuple[TurnMove, ...] = (choice.move, *choice.best.plays)
            if choice.best.discard is not None:
                moves = (*moves, DiscardCard(choice.best.discard))
            verdict = judge_turn(TurnQuestion(position, moves), table.options)
            assert verdict.result is not None, (position, table.options, choice, verdict.violations)
            assert verdict.result.turn_complete
            assert sorted(card.code for card in verdict.result.hand) == sorted(card.code for card in choice.best.left)
            assert verdict.result.points == choice.best.points


def test_a_way_that_uses_the_dug_card_and_is_worth_as_much_as_any_ends_the_search() -> None:
    position = Position(6, 2, cards("JS KC QS QS"), cards("KH KS"), 3)
    best = advise_pickups(PickupAdviceQuestion(position), Options()).choices[2].best
    assert best is not None
    assert (best.plays, best.discard, best.net) == ((LayMeld(cards("KS KH KC")),), CARDS["JS"], 10)


@pytest.mark.parametrize("theme", THEMES)
def test_no_way_on_exceeds_the_bound_wherever_the_steps_run_out(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(f"steps {theme}")
    for _ in range(20):
        table = situation(random, theme, most_cards=9, most_jokers=3)
        position = Position(
            table.players, table.seat, cards_of(table.hand), cards_of(table.pile), 3, table.melds, table.has_melded
        )
        question = PickupAdviceQuestion(position)
        exact = advise_pickups(question, table.options).choices[1:]
        for steps in (0, 2_000, 20_000):
            with monkeypatch.context() as patch:
                patch.setattr(pickup_advice, "BUDGET", steps)
                patch.setattr(pickup_advice, "_STEPS_TO_FINISH", random.choice((-1, 1, 1_000, 10_000)))
                found = advise_pickups(question, table.options).choices[1:]
            for choice, best in zip(found, exact, strict=True):
                assert choice.violations == best.violations
                if choice.best is None:
                    continue
                told = (position, table.options, choice, best)
                assert best.best is not None
                assert best.best.net == best.best.bound, told
                assert choice.best.net <= best.best.net <= choice.best.bound, told
                moves: tuple[TurnMove, ...] = (choice.move, *choice.best.plays)
                if choice.best.discard is not None:
                    moves = (*moves, DiscardCard(choice.best.discard))
                verdict = judge_turn(TurnQuestion(position, moves), table.options)
                assert verdict.result is not None, told
                assert verdict.result.points == choice.best.points


def test_no_way_on_is_told_where_the_steps_run_out_before_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(
        first_meld_minimum=40, first_meld_counts=FirstMeldCounts.TURN, dug_card_timing=DugCardTiming.SAME_TURN
    )
    question = PickupAdviceQuestion(Position(3, 0, cards("5H 6H KS KH KD QC"), cards("7H"), 20))
    exact = advise_pickups(question, options).choices[1].best
    assert exact is not None
    assert (exact.net, exact.bound) == (48, 48)
    monkeypatch.setattr(pickup_advice, "BUDGET", 0)
    monkeypatch.setattr(pickup_advice, "_STEPS_TO_FINISH", 1)
    choice = advise_pickups(question, options).choices[1]
    assert (choice.violations, choice.best) == ((), None)


def test_an_impossible_table_has_no_choices() -> None:
    position = Position(3, 3, cards("2C"), cards("KD"), 20)
    advice = advise_pickups(PickupAdviceQuestion(position), Options())
    assert [fault.code for fault in advice.violations] == [Code.NO_SUCH_SEAT]
    assert advice.choices == ()
