"""The documents of the rulesets and of the rulebook; they are the same in every answer."""

from enum import StrEnum
from functools import cache

from service.rules.options import OPTIONS, RULESETS, Options, OptionSpec, Ruleset
from service.rules.rulebook import RULES, Rule

from .answers import Document
from .digests import ruleset_digest


@cache
def list_rulesets() -> Document:
    """Return every named ruleset."""
    return {"rulesets": [write_ruleset(ruleset) for ruleset in RULESETS.values()]}


def get_ruleset(ruleset_id: str) -> Document | None:
    """Return a named ruleset, or None where there is none of that name."""
    ruleset = RULESETS.get(ruleset_id)
    return None if ruleset is None else write_ruleset(ruleset)


@cache
def list_rules() -> Document:
    """Return the rulebook: every rule by its code, and every option with its value in each ruleset."""
    return {
        "rules": [_rule(rule) for rule in RULES.values()],
        "options": [_option(spec) for spec in OPTIONS.values()],
    }


def write_ruleset(ruleset: Ruleset) -> Document:
    """Return a ruleset: every option's value, whose rules they are, and for how many seats."""
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "players": {"min": ruleset.min_players, "max": ruleset.max_players},
        "options": write_options(ruleset.options),
        "sources": list(ruleset.sources),
        "digest": ruleset_digest(ruleset.options),
    }


def write_options(options: Options) -> Document:
    """Return the value of every option."""
    return {name: getattr(options, name) for name in OPTIONS}


def _rule(rule: Rule) -> Document:
    return {
        "code": rule.code,
        "topic": rule.topic,
        "sentence": rule.sentence,
        "options": list(rule.options),
        "sources": list(rule.sources),
    }


def option_kind(spec: OptionSpec) -> str:
    """Return which kind of values an option takes: words, a few amounts, a range of numbers, or on and off."""
    if spec.minimum is not None:
        return "number"
    if isinstance(spec.default, StrEnum):
        return "word"
    return "switch" if isinstance(spec.default, bool) else "amount"


def _option(spec: OptionSpec) -> Document:
    document: Document = {"kind": option_kind(spec), "name": spec.name, "sentence": spec.sentence}
    if spec.minimum is not None:
        document |= {"minimum": spec.minimum, "maximum": spec.maximum}
    elif not isinstance(spec.default, bool):
        document["values"] = list(spec.values)
    document["by_ruleset"] = {ruleset.id: getattr(ruleset.options, spec.name) for ruleset in RULESETS.values()}
    document["sources"] = list(spec.sources)
    return document
