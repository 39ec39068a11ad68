"""Asking the acceptance cases over HTTP, whoever carries the requests: a test client in process, or a connection.

A case has `id`, `needs` (the operations that it touches, pages by their path), `path` and `request` (a JSON body), or
`raw` (a text), or `raw_hex` (bytes); perhaps `method` (POST), `headers`, `content_type` (null: none), `pad_to` (blanks
up to so many bytes), and what is expected: `status` (200), `expect`, `expect_headers`, `in_text`, `not_in_text`. Cases
of one `pair` differ in one option. A script has `steps`, which may `save` values for the `{name}`s of later steps.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from service.app import create_app
from tests.case_files import Case, differences, read_cases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class Answer(NamedTuple):
    """An answer over HTTP; `document` is None where it is no JSON."""

    status: int
    headers: Mapping[str, str]
    text: str
    document: Any


def answer(status: int, headers: Iterable[tuple[str, str]], content: bytes) -> Answer:
    """Read an answer as it came."""
    told = {name.lower(): value for name, value in headers}
    text = content.decode()
    return Answer(status, told, text, json.loads(text) if "json" in told["content-type"] else None)


class Send(Protocol):
    """Carries one request and brings the answer."""

    def __call__(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], /) -> Answer: ...


_RULES: Final = list(create_app().url_map.iter_rules())
#: What a case may need: operations by their operationId, pages by their path.
THERE: Final = {rule.endpoint.rpartition(".")[2] for rule in _RULES} | {rule.rule for rule in _RULES}
CASES: Final = [case for case in read_cases() if THERE.issuperset(case["needs"])]
SCRIPTS: Final = [case for case in CASES if "steps" in case]
QUESTIONS: Final = [case for case in CASES if "steps" not in case]


def _pairs() -> dict[str, list[Case]]:
    pairs: dict[str, list[Case]] = defaultdict(list)
    for case in QUESTIONS:
        if "pair" in case:
            pairs[case["pair"]].append(case)
    return pairs


PAIRS: Final = _pairs()


def ask(send: Send, case: Case) -> Answer:
    """Ask one case, or one step of a script."""
    headers = dict(case.get("headers", {}))
    body = body_of(case)
    media_type = case.get("content_type", "application/json")
    if body is not None and media_type:
        headers["Content-Type"] = media_type
    return send(case.get("method", "POST"), case["path"], body, headers)


def body_of(case: Case) -> bytes | None:
    """Return the bytes of a case's body.

    >>> body_of({"raw": "{", "pad_to": 3})
    b'{  '
    """
    if "raw_hex" in case:
        body = bytes.fromhex(case["raw_hex"])
    elif "raw" in case:
        body = case["raw"].encode()
    elif "request" in case:
        body = json.dumps(case["request"], ensure_ascii=False).encode()
    else:
        return None
    return body.ljust(case.get("pad_to", 0))


def faults(told: Answer, case: Case) -> Iterator[str]:
    """Tell each way in which an answer is not what the case, or any answer, must be."""
    statuses = case.get("status", 200)
    if told.status not in (statuses if isinstance(statuses, list) else [statuses]):
        yield f"status {told.status}: {told.text[:300]}"
    if case["path"].startswith("/v1/"):
        media_type = "application/problem+json" if told.status >= 400 else "application/json"
        if told.headers["content-type"] != media_type:
            yield f"media type {told.headers['content-type']}"
    document = told.document if isinstance(told.document, dict) else {}
    for flag in {"legal", "valid"} & document.keys():
        if document[flag] is not (document["violations"] == []):
            yield f"{flag} is {document[flag]} with violations {document['violations']}"
    yield from differences(case.get("expect", {}), document)
    for name, value in case.get("expect_headers", {}).items():
        if told.headers.get(name.lower(), False) != value and not (value is True and name.lower() in told.headers):
            yield f"header {name}: {told.headers.get(name.lower())}"
    yield from (f"lacks {text}" for text in case.get("in_text", []) if text not in told.text)
    yield from (f"has {text}" for text in case.get("not_in_text", []) if text in told.text)


def content(document: Mapping[str, object]) -> dict[str, object]:
    """Return what an answer says, without what tells only under which options it was asked."""
    return {key: document[key] for key in document.keys() - {"ruleset", "ruleset_digest", "decision_id"}}


def answered_alike(told: Iterable[Mapping[str, object]]) -> bool:
    """Tell whether two of these answers say the same."""
    contents = [content(document) for document in told]
    return any(one in contents[:index] for index, one in enumerate(contents))


def faults_of_script(send: Send, script: Case) -> list[str]:
    """Ask the steps of a script one after the other, up to the first that is not answered as it expects."""
    saved: dict[str, str] = {}
    for step in script["steps"]:
        filled = fill({"request" if key == "body" else key: value for key, value in step.items()}, saved)
        told = ask(send, filled)
        found = list(faults(told, filled))
        if found:
            return found
        saved |= {name: saved_value(source, told) for name, source in step.get("save", {}).items()}
    return []


def fill(value: Any, saved: Mapping[str, str]) -> Any:
    """Put what earlier steps saved in place of its `{name}`.

    >>> fill({"path": "/v1/rulesets/{id}", "in_text": ["{id}", "{other}"]}, {"id": "nordic"})
    {'path': '/v1/rulesets/nordic', 'in_text': ['nordic', '{other}']}
    """
    if isinstance(value, dict):
        return {key: fill(member, saved) for key, member in value.items()}
    if isinstance(value, list):
        return [fill(member, saved) for member in value]
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda found: saved.get(found[1], found[0]), value)
    return value


def saved_value(source: str, told: Answer) -> str:
    """Find what a step saves: the whole text, or the member that a JSON pointer names."""
    if source == "text":
        return told.text
    value = told.document
    for part in source.split("/")[1:]:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return str(value)
