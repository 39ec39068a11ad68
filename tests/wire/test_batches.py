"""Batches: how they are read, where their faults are told, and that each answer is that of the single operation."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.options import AceInRuns
from service.wire import strict_json
from service.wire.batches import QUESTIONS, BatchMode, BatchRequest
from service.wire.faults import Invalid
from service.wire.operations import OPERATIONS, SINGLE

from . import told

BATCH: Final = BatchRequest()
RUN: Final = {"kind": "meld", "cards": ["5H", "6H", "7H"]}
GAP: Final = {"kind": "meld", "cards": ["5H", "6H", "8H"]}
IMPOSSIBLE_HAND: Final = {"kind": "hand_score", "cards": ["5H", "5H"]}
HAND: Final = {"kind": "hand_score", "cards": ["5H"]}
PARTNERS: Final = {"sides": "partners"}


def items(*questions: object) -> dict[str, Any]:
    return {"items": [{"id": f"q{index}", "question": question} for index, question in enumerate(questions)]}


def statuses(document: dict[str, Any]) -> list[str]:
    answer: Any = OPERATIONS["judgeBatch"].answer(document)
    assert answer["answered"] == sum("answer" in result for result in answer["results"])
    assert answer["skipped"] == len(document["items"]) - answer["answered"]
    assert all(("answer" in result) is (result["status"] == "answered") for result in answer["results"])
    return [result["status"] for result in answer["results"]]


DONE: Final = "answered"
LEFT: Final = "skipped"


@pytest.mark.parametrize(
    ("mode", "questions", "wanted"),
    [
        (None, [GAP, RUN, GAP], [DONE, DONE, DONE]),
        ("all", [GAP, RUN, GAP], [DONE, DONE, DONE]),
        ("stop_on_illegal", [RUN, GAP, RUN, GAP], [DONE, DONE, LEFT, LEFT]),
        ("stop_on_illegal", [RUN, HAND], [DONE, DONE]),
        ("stop_on_illegal", [HAND, IMPOSSIBLE_HAND, RUN], [DONE, DONE, LEFT]),
        ("stop_on_legal", [GAP, IMPOSSIBLE_HAND, RUN, GAP], [DONE, DONE, DONE, LEFT]),
        ("stop_on_legal", [HAND, RUN], [DONE, LEFT]),
        ("stop_on_legal", [GAP], [DONE]),
    ],
)
def test_a_batch_stops_as_its_mode_says(mode: str | None, questions: list[object], wanted: list[str]) -> None:
    document = items(*questions)
    if mode is not None:
        document["mode"] = mode
    assert statuses(document) == wanted


def test_results_carry_the_ids_of_their_items_which_may_repeat() -> None:
    document = {"items": [{"id": name, "question": RUN} for name in ("b", "a", "b")]}
    answer: Any = OPERATIONS["judgeBatch"].answer(document)
    assert [result["id"] for result in answer["results"]] == ["b", "a", "b"]


def agreed(document: dict[str, Any]) -> list[tuple[str, AceInRuns]]:
    return [
        (asked.agreement.ruleset, asked.agreement.options.ace_in_runs) for _, _, asked in BATCH.load(document).items
    ]


def test_what_the_batch_has_agreed_on_holds_for_the_items_that_carry_neither() -> None:
    document = items(RUN, RUN | {"ruleset": "pagat"}, RUN | {"options": {"tie": "shared"}}, RUN | {"options": {}})
    document |= {"ruleset": "nordic", "options": {"ace_in_runs": "corner"}}
    assert agreed(document) == [
        ("nordic", AceInRuns.CORNER),
        ("pagat", AceInRuns.EITHER),
        ("american", AceInRuns.EITHER),
        ("american", AceInRuns.EITHER),
    ]


@pytest.mark.parametrize(
    ("shared", "wanted"),
    [
        ({}, ("american", AceInRuns.EITHER)),
        ({"ruleset": "nordic"}, ("nordic", AceInRuns.EITHER)),
        ({"options": {"ace_in_runs": "low"}}, ("american", AceInRuns.LOW)),
    ],
)
def test_a_batch_may_agree_on_one_or_neither(shared: dict[str, Any], wanted: tuple[str, AceInRuns]) -> None:
    assert agreed(items(RUN) | shared) == [wanted]


def test_a_batch_is_answered_to_its_end_unless_it_says_otherwise() -> None:
    assert BATCH.load(items(RUN)).mode is BatchMode.ALL
    assert set(QUESTIONS.requests) < {operation.kind for operation in SINGLE.values()}


BAD_CARD: Final = RUN | {"cards": ["5h"]}
TWO: Final = RUN | {"players": 2}
THREE: Final = RUN | {"players": 3}

REFUSED: Final[list[tuple[object, list[tuple[str, str]]]]] = [
    ([], [("WRONG_TYPE", "")]),
    ({}, [("REQUIRED", "/items")]),
    ({"items": []}, [("TOO_SHORT", "/items")]),
    ({"items": {}}, [("WRONG_TYPE", "/items")]),
    (items(*[RUN] * 1001), [("TOO_LONG", "/items")]),
    (items(RUN) | {"mode": "some"}, [("BAD_VALUE", "/mode")]),
    (items(RUN) | {"kind": "batch"}, [("UNKNOWN_MEMBER", "/kind")]),
    (
        {"items": [RUN]},
        [("UNKNOWN_MEMBER", f"/items/0/{name}") for name in RUN]
        + [
            ("REQUIRED", "/items/0/id"),
            ("REQUIRED", "/items/0/question"),
        ],
    ),
    ({"items": [{"id": "a b", "question": RUN}]}, [("BAD_VALUE", "/items/0/id")]),
    (
        {"items": ["a", {"id": "a", "question": None}]},
        [("WRONG_TYPE", "/items/0"), ("WRONG_TYPE", "/items/1/question")],
    ),
    (items(RUN, {"cards": ["5H"]}), [("REQUIRED", "/items/1/question/kind")]),
    (items({"kind": "game_score", "players": 2, "rounds": []}), [("BAD_VALUE", "/items/0/question/kind")]),
    (items({"kind": 1}), [("WRONG_TYPE", "/items/0/question/kind")]),
    (items(RUN, RUN, RUN, BAD_CARD), [("BAD_CARD", "/items/3/question/cards/0")]),
    (items(RUN | {"ruleset": "tarot"}), [("UNKNOWN_RULESET", "/items/0/question/ruleset")]),
    (
        items(TWO | {"options": PARTNERS}, RUN, THREE | {"options": PARTNERS}),
        [("CONTRADICTORY_OPTIONS", f"/items/{index}/question/options/sides") for index in (0, 2)],
    ),
    (items(TWO, RUN, THREE, TWO) | {"options": PARTNERS}, [("CONTRADICTORY_OPTIONS", "/options/sides")]),
    (items(TWO, RUN, THREE, TWO) | {"ruleset": "partnership"}, [("CONTRADICTORY_OPTIONS", "/ruleset")]),
    (
        {"ruleset": "nordic", "options": {"jokers": "wild"}} | items(RUN, BAD_CARD, RUN),
        [("CONTRADICTORY_OPTIONS", "/options/jokers"), ("BAD_CARD", "/items/1/question/cards/0")],
    ),
    (
        items(RUN, RUN | {"options_": {}}, BAD_CARD, "no question") | {"ruleset": "tarot", "options": PARTNERS},
        [
            ("UNKNOWN_RULESET", "/ruleset"),
            ("UNKNOWN_MEMBER", "/items/1/question/options_"),
            ("BAD_CARD", "/items/2/question/cards/0"),
            ("WRONG_TYPE", "/items/3/question"),
        ],
    ),
    ({"items": [5, {"id": "a"}], "ruleset": "nordic"}, [("WRONG_TYPE", "/items/0"), ("REQUIRED", "/items/1/question")]),
]


@pytest.mark.parametrize(("document", "faults"), REFUSED)
def test_a_batch_is_refused_with_every_fault_at_its_place(document: object, faults: list[tuple[str, str]]) -> None:
    with pytest.raises(Invalid) as refusal:
        BATCH.load(document)
    assert [(error.code, error.pointer) for error in refusal.value.errors] == faults


def test_what_a_batch_has_agreed_on_contradicts_nothing_where_no_item_takes_it() -> None:
    assert agreed(items(TWO | {"options": {}}, THREE | {"ruleset": "nordic"}) | {"options": PARTNERS})


def test_contradictions_for_all_items_leave_room_for_other_faults() -> None:
    document = items(*[TWO] * 100, BAD_CARD) | {"options": PARTNERS}
    with pytest.raises(Invalid) as refusal:
        BATCH.load(document)
    assert [error.pointer for error in refusal.value.errors] == ["/options/sides", "/items/100/question/cards/0"]


def test_no_more_is_read_once_there_are_enough_faults() -> None:
    with pytest.raises(Invalid) as refusal:
        BATCH.load(items(*[BAD_CARD] * 100))
    assert len(refusal.value.errors) == 50


@pytest.mark.parametrize("kind", QUESTIONS.requests)
@given(data=st.data())
def test_an_answer_is_byte_for_byte_that_of_the_single_operation(kind: str, data: st.DataObject) -> None:
    [(name, operation)] = [(name, each) for name, each in SINGLE.items() if each.kind == kind]
    question = told.told(data.draw(told.QUESTIONS[name]))
    terms = {"ruleset": data.draw(told.RULESET), "options": data.draw(told.OVERRIDES)}
    own = data.draw(st.booleans())
    batch = items({"kind": kind, **question, **terms}) if own else items({"kind": kind, **question}) | terms
    try:
        wanted = operation.answer(question | terms)
    except Invalid as invalid:
        with pytest.raises(Invalid) as refusal:
            OPERATIONS["judgeBatch"].answer(batch)
        beginning = "/items/0/question" if own else ""
        assert [error.pointer for error in refusal.value.errors] == [  # noqa: PT017 - compared with the batch's
            beginning + error.pointer for error in invalid.errors
        ]
    else:
        answer: Any = OPERATIONS["judgeBatch"].answer(batch)
        assert strict_json.write(answer["results"][0]["answer"]) == strict_json.write(wanted)


@given(told.ANY_VALUE)
def test_any_value_is_loaded_or_refused(value: object) -> None:
    for document in (value, {"items": value}, {"items": [value]}, items(value), items(RUN) | {"options": value}):
        try:
            BATCH.load(document)
        except Invalid as invalid:
            assert invalid.errors  # noqa: PT017 - the property is that nothing else is ever raised
