"""Every acceptance case whose operations are there, asked over HTTP; the others join when their operations do."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from service.app import create_app
from tests.case_files import differences, read_cases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPConnection

Case = dict[str, Any]

RULES = list(create_app().url_map.iter_rules())
THERE = {rule.endpoint.rpartition(".")[2] for rule in RULES} | {rule.rule for rule in RULES}
"""What a case may need: operations by their operationId, pages by their path."""

CASES = [case for case in read_cases() if THERE.issuperset(case["needs"])]
SCRIPTS = [case for case in CASES if "steps" in case]
QUESTIONS = [case for case in CASES if "steps" not in case]

PAIRS: dict[str, list[Case]] = defaultdict(list)
for case in QUESTIONS:
    if "pair" in case:
        PAIRS[case["pair"]].append(case)


class Answer(NamedTuple):
    """An answer over HTTP; `document` is None where it is no JSON."""

    status: int
    headers: dict[str, str]
    text: str
    document: Any


def ask(connection: HTTPConnection, case: Case, body: bytes | None) -> Answer:
    headers = dict(case.get("headers", {}))
    media_type = case.get("content_type", "application/json")
    if body is not None and media_type:
        headers["Content-Type"] = media_type
    connection.request(case.get("method", "POST"), case["path"], body, headers)
    with connection.getresponse() as response:
        text = response.read().decode()
        told = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, told, text, json.loads(text) if "json" in told["content-type"] else None)


def body_of(case: Case) -> bytes | None:
    if "raw_hex" in case:
        body = bytes.fromhex(case["raw_hex"])
    elif "raw" in case:
        body = case["raw"].encode()
    elif "request" in case:
        body = json.dumps(case["request"], ensure_ascii=False).encode()
    else:
        return None
    return body.ljust(case.get("pad_to", 0))


def faults(answer: Answer, case: Case) -> Iterator[str]:
    """Tell each way in which an answer is not what the case, or any answer, must be."""
    statuses = case.get("status", 200)
    if answer.status not in (statuses if isinstance(statuses, list) else [statuses]):
        yield f"status {answer.status}: {answer.text[:300]}"
    if case["path"].startswith("/v1/"):
        media_type = "application/problem+json" if answer.status >= 400 else "application/json"
        if answer.headers["content-type"] != media_type:
            yield f"media type {answer.headers['content-type']}"
    document = answer.document if isinstance(answer.document, dict) else {}
    for flag in {"legal", "valid"} & document.keys():
        if document[flag] is not (document["violations"] == []):
            yield f"{flag} is {document[flag]} with violations {document['violations']}"
    yield from differences(case.get("expect", {}), document)
    for name, value in case.get("expect_headers", {}).items():
        if answer.headers.get(name.lower(), False) != value and not (value is True and name.lower() in answer.headers):
            yield f"header {name}: {answer.headers.get(name.lower())}"
    yield from (f"lacks {text}" for text in case.get("in_text", []) if text not in answer.text)
    yield from (f"has {text}" for text in case.get("not_in_text", []) if text in answer.text)


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case["id"])
def test_a_case_is_answered_over_http_as_it_expects(connection: HTTPConnection, case: Case) -> None:
    assert list(faults(ask(connection, case, body_of(case)), case)) == []


@pytest.mark.parametrize("cases", PAIRS.values(), ids=PAIRS)
def test_cases_that_differ_in_one_option_get_different_answers(connection: HTTPConnection, cases: list[Case]) -> None:
    told = []
    for case in cases:
        document = ask(connection, case, body_of(case)).document
        told.append({key: document[key] for key in document.keys() - {"ruleset", "ruleset_digest", "decision_id"}})
    assert all(one not in told[:index] for index, one in enumerate(told))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script["id"])
def test_a_script_of_requests_is_answered_as_it_expects(connection: HTTPConnection, script: Case) -> None:
    saved: dict[str, str] = {}
    for step in script["steps"]:
        filled = fill({key: value for key, value in step.items() if key != "save"}, saved)
        body = json.dumps(filled["body"]).encode() if "body" in filled else None
        answer = ask(connection, filled, body)
        assert list(faults(answer, filled)) == []
        saved |= {name: saved_value(source, answer) for name, source in step.get("save", {}).items()}


def fill(value: Any, saved: dict[str, str]) -> Any:
    """Put what earlier steps saved in place of its `{name}`."""
    if isinstance(value, dict):
        return {key: fill(member, saved) for key, member in value.items()}
    if isinstance(value, list):
        return [fill(member, saved) for member in value]
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda found: saved.get(found[1], found[0]), value)
    return value


def saved_value(source: str, answer: Answer) -> str:
    """Find what a step saves: the whole text, or the member that a JSON pointer names."""
    if source == "text":
        return answer.text
    value = answer.document
    for part in source.split("/")[1:]:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return str(value)
