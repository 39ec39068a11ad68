"""Whether a hand can be emptied without a draw, down to one card for the discard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.rules.booting import can_be_emptied
from service.rules.cards import cards
from service.rules.options import AceInRuns, FirstMeldCounts, GoingOut, Jokers, Options, SetSuits
from tests.rules.test_uses import shapes

AMERICAN = Options()
REQUIRED = Options(going_out=GoingOut.DISCARD_REQUIRED)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=4)
OWN_RANK = Options(jokers=Jokers.OWN_RANK, jokers_per_deck=4)
BANNED = replace(WILD, joker_layoff_ban=True, set_suits=SetSuits.DISTINCT)
MINIMUM = Options(first_meld_minimum=1)
BY_TURN = Options(first_meld_minimum=1, first_meld_counts=FirstMeldCounts.TURN)
CORNER = Options(first_meld_minimum=1, ace_in_runs=AceInRuns.CORNER, corner_ace_points=1)

HANDS: list[tuple[str, list[str], int, Options, bool]] = [
    ("", [], 0, AMERICAN, True),
    ("KC", [], 0, AMERICAN, True),
    ("KC KD", [], 0, AMERICAN, False),
    ("", [], 0, REQUIRED, False),
    ("KC", [], 0, REQUIRED, True),
    ("KC KD KH", [], 0, AMERICAN, True),
    ("KC KD KH", [], 0, REQUIRED, False),
    ("KC KD KH KS", [], 0, REQUIRED, True),
    ("KC KD KH 2C 3C", [], 0, AMERICAN, False),
    # A card has to go where the others leave it room.
    ("5S 6S 7S 7H 7D", [], 0, AMERICAN, False),
    ("5S 6S 7S 7H 7D 7C", [], 0, AMERICAN, True),
    ("5S 6S 7S 8S 7H 7D 8H 8D", [], 0, AMERICAN, False),
    ("6S 7S 8S 7H 7D 8H 8D", [], 0, AMERICAN, True),
    ("5S 6S 7S 7S 7H 7D", [], 0, REQUIRED, False),
    ("5S 6S 7S 7S 7H 7D 8S", [], 0, REQUIRED, True),
    ("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", [], 0, AMERICAN, True),
    # Melds of the table take cards at both ends, once.
    ("8H 4H", ["5H 6H 7H"], 0, AMERICAN, True),
    ("9H 8H 3H 4H", ["5H 6H 7H"], 0, AMERICAN, True),
    ("9H 3H", ["5H 6H 7H"], 0, AMERICAN, False),
    ("8H 8H", ["5H 6H 7H"], 0, AMERICAN, True),
    ("8H 8H 2C", ["5H 6H 7H"], 0, AMERICAN, False),
    ("8H 8H 2C", ["5H 6H 7H", "5H 6H 7H"], 0, AMERICAN, True),
    # Jokers.
    ("JK 5S 7S", [], 0, WILD, True),
    ("JK 5S 8S", [], 0, WILD, False),
    ("JK JK 5S", [], 0, WILD, True),
    ("JK JK 5S", [], 0, replace(WILD, min_naturals=2), False),
    ("JK 5S 6S 7S", [], 0, WILD, True),
    ("JK JK 5S 6S 7S", [], 0, WILD, True),
    ("JK JK JK", [], 0, WILD, False),
    ("JK JK JK", [], 0, replace(WILD, min_naturals=0), True),
    ("JK JK JK", [], 0, OWN_RANK, True),
    ("JK JK", [], 0, OWN_RANK, False),
    ("JK", [], 0, OWN_RANK, True),
    ("JK 5S 6S 7S", [], 0, OWN_RANK, True),
    ("JK JK 5S 6S 7S", [], 0, OWN_RANK, False),
    ("JK 8H 10H 2C", ["5H 6H 7H"], 0, WILD, True),
    ("JK JK", ["5H 6H 7H"], 0, WILD, True),
    ("JK 9C 2D", ["9S 9H 9D"], 0, BANNED, False),
    ("JK 9C", ["9S 9H 9D"], 0, BANNED, True),
    ("JK 9C", ["9S 9H 9D"], 0, replace(BANNED, going_out=GoingOut.DISCARD_REQUIRED), True),
    ("JK 9C", ["9S 9H 9D"], 0, replace(BANNED, joker_layoff_ban=False), True),
    ("JK 9C", ["9S 9H 9D", "6C 7C 8C"], 0, BANNED, True),
    ("JK 9C 2D 5H", ["9S 9H 9D", "6C 7C 8C"], 0, BANNED, False),
    # A first meld of so many points.
    ("5S 6S 7S", [], 18, MINIMUM, True),
    ("5S 6S 7S", [], 19, MINIMUM, False),
    ("5S 6S 7S 5H 6H 7H", [], 19, MINIMUM, False),
    ("5S 6S 7S 5H 6H 7H", [], 36, BY_TURN, True),
    ("5S 6S 7S 5H 6H 7H", [], 37, BY_TURN, False),
    ("8H 2C", ["5H 6H 7H"], 1, MINIMUM, False),
    ("8H 5S 6S 7S", ["5H 6H 7H"], 18, MINIMUM, True),
    ("8H 5S 6S 7S", ["5H 6H 7H"], 19, BY_TURN, False),
    # Around the corner a run may be laid in parts.
    ("QS KS AS 2S", [], 35, CORNER, True),
    ("QS KS AS 2S", [], 36, CORNER, False),
    ("QS KS AS 2S 3S", [], 35, replace(CORNER, going_out=GoingOut.DISCARD_REQUIRED), True),
    ("AS 2S 3S KS", [], 20, replace(CORNER, low_ace_points=15), True),
    ("AS 2S 3S KS", [], 21, replace(CORNER, low_ace_points=15), False),
    ("KS AS 2S", [], 13, CORNER, True),
    ("KS AS 2S", [], 14, CORNER, False),
    ("QS KS AS", [], 35, CORNER, True),
    ("JS QS KS AS", [], 45, replace(CORNER, going_out=GoingOut.DISCARD_REQUIRED), False),
    ("QS KS AS 2S", [], 25, BY_TURN, True),
]


@pytest.mark.parametrize(("hand", "melds", "owed", "options", "emptied"), HANDS)
def test_a_hand_can_be_emptied(hand: str, melds: list[str], owed: int, options: Options, *, emptied: bool) -> None:
    assert can_be_emptied(cards(hand), shapes(*melds), owed, options) is emptied


def test_the_order_of_a_hand_does_not_matter() -> None:
    hand = cards("7D 5S JK 7H 6S 7S")
    assert can_be_emptied(hand, (), 0, WILD)
    assert can_be_emptied(hand[::-1], (), 0, WILD)
