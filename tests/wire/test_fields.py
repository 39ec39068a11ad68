"""What each field takes, and what it refuses with which code at which place."""

from enum import StrEnum
from typing import Any

import pytest
from marshmallow import fields as marshmallow_fields

from service.rules.cards import Card, cards
from service.wire import limits
from service.wire.faults import Invalid
from service.wire.fields import (
    Amount,
    Boolean,
    CardList,
    Choice,
    Closed,
    Integer,
    IntegerList,
    MeldCardList,
    OneCard,
    Part,
    Parts,
    Strict,
    Tag,
    Text,
    Union,
)


class End(StrEnum):
    """Two words."""

    LOW = "low"
    HIGH = "high"


class Point(Closed[dict[str, Any]]):
    """An object with two members."""

    x = Integer(0, 9, required=True)
    y = Integer(0, 9)
    builds = dict


class Up(Closed[str]):
    """One object of a union."""

    kind = Tag("up")
    by = Integer(1, 3, required=True)
    builds = "up {by}".format


class Down(Closed[str]):
    """Another object of a union."""

    kind = Tag("down")
    builds = "down".format


WAY = Union(Up(), Down())
NUMBER = Integer(-5, 60)
AMOUNT = Amount((15, 1, 5))
ID = Text("[a-z.]+", 1, 5)
POINTS = Parts(Point(), 2, 1)

TAKEN: list[tuple[Strict[Any], object, object]] = [
    (NUMBER, 5, 5),
    (NUMBER, 5.0, 5),
    (NUMBER, -5, -5),
    (NUMBER, 60, 60),
    (NUMBER, -0.0, 0),
    (AMOUNT, 1, 1),
    (AMOUNT, 15.0, 15),
    (Boolean(), True, True),
    (Boolean(), False, False),
    (ID, "a.b", "a.b"),
    (ID, "abcde", "abcde"),
    (Choice(End), "low", End.LOW),
    (Choice([End.HIGH]), "high", End.HIGH),
    (Tag("up"), "up", "up"),
    (OneCard(), "0H", cards("10H")[0]),
    (OneCard(), "X8", cards("JK")[0]),
    (CardList(), [], ()),
    (CardList(), ["TH", "10H", "JK"], cards("10H 10H JK")),
    (CardList(), ["2C"] * 112, cards("2C") * 112),
    (MeldCardList(1), ["JK=0H"], cards("JK=10H")),
    (IntegerList(NUMBER, 3), [1, 2.0, -3], (1, 2, -3)),
    (IntegerList(NUMBER, 3), [], ()),
    (Part(Point()), {"y": 1, "x": 2.0}, {"x": 2, "y": 1}),
    (POINTS, [{"x": 1}], ({"x": 1},)),
    (Part(WAY), {"by": 2, "kind": "up"}, "up 2"),
    (Part(WAY), {"kind": "down"}, "down"),
]

REFUSED: list[tuple[Strict[Any], object, list[tuple[str, str]]]] = [
    (NUMBER, "5", [("WRONG_TYPE", "")]),
    (NUMBER, 5.7, [("WRONG_TYPE", "")]),
    (NUMBER, True, [("WRONG_TYPE", "")]),
    (NUMBER, None, [("WRONG_TYPE", "")]),
    (NUMBER, [5], [("WRONG_TYPE", "")]),
    (NUMBER, {}, [("WRONG_TYPE", "")]),
    (NUMBER, 61, [("OUT_OF_RANGE", "")]),
    (NUMBER, -6, [("OUT_OF_RANGE", "")]),
    (NUMBER, 1e300, [("OUT_OF_RANGE", "")]),
    (AMOUNT, 2, [("BAD_VALUE", "")]),
    (AMOUNT, "5", [("WRONG_TYPE", "")]),
    (AMOUNT, True, [("WRONG_TYPE", "")]),
    (AMOUNT, 1.5, [("WRONG_TYPE", "")]),
    (Boolean(), 1, [("WRONG_TYPE", "")]),
    (Boolean(), 0, [("WRONG_TYPE", "")]),
    (Boolean(), "true", [("WRONG_TYPE", "")]),
    (Boolean(), None, [("WRONG_TYPE", "")]),
    (ID, "a\n", [("BAD_VALUE", "")]),
    (ID, "A", [("BAD_VALUE", "")]),
    (ID, "", [("TOO_SHORT", "")]),
    (ID, "abcdef", [("TOO_LONG", "")]),
    (ID, 5, [("WRONG_TYPE", "")]),
    (Choice(End), "Low", [("BAD_VALUE", "")]),
    (Choice(End), "low ", [("BAD_VALUE", "")]),
    (Choice(End), None, [("WRONG_TYPE", "")]),
    (Choice([End.HIGH]), "low", [("BAD_VALUE", "")]),
    (Tag("up"), "down", [("BAD_VALUE", "")]),
    (OneCard(), "5h", [("BAD_CARD", "")]),
    (OneCard(), "JK=9H", [("BAD_CARD", "")]),
    (OneCard(), None, [("WRONG_TYPE", "")]),
    (OneCard(), ["5H"], [("WRONG_TYPE", "")]),
    (CardList(), "5H", [("WRONG_TYPE", "")]),
    (CardList(), None, [("WRONG_TYPE", "")]),
    (CardList(1), [], [("TOO_SHORT", "")]),
    (CardList(), ["2C"] * 113, [("TOO_LONG", "")]),
    (CardList(), ["5H", "5x", "7H", "1S"], [("BAD_CARD", "/1"), ("BAD_CARD", "/3")]),
    (CardList(), ["JK=9H"], [("BAD_CARD", "/0")]),
    (CardList(), [None, 6, ["5H"], {}, True], [("WRONG_TYPE", f"/{index}") for index in range(5)]),
    (MeldCardList(), ["JK=JK", "JK=", "JK=9h", " 9H", "10", ""], [("BAD_CARD", f"/{index}") for index in range(6)]),
    (IntegerList(NUMBER, 3), [1, 2.5, "3"], [("WRONG_TYPE", "/1"), ("WRONG_TYPE", "/2")]),
    (IntegerList(NUMBER, 3), [1, 2, 3, 4], [("TOO_LONG", "")]),
    (IntegerList(NUMBER, 3), {"0": 1}, [("WRONG_TYPE", "")]),
    (Part(Point()), {}, [("REQUIRED", "/x")]),
    (Part(Point()), {"x": None}, [("WRONG_TYPE", "/x")]),
    (Part(Point()), [], [("WRONG_TYPE", "")]),
    (Part(Point()), {"x": 1, "_schema": 1}, [("UNKNOWN_MEMBER", "/_schema")]),
    (Part(Point()), {"x": 1, "y/z~": 1}, [("UNKNOWN_MEMBER", "/y~1z~0")]),
    (Part(Point()), {"z": 1, "y": 10}, [("UNKNOWN_MEMBER", "/z"), ("OUT_OF_RANGE", "/y"), ("REQUIRED", "/x")]),
    (POINTS, [], [("TOO_SHORT", "")]),
    (POINTS, [{"x": 1}] * 3, [("TOO_LONG", "")]),
    (POINTS, [{"x": 10}, {}], [("OUT_OF_RANGE", "/0/x"), ("REQUIRED", "/1/x")]),
    (POINTS, {"x": 1}, [("WRONG_TYPE", "")]),
    (Part(WAY), {"by": 2}, [("REQUIRED", "/kind")]),
    (Part(WAY), {"kind": 1}, [("WRONG_TYPE", "/kind")]),
    (Part(WAY), {"kind": "left"}, [("BAD_VALUE", "/kind")]),
    (Part(WAY), {"kind": "down", "by": 2}, [("UNKNOWN_MEMBER", "/by")]),
    (Part(WAY), {"kind": "up", "by": 4}, [("OUT_OF_RANGE", "/by")]),
    (Part(WAY), "up", [("WRONG_TYPE", "")]),
]


def named(case: tuple[Any, ...]) -> str:
    return f"{type(case[0]).__name__} {str(case[1])[:30]!r}"


@pytest.mark.parametrize(("field", "value", "read"), TAKEN, ids=map(named, TAKEN))
def test_a_field_takes_what_the_contract_says(field: Strict[Any], value: object, read: object) -> None:
    assert field.deserialize(value) == read


@pytest.mark.parametrize(("field", "value", "faults"), REFUSED, ids=map(named, REFUSED))
def test_a_field_refuses_everything_else_and_names_every_fault(
    field: Strict[Any], value: object, faults: list[tuple[str, str]]
) -> None:
    with pytest.raises(Invalid) as refusal:
        field.deserialize(value)
    assert [(error.code, error.pointer) for error in refusal.value.errors] == faults
    assert all(error.message.endswith(".") for error in refusal.value.errors)


@pytest.mark.parametrize(
    ("field", "value", "params"),
    [
        (NUMBER, 61, {"minimum": -5, "maximum": 60}),
        (AMOUNT, 2, {"amounts": [1, 5, 15]}),
        (ID, "", {"minimum": 1}),
        (ID, "abcdef", {"maximum": 5}),
        (ID, "A", {"pattern": "[a-z.]+"}),
        (Choice(End), "", {"allowed": ["low", "high"]}),
        (CardList(), ["2C"] * 113, {"maximum": limits.CARDS}),
        (Boolean(), 1, {}),
    ],
)
def test_a_fault_says_what_would_do(field: Strict[Any], value: object, params: dict[str, object]) -> None:
    with pytest.raises(Invalid) as refusal:
        field.read(value)
    assert refusal.value.errors[0].params == params


@pytest.mark.parametrize(
    ("value", "hint"),
    [("5h", "upper case"), (" 5H", "without blanks"), ("JK=9H", "has a name in melds"), ("11H", "This is no card")],
)
def test_a_bad_card_is_told_what_is_wrong_with_it(value: str, hint: str) -> None:
    with pytest.raises(Invalid) as refusal:
        OneCard().read(value)
    assert hint in refusal.value.errors[0].message


def test_the_cards_read_are_those_that_there_are() -> None:
    assert isinstance(OneCard().read("AS"), Card)


def test_no_more_faults_are_named_than_an_answer_shows() -> None:
    faulty: list[tuple[Strict[Any], object]] = [
        (Part(Point()), {str(number): 1 for number in range(1000)}),
        (Parts(Point(), 1000), [{"x": 10}] * 1000),
    ]
    for field, value in faulty:
        with pytest.raises(Invalid) as refusal:
            field.read(value)
        assert limits.ERRORS <= len(refusal.value.errors) <= limits.ERRORS + 1


def test_a_schema_with_a_field_that_is_not_strict_cannot_be_made() -> None:
    class Lax(Closed[dict[str, Any]]):
        """A schema with one of marshmallow's own fields."""

        count = marshmallow_fields.Integer()
        builds = dict

    with pytest.raises(TypeError, match="count is read by Integer"):
        Lax()


def test_a_union_of_objects_without_a_tag_cannot_be_made() -> None:
    class Untagged(Closed[dict[str, Any]]):
        """A schema whose kind may be anything."""

        kind = Text(".*", 0, 9)
        builds = dict

    with pytest.raises(TypeError, match="Untagged has no tag"):
        Union(Untagged())


def test_a_field_without_a_reader_reads_nothing() -> None:
    with pytest.raises(NotImplementedError):
        Strict[object]().read(1)
