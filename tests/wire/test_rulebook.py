"""The rulesets and the rulebook as they are written."""

from typing import Any

import pytest

from service.rules.options import OPTIONS, RULESETS
from service.rules.rulebook import Code
from service.wire import strict_json
from service.wire.requests import MeldRequest
from service.wire.rulebook import get_ruleset, list_rules, list_rulesets


def as_read(document: object) -> Any:
    return strict_json.read(strict_json.write(document))


def test_every_ruleset_is_listed_the_default_one_first() -> None:
    listed = as_read(list_rulesets())["rulesets"]
    assert [ruleset["id"] for ruleset in listed] == list(RULESETS)
    assert listed[0]["id"] == "american"
    assert listed == [as_read(get_ruleset(ruleset)) for ruleset in RULESETS]


def test_a_ruleset_tells_every_option_and_its_seats() -> None:
    partnership = as_read(get_ruleset("partnership"))
    assert list(partnership) == ["id", "title", "players", "options", "sources", "digest"]
    assert partnership["players"] == {"min": 4, "max": 4}
    assert list(partnership["options"]) == list(OPTIONS)
    assert partnership["options"]["sides"] == "partners"
    assert partnership["options"]["boodle"] is False
    assert get_ruleset("canasta") is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_options_of_a_ruleset_can_be_sent_as_overrides(ruleset: str) -> None:
    told = as_read(get_ruleset(ruleset))
    agreed = MeldRequest().load({"cards": ["5H"], "options": told["options"]}).agreement
    assert agreed.options == RULESETS[ruleset].options
    assert agreed.digest == told["digest"]


def test_every_code_is_listed_with_its_sentence() -> None:
    rules = {rule["code"]: rule for rule in as_read(list_rules())["rules"]}
    assert set(rules) == {code.value for code in Code}
    assert rules["RUN_HAS_GAP"] == {
        "code": "RUN_HAS_GAP",
        "topic": "melds",
        "sentence": "The ranks of a run follow each other without a gap.",
        "options": [],
        "sources": rules["RUN_HAS_GAP"]["sources"],
    }
    assert all(set(rule["options"]) <= set(OPTIONS) and rule["sources"] for rule in rules.values())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ace_in_runs", {"kind": "word", "values": ["either", "low", "high", "corner"]}),
        ("deep_discard", {"kind": "word", "values": ["use", "new_meld"]}),
        ("low_ace_points", {"kind": "amount", "values": [1, 5, 15]}),
        ("target", {"kind": "number", "minimum": 0, "maximum": 10000}),
        ("boodle", {"kind": "switch"}),
    ],
)
def test_an_option_is_listed_with_what_it_takes_and_its_value_in_every_ruleset(
    name: str, told: dict[str, object]
) -> None:
    options = {option["name"]: option for option in as_read(list_rules())["options"]}
    assert list(options) == list(OPTIONS)
    listed = options[name]
    by_ruleset = {ruleset.id: getattr(ruleset.options, name) for ruleset in RULESETS.values()}
    assert listed.pop("by_ruleset") == by_ruleset
    assert listed.pop("sentence") == OPTIONS[name].sentence
    assert listed.pop("sources") == list(OPTIONS[name].sources)
    assert listed == {"name": name, **told}
