"""What lies on a table, what it counts, and what no table can show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from service.rules.cards import cards, written
from service.rules.melds import Run, Set, read_meld
from service.rules.options import RULESETS, AceInRuns, Jokers, Options, SetSuits
from service.rules.questions import AceEnd, LayOff, TableMeld
from service.rules.table import (
    deck_faults,
    lay_off_points,
    meld_points,
    read_melds,
    shown,
    table_faults,
)
from service.rules.verdicts import LaidMeld, MeldKind

if TYPE_CHECKING:
    from service.rules.questions import Cards
    from service.rules.verdicts import Place

AMERICAN: Final = Options()
NORDIC: Final = RULESETS["nordic"].options
PAGAT: Final = RULESETS["pagat"].options
HOYLE: Final = RULESETS["persian_hoyle"].options
LOW: Final = replace(AMERICAN, ace_in_runs=AceInRuns.LOW)
CORNER: Final = replace(AMERICAN, ace_in_runs=AceInRuns.CORNER, corner_ace_points=5)
WILD: Final = replace(AMERICAN, jokers=Jokers.WILD, jokers_per_deck=2)
TWO_TO_KING: Final = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


def laid(given: str, *lay_offs: str, ace: AceEnd | None = None, name: str = "m1") -> TableMeld:
    return TableMeld(name, 0, cards(given), tuple(LayOff(1, cards(each)) for each in lay_offs), ace)


#: A meld of the table, how it lies, and as what its cards were laid, jokers named.
READABLE: Final = [
    (AMERICAN, laid("7H 5H 6H"), "5H 6H 7H", "7H 5H 6H"),
    (AMERICAN, laid("5H 6H 7H", "8H", "4H 3H", "9H"), "3H 4H 5H 6H 7H 8H 9H", "5H 6H 7H | 8H | 4H 3H | 9H"),
    (AMERICAN, laid("7S 7H 7D", "7C"), "7S 7H 7D 7C", "7S 7H 7D | 7C"),
    (AMERICAN, laid("AS 2S 3S", ace=AceEnd.LOW), "AS 2S 3S", "AS 2S 3S"),
    (AMERICAN, laid("5H 6H 7H", ace=AceEnd.HIGH), "5H 6H 7H", "5H 6H 7H"),
    (AMERICAN, laid(TWO_TO_KING, "AS", ace=AceEnd.LOW), f"AS {TWO_TO_KING}", f"{TWO_TO_KING} | AS"),
    (AMERICAN, laid(TWO_TO_KING, "AS", ace=AceEnd.HIGH), f"{TWO_TO_KING} AS", f"{TWO_TO_KING} | AS"),
    (AMERICAN, laid(f"{TWO_TO_KING} AS", ace=AceEnd.HIGH), f"{TWO_TO_KING} AS", f"{TWO_TO_KING} AS"),
    (NORDIC, laid(TWO_TO_KING, "AS"), f"AS {TWO_TO_KING}", f"{TWO_TO_KING} | AS"),
    (CORNER, laid("2S 3S AS", "KS"), "KS AS 2S 3S", "2S 3S AS | KS"),
    (CORNER, laid("2S 3S AS", "KS", ace=AceEnd.LOW), "KS AS 2S 3S", "2S 3S AS | KS"),
    (CORNER, laid("2S 3S 4S", "AS", "KS QS", ace=AceEnd.LOW), "QS KS AS 2S 3S 4S", "2S 3S 4S | AS | KS QS"),
    (CORNER, laid("QS KS AS", "2S", ace=AceEnd.HIGH), "QS KS AS 2S", "QS KS AS | 2S"),
    (WILD, laid("5H JK 7H"), "5H JK=6H 7H", "5H JK=6H 7H"),
    (WILD, laid("5H JK 7H", "JK 9H"), "5H JK=6H 7H JK=8H 9H", "5H JK=6H 7H | JK=8H 9H"),
    (WILD, laid("5H JK=6H 7H", "JK=4H"), "JK=4H 5H JK=6H 7H", "5H JK=6H 7H | JK=4H"),
    (PAGAT, laid("7S 7H 7D", "JK"), "7S 7H 7D JK=7C", "7S 7H 7D | JK=7C"),
    (HOYLE, laid("JK JK JK", "JK"), "JK JK JK JK", "JK JK JK | JK"),
]


@pytest.mark.parametrize(("options", "meld", "lying", "parts"), READABLE)
def test_a_meld_of_the_table_is_read(options: Options, meld: TableMeld, lying: str, parts: str) -> None:
    (read,), faults = read_melds([meld], options)
    assert faults == ()
    assert read.cards == cards(lying)
    assert " | ".join([written(read.laid.cards), *(written(each.cards) for each in read.laid.lay_offs)]) == parts
    assert (read.id, read.seat, read.laid.ace) == (meld.id, meld.seat, meld.ace)
    assert [each.seat for each in read.laid.lay_offs] == [each.seat for each in meld.lay_offs]
    assert len(read.shapes) == 1 + len(meld.lay_offs)
    assert read.shape == read.shapes[-1]
    assert read_melds([read.laid], options) == ((read,), ())


#: A meld that cannot lie on the table: the code, the place in it, the cards and the sentence.
UNREADABLE: Final = [
    (
        AMERICAN,
        laid("5H 6H 8H"),
        ("NOT_A_TABLE_MELD", ("cards",), "5H 6H 8H", "m1 cannot lie on the table. 5H 6H 8H leave a gap at 7H."),
    ),
    (
        AMERICAN,
        laid("5H 6H"),
        (
            "NOT_A_TABLE_MELD",
            ("cards",),
            "5H 6H",
            "m1 cannot lie on the table. A meld has at least 3 cards; 5H 6H has 2.",
        ),
    ),
    (
        AMERICAN,
        laid("5H 6H 7H", "8H", "4H 10H"),
        (
            "NOT_A_TABLE_MELD",
            ("lay_offs", 1, "cards"),
            "10H",
            "m1 cannot lie on the table. 10H does not join 5H 6H 7H 8H: the next cards are 4H and 9H.",
        ),
    ),
    (
        AMERICAN,
        laid("AS 2S 3S", ace=AceEnd.HIGH),
        ("NOT_A_TABLE_MELD", ("cards",), "AS", "m1 cannot lie on the table. AS 2S 3S has no ace at its high end."),
    ),
    (
        AMERICAN,
        laid("2S 3S 4S", "AS", ace=AceEnd.HIGH),
        (
            "NOT_A_TABLE_MELD",
            ("lay_offs", 0, "cards"),
            "AS",
            "m1 cannot lie on the table. AS does not join 2S 3S 4S: not with its ace high.",
        ),
    ),
    (
        AMERICAN,
        laid(f"{TWO_TO_KING} AS"),
        (
            "ACE_END_UNSTATED",
            ("cards",),
            "AS",
            "The ace of a thirteen-card run can lie low or high and counts differently: name its end.",
        ),
    ),
    (
        AMERICAN,
        laid(TWO_TO_KING, "AS"),
        (
            "ACE_END_UNSTATED",
            ("lay_offs", 0, "cards"),
            "AS",
            "The ace of a thirteen-card run can lie low or high and counts differently: name its end.",
        ),
    ),
    (
        WILD,
        laid("5H 6H JK"),
        (
            "JOKER_UNNAMED",
            ("cards", 2),
            "JK",
            "The joker in 5H 6H JK could stand for 4H or 7H: name the card.",
        ),
    ),
    (
        WILD,
        laid("5H 6H 7H", "8H JK"),
        (
            "JOKER_UNNAMED",
            ("lay_offs", 0, "cards", 1),
            "JK",
            "The joker in 8H JK could stand for 4H or 9H: name the card.",
        ),
    ),
]


@pytest.mark.parametrize(("options", "meld", "told"), UNREADABLE)
def test_a_meld_that_no_play_laid_is_told_with_its_place(
    options: Options, meld: TableMeld, told: tuple[str, tuple[str | int, ...], str, str]
) -> None:
    before, after = laid("9S 9H 9D", name="m0"), laid("4S 4H 4D", name="m2")
    read, faults = read_melds([before, meld, after], options)
    assert [each.id for each in read] == ["m0", "m2"]
    assert [(fault.code, fault.place, written(fault.cards), fault.message) for fault in faults] == [
        (told[0], ("melds", 1, *told[1]), told[2], told[3])
    ]
    assert bool(faults[0].params) is (told[0] != "NOT_A_TABLE_MELD")


def test_a_joker_that_no_deck_holds_spoils_a_meld_without_a_word_of_its_own() -> None:
    assert read_melds([laid("5H JK 7H"), laid("9S 9H 9D", name="m2")], AMERICAN)[0][0].id == "m2"


PLACES: Final = [
    # options, a meld, and what each of its cards counts as it lies
    (AMERICAN, "AS 2S 3S", None, [1, 2, 3]),
    (AMERICAN, "QS KS AS", None, [10, 10, 15]),
    (AMERICAN, "AS AH AD", None, [15, 15, 15]),
    (replace(AMERICAN, set_ace_points=5), "AS AH AD AC", None, [5, 5, 5, 5]),
    (NORDIC, "AS 2S 3S", None, [15, 5, 5]),
    (CORNER, "KS AS 2S", None, [10, 5, 2]),
    (CORNER, "AS 2S 3S", None, [1, 2, 3]),
    (CORNER, "QS KS AS", None, [10, 10, 15]),
    (replace(AMERICAN, double_four_of_a_kind=True), "9S 9H 9D 9C", None, [18, 18, 18, 18]),
    (replace(AMERICAN, double_four_of_a_kind=True), "9S 9H 9D", None, [9, 9, 9]),
    (replace(AMERICAN, double_four_of_a_kind=True), "9S 10S JS QS", None, [9, 10, 10, 10]),
    (WILD, "5H JK=6H 7H", None, [5, 15, 7]),
    (HOYLE, "JK JK JK", None, [20, 20, 20]),
    (HOYLE, "JK JK JK JK", None, [40, 40, 40, 40]),
    (AMERICAN, f"{TWO_TO_KING} AS", AceEnd.LOW, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]),
    (CORNER, f"{TWO_TO_KING} AS", None, [3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 5, 2]),
]


@pytest.mark.parametrize(("options", "given", "ace", "points"), PLACES)
def test_a_card_counts_by_the_place_where_it_is_laid(
    options: Options, given: str, ace: AceEnd | None, points: list[int]
) -> None:
    reading = read_meld(cards(given), ace, options)
    assert reading.shape is not None
    told = meld_points(reading.shape, reading.cards, options)
    assert [each.points for each in told] == points
    assert tuple(each.card for each in told) == reading.cards


def test_a_fourth_card_that_is_laid_off_does_not_double_a_set() -> None:
    options = replace(AMERICAN, double_four_of_a_kind=True)
    assert [each.points for each in lay_off_points(Set(9, 0b1111, 4), cards("9C"), options)] == [9]


def test_a_laid_off_ace_counts_by_the_end_that_it_joins() -> None:
    low, high = (read_melds([laid(run, "AS")], AMERICAN)[0][0].shape for run in ("2S 3S 4S", "JS QS KS"))
    assert [each.points for each in lay_off_points(low, cards("AS"), AMERICAN)] == [1]
    assert [each.points for each in lay_off_points(high, cards("AS"), AMERICAN)] == [15]


def test_a_meld_is_shown_with_its_kind_and_the_end_of_its_ace() -> None:
    assert shown(Set(7, 0b111, 3), cards("7S 7H 7D")) == LaidMeld(MeldKind.SET, cards("7S 7H 7D"), None)
    low, middle = (read_meld(cards(given), None, CORNER).shape for given in ("AS 2S 3S", "KS AS 2S"))
    assert isinstance(low, Run)
    assert isinstance(middle, Run)
    assert shown(low, cards("AS 2S 3S")) == LaidMeld(MeldKind.RUN, cards("AS 2S 3S"), AceEnd.LOW)
    assert shown(middle, cards("KS AS 2S")) == LaidMeld(MeldKind.RUN, cards("KS AS 2S"), None)


def listed(*hands: str) -> list[tuple[Place, Cards]]:
    return [((name,), cards(hand)) for name, hand in zip("abcd", hands, strict=False)]


POSSIBLE: Final = [
    (AMERICAN, 4, ["5H 6H", "7H"]),
    (AMERICAN, 5, ["5H 6H", "5H 6H"]),
    (AMERICAN, 4, []),
    (WILD, 4, ["JK JK=9H", "9H"]),
    (WILD, 5, ["JK JK JK JK"]),
    (replace(AMERICAN, two_decks_from=2), 2, ["5H 5H"]),
]
IMPOSSIBLE: Final = [
    (
        AMERICAN,
        4,
        ["5H 6H", "7H 5H"],
        [("TOO_MANY_COPIES", ("b", 1), "5H", "5H is in the deck 1 time, but shows more often.")],
    ),
    (
        AMERICAN,
        4,
        ["5H 5H 5H", "6S 6S"],
        [
            ("TOO_MANY_COPIES", ("a", 1), "5H", "5H is in the deck 1 time, but shows more often."),
            ("TOO_MANY_COPIES", ("b", 1), "6S", "6S is in the deck 1 time, but shows more often."),
        ],
    ),
    (
        AMERICAN,
        5,
        ["5H 5H", "5H"],
        [("TOO_MANY_COPIES", ("b", 0), "5H", "5H is in the deck 2 times, but shows more often.")],
    ),
    (AMERICAN, 4, ["5H JK", "JK=9H"], [("JOKER_NOT_IN_DECK", ("a", 1), "JK", "This game is played without jokers.")]),
    (AMERICAN, 4, ["JK=9H"], [("JOKER_NOT_IN_DECK", ("a", 0), "JK=9H", "This game is played without jokers.")]),
    (
        replace(AMERICAN, jokers_per_deck=4),
        4,
        ["JK"],
        [("JOKER_NOT_IN_DECK", ("a", 0), "JK", "This game is played without jokers.")],
    ),
    (
        WILD,
        4,
        ["JK JK=9H", "JK=9H"],
        [("TOO_MANY_COPIES", ("b", 0), "JK=9H", "JK is in the deck 2 times, but shows more often.")],
    ),
]


@pytest.mark.parametrize(("options", "players", "hands"), POSSIBLE)
def test_the_decks_hold_these_cards(options: Options, players: int, hands: list[str]) -> None:
    assert deck_faults(listed(*hands), options, players) == ()


@pytest.mark.parametrize(("options", "players", "hands", "told"), IMPOSSIBLE)
def test_the_decks_do_not_hold_these_cards(
    options: Options, players: int, hands: list[str], told: list[tuple[str, Place, str, str]]
) -> None:
    found = deck_faults(listed(*hands), options, players)
    assert [(fault.code, fault.place, written(fault.cards), fault.message) for fault in found] == told


def test_the_faults_of_a_table_are_told_in_their_order_with_their_places() -> None:
    melds = (
        TableMeld("m1", 3, cards("5H 6H 7H"), (LayOff(4, cards("8H")), LayOff(2, cards("9H")))),
        TableMeld("m1", 0, cards("7S 7H 7D"), (LayOff(9, cards("7C")),)),
        TableMeld("m2", 1, cards("2S 2H 2D")),
        TableMeld("m1", 1, cards("3S 3H 3D")),
    )
    found = table_faults([(("cards",), cards("5H KS"))], melds, [(("seat",), 5), (("caller",), 3)], AMERICAN, 4)
    assert [(fault.code, fault.place, written(fault.cards), fault.message) for fault in found] == [
        ("TOO_MANY_COPIES", ("melds", 0, "cards", 0), "5H", "5H is in the deck 1 time, but shows more often."),
        ("TOO_MANY_COPIES", ("melds", 1, "cards", 1), "7H", "7H is in the deck 1 time, but shows more often."),
        ("NO_SUCH_SEAT", ("seat",), "", "There is no seat 5: 4 players have the seats 0 to 3."),
        (
            "NO_SUCH_SEAT",
            ("melds", 0, "lay_offs", 0, "seat"),
            "",
            "There is no seat 4: 4 players have the seats 0 to 3.",
        ),
        (
            "NO_SUCH_SEAT",
            ("melds", 1, "lay_offs", 0, "seat"),
            "",
            "There is no seat 9: 4 players have the seats 0 to 3.",
        ),
        ("DUPLICATE_MELD_ID", ("melds", 1, "id"), "7S 7H 7D", "Two melds are called m1."),
        ("DUPLICATE_MELD_ID", ("melds", 3, "id"), "3S 3H 3D", "Two melds are called m1."),
    ]


def test_a_fault_of_a_meld_or_of_a_lay_off_is_told_with_its_place() -> None:
    melds = (laid("5H 6H 7H", "8H"), TableMeld("m2", 4, cards("9S 9H 9D"), (LayOff(1, cards("8H")),)))
    assert [(fault.code, fault.place) for fault in table_faults([], melds, [], AMERICAN, 4)] == [
        ("TOO_MANY_COPIES", ("melds", 1, "lay_offs", 0, "cards", 0)),
        ("NO_SUCH_SEAT", ("melds", 1, "seat")),
    ]


def test_the_cards_of_lay_offs_come_from_the_same_decks() -> None:
    melds = (laid("5H 6H 7H", "8H"), laid("8S 8H 8D", name="m2"))
    (fault,) = table_faults([], melds, [], AMERICAN, 4)
    assert (fault.code, fault.place) == ("TOO_MANY_COPIES", ("melds", 1, "cards", 1))
    assert table_faults([], melds, [], AMERICAN, 5) == ()


def test_a_set_of_distinct_suits_is_asked_of_tables_too() -> None:
    options = replace(AMERICAN, set_suits=SetSuits.DISTINCT)
    assert read_melds([laid("7S 7H 7D", "7H")], options)[1][0].code == "NOT_A_TABLE_MELD"
    assert read_melds([laid("7S 7H 7D", "7C")], options)[1] == ()
