"""Why cards make no meld or join none: the codes in their order, the cards, and the sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from service.rules.cards import cards, written
from service.rules.meld_faults import (
    cards_that_fit,
    lay_off_faults,
    listing,
    meld_faults,
    naming_faults,
)
from service.rules.melds import join, read_meld
from service.rules.options import AceInRuns, Jokers, Options, SetSuits
from service.rules.questions import AceEnd
from service.rules.verdicts import NO_PARAMS

AMERICAN: Final = Options()
DISTINCT: Final = replace(AMERICAN, set_suits=SetSuits.DISTINCT)
LOW: Final = replace(AMERICAN, ace_in_runs=AceInRuns.LOW)
HIGH: Final = replace(AMERICAN, ace_in_runs=AceInRuns.HIGH)
CORNER: Final = replace(AMERICAN, ace_in_runs=AceInRuns.CORNER)
FOUR: Final = replace(AMERICAN, min_run_length=4)
WILD: Final = replace(AMERICAN, jokers=Jokers.WILD, jokers_per_deck=4)
WILD_DISTINCT: Final = replace(WILD, set_suits=SetSuits.DISTINCT)
WILD_CORNER: Final = replace(WILD, ace_in_runs=AceInRuns.CORNER)
WILD_FOUR: Final = replace(WILD, min_run_length=4)
TWO_NATURALS: Final = replace(WILD, min_naturals=2)
NO_NATURALS: Final = replace(WILD, min_naturals=0)
OWN_RANK: Final = replace(AMERICAN, jokers=Jokers.OWN_RANK, jokers_per_deck=4)
THREE_TO_TEN: Final = "3H, 4H, 5H, 6H, 7H, 8H, 9H and 10H"
SIX_TO_KING: Final = "6H, 7H, 8H, 9H, 10H, JH, QH and KH"
TO_TEN: Final = "2H, 3H, 4H, 6H, 7H, 8H and 9H"
ALL_RANKS: Final = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"

#: Cards that make no meld, and the code, the cards and the sentence of each violation.
FAULTS: Final = [
    (AMERICAN, "7S", None, [("TOO_FEW_CARDS", "7S", "A meld has at least 3 cards; 7S has 1.")]),
    (AMERICAN, "7S 7H", None, [("TOO_FEW_CARDS", "7S 7H", "A meld has at least 3 cards; 7S 7H has 2.")]),
    (AMERICAN, "5S 9H", None, [("TOO_FEW_CARDS", "5S 9H", "A meld has at least 3 cards; 5S 9H has 2.")]),
    (FOUR, "5H 6H", None, [("TOO_FEW_CARDS", "5H 6H", "A meld has at least 3 cards; 5H 6H has 2.")]),
    (FOUR, "5H 6H 7H", None, [("TOO_FEW_CARDS", "5H 6H 7H", "A run has at least 4 cards; 5H 6H 7H has 3.")]),
    (
        FOUR,
        "5H 6H 8H",
        None,
        [
            ("TOO_FEW_CARDS", "5H 6H 8H", "A run has at least 4 cards; 5H 6H 8H has 3."),
            ("RUN_HAS_GAP", "5H 6H 8H", "5H 6H 8H leave a gap at 7H."),
        ],
    ),
    (
        AMERICAN,
        "7S 7H 7D 7C 7S",
        None,
        [("SET_TOO_LARGE", "7S 7H 7D 7C 7S", "A set has at most 4 cards; 7S 7H 7D 7C 7S has 5.")],
    ),
    (
        DISTINCT,
        "7S 7H 7D 7C 7H",
        None,
        [
            ("SET_TOO_LARGE", "7S 7H 7D 7C 7H", "A set has at most 4 cards; 7S 7H 7D 7C 7H has 5."),
            ("SET_REPEATS_SUIT", "7H 7H", "A set shows each suit once; 7S 7H 7D 7C 7H has hearts twice."),
        ],
    ),
    (
        DISTINCT,
        "7S 7D 7D",
        None,
        [("SET_REPEATS_SUIT", "7D 7D", "A set shows each suit once; 7S 7D 7D has diamonds twice.")],
    ),
    (
        WILD_DISTINCT,
        "7S JK=7S JK",
        None,
        [("SET_REPEATS_SUIT", "7S JK=7S", "A set shows each suit once; 7S JK=7S has spades twice.")],
    ),
    (
        DISTINCT,
        "7S 7H 7S 7H",
        None,
        [
            (
                "SET_REPEATS_SUIT",
                "7S 7H 7S 7H",
                "A set shows each suit once; 7S 7H 7S 7H has spades twice.",
            )
        ],
    ),
    (
        AMERICAN,
        ALL_RANKS.replace("9S", "9H"),
        None,
        [
            (
                "RUN_MIXES_SUITS",
                ALL_RANKS.replace("9S", "9H"),
                f"{ALL_RANKS.replace('9S', '9H')} is in sequence, but a run is of one suit, not spades and hearts.",
            )
        ],
    ),
    (
        CORNER,
        "5H 6S 9D",
        None,
        [("NOT_A_MELD", "5H 6S 9D", "5H 6S 9D is neither a set of one rank nor a run of one suit.")],
    ),
    (AMERICAN, "7H 9H JH", None, [("RUN_HAS_GAP", "7H 9H JH", "7H 9H JH leave a gap at 8H and 10H.")]),
    (AMERICAN, "JH 5H 7H", None, [("RUN_HAS_GAP", "JH 5H 7H", "JH 5H 7H leave a gap at 6H, 8H, 9H and 10H.")]),
    (AMERICAN, "AH 3H 4H", None, [("RUN_HAS_GAP", "AH 3H 4H", "AH 3H 4H leave a gap at 2H.")]),
    (AMERICAN, "JH QH AH", None, [("RUN_HAS_GAP", "JH QH AH", "JH QH AH leave a gap at KH.")]),
    (CORNER, "QH KH 2H", None, [("RUN_HAS_GAP", "QH KH 2H", "QH KH 2H leave a gap at AH.")]),
    (AMERICAN, "2H JH QH", None, [("RUN_HAS_GAP", "2H JH QH", f"2H JH QH leave a gap at {THREE_TO_TEN}.")]),
    (HIGH, "AH 4H 5H", None, [("RUN_HAS_GAP", "AH 4H 5H", f"AH 4H 5H leave a gap at {SIX_TO_KING}.")]),
    (LOW, "3H 4H AH", None, [("RUN_HAS_GAP", "3H 4H AH", "3H 4H AH leave a gap at 2H.")]),
    (AMERICAN, "AH 5H 10H", None, [("RUN_HAS_GAP", "AH 5H 10H", f"AH 5H 10H leave a gap at {TO_TEN}.")]),
    (
        AMERICAN,
        "AH 3H 5H 7H 9H JH KH",
        None,
        [
            (
                "RUN_HAS_GAP",
                "AH 3H 5H 7H 9H JH KH",
                "AH 3H 5H 7H 9H JH KH leave a gap at 4H, 6H, 8H, 10H and QH.",
            )
        ],
    ),
    (WILD, "5H JK 9H", None, [("RUN_HAS_GAP", "5H 9H", "5H 9H leave a gap at 6H, 7H and 8H.")]),
    (WILD, "5H JK=6H 8H", None, [("RUN_HAS_GAP", "5H JK=6H 8H", "5H JK=6H 8H leave a gap at 7H.")]),
    (
        AMERICAN,
        "5H 5H 8H",
        None,
        [
            ("RUN_HAS_GAP", "5H 5H 8H", "5H 5H 8H leave a gap at 6H and 7H."),
            ("RUN_REPEATS_RANK", "5H 5H", "A run has each rank once; 5H 5H 8H has 5 twice."),
        ],
    ),
    (AMERICAN, "5H 6H 6H", None, [("RUN_REPEATS_RANK", "6H 6H", "A run has each rank once; 5H 6H 6H has 6 twice.")]),
    (AMERICAN, "AH 2H AH", None, [("RUN_REPEATS_RANK", "AH AH", "A run has each rank once; AH 2H AH has A twice.")]),
    (
        WILD,
        "10H JK 10H JH",
        None,
        [("RUN_REPEATS_RANK", "10H 10H", "A run has each rank once; 10H JK 10H JH has 10 twice.")],
    ),
    (
        WILD,
        "5H JK=6H 6H",
        None,
        [("RUN_REPEATS_RANK", "JK=6H 6H", "A run has each rank once; 5H JK=6H 6H has 6 twice.")],
    ),
    (
        AMERICAN,
        f"{ALL_RANKS} AS",
        None,
        [
            ("RUN_TOO_LONG", f"{ALL_RANKS} AS", "A run has at most 13 cards, one of each rank; this has 14."),
            ("RUN_REPEATS_RANK", "AS AS", f"A run has each rank once; {ALL_RANKS} AS has A twice."),
        ],
    ),
    (
        WILD,
        f"{ALL_RANKS} JK",
        None,
        [("RUN_TOO_LONG", f"{ALL_RANKS} JK", "A run has at most 13 cards, one of each rank; this has 14.")],
    ),
    (
        NO_NATURALS,
        "JK " * 14,
        None,
        [("RUN_TOO_LONG", "JK " * 14, "A run has at most 13 cards, one of each rank; this has 14.")],
    ),
    (
        AMERICAN,
        "5H 6H 7S",
        None,
        [("RUN_MIXES_SUITS", "5H 6H 7S", "5H 6H 7S is in sequence, but a run is of one suit, not spades and hearts.")],
    ),
    (
        LOW,
        "QH KD AC",
        None,
        [
            (
                "RUN_MIXES_SUITS",
                "QH KD AC",
                "QH KD AC is in sequence, but a run is of one suit, not hearts and diamonds and clubs.",
            )
        ],
    ),
    (
        WILD,
        "5H JK 7S",
        None,
        [("RUN_MIXES_SUITS", "5H 7S", "5H JK 7S is in sequence, but a run is of one suit, not spades and hearts.")],
    ),
    (
        CORNER,
        "KH AH 2S",
        None,
        [("RUN_MIXES_SUITS", "KH AH 2S", "KH AH 2S is in sequence, but a run is of one suit, not spades and hearts.")],
    ),
    (
        AMERICAN,
        "KH AH 2S",
        None,
        [("NOT_A_MELD", "KH AH 2S", "KH AH 2S is neither a set of one rank nor a run of one suit.")],
    ),
    (
        AMERICAN,
        "5H 5S 6H",
        None,
        [("NOT_A_MELD", "5H 5S 6H", "5H 5S 6H is neither a set of one rank nor a run of one suit.")],
    ),
    (
        WILD,
        "5H JK 9S",
        None,
        [("NOT_A_MELD", "5H JK 9S", "5H JK 9S is neither a set of one rank nor a run of one suit.")],
    ),
    (
        AMERICAN,
        f"{ALL_RANKS} AH",
        None,
        [("NOT_A_MELD", f"{ALL_RANKS} AH", f"{ALL_RANKS} AH is neither a set of one rank nor a run of one suit.")],
    ),
    (
        WILD,
        f"{ALL_RANKS[:-3]} KH JK",
        None,
        [
            (
                "NOT_A_MELD",
                f"{ALL_RANKS[:-3]} KH JK",
                f"{ALL_RANKS[:-3]} KH JK is neither a set of one rank nor a run of one suit.",
            )
        ],
    ),
    (
        AMERICAN,
        "KS AS 2S",
        None,
        [("RUN_TURNS_CORNER", "AS", "KS AS 2S passes from king over ace to 2: a run ends at the ace.")],
    ),
    (
        LOW,
        "KS AS 2S",
        None,
        [("RUN_TURNS_CORNER", "AS", "KS AS 2S passes from king over ace to 2: a run ends at the ace.")],
    ),
    (
        WILD,
        "KS JK=AS 2S",
        None,
        [("RUN_TURNS_CORNER", "JK=AS", "KS JK=AS 2S passes from king over ace to 2: a run ends at the ace.")],
    ),
    (
        WILD,
        "KS JK 2S",
        None,
        [("RUN_TURNS_CORNER", "", "KS 2S passes from king over ace to 2: a run ends at the ace.")],
    ),
    (
        LOW,
        "QS KS AS",
        None,
        [("ACE_END_BARRED", "AS", "An ace may not lie high in a run here, as it would in QS KS AS.")],
    ),
    (
        HIGH,
        "3S AS 2S",
        None,
        [("ACE_END_BARRED", "AS", "An ace may not lie low in a run here, as it would in 3S AS 2S.")],
    ),
    (
        replace(WILD, ace_in_runs=AceInRuns.HIGH, min_run_length=4),
        "AS 2S 3S",
        None,
        [
            ("TOO_FEW_CARDS", "AS 2S 3S", "A run has at least 4 cards; AS 2S 3S has 3."),
            ("ACE_END_BARRED", "AS", "An ace may not lie low in a run here, as it would in AS 2S 3S."),
        ],
    ),
    (AMERICAN, "AS 2S 3S", AceEnd.HIGH, [("ACE_END_BARRED", "AS", "AS 2S 3S has no ace at its high end.")]),
    (AMERICAN, "QS KS AS", AceEnd.LOW, [("ACE_END_BARRED", "AS", "QS KS AS has no ace at its low end.")]),
    (WILD, "QS KS JK=AS", AceEnd.LOW, [("ACE_END_BARRED", "JK=AS", "QS KS JK=AS has no ace at its low end.")]),
    (CORNER, "KS AS 2S", AceEnd.HIGH, [("ACE_END_BARRED", "AS", "KS AS 2S has no ace at its high end.")]),
    (LOW, ALL_RANKS, AceEnd.HIGH, [("ACE_END_BARRED", "AS", f"{ALL_RANKS} has no ace at its high end.")]),
    (
        OWN_RANK,
        "JK JK 7H",
        None,
        [
            (
                "JOKER_NOT_WILD",
                "JK JK",
                "A joker stands for no other card here: only three or four jokers make a meld, not JK JK 7H.",
            )
        ],
    ),
    (
        OWN_RANK,
        "JK JK JK=7H",
        None,
        [
            (
                "JOKER_NOT_WILD",
                "JK JK JK=7H",
                "A joker stands for no other card here: only three or four jokers make a meld, not JK JK JK=7H.",
            )
        ],
    ),
    (OWN_RANK, "JK JK", None, [("TOO_FEW_CARDS", "JK JK", "A meld has at least 3 cards; JK JK has 2.")]),
    (
        OWN_RANK,
        "JK JK JK JK JK",
        None,
        [("SET_TOO_LARGE", "JK JK JK JK JK", "A set has at most 4 cards; JK JK JK JK JK has 5.")],
    ),
    (OWN_RANK, "7H 9H JH", None, [("RUN_HAS_GAP", "7H 9H JH", "7H 9H JH leave a gap at 8H and 10H.")]),
    (
        TWO_NATURALS,
        "5H JK=6H JK",
        None,
        [
            (
                "TOO_FEW_NATURALS",
                "JK=6H JK",
                "5H JK=6H JK has 1 natural card beside its jokers; a meld needs at least 2.",
            )
        ],
    ),
    (
        WILD,
        "JK JK JK",
        None,
        [
            (
                "TOO_FEW_NATURALS",
                "JK JK JK",
                "JK JK JK has no natural card beside its jokers; a meld needs at least 1.",
            )
        ],
    ),
    (
        replace(WILD, min_naturals=3),
        "5H 9S JK",
        None,
        [
            (
                "TOO_FEW_NATURALS",
                "JK",
                "5H 9S JK has 2 natural cards beside its jokers; a meld needs at least 3.",
            ),
            ("NOT_A_MELD", "5H 9S JK", "5H 9S JK is neither a set of one rank nor a run of one suit."),
        ],
    ),
    (TWO_NATURALS, "5H JK", None, [("TOO_FEW_CARDS", "5H JK", "A meld has at least 3 cards; 5H JK has 2.")]),
    (
        TWO_NATURALS,
        "7H JK JK JK JK",
        None,
        [
            (
                "TOO_FEW_NATURALS",
                "JK JK JK JK",
                "7H JK JK JK JK has 1 natural card beside its jokers; a meld needs at least 2.",
            )
        ],
    ),
    (
        WILD_FOUR,
        "5H JK 7H",
        None,
        [("TOO_FEW_CARDS", "5H JK 7H", "A run has at least 4 cards; 5H JK 7H has 3.")],
    ),
]


@pytest.mark.parametrize(("options", "given", "ace", "told"), FAULTS)
def test_cards_that_make_no_meld_are_told_why(
    options: Options, given: str, ace: AceEnd | None, told: list[tuple[str, str, str]]
) -> None:
    assert read_meld(cards(given), ace, options) == (None, (), (), (), False)
    found = meld_faults(cards(given), ace, options, ("cards",))
    assert [(fault.code, written(fault.cards), fault.message) for fault in found] == [
        (code, named.strip(), sentence) for code, named, sentence in told
    ]
    assert {fault.place for fault in found} == {("cards",)}
    assert all(fault.params == NO_PARAMS for fault in found)


#: A meld that lies, and the cards that can be laid off on it next.
FITTING: Final = [
    (AMERICAN, "5H 6H 7H", "4H 8H"),
    (AMERICAN, "2H 3H 4H", "AH 5H"),
    (AMERICAN, "JH QH KH", "AH 10H"),
    (AMERICAN, "AH 2H 3H", "4H"),
    (AMERICAN, "QH KH AH", "JH"),
    (LOW, "JH QH KH", "10H"),
    (HIGH, "2H 3H 4H", "5H"),
    (HIGH, "JH QH KH", "AH 10H"),
    (CORNER, "AH 2H 3H", "4H KH"),
    (CORNER, "QH KH AH", "2H JH"),
    (CORNER, "JH QH KH", "AH 10H"),
    (AMERICAN, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", "KS"),
    (AMERICAN, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "AS"),
    (CORNER, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "AS"),
    (LOW, ALL_RANKS, ""),
    (HIGH, ALL_RANKS, ""),
    (CORNER, ALL_RANKS, ""),
    (replace(AMERICAN, low_ace_points=15), ALL_RANKS, ""),
    (DISTINCT, "7S 7D 7C", "7H"),
    (DISTINCT, "7S 7H 7D 7C", ""),
    (AMERICAN, "7S 7D 7C", "7S 7H 7D 7C"),
    (AMERICAN, "7S 7D 7C 7C", ""),
    (OWN_RANK, "JK JK JK", "JK"),
    (OWN_RANK, "JK JK JK JK", ""),
]


@pytest.mark.parametrize(("options", "lying", "fits"), FITTING)
def test_these_cards_fit_a_meld_next(options: Options, lying: str, fits: str) -> None:
    shape = read_meld(cards(lying), None, options).shape
    assert shape is not None
    assert cards_that_fit(shape, options) == cards(fits)


#: A meld, cards that do not join it, and which of them are told (by their places), with the sentence of the first.
MISFITS: Final = [
    (AMERICAN, "5H 6H 7H", "9H", [0], "9H does not join 5H 6H 7H: the next cards are 4H and 8H.", "RUN_HAS_GAP"),
    (AMERICAN, "5H 6H 7H", "8H 10H", [1], "10H does not join 5H 6H 7H: the next cards are 4H and 8H.", "RUN_HAS_GAP"),
    (
        AMERICAN,
        "5H 6H 7H",
        "4H 8S 9D 8H",
        [1, 2],
        "8S does not join 5H 6H 7H: the next cards are 4H and 8H.",
        "NOT_A_MELD",
    ),
    (AMERICAN, "5H 6H 7H", "8S", [0], "8S does not join 5H 6H 7H: the next cards are 4H and 8H.", "RUN_MIXES_SUITS"),
    (
        AMERICAN,
        "5H 6H 7H",
        "8H 8H",
        [1],
        "8H does not join 5H 6H 7H: the next cards are 4H and 8H.",
        "RUN_REPEATS_RANK",
    ),
    (AMERICAN, "AH 2H 3H", "KH", [0], "KH does not join AH 2H 3H: the next card is 4H.", "RUN_TURNS_CORNER"),
    (LOW, "JH QH KH", "AH 10H", [0], "AH does not join JH QH KH: the next card is 10H.", "ACE_END_BARRED"),
    (DISTINCT, "7S 7D 7C", "7D", [0], "7D does not join 7S 7D 7C: the next card is 7H.", "SET_REPEATS_SUIT"),
    (DISTINCT, "7S 7D 7C", "7H 7H", [1], "7H does not join 7S 7D 7C: the next card is 7H.", "SET_TOO_LARGE"),
    (DISTINCT, "7S 7H 7D 7C", "7H", [0], "7H does not join 7S 7H 7D 7C: nothing more fits it.", "SET_TOO_LARGE"),
    (OWN_RANK, "JK JK JK", "7H", [0], "7H does not join JK JK JK: the next card is JK.", "JOKER_NOT_WILD"),
    (OWN_RANK, "JK JK JK", "JK JK", [1], "JK does not join JK JK JK: the next card is JK.", "SET_TOO_LARGE"),
    (
        OWN_RANK,
        "7S 7D 7C",
        "JK",
        [0],
        "JK does not join 7S 7D 7C: the next cards are 7S, 7H, 7D and 7C.",
        "JOKER_NOT_WILD",
    ),
    (WILD, "5H 6H 7H", "JK=9H", [0], "JK=9H does not join 5H 6H 7H: the next cards are 4H and 8H.", "RUN_HAS_GAP"),
    (WILD, "5H 6H 7H", "JK=8H 10H", [1], "10H does not join 5H 6H 7H: the next cards are 4H and 8H.", "RUN_HAS_GAP"),
    (
        CORNER,
        "AH 2H 3H",
        "QH KH JS",
        [2],
        "JS does not join AH 2H 3H: the next cards are 4H and KH.",
        "RUN_MIXES_SUITS",
    ),
    (CORNER, "QH KH AH", "2H 3H 5H", [2], "5H does not join QH KH AH: the next cards are 2H and JH.", "RUN_HAS_GAP"),
]


@pytest.mark.parametrize(("options", "lying", "given", "places", "sentence", "next_code"), MISFITS)
def test_cards_that_join_no_meld_are_told_one_by_one_then_why(
    options: Options, lying: str, given: str, places: list[int], sentence: str, next_code: str
) -> None:
    meld = read_meld(cards(lying), None, options)
    assert meld.shape is not None
    assert join(meld.shape, meld.cards, cards(given), None, options) == (None, (), (), (), False)
    found = lay_off_faults(meld.shape, meld.cards, cards(given), None, options, ("cards",))
    misfits, reasons = found[: len(places)], found[len(places) :]
    assert [fault.place for fault in misfits] == [("cards", place) for place in places]
    assert [fault.cards for fault in misfits] == [(cards(given)[place],) for place in places]
    assert {fault.code for fault in misfits} == {"CARD_DOES_NOT_FIT"}
    assert all(fault.params == {"fits": cards_that_fit(meld.shape, options)} for fault in misfits)
    assert misfits[0].message == sentence
    assert reasons[0].code == next_code
    assert reasons == meld_faults(meld.cards + cards(given), None, options, ("cards",))


def test_where_each_card_would_fit_but_not_with_that_ace_end_all_are_told() -> None:
    meld = read_meld(cards("2H 3H 4H"), None, AMERICAN)
    assert meld.shape is not None
    found = lay_off_faults(meld.shape, meld.cards, cards("AH 5H"), AceEnd.HIGH, AMERICAN, ())
    assert [(fault.code, fault.place) for fault in found] == [
        ("CARD_DOES_NOT_FIT", (0,)),
        ("CARD_DOES_NOT_FIT", (1,)),
        ("ACE_END_BARRED", ()),
    ]
    assert found[0].message == "AH does not join 2H 3H 4H: not with its ace high."


def test_a_card_that_would_not_fit_with_any_ace_end_is_told_what_would() -> None:
    meld = read_meld(cards("5H 6H 7H"), None, AMERICAN)
    assert meld.shape is not None
    first = lay_off_faults(meld.shape, meld.cards, cards("9H"), AceEnd.LOW, AMERICAN, ())[0]
    assert first.message == "9H does not join 5H 6H 7H: the next cards are 4H and 8H."


def test_a_joker_to_be_named_is_told_with_what_it_could_stand_for() -> None:
    given = cards("5H JK 6H")
    (told,) = naming_faults(read_meld(given, None, WILD), given, ("cards",))
    assert told.code == "JOKER_UNNAMED"
    assert told.message == "The joker in 5H JK 6H could stand for 4H or 7H: name the card."
    assert (told.place, told.cards) == (("cards", 1), cards("JK"))
    assert told.params == {"candidates": cards("4H 7H")}


def test_an_ace_end_to_be_named_is_told_with_both_ends() -> None:
    given = cards(ALL_RANKS)
    (told,) = naming_faults(read_meld(given, None, AMERICAN), given, ("cards",))
    assert told.code == "ACE_END_UNSTATED"
    assert told.message == "The ace of a thirteen-card run can lie low or high and counts differently: name its end."
    assert (told.place, told.cards, told.params) == (("cards",), cards("AS"), {"candidates": ("low", "high")})


@pytest.mark.parametrize("given", ["5H 6H 7H", "5H 6H 8H"])
def test_nothing_is_to_be_named_where_cards_make_one_meld_or_none(given: str) -> None:
    assert naming_faults(read_meld(cards(given), None, AMERICAN), cards(given), ()) == ()


@pytest.mark.parametrize(
    ("given", "text"), [("4H", "4H"), ("4H 8H", "4H or 8H"), ("4H 8H 9H 10H", "4H, 8H, 9H or 10H")]
)
def test_cards_are_listed_as_a_sentence_does(given: str, text: str) -> None:
    assert listing(cards(given), "or") == text
