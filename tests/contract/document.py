"""The contract as the tests see it: openapi.yaml, its operations and its examples."""

from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

PATH: Final = Path(__file__).parents[2] / "openapi.yaml"
METHODS: Final = ("get", "post", "put", "patch", "delete")


class ContractOperation(NamedTuple):
    """One operation of the contract."""

    id: str
    method: str
    path: str
    document: dict[str, Any]
    parameters: list[dict[str, Any]]

    @property
    def questions(self) -> dict[str, Any]:
        """What the contract shows being asked, by name: bodies, or the values of the one parameter in the path."""
        content = self.document.get("requestBody", {}).get("content", {})
        shown = [*content.values(), *(each for each in self.parameters if each.get("in") == "path")]
        return {name: example["value"] for each in shown for name, example in each.get("examples", {}).items()}

    @property
    def answers(self) -> dict[str, Any]:
        """The answers with 200 that the contract shows, by the name of their question."""
        content = self.document["responses"]["200"].get("content", {})
        return {
            name: example["value"] for media in content.values() for name, example in media.get("examples", {}).items()
        }


@cache
def contract() -> dict[str, Any]:
    """Return the contract."""
    document: dict[str, Any] = yaml.safe_load(PATH.read_text(encoding="utf-8"))
    return document


def schemas() -> dict[str, Any]:
    """Return the named schemas."""
    named: dict[str, Any] = contract()["components"]["schemas"]
    return named


@cache
def operations() -> tuple[ContractOperation, ...]:
    """Return every operation, in the order of the contract."""
    return tuple(
        ContractOperation(item[method]["operationId"], method, path, item[method], item.get("parameters", []))
        for path, item in contract()["paths"].items()
        for method in METHODS
        if method in item
    )
