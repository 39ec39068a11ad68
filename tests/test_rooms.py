"""What import-linter cannot say about the rooms and their imports."""

import ast
from pathlib import Path

import pytest

SERVICE = Path(__file__).parent.parent / "service"

# No clock, no chance, no logging, no JSON, no files: a verdict depends on its question alone.
ALLOWED_IN_RULES = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "heapq",
    "itertools",
    "operator",
    "re",
    "types",
    "typing",
}
NAMES_THAT_SAY_NOTHING = {"utils", "helpers", "common", "base", "core", "manager"}


def imported_by(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return names


@pytest.mark.parametrize(
    "file", sorted((SERVICE / "rules").rglob("*.py")), ids=lambda file: str(file.relative_to(SERVICE))
)
def test_the_rules_import_little_of_the_standard_library_and_nothing_else(file: Path) -> None:
    foreign = {name for name in imported_by(file) if not f"{name}.".startswith("service.rules.")}
    assert {name.partition(".")[0] for name in foreign} <= ALLOWED_IN_RULES


def test_every_module_has_a_name_that_says_what_is_in_it() -> None:
    assert not {file.stem for file in SERVICE.rglob("*")} & NAMES_THAT_SAY_NOTHING
