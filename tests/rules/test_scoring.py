"""What a round is worth: who is credited with which card, what hands cost, bonuses, pots, and rounds that cannot be."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.cards import CARDS, JOKER, MELD_CARDS, NATURALS, Card, card, cards, joker_named, natural_card
from service.rules.game_result import Outcome, Reason, SideScore, score_game
from service.rules.judge import score_hand
from service.rules.options import (
    RULESETS,
    AceInRuns,
    GoingOut,
    Jokers,
    Options,
    PipPoints,
    SetSuits,
    Settlement,
    Sides,
    StockEndDeadwood,
    TargetMode,
    Tie,
    Winner,
    with_overrides,
)
from service.rules.questions import (
    AceEnd,
    BoodlePot,
    Cards,
    EndedBy,
    GameScoreQuestion,
    HandScoreQuestion,
    LayOff,
    RoundScoreQuestion,
    ScoredRound,
    ScoredSeat,
    TableMeld,
)
from service.rules.rulebook import Code
from service.rules.scoring import (
    BOODLE_CARDS,
    Boodle,
    CardPlace,
    RoundScore,
    ScoredCard,
    SeatScore,
    WonPot,
    score_round,
)
from service.rules.verdicts import Place
from tests.rules.full_round import FULL_ROUND

AMERICAN = Options()
NORDIC = RULESETS["nordic"].options
PAGAT = RULESETS["pagat"].options
PERSIAN = RULESETS["persian"].options
PERSIAN_HOYLE = RULESETS["persian_hoyle"].options
PARTNERSHIP = RULESETS["partnership"].options
BOOTING = RULESETS["booting"].options
MICHIGAN = RULESETS["michigan"].options
WAIVED = Options(stock_end_deadwood=StockEndDeadwood.WAIVED)
FLOAT = Options(going_out=GoingOut.FLOAT)


def meld(seat: int, laid: str, *lay_offs: tuple[int, str], name: str = "m1", ace: AceEnd | None = None) -> TableMeld:
    return TableMeld(name, seat, cards(laid), tuple(LayOff(by, cards(more)) for by, more in lay_offs), ace)


def round_of(
    *hands: str,
    melds: Iterable[TableMeld] = (),
    out_seat: int | None = None,
    before: tuple[int, ...] | None = None,
    booted: int | None = None,
) -> RoundScoreQuestion:
    """Ask about a round that `out_seat` ended by going out, or else the stock."""
    totals = before or (None,) * len(hands)
    seats = tuple(
        ScoredSeat(cards(hand), total, seat == booted)
        for seat, (hand, total) in enumerate(zip(hands, totals, strict=True))
    )
    return RoundScoreQuestion(seats, EndedBy.STOCK if out_seat is None else EndedBy.WENT_OUT, tuple(melds), out_seat)


def scored(question: RoundScoreQuestion, options: Options = AMERICAN) -> tuple[SeatScore, ...]:
    score = score_round(question, options)
    assert score.violations == ()
    return score.seats


def nets(question: RoundScoreQuestion, options: Options = AMERICAN) -> list[int]:
    return [seat.net for seat in scored(question, options)]


def reasons(question: RoundScoreQuestion, options: Options = AMERICAN) -> list[tuple[Code, Place]]:
    score = score_round(question, options)
    assert score == RoundScore(score.violations)
    return [(violation.code, violation.place) for violation in score.violations]


def end_of(question: RoundScoreQuestion, options: Options = AMERICAN) -> Outcome:
    score = score_round(question, options)
    assert score.outcome is not None
    return score.outcome


def test_a_round_is_told_seat_by_seat_and_card_by_card() -> None:
    table = [meld(0, "7H 5H 6H", (1, "9H 8H"), (0, "4H")), meld(1, "KS KH KD", name="m2")]
    first, second = scored(round_of("", "2C AS", melds=table, out_seat=0, before=(20, -5)))
    assert first == SeatScore(
        seat=0,
        melded=18,
        laid_off=4,
        deadwood=0,
        bonus=0,
        net=22,
        total=42,
        cards=(
            ScoredCard(card("5H"), CardPlace.MELD, 5, "m1"),
            ScoredCard(card("6H"), CardPlace.MELD, 6, "m1"),
            ScoredCard(card("7H"), CardPlace.MELD, 7, "m1"),
            ScoredCard(card("4H"), CardPlace.LAY_OFF, 4, "m1"),
        ),
    )
    assert second == SeatScore(
        seat=1,
        melded=30,
        laid_off=17,
        deadwood=17,
        bonus=0,
        net=30,
        total=25,
        cards=(
            ScoredCard(card("KS"), CardPlace.MELD, 10, "m2"),
            ScoredCard(card("KH"), CardPlace.MELD, 10, "m2"),
            ScoredCard(card("KD"), CardPlace.MELD, 10, "m2"),
            ScoredCard(card("9H"), CardPlace.LAY_OFF, 9, "m1"),
            ScoredCard(card("8H"), CardPlace.LAY_OFF, 8, "m1"),
            ScoredCard(card("2C"), CardPlace.HAND, 2),
            ScoredCard(card("AS"), CardPlace.HAND, 15),
        ),
    )


@pytest.mark.parametrize(
    ("laid", "options", "melded", "laid_off"),
    [
        pytest.param(meld(0, "2C 3C 9C"), AMERICAN, None, None, id="no meld, no score"),
        pytest.param(meld(0, "2H 3H 4H"), AMERICAN, 9, 0, id="pips at face value"),
        pytest.param(meld(0, "2H 3H 4H"), NORDIC, 15, 0, id="pips at five"),
        pytest.param(meld(0, "9H 10H JH QH KH"), NORDIC, 45, 0, id="ten and court cards at ten"),
        pytest.param(meld(0, "AH 2H 3H"), AMERICAN, 6, 0, id="a low ace"),
        pytest.param(meld(0, "AH 2H 3H"), NORDIC, 25, 0, id="a low ace at fifteen"),
        pytest.param(meld(0, "QH KH AH"), AMERICAN, 35, 0, id="a high ace"),
        pytest.param(meld(0, "AS AH AD"), AMERICAN, 45, 0, id="aces in a set"),
        pytest.param(meld(0, "AS AH AD"), Options(set_ace_points=5), 15, 0, id="aces in a set at five"),
        pytest.param(
            meld(0, "KH AH 2H"), Options(ace_in_runs=AceInRuns.CORNER, corner_ace_points=5), 17, 0, id="a corner ace"
        ),
        pytest.param(meld(0, "2H 3H 4H", (0, "AH")), AMERICAN, 9, 1, id="an ace laid off low"),
        pytest.param(meld(0, "JH QH KH", (0, "AH")), AMERICAN, 30, 15, id="an ace laid off high"),
        pytest.param(meld(0, "KS KH KD", (0, "KC")), AMERICAN, 30, 10, id="the fourth of a set"),
        pytest.param(meld(0, "5H JK=6H 7H", (0, "JK=8H")), PAGAT, 27, 15, id="jokers, whatever they stand for"),
        pytest.param(meld(0, "5H JK=6H 7H", (0, "JK=8H")), PERSIAN, 32, 20, id="jokers at twenty"),
        pytest.param(meld(0, "5H JK 7H"), PAGAT, 27, 0, id="a joker with one name only"),
        pytest.param(meld(0, "JK=AH 2H 3H"), PAGAT, 20, 0, id="a joker as a low ace"),
        pytest.param(meld(0, "JK JK JK JK"), PERSIAN_HOYLE, 160, 0, id="four jokers at once count double"),
        pytest.param(meld(0, "JK JK JK", (0, "JK")), PERSIAN_HOYLE, 60, 20, id="three jokers and one do not"),
        pytest.param(meld(0, "9S 9H 9D 9C"), PERSIAN_HOYLE, 72, 0, id="a set of four at once counts double"),
        pytest.param(meld(0, "9S 9H 9D", (0, "9C")), PERSIAN_HOYLE, 27, 9, id="three and one do not"),
        pytest.param(meld(0, "5H 6H 7H 8H"), PERSIAN_HOYLE, 26, 0, id="a run of four does not"),
        pytest.param(meld(0, "9S 9H 9D 9C"), AMERICAN, 36, 0, id="nor a set where the option is off"),
        pytest.param(
            meld(0, "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", ace=AceEnd.LOW), AMERICAN, 85, 0, id="thirteen, ace low"
        ),
        pytest.param(
            meld(0, "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", ace=AceEnd.HIGH),
            AMERICAN,
            99,
            0,
            id="thirteen, ace high",
        ),
        pytest.param(
            meld(0, "AH 2H 3H", (0, "4H 5H 6H 7H 8H 9H 10H JH QH KH")), AMERICAN, 6, 79, id="an ace keeps its place"
        ),
        pytest.param(
            meld(0, "AH 2H 3H", (0, "KH")),
            Options(ace_in_runs=AceInRuns.CORNER),
            6,
            10,
            id="an ace keeps its price when the run turns the corner",
        ),
    ],
)
def test_a_card_counts_by_the_place_where_it_was_laid(
    laid: TableMeld, options: Options, melded: int | None, laid_off: int | None
) -> None:
    hands = ("2S", "3S", "4S", "5S")
    question = round_of(*hands, melds=[laid])
    if melded is None:
        assert reasons(question, options) == [(Code.NOT_A_TABLE_MELD, ("melds", 0, "cards"))]
        return
    seat = scored(question, options)[0]
    assert (seat.melded, seat.laid_off) == (melded, laid_off)


def test_points_belong_to_the_seat_that_laid_the_card() -> None:
    seats = scored(round_of("2C", "2D", "2S", melds=[meld(0, "5H 6H 7H", (1, "8H"), (2, "9H"), (1, "10H"))]))
    assert [(seat.melded, seat.laid_off) for seat in seats] == [(18, 0), (0, 18), (0, 9)]


@pytest.mark.parametrize(
    ("hand", "options", "deadwood"),
    [
        pytest.param("AC JH", AMERICAN, 25, id="an ace and a jack"),
        pytest.param("AS 2S 3S", RULESETS["wikipedia"].options, 0, id="waived when the stock ends the round"),
        pytest.param("AS 2S 3S", NORDIC, 25, id="a finished run is deadwood"),
        pytest.param("KS KH KD KC", AMERICAN, 40, id="a finished set is deadwood"),
        pytest.param("9S 2S", NORDIC, 10, id="pips at five"),
        pytest.param("AS", Options(ace_in_hand_points=5), 5, id="a cheap ace"),
        pytest.param("JK", PERSIAN, 20, id="a joker"),
        pytest.param("9S 9H 9D 9C", PERSIAN_HOYLE, 36, id="a set of four in hand is not doubled"),
    ],
)
def test_cards_in_hand_are_charged(hand: str, options: Options, deadwood: int) -> None:
    seat = scored(round_of(hand, "5D", "6D", "7D"), options)[0]
    assert (seat.deadwood, seat.net, seat.melded, seat.laid_off) == (deadwood, -deadwood, 0, 0)
    assert sum(each.points for each in seat.cards) == deadwood


def test_hands_are_charged_when_somebody_goes_out_even_where_the_stock_waives() -> None:
    table = [meld(0, "5H 6H 7H")]
    assert nets(round_of("", "KS", melds=table, out_seat=0), WAIVED) == [18, -10]
    assert nets(round_of("2C", "KS", melds=table), WAIVED) == [18, 0]


def test_the_seat_that_goes_out_scores_the_bonus() -> None:
    options = Options(going_out_bonus=25)
    assert [
        seat.bonus for seat in scored(round_of("KD", "", "2C", melds=[meld(1, "9H 9D 9C")], out_seat=1), options)
    ] == [0, 25, 0]
    assert [seat.bonus for seat in scored(round_of("KD", "2C"), options)] == [0, 0]


def test_booting_scores_its_own_bonus_beside() -> None:
    question = round_of("KD", "", melds=[meld(1, "9H 9D 9C")], out_seat=1, booted=1)
    assert [seat.bonus for seat in scored(question, BOOTING)] == [0, 25]
    assert [seat.bonus for seat in scored(question, replace(BOOTING, going_out_bonus=10))] == [0, 35]
    assert [seat.bonus for seat in scored(round_of("KD", "", melds=question.melds, out_seat=1), BOOTING)] == [0, 0]


def test_an_unnamed_seat_with_the_only_empty_hand_went_out() -> None:
    question = round_of("KD", "", melds=[meld(1, "9H 9D 9C")], out_seat=1)._replace(out_seat=None)
    assert [seat.bonus for seat in scored(question, Options(going_out_bonus=5))] == [0, 5]


def test_rounds_and_totals_may_be_negative() -> None:
    first, second = scored(round_of("AS KS 9D", "2D", before=(10, -7)))
    assert (first.net, first.total) == (-34, -24)
    assert (second.net, second.total) == (-2, -9)


def test_a_seat_whose_total_was_not_said_began_at_nothing() -> None:
    question = round_of("AS", "2D")
    assert [seat.total for seat in scored(question)] == [-15, -2]
    some = question._replace(seats=(question.seats[0]._replace(total_before=20), question.seats[1]))
    assert [seat.total for seat in scored(some)] == [5, -2]


def test_partners_score_together() -> None:
    table = [meld(0, "KS KH KD", (2, "KC"))]
    score = score_round(round_of("", "4C", "10C 5C", "3C", melds=table, out_seat=0, before=(1, 2, 3, 4)), PARTNERSHIP)
    assert score.sides == (SideScore(0, (0, 2), 25, 29), SideScore(1, (1, 3), -7, -1))
    assert score_round(round_of("2C", "3C", "4C", "5C"), AMERICAN).sides is None


@pytest.mark.parametrize(
    ("before", "changes", "options", "outcome"),
    [
        pytest.param(
            (470, 300),
            {},
            AMERICAN,
            Outcome(over=True, reason=Reason.TARGET_REACHED, winners=(0,)),
            id="500 is reached",
        ),
        pytest.param((470, 300), {}, NORDIC, Outcome(over=False, reason=Reason.BELOW_TARGET), id="500 is not exceeded"),
        pytest.param((470, 510), {}, AMERICAN, Outcome(over=False, reason=Reason.TIE_AT_TOP), id="level at 500"),
        pytest.param(
            (480, 545),
            {},
            Options(winner=Winner.WENT_OUT),
            Outcome(over=True, reason=Reason.TARGET_REACHED, winners=(0,)),
            id="out",
        ),
        pytest.param(
            (80, 100),
            {"time_up": True},
            AMERICAN,
            Outcome(over=True, reason=Reason.TIME_UP, winners=(0,)),
            id="time is up",
        ),
        pytest.param(
            (80, 200),
            {"round_number": 2},
            Options(rounds=2),
            Outcome(over=True, reason=Reason.ROUND_LIMIT, winners=(1,)),
            id="limit",
        ),
        pytest.param(
            (80, 200),
            {"round_number": 1},
            Options(rounds=2),
            Outcome(over=False, reason=Reason.BELOW_TARGET),
            id="before the limit",
        ),
        pytest.param(
            (80, 200),
            {},
            Options(rounds=2),
            Outcome(over=False, reason=Reason.BELOW_TARGET),
            id="a round without number",
        ),
        pytest.param(
            (505, 505), {}, AMERICAN, Outcome(over=True, reason=Reason.TIE_BROKEN, winners=(0,)), id="level before"
        ),
        pytest.param(
            (450, 450),
            {},
            AMERICAN,
            Outcome(over=False, reason=Reason.BELOW_TARGET),
            id="level before, below the target",
        ),
        pytest.param(
            (450, 450),
            {"play_off": True},
            AMERICAN,
            Outcome(over=True, reason=Reason.TIE_BROKEN, winners=(0,)),
            id="told to break",
        ),
        pytest.param(
            (505, 505),
            {"play_off": False},
            AMERICAN,
            Outcome(over=True, reason=Reason.TARGET_REACHED, winners=(0,)),
            id="not to",
        ),
        pytest.param(
            (20, 20),
            {"round_number": 3},
            Options(rounds=2),
            Outcome(over=True, reason=Reason.TIE_BROKEN, winners=(0,)),
            id="beyond",
        ),
    ],
)
def test_a_round_may_end_the_game(
    before: tuple[int, ...], changes: dict[str, bool | int], options: Options, outcome: Outcome
) -> None:
    question = round_of("", "KD", melds=[meld(0, "KS KH KC")], out_seat=0, before=before)
    assert end_of(question._replace(**changes), options) == outcome  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("table", "takers"),
    [
        pytest.param([], {}, id="nobody laid a boodle card"),
        pytest.param([meld(0, "KC KH KS"), meld(1, "AH 2H 3H", name="m2")], {"KC": 0, "AH": 1}, id="melded"),
        pytest.param([meld(0, "10S 9S 8S", (1, "JS"))], {"JS": 1}, id="laid off"),
        pytest.param([meld(0, "QD QD QH"), meld(1, "QS QC QH", name="m2")], {"QD": 0}, id="twins in one meld"),
        pytest.param(
            [meld(3, "QH QS QC", (1, "QD")), meld(4, "10D JD QD", name="m2")], {"QD": 1}, id="the first in table order"
        ),
    ],
)
def test_who_lays_a_boodle_card_takes_its_pot(table: list[TableMeld], takers: dict[str, int]) -> None:
    hands = ("2C", "2D", "3C", "3D", "4C")
    boodle = score_round(round_of(*hands, melds=table), MICHIGAN).boodle
    assert boodle is not None
    assert {pot.card.code: pot.won_by for pot in boodle.pots if pot.won_by is not None} == takers
    assert boodle.stakes == 20
    assert [pot.card.code for pot in boodle.carried] == [
        code for code in ("AH", "KC", "QD", "JS") if code not in takers
    ]


def test_unclaimed_pots_are_carried_over() -> None:
    question = round_of("2C", "2D", melds=[meld(1, "KC KH KS")])
    first = score_round(question, replace(MICHIGAN, boodle_stake=2)).boodle
    assert first == Boodle(
        pots=(WonPot(card("AH"), 4), WonPot(card("KC"), 4, 1), WonPot(card("QD"), 4), WonPot(card("JS"), 4)),
        stakes=16,
        carried=(BoodlePot(card("AH"), 4), BoodlePot(card("QD"), 4), BoodlePot(card("JS"), 4)),
    )
    second = score_round(question._replace(boodle_pots=first.carried), MICHIGAN).boodle
    assert second is not None
    assert [(pot.card.code, pot.chips, pot.won_by) for pot in second.pots] == [
        ("AH", 6, None),
        ("KC", 2, 1),
        ("QD", 6, None),
        ("JS", 6, None),
    ]


def test_a_joker_takes_no_pot() -> None:
    options = replace(PAGAT, boodle=True)
    boodle = score_round(round_of("2C", "2D", melds=[meld(0, "JK=KC KH KS")]), options).boodle
    assert boodle is not None
    assert len(boodle.carried) == 4


def test_chips_are_no_points_and_there_are_none_without_the_option() -> None:
    question = round_of("2C", "2D", melds=[meld(1, "KC KH KS")])
    assert scored(question, MICHIGAN) == scored(question, AMERICAN)
    assert score_round(question, AMERICAN).boodle is None


OUT_0: Final = round_of("", "KD", melds=[meld(0, "KS KH KC")], out_seat=0)
STOCK: Final = round_of("2C", "KD", melds=[meld(0, "KS KH KC")])
POT: Final = (BoodlePot(card("AH"), 4),)


@pytest.mark.parametrize(
    ("question", "options"),
    [
        pytest.param(STOCK, AMERICAN, id="the stock ends a round with cards in every hand"),
        pytest.param(OUT_0, AMERICAN, id="a seat goes out"),
        pytest.param(
            round_of("", "KD", melds=OUT_0.melds), FLOAT, id="a floating seat has an empty hand when the stock ends"
        ),
        pytest.param(
            round_of("", "", "2C", melds=OUT_0.melds, out_seat=1),
            FLOAT,
            id="a floating seat beside the one that goes out",
        ),
        pytest.param(
            OUT_0._replace(seats=(ScoredSeat((), booted=True), *OUT_0.seats[1:])),
            BOOTING,
            id="the seat that went out booted",
        ),
        pytest.param(round_of("7S", "7S", "2C", "3C", "4C"), AMERICAN, id="twins in two decks"),
        pytest.param(round_of("JK JK", "2C"), PAGAT, id="two jokers"),
        pytest.param(
            STOCK._replace(boodle_pots=(*POT, BoodlePot(card("JS"), 2))), MICHIGAN, id="pots are carried over"
        ),
        pytest.param(STOCK._replace(round_number=2), Options(rounds=2), id="the last round"),
        pytest.param(
            STOCK._replace(round_number=3, play_off=True), Options(rounds=2), id="a play-off beyond the last round"
        ),
        pytest.param(STOCK._replace(round_number=300), AMERICAN, id="a game without round limit"),
        pytest.param(STOCK._replace(play_off=True), Options(target=0, rounds=2), id="a play-off of a round limit"),
        pytest.param(STOCK._replace(play_off=False), Options(tie=Tie.SHARED), id="no play-off where ties are shared"),
        pytest.param(STOCK._replace(play_off=False), Options(target=0), id="no play-off where nothing ends the game"),
    ],
)
def test_a_round_that_can_have_been_played_is_scored(question: RoundScoreQuestion, options: Options) -> None:
    score = score_round(question, options)
    assert score.violations == ()
    assert len(score.seats) == question.players


@pytest.mark.parametrize(
    ("question", "options", "expected"),
    [
        pytest.param(
            round_of("7S", "2D", melds=[meld(0, "7S 7H 7D")]),
            AMERICAN,
            [(Code.TOO_MANY_COPIES, ("melds", 0, "cards", 0))],
            id="one 7S",
        ),
        pytest.param(
            round_of("7S", "7S 2D"),
            AMERICAN,
            [(Code.TOO_MANY_COPIES, ("seats", 1, "hand", 0))],
            id="one 7S in two hands",
        ),
        pytest.param(
            round_of("JK", "2D"), AMERICAN, [(Code.JOKER_NOT_IN_DECK, ("seats", 0, "hand", 0))], id="no jokers"
        ),
        pytest.param(
            round_of("2C", "2D", melds=[meld(0, "5H JK 7H", (1, "8H"))]),
            AMERICAN,
            [(Code.JOKER_NOT_IN_DECK, ("melds", 0, "cards", 1))],
            id="no jokers in melds",
        ),
        pytest.param(
            round_of("JK JK", "JK 2D"),
            PAGAT,
            [(Code.TOO_MANY_COPIES, ("seats", 1, "hand", 0))],
            id="two jokers, not three",
        ),
        pytest.param(
            round_of("2C", "2D", melds=[meld(0, "5H 6H 8H")]),
            AMERICAN,
            [(Code.NOT_A_TABLE_MELD, ("melds", 0, "cards"))],
            id="a gap",
        ),
        pytest.param(
            round_of("2C", "2D", melds=[meld(0, "5H 6H 7H", (1, "8H"), (1, "10H"))]),
            AMERICAN,
            [(Code.NOT_A_TABLE_MELD, ("melds", 0, "lay_offs", 1, "cards"))],
            id="a lay-off that does not fit",
        ),
        pytest.param(
            round_of("2C", "2D", melds=[meld(0, "5H JK JK")]),
            PAGAT,
            [(Code.JOKER_UNNAMED, ("melds", 0, "cards", 1))],
            id="unnamed jokers",
        ),
        pytest.param(
            round_of("2C", "2D", melds=[meld(0, "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH")]),
            AMERICAN,
            [(Code.ACE_END_UNSTATED, ("melds", 0, "cards"))],
            id="an ace without an end",
        ),
        pytest.param(
            round_of("2C", "2D", melds=[meld(0, "5H 6H 7H"), meld(1, "9S 9D 9C")]),
            AMERICAN,
            [(Code.DUPLICATE_MELD_ID, ("melds", 1, "id"))],
            id="two melds of one name",
        ),
        pytest.param(
            round_of("2C", "2D", melds=[meld(2, "5H 6H 7H", (5, "8H"))]),
            AMERICAN,
            [(Code.NO_SUCH_SEAT, ("melds", 0, "seat")), (Code.NO_SUCH_SEAT, ("melds", 0, "lay_offs", 0, "seat"))],
            id="a meld of nobody",
        ),
        pytest.param(OUT_0._replace(out_seat=2), AMERICAN, [(Code.NO_SUCH_SEAT, ("out_seat",))], id="nobody went out"),
        pytest.param(
            OUT_0._replace(out_seat=1), FLOAT, [(Code.OUT_WITH_CARDS, ("seats", 1, "hand"))], id="out with cards"
        ),
        pytest.param(
            OUT_0._replace(out_seat=1),
            AMERICAN,
            [(Code.OUT_WITH_CARDS, ("seats", 1, "hand")), (Code.IMPOSSIBLE_TABLE, ("seats", 0, "hand"))],
            id="out with cards beside an empty hand",
        ),
        pytest.param(
            STOCK._replace(ended_by=EndedBy.WENT_OUT),
            AMERICAN,
            [(Code.IMPOSSIBLE_TABLE, ("ended_by",))],
            id="no hand is empty",
        ),
        pytest.param(
            round_of("", "", "2C", out_seat=0)._replace(out_seat=None),
            FLOAT,
            [(Code.IMPOSSIBLE_TABLE, ("ended_by",))],
            id="two hands are empty and nobody is named",
        ),
        pytest.param(
            round_of("", "", "", out_seat=1),
            AMERICAN,
            [(Code.IMPOSSIBLE_TABLE, ("seats", 0, "hand")), (Code.IMPOSSIBLE_TABLE, ("seats", 2, "hand"))],
            id="other hands are empty",
        ),
        pytest.param(
            round_of("2C", ""),
            AMERICAN,
            [(Code.IMPOSSIBLE_TABLE, ("seats", 1, "hand"))],
            id="empty when the stock ends",
        ),
        pytest.param(
            STOCK._replace(out_seat=0),
            AMERICAN,
            [(Code.IMPOSSIBLE_TABLE, ("out_seat",))],
            id="nobody goes out when the stock ends",
        ),
        pytest.param(
            OUT_0._replace(ended_by=EndedBy.STOCK),
            FLOAT,
            [(Code.IMPOSSIBLE_TABLE, ("out_seat",))],
            id="not even a floating seat",
        ),
        pytest.param(
            OUT_0._replace(seats=(ScoredSeat((), booted=True), *OUT_0.seats[1:])),
            AMERICAN,
            [(Code.IMPOSSIBLE_TABLE, ("seats", 0, "booted"))],
            id="no booting without the option",
        ),
        pytest.param(
            OUT_0._replace(seats=(ScoredSeat((), booted=True), *OUT_0.seats[1:])),
            replace(BOOTING, going_out=GoingOut.FLOAT),
            [(Code.IMPOSSIBLE_TABLE, ("seats", 0, "booted"))],
            id="no booting where hands float",
        ),
        pytest.param(
            OUT_0._replace(seats=(OUT_0.seats[0], ScoredSeat(cards("KD"), booted=True))),
            BOOTING,
            [(Code.IMPOSSIBLE_TABLE, ("seats", 1, "booted"))],
            id="who booted went out",
        ),
        pytest.param(
            STOCK._replace(seats=(ScoredSeat(cards("2C"), booted=True), STOCK.seats[1])),
            BOOTING,
            [(Code.IMPOSSIBLE_TABLE, ("seats", 0, "booted"))],
            id="nobody booted when the stock ends",
        ),
        pytest.param(
            STOCK._replace(boodle_pots=POT),
            AMERICAN,
            [(Code.IMPOSSIBLE_TABLE, ("boodle_pots",))],
            id="no pots without the option",
        ),
        pytest.param(
            STOCK._replace(boodle_pots=(*POT, BoodlePot(card("AS"), 4), BoodlePot(card("AH"), 1))),
            MICHIGAN,
            [(Code.IMPOSSIBLE_TABLE, ("boodle_pots", 1, "card")), (Code.IMPOSSIBLE_TABLE, ("boodle_pots", 2, "card"))],
            id="a pot on another card, and two on one",
        ),
        pytest.param(
            round_of("2C", "KD", before=(5, 0))._replace(round_number=3),
            Options(rounds=2),
            [(Code.IMPOSSIBLE_TABLE, ("round_number",))],
            id="a round beyond the last one",
        ),
        pytest.param(
            RoundScoreQuestion((STOCK.seats[0], ScoredSeat(cards("KD"), 1)), EndedBy.STOCK, round_number=2),
            Options(rounds=1),
            [(Code.IMPOSSIBLE_TABLE, ("round_number",))],
            id="a second round of one, with one seat at 1 and one at nothing",
        ),
        pytest.param(
            STOCK._replace(round_number=3, play_off=False),
            Options(rounds=2),
            [(Code.IMPOSSIBLE_TABLE, ("round_number",))],
            id="a round beyond the last one that is no play-off",
        ),
        pytest.param(
            STOCK._replace(play_off=True),
            Options(tie=Tie.SHARED),
            [(Code.IMPOSSIBLE_TABLE, ("play_off",))],
            id="ties are shared",
        ),
        pytest.param(
            STOCK._replace(play_off=True),
            Options(target=0),
            [(Code.IMPOSSIBLE_TABLE, ("play_off",))],
            id="nothing ends the game",
        ),
    ],
)
def test_a_round_that_no_play_can_have_led_to_names_the_place(
    question: RoundScoreQuestion, options: Options, expected: list[tuple[Code, Place]]
) -> None:
    assert reasons(question, options) == expected


def test_every_reason_is_told_the_table_first() -> None:
    table = [meld(0, "5H 6H 8H"), meld(7, "7S 7H 7D")]
    question = round_of("7S", "", melds=table)._replace(
        out_seat=0, boodle_pots=POT, play_off=True, seats=(ScoredSeat(cards("7S"), booted=True), ScoredSeat(()))
    )
    assert reasons(question, Options(tie=Tie.SHARED)) == [
        (Code.TOO_MANY_COPIES, ("melds", 1, "cards", 0)),
        (Code.NO_SUCH_SEAT, ("melds", 1, "seat")),
        (Code.DUPLICATE_MELD_ID, ("melds", 1, "id")),
        (Code.NOT_A_TABLE_MELD, ("melds", 0, "cards")),
        (Code.IMPOSSIBLE_TABLE, ("out_seat",)),
        (Code.IMPOSSIBLE_TABLE, ("seats", 1, "hand")),
        (Code.IMPOSSIBLE_TABLE, ("seats", 0, "booted")),
        (Code.IMPOSSIBLE_TABLE, ("boodle_pots",)),
        (Code.IMPOSSIBLE_TABLE, ("play_off",)),
    ]


@pytest.mark.parametrize(
    ("question", "options", "message"),
    [
        (OUT_0._replace(out_seat=1), FLOAT, "Seat 1 went out, but holds 1 card."),
        (round_of("", "2C 3C", out_seat=1), FLOAT, "Seat 1 went out, but holds 2 cards."),
        (
            STOCK._replace(ended_by=EndedBy.WENT_OUT),
            AMERICAN,
            "The round ended by going out, but not exactly one hand is empty: say who went out.",
        ),
        (STOCK._replace(out_seat=1), AMERICAN, "Nobody goes out in a round that the stock ends."),
        (round_of("2C", ""), AMERICAN, "Seat 1 has an empty hand, and so would have gone out."),
        (
            round_of("", "2C", out_seat=0, booted=0),
            AMERICAN,
            "Seat 0 cannot have booted: nobody goes out without a draw here.",
        ),
        (
            round_of("", "2C", out_seat=0, booted=0),
            replace(BOOTING, going_out=GoingOut.FLOAT),
            "Seat 0 cannot have booted: a seat without cards plays on here.",
        ),
        (round_of("", "2C", out_seat=0, booted=1), BOOTING, "Seat 1 cannot have booted: it did not go out."),
        (STOCK._replace(boodle_pots=POT), AMERICAN, "There are no boodle pots here."),
        (
            STOCK._replace(boodle_pots=(BoodlePot(card("AS"), 4),)),
            MICHIGAN,
            "No pot lies on AS: they lie on AH, KC, QD and JS.",
        ),
        (STOCK._replace(boodle_pots=POT + POT), MICHIGAN, "There is one pot on AH, not two."),
        (
            STOCK._replace(play_off=True),
            Options(tie=Tie.SHARED),
            "No tie is played off here: level totals share the win.",
        ),
        (
            STOCK._replace(play_off=True),
            Options(target=0),
            "No tie is played off in a game without target and round limit.",
        ),
        (
            STOCK._replace(round_number=3, play_off=False),
            Options(rounds=2),
            "The game has 2 rounds: round 3 can only break a tie.",
        ),
    ],
)
def test_a_reason_is_a_sentence(question: RoundScoreQuestion, options: Options, message: str) -> None:
    (violation,) = score_round(question, options).violations
    assert violation.message == message


def test_out_with_cards_shows_the_cards() -> None:
    (violation,) = score_round(OUT_0._replace(out_seat=1), FLOAT).violations
    assert violation.cards == cards("KD")


VALUE_OPTIONS: Final = [
    ("pip_points", ["face", "five"], round_of("2C 9S", "3C"), {}),
    ("low_ace_points", [1, 5, 15], round_of("9C", "3C", melds=[meld(0, "AH 2H 3H")]), {}),
    ("set_ace_points", [5, 15], round_of("9C", "3C", melds=[meld(0, "AH AS AD")]), {}),
    ("corner_ace_points", [1, 5, 15], round_of("9C", "3C", melds=[meld(0, "KH AH 2H")]), {"ace_in_runs": "corner"}),
    ("ace_in_hand_points", [1, 5, 15], round_of("AC", "3C"), {}),
    ("joker_points", [15, 20, 25], round_of("JK", "3C"), {"jokers": "wild", "jokers_per_deck": 2}),
    (
        "joker_points",
        [15, 20, 25],
        round_of("9C", "3C", melds=[meld(0, "JK=AH 2H 3H")]),
        {"jokers": "wild", "jokers_per_deck": 2},
    ),
    ("double_four_of_a_kind", [False, True], round_of("9C", "3C", melds=[meld(0, "AH AS AD AC")]), {}),
    ("stock_end_deadwood", ["charged", "waived"], round_of("9C", "3C"), {}),
    ("going_out_bonus", [0, 25, 100], OUT_0, {}),
    ("booting_bonus", [25, 50], round_of("", "2C", out_seat=0, booted=0), {}),
    ("booting_bonus", [0, 25], round_of("", "2C", out_seat=0, booted=0), {}),
    ("boodle", [False, True], STOCK, {}),
    ("boodle_stake", [1, 2], STOCK, {"boodle": True}),
    ("target", [500, 600, 0], round_of("9C", "3C", before=(599, 0)), {}),
    ("target_mode", ["reach", "exceed"], round_of("9C", "3C", before=(509, 0)), {}),
    ("winner", ["highest", "went_out"], OUT_0._replace(seats=(ScoredSeat((), 490), ScoredSeat(cards("KD"), 600))), {}),
    ("winner", ["highest", "must_go_out"], round_of("9C", "3C", before=(600, 0)), {}),
    ("tie", ["play_on", "shared"], round_of("9C", "9D", before=(600, 600))._replace(play_off=False), {}),
    ("sides", ["none", "partners"], round_of("9C", "9D", "9H", "9S"), {}),
    ("rounds", [0, 2], round_of("9C", "3C")._replace(round_number=2), {}),
    ("settlement", ["none", "difference", "difference_plus_50"], round_of("9C", "3C", before=(600, 0)), {}),
    ("ace_in_runs", ["either", "high"], round_of("9C", "3C", melds=[meld(0, "AH 2H 3H")]), {}),
    ("set_suits", ["distinct", "any"], round_of("9C", "3C", "4C", "5C", "6C", melds=[meld(0, "KH KH KD")]), {}),
    ("going_out", ["discard_optional", "float"], round_of("", "3C"), {}),
]


@pytest.mark.parametrize(("option", "values", "question", "others"), VALUE_OPTIONS)
def test_every_option_of_a_round_flips_an_answer(
    option: str, values: list[str | int], question: RoundScoreQuestion, others: dict[str, str | int]
) -> None:
    answers = [score_round(question, with_overrides(AMERICAN, {**others, option: value})) for value in values]
    assert all(one != other for index, one in enumerate(answers) for other in answers[:index])


# Rounds that can have been played, made up meld by meld from the decks.


def _offers(laid: Cards, *, is_set: bool) -> list[Card]:
    """Return the natural cards that a meld of the made-up table takes next."""
    if is_set:
        return [
            natural_card(laid[0].rank, suit)
            for suit in range(4)
            if len(laid) < 4 and all(suit != each.suit for each in laid)
        ]
    first, last = laid[0], laid[-1]
    below = [natural_card(first.rank - 1, first.suit)] if first.rank > 1 and last.rank != 1 else []
    if last.rank != 1 and last.rank < 13:
        return [*below, natural_card(last.rank + 1, last.suit)]
    return [*below, natural_card(1, last.suit)] if last.rank == 13 and first.rank > 1 else below


@st.composite
def rounds(
    draw: st.DrawFn, players: int | None = None, options: Options | None = None
) -> tuple[RoundScoreQuestion, Options]:
    players = players or draw(st.integers(2, 8))
    options = options or draw(value_options)
    seats = st.integers(0, players - 1)
    naturals, jokers = options.copies(players)
    left = Counter(dict.fromkeys(NATURALS, naturals))
    left[JOKER] = jokers

    def take(wanted: Card) -> Card:
        """Take a card from what is left, or now and then a joker in its name."""
        if left[JOKER] and options.jokers is Jokers.WILD and draw(st.integers(0, 9)) == 0:
            left[JOKER] -= 1
            return joker_named(wanted)
        left[wanted] -= 1
        return wanted

    table: list[TableMeld] = []
    for number in range(draw(st.integers(0, 8))):
        is_set = draw(st.booleans())
        if is_set:
            rank = draw(st.integers(1, 13))
            wanted = tuple(
                natural_card(rank, suit) for suit in draw(st.permutations(range(4)))[: draw(st.integers(3, 4))]
            )
        else:
            low, suit = draw(st.integers(1, 12)), draw(st.integers(0, 3))
            wanted = tuple(
                natural_card((position - 1) % 13 + 1, suit)
                for position in range(low, min(low + draw(st.integers(3, 5)), 15))
            )
        if len(wanted) < 3 or any(left[each] == 0 for each in wanted):
            continue
        laid = lying = (wanted[0], *map(take, wanted[1:]))
        left[wanted[0]] -= 1
        lay_offs = []
        for _ in range(draw(st.integers(0, 3))):
            offers = [each for each in _offers(lying, is_set=is_set) if left[each]]
            if offers and len(lying) < 12:
                more = take(draw(st.sampled_from(offers)))
                goes_below = not is_set and more.rank == lying[0].rank - 1
                lying = (more, *lying) if goes_below else (*lying, more)
                lay_offs.append(LayOff(draw(seats), (more,)))
        table.append(TableMeld(f"m{number}", draw(seats), laid, tuple(lay_offs)))
    out_seat = draw(st.none() | seats)
    rest = draw(st.permutations([each for each in NATURALS if left[each]] + [JOKER] * left[JOKER]))
    hands = [
        tuple(rest[seat * 6 : seat * 6 + (0 if seat == out_seat else draw(st.integers(1, 6)))])
        for seat in range(players)
    ]
    totals = draw(st.lists(st.none() | st.integers(-200, 520), min_size=players, max_size=players))
    return RoundScoreQuestion(
        tuple(ScoredSeat(hand, total) for hand, total in zip(hands, totals, strict=True)),
        EndedBy.STOCK if out_seat is None else EndedBy.WENT_OUT,
        tuple(table),
        out_seat,
        draw(st.none() | st.integers(1, 2)),
        time_up=draw(st.booleans()),
    ), options


value_options = st.builds(
    Options,
    jokers=st.just(Jokers.WILD),
    jokers_per_deck=st.integers(1, 4),
    set_suits=st.sampled_from(SetSuits),
    pip_points=st.sampled_from(PipPoints),
    low_ace_points=st.sampled_from([1, 5, 15]),
    set_ace_points=st.sampled_from([5, 15]),
    ace_in_hand_points=st.sampled_from([1, 5, 15]),
    joker_points=st.sampled_from([15, 20, 25]),
    double_four_of_a_kind=st.booleans(),
    stock_end_deadwood=st.sampled_from(StockEndDeadwood),
    going_out_bonus=st.sampled_from([0, 25]),
    target=st.sampled_from([0, 100, 500]),
    target_mode=st.sampled_from(TargetMode),
    winner=st.sampled_from(Winner),
    tie=st.sampled_from(Tie),
    rounds=st.sampled_from([0, 2]),
    settlement=st.sampled_from(Settlement),
    boodle=st.booleans(),
)


@given(rounds())
def test_every_card_is_scored_once_and_the_points_add_up(case: tuple[RoundScoreQuestion, Options]) -> None:
    question, options = case
    seats = scored(question, options)
    told = Counter(each.card for seat in seats for each in seat.cards)
    assert told == Counter(
        [each for seat in question.seats for each in seat.hand]
        + [each for laid in question.melds for each in laid.cards]
        + [each for laid in question.melds for lay_off in laid.lay_offs for each in lay_off.cards]
    )
    for seat, asked in zip(seats, question.seats, strict=True):
        by_place = {place: sum(each.points for each in seat.cards if each.place is place) for place in CardPlace}
        assert (seat.melded, seat.laid_off, seat.deadwood) == tuple(by_place.values())
        assert seat.net == seat.melded + seat.laid_off - seat.deadwood + seat.bonus
        assert seat.total == (asked.total_before or 0) + seat.net
        assert all((each.meld_id is None) == (each.place is CardPlace.HAND) for each in seat.cards)
    assert sum(seat.bonus for seat in seats) == (0 if question.out_seat is None else options.going_out_bonus)


@given(rounds())
def test_a_hand_costs_what_scoring_it_alone_says(case: tuple[RoundScoreQuestion, Options]) -> None:
    question, options = case
    charged = replace(options, stock_end_deadwood=StockEndDeadwood.CHARGED)
    costs = [score_hand(HandScoreQuestion(seat.hand, question.players), options).points for seat in question.seats]
    assert [seat.deadwood for seat in scored(question, charged)] == costs


@given(rounds())
def test_chips_are_neither_made_nor_lost(case: tuple[RoundScoreQuestion, Options]) -> None:
    question, options = case
    brought = tuple(BoodlePot(each, 3) for each in BOODLE_CARDS[:2])
    boodle = score_round(question._replace(boodle_pots=brought), replace(options, boodle=True)).boodle
    assert boodle is not None
    assert sum(pot.chips for pot in boodle.pots) == 6 + boodle.stakes
    won = sum(pot.chips for pot in boodle.pots if pot.won_by is not None)
    assert won + sum(pot.chips for pot in boodle.carried) == 6 + boodle.stakes


def renamed(question: RoundScoreQuestion, rename: Callable[[Card], Card]) -> RoundScoreQuestion:
    def each_of(given: Cards) -> Cards:
        return tuple(map(rename, given))

    return question._replace(
        seats=tuple(seat._replace(hand=each_of(seat.hand)) for seat in question.seats),
        melds=tuple(
            laid._replace(
                cards=each_of(laid.cards),
                lay_offs=tuple(lay_off._replace(cards=each_of(lay_off.cards)) for lay_off in laid.lay_offs),
            )
            for laid in question.melds
        ),
    )


@given(rounds(), st.permutations(range(4)))
def test_renaming_suits_changes_nothing_but_the_pots(
    case: tuple[RoundScoreQuestion, Options], suits: list[int]
) -> None:
    question, options = case

    def rename(old: Card) -> Card:
        if old is JOKER:
            return old
        new = natural_card(old.rank, suits[old.suit])
        return joker_named(new) if old.is_joker else new

    one = score_round(question, options)
    other = score_round(renamed(question, rename), options)
    assert other.outcome == one.outcome
    assert [seat._replace(cards=()) for seat in other.seats] == [seat._replace(cards=()) for seat in one.seats]
    assert [[each.points for each in seat.cards] for seat in other.seats] == [
        [each.points for each in seat.cards] for seat in one.seats
    ]


@given(st.lists(st.integers(), min_size=2, max_size=8), value_options)
def test_a_round_of_zeros_changes_no_total(totals: list[int], options: Options) -> None:
    waived = replace(options, stock_end_deadwood=StockEndDeadwood.WAIVED)
    seats = tuple(ScoredSeat((NATURALS[seat],), total) for seat, total in enumerate(totals))
    assert [seat.total for seat in scored(RoundScoreQuestion(seats, EndedBy.STOCK), waived)] == totals


@given(st.data(), value_options, st.integers(2, 4), st.booleans())
def test_a_game_scores_as_its_rounds_did(data: st.DataObject, options: Options, players: int, partners: bool) -> None:  # noqa: FBT001
    if partners and players == 4:
        options = replace(options, sides=Sides.PARTNERS)
    totals: tuple[int, ...] = (0,) * players
    played: list[ScoredRound] = []
    outcome = None
    while len(played) < 5 and not (outcome and outcome.over):
        question, _ = data.draw(rounds(players, options))
        question = question._replace(
            seats=tuple(seat._replace(total_before=total) for seat, total in zip(question.seats, totals, strict=True)),
            round_number=len(played) + 1,
            play_off=True if outcome and outcome.reason is Reason.TIE_AT_TOP else None,
        )
        score = score_round(question, options)
        totals, outcome = tuple(seat.total for seat in score.seats), score.outcome
        played.append(ScoredRound(tuple(seat.net for seat in score.seats), question.out_seat))
        game = score_game(GameScoreQuestion(players, tuple(played), question.time_up), options)
        assert (game.totals, game.outcome, game.sides) == (totals, outcome, score.sides)


any_cards = st.lists(
    st.sampled_from(sorted(MELD_CARDS.values(), key=lambda each: each.index)), min_size=1, max_size=5
).map(tuple)
held_cards = st.lists(st.sampled_from(sorted(CARDS.values(), key=lambda each: each.index)), max_size=4).map(tuple)
any_seat = st.integers(0, 9)
questions = st.builds(
    RoundScoreQuestion,
    st.lists(st.builds(ScoredSeat, held_cards, st.none() | st.integers(), st.booleans()), min_size=2, max_size=8).map(
        tuple
    ),
    st.sampled_from(EndedBy),
    st.lists(
        st.builds(
            TableMeld,
            st.sampled_from(["m1", "m2"]),
            any_seat,
            any_cards,
            st.lists(st.builds(LayOff, any_seat, any_cards), max_size=2).map(tuple),
            st.none() | st.sampled_from(AceEnd),
        ),
        max_size=3,
    ).map(tuple),
    st.none() | any_seat,
    st.none() | st.integers(1, 120),
    st.lists(st.builds(BoodlePot, st.sampled_from([*BOODLE_CARDS, JOKER]), st.integers(0)), max_size=5).map(tuple),
    st.none() | st.booleans(),
    st.booleans(),
)


@given(questions, st.sampled_from([ruleset.options for ruleset in RULESETS.values()]), st.sampled_from(GoingOut))
def test_any_round_gets_an_answer(question: RoundScoreQuestion, options: Options, going_out: GoingOut) -> None:
    options = replace(options, going_out=going_out, sides=Sides.NONE if question.players != 4 else options.sides)
    score = score_round(question, options)
    assert bool(score.seats) == (score.outcome is not None) == (not score.violations)
    assert score == score_round(question, options)


def test_a_full_round_has_every_card_of_two_decks() -> None:
    seats = scored(FULL_ROUND)
    assert sum(len(seat.cards) for seat in seats) == 104
    assert sum(seat.melded + seat.laid_off for seat in seats) == 8 * 84
    assert [seat.deadwood for seat in seats] == [15] * 8
