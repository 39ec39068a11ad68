"""Requests: what they load, and every way in which they are refused."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.advice import MeldAdviceQuestion
from service.rules.cards import card, cards
from service.rules.legal_moves import LegalMovesQuestion
from service.rules.options import RULESETS, AceInRuns, Jokers, Options, with_overrides
from service.rules.pickup_advice import PickupAdviceQuestion
from service.rules.questions import (
    AceEnd,
    BoodlePot,
    DiscardCard,
    Drawn,
    DrawSource,
    DrawStock,
    EndedBy,
    GameScoreQuestion,
    HandScoreQuestion,
    LayMeld,
    LayOff,
    LayOffCards,
    LayOffQuestion,
    MeldQuestion,
    Pass,
    Phase,
    Position,
    RoundScoreQuestion,
    ScoredRound,
    ScoredSeat,
    TableMeld,
    TakeDiscards,
    TurnQuestion,
)
from service.wire import strict_json
from service.wire.digests import ruleset_digest
from service.wire.faults import Invalid
from service.wire.fields import Closed
from service.wire.requests import (
    DiscardRequest,
    GameScoreRequest,
    HandScoreRequest,
    LayOffRequest,
    LegalMovesRequest,
    MeldAdviceRequest,
    MeldRequest,
    PickupAdviceRequest,
    PickupRequest,
    Request,
    RoundScoreRequest,
    RummyCallRequest,
    TurnRequest,
)

from .told import ANY_VALUE, OVERRIDES, QUESTIONS, RULESET, told

REQUESTS: Final[dict[str, Request]] = {
    "judgeMeld": MeldRequest(),
    "judgeLayOff": LayOffRequest(),
    "judgePickup": PickupRequest(),
    "judgeDiscard": DiscardRequest(),
    "judgeTurn": TurnRequest(),
    "judgeRummyCall": RummyCallRequest(),
    "scoreHand": HandScoreRequest(),
    "scoreRound": RoundScoreRequest(),
    "scoreGame": GameScoreRequest(),
    "listLegalMoves": LegalMovesRequest(),
    "adviseMelds": MeldAdviceRequest(),
    "advisePickups": PickupAdviceRequest(),
}
MELD: Final = REQUESTS["judgeMeld"]
LAY_OFF: Final = REQUESTS["judgeLayOff"]
PICKUP: Final = REQUESTS["judgePickup"]
DISCARD: Final = REQUESTS["judgeDiscard"]
TURN: Final = REQUESTS["judgeTurn"]
CALL: Final = REQUESTS["judgeRummyCall"]
HAND: Final = REQUESTS["scoreHand"]
ROUND: Final = REQUESTS["scoreRound"]
GAME: Final = REQUESTS["scoreGame"]
LEGAL_MOVES: Final = REQUESTS["listLegalMoves"]
ADVICE: Final = REQUESTS["adviseMelds"]
PICKUP_ADVICE: Final = REQUESTS["advisePickups"]

POSITION: Final = {"players": 3, "seat": 0, "hand": ["2C"], "discard_pile": ["7D"], "stock_count": 20}
RUN: Final = {"id": "m1", "seat": 0, "cards": ["5H", "6H", "7H"]}
DRAW: Final = {"kind": "draw_stock", "card": "9H"}
ENDED: Final = {"seats": [{"hand": []}, {"hand": ["2C"]}], "ended_by": "went_out"}
CALLED: Final = {"discard_pile": ["KC"], "count": 1, "discarder": 0, "caller": 2}

LOADED: Final[list[tuple[Request, dict[str, Any], tuple[object, ...]]]] = [
    (MELD, {"cards": ["5H", "TH", "JK=0H"]}, MeldQuestion(cards("5H 10H JK=10H"))),
    (
        MELD,
        {"cards": ["AS"], "ace": "low", "hand": [], "has_melded": False, "players": 2.0},
        MeldQuestion(cards("AS"), AceEnd.LOW, (), has_melded=False, players=2),
    ),
    (LAY_OFF, {"cards": ["8H"], "melds": []}, LayOffQuestion(cards("8H"), ())),
    (
        LAY_OFF,
        {
            "cards": ["9H"],
            "melds": [RUN | {"ace": "high", "lay_offs": [{"seat": 1, "cards": ["8H"]}]}],
            "meld_id": "m1",
            "seat": 1,
        },
        LayOffQuestion(
            cards("9H"),
            (TableMeld("m1", 0, cards("5H 6H 7H"), (LayOff(1, cards("8H")),), AceEnd.HIGH),),
            "m1",
            seat=1,
        ),
    ),
    (HAND, {"cards": []}, HandScoreQuestion(())),
    (ROUND, ENDED, RoundScoreQuestion((ScoredSeat(()), ScoredSeat(cards("2C"))), EndedBy.WENT_OUT)),
    (
        ROUND,
        {
            "seats": [{"hand": [], "total_before": -20, "booted": True}, {"hand": []}],
            "melds": [RUN],
            "ended_by": "stock",
            "out_seat": 0,
            "round_number": 3,
            "boodle_pots": [{"card": "JS", "chips": 6}],
            "play_off": False,
            "time_up": True,
        },
        RoundScoreQuestion(
            (ScoredSeat((), -20, booted=True), ScoredSeat(())),
            EndedBy.STOCK,
            (TableMeld("m1", 0, cards("5H 6H 7H")),),
            0,
            3,
            (BoodlePot(card("JS"), 6),),
            play_off=False,
            time_up=True,
        ),
    ),
    (
        GAME,
        {"players": 2, "rounds": [{"scores": [10, -5.0], "out_seat": 1}, {"scores": []}], "time_up": True},
        GameScoreQuestion(2, (ScoredRound((10, -5), 1), ScoredRound(())), time_up=True),
    ),
    (ADVICE, {"hand": ["2C"]}, MeldAdviceQuestion(cards("2C"))),
    (
        ADVICE,
        {"hand": [], "melds": [RUN], "keep_discard": True, "players": 5},
        MeldAdviceQuestion((), (TableMeld("m1", 0, cards("5H 6H 7H")),), keep_discard=True, players=5),
    ),
    (PICKUP_ADVICE, {"position": POSITION}, PickupAdviceQuestion(Position(3, 0, cards("2C"), cards("7D"), 20))),
    (LEGAL_MOVES, {"position": POSITION}, LegalMovesQuestion(Position(3, 0, cards("2C"), cards("7D"), 20), 500)),
    (
        LEGAL_MOVES,
        {"position": POSITION | {"booting": True}, "limit": 1},
        LegalMovesQuestion(Position(3, 0, cards("2C"), cards("7D"), 20, booting=True), 1),
    ),
    (
        TURN,
        {
            "position": POSITION | {"phase": "play", "drawn": {"source": "call", "cards": ["3H"]}},
            "moves": [
                DRAW,
                {"kind": "take_discards", "count": 3},
                {"kind": "lay_meld", "cards": ["JK=9H"], "ace": "low", "meld_id": "m7"},
                {"kind": "lay_off", "cards": ["4H"], "meld_id": "m1", "ace": "high"},
                {"kind": "discard", "card": "2C"},
                {"kind": "pass"},
            ],
        },
        TurnQuestion(
            Position(
                3,
                0,
                cards("2C"),
                cards("7D"),
                20,
                phase=Phase.PLAY,
                drawn=Drawn(DrawSource.CALL, cards("3H")),
            ),
            (
                DrawStock(*cards("9H")),
                TakeDiscards(3),
                LayMeld(cards("JK=9H"), AceEnd.LOW, "m7"),
                LayOffCards(cards("4H"), "m1", AceEnd.HIGH),
                DiscardCard(*cards("2C")),
                Pass(),
            ),
        ),
    ),
]

REFUSED: Final[list[tuple[Request, object, list[tuple[str, str]]]]] = [
    (MELD, None, [("WRONG_TYPE", "")]),
    (MELD, ["5H"], [("WRONG_TYPE", "")]),
    (MELD, {}, [("REQUIRED", "/cards")]),
    (MELD, {"cards": []}, [("TOO_SHORT", "/cards")]),
    (MELD, {"cards": ["5x", "6H", "7y"]}, [("BAD_CARD", "/cards/0"), ("BAD_CARD", "/cards/2")]),
    (MELD, {"cards": ["5H"], "colour": "red"}, [("UNKNOWN_MEMBER", "/colour")]),
    (MELD, {"cards": ["5H"], "kind": "meld"}, [("UNKNOWN_MEMBER", "/kind")]),
    (MELD, {"cards": ["5H"], "agreement": {}}, [("UNKNOWN_MEMBER", "/agreement")]),
    (MELD, {"cards": ["5H"], "ace": "middle"}, [("BAD_VALUE", "/ace")]),
    (MELD, {"cards": ["5H"], "hand": ["JK=9H"]}, [("BAD_CARD", "/hand/0")]),
    (MELD, {"cards": ["5H"], "hand": None}, [("WRONG_TYPE", "/hand")]),
    (MELD, {"cards": ["5H"], "has_melded": "no"}, [("WRONG_TYPE", "/has_melded")]),
    (MELD, {"cards": ["5H"], "players": 9}, [("OUT_OF_RANGE", "/players")]),
    (MELD, {"cards": ["5H"], "players": 1}, [("OUT_OF_RANGE", "/players")]),
    (MELD, {"cards": ["5H"], "players": 4.5}, [("WRONG_TYPE", "/players")]),
    (MELD, {"cards": ["5H"], "ruleset": "canasta"}, [("UNKNOWN_RULESET", "/ruleset")]),
    (MELD, {"cards": ["5H"], "ruleset": 1}, [("WRONG_TYPE", "/ruleset")]),
    (MELD, {"cards": ["5H"], "options": []}, [("WRONG_TYPE", "/options")]),
    (MELD, {"cards": ["5H"], "options": {"meld_minimum": 30}}, [("UNKNOWN_OPTION", "/options/meld_minimum")]),
    (MELD, {"cards": ["5H"], "options": {"low_ace_points": 2}}, [("BAD_VALUE", "/options/low_ace_points")]),
    (MELD, {"cards": ["5H"], "options": {"ace_in_runs": "both"}}, [("BAD_VALUE", "/options/ace_in_runs")]),
    (MELD, {"cards": ["5H"], "options": {"deep_discard": "keep"}}, [("BAD_VALUE", "/options/deep_discard")]),
    (MELD, {"cards": ["5H"], "options": {"target": -1}}, [("OUT_OF_RANGE", "/options/target")]),
    (MELD, {"cards": ["5H"], "options": {"target": "500"}}, [("WRONG_TYPE", "/options/target")]),
    (MELD, {"cards": ["5H"], "options": {"target": None}}, [("WRONG_TYPE", "/options/target")]),
    (MELD, {"cards": ["5H"], "options": {"boodle": 1}}, [("WRONG_TYPE", "/options/boodle")]),
    (
        MELD,
        {"ruleset": "tarot", "cards": ["5h"], "options": {"tie": 1, "pot": 2}, "x": 0},
        [
            ("UNKNOWN_RULESET", "/ruleset"),
            ("BAD_CARD", "/cards/0"),
            ("WRONG_TYPE", "/options/tie"),
            ("UNKNOWN_OPTION", "/options/pot"),
            ("UNKNOWN_MEMBER", "/x"),
        ],
    ),
    (LAY_OFF, {"cards": ["8H"]}, [("REQUIRED", "/melds")]),
    (LAY_OFF, {"cards": ["8H"], "melds": [RUN] * 73}, [("TOO_LONG", "/melds")]),
    (LAY_OFF, {"cards": ["8H"], "melds": [RUN | {"id": ""}]}, [("TOO_SHORT", "/melds/0/id")]),
    (LAY_OFF, {"cards": ["8H"], "melds": [RUN | {"id": "m 1"}]}, [("BAD_VALUE", "/melds/0/id")]),
    (LAY_OFF, {"cards": ["8H"], "melds": [RUN | {"id": "m" * 65}]}, [("TOO_LONG", "/melds/0/id")]),
    (LAY_OFF, {"cards": ["8H"], "melds": [RUN | {"cards": []}]}, [("TOO_SHORT", "/melds/0/cards")]),
    (
        LAY_OFF,
        {"cards": ["8H"], "melds": [RUN, RUN | {"lay_offs": [{"seat": -1, "cards": ["8h"]}]}]},
        [("OUT_OF_RANGE", "/melds/1/lay_offs/0/seat"), ("BAD_CARD", "/melds/1/lay_offs/0/cards/0")],
    ),
    (
        PICKUP,
        {"hand": [], "discard_pile": "7D KC", "count": 0},
        [("WRONG_TYPE", "/discard_pile"), ("OUT_OF_RANGE", "/count")],
    ),
    (
        PICKUP,
        {
            "hand": [],
            "discard_pile": [],
            "count": 1,
            "then": [{"kind": "call_rummy", "count": 1}, DRAW, {"kind": "pass"}],
        },
        [("BAD_VALUE", f"/then/{index}/kind") for index in range(3)],
    ),
    (
        DISCARD,
        {"hand": [], "card": "JK=9H", "drawn": {"source": "sleeve", "cards": []}},
        [("BAD_CARD", "/card"), ("BAD_VALUE", "/drawn/source"), ("TOO_SHORT", "/drawn/cards")],
    ),
    (TURN, {"moves": [DRAW]}, [("REQUIRED", "/position")]),
    (TURN, {"position": POSITION, "moves": []}, [("TOO_SHORT", "/moves")]),
    (TURN, {"position": POSITION, "moves": [DRAW] * 61}, [("TOO_LONG", "/moves")]),
    (TURN, {"position": POSITION, "moves": [{"card": "9C"}]}, [("REQUIRED", "/moves/0/kind")]),
    (TURN, {"position": POSITION, "moves": [{"kind": "draw_stock"}]}, [("REQUIRED", "/moves/0/card")]),
    (TURN, {"position": POSITION, "moves": [DRAW | {"seat": 1}]}, [("UNKNOWN_MEMBER", "/moves/0/seat")]),
    (TURN, {"position": POSITION, "moves": [DRAW], "players": 3}, [("UNKNOWN_MEMBER", "/players")]),
    (TURN, {"position": POSITION | {"players": 1}, "moves": [DRAW]}, [("OUT_OF_RANGE", "/position/players")]),
    (CALL, CALLED | {"caller": -1}, [("OUT_OF_RANGE", "/caller")]),
    (HAND, {"cards": ["JK=9H"]}, [("BAD_CARD", "/cards/0")]),
    (HAND, {"cards": ["2C"] * 113}, [("TOO_LONG", "/cards")]),
    (ROUND, ENDED | {"ended_by": "boredom"}, [("BAD_VALUE", "/ended_by")]),
    (ROUND, ENDED | {"went_out": 0}, [("UNKNOWN_MEMBER", "/went_out")]),
    (ROUND, ENDED | {"players": 2}, [("UNKNOWN_MEMBER", "/players")]),
    (ROUND, ENDED | {"seats": [{"hand": []}]}, [("TOO_SHORT", "/seats")]),
    (ROUND, ENDED | {"seats": [{"hand": []}] * 9}, [("TOO_LONG", "/seats")]),
    (ROUND, ENDED | {"round_number": 0}, [("OUT_OF_RANGE", "/round_number")]),
    (
        ROUND,
        ENDED | {"seats": [{"hand": ["JK=9H"]}, {"total_before": 0.5}], "boodle_pots": [{"card": "JS", "chips": -1}]},
        [
            ("BAD_CARD", "/seats/0/hand/0"),
            ("WRONG_TYPE", "/seats/1/total_before"),
            ("REQUIRED", "/seats/1/hand"),
            ("OUT_OF_RANGE", "/boodle_pots/0/chips"),
        ],
    ),
    (GAME, {"players": 9, "rounds": []}, [("OUT_OF_RANGE", "/players")]),
    (GAME, {"rounds": [{"scores": [10, 2.5]}]}, [("WRONG_TYPE", "/rounds/0/scores/1"), ("REQUIRED", "/players")]),
    (GAME, {"players": 2, "rounds": [{"scores": [0] * 65}]}, [("TOO_LONG", "/rounds/0/scores")]),
    (GAME, {"players": 2, "rounds": [{}] * 1001}, [("TOO_LONG", "/rounds")]),
    (ADVICE, {"hand": ["JK=9H"], "seat": 0}, [("BAD_CARD", "/hand/0"), ("UNKNOWN_MEMBER", "/seat")]),
    (ADVICE, {"keep_discard": 1}, [("WRONG_TYPE", "/keep_discard"), ("REQUIRED", "/hand")]),
    (LEGAL_MOVES, {"limit": 0}, [("OUT_OF_RANGE", "/limit"), ("REQUIRED", "/position")]),
    (LEGAL_MOVES, {"position": POSITION, "limit": 501}, [("OUT_OF_RANGE", "/limit")]),
    (LEGAL_MOVES, {"position": POSITION, "players": 3}, [("UNKNOWN_MEMBER", "/players")]),
]

CONTRADICTIONS: Final[list[tuple[Request, dict[str, Any], list[str]]]] = [
    (MELD, {"options": {"jokers": "wild"}}, ["/options/jokers"]),
    (MELD, {"options": {"jokers": "own_rank", "jokers_per_deck": 0}}, ["/options/jokers_per_deck"]),
    (MELD, {"ruleset": "pagat", "options": {"jokers_per_deck": 0}}, ["/options/jokers_per_deck"]),
    (MELD, {"ruleset": "partnership", "players": 2}, ["/ruleset"]),
    (MELD, {"options": {"sides": "partners"}, "players": 2}, ["/options/sides"]),
    (MELD, {"options": {"two_decks_from": 9}, "players": 8}, ["/options/two_decks_from"]),
    (
        MELD,
        {"ruleset": "partnership", "options": {"jokers": "wild", "two_decks_from": 9}, "players": 8},
        ["/options/jokers", "/ruleset", "/options/two_decks_from"],
    ),
    (ROUND, ENDED | {"ruleset": "partnership"}, ["/ruleset"]),
    (ROUND, ENDED | {"options": {"sides": "partners"}}, ["/options/sides"]),
    (GAME, {"players": 3, "rounds": [], "ruleset": "persian_hoyle"}, ["/ruleset"]),
    (TURN, {"ruleset": "partnership", "position": POSITION, "moves": [DRAW]}, ["/ruleset"]),
    (TURN, {"options": {"sides": "partners"}, "position": POSITION, "moves": [DRAW]}, ["/options/sides"]),
    (LEGAL_MOVES, {"ruleset": "partnership", "position": POSITION}, ["/ruleset"]),
]


@pytest.mark.parametrize(("request_", "document", "question"), LOADED)
def test_a_request_loads_the_question_of_the_rules(
    request_: Request, document: dict[str, Any], question: tuple[object, ...]
) -> None:
    loaded = request_.load(document)
    assert loaded.question == question
    assert type(loaded.question) is type(question)
    assert loaded.agreement.ruleset == "american"
    assert loaded.agreement.options == Options()


@pytest.mark.parametrize(("request_", "document", "faults"), REFUSED)
def test_a_request_is_refused_with_every_fault(
    request_: Request, document: object, faults: list[tuple[str, str]]
) -> None:
    with pytest.raises(Invalid) as refusal:
        request_.load(document)
    assert [(error.code, error.pointer) for error in refusal.value.errors] == faults


@pytest.mark.parametrize(("request_", "document", "pointers"), CONTRADICTIONS)
def test_contradictory_options_are_refused_at_the_overriding_option_else_at_the_ruleset(
    request_: Request, document: dict[str, Any], pointers: list[str]
) -> None:
    body = {"cards": ["5H"], **document} if request_ is MELD else document
    with pytest.raises(Invalid) as refusal:
        request_.load(body)
    assert [(error.code, error.pointer) for error in refusal.value.errors] == [
        ("CONTRADICTORY_OPTIONS", pointer) for pointer in pointers
    ]
    assert all(error.params["options"] for error in refusal.value.errors)


def test_contradictions_are_named_beside_other_faults() -> None:
    with pytest.raises(Invalid) as refusal:
        MELD.load({"cards": ["5x"], "options": {"jokers": "wild"}})
    assert [error.pointer for error in refusal.value.errors] == ["/cards/0", "/options/jokers"]


@pytest.mark.parametrize(
    "document",
    [
        {"cards": ["5H"], "options": {"sides": "partners"}, "players": "2"},
        {"cards": ["5H"], "options": {"jokers": "wild", "tie": "never"}},
        {"cards": ["5H"], "options": {"jokers": "wild"}, "ruleset": "tarot"},
    ],
)
def test_no_contradiction_is_seen_where_the_options_or_seats_cannot_be_read(document: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as refusal:
        MELD.load(document)
    assert [error.code for error in refusal.value.errors] != ["CONTRADICTORY_OPTIONS"]
    assert len(refusal.value.errors) == 1


def test_without_another_place_a_contradiction_is_told_of_the_number_of_seats() -> None:
    class Duel(MeldRequest):
        """A question for more seats than there can be."""

        def seat_count(self, data: object, read: object) -> int:  # noqa: ARG002
            return 100

    with pytest.raises(Invalid) as refusal:
        Closed.load(Duel(), {"cards": ["5H"]})
    assert [error.pointer for error in refusal.value.errors] == ["/players"]


def test_options_replace_those_of_the_ruleset() -> None:
    agreed = MELD.load({"cards": ["5H"], "ruleset": "pagat", "options": {"ace_in_runs": "corner"}}).agreement
    assert agreed.ruleset == "pagat"
    assert agreed.options.ace_in_runs is AceInRuns.CORNER
    assert agreed.options.jokers is Jokers.WILD
    assert agreed.digest == ruleset_digest(agreed.options)
    assert agreed.contradictions == ()


@given(RULESET, OVERRIDES, st.integers(2, 8))
def test_options_are_read_as_the_rules_declare_them(ruleset: str, overrides: dict[str, Any], players: int) -> None:
    document = {"cards": ["5H"], "ruleset": ruleset, "options": overrides, "players": players}
    try:
        agreed = MELD.load(document).agreement
    except Invalid as invalid:
        assert {error.code for error in invalid.errors} == {"CONTRADICTORY_OPTIONS"}  # noqa: PT017 - or else they agree
    else:
        assert agreed.options == with_overrides(RULESETS[ruleset].options, overrides)


@pytest.mark.parametrize("operation", QUESTIONS)
@given(data=st.data())
def test_a_question_is_loaded_as_it_was_written(operation: str, data: st.DataObject) -> None:
    question = data.draw(QUESTIONS[operation])
    body = strict_json.write(told(question))
    assert REQUESTS[operation].load(strict_json.read(body)).question == question


@pytest.mark.parametrize("operation", QUESTIONS)
@given(data=st.data())
def test_any_value_is_loaded_or_refused(operation: str, data: st.DataObject) -> None:
    value = data.draw(ANY_VALUE)
    if isinstance(value, dict) and data.draw(st.booleans()):
        value = told(data.draw(QUESTIONS[operation])) | value
    try:
        REQUESTS[operation].load(value)
    except Invalid as invalid:
        assert invalid.errors  # noqa: PT017 - the property is that nothing else is ever raised
