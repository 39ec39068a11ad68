"""Questions about melds and lay-offs by chance, of which many are lawful and most of the others nearly so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from service.rules.cards import CARDS, JOKER, KING, MELD_CARDS, NATURALS, Card, joker_named, natural_card
from service.rules.options import (
    AceInRuns,
    FirstMeldCounts,
    Jokers,
    LayoffScope,
    Options,
    PipPoints,
    SetSuits,
)
from service.rules.questions import AceEnd, Cards, LayOff, LayOffQuestion, MeldQuestion, TableMeld

if TYPE_CHECKING:
    from collections.abc import Callable

ENDS: Final = st.sampled_from([None, None, *AceEnd])
OPTIONS: Final = st.builds(
    Options,
    jokers=st.sampled_from([*Jokers, Jokers.WILD]),
    jokers_per_deck=st.just(4),
    min_run_length=st.sampled_from([3, 3, 4]),
    set_suits=st.sampled_from(SetSuits),
    ace_in_runs=st.sampled_from(AceInRuns),
    min_naturals=st.sampled_from([0, 1, 1, 2, 3]),
    first_meld_minimum=st.sampled_from([0, 0, 30]),
    first_meld_counts=st.sampled_from(FirstMeldCounts),
    layoff_scope=st.sampled_from(LayoffScope),
    joker_layoff_ban=st.booleans(),
    pip_points=st.sampled_from(PipPoints),
    low_ace_points=st.sampled_from([1, 5, 15]),
    corner_ace_points=st.sampled_from([15, 1, 5]),
    double_four_of_a_kind=st.booleans(),
)
ANY_CARD: Final = st.sampled_from(list(dict.fromkeys(MELD_CARDS.values())))
HAND: Final = st.lists(st.sampled_from(list(dict.fromkeys(CARDS.values()))), max_size=6).map(tuple)


@st.composite
def runs(draw: st.DrawFn) -> Cards:
    """Draw a stretch of ranks of one suit, perhaps around the corner."""
    suit, low = draw(st.integers(0, 3)), draw(st.integers(0, 12))
    length = draw(st.sampled_from([3, 3, 3, 4, 5, 12, 13]))
    return tuple(natural_card(place % KING + 1, suit) for place in range(low, low + length))


@st.composite
def sets(draw: st.DrawFn) -> Cards:
    """Draw three or four cards of one rank."""
    rank = draw(st.integers(1, KING))
    return tuple(natural_card(rank, suit) for suit in draw(st.lists(st.integers(0, 3), min_size=3, max_size=4)))


@st.composite
def melds(draw: st.DrawFn) -> Cards:
    """Draw cards that are or were nearly a meld, in any order, a few of them jokers, named or not."""
    drawn = list(draw(st.one_of(runs(), runs(), sets(), st.lists(ANY_CARD, min_size=1, max_size=5))))
    for place in draw(st.lists(st.integers(0, len(drawn) - 1), max_size=2)):
        drawn[place] = draw(st.sampled_from([JOKER, jokers_name(drawn[place]), draw(ANY_CARD), *[drawn[place]] * 3]))
    return tuple(draw(st.permutations(drawn)))


def jokers_name(card: Card) -> Card:
    return JOKER if card.is_joker else joker_named(card)


def next_to(lying: Cards) -> st.SearchStrategy[Card]:
    """Draw a card that may well fit beside others."""
    near = [
        natural
        for natural in NATURALS
        if any(
            (natural.suit == card.suit and (natural.rank - card.rank) % KING in {1, KING - 1})
            or (natural.rank == card.rank and natural.suit != card.suit)
            for card in lying
        )
    ] or list(NATURALS)
    return st.sampled_from([*near, JOKER]) | st.sampled_from(near).map(jokers_name)


@st.composite
def meld_questions(draw: st.DrawFn) -> MeldQuestion:
    given = draw(melds())
    hand = draw(st.sampled_from([None, tuple(card.held for card in given)])) or draw(st.none() | HAND)
    return MeldQuestion(given, draw(ENDS), hand, draw(st.none() | st.booleans()), draw(st.integers(2, 8)))


@st.composite
def lay_off_questions(draw: st.DrawFn) -> LayOffQuestion:
    table = []
    for number in range(draw(st.sampled_from([0, 1, 1, 1, 2]))):
        laid = draw(melds())
        laid_off = draw(st.lists(st.builds(LayOff, st.integers(0, 3), st.tuples(next_to(laid))), max_size=1).map(tuple))
        table.append(TableMeld(f"m{number}", draw(st.integers(0, 4)), laid, laid_off, draw(ENDS)))
    lying = tuple(card for meld in table for card in meld.cards)
    given = tuple(draw(st.lists(next_to(lying), min_size=1, max_size=3)))
    return LayOffQuestion(
        given,
        tuple(table),
        draw(st.sampled_from([None, "m0", "m1"])),
        draw(ENDS),
        draw(st.none() | HAND | st.just(tuple(card.held for card in given))),
        draw(st.none() | st.integers(0, 5)),
        draw(st.none() | st.booleans()),
        draw(st.integers(4, 8)),
    )


@st.composite
def likely_lay_offs(draw: st.DrawFn) -> LayOffQuestion:
    """Draw a lay-off that most options allow: cards that go on from a short meld, a few of them jokers."""
    ace = draw(ENDS)
    if draw(st.booleans()):
        rank, missing = draw(st.integers(1, KING)), draw(st.integers(0, 3))
        lying = tuple(natural_card(rank, suit) for suit in range(4) if suit != missing)
        given = [natural_card(rank, missing)]
    else:
        suit, low, length = draw(st.integers(0, 3)), draw(st.integers(1, 12)), draw(st.sampled_from([3, 3, 4, 10, 11]))
        below, above = draw(st.sampled_from([(0, 1), (1, 0), (0, 2), (1, 1), (2, 0), (1, 2)]))
        places = [(place - 1) % KING for place in range(low - below, low + length + above)]
        row = [natural_card(place + 1, suit) for place in places]
        lying, given = tuple(row[below : below + length]), row[:below] + row[below + length :]
    for place in draw(st.lists(st.integers(0, len(given) - 1), max_size=1)):
        given[place] = draw(st.sampled_from([JOKER, jokers_name(given[place])]))
    melds = (TableMeld("m0", 0, lying, (), ace),)
    return LayOffQuestion(tuple(draw(st.permutations(given))), melds, ace=ace, has_melded=True, players=8)


@st.composite
def open_jokers(draw: st.DrawFn) -> MeldQuestion:
    """Draw cards of a meld of which one or two at an end are jokers without a name."""
    given = draw(runs() | sets())[:5]
    unnamed = draw(st.integers(1, 2))
    return MeldQuestion((*given[unnamed:], *[JOKER] * unnamed), draw(ENDS), players=8)


def renamed(suits: list[int]) -> Callable[[Cards], Cards]:
    """Return what puts other suits in place of those of cards."""

    def rename(listed: Cards) -> Cards:
        return tuple(_renamed(card, suits) for card in listed)

    return rename


def _renamed(card: Card, suits: list[int]) -> Card:
    if card is JOKER:
        return card
    natural = natural_card(card.rank, suits[card.suit])
    return joker_named(natural) if card.is_joker else natural
