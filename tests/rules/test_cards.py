"""How cards are written, which there are, and what leaves a hand."""

import pickle
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.cards import (
    CARDS,
    JOKER,
    JOKER_BIT,
    MELD_CARDS,
    NAMED_JOKERS,
    NATURALS,
    SUIT_SHIFT,
    Card,
    card,
    cards,
    faces,
    joker_named,
    missing_from,
    natural_card,
    parted,
    stands_for,
    without,
    written,
)

#: A spelling, the card as answers write it, its rank and its suit.
SPELLINGS: Final = [
    ("AS", "AS", 1, 0),
    ("2H", "2H", 2, 1),
    ("9D", "9D", 9, 2),
    ("10C", "10C", 10, 3),
    ("TC", "10C", 10, 3),
    ("0C", "10C", 10, 3),
    ("JS", "JS", 11, 0),
    ("QH", "QH", 12, 1),
    ("KD", "KD", 13, 2),
    ("JK", "JK", 0, -1),
    ("X1", "JK", 0, -1),
    ("X8", "JK", 0, -1),
]
NAMED_SPELLINGS: Final = [
    ("JK=9H", "JK=9H", 9, 1),
    ("JK=10H", "JK=10H", 10, 1),
    ("JK=TH", "JK=10H", 10, 1),
    ("JK=0H", "JK=10H", 10, 1),
    ("JK=AC", "JK=AC", 1, 3),
]
NO_SPELLINGS: Final = [
    "",
    "A",
    "S",
    "as",
    "aS",
    "1S",
    "11S",
    "AX",
    "10",
    "T",
    " AS",
    "AS ",
    "X0",
    "X9",
    "X",
    "jk",
    "XX",
]
NO_NAMES: Final = ["JK=", "JK=JK", "JK=X1", "JK=9", "JK=9h", "JK= 9H", "X1=9H", "JK=JK=9H", "=9H"]


@pytest.mark.parametrize(("spelling", "code", "rank", "suit"), SPELLINGS)
def test_a_card_of_a_hand_is_written_in_these_ways(spelling: str, code: str, rank: int, suit: int) -> None:
    found = CARDS[spelling]
    assert (found.code, found.rank, found.suit) == (code, rank, suit)
    assert MELD_CARDS[spelling] is found
    assert card(spelling) is found


@pytest.mark.parametrize("spelling", [*NO_SPELLINGS, *NO_NAMES])
def test_no_card_is_written_so(spelling: str) -> None:
    assert spelling not in CARDS
    assert spelling not in MELD_CARDS


@pytest.mark.parametrize(("spelling", "code", "rank", "suit"), NAMED_SPELLINGS)
def test_a_joker_is_named_only_in_melds_and_lay_offs(spelling: str, code: str, rank: int, suit: int) -> None:
    named = MELD_CARDS[spelling]
    assert (named.code, named.rank, named.suit) == (code, rank, suit)
    assert (named.is_joker, named.held) == (True, JOKER)
    assert spelling not in CARDS


def test_there_are_52_natural_cards_a_joker_and_52_names_for_it() -> None:
    every = (*NATURALS, JOKER, *NAMED_JOKERS)
    assert [each.index for each in every] == list(range(105))
    assert len({each.code for each in every}) == 105
    assert len({(each.rank, each.suit) for each in NATURALS}) == 52
    assert len(CARDS) == 52 + 8 + 1 + 8
    assert len(MELD_CARDS) == len(CARDS) + 52 + 8
    assert {MELD_CARDS[each.code] for each in every} == set(every)


@pytest.mark.parametrize("natural", NATURALS, ids=str)
def test_a_named_joker_stands_for_its_card_and_is_held_as_a_joker(natural: Card) -> None:
    named = joker_named(natural)
    assert named.code == f"JK={natural.code}"
    assert stands_for(named) is natural
    assert stands_for(natural) is natural
    assert natural_card(named.rank, named.suit) is natural
    assert natural.held is natural
    assert not natural.is_joker
    assert named.bits == natural.bits | JOKER_BIT


@pytest.mark.parametrize("each", [*NATURALS, JOKER, *NAMED_JOKERS], ids=str)
def test_a_card_is_made_of_its_code_rank_and_suit(each: Card) -> None:
    held = JOKER if each in NAMED_JOKERS else None
    made = Card(each.code, each.rank, each.suit, each.index, held)
    for name in set(Card.__slots__) - {"held"}:
        assert getattr(made, name) == getattr(each, name)
    assert made.held is (held or made)
    assert made.is_joker is each.code.startswith("JK")


def test_the_bits_of_cards_tell_ranks_suits_and_a_joker() -> None:
    assert faces(cards("AS 2S")) == 0b11 | 1 << SUIT_SHIFT
    assert faces(cards("AS KC")) == 1 | 1 << 12 | 0b1001 << SUIT_SHIFT
    assert faces(cards("JK")) == JOKER_BIT == JOKER.bits
    assert faces(cards("JK=AS")) == 1 | 1 << SUIT_SHIFT | JOKER_BIT
    assert faces(()) == 0


def test_cards_stay_the_same_objects_when_they_are_copied_by_pickle() -> None:
    listed = cards("AS JK JK=9H")
    assert pickle.loads(pickle.dumps(listed)) == listed


HANDS: Final = [
    # a hand, what leaves it, what is left, what was missing
    ("7S 2C JK", "2C", "7S JK", ""),
    ("7S 7S 2C", "7S", "7S 2C", ""),
    ("2C 7S 7S", "7S", "2C 7S", ""),
    ("7S JK JK 2C", "JK=9H JK", "7S 2C", ""),
    ("7S", "", "7S", ""),
    ("7S", "7S", "", ""),
]
NOT_HELD: Final = [
    ("7S 2C", "7S 7S JK", "7S JK"),
    ("", "AS", "AS"),
    ("9H", "JK=9H", "JK"),
    ("JK", "JK=9H JK=2C", "JK"),
    ("7S 7S", "7S 7S 7S", "7S"),
]


@pytest.mark.parametrize(("hand", "taken", "left", "missing"), HANDS)
def test_what_is_held_can_leave_a_hand(hand: str, taken: str, left: str, missing: str) -> None:
    assert without(cards(hand), cards(taken)) == cards(left)
    assert parted(cards(hand), cards(taken)) == (cards(left), cards(missing))
    assert missing_from(cards(hand), cards(taken)) == cards(missing)


@pytest.mark.parametrize(("hand", "wanted", "missing"), NOT_HELD)
def test_what_is_not_held_is_told_as_often_as_it_is_missing(hand: str, wanted: str, missing: str) -> None:
    assert missing_from(cards(hand), cards(wanted)) == cards(missing)


def test_what_is_not_held_cannot_leave_a_hand() -> None:
    with pytest.raises(ValueError, match="not in list"):
        without(cards("7S"), cards("9H"))


@given(st.lists(st.sampled_from([*NATURALS, JOKER, *NAMED_JOKERS])).map(tuple))
def test_cards_are_read_as_they_are_written(listed: tuple[Card, ...]) -> None:
    assert cards(written(listed)) == listed
    assert repr(listed) == str(tuple(listed))
