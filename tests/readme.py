"""What the README shows of the service: tables made from the rules, and answers to its questions.

`python -m tests.readme` writes both into it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from service.app import create_app
from service.rules.options import OPTIONS, RULESETS, OptionSpec, OptionValue

LINE: Final = 120
README: Final = Path(__file__).parent.parent / "README.md"


def tables() -> dict[str, str]:
    """Give every table under the name that its marks in the README carry."""
    return {"rulesets": rulesets_table(), "options": options_table()}


def rulesets_table() -> str:
    """List the rulesets with what sets each apart from the default one."""
    default = next(iter(RULESETS.values()))
    rows = ["| ruleset | players | differs from the default in |", "|---|---|---|"]
    for ruleset in RULESETS.values():
        values = {
            name: getattr(ruleset.options, name)
            for name in OPTIONS
            if getattr(ruleset.options, name) != getattr(default.options, name)
        }
        differs = ", ".join(f"`{name}: {shown(value)}`" for name, value in values.items())
        players = (
            str(ruleset.min_players)
            if ruleset.min_players == ruleset.max_players
            else f"{ruleset.min_players} to {ruleset.max_players}"
        )
        rows.append(f"| `{ruleset.id}` | {players} | {differs or 'it is the default'} |")
    return "\n".join(rows)


def options_table() -> str:
    """List the options with their values, the default first."""
    rows = ["| option | values, default first | what it decides |", "|---|---|---|"]
    rows += [f"| `{spec.name}` | {values_of(spec)} | {spec.sentence} |" for spec in OPTIONS.values()]
    return "\n".join(rows)


def values_of(spec: OptionSpec) -> str:
    """Word the values of an option.

    >>> values_of(OPTIONS["min_run_length"])
    '3; 3 to 4'
    """
    if spec.minimum is not None:
        return f"{spec.default}; {spec.minimum} to {spec.maximum}"
    others = [value for value in spec.values if value != spec.default]
    return ", ".join(shown(value) for value in (spec.default, *others))


def shown(value: OptionValue) -> str:
    """Write a value as JSON has it, without quotes.

    >>> shown(True)
    'true'
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def with_tables(text: str) -> str:
    """Give the README with its tables as they should be."""
    for name, table in tables().items():
        marks = re.compile(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text = marks.sub(lambda match, table=table: f"{match[1]}\n{table}\n\n{match[2]}", text)  # type: ignore[misc]
    return text


#: A question as curl asks it, and the answer that stands below it.
ASKED: Final = re.compile(
    r"(```sh\ncurl http://127\.0\.0\.1:8000(?P<path>\S+) .*?-d '(?P<body>.*?)'\n```\n+"
    r"(?:[^`]*\n)?```json\n)(?P<answer>.*?)```",
    re.DOTALL,
)


def answers() -> list[tuple[str, str]]:
    """Give each answer that the README shows, beside the one that the service gives."""
    text = README.read_text(encoding="utf-8")
    return [(match["answer"], answer_to(match)) for match in ASKED.finditer(text)]


def answer_to(asked: re.Match[str]) -> str:
    """Ask the service, and lay its answer out for a reader.

    The two hashes are cut short: they say nothing to a reader, and change with every option.
    """
    answer = create_app().test_client().post(asked["path"], data=asked["body"], content_type="application/json")
    return laid_out(json.loads(re.sub(r'"(sha256:|d_)[0-9a-f]+"', r'"\1..."', answer.text))) + "\n"


def laid_out(value: object, indent: str = "") -> str:
    """Write JSON with a line for each member of what is too long for one.

    >>> print(laid_out({"legal": True, "points": 6}))
    {"legal": true, "points": 6}
    """
    line = json.dumps(value)
    if len(indent) + len(line) <= LINE:
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        members = [f"{inner}{json.dumps(name)}: {laid_out(each, inner)}" for name, each in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + laid_out(each, inner) for each in value) + f"\n{indent}]"
    return line


def with_answers(text: str) -> str:
    """Give the README with its answers as the service gives them."""
    return ASKED.sub(lambda match: f"{match[1]}{answer_to(match)}```", text)


if __name__ == "__main__":
    README.write_text(with_answers(with_tables(README.read_text(encoding="utf-8"))), encoding="utf-8")
