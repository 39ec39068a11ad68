"""Writes into openapi.yaml what follows from the rest: the answers to the questions shown, the questions of a batch.

Run `python -m tests.contract.refresh_examples` after a message or a question was reworded, and read what changed.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import yaml

from service.wire.operations import OPERATIONS, get_ruleset

from .batch_questions import with_batch_questions
from .document import PATH, ContractOperation, operations

_WIDTH: Final = 120


#: What answers the questions that the contract shows.
ANSWERING: Final[dict[str, Callable[[Any], object]]] = {
    "getRuleset": get_ruleset,
    **{operation_id: operation.answer for operation_id, operation in OPERATIONS.items()},
}


def answer_to(operation: ContractOperation, question: object) -> dict[str, Any]:
    """Return what the service answers to a question that the contract shows, as a client reads it."""
    answer: dict[str, Any] = plain(ANSWERING[operation.id](question))
    return answer


def plain(document: Any) -> Any:
    """Return a document whose words are plain texts, as a client reads it."""
    if isinstance(document, dict):
        return {name: plain(value) for name, value in document.items()}
    if isinstance(document, list):
        return [plain(value) for value in document]
    return str(document) if isinstance(document, str) else document


def refreshed(text: str) -> str:
    """Return the contract with every answer and every question of a batch as it is now."""
    text = with_batch_questions(text)
    root = yaml.compose(text)
    for operation in reversed(list(operations())):
        if not operation.questions or operation.id not in ANSWERING:
            continue
        node = _at(root, "paths", operation.path, operation.method, "responses", "200", "content", "application/json")
        node = _at(node, "examples")
        start = text.rindex("examples:", 0, node.start_mark.index) + len("examples:")
        end = len(text[: node.end_mark.index].rstrip())
        text = text[:start] + "\n" + "\n".join(_examples(operation, 16)) + text[end:]
    return text


def _at(node: Any, *names: str) -> Any:
    for name in names:
        node = next(value for key, value in node.value if key.value == name)
    return node


def _examples(operation: ContractOperation, indent: int) -> Iterator[str]:
    for name, question in operation.questions.items():
        answer = answer_to(operation, question)
        yield f"{' ' * indent}{name}:"
        yield f"{' ' * indent}  summary: {_flow(_headline(answer))}"
        yield f"{' ' * indent}  value:"
        yield from _block(answer, indent + 4)


def _headline(answer: dict[str, Any]) -> str:
    if "results" in answer:
        return f"{answer['answered']} answered, {answer['skipped']} skipped."
    if "violations" not in answer:
        return str(answer["title"])
    if answer["violations"]:
        return str(answer["violations"][0]["code"])
    worth = f", {answer['points']} points" if "points" in answer else ""
    worth += f", {answer['outcome']['reason']}" if "outcome" in answer else ""
    worth += f", {_counted(answer['moves'], 'move')}" if "truncated" in answer else ""
    return ("Legal" if "legal" in answer else "Valid") + worth + "."


def _counted(members: list[Any], word: str) -> str:
    return f"{len(members)} {word}{'' if len(members) == 1 else 's'}"


def _block(document: dict[str, Any], indent: int) -> Iterator[str]:
    margin = " " * indent
    for name, value in document.items():
        line = f"{margin}{name}: {_flow(value)}"
        if len(line) <= _WIDTH or not isinstance(value, dict | list):
            yield line
        elif isinstance(value, dict):
            yield f"{margin}{name}:"
            yield from _block(value, indent + 2)
        else:
            yield f"{margin}{name}:"
            for member in value:
                yield from _member(member, indent + 2)


def _member(member: Any, indent: int) -> Iterator[str]:
    line = f"{' ' * indent}- {_flow(member)}"
    if len(line) <= _WIDTH or not isinstance(member, dict):
        yield line
        return
    first, *others = _block(member, indent + 2)
    yield f"{' ' * indent}- {first.lstrip()}"
    yield from others


def _flow(value: Any) -> str:
    text = yaml.safe_dump(value, default_flow_style=True, width=float("inf"), allow_unicode=True, sort_keys=False)
    return text.removesuffix("\n").removesuffix("\n...")


if __name__ == "__main__":
    PATH.write_text(refreshed(PATH.read_text(encoding="utf-8")), encoding="utf-8")
