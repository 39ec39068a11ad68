"""When fingerprints are equal, and when they are not."""

import re
from dataclasses import replace
from typing import Any, Final

import pytest

from service.rules.cards import cards
from service.rules.options import RULESETS, Options
from service.rules.questions import DiscardCard, DrawStock, LayMeld, LayOffCards, PickupQuestion, TurnMove, TurnQuestion
from service.wire.digests import decision_id, ruleset_digest
from service.wire.requests import LayOffRequest, MeldRequest, PickupRequest, Request, TurnRequest

MELD: Final = MeldRequest()
TURN: Final = TurnRequest()
POSITION: Final = {"players": 3, "seat": 0, "hand": ["2C", "10H"], "discard_pile": ["7D"], "stock_count": 20}
RUN: Final = {"id": "X1", "seat": 0, "cards": ["5H", "6H", "7H"]}


def id_of(request: Request, document: dict[str, Any]) -> str:
    agreement, question = request.load(document)
    return decision_id(agreement.digest, "kind", question)


def test_every_change_of_an_option_changes_the_digest() -> None:
    digests = [ruleset_digest(ruleset.options) for ruleset in RULESETS.values()]
    digests += [ruleset_digest(replace(Options(), target=250)), ruleset_digest(replace(Options(), boodle_stake=2))]
    assert len(set(digests)) == len(digests)
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in digests)


def test_equal_options_have_equal_digests_wherever_they_come_from() -> None:
    assert ruleset_digest(replace(RULESETS["booting"].options, booting_bonus=0)) == ruleset_digest(Options())


ALIKE: Final[list[tuple[Request, dict[str, Any], dict[str, Any]]]] = [
    (MELD, {"cards": ["10H", "JK"]}, {"cards": ["TH", "X3"]}),
    (MELD, {"cards": ["10H", "JK=10H"]}, {"cards": ["0H", "JK=TH"]}),
    (MELD, {"cards": ["5H"], "players": 3, "ace": "low"}, {"ace": "low", "players": 3.0, "cards": ["5H"]}),
    (MELD, {"cards": ["5H"]}, {"cards": ["5H"], "players": 4, "ruleset": "american", "options": {}}),
    (MELD, {"cards": ["5H"], "options": {"target": 250}}, {"cards": ["5H"], "options": {"target": 250.0}}),
    (MELD, {"cards": ["5H"], "options": {"target": 500}}, {"cards": ["5H"]}),
    (
        TURN,
        {"position": POSITION, "moves": [{"kind": "discard", "card": "10H"}]},
        {"moves": [{"card": "TH", "kind": "discard"}], "position": dict(reversed(POSITION.items()))},
    ),
]
UNLIKE: Final[list[tuple[Request, dict[str, Any], dict[str, Any]]]] = [
    (MELD, {"cards": ["5H", "6H"]}, {"cards": ["6H", "5H"]}),
    (MELD, {"cards": ["5H"]}, {"cards": ["5H"], "hand": []}),
    (MELD, {"cards": ["5H"], "has_melded": False}, {"cards": ["5H"]}),
    (MELD, {"cards": ["5H"]}, {"cards": ["5H"], "ruleset": "nordic"}),
    (MELD, {"cards": ["JK=10H"], "ruleset": "pagat"}, {"cards": ["10H"], "ruleset": "pagat"}),
    (LayOffRequest(), {"cards": ["8H"], "melds": [RUN]}, {"cards": ["8H"], "melds": [RUN | {"id": "JK"}]}),
    (
        TURN,
        {"position": POSITION, "moves": [{"kind": "discard", "card": "10H"}]},
        {"position": POSITION, "moves": [{"kind": "draw_stock", "card": "10H"}]},
    ),
]


@pytest.mark.parametrize(("request_", "one", "other"), ALIKE)
def test_how_a_question_is_written_makes_no_difference(
    request_: Request, one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert id_of(request_, one) == id_of(request_, other)


@pytest.mark.parametrize(("request_", "one", "other"), UNLIKE)
def test_what_is_asked_makes_a_difference(request_: Request, one: dict[str, Any], other: dict[str, Any]) -> None:
    assert id_of(request_, one) != id_of(request_, other)


def test_the_kind_of_question_makes_a_difference() -> None:
    _, question = MELD.load({"cards": ["5H"]})
    assert decision_id("sha256:0", "meld", question) != decision_id("sha256:0", "hand_score", question)
    assert re.fullmatch("d_[0-9a-f]{32}", decision_id("sha256:0", "meld", question))


def test_moves_with_the_same_members_are_told_apart() -> None:
    five = cards("5H")
    _, turn = TURN.load({"position": POSITION, "moves": [{"kind": "pass"}]})
    assert isinstance(turn, TurnQuestion)
    moves: list[TurnMove] = [DrawStock(five[0]), DiscardCard(five[0]), LayMeld(five), LayOffCards(five)]
    assert len({decision_id("", "turn", turn._replace(moves=(each,))) for each in moves}) == len(moves)


def test_what_follows_a_pickup_is_told_apart() -> None:
    _, pickup = PickupRequest().load({"hand": [], "discard_pile": ["7D"], "count": 1})
    assert isinstance(pickup, PickupQuestion)
    five = cards("5H")
    then = [None, (), (LayMeld(five),), (LayOffCards(five),)]
    assert len({decision_id("", "pickup", pickup._replace(then=each)) for each in then}) == len(then)
