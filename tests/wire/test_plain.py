"""Plain readers make of a document what its schema makes of it, or leave it to the schema."""

from functools import partial
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.questions import MeldQuestion
from service.wire.batches import QUESTIONS as BATCHED
from service.wire.batches import BatchRequest, ItemSchema
from service.wire.faults import Invalid
from service.wire.fields import KIND, Closed, Integer
from service.wire.games import GameRequest
from service.wire.operations import SINGLE
from service.wire.plain import NOT_PLAIN, NotPlainError, record_reader
from service.wire.requests import MeldRequest, Request

from .told import ANY_VALUE, OVERRIDES, QUESTIONS, RULESET, told

REQUESTS: Final = {name: operation.request for name, operation in SINGLE.items()}
KINDS: Final = {SINGLE[name].kind: name for name in QUESTIONS if SINGLE[name].kind in BATCHED.requests}
AGREED: Final = st.fixed_dictionaries({}, optional={"ruleset": RULESET, "options": OVERRIDES})
read_batched: Final = BATCHED.plain_reader()


@st.composite
def with_a_change(draw: st.DrawFn, value: Any) -> Any:
    """Replace, take away or add something at some place of a document."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(value)))
        return {**value, name: draw(with_a_change(value[name]))}
    if isinstance(value, list) and value and draw(st.booleans()):
        index = draw(st.integers(0, len(value) - 1))
        return [*value[:index], draw(with_a_change(value[index])), *value[index + 1 :]]
    if isinstance(value, dict):
        kept = draw(st.lists(st.sampled_from(sorted(value)), unique=True)) if value else []
        return {name: value[name] for name in kept} | draw(st.dictionaries(st.text(max_size=3), ANY_VALUE, max_size=1))
    if isinstance(value, int):
        return draw(st.sampled_from([float(value), value + 0.5, str(value), bool(value), -value, value * 10**6]))
    return draw(ANY_VALUE)


def read_by_schema(request: Any, document: object) -> object:
    """Give what the schema alone makes of a document, or the fault."""
    try:
        return Closed.load(request, document)
    except Invalid as invalid:
        return invalid.errors


@pytest.mark.parametrize("operation", QUESTIONS)
@given(data=st.data())
def test_a_plain_reader_reads_as_the_schema_or_not_at_all(operation: str, data: st.DataObject) -> None:
    request = REQUESTS[operation]
    assert isinstance(request, Request)
    document = told(data.draw(QUESTIONS[operation])) | data.draw(AGREED)
    if data.draw(st.booleans()):
        document = data.draw(with_a_change(document))
    try:
        read = request.plain_reader()(document)
    except NOT_PLAIN:
        return
    assert read == read_by_schema(request, document)


@pytest.mark.parametrize("operation", QUESTIONS)
@given(data=st.data())
def test_what_is_written_as_usual_is_plain(operation: str, data: st.DataObject) -> None:
    question = data.draw(QUESTIONS[operation])
    request = REQUESTS[operation]
    assert isinstance(request, Request)
    assert request.plain_reader()(told(question)).question == question


@given(data=st.data())
def test_a_question_of_a_batch_is_read_as_the_same_question_alone(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    alone = told(data.draw(QUESTIONS[KINDS[kind]])) | data.draw(AGREED)
    document = {KIND: kind} | alone
    if data.draw(st.booleans()):
        document = data.draw(with_a_change(document))
        alone = {name: value for name, value in document.items() if name != KIND} if isinstance(document, dict) else {}
    try:
        found, read = read_batched(document)
    except NOT_PLAIN:
        return
    assert found == document[KIND]
    assert read == read_by_schema(REQUESTS[KINDS[found]], alone)
    assert BATCHED.load(document) == (found, read)


@given(data=st.data())
def test_a_batch_is_read_as_its_schema_reads_it(data: st.DataObject) -> None:
    item: object = {"id": "a", "question": {KIND: "meld"} | told(data.draw(QUESTIONS["judgeMeld"]))}
    if data.draw(st.booleans()):
        item = data.draw(with_a_change(item))
    document = {"items": [item]}
    try:
        wanted: object = (ItemSchema().load(item),)
    except Invalid as invalid:
        wanted = [error._replace(pointer=f"/items/0{error.pointer}") for error in invalid.errors]
    try:
        read: object = BatchRequest().load(document).items
    except Invalid as invalid:
        read = invalid.errors
    assert read == wanted


def test_what_is_no_record_its_schema_reads() -> None:
    class Named(Closed[MeldQuestion]):
        """No cards for so many players."""

        players = Integer(2, 8, required=True)
        builds = staticmethod(partial(MeldQuestion, ()))

    assert record_reader(Named())({"players": 3.0}) == MeldQuestion((), players=3)


def test_a_game_that_is_asked_for_is_plain() -> None:
    request = GameRequest()
    document = {"seats": [{"name": "North"}, {}, {}], "ruleset": "pagat", "seed": "again"}
    assert request.plain_reader()(document) == read_by_schema(request, document)


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"cards": ["5H"], "kind": "meld"},
        {"cards": ["5H"], "players": 2.0},
        {"cards": ["5H"], "options": {"sides": "partners"}, "players": 3},
        {"cards": ["5H"], "has_melded": 1},
        {"cards": []},
        {"cards": "5H"},
    ],
    ids=str,
)
def test_everything_else_is_left_to_the_schema(document: object) -> None:
    with pytest.raises(NotPlainError):
        MeldRequest().plain_reader()(document)
