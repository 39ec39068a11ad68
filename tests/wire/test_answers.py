"""How verdicts and scores are written: everything that they say, and nothing else."""

from service.rules.advice import AdvisedLayOff, AdvisedMeld, MeldAdvice
from service.rules.cards import card, cards
from service.rules.game_result import GameScore, Outcome, Payment, Reason, SideScore
from service.rules.legal_moves import LegalMove, LegalMoves
from service.rules.pickup_advice import Continuation, PickupAdvice, PickupChoice
from service.rules.prices import CardPoints
from service.rules.questions import (
    AceEnd,
    BoodlePot,
    DrawStock,
    EndedBy,
    LayMeld,
    LayOffCards,
    TableMeld,
    TakeDiscards,
)
from service.rules.rulebook import Code
from service.rules.scoring import Boodle, CardPlace, RoundScore, ScoredCard, SeatScore, WonPot
from service.rules.verdicts import (
    DiscardVerdict,
    HandScore,
    Interpretation,
    JudgedMove,
    LaidMeld,
    LayOffVerdict,
    MeldKind,
    MeldVerdict,
    Obligation,
    PickupVerdict,
    RummyCallVerdict,
    TurnResult,
    TurnVerdict,
    Unchecked,
    Violation,
)
from service.wire.answers import (
    write_discard_verdict,
    write_game_score,
    write_hand_score,
    write_lay_off_verdict,
    write_legal_moves,
    write_meld_advice,
    write_meld_verdict,
    write_pickup_advice,
    write_pickup_verdict,
    write_round_score,
    write_rummy_call_verdict,
    write_turn_verdict,
)

GAP = Violation(Code.RUN_HAS_GAP, "A gap.")
NOTHING_SAID: dict[str, object] = {"violations": [], "obligations": [], "unchecked": []}


def test_a_violation_says_where_which_cards_what_would_do_and_which_move() -> None:
    full = Violation(
        Code.CARD_DOES_NOT_FIT,
        "9H does not fit.",
        ("melds", 0, "a/b"),
        cards("9H"),
        {"fits": cards("4H 8H"), "candidates": ("m1",)},
        move_index=0,
    )
    assert write_discard_verdict({}, DiscardVerdict((GAP, full)))["violations"] == [
        {"code": "RUN_HAS_GAP", "message": "A gap."},
        {
            "code": "CARD_DOES_NOT_FIT",
            "message": "9H does not fit.",
            "pointer": "/melds/0/a~1b",
            "cards": ["9H"],
            "params": {"fits": ["4H", "8H"], "candidates": ["m1"]},
            "move_index": 0,
        },
    ]


def test_a_lawful_meld_says_what_it_is_worth() -> None:
    verdict = MeldVerdict(
        (),
        (Unchecked(Code.HAND_NOT_GIVEN, "No hand."),),
        LaidMeld(MeldKind.RUN, cards("AS JK=2S 3S"), AceEnd.LOW),
        19,
        (CardPoints(card("AS"), 1), CardPoints(card("JK=2S"), 15), CardPoints(card("3S"), 3)),
        (Interpretation(("cards", 1), card("2S")),),
    )
    assert write_meld_verdict({"kind": "meld"}, verdict) == {
        "legal": True,
        "kind": "meld",
        "violations": [],
        "obligations": [],
        "unchecked": [{"code": "HAND_NOT_GIVEN", "message": "No hand."}],
        "points": 19,
        "meld": {"kind": "run", "cards": ["AS", "JK=2S", "3S"], "ace": "low"},
        "card_points": [{"card": "AS", "points": 1}, {"card": "JK=2S", "points": 15}, {"card": "3S", "points": 3}],
        "interpretation": [{"pointer": "/cards/1", "as": "2S"}],
    }


def test_a_refused_meld_says_nothing_of_worth_but_0() -> None:
    answer = write_meld_verdict({}, MeldVerdict((GAP,)))
    assert list(answer) == ["legal", "violations", "obligations", "unchecked", "points"]
    assert answer["legal"] is False
    assert answer["points"] == 0


def test_a_lay_off_says_which_meld_it_joins() -> None:
    verdict = LayOffVerdict((), (), LaidMeld(MeldKind.SET, cards("7H 7S 7D 7C")), "m1", 7, (CardPoints(card("7C"), 7),))
    assert write_lay_off_verdict({}, verdict) == {
        "legal": True,
        **NOTHING_SAID,
        "points": 7,
        "meld": {"kind": "set", "cards": ["7H", "7S", "7D", "7C"]},
        "card_points": [{"card": "7C", "points": 7}],
        "meld_id": "m1",
    }
    assert "meld_id" not in write_lay_off_verdict({}, LayOffVerdict((GAP,)))


def test_a_pickup_says_what_is_taken_and_how_it_could_be_used() -> None:
    verdict = PickupVerdict(
        (),
        (),
        cards("3H QS"),
        must_use=True,
        uses=(LayOffCards(cards("3H"), "m1"), LayMeld(cards("3H 3S 3D"))),
        hand_after=cards("3S 3D 3H QS"),
        pile_after=(),
        points=3,
        obligations=(
            Obligation(Code.MUST_USE_DUG_CARD, "Use it.", cards("3H")),
            Obligation(Code.MUST_DISCARD, "Discard."),
        ),
    )
    assert write_pickup_verdict({}, verdict) == {
        "legal": True,
        "violations": [],
        "obligations": [
            {"code": "MUST_USE_DUG_CARD", "message": "Use it.", "cards": ["3H"]},
            {"code": "MUST_DISCARD", "message": "Discard."},
        ],
        "unchecked": [],
        "points": 3,
        "taken": ["3H", "QS"],
        "must_use": True,
        "uses": [
            {"kind": "lay_off", "cards": ["3H"], "meld_id": "m1"},
            {"kind": "lay_meld", "cards": ["3H", "3S", "3D"]},
        ],
        "uses_truncated": False,
        "hand_after": ["3S", "3D", "3H", "QS"],
        "pile_after": [],
    }
    assert list(write_pickup_verdict({}, PickupVerdict((GAP,))))[-2:] == ["unchecked", "points"]


def test_a_discard_says_whether_it_goes_out() -> None:
    assert write_discard_verdict({}, DiscardVerdict((), (), goes_out=False, pile_after=cards("7D 2C"))) == {
        "legal": True,
        **NOTHING_SAID,
        "goes_out": False,
        "pile_after": ["7D", "2C"],
    }
    assert list(write_discard_verdict({}, DiscardVerdict((GAP,))))[-1] == "unchecked"


RESULT = TurnResult(
    hand=cards("2C"),
    discard_pile=cards("7D"),
    stock_count=19,
    melds=(TableMeld("m1", 0, cards("5H 6H 7H")),),
    points=18,
    went_out=False,
    round_over=False,
    ended_by=None,
    bonus=0,
    next_seat=1,
    turn_complete=True,
)
WRITTEN_RESULT = {
    "hand": ["2C"],
    "discard_pile": ["7D"],
    "stock_count": 19,
    "melds": [{"id": "m1", "seat": 0, "cards": ["5H", "6H", "7H"]}],
    "points": 18,
    "bonus": 0,
    "went_out": False,
    "round_over": False,
    "turn_complete": True,
    "next_seat": 1,
}


def test_a_lawful_turn_says_how_the_table_is_after_it() -> None:
    assert write_turn_verdict({}, TurnVerdict((), moves=(JudgedMove(0, points=18),), result=RESULT)) == {
        "legal": True,
        **NOTHING_SAID,
        "points": 18,
        "moves": [{"index": 0, "legal": True, "points": 18, "violations": []}],
        "result": WRITTEN_RESULT,
    }


def test_the_last_turn_of_a_round_says_what_ended_it() -> None:
    over = RESULT._replace(ended_by=EndedBy.STOCK, next_seat=None, round_over=True)
    written = {name: value for name, value in WRITTEN_RESULT.items() if name != "next_seat"}
    assert write_turn_verdict({}, TurnVerdict((), result=over))["result"] == written | {
        "round_over": True,
        "ended_by": "stock",
    }


def test_a_refused_turn_says_which_move_was_refused() -> None:
    refused = GAP._replace(move_index=1)
    answer = write_turn_verdict({}, TurnVerdict((refused,), moves=(JudgedMove(0, points=9), JudgedMove(1, (refused,)))))
    written = {"code": "RUN_HAS_GAP", "message": "A gap.", "move_index": 1}
    assert answer == {
        "legal": False,
        "violations": [written],
        "obligations": [],
        "unchecked": [],
        "points": 0,
        "moves": [
            {"index": 0, "legal": True, "points": 9, "violations": []},
            {"index": 1, "legal": False, "points": 0, "violations": [written]},
        ],
    }


def test_a_call_says_what_is_claimed_and_who_is_next() -> None:
    verdict = RummyCallVerdict((), (), cards("10H"), (LayOffCards(cards("10H"), "m1"),), True, 3, 10)
    assert write_rummy_call_verdict({}, verdict) == {
        "legal": True,
        **NOTHING_SAID,
        "points": 10,
        "taken": ["10H"],
        "uses": [{"kind": "lay_off", "cards": ["10H"], "meld_id": "m1"}],
        "uses_truncated": True,
        "next_seat": 3,
    }
    assert list(write_rummy_call_verdict({}, RummyCallVerdict((GAP,))))[-1] == "points"


def test_a_hand_score_lists_what_each_card_costs_where_the_hand_can_be() -> None:
    assert write_hand_score({"kind": "hand_score"}, HandScore((), 15, (CardPoints(card("AS"), 15),))) == {
        "valid": True,
        "kind": "hand_score",
        "violations": [],
        "points": 15,
        "card_points": [{"card": "AS", "points": 15}],
    }
    assert write_hand_score({}, HandScore(()))["card_points"] == []
    assert write_hand_score({}, HandScore((GAP,))) == {
        "valid": False,
        "violations": [{"code": "RUN_HAS_GAP", "message": "A gap."}],
        "points": 0,
    }


SEAT = SeatScore(
    seat=0,
    melded=9,
    laid_off=8,
    deadwood=2,
    bonus=25,
    net=40,
    total=540,
    cards=(
        ScoredCard(card("9H"), CardPlace.MELD, 9, "m1"),
        ScoredCard(card("8H"), CardPlace.LAY_OFF, 8, "m2"),
        ScoredCard(card("2C"), CardPlace.HAND, 2),
    ),
)
WON = Outcome(over=True, reason=Reason.TARGET_REACHED, winners=(0,))
GOES_ON = Outcome(over=False, reason=Reason.BELOW_TARGET)


def test_a_round_lists_every_card_where_it_lies() -> None:
    assert write_round_score({"kind": "round_score"}, RoundScore((), (SEAT,), outcome=WON)) == {
        "valid": True,
        "kind": "round_score",
        "violations": [],
        "seats": [
            {
                "seat": 0,
                "melded": 9,
                "laid_off": 8,
                "deadwood": 2,
                "bonus": 25,
                "net": 40,
                "total": 540,
                "cards": [
                    {"card": "9H", "place": "meld", "points": 9, "meld_id": "m1"},
                    {"card": "8H", "place": "lay_off", "points": 8, "meld_id": "m2"},
                    {"card": "2C", "place": "hand", "points": 2},
                ],
            }
        ],
        "outcome": {"over": True, "reason": "TARGET_REACHED", "winners": [0]},
    }


def test_a_round_tells_of_sides_and_pots_where_there_are_some() -> None:
    sides = (SideScore(0, (0, 2), 26, 516), SideScore(1, (1, 3), -13, 177))
    pots = Boodle((WonPot(card("AH"), 3), WonPot(card("JS"), 9, 0)), 12, (BoodlePot(card("AH"), 3),))
    partners = WON._replace(winners=(0, 2), winning_sides=(0,), settlement=(Payment(1, 0, 339),))
    answer = write_round_score({}, RoundScore((), (), sides, partners, pots))
    assert answer["sides"] == [
        {"side": 0, "seats": [0, 2], "net": 26, "total": 516},
        {"side": 1, "seats": [1, 3], "net": -13, "total": 177},
    ]
    assert answer["outcome"] == {
        "over": True,
        "reason": "TARGET_REACHED",
        "winners": [0, 2],
        "winning_sides": [0],
        "settlement": [{"from": 1, "to": 0, "points": 339}],
    }
    assert answer["boodle"] == {
        "pots": [{"card": "AH", "chips": 3}, {"card": "JS", "chips": 9, "won_by": 0}],
        "stakes": 12,
        "carried": [{"card": "AH", "chips": 3}],
    }


def test_a_game_tells_totals_outcome_and_how_they_came_about() -> None:
    assert write_game_score({}, GameScore((), (30, -5), None, GOES_ON, ((10, 0), (30, -5)))) == {
        "valid": True,
        "violations": [],
        "totals": [30, -5],
        "outcome": {"over": False, "reason": "BELOW_TARGET", "winners": []},
        "history": [[10, 0], [30, -5]],
    }


def test_what_cannot_be_is_not_scored() -> None:
    written = {"valid": False, "violations": [{"code": "RUN_HAS_GAP", "message": "A gap."}]}
    assert write_round_score({}, RoundScore((GAP,))) == written
    assert write_game_score({}, GameScore((GAP,))) == written


def test_moves_are_listed_with_their_points_and_a_pickup_with_its_uses() -> None:
    moves = (
        LegalMove(DrawStock()),
        LegalMove(TakeDiscards(2), 0, (LayMeld(cards("3H 3D 3C")),)),
        LegalMove(TakeDiscards(1), 0, ()),
        LegalMove(LayOffCards(cards("8H"), "m1"), 8),
    )
    listed = LegalMoves((), moves, (Obligation(Code.MUST_DRAW, "Draw."),), truncated=True)
    assert write_legal_moves({"kind": "legal_moves"}, listed) == {
        "valid": True,
        "kind": "legal_moves",
        "violations": [],
        "moves": [
            {"move": {"kind": "draw_stock"}, "points": 0},
            {
                "move": {"kind": "take_discards", "count": 2},
                "points": 0,
                "uses": [{"kind": "lay_meld", "cards": ["3H", "3D", "3C"]}],
            },
            {"move": {"kind": "take_discards", "count": 1}, "points": 0, "uses": []},
            {"move": {"kind": "lay_off", "cards": ["8H"], "meld_id": "m1"}, "points": 8},
        ],
        "obligations": [{"code": "MUST_DRAW", "message": "Draw."}],
        "truncated": True,
    }


def test_nothing_is_listed_where_there_can_be_no_such_position() -> None:
    assert write_legal_moves({}, LegalMoves((GAP,))) == {
        "valid": False,
        "violations": [{"code": "RUN_HAS_GAP", "message": "A gap."}],
        "moves": [],
        "obligations": [],
        "truncated": False,
    }


ARRANGED = MeldAdvice(
    (),
    (AdvisedMeld(cards("9C 9H JK=9S"), MeldKind.SET, 33),),
    (AdvisedLayOff(cards("8H 4H"), "m1", 12),),
    cards("KD 2C"),
    45,
    33,
)
WRITTEN_ARRANGEMENT = {
    "valid": True,
    "kind": "meld_advice",
    "violations": [],
    "melds": [{"cards": ["9C", "9H", "JK=9S"], "kind": "set", "points": 33}],
    "lay_offs": [{"cards": ["8H", "4H"], "meld_id": "m1", "points": 12}],
    "left": ["KD", "2C"],
    "points": 45,
    "net": 33,
    "optimal": True,
}


def test_the_best_melds_are_told_with_what_is_left() -> None:
    head: dict[str, object] = {"kind": "meld_advice"}
    assert write_meld_advice(head, ARRANGED) == WRITTEN_ARRANGEMENT
    cut_short = ARRANGED._replace(optimal=False, bound=40)
    assert write_meld_advice(head, cut_short) == WRITTEN_ARRANGEMENT | {"optimal": False, "bound": 40}


def test_each_way_to_draw_is_told_with_the_best_turn_after_it() -> None:
    way = Continuation((LayMeld(cards("7S 7H 7D")),), card("KD"), 21, cards("2C"), 19, 19)
    choices = (
        PickupChoice(DrawStock()),
        PickupChoice(TakeDiscards(1), (GAP,)),
        PickupChoice(TakeDiscards(2), (), way),
        PickupChoice(TakeDiscards(3), (), way._replace(discard=None)),
        PickupChoice(TakeDiscards(4), (), way._replace(discard=None, bound=25)),
    )
    best = {
        "plays": [{"kind": "lay_meld", "cards": ["7S", "7H", "7D"]}],
        "points": 21,
        "left": ["2C"],
        "net": 19,
    }
    assert write_pickup_advice({"kind": "pickup_advice"}, PickupAdvice((), choices)) == {
        "valid": True,
        "kind": "pickup_advice",
        "violations": [],
        "choices": [
            {"move": {"kind": "draw_stock"}, "legal": True, "violations": []},
            {
                "move": {"kind": "take_discards", "count": 1},
                "legal": False,
                "violations": [{"code": "RUN_HAS_GAP", "message": "A gap."}],
            },
            {
                "move": {"kind": "take_discards", "count": 2},
                "legal": True,
                "violations": [],
                "best": {**best, "discard": "KD"},
            },
            {"move": {"kind": "take_discards", "count": 3}, "legal": True, "violations": [], "best": best},
            {
                "move": {"kind": "take_discards", "count": 4},
                "legal": True,
                "violations": [],
                "best": {**best, "bound": 25},
            },
        ],
    }


def test_nothing_is_advised_where_there_can_be_no_such_position() -> None:
    assert write_pickup_advice({}, PickupAdvice((GAP,))) == {
        "valid": False,
        "violations": [{"code": "RUN_HAS_GAP", "message": "A gap."}],
    }


def test_no_melds_are_advised_where_there_can_be_no_such_hand() -> None:
    assert write_meld_advice({}, MeldAdvice((GAP,))) == {
        "valid": False,
        "violations": [{"code": "RUN_HAS_GAP", "message": "A gap."}],
    }
