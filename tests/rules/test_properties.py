"""What holds of every meld and every lay-off, whatever the cards and the options."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.cards import JOKER, NATURALS, Card, joker_named
from service.rules.judge import judge_lay_off, judge_meld
from service.rules.prices import prices_of
from service.rules.questions import LayOff, LayOffQuestion, MeldQuestion, TableMeld
from service.rules.rulebook import Code
from service.rules.table import price_list, read_melds
from tests.rules.asked import OPTIONS, lay_off_questions, likely_lay_offs, meld_questions, open_jokers, renamed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.rules.options import Options
    from service.rules.questions import Cards
    from service.rules.verdicts import Interpretation, LayOffVerdict, MeldVerdict, Violation

#: What is said of cards that are no meld only because something was not said.
UNSAID = {Code.JOKER_UNNAMED, Code.ACE_END_UNSTATED, Code.MELD_UNNAMED}
SUITS = st.permutations(range(4))

some = settings(max_examples=50)


def codes(violations: Iterable[Violation]) -> list[Code]:
    return [violation.code for violation in violations]


def named_as_told(given: Cards, told: tuple[Interpretation, ...]) -> Cards:
    """Return the cards with the names that a verdict filled in."""
    names = {each.place: joker_named(each.card) for each in told}
    return tuple(names.get(("cards", place), card) for place, card in enumerate(given))


def holds_together(verdict: MeldVerdict | LayOffVerdict) -> bool:
    """Tell whether a verdict has a meld and points exactly where nothing is violated."""
    if verdict.violations:
        return (verdict.meld, verdict.points, verdict.card_points, verdict.interpretation) == (None, 0, (), ())
    return verdict.meld is not None and verdict.points == sum(each.points for each in verdict.card_points) > 0


@some
@given(meld_questions(), OPTIONS)
def test_any_meld_gets_a_verdict_that_holds_together(question: MeldQuestion, options: Options) -> None:
    verdict = judge_meld(question, options)
    assert holds_together(verdict)
    assert judge_meld(question, options) == verdict


@some
@given(lay_off_questions(), OPTIONS)
def test_any_lay_off_gets_a_verdict_that_holds_together(question: LayOffQuestion, options: Options) -> None:
    verdict = judge_lay_off(question, options)
    assert holds_together(verdict)
    assert (verdict.meld_id is None) is bool(verdict.violations)


@some
@given(meld_questions(), OPTIONS, st.data())
def test_the_order_of_the_cards_of_a_meld_does_not_matter(
    question: MeldQuestion, options: Options, data: st.DataObject
) -> None:
    shuffled = tuple(data.draw(st.permutations(question.cards)))
    one, other = (judge_meld(question._replace(cards=given), options) for given in (question.cards, shuffled))
    assert codes(one.violations) == codes(other.violations)
    assert one.points == other.points
    assert Counter(one.card_points) == Counter(other.card_points)
    if one.meld and other.meld:
        assert (one.meld.kind, one.meld.ace) == (other.meld.kind, other.meld.ace)


@some
@given(lay_off_questions(), OPTIONS, st.data())
def test_the_order_in_which_cards_are_laid_off_does_not_matter(
    question: LayOffQuestion, options: Options, data: st.DataObject
) -> None:
    shuffled = tuple(data.draw(st.permutations(question.cards)))
    one, other = (judge_lay_off(question._replace(cards=given), options) for given in (question.cards, shuffled))
    assert sorted(codes(one.violations)) == sorted(codes(other.violations))
    assert (one.points, one.meld_id) == (other.points, other.meld_id)
    assert Counter(one.card_points) == Counter(other.card_points)


@some
@given(meld_questions(), OPTIONS, SUITS)
def test_renaming_suits_changes_no_verdict_on_a_meld(
    question: MeldQuestion, options: Options, suits: list[int]
) -> None:
    rename = renamed(suits)
    renamed_question = question._replace(cards=rename(question.cards), hand=question.hand and rename(question.hand))
    one, other = judge_meld(question, options), judge_meld(renamed_question, options)
    assert codes(one.violations) == codes(other.violations)
    assert one.points == other.points
    assert rename(tuple(each.card for each in one.card_points)) == tuple(each.card for each in other.card_points)


@some
@given(lay_off_questions(), OPTIONS, SUITS)
def test_renaming_suits_changes_no_verdict_on_a_lay_off(
    question: LayOffQuestion, options: Options, suits: list[int]
) -> None:
    rename = renamed(suits)
    melds = tuple(
        meld._replace(
            cards=rename(meld.cards), lay_offs=tuple(LayOff(each.seat, rename(each.cards)) for each in meld.lay_offs)
        )
        for meld in question.melds
    )
    other = question._replace(cards=rename(question.cards), melds=melds, hand=question.hand and rename(question.hand))
    told, told_other = judge_lay_off(question, options), judge_lay_off(other, options)
    assert codes(told.violations) == codes(told_other.violations)
    assert told.points == told_other.points


@some
@given(meld_questions(), OPTIONS)
def test_names_that_were_filled_in_can_be_given_with_the_same_verdict(question: MeldQuestion, options: Options) -> None:
    verdict = judge_meld(question, options)
    named = question._replace(cards=named_as_told(question.cards, verdict.interpretation))
    assert judge_meld(named, options) == verdict._replace(interpretation=())


@some
@given(likely_lay_offs(), OPTIONS)
def test_a_target_and_names_that_were_filled_in_can_be_given_with_the_same_verdict(
    question: LayOffQuestion, options: Options
) -> None:
    verdict = judge_lay_off(question, options)
    named = question._replace(cards=named_as_told(question.cards, verdict.interpretation), meld_id=verdict.meld_id)
    assert judge_lay_off(named, options) == verdict._replace(interpretation=())


@some
@given(open_jokers(), OPTIONS)
def test_a_joker_named_by_a_candidate_is_not_refused_for_its_name(question: MeldQuestion, options: Options) -> None:
    question = question._replace(has_melded=True)
    first = judge_meld(question, options).violations[:1]
    place = question.cards.index(JOKER)
    for candidate in first[0].params.get("candidates", ()) if first else ():
        assert isinstance(candidate, Card)
        given = (*question.cards[:place], joker_named(candidate), *question.cards[place + 1 :])
        assert set(codes(judge_meld(question._replace(cards=given), options).violations)) <= UNSAID


@some
@given(likely_lay_offs(), OPTIONS)
def test_a_lay_off_leaves_a_table_that_is_read_the_same(question: LayOffQuestion, options: Options) -> None:
    verdict = judge_lay_off(question, options)
    if verdict.meld is None:
        return
    (before,) = question.melds
    laid = tuple(each.card for each in verdict.card_points)
    (read,), faults = read_melds([before._replace(lay_offs=(LayOff(0, laid),))], options)
    assert faults == ()
    assert read.cards == verdict.meld.cards
    (whole,), faults = read_melds([TableMeld("m1", 0, verdict.meld.cards, (), verdict.meld.ace)], options)
    assert faults == ()
    assert Counter(whole.cards) == Counter(read.cards)
    prices = prices_of(options)
    assert price_list(whole.shape, prices) is price_list(read.shape, prices)


@some
@given(likely_lay_offs(), OPTIONS)
def test_the_cards_that_are_said_to_fit_do_and_no_others(question: LayOffQuestion, options: Options) -> None:
    question = question._replace(ace=None)
    told = judge_lay_off(question._replace(cards=question.melds[0].cards[1:2]), options).violations
    for fitting in [violation.params["fits"] for violation in told if violation.code is Code.CARD_DOES_NOT_FIT]:
        taken = [natural for natural in NATURALS if fits(natural, question, options)]
        assert sorted(fitting, key=repr) == sorted(taken, key=repr)


def fits(natural: Card, question: LayOffQuestion, options: Options) -> bool:
    """Tell whether a natural card, alone, could be laid off there, whatever must still be said."""
    return set(codes(judge_lay_off(question._replace(cards=(natural,)), options).violations)) <= UNSAID


@some
@given(meld_questions(), OPTIONS)
def test_a_hand_that_holds_the_cards_changes_nothing_but_what_was_not_checked(
    question: MeldQuestion, options: Options
) -> None:
    held = tuple(card.held for card in question.cards)
    one, other = (judge_meld(question._replace(hand=hand), options) for hand in (None, held))
    assert codes(one.violations) == codes(other.violations)
    assert one._replace(violations=(), unchecked=()) == other._replace(violations=(), unchecked=())
    assert codes_of_unchecked(one) == [Code.HAND_NOT_GIVEN, *codes_of_unchecked(other)]


def codes_of_unchecked(verdict: MeldVerdict) -> list[Code]:
    return [each.code for each in verdict.unchecked]
