"""Every code has its rule, and every rule says what it must."""

from typing import Final

import pytest

from service.rules.options import OPTIONS
from service.rules.rulebook import RULES, Code, Rule, Topic, _chapter


def test_every_code_has_one_rule() -> None:
    assert RULES.keys() == set(Code)
    assert all(rule.code is code for code, rule in RULES.items())
    assert [code.value for code in Code] == [code.name for code in Code]


def test_every_chapter_has_rules_and_they_stand_together() -> None:
    topics = [rule.topic for rule in RULES.values()]
    assert [topic for place, topic in enumerate(topics) if topic not in topics[:place]] == list(Topic)
    assert topics == sorted(topics, key=list(Topic).index)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_is_one_sentence_with_its_options_and_its_sources(rule: Rule) -> None:
    assert rule.sentence[0].isupper()
    assert rule.sentence.endswith(".")
    assert set(rule.options) <= OPTIONS.keys()
    assert len(set(rule.options)) == len(rule.options)
    assert rule.sources


def test_a_chapter_is_made_of_its_rules() -> None:
    told = _chapter(Topic.MELDS, (Code.NOT_A_MELD, "A sentence.", ("jokers",), ("a book",)))
    assert told == {Code.NOT_A_MELD: Rule(Code.NOT_A_MELD, Topic.MELDS, "A sentence.", ("jokers",), ("a book",))}


#: What cards count and how games are scored refuses nothing.
GOVERN_NO_RULE: Final = {
    "ace_in_hand_points",
    "boodle",
    "boodle_stake",
    "corner_ace_points",
    "double_four_of_a_kind",
    "going_out_bonus",
    "joker_points",
    "pip_points",
    "rounds",
    "set_ace_points",
    "settlement",
    "sides",
    "stock_end_deadwood",
    "target",
    "target_mode",
    "tie",
    "two_player_hand",
    "winner",
}


def test_every_option_that_a_verdict_may_turn_on_governs_a_rule() -> None:
    assert OPTIONS.keys() - {name for rule in RULES.values() for name in rule.options} == GOVERN_NO_RULE
