"""Advice on melds: what is told, in which order it can be laid, and what makes a table impossible."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from service.rules import advice as advice_room
from service.rules.advice import MeldAdvice, MeldAdviceQuestion, advise_melds
from service.rules.cards import JOKER, NATURALS, cards
from service.rules.options import RULESETS, AceInRuns, Jokers, Options, PipPoints, SetSuits
from service.rules.questions import TableMeld
from service.rules.rulebook import Code
from service.rules.verdicts import MeldKind

AMERICAN = Options()
TABLE = (TableMeld("m1", 1, cards("5H 6H 7H")),)


def test_melds_come_with_their_kind_and_points() -> None:
    advice = advise_melds(MeldAdviceQuestion(cards("9S 9H 9D 2C 3C 4C KD")), AMERICAN)
    assert {(meld.cards, meld.kind, meld.points) for meld in advice.melds} == {
        (cards("9S 9H 9D"), MeldKind.SET, 27),
        (cards("2C 3C 4C"), MeldKind.RUN, 9),
    }
    assert (advice.left, advice.points, advice.net) == (cards("KD"), 36, 26)
    assert (advice.optimal, advice.bound) == (True, None)


def test_lay_offs_come_with_their_meld() -> None:
    advice = advise_melds(MeldAdviceQuestion(cards("4H 8H KD"), TABLE), AMERICAN)
    ((laid_off, meld_id, points),) = advice.lay_offs
    assert (sorted(card.code for card in laid_off), meld_id, points) == (["4H", "8H"], "m1", 12)
    assert (advice.points, advice.net, advice.left) == (12, 2, cards("KD"))


def test_a_card_is_kept_for_the_discard_where_one_is_asked_for() -> None:
    hand = cards("4H 8H 9S 9H 9D")
    assert advise_melds(MeldAdviceQuestion(hand, TABLE), AMERICAN).left == ()
    assert advise_melds(MeldAdviceQuestion(hand, TABLE, keep_discard=True), AMERICAN).left == cards("4H")


@pytest.mark.parametrize(
    ("question", "code", "place"),
    [
        (MeldAdviceQuestion(cards("4H 4H")), Code.TOO_MANY_COPIES, ("hand", 1)),
        (MeldAdviceQuestion(cards("5H"), TABLE), Code.TOO_MANY_COPIES, ("melds", 0, "cards", 0)),
        (MeldAdviceQuestion(cards("JK")), Code.JOKER_NOT_IN_DECK, ("hand", 0)),
        (MeldAdviceQuestion((), TABLE, players=1), Code.NO_SUCH_SEAT, ("melds", 0, "seat")),
        (
            MeldAdviceQuestion((), (TableMeld("m1", 0, cards("5H 6H 8H")),)),
            Code.NOT_A_TABLE_MELD,
            ("melds", 0, "cards"),
        ),
    ],
)
def test_an_impossible_table_gets_no_advice(
    question: MeldAdviceQuestion, code: Code, place: tuple[str | int, ...]
) -> None:
    advice = advise_melds(question, AMERICAN)
    assert [(violation.code, violation.place) for violation in advice.violations] == [(code, place)]
    assert advice == MeldAdvice(advice.violations)


def test_two_decks_hold_twins() -> None:
    assert advise_melds(MeldAdviceQuestion(cards("JD QD QD KD"), players=5), AMERICAN).net == 20


@pytest.mark.parametrize(("missing", "net"), [("QS 8H 9H 10H 9D AC 2C 7C 8C 10C", 678), ("7H 8H", 910), ("8S 9D", 906)])
def test_four_jokers_around_the_corner_leave_no_bound_where_four_of_a_kind_count_double(missing: str, net: int) -> None:
    hoyle = RULESETS["persian_hoyle"].options
    options = replace(hoyle, jokers=Jokers.WILD, jokers_per_deck=4, ace_in_runs=AceInRuns.CORNER)
    hand = (*[card for card in NATURALS if card not in cards(missing)], *[JOKER] * 4)
    advice = advise_melds(MeldAdviceQuestion(hand), options)
    assert (advice.net, advice.optimal) == (net, True)


CORNER_WITH_JOKERS = Options(jokers=Jokers.WILD, jokers_per_deck=4, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1)


@pytest.mark.parametrize(
    ("hand", "options", "net"),
    [
        (
            "9S 10S KS 6H 9H JH QH KH AD 2D 3D 7D 9D KD AC 2C 3C 4C 5C 6C 7C 8C 9C QC KC JK JK JK JK",
            replace(
                CORNER_WITH_JOKERS,
                min_run_length=4,
                min_naturals=2,
                set_suits=SetSuits.DISTINCT,
                pip_points=PipPoints.FIVE,
                low_ace_points=15,
                set_ace_points=5,
                joker_points=20,
                double_four_of_a_kind=True,
            ),
            340,
        ),
        (
            "AS 2S 3S 4S 5S 9S KS AH 2H 3H 4H 5H 6H 7H 8H 9H 10H QH AD 2D 9D 10D KD 2C 3C 4C 7C JK JK JK",
            replace(
                CORNER_WITH_JOKERS,
                min_run_length=4,
                min_naturals=3,
                set_suits=SetSuits.DISTINCT,
                pip_points=PipPoints.FIVE,
                low_ace_points=5,
                ace_in_hand_points=1,
                joker_points=25,
                double_four_of_a_kind=True,
            ),
            315,
        ),
        (
            "2S 3S 5S 6S 7S 9S JS QS KS AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH 7D 8D 2C 4C 5C 6C 8C 10C JK JK JK JK",
            replace(
                CORNER_WITH_JOKERS,
                min_run_length=4,
                corner_ace_points=15,
                ace_in_hand_points=5,
                joker_points=20,
            ),
            287,
        ),
    ],
)
def test_strict_options_around_the_corner_leave_no_bound(hand: str, options: Options, net: int) -> None:
    advice = advise_melds(MeldAdviceQuestion(cards(hand)), options)
    assert (advice.net, advice.optimal) == (net, True)
    kept = advise_melds(MeldAdviceQuestion(cards(hand), keep_discard=True), options)
    assert kept.optimal
    assert kept.left
    assert kept.net <= net


def test_a_bound_is_told_where_the_steps_run_out_which_for_one_deck_are_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_room, "BUDGET", 10_000)
    options = Options(jokers=Jokers.WILD, jokers_per_deck=4, min_naturals=3, double_four_of_a_kind=True)
    naturals = [card.code for card in NATURALS]
    hand = cards(" ".join([*Random(3).sample(naturals, 48), "JK JK JK JK"]))
    one_deck, two_decks = (
        advise_melds(MeldAdviceQuestion(hand, (), keep_discard=True, players=players), options) for players in (2, 8)
    )
    assert (one_deck.optimal, one_deck.bound) == (True, None)
    assert not two_decks.optimal
    assert two_decks.bound is not None
    assert two_decks.net <= one_deck.net <= two_decks.bound
    assert two_decks.net < two_decks.bound
