"""The deal: who gets which card, and which decks are whole."""

import pytest

from service.rules.cards import JOKER, cards
from service.rules.deal import deal, dealer_of, full_deck, full_deck_faults
from service.rules.options import RULESETS, Jokers, Options
from service.rules.rulebook import Code


@pytest.mark.parametrize(
    ("ruleset", "players", "size"),
    [("american", 2, 52), ("american", 5, 104), ("pagat", 4, 54), ("pagat", 8, 108), ("persian", 4, 56)],
)
def test_a_deck_has_its_jokers_and_two_are_used_at_larger_tables(ruleset: str, players: int, size: int) -> None:
    assert len(full_deck(players, RULESETS[ruleset].options)) == size


def test_jokers_count_for_nothing_where_they_are_left_out() -> None:
    assert JOKER not in full_deck(4, Options(jokers_per_deck=4))
    assert full_deck(4, Options(jokers=Jokers.WILD, jokers_per_deck=4)).count(JOKER) == 4


@pytest.mark.parametrize("dealer", range(3))
def test_cards_go_round_one_by_one_from_the_left_of_the_dealer(dealer: int) -> None:
    deck = full_deck(3, Options())
    dealt = deal(deck, dealer, 3, Options())
    for place in range(21):
        assert deck[place] in dealt.hands[(dealer + 1 + place) % 3]
    assert (dealt.pile, dealt.stock) == (deck[21:22], deck[22:])


def test_the_deal_passes_to_the_left() -> None:
    assert [dealer_of(number, 3) for number in range(1, 6)] == [0, 1, 2, 0, 1]


def test_a_deck_is_every_card_as_often_as_the_decks_hold_it() -> None:
    deck = full_deck(3, Options())
    assert full_deck_faults(deck[::-1], 3, Options(), ("deck",)) == ()
    twice, lacking = full_deck_faults(deck[:-1] + deck[:1], 3, Options(), ("deck",))
    assert (twice.code, twice.place, twice.cards) == (Code.TOO_MANY_COPIES, ("deck", 51), cards("AS"))
    assert (lacking.code, lacking.place, lacking.cards) == (Code.IMPOSSIBLE_TABLE, ("deck",), cards("KC"))
    [joker] = full_deck_faults((*deck, JOKER), 3, Options(), ("deck",))
    assert joker.code is Code.JOKER_NOT_IN_DECK
