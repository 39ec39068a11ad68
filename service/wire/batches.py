"""Many questions in one request: how they are read, and when asking stops.

A question of a batch is that of the single operation with its `kind` beside it; one schema reads both.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from . import limits
from .faults import FieldError, Invalid
from .fields import KIND, Choice, Closed, Part, Parts, Text, read_kind, unread_list
from .plain import NOT_PLAIN, Reader
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


#: A question with its kind.
Posed: TypeAlias = tuple[str, Asked]
#: What the client calls a question of a batch, its kind, and the question.
Item: TypeAlias = tuple[str, str, Asked]


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
        return kind, self.requests[kind].load({name: value for name, value in members.items() if name != KIND})

    def plain_reader(self) -> Reader:
        """Return the plain reader of such a question."""
        readers = {kind: request.plain_reader(beside=KIND) for kind, request in self.requests.items()}

        def read(data: Any) -> Posed:
            kind = data[KIND]
            return kind, readers[kind](data)

        return read


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


def _item(id: str, question: Posed) -> Item:  # noqa: A002
    kind, asked = question
    return id, kind, asked


class ItemSchema(Closed[Item]):
    """A question of a batch."""

    id = ItemId()
    question = Part(QUESTIONS, required=True)
    builds = staticmethod(_item)


class Items(Parts[object]):
    """The items of a batch as they came: how to read them depends on what the batch has agreed on."""

    def read(self, value: object) -> tuple[object, ...]:
        """Return the items unread."""
        return tuple(unread_list(value, self.minimum, limits.LIMITS["batch_items"]))


_ITEM: Final = ItemSchema()
_read_id: Final = ItemId().read
_read_question: Final = QUESTIONS.plain_reader()
_MEMBERS: Final = len(_ITEM.fields)


def _read_item(item: Any) -> Item:
    try:
        if len(item) == _MEMBERS:
            return _read_id(item["id"]), *_read_question(item["question"])
    except NOT_PLAIN:
        pass
    return _ITEM.load(item)


class BatchRequest(Closed[Batch]):
    """Asks many questions; what the batch has agreed on holds for those that carry neither ruleset nor options."""

    ruleset = RulesetId()
    options = Part(OptionOverrides())
    items = Items(_ITEM, limits.BATCH_ITEMS, 1, required=True)
    mode = Choice(BatchMode)
    builds = Batch

    def finish(self, data: Mapping[str, object], read: dict[str, Any], faults: list[FieldError]) -> Batch:
        """Return the questions; raise Invalid where the batch or any of them has faults."""
        shared = {name: data[name] for name in _AGREED if name in data}
        if not shared.keys() <= read.keys():
            shared = {}
        if "items" in read:
            read["items"] = _read_items(read["items"], shared, faults)
        return super().finish(data, {name: value for name, value in read.items() if name not in _AGREED}, faults)


def _read_items(items: Iterable[object], shared: Mapping[str, object], faults: list[FieldError]) -> tuple[Item, ...]:
    """Read the items; a contradiction in what they share is told once, where it was said."""
    read: list[Item] = []
    told: list[FieldError] = []
    for index, item in enumerate(items):
        lent = _lent(item, shared) if shared else None
        try:
            read.append(_read_item(lent or item))
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
    if not isinstance(item, dict):
        return None
    question = item.get(_QUESTION)
    if not isinstance(question, dict) or not question.keys().isdisjoint(_AGREED):
        return None
    return {**item, _QUESTION: {**question, **shared}}
