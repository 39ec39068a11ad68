"""Many questions in one request: how they are read, and when asking stops.

A question of a batch is that of the single operation with its `kind` beside it; one schema reads both.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from . import limits
from .faults import FieldError, Invalid
from .fields import KIND, Choice, Closed, Part, Parts, Text, read_kind, unread_list
from .requests import (
    ID_PATTERN,
    Asked,
    DiscardRequest,
    HandScoreRequest,
    LayOffRequest,
    MeldRequest,
    OptionOverrides,
    PickupRequest,
    Request,
    RoundScoreRequest,
    RulesetId,
    RummyCallRequest,
    TurnRequest,
)

_AGREED: Final = ("ruleset", "options")
_SHARED: Final = [[name] for name in _AGREED]
_QUESTION: Final = "question"


class BatchMode(StrEnum):
    """When the questions that are left are skipped: never, after an illegal answer, or after a legal one."""

    ALL = "all"
    STOP_ON_ILLEGAL = "stop_on_illegal"
    STOP_ON_LEGAL = "stop_on_legal"


class Posed(NamedTuple):
    """A question with its kind."""

    kind: str
    asked: Asked


class Item(NamedTuple):
    """A question of a batch, and what the client calls it."""

    id: str
    question: Posed


class Batch(NamedTuple):
    """Questions to be answered in their order."""

    items: tuple[Item, ...]
    mode: BatchMode = BatchMode.ALL


class Questions:
    """A question of one of several kinds, told apart by its `kind`, which its own request does not know."""

    def __init__(self, requests: Mapping[str, Request]) -> None:
        self.requests = requests

    def load(self, data: object) -> Posed:
        """Return the question; raise Invalid with every fault that it has."""
        kind, members = read_kind(data, self.requests)
        without_kind = members.copy()
        del without_kind[KIND]
        return Posed(kind, self.requests[kind].load(without_kind))


QUESTIONS: Final = Questions(
    {
        "meld": MeldRequest(),
        "lay_off": LayOffRequest(),
        "pickup": PickupRequest(),
        "discard": DiscardRequest(),
        "turn": TurnRequest(),
        "rummy_call": RummyCallRequest(),
        "hand_score": HandScoreRequest(),
        "round_score": RoundScoreRequest(),
    }
)


class ItemId(Text):
    """What a client calls a question of a batch."""

    def __init__(self) -> None:
        super().__init__(ID_PATTERN, 1, limits.ID_LENGTH, required=True)


class ItemSchema(Closed[Item]):
    """A question of a batch."""

    id = ItemId()
    question = Part(QUESTIONS, required=True)
    builds = Item


class Items(Parts[object]):
    """The items of a batch as they came: how to read them depends on what the batch has agreed on."""

    def read(self, value: object) -> tuple[object, ...]:
        """Return the items unread."""
        return tuple(unread_list(value, self.minimum, limits.LIMITS["batch_items"]))


_ITEM: Final = ItemSchema()


class BatchRequest(Closed[Batch]):
    """Asks many questions; what the batch has agreed on holds for those that carry neither ruleset nor options."""

    ruleset = RulesetId()
    options = Part(OptionOverrides())
    items = Items(_ITEM, limits.BATCH_ITEMS, 1, required=True)
    mode = Choice(BatchMode)
    builds = Batch

    def _read_members(self, data: Mapping[str, object], faults: list[FieldError]) -> dict[str, Any]:
        read = super()._read_members(data, faults)
        shared = {name: data[name] for name in _AGREED if name in data}
        if not shared.keys() <= read.keys():
            shared = {}
        if "items" in read:
            read["items"] = _read_items(read["items"], shared, faults)
        return {name: value for name, value in read.items() if name not in _AGREED}


def _read_items(items: Iterable[object], shared: Mapping[str, object], faults: list[FieldError]) -> tuple[Item, ...]:
    """Read the items; a contradiction in what they share is told once, where it was said."""
    read: list[Item] = []
    told: list[FieldError] = []
    for index, item in enumerate(items):
        lent = _lent(item, shared)
        try:
            read.append(_ITEM.load(lent or item))
        except Invalid as invalid:
            for fault in invalid.errors:
                if lent is None or fault.pointer.split("/")[2:3] not in _SHARED:
                    faults.append(fault._replace(pointer=f"/items/{index}{fault.pointer}"))
                elif all((fault.pointer, fault.params) != (known.pointer, known.params) for known in told):
                    told.append(fault)
                    faults.append(fault._replace(pointer=fault.pointer.removeprefix(f"/{_QUESTION}")))
        if len(faults) >= limits.ERRORS:
            break
    return tuple(read)


def _lent(item: object, shared: Mapping[str, object]) -> dict[str, object] | None:
    """Return an item with what the batch shares in its question, or None where it takes nothing of that."""
    if not shared or not isinstance(item, dict):
        return None
    question = item.get(_QUESTION)
    if not isinstance(question, dict) or not question.keys().isdisjoint(_AGREED):
        return None
    return {**item, _QUESTION: {**question, **shared}}
