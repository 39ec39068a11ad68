"""Records as they are sent and answered."""

from typing import Any

import pytest

from service.rules.cards import cards
from service.rules.deal import full_deck
from service.rules.options import Options
from service.wire.digests import commitment, ruleset_digest
from service.wire.faults import Invalid
from service.wire.moves import codes
from service.wire.operations import OPERATIONS

DECK = full_deck(3, Options())


def record(*rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    dealt = [{"dealer": 0, "deck": codes(DECK), "moves": []} | each for each in rounds]
    return {"record": {"format": "rummy-referee/1", "seats": [{}, {"name": "Ben"}, {}], "rounds": dealt} | more}


def answer(document: object) -> Any:
    return OPERATIONS["judgeRecord"].answer(document)


def test_a_record_without_rounds_has_nothing_to_tell() -> None:
    told = answer(record())
    assert told["legal"] is True
    assert (told["rounds"], told["totals"]) == ([], [])
    assert not {"outcome", "position", "round", "move_index", "commitment_holds"} & told.keys()


def test_the_digest_is_held_against_the_options() -> None:
    assert answer(record(ruleset_digest=ruleset_digest(Options())))["legal"] is True
    [fault] = answer(record(ruleset_digest=f"sha256:{'0' * 64}"))["violations"]
    assert (fault["code"], fault["pointer"]) == ("IMPOSSIBLE_TABLE", "/record/ruleset_digest")


@pytest.mark.parametrize(
    ("told", "holds"),
    [
        ({}, None),
        ({"salt": "s"}, None),
        ({"commitment": "0" * 64}, None),
        ({"salt": "s", "commitment": "0" * 64}, False),
        ({"salt": "s", "commitment": commitment("s", DECK)}, True),
    ],
)
def test_a_promise_is_checked_where_salt_and_commitment_are_told(told: dict[str, str], *, holds: bool | None) -> None:
    assert answer(record(told)).get("commitment_holds") is holds


def test_a_commitment_is_of_the_cards_as_answers_write_them() -> None:
    assert commitment("s", cards("10H X1")) == commitment("s", cards("TH JK"))


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({}, "/record"),
        (record(format="rummy-referee/2"), "/record/format"),
        (record({"moves": [{"seat": 1, "move": {"kind": "draw_stock"}}]}), "/record/rounds/0/moves/0/move/card"),
        (record({"moves": [{"seat": 1, "move": {"kind": "call_rummy"}}]}), "/record/rounds/0/moves/0/move/count"),
        (record({"reshuffles": [["5H"], ["5h"]]}), "/record/rounds/0/reshuffles/1/0"),
        (record({"commitment": "A" * 64}), "/record/rounds/0/commitment"),
        (record({"moves": [{}] * 6000}, {"moves": [{}] * 4001}), "/record/rounds"),
        (record({"moves": {}}), "/record/rounds/0/moves"),
        (record(rounds=[[]]), "/record/rounds/0"),
        (record(rounds={}), "/record/rounds"),
        (record(seats=[{}]), "/record/seats"),
        (record(options={"sides": "partners"}), "/record/options/sides"),
        (record(ruleset="partnership"), "/record/ruleset"),
        (record() | {"ruleset": "nordic"}, "/ruleset"),
    ],
)
def test_what_is_no_record_is_refused_at_its_place(document: object, pointer: str) -> None:
    with pytest.raises(Invalid) as refused:
        answer(document)
    assert [error.pointer for error in refused.value.errors] == [pointer]


def test_records_that_differ_in_a_move_have_different_names() -> None:
    drawn = {"seat": 1, "move": {"kind": "draw_stock", "card": "KH"}}
    thrown = {"seat": 1, "move": {"kind": "discard", "card": "KH"}}
    names = {answer(record({"moves": [move]}))["decision_id"] for move in (drawn, thrown, drawn | {"seat": 2})}
    assert len(names) == 3
