"""Compares two contracts, and names what the later one breaks of what the earlier one promised.

A client that was written for the earlier contract must go on working: what it may ask is still asked that way, and what
it reads is still there. Requests are closed, so they may only widen; answers are open, so they may only grow. What is
there for people - descriptions, examples - is not compared.

`python -m tests.contract.compatibility` makes openapi.yaml and the codes of today the released ones.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from service.rules.rulebook import Code
from service.web.problems import PROBLEMS
from tests.contract.document import METHODS, PATH

if TYPE_CHECKING:
    from collections.abc import Iterator

RELEASED: Final = Path(__file__).parent / "released"
RELEASED_CODES: Final = RELEASED / "codes.txt"
LOWER_BOUNDS: Final = ("minimum", "minItems", "minLength")
UPPER_BOUNDS: Final = ("maximum", "maxItems", "maxLength")
#: What an answer says of rulesets, a client has named or listed before: more of them surprise nobody.
MAY_GROW: Final = {"RulesetId"}

Direction = Literal["asked", "answered"]


def codes() -> set[str]:
    """Give every code that an answer may carry today."""
    return {*Code, *PROBLEMS}


def breaks(earlier: dict[str, Any], later: dict[str, Any]) -> list[str]:
    """List what the later contract breaks, each with its place."""
    return list(_Comparison(earlier, later).operations())


@dataclass
class _Comparison:
    earlier: dict[str, Any]
    later: dict[str, Any]
    seen: set[tuple[str, str, Direction]] = field(default_factory=set)

    def operations(self) -> Iterator[str]:
        for path, item in self.earlier["paths"].items():
            for method in METHODS:
                if method in item:
                    place = f"{method.upper()} {path}"
                    now = self.later["paths"].get(path, {}).get(method)
                    if now is None:
                        yield f"{place} is gone"
                    else:
                        yield from self.operation(place, item[method], now)

    def operation(self, place: str, before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
        if before["operationId"] != now["operationId"]:
            yield f"{place} is no longer called {before['operationId']}"
        yield from self.parameters(place, before, now)
        asked, asked_now = before.get("requestBody"), now.get("requestBody")
        if asked and not asked_now:
            yield f"{place} takes no body any more"
        elif asked_now and asked_now.get("required") and not (asked or {}).get("required"):
            yield f"{place} needs a body"
        elif asked and asked_now:
            yield from self.media(f"{place} asked", asked, asked_now, "asked")
        for status in before["responses"]:
            if status not in now["responses"]:
                yield f"{place} no longer answers {status}"
            else:
                answer, answer_now = self.resolved(before["responses"][status], now["responses"][status])
                yield from self.media(f"{place} {status}", answer, answer_now, "answered")
                gone = answer.get("headers", {}).keys() - answer_now.get("headers", {}).keys()
                yield from (f"{place} {status} has no header {header} any more" for header in sorted(gone))

    def parameters(self, place: str, before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
        taken = {(one["in"], one["name"]): one for one in self.resolved_list(self.earlier, before)}
        taken_now = {(one["in"], one["name"]): one for one in self.resolved_list(self.later, now)}
        for where, name in taken_now.keys() - taken.keys():
            if taken_now[where, name].get("required"):
                yield f"{place} needs the {where} parameter {name}"
        for (where, name), one in taken.items():
            other = taken_now.get((where, name))
            if other is None:
                yield f"{place} does not take the {where} parameter {name} any more"
            else:
                if other.get("required") and not one.get("required"):
                    yield f"{place} needs the {where} parameter {name}"
                yield from self.schema(f"{place} {name}", one["schema"], other["schema"], "asked")

    def media(self, place: str, before: dict[str, Any], now: dict[str, Any], direction: Direction) -> Iterator[str]:
        for media_type, one in before.get("content", {}).items():
            other = now.get("content", {}).get(media_type)
            if other is None:
                yield f"{place} is no {media_type} any more"
            elif "schema" in one:
                yield from self.schema(place, one["schema"], other["schema"], direction)

    def schema(self, place: str, before: dict[str, Any], now: dict[str, Any], direction: Direction) -> Iterator[str]:
        names = before.get("$ref"), now.get("$ref")
        if names[0] and names[1]:
            if (names[0], names[1], direction) in self.seen:
                return
            self.seen.add((names[0], names[1], direction))
            place = f"{names[0].rpartition('/')[2]} ({direction})"
        before, now = self.resolved(before, now)
        if before.get("type") != now.get("type"):
            yield f"{place} was of type {before.get('type')} and is {now.get('type')}"
        yield from self.values(place, before, now, direction)
        yield from self.members(place, before, now, direction)
        if "items" in before and "items" in now:
            yield from self.schema(f"{place}/*", before["items"], now["items"], direction)
        yield from self.branches(place, before, now, direction)

    def values(self, place: str, before: dict[str, Any], now: dict[str, Any], direction: Direction) -> Iterator[str]:
        """Find values that were taken and are not, or that come and did not."""
        wide, narrow = (before, now) if direction == "asked" else (now, before)
        word = "does not take" if direction == "asked" else "may now be"
        if direction == "answered" and place.partition(" ")[0] in MAY_GROW:
            return
        if missing := _listed(wide) - _listed(narrow) if _listed(narrow) else set():
            yield f"{place} {word} {', '.join(sorted(map(str, missing)))}"
        elif _listed(narrow) and not _listed(wide):
            yield f"{place} {word} other values than {', '.join(sorted(map(str, _listed(narrow))))}"
        for bound in (*LOWER_BOUNDS, *UPPER_BOUNDS):
            if bound in narrow and (bound not in wide or _stricter(bound, narrow[bound], wide[bound])):
                yield f"{place} has {bound} {now.get(bound)}, which was {before.get(bound)}"
        if narrow.get("pattern", wide.get("pattern")) != wide.get("pattern"):
            yield f"{place} has another pattern"

    def members(self, place: str, before: dict[str, Any], now: dict[str, Any], direction: Direction) -> Iterator[str]:
        known, known_now = before.get("properties", {}), now.get("properties", {})
        yield from (f"{place} has no {name} any more" for name in sorted(known.keys() - known_now.keys()))
        required, required_now = set(before.get("required", ())), set(now.get("required", ()))
        if direction == "asked":
            yield from (f"{place} needs {name}" for name in sorted(required_now - required))
            if before.get("additionalProperties", True) and not now.get("additionalProperties", True):
                yield f"{place} takes no other members any more"
        else:
            yield from (f"{place} may lack {name}" for name in sorted((required - required_now) & known_now.keys()))
        for name in known.keys() & known_now.keys():
            yield from self.schema(f"{place}/{name}", known[name], known_now[name], direction)

    def branches(self, place: str, before: dict[str, Any], now: dict[str, Any], direction: Direction) -> Iterator[str]:
        """Compare unions: their branches are told apart by the name that the discriminator gives them."""
        told = before.get("discriminator", {}).get("mapping", {})
        told_now = now.get("discriminator", {}).get("mapping", {})
        word, missing = (
            ("takes no", told.keys() - told_now.keys())
            if direction == "asked"
            else ("may now be a", told_now.keys() - told.keys() if told else set())
        )
        yield from (f"{place} {word} {name}" for name in sorted(missing))
        for name in told.keys() & told_now.keys():
            yield from self.schema(f"{place}/{name}", {"$ref": told[name]}, {"$ref": told_now[name]}, direction)

    def resolved(self, before: dict[str, Any], now: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        return _resolved(self.earlier, before), _resolved(self.later, now)

    @staticmethod
    def resolved_list(document: dict[str, Any], operation: dict[str, Any]) -> list[dict[str, Any]]:
        return [_resolved(document, one) for one in operation.get("parameters", ())]


def _resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        whole = document
        for name in part["$ref"].removeprefix("#/").split("/"):
            whole = whole[name]
        part = whole
    return part


def _listed(schema: dict[str, Any]) -> set[Any]:
    return {*schema.get("enum", ()), *([schema["const"]] if "const" in schema else ())}


def _stricter(bound: str, one: float, other: float) -> bool:
    return one > other if bound in LOWER_BOUNDS else one < other


if __name__ == "__main__":
    shutil.copy(PATH, RELEASED)
    RELEASED_CODES.write_text("\n".join(sorted(codes())) + "\n", encoding="utf-8")
