"""Small tables at random, made so that much of what they hold nearly fits together.

The cards of a hand come from around the dug card and the ends of the melds of the table: bridges with a gap, blocks of
ranks, twins of two decks, jokers.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.rules.cards import MELD_CARDS
from service.rules.options import (
    OPTIONS,
    AceInRuns,
    CallRummy,
    DugCardTiming,
    Duty,
    FirstMeldCounts,
    GoingOut,
    Jokers,
    LayoffScope,
    Options,
    PipPoints,
    SetSuits,
    with_overrides,
)
from service.rules.questions import TableMeld
from tests.rules.brute_force import (
    ALL_CARDS,
    ALL_RANKS,
    JOKER,
    RANKS,
    SUITS,
    Hand,
    Lying,
    Places,
    longer,
    may_run,
    position_card,
    run,
    shapes,
)

if TYPE_CHECKING:
    from random import Random

    from service.rules.questions import Cards


def cards_of(hand: Hand) -> Cards:
    """Return cards as the rules have them."""
    return tuple(MELD_CARDS[card] for card in hand)


def texts(cards: Cards) -> Hand:
    """Return cards as the checker has them."""
    return tuple(sorted(card.code for card in cards))


class Situation(NamedTuple):
    """A seat with the next turn: `hand` before the draw; the pile is listed bottom to top."""

    options: Options
    players: int
    seat: int
    melds: tuple[TableMeld, ...]
    lying: tuple[Lying, ...]
    hand: Hand
    pile: Hand
    has_melded: bool


#: What tables may be about, and the options that make it matter.
THEMES: Final[dict[str, dict[str, tuple[object, ...]]]] = {
    "anything": {},
    "first meld": {
        "first_meld_minimum": (20, 25, 30, 35, 45, 60),
        "first_meld_counts": (FirstMeldCounts.ONE_MELD,),
        "dug_card_timing": (DugCardTiming.SAME_TURN,),
        "min_naturals": (0, 1, 2, 3),
    },
    "first melds": {
        "first_meld_minimum": (20, 25, 30, 35, 45, 60),
        "first_meld_counts": (FirstMeldCounts.TURN,),
    },
    "barred jokers": {
        "jokers": (Jokers.WILD,),
        "joker_layoff_ban": (True,),
        "dug_card_timing": (DugCardTiming.SAME_TURN,),
        "min_naturals": (2, 3),
    },
    "corner": {
        "first_meld_minimum": (20, 25, 35),
        "first_meld_counts": (FirstMeldCounts.ONE_MELD,),
        "dug_card_timing": (DugCardTiming.SAME_TURN,),
        "ace_in_runs": (AceInRuns.CORNER,),
        "low_ace_points": (1, 15),
        "corner_ace_points": (1, 5, 15),
    },
}


def options_at_random(random: Random, theme: str = "anything") -> Options:
    """Return options in which much is at stake; most tables keep to the plain values of most options."""
    chosen: dict[str, Any] = {}

    def choose(name: str, *values: object, often: float = 0.5) -> None:
        if random.random() < often:
            chosen[name] = random.choice(values)

    choose("jokers", *Jokers, Jokers.WILD, Jokers.WILD, often=0.8)
    choose("set_suits", *SetSuits, often=0.8)
    choose("ace_in_runs", *AceInRuns, AceInRuns.CORNER, often=0.7)
    choose("min_run_length", 4, often=0.2)
    choose("min_naturals", 0, 2, 3, often=0.6)
    choose("top_discard", *Duty, often=0.8)
    choose("deep_discard", Duty.NEW_MELD, often=0.3)
    choose("dug_card_timing", *DugCardTiming, often=0.8)
    choose("going_out", *GoingOut, often=0.8)
    choose("layoff_scope", *LayoffScope, often=0.4)
    choose("joker_layoff_ban", True, often=0.4)
    if random.random() < 0.5:
        choose("first_meld_minimum", 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, often=1)
        choose("first_meld_counts", *FirstMeldCounts, often=1)
        choose("pip_points", PipPoints.FIVE)
        for name in ("low_ace_points", "set_ace_points", "corner_ace_points", "joker_points"):
            choose(name, *OPTIONS[name].values)
        choose("double_four_of_a_kind", True, often=0.3)
    choose("call_rummy", *CallRummy)
    chosen["jokers_per_deck"] = random.choice((1, 2, 4))
    chosen.update({name: random.choice(values) for name, values in THEMES[theme].items()})
    return with_overrides(Options(), chosen)


class _Deck:
    """The cards that are left to be dealt."""

    def __init__(self, random: Random, naturals: int, jokers: int) -> None:
        self._random = random
        self._left = Counter(dict.fromkeys(ALL_CARDS, naturals))
        self._left[JOKER] = jokers

    def takes(self, wanted: Hand) -> bool:
        """Take all these cards if they are there."""
        count = Counter(wanted)
        if any(self._left[card] < number for card, number in count.items()):
            return False
        self._left.subtract(count)
        return True

    def one_of(self, wanted: list[str]) -> str:
        """Take one of these cards, or any where none is left."""
        card = self._random.choice([card for card in wanted if self._left[card]] or ALL_CARDS)
        while not self.takes((card,)):
            card = self._random.choice(ALL_CARDS)
        return card


def situation(random: Random, theme: str = "anything", *, most_cards: int = 6, most_jokers: int = 2) -> Situation:
    """Return a table with a hand that holds, with what may be taken, at most so many cards."""
    options = options_at_random(random, theme)
    players = random.choice((2, 3, 4, 5, 6))
    naturals, jokers = options.copies(players)
    deck = _Deck(random, naturals, jokers)
    seat = random.randrange(players)
    melds, lying = _melds(random, options, players, seat, deck)
    jokers = min(jokers, most_jokers)
    near = _near(random, lying, options)
    dug = deck.one_of([JOKER] if jokers and random.random() < (0.9 if theme == "barred jokers" else 0.15) else near)
    jokers -= dug == JOKER
    near += 2 * _around(dug)
    count = random.choice((1, 1, 2, 3))
    cards = []
    for _ in range(random.randint(0 if theme == "anything" else 4, most_cards - 1)):
        roll = random.random()
        if roll < 0.15 and jokers and deck.takes((JOKER,)):
            cards.append(JOKER)
            jokers -= 1
            continue
        card = deck.one_of(near if roll < 0.85 else [*cards, *ALL_CARDS[:4]])
        cards.append(card)
        near += _around(card)
    above, hand = cards[: count - 1], cards[count - 1 :]
    below = [deck.one_of(list(ALL_CARDS)) for _ in range(random.choice((0, 1)))]
    has_melded = (random.choice((True, False, False)) and "first" not in theme) or any(
        meld.seat == seat for meld in melds
    )
    return Situation(options, players, seat, melds, lying, tuple(sorted(hand)), (*below, dug, *above), has_melded)


def _around(card: str) -> list[str]:
    """Return cards that may go together with a card."""
    if card == JOKER:
        return []
    position = RANKS.index(card[:-1]) + 1
    alike = [card[:-1] + suit for suit in SUITS]
    return alike + [position_card(card[-1], position + step) for step in (-3, -2, -1, -1, 0, 1, 1, 2, 3)]


def _near(random: Random, lying: tuple[Lying, ...], options: Options) -> list[str]:
    """Return cards that join melds of the table, or would with a bridge."""
    near = [random.choice(ALL_CARDS)]
    near += _around(near[0])
    for meld in lying:
        near += [card for added, _ in longer(meld.places, 2, options) for card in added if card != JOKER]
    return near


def _melds(
    random: Random, options: Options, players: int, seat: int, deck: _Deck
) -> tuple[tuple[TableMeld, ...], tuple[Lying, ...]]:
    melds, lying = [], []
    for number in range(random.choice((0, 1, 2, 3))):
        places = _places(random, options)
        cards = tuple(
            f"{JOKER}={card}" if options.jokers is Jokers.WILD and random.random() < 0.15 else card
            for card in places.cards
        )
        wild = sum(card.startswith(f"{JOKER}=") for card in cards)
        if wild and len(cards) - wild < options.min_naturals:
            continue
        if not deck.takes(tuple(JOKER if card.startswith(JOKER) else card for card in cards)):
            continue
        owner = random.choice((seat, random.randrange(players)))
        lying.append(Lying(owner, places))
        melds.append(TableMeld(f"t{number}", owner, cards_of(cards)))
    return tuple(melds), tuple(lying)


def _places(random: Random, options: Options) -> Places:
    if options.jokers is Jokers.OWN_RANK and random.random() < 0.2:
        return Places((JOKER,) * random.choice((3, 4)))
    if random.random() < 0.4:
        return random.choice([shape for shape in shapes(options, 4) if not shape.low])
    longest = random.choice((options.min_run_length, 5, 9, ALL_RANKS - 1))
    low, length = random.choice(
        [
            (low, length)
            for low in range(1, ALL_RANKS + 1)
            for length in range(options.min_run_length, longest + 1)
            if may_run(low, length, options)
        ]
    )
    return run(random.choice(SUITS), low, length)
