"""Tells by trying everything what a turn can still come to.

Written from the rules of the game alone, for small hands, and as plainly as can be: of the code it checks it uses the
options and nothing else. Cards are texts ("9H", "JK", "JK=9H"), a hand is a sorted tuple of them, and a meld of the
table is a set or a run by its places, whichever cards or jokers lie on them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from service.rules.options import (
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
)

if TYPE_CHECKING:
    from collections.abc import Iterator

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = "SHDC"
JOKER: Final = "JK"
ALL_RANKS: Final = len(RANKS)
ALL_CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

Hand: TypeAlias = tuple[str, ...]


class Places(NamedTuple):
    """A set (`low` 0) or a run from its lowest position up: the natural card of each place."""

    cards: Hand
    low: int = 0


class Lying(NamedTuple):
    """A meld of the table and the seat that owns it."""

    seat: int
    places: Places


class Turn(NamedTuple):
    """What does not change in a turn: the options, the seat, whether it melded before, what it took and whence."""

    options: Options
    seat: int
    has_melded: bool
    taken: Hand = ()
    called: bool = False


class Moment(NamedTuple):
    """One moment of a turn. `dug` is the card that was taken and has not been used, `melded` points of this turn."""

    hand: Hand
    table: tuple[Lying, ...]
    dug: str | None = None
    melded: int = 0
    booting: bool = False


class Play(NamedTuple):
    """A meld, or a lay-off on the meld of that number, and the moment after it."""

    cards: Hand
    target: int | None
    after: Moment


def position_card(suit: str, position: int) -> str:
    """Return the card at a position of a run: 1 and 14 are the ace."""
    return RANKS[(position - 1) % ALL_RANKS] + suit


def run(suit: str, low: int, length: int) -> Places:
    """Return the places of a run."""
    return Places(tuple(position_card(suit, low + step) for step in range(length)), low)


def may_run(low: int, length: int, options: Options) -> bool:
    """Tell whether a run may lie there (`ace_in_runs`)."""
    if length > ALL_RANKS:
        return False
    high = low + length - 1
    return {
        AceInRuns.LOW: low >= 1 and high <= 13,
        AceInRuns.HIGH: low >= 2 and high <= 14,
        AceInRuns.EITHER: low >= 1 and high <= 14,
        AceInRuns.CORNER: True,
    }[options.ace_in_runs]


@lru_cache(maxsize=64)
def shapes(options: Options, longest: int) -> tuple[Places, ...]:
    """List every set and run up to a length."""
    choose = combinations_with_replacement if options.set_suits is SetSuits.ANY else combinations
    sets = [
        Places(tuple(rank + suit for suit in suits))
        for rank in RANKS
        for size in (3, 4)
        for suits in choose(SUITS, size)
    ]
    runs = [
        run(suit, low, length)
        for suit in SUITS
        for low in range(1, ALL_RANKS + 1)
        for length in range(options.min_run_length, longest + 1)
        if may_run(low, length, options)
    ]
    return tuple(shape for shape in sets + runs if len(shape.cards) <= longest)


def wild(hand: Hand, options: Options) -> int:
    """Count the jokers of a hand that can stand for another card."""
    return hand.count(JOKER) if options.jokers is Jokers.WILD else 0


def faces(cards: Hand) -> int:
    """Return the different natural cards as the bits of a number; it only saves time."""
    return sum({1 << ALL_CARDS.index(card) for card in cards if card != JOKER})


@lru_cache(maxsize=64)
def shapes_by_faces(options: Options, longest: int) -> tuple[tuple[int, Places], ...]:
    """List every set and run up to a length with its cards as bits."""
    return tuple((faces(shape.cards), shape) for shape in shapes(options, longest))


def fillings(places: Hand, hand: Hand, options: Options) -> set[Hand]:
    """List the ways to fill places with cards of the hand; wild jokers are named by the place."""
    jokers = wild(hand, options)
    found = set()
    for count in range(min(jokers, len(places)) + 1):
        for filled in combinations(range(len(places)), count):
            naturals = [place for number, place in enumerate(places) if number not in filled]
            if all(naturals.count(card) <= hand.count(card) for card in naturals):
                found.add(tuple(sorted([*naturals, *(f"{JOKER}={places[number]}" for number in filled)])))
    return found


@lru_cache(maxsize=4096)
def melds(hand: Hand, options: Options) -> tuple[tuple[Hand, Places], ...]:
    """List every meld that a hand holds."""
    found: list[tuple[Hand, Places]] = []
    if options.jokers is Jokers.OWN_RANK:
        found += [((JOKER,) * size, Places((JOKER,) * size)) for size in (3, 4) if hand.count(JOKER) >= size]
    there, jokers = faces(hand), wild(hand, options)
    for bits, shape in shapes_by_faces(options, len(hand)):
        for cards in fillings(shape.cards, hand, options) if (bits & ~there).bit_count() <= jokers else ():
            naturals = sum(not card.startswith(JOKER) for card in cards)
            if naturals == len(cards) or naturals >= options.min_naturals:
                found.append((cards, shape))
    return tuple(found)


def worth(cards: Hand, places: Places, options: Options) -> int:
    """Return what a new meld counts."""
    points = sum(_price(card, places, options) for card in cards)
    return points * 2 if options.double_four_of_a_kind and not places.low and len(cards) == 4 else points


def _price(card: str, places: Places, options: Options) -> int:
    if card.startswith(JOKER):
        return options.joker_points
    rank = card[:-1]
    if rank == "A":
        high = places.low + len(places.cards) - 1
        if not places.low:
            return options.set_ace_points
        if places.low == 1:
            return options.low_ace_points
        return 15 if high == 14 else options.corner_ace_points
    if rank in {"10", "J", "Q", "K"}:
        return 10
    return 5 if options.pip_points is PipPoints.FIVE else int(rank)


def longer(places: Places, cards: int, options: Options) -> Iterator[tuple[Hand, Places]]:
    """Yield the places that can be added to a meld of the table, at most so many, and the meld that results."""
    if JOKER in places.cards:
        if len(places.cards) == 3 and cards:
            yield (JOKER,), Places((*places.cards, JOKER))
        return
    if not places.low:
        for suit in SUITS if len(places.cards) == 3 and cards else "":
            card = places.cards[0][:-1] + suit
            if options.set_suits is SetSuits.ANY or card not in places.cards:
                yield (card,), Places((*places.cards, card))
        return
    suit = places.cards[0][-1]
    for below in range(cards + 1):
        for above in range(cards - below + 1):
            low, length = places.low - below, len(places.cards) + below + above
            if below + above and may_run(low, length, options):
                result = run(suit, low if low > 0 else low + ALL_RANKS, length)
                yield tuple(card for card in result.cards if card not in places.cards), result


def lay_offs(hand: Hand, places: Places, options: Options) -> set[tuple[Hand, Places]]:
    """List every lay-off of a hand on a meld of the table."""
    found: set[tuple[Hand, Places]] = set()
    for added, result in longer(places, len(hand), options):
        if added == (JOKER,):
            found.update([((JOKER,), result)] if JOKER in hand else [])
        else:
            found.update((cards, result) for cards in fillings(added, hand, options))
    return found


def held(cards: Hand) -> Hand:
    """Return cards as they lie in a hand."""
    return tuple(JOKER if card.startswith(JOKER) else card for card in cards)


def without(hand: Hand, cards: Hand) -> Hand:
    """Return what is left of a hand."""
    left = list(hand)
    for card in held(cards):
        left.remove(card)
    return tuple(left)


def duty(turn: Turn, moment: Moment) -> Duty | None:
    """Return what must still become of the dug card."""
    if moment.dug is None:
        return None
    if turn.called:
        return Duty.USE
    owed = turn.options.top_discard if len(turn.taken) == 1 else turn.options.deep_discard
    return None if owed is Duty.KEEP else owed


def waits(turn: Turn, moment: Moment) -> bool:
    """Tell whether the first-meld minimum has still to be reached."""
    return not turn.has_melded and moment.melded < turn.options.first_meld_minimum


def plays(turn: Turn, moment: Moment) -> Iterator[Play]:
    """Yield every play that is lawful by itself, whatever comes after it."""
    options = turn.options
    owed = duty(turn, moment)
    bound = owed is not None and (turn.called or options.dug_card_timing is DugCardTiming.FIRST_PLAY)
    for cards, places in melds(moment.hand, options):
        if bound and moment.dug not in held(cards):
            continue
        points = worth(cards, places, options)
        alone = options.first_meld_counts is FirstMeldCounts.ONE_MELD
        if waits(turn, moment) and alone and points < options.first_meld_minimum:
            continue
        dug = None if moment.dug in held(cards) else moment.dug
        yield Play(
            cards,
            None,
            moment._replace(
                hand=without(moment.hand, cards),
                table=(*moment.table, Lying(turn.seat, places)),
                dug=dug,
                melded=moment.melded + points,
            ),
        )
    if waits(turn, moment):
        return
    for number, lying in enumerate(moment.table):
        if options.layoff_scope is LayoffScope.OWN and lying.seat != turn.seat:
            continue
        for cards, places in lay_offs(moment.hand, lying.places, options):
            if options.joker_layoff_ban and any(card[3:] in moment.hand for card in cards if card.startswith("JK=")):
                continue
            hand = without(moment.hand, cards)
            uses = moment.dug in held(cards)
            if owed is Duty.NEW_MELD:
                if (uses and moment.dug not in hand) or bound:
                    continue
                uses = False
            if bound and not uses:
                continue
            table = list(moment.table)
            table[number] = lying._replace(places=places)
            yield Play(cards, number, moment._replace(hand=hand, table=tuple(table), dug=None if uses else moment.dug))


def may_discard(turn: Turn, moment: Moment, card: str) -> bool:
    """Tell whether a card may be discarded."""
    if duty(turn, moment) is not None or (waits(turn, moment) and moment.melded):
        return False
    if moment.booting and len(moment.hand) > 1:
        return False
    lone = len(turn.taken) == 1 and not turn.called and moment.dug == card and moment.hand.count(card) == 1
    return not lone


class Searched:
    """What has been found out about the moments of one turn."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self._known: dict[Moment, bool] = {}

    def may_finish(self, moment: Moment) -> bool:
        """Tell whether the turn can be finished from here."""
        known = self._known.get(moment)
        if known is None:
            known = self._known[moment] = self._may_finish(moment)
        return known

    def _may_finish(self, moment: Moment) -> bool:
        turn = self.turn
        if turn.called and turn.options.call_rummy is CallRummy.LAST_DISCARD and moment.dug is None:
            return True
        if not moment.hand:
            owes = waits(turn, moment) and moment.melded
            return not owes and turn.options.going_out is not GoingOut.DISCARD_REQUIRED
        if any(may_discard(turn, moment, card) for card in moment.hand):
            return True
        return any(self.may_finish(play.after) for play in plays(turn, moment))

    def lawful_plays(self, moment: Moment) -> list[Play]:
        """List the plays after which the turn can be finished."""
        return [play for play in plays(self.turn, moment) if self.may_finish(play.after)]
