"""A question and the options in, a verdict out: melds, lay-offs and hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from service.rules.cards import card, cards, written
from service.rules.judge import judge_lay_off, judge_meld, score_hand
from service.rules.options import (
    RULESETS,
    AceInRuns,
    FirstMeldCounts,
    Jokers,
    LayoffScope,
    Options,
    SetSuits,
)
from service.rules.questions import AceEnd, HandScoreQuestion, LayOff, LayOffQuestion, MeldQuestion, TableMeld
from service.rules.rulebook import RULES, Code
from service.rules.verdicts import Interpretation, LaidMeld, LayOffVerdict, MeldKind, MeldVerdict

AMERICAN: Final = Options()
NORDIC: Final = RULESETS["nordic"].options
PAGAT: Final = RULESETS["pagat"].options
PERSIAN: Final = RULESETS["persian"].options
HOYLE: Final = RULESETS["persian_hoyle"].options
OWN: Final = replace(AMERICAN, layoff_scope=LayoffScope.OWN)
FIRST_30: Final = replace(AMERICAN, first_meld_minimum=30)
TURN_30: Final = replace(FIRST_30, first_meld_counts=FirstMeldCounts.TURN)

FIVES: Final = TableMeld("m1", 0, cards("5H 6H 7H"))
NINES: Final = TableMeld("m2", 1, cards("9S 9H 9D"))
TENS: Final = TableMeld("m3", 2, cards("9C 10C JC"))
TWOS: Final = TableMeld("m5", 0, cards("2S 3S 4S"))


def codes(verdict: MeldVerdict | LayOffVerdict) -> list[str]:
    return [violation.code for violation in verdict.violations]


def unchecked(verdict: MeldVerdict | LayOffVerdict) -> list[str]:
    assert all(each.message == RULES[each.code].sentence for each in verdict.unchecked)
    return [each.code for each in verdict.unchecked]


#: Cards, and what they are worth.
ACCEPTED: Final = [
    (AMERICAN, MeldQuestion(cards("5H 6H 7H")), 18),
    (NORDIC, MeldQuestion(cards("5H 6H 7H")), 15),
    (AMERICAN, MeldQuestion(cards("AS 2S 3S")), 6),
    (AMERICAN, MeldQuestion(cards("QS KS AS")), 35),
    (AMERICAN, MeldQuestion(cards("AS 2S 3S"), AceEnd.LOW), 6),
    (AMERICAN, MeldQuestion(cards("7S 7S 7D"), players=5), 21),
    (PAGAT, MeldQuestion(cards("5H JK 7H")), 27),
    (HOYLE, MeldQuestion(cards("JK JK JK JK")), 160),
    (HOYLE, MeldQuestion(cards("9S 9H 9D 9C")), 72),
    (AMERICAN, MeldQuestion(cards("5H 6H 7H"), hand=cards("7H 2C 6H 5H")), 18),
    (PAGAT, MeldQuestion(cards("5H JK=6H 7H"), hand=cards("5H 7H JK 6H")), 27),
    (AMERICAN, MeldQuestion(cards("7S 7S 7D"), hand=cards("7S 7D 7S"), players=5), 21),
    (FIRST_30, MeldQuestion(cards("10H JH QH"), has_melded=False), 30),
    (FIRST_30, MeldQuestion(cards("5H 6H 7H"), has_melded=True), 18),
]


@pytest.mark.parametrize(("options", "question", "points"), ACCEPTED)
def test_these_melds_are_lawful(options: Options, question: MeldQuestion, points: int) -> None:
    verdict = judge_meld(question, options)
    assert codes(verdict) == []
    assert verdict.points == points == sum(each.points for each in verdict.card_points)
    assert verdict.meld is not None
    assert tuple(each.card for each in verdict.card_points) == verdict.meld.cards
    assert unchecked(verdict) == ([] if question.hand else ["HAND_NOT_GIVEN"])


#: What refuses a meld, in its order.
REFUSED: Final = [
    (AMERICAN, MeldQuestion(cards("5H 6H 8H")), ["RUN_HAS_GAP"]),
    (AMERICAN, MeldQuestion(cards("5H 6H")), ["TOO_FEW_CARDS"]),
    (AMERICAN, MeldQuestion(cards("AS 2S 3S"), AceEnd.HIGH), ["ACE_END_BARRED"]),
    (AMERICAN, MeldQuestion(cards("7S 7S 7D")), ["TOO_MANY_COPIES"]),
    (AMERICAN, MeldQuestion(cards("7S 7S 7S"), players=5), ["TOO_MANY_COPIES"]),
    (AMERICAN, MeldQuestion(cards("5H 5H 8H")), ["TOO_MANY_COPIES", "RUN_HAS_GAP", "RUN_REPEATS_RANK"]),
    (AMERICAN, MeldQuestion(cards("5H JK 7H")), ["JOKER_NOT_IN_DECK"]),
    (AMERICAN, MeldQuestion(cards("5H JK 9S")), ["JOKER_NOT_IN_DECK"]),
    (HOYLE, MeldQuestion(cards("JK JK 7H")), ["JOKER_NOT_WILD"]),
    (PAGAT, MeldQuestion(cards("5H 6H JK")), ["JOKER_UNNAMED"]),
    (PAGAT, MeldQuestion(cards("5H JK JK JK")), ["TOO_MANY_COPIES", "JOKER_UNNAMED"]),
    (AMERICAN, MeldQuestion(cards("5H 6H 7H"), hand=cards("5H 7H")), ["CARD_NOT_IN_HAND"]),
    (AMERICAN, MeldQuestion(cards("5H 6H 8H"), hand=cards("5H 7H")), ["CARD_NOT_IN_HAND", "RUN_HAS_GAP"]),
    (
        AMERICAN,
        MeldQuestion(cards("5H 6H 8H"), hand=cards("5H 5H")),
        ["TOO_MANY_COPIES", "CARD_NOT_IN_HAND", "RUN_HAS_GAP"],
    ),
    (AMERICAN, MeldQuestion(cards("7S 7S 7D"), hand=cards("7S 7D"), players=5), ["CARD_NOT_IN_HAND"]),
    (AMERICAN, MeldQuestion(cards("7S 7S 7D"), hand=cards("7S 7D")), ["TOO_MANY_COPIES", "CARD_NOT_IN_HAND"]),
    (AMERICAN, MeldQuestion(cards("5H 6H 7H"), hand=cards("5H 6H 7H JK")), ["JOKER_NOT_IN_DECK"]),
    (FIRST_30, MeldQuestion(cards("5H 6H 7H"), has_melded=False), ["FIRST_MELD_BELOW_MINIMUM"]),
    (FIRST_30, MeldQuestion(cards("9H 10H JH"), has_melded=False), ["FIRST_MELD_BELOW_MINIMUM"]),
    (FIRST_30, MeldQuestion(cards("5H 6H 8H"), has_melded=False), ["RUN_HAS_GAP"]),
    (
        FIRST_30,
        MeldQuestion(cards("5H 6H 7H"), hand=cards("5H"), has_melded=False),
        ["CARD_NOT_IN_HAND", "FIRST_MELD_BELOW_MINIMUM"],
    ),
]


@pytest.mark.parametrize(("options", "question", "told"), REFUSED)
def test_these_melds_are_refused(options: Options, question: MeldQuestion, told: list[str]) -> None:
    verdict = judge_meld(question, options)
    assert codes(verdict) == told
    assert {violation.place[0] for violation in verdict.violations if violation.place} <= {"cards", "hand"}
    assert all(violation.place for violation in verdict.violations if violation.code != "FIRST_MELD_BELOW_MINIMUM")
    assert verdict == MeldVerdict(verdict.violations, verdict.unchecked)
    assert unchecked(verdict) == ([] if question.hand else ["HAND_NOT_GIVEN"])


#: A meld of a first-meld table about which something is not told.
NOT_TOLD: Final = [
    (FIRST_30, MeldQuestion(cards("5H 6H 7H")), ["HAND_NOT_GIVEN", "HAS_MELDED_NOT_GIVEN"]),
    (FIRST_30, MeldQuestion(cards("5H 6H 7H"), hand=cards("5H 6H 7H")), ["HAS_MELDED_NOT_GIVEN"]),
    (FIRST_30, MeldQuestion(cards("10H JH QH")), ["HAND_NOT_GIVEN"]),
    (TURN_30, MeldQuestion(cards("5H 6H 7H")), ["HAND_NOT_GIVEN", "HAS_MELDED_NOT_GIVEN"]),
    (TURN_30, MeldQuestion(cards("5H 6H 7H"), has_melded=False), ["HAND_NOT_GIVEN", "TURN_NOT_GIVEN"]),
    (TURN_30, MeldQuestion(cards("5H 6H 7H"), has_melded=True), ["HAND_NOT_GIVEN"]),
]


@pytest.mark.parametrize(("options", "question", "told"), NOT_TOLD)
def test_what_a_meld_question_does_not_tell_is_not_guessed(
    options: Options, question: MeldQuestion, told: list[str]
) -> None:
    verdict = judge_meld(question, options)
    assert codes(verdict) == []
    assert unchecked(verdict) == told


def test_a_meld_is_shown_as_it_lies_and_filled_in_jokers_are_told() -> None:
    verdict = judge_meld(MeldQuestion(cards("8H JK 5H JK")), PAGAT)
    assert verdict.meld == LaidMeld(MeldKind.RUN, cards("5H JK=6H JK=7H 8H"))
    assert verdict.interpretation == (
        Interpretation(("cards", 1), card("6H")),
        Interpretation(("cards", 3), card("7H")),
    )
    assert [each.points for each in verdict.card_points] == [5, 15, 15, 8]


@pytest.mark.parametrize("given", ["5H JK=6H 7H", "5H 6H 7H"])
def test_what_needed_no_filling_in_is_not_told(given: str) -> None:
    assert judge_meld(MeldQuestion(cards(given)), PAGAT).interpretation == ()


def test_jokers_of_their_own_rank_stand_for_nothing() -> None:
    assert judge_meld(MeldQuestion(cards("JK JK JK")), HOYLE).interpretation == ()


def test_the_places_and_sentences_of_a_meld_question_are_told() -> None:
    question = MeldQuestion(cards("5H 6H 7H"), hand=cards("2C 2C"), has_melded=False)
    told = judge_meld(question, FIRST_30).violations
    assert [(each.code, each.place, written(each.cards), each.message) for each in told] == [
        ("TOO_MANY_COPIES", ("hand", 1), "2C", "2C is in the deck 1 time, but shows more often."),
        ("CARD_NOT_IN_HAND", ("cards",), "5H 6H 7H", "5H 6H 7H are not in the hand."),
        ("FIRST_MELD_BELOW_MINIMUM", (), "", "The first meld must be worth 30; this is worth 18."),
    ]
    (missing,) = judge_meld(MeldQuestion(cards("5H 6H 7H"), hand=cards("5H 7H")), AMERICAN).violations
    assert missing.message == "6H is not in the hand."


def lay_off(given: str, *melds: TableMeld, **told: Any) -> LayOffQuestion:
    return LayOffQuestion(cards(given), melds, **told)


#: A lay-off, the meld that it joins, how that lies then, and what the laid cards are worth.
LAID_OFF: Final = [
    (AMERICAN, lay_off("8H", FIVES), "m1", "5H 6H 7H 8H", 8),
    (NORDIC, lay_off("8H", FIVES), "m1", "5H 6H 7H 8H", 5),
    (AMERICAN, lay_off("8H 4H 3H", FIVES), "m1", "3H 4H 5H 6H 7H 8H", 15),
    (AMERICAN, lay_off("9C", NINES), "m2", "9S 9H 9D 9C", 9),
    (AMERICAN, lay_off("8H", FIVES, NINES, TENS), "m1", "5H 6H 7H 8H", 8),
    (AMERICAN, lay_off("9C", FIVES, NINES), "m2", "9S 9H 9D 9C", 9),
    (AMERICAN, lay_off("8H", FIVES, NINES, meld_id="m1"), "m1", "5H 6H 7H 8H", 8),
    (AMERICAN, lay_off("8H", FIVES, seat=3), "m1", "5H 6H 7H 8H", 8),
    (AMERICAN, lay_off("8H", FIVES, hand=cards("8H 2C")), "m1", "5H 6H 7H 8H", 8),
    (OWN, lay_off("8H", FIVES, seat=0), "m1", "5H 6H 7H 8H", 8),
    (OWN, lay_off("8H", FIVES, seat=0, meld_id="m1"), "m1", "5H 6H 7H 8H", 8),
    (
        OWN,
        lay_off("8C", TENS, TableMeld("m4", 1, cards("8S 8H 8D")), seat=1),
        "m4",
        "8S 8H 8D 8C",
        8,
    ),
    (PAGAT, lay_off("JK 9H", FIVES), "m1", "5H 6H 7H JK=8H 9H", 24),
    (
        AMERICAN,
        lay_off("9H", FIVES._replace(lay_offs=(LayOff(1, cards("8H")),))),
        "m1",
        "5H 6H 7H 8H 9H",
        9,
    ),
    (PERSIAN, lay_off("JK=8H", FIVES, hand=cards("JK 8S")), "m1", "5H 6H 7H JK=8H", 20),
    (PERSIAN, lay_off("8H JK=9H", FIVES, hand=cards("8H JK 9S")), "m1", "5H 6H 7H 8H JK=9H", 28),
    (PAGAT, lay_off("JK=8H", FIVES, hand=cards("JK 8H")), "m1", "5H 6H 7H JK=8H", 15),
    (FIRST_30, lay_off("8H", FIVES, seat=0), "m1", "5H 6H 7H 8H", 8),
    (FIRST_30, lay_off("8H", FIVES, seat=1, has_melded=True), "m1", "5H 6H 7H 8H", 8),
    (FIRST_30, lay_off("8H", FIVES, has_melded=True), "m1", "5H 6H 7H 8H", 8),
    (AMERICAN, lay_off("8H", FIVES, has_melded=False), "m1", "5H 6H 7H 8H", 8),
    (replace(AMERICAN, double_four_of_a_kind=True), lay_off("9C", NINES), "m2", "9S 9H 9D 9C", 9),
]


@pytest.mark.parametrize(("options", "question", "meld_id", "lying", "points"), LAID_OFF)
def test_these_lay_offs_are_lawful(
    options: Options, question: LayOffQuestion, meld_id: str, lying: str, points: int
) -> None:
    verdict = judge_lay_off(question, options)
    assert codes(verdict) == []
    assert (verdict.meld_id, verdict.points) == (meld_id, points)
    assert verdict.meld is not None
    assert verdict.meld.cards == cards(lying)
    assert sum(each.points for each in verdict.card_points) == points
    assert [each.card.held for each in verdict.card_points] == [each.held for each in question.cards]
    assert unchecked(verdict) == ([] if question.hand else ["HAND_NOT_GIVEN"])


#: What refuses a lay-off, in its order.
NOT_LAID_OFF: Final = [
    (AMERICAN, lay_off("9H", FIVES), ["CARD_DOES_NOT_FIT", "RUN_HAS_GAP"]),
    (AMERICAN, lay_off("8H 10H", FIVES), ["CARD_DOES_NOT_FIT", "RUN_HAS_GAP"]),
    (AMERICAN, lay_off("KS", FIVES, NINES), ["CARD_DOES_NOT_FIT"]),
    (AMERICAN, lay_off("8H"), ["CARD_DOES_NOT_FIT"]),
    (AMERICAN, lay_off("8C", TENS, TableMeld("m4", 1, cards("8S 8H 8D"))), ["MELD_UNNAMED"]),
    (AMERICAN, lay_off("8H", FIVES, meld_id="m9"), ["NO_SUCH_MELD"]),
    (AMERICAN, lay_off("8H", FIVES, meld_id="m9", hand=cards("2C")), ["CARD_NOT_IN_HAND", "NO_SUCH_MELD"]),
    (AMERICAN, lay_off("9H", FIVES, meld_id="m1", hand=()), ["CARD_NOT_IN_HAND", "CARD_DOES_NOT_FIT", "RUN_HAS_GAP"]),
    (OWN, lay_off("8H", FIVES, seat=1, meld_id="m1"), ["NOT_YOUR_MELD"]),
    (OWN, lay_off("9H", FIVES, seat=1, meld_id="m1"), ["NOT_YOUR_MELD", "CARD_DOES_NOT_FIT", "RUN_HAS_GAP"]),
    (OWN, lay_off("8H", FIVES, NINES, seat=1), ["CARD_DOES_NOT_FIT", "NOT_A_MELD"]),
    (OWN, lay_off("8H", FIVES, NINES, seat=2), ["CARD_DOES_NOT_FIT"]),
    (PAGAT, lay_off("JK", FIVES), ["JOKER_UNNAMED"]),
    (PAGAT, lay_off("JK", FIVES, NINES), ["MELD_UNNAMED"]),
    (HOYLE, lay_off("JK", FIVES), ["CARD_DOES_NOT_FIT", "JOKER_NOT_WILD"]),
    (AMERICAN, lay_off("JK", FIVES), ["JOKER_NOT_IN_DECK"]),
    (AMERICAN, lay_off("7H", FIVES), ["TOO_MANY_COPIES"]),
    (AMERICAN, lay_off("8H", FIVES, seat=4), ["NO_SUCH_SEAT"]),
    (AMERICAN, lay_off("8H", FIVES, FIVES._replace(cards=cards("2S 2H 2D"))), ["DUPLICATE_MELD_ID"]),
    (AMERICAN, lay_off("8H", FIVES._replace(cards=cards("5H 6H 9H"))), ["NOT_A_TABLE_MELD"]),
    (
        AMERICAN,
        lay_off("KS", FIVES._replace(cards=cards("5H 6H 6H")), seat=7, hand=cards("2C"), meld_id="m9"),
        ["TOO_MANY_COPIES", "NO_SUCH_SEAT", "NOT_A_TABLE_MELD"],
    ),
    (PERSIAN, lay_off("JK=8H", FIVES, hand=cards("JK 8H")), ["NATURAL_CARD_IN_HAND"]),
    (PERSIAN, lay_off("JK 9H", FIVES, hand=cards("JK 9H 8H")), ["NATURAL_CARD_IN_HAND"]),
    (PERSIAN, lay_off("8H JK=9H", FIVES, hand=cards("8H JK 9H")), ["NATURAL_CARD_IN_HAND"]),
    (PERSIAN, lay_off("JK=8H", FIVES, hand=cards("8H")), ["CARD_NOT_IN_HAND", "NATURAL_CARD_IN_HAND"]),
    (AMERICAN, lay_off("AS", TWOS, ace=AceEnd.HIGH), ["CARD_DOES_NOT_FIT", "ACE_END_BARRED"]),
    (PERSIAN, lay_off("JK=9H", FIVES, hand=cards("JK 9H")), ["CARD_DOES_NOT_FIT", "RUN_HAS_GAP"]),
    (FIRST_30, lay_off("8H", FIVES, seat=1), ["FIRST_MELD_BELOW_MINIMUM"]),
    (FIRST_30, lay_off("8H", FIVES, has_melded=False), ["FIRST_MELD_BELOW_MINIMUM"]),
    (FIRST_30, lay_off("9H", FIVES, seat=1), ["CARD_DOES_NOT_FIT", "RUN_HAS_GAP", "FIRST_MELD_BELOW_MINIMUM"]),
    (TURN_30, lay_off("8H", FIVES, seat=1), ["FIRST_MELD_BELOW_MINIMUM"]),
]


@pytest.mark.parametrize(("options", "question", "told"), NOT_LAID_OFF)
def test_these_lay_offs_are_refused(options: Options, question: LayOffQuestion, told: list[str]) -> None:
    verdict = judge_lay_off(question, options)
    assert codes(verdict) == told
    assert verdict == LayOffVerdict(verdict.violations, verdict.unchecked)
    assert unchecked(verdict) == ([] if question.hand is not None else ["HAND_NOT_GIVEN"])


LAY_OFF_NOT_TOLD: Final = [
    (OWN, lay_off("8H", FIVES), ["HAND_NOT_GIVEN", "SEAT_NOT_GIVEN"]),
    (OWN, lay_off("8H", FIVES, meld_id="m1", hand=cards("8H")), ["SEAT_NOT_GIVEN"]),
    (FIRST_30, lay_off("8H", FIVES), ["HAND_NOT_GIVEN", "HAS_MELDED_NOT_GIVEN"]),
    (TURN_30, lay_off("8H", FIVES, has_melded=False), ["HAND_NOT_GIVEN", "TURN_NOT_GIVEN"]),
    (TURN_30, lay_off("8H", FIVES, seat=0, has_melded=False), ["HAND_NOT_GIVEN", "TURN_NOT_GIVEN"]),
    (TURN_30, lay_off("8H", FIVES, seat=0), ["HAND_NOT_GIVEN"]),
]


@pytest.mark.parametrize(("options", "question", "told"), LAY_OFF_NOT_TOLD)
def test_what_a_lay_off_question_does_not_tell_is_not_guessed(
    options: Options, question: LayOffQuestion, told: list[str]
) -> None:
    verdict = judge_lay_off(question, options)
    assert codes(verdict) == []
    assert unchecked(verdict) == told


#: A refused lay-off, and the place, the cards, the parameters and the sentence of its first violation.
SENTENCES: Final = [
    (
        AMERICAN,
        lay_off("8H", FIVES, meld_id="m9"),
        (("meld_id",), "", {}, "There is no meld m9 on the table."),
    ),
    (
        OWN,
        lay_off("8H", FIVES, seat=1, meld_id="m1"),
        (("meld_id",), "", {}, "m1 belongs to seat 0: cards are laid off only on one's own melds."),
    ),
    (
        AMERICAN,
        lay_off("8C", TENS, FIVES, TableMeld("m4", 1, cards("8S 8H 8D"))),
        ((), "8C", {"candidates": ("m3", "m4")}, "8C fits m3 and m4: name the meld."),
    ),
    (
        AMERICAN,
        lay_off("KS 2C", FIVES, TENS),
        (("cards",), "KS 2C", {"fits": cards("4H 8H 8C QC")}, "KS 2C joins no meld of the table."),
    ),
    (AMERICAN, lay_off("KS"), (("cards",), "KS", {"fits": ()}, "KS joins no meld of the table.")),
    (
        AMERICAN,
        lay_off("9H", FIVES),
        (("cards", 0), "9H", {"fits": cards("4H 8H")}, "9H does not join 5H 6H 7H: the next cards are 4H and 8H."),
    ),
    (
        PAGAT,
        lay_off("8H JK", FIVES),
        (
            ("cards", 1),
            "JK",
            {"candidates": cards("4H 9H")},
            "The joker in 8H JK could stand for 4H or 9H: name the card.",
        ),
    ),
    (
        PERSIAN,
        lay_off("9H JK", FIVES, hand=cards("JK 9H 8H")),
        (
            ("cards", 1),
            "JK=8H",
            {},
            "A joker may not be laid off for 8H while that card is in the hand.",
        ),
    ),
    (
        FIRST_30,
        lay_off("8H", FIVES, seat=1),
        ((), "", {}, "Cards are laid off only after a first meld worth 30."),
    ),
    (
        AMERICAN,
        lay_off("8H", FIVES, hand=cards("2C")),
        (("cards",), "8H", {}, "8H is not in the hand."),
    ),
    (
        AMERICAN,
        lay_off("8H", FIVES, seat=4),
        (("seat",), "", {}, "There is no seat 4: 4 players have the seats 0 to 3."),
    ),
    (
        AMERICAN,
        lay_off("8H", FIVES, hand=cards("7H 8H")),
        (("melds", 0, "cards", 2), "7H", {}, "7H is in the deck 1 time, but shows more often."),
    ),
]


@pytest.mark.parametrize(("options", "question", "told"), SENTENCES)
def test_a_refused_lay_off_is_told_with_its_place_and_what_would_fit(
    options: Options, question: LayOffQuestion, told: tuple[object, str, object, str]
) -> None:
    first = judge_lay_off(question, options).violations[0]
    assert (first.place, written(first.cards), dict(first.params), first.message) == told


def test_names_filled_in_on_a_lay_off_are_told() -> None:
    verdict = judge_lay_off(lay_off("9H JK", FIVES), PAGAT)
    assert verdict.interpretation == (Interpretation(("cards", 1), card("8H")),)
    assert judge_lay_off(lay_off("9H JK=8H", FIVES), PAGAT).interpretation == ()


def test_the_end_of_an_ace_that_completes_a_run_by_a_lay_off_is_named() -> None:
    long_run = TableMeld("m1", 0, cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"))
    assert codes(judge_lay_off(lay_off("AS", long_run), AMERICAN)) == ["ACE_END_UNSTATED"]
    assert judge_lay_off(lay_off("AS", long_run, ace=AceEnd.LOW), AMERICAN).points == 1
    assert judge_lay_off(lay_off("AS", long_run, ace=AceEnd.HIGH), AMERICAN).points == 15
    two = (long_run, TableMeld("m2", 0, cards("AH AD AC")))
    assert codes(judge_lay_off(lay_off("AS", *two), AMERICAN)) == ["MELD_UNNAMED"]


def test_an_ace_end_tells_which_of_two_runs_an_ace_joins() -> None:
    runs = (TWOS, TableMeld("m6", 1, cards("JS QS KS")))
    assert codes(judge_lay_off(lay_off("AS", *runs), AMERICAN)) == ["MELD_UNNAMED"]
    assert judge_lay_off(lay_off("AS", *runs, ace=AceEnd.LOW), AMERICAN).meld_id == "m5"
    assert judge_lay_off(lay_off("AS", *runs, ace=AceEnd.HIGH), AMERICAN).meld_id == "m6"


def test_a_set_of_any_suits_takes_a_twin_and_one_of_distinct_suits_does_not() -> None:
    question = lay_off("9S", NINES, players=5)
    assert codes(judge_lay_off(question, AMERICAN)) == []
    assert codes(judge_lay_off(question, replace(AMERICAN, set_suits=SetSuits.DISTINCT))) == [
        "CARD_DOES_NOT_FIT",
        "SET_REPEATS_SUIT",
    ]


def test_a_run_around_the_corner_takes_cards_at_both_ends() -> None:
    corner = replace(AMERICAN, ace_in_runs=AceInRuns.CORNER, corner_ace_points=5)
    verdict = judge_lay_off(lay_off("2S JS", TableMeld("m1", 0, cards("QS KS AS"))), corner)
    assert verdict.meld == LaidMeld(MeldKind.RUN, cards("JS QS KS AS 2S"))
    assert verdict.points == 12


HANDS: Final = [
    (AMERICAN, "", [], 4),
    (AMERICAN, "AS KS 9D", [15, 10, 9], 4),
    (NORDIC, "AS KS 9D", [15, 10, 5], 4),
    (PAGAT, "JK 2C JK", [15, 2, 15], 4),
    (PERSIAN, "JK", [20], 2),
    (HOYLE, "JK JK JK JK", [20, 20, 20, 20], 4),
    (replace(AMERICAN, jokers=Jokers.WILD, jokers_per_deck=1), "JK JK", [15, 15], 5),
    (replace(AMERICAN, ace_in_hand_points=1), "AS AS", [1, 1], 5),
]
NO_HANDS: Final = [
    (AMERICAN, "5H 5H", ["TOO_MANY_COPIES"], 4),
    (AMERICAN, "JK", ["JOKER_NOT_IN_DECK"], 4),
    (AMERICAN, "JK 5H 5H", ["JOKER_NOT_IN_DECK", "TOO_MANY_COPIES"], 4),
    (PAGAT, "JK JK JK", ["TOO_MANY_COPIES"], 4),
]


@pytest.mark.parametrize(("options", "hand", "points", "players"), HANDS)
def test_a_hand_costs_what_its_cards_count(options: Options, hand: str, points: list[int], players: int) -> None:
    score = score_hand(HandScoreQuestion(cards(hand), players), options)
    assert score.violations == ()
    assert score.points == sum(points)
    assert [(each.card, each.points) for each in score.card_points] == list(zip(cards(hand), points, strict=True))


@pytest.mark.parametrize(("options", "hand", "told", "players"), NO_HANDS)
def test_a_hand_that_the_decks_do_not_hold_costs_nothing(
    options: Options, hand: str, told: list[str], players: int
) -> None:
    score = score_hand(HandScoreQuestion(cards(hand), players), options)
    assert [violation.code for violation in score.violations] == told
    assert [violation.place[0] for violation in score.violations] == ["cards"] * len(told)
    assert (score.points, score.card_points) == (0, ())


def test_what_is_not_checked_is_said_in_the_words_of_the_rulebook() -> None:
    (told,) = judge_meld(MeldQuestion(cards("5H 6H 7H")), AMERICAN).unchecked
    assert told == (Code.HAND_NOT_GIVEN, "Whether the cards are held was not checked.")
