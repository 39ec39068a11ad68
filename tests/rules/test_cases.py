"""Every acceptance case that the rules can answer, asked without HTTP; and what no case shows yet."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import pytest

from service.rules.options import OPTIONS, RULESETS, Options, with_overrides
from service.rules.rulebook import Code
from service.wire import strict_json
from service.wire.operations import OPERATIONS
from tests.asking import QUESTIONS, answered_alike
from tests.case_files import Case, differences, read_cases

if TYPE_CHECKING:
    from collections.abc import Iterator

BY_PATH: Final = {operation.path: operation for operation in OPERATIONS.values()}


def is_answered(case: Case) -> bool:
    """Tell whether a case is one question that the rules answer."""
    return "request" in case and case["path"] in BY_PATH and case.get("status", 200) == 200


CASES: Final = [case for case in QUESTIONS if is_answered(case)]


def answer(case: Case) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(strict_json.write(BY_PATH[case["path"]].answer(case["request"])))
    return told


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_is_answered_by_the_rules_as_it_expects(case: Case) -> None:
    assert list(differences(case.get("expect", {}), answer(case))) == []


def test_no_case_of_an_operation_that_is_there_is_left_out() -> None:
    asked = {case["id"] for case in CASES}
    assert [case["id"] for case in read_cases() if is_answered(case) and case["id"] not in asked] == []
    assert {case["path"] for case in CASES} == BY_PATH.keys()


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case["id"] for case in read_cases()]
    assert len(names) == len(set(names))


def expected_codes(expected: object) -> Iterator[str]:
    """Yield every code that an expectation asks for."""
    if isinstance(expected, list):
        for member in expected:
            yield from expected_codes(member)
    elif isinstance(expected, dict):
        for key, value in expected.items():
            if key in {"code", "codes_first", "codes_include"}:
                yield from [value] if isinstance(value, str) else value if key == "codes_include" else []
            elif not key.endswith("-"):
                yield from expected_codes(value)


@pytest.mark.parametrize("code", Code)
def test_a_case_expects_each_code(code: Code) -> None:
    assert any(code in expected_codes(case.get("expect", {})) for case in CASES)


def agreed_in(case: Case) -> dict[str, Any]:
    """Return the part of a request that names ruleset and options; a record has its own."""
    request: dict[str, Any] = case["request"]
    record: dict[str, Any] = request.get("record", request)
    return record


def effective(case: Case) -> Options:
    """Return the options under which a case is asked."""
    request = agreed_in(case)
    return with_overrides(RULESETS[request.get("ruleset", "american")].options, request.get("options", {}))


def without_options(case: Case) -> str:
    """Return all that is asked beside the options, as one text."""
    left = {key: value for key, value in agreed_in(case).items() if key not in {"ruleset", "options"}}
    return json.dumps([case["path"], left], sort_keys=True)


def only_difference(one: Options, other: Options) -> str | None:
    """Return the option in which these differ, if it is the only one.

    >>> only_difference(Options(), Options(target=600))
    'target'
    """
    names = [each.name for each in fields(Options) if getattr(one, each.name) != getattr(other, each.name)]
    return names[0] if len(names) == 1 else None


def options_that_matter() -> set[str]:
    """Find the options in which alone two cases differ that are answered in two ways."""
    alike = defaultdict(list)
    for case in CASES:
        alike[without_options(case)].append((effective(case), answer(case)))
    return {
        name
        for asked in alike.values()
        for index, (one, told) in enumerate(asked)
        for other, told_other in asked[:index]
        if (name := only_difference(one, other)) and not answered_alike([told, told_other])
    }


def test_each_option_has_two_cases_that_differ_only_in_it() -> None:
    assert options_that_matter() == OPTIONS.keys()


PAIRS: Final[dict[str, list[Case]]] = defaultdict(list)
for each in CASES:
    if "pair" in each:
        PAIRS[each["pair"]].append(each)


@pytest.mark.parametrize("cases", PAIRS.values(), ids=PAIRS)
def test_cases_of_a_pair_differ_in_one_option_only_and_are_answered_in_different_ways(cases: list[Case]) -> None:
    first, *others = cases
    assert len({without_options(case) for case in cases}) == 1
    assert len({only_difference(effective(first), effective(other)) for other in others} - {None}) == 1
    assert not answered_alike(answer(case) for case in cases)
