"""The acceptance cases in tests/cases: reading them, and telling how an answer differs from what a case expects.

An expectation names part of the answer. `k` must be equal (objects in part, lists member by member); `k~` has the same
members in any order, `k+` has members like each of these, `k-` has none like any of these, `k#` counts them, `k?` says
whether it is there.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Case: TypeAlias = dict[str, Any]

FOLDER: Final = Path(__file__).parent / "cases"


def read_cases(names: str = "*.jsonl") -> list[Case]:
    """Read every case of the files of these names, in the order of the files."""
    lines = (line for file in sorted(FOLDER.glob(names)) for line in file.read_text(encoding="utf-8").splitlines())
    return [json.loads(line) for line in lines if line.strip()]


def differences(expected: object, actual: object, where: str = "") -> Iterator[str]:
    """Tell each difference in a short text; none where the answer fits.

    >>> list(differences({"points": 5, "cards~": ["2C", "3C"]}, {"points": 10, "cards": ["3C", "2C"]}))
    ['/points: 10, not 5']
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            yield from _member_differences(key, value, actual, where)
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, (one, other) in enumerate(zip(expected, actual, strict=True)):
            yield from differences(one, other, f"{where}/{index}")
    elif type(expected) is not type(actual) or expected != actual:
        yield f"{where or '/'}: {_brief(actual)}, not {_brief(expected)}"


def _member_differences(key: str, expected: Any, answer: dict[str, Any], where: str) -> Iterator[str]:
    if key in {"codes_first", "codes_include"}:
        yield from _code_differences(
            key, expected, [violation["code"] for violation in answer.get("violations", [])], where
        )
        return
    name, sign = (key[:-1], key[-1]) if key[-1] in "~+-#?" else (key, "")
    at = f"{where}/{name}"
    if sign == "?":
        if (name in answer) is not expected:
            yield f"{at}: is {'missing' if expected else 'there'}"
    elif name not in answer:
        yield f"{at}: missing"
    elif not sign:
        yield from differences(expected, answer[name], at)
    else:
        yield from _list_differences(sign, expected, answer[name], at)


def _code_differences(key: str, expected: str | list[str], codes: list[str], where: str) -> Iterator[str]:
    wanted = [expected] if isinstance(expected, str) else expected
    if key == "codes_first" and (not codes or codes[0] not in wanted):
        yield f"{where}: codes {codes}, the first is not {' or '.join(wanted)}"
    if key == "codes_include" and (missing := [code for code in wanted if code not in codes]):
        yield f"{where}: codes {codes} without {missing}"


def _list_differences(sign: str, expected: Any, actual: list[Any], at: str) -> Iterator[str]:
    if sign == "#":
        if len(actual) != expected:
            yield f"{at}: {len(actual)} members, not {expected}"
    elif sign == "~":
        if _multiset(actual) != _multiset(expected):
            yield f"{at}: {_brief(actual)}, not in some order {_brief(expected)}"
    else:
        for one in expected:
            found = any(not any(differences(one, other)) for other in actual)
            if found is (sign == "-"):
                yield f"{at}: {'has' if found else 'lacks'} {_brief(one)} in {_brief(actual)}"


def _multiset(members: Iterable[object]) -> Counter[str]:
    return Counter(json.dumps(member, sort_keys=True) for member in members)


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:157] + "..."
