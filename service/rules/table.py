"""The facts of a table: melds with who laid which card, and what no real table can show.

This room must never know whose turn it is or what a move is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from .cards import ACE, JOKER, NAMED_JOKERS, Card
from .meld_faults import lay_off_faults, meld_faults, naming_faults
from .melds import HIGH_ACE, MAX_SET, Reading, Set, Shape, has_ace, join, read_meld
from .options import Options
from .prices import CardPoints, PriceList, Prices, prices_of
from .questions import AceEnd, Cards, LayOff, TableMeld
from .rulebook import Code
from .verdicts import LaidMeld, MeldKind, Place, Violation


class Meld(NamedTuple):
    """A meld of the table as it was read: its cards as they lie, and who laid what, jokers named.

    `shapes` are what it was when it was laid and after each lay-off.
    """

    shapes: tuple[Shape, ...]
    cards: Cards
    laid: TableMeld

    @property
    def shape(self) -> Shape:
        """What the meld is now."""
        return self.shapes[-1]

    @property
    def id(self) -> str:
        """The id of the meld."""
        return self.laid.id

    @property
    def seat(self) -> int:
        """The seat that owns the meld."""
        return self.laid.seat


_JOKERS: Final = frozenset((JOKER, *NAMED_JOKERS))
# Reading a member from its class costs more than making the rest of an answer.
_SET = MeldKind.SET
_RUN = MeldKind.RUN


def shown(shape: Shape, cards: Cards) -> LaidMeld:
    """Return a meld as an answer shows it."""
    if isinstance(shape, Set):
        return LaidMeld(_SET, cards)
    return LaidMeld(_RUN, cards, shape.ace)


def price_list(shape: Shape, prices: Prices) -> PriceList:
    """Return what each card counts that is laid in a meld of this shape; an ace counts by its place."""
    if isinstance(shape, Set):
        return prices.in_set
    if shape.low == ACE:
        return prices.low_ace
    return prices.corner_ace if shape.high > HIGH_ACE else prices.high_ace


def prices_at_once(shape: Shape, options: Options) -> PriceList:
    """Return what each card counts of a meld of this shape that is laid at once (`double_four_of_a_kind`)."""
    prices = prices_of(options)
    doubles = options.double_four_of_a_kind and isinstance(shape, Set) and shape.size == MAX_SET
    return prices.doubled if doubles else price_list(shape, prices)


def meld_points(shape: Shape, cards: Cards, options: Options) -> tuple[CardPoints, ...]:
    """Return what each card of a meld counts that is laid at once."""
    listed = prices_at_once(shape, options)
    return tuple([listed[card.index] for card in cards])


class AtOnce(NamedTuple):
    """Cards that are laid at once, as they were read; of a meld also what each counts, their sum, and how it lies."""

    reading: Reading
    card_points: tuple[CardPoints, ...] = ()
    points: int = 0
    lying: LaidMeld | None = None


@lru_cache(maxsize=2048)
def read_at_once(cards: Cards, ace: AceEnd | None, options: Options) -> AtOnce:
    """Read cards as a meld of its own that is laid at once, in whatever order they are given."""
    reading = read_meld(cards, ace, options)
    if reading.shape is None:
        return AtOnce(reading)
    card_points = meld_points(reading.shape, reading.cards, options)
    points = sum([each.points for each in card_points])
    return AtOnce(reading, card_points, points, shown(reading.shape, reading.cards))


def lay_off_points(shape: Shape, cards: Cards, options: Options) -> tuple[CardPoints, ...]:
    """Return what each card counts that was laid off; `shape` is the meld that resulted."""
    listed = price_list(shape, prices_of(options))
    return tuple([listed[card.index] for card in cards])


def read_melds(melds: Iterable[TableMeld], options: Options) -> tuple[tuple[Meld, ...], tuple[Violation, ...]]:
    """Read the melds of a table, in their order; those that no play can have laid are told as violations.

    A joker that can stand for one card only is named. `ace` of a meld speaks of the ace when it is laid, by the owner
    or as a lay-off; a run that goes on around the corner later keeps it.
    """
    read: list[Meld] = []
    faults: list[Violation] = []
    for index, laid in enumerate(melds):
        meld = _lying(laid, options) or _read(laid, options, ("melds", index), faults)
        if meld is not None:
            read.append(meld)
    return tuple(read), tuple(faults)


@lru_cache(maxsize=2048)
def _lying(laid: TableMeld, options: Options) -> Meld | None:
    # The same melds lie on a table turn after turn.
    return _read(laid, options, (), [])


def _read(laid: TableMeld, options: Options, place: Place, faults: list[Violation]) -> Meld | None:
    reading = read_meld(laid.cards, laid.ace, options)
    if reading.shape is None:
        own_place = (*place, "cards")
        reasons = naming_faults(reading, laid.cards, own_place) or meld_faults(laid.cards, laid.ace, options, own_place)
        faults.extend(_on_table(laid, reasons, own_place))
        return None
    shapes: tuple[Shape, ...] = (reading.shape,)
    cards = reading.cards
    lay_offs: tuple[LayOff, ...] = ()
    for number, lay_off in enumerate(laid.lay_offs):
        ace = None if has_ace(shapes[-1]) else laid.ace
        joined = join(shapes[-1], cards, lay_off.cards, ace, options)
        if joined.shape is None:
            lay_off_place = (*place, "lay_offs", number, "cards")
            reasons = naming_faults(joined, lay_off.cards, lay_off_place) or lay_off_faults(
                shapes[-1], cards, lay_off.cards, ace, options, lay_off_place
            )
            faults.extend(_on_table(laid, reasons, lay_off_place))
            return None
        shapes += (joined.shape,)
        cards = joined.cards
        lay_offs += (LayOff(lay_off.seat, joined.laid),)
    if lay_offs or reading.laid is not laid.cards:
        laid = TableMeld(laid.id, laid.seat, reading.laid, lay_offs, laid.ace)
    return Meld(shapes, cards, laid)


def _on_table(laid: TableMeld, reasons: tuple[Violation, ...], place: Place) -> Iterator[Violation]:
    """Turn the reasons why cards make no meld into what that means for a table.

    There are none where only a joker is at fault that no deck holds, which is told of the deck.
    """
    if not reasons:
        return
    if reasons[0].code in {Code.JOKER_UNNAMED, Code.ACE_END_UNSTATED}:
        yield reasons[0]
    else:
        yield Violation(
            Code.NOT_A_TABLE_MELD, f"{laid.id} cannot lie on the table. {reasons[0].message}", place, reasons[0].cards
        )


def table_faults(
    listed: Iterable[tuple[Place, Cards]],
    melds: tuple[TableMeld, ...],
    seats: Iterable[tuple[Place, int]],
    options: Options,
    players: int,
) -> tuple[Violation, ...]:
    """Return what makes a table impossible, beside melds that are none.

    `listed` are the cards that lie elsewhere than in melds, `seats` those that are named elsewhere.
    """
    places = list(listed)
    named = list(seats)
    for index, meld in enumerate(melds):
        places.append((("melds", index, "cards"), meld.cards))
        named.append((("melds", index, "seat"), meld.seat))
        for number, lay_off in enumerate(meld.lay_offs):
            places.append((("melds", index, "lay_offs", number, "cards"), lay_off.cards))
            named.append((("melds", index, "lay_offs", number, "seat"), lay_off.seat))
    faults = deck_faults(places, options, players)
    for place, seat in named:
        if seat >= players:
            faults += (_no_seat(place, seat, players),)
    if len(melds) > 1 and len({meld.id for meld in melds}) < len(melds):
        faults += tuple(_twin_ids(melds))
    return faults


def _no_seat(place: Place, seat: int, players: int) -> Violation:
    return Violation(
        Code.NO_SUCH_SEAT, f"There is no seat {seat}: {players} players have the seats 0 to {players - 1}.", place
    )


def _twin_ids(melds: tuple[TableMeld, ...]) -> Iterator[Violation]:
    seen: set[str] = set()
    for index, meld in enumerate(melds):
        if meld.id in seen:
            yield Violation(
                Code.DUPLICATE_MELD_ID, f"Two melds are called {meld.id}.", ("melds", index, "id"), meld.cards
            )
        seen.add(meld.id)


def deck_faults(listed: Sequence[tuple[Place, Cards]], options: Options, players: int) -> tuple[Violation, ...]:
    """Return the jokers that the game does not have, and the cards that show more often than its decks hold them."""
    showing = [card for _, cards in listed for card in cards]
    different = set(showing)
    if len(different) == len(showing) and different.isdisjoint(_JOKERS):
        return ()
    return tuple(_deck_faults(listed, *options.copies(players)))


def _deck_faults(listed: Iterable[tuple[Place, Cards]], naturals: int, jokers: int) -> Iterator[Violation]:
    shown_so_far: Counter[Card] = Counter()
    told: set[Card] = set()
    for place, cards in listed:
        for index, card in enumerate(cards):
            held = card.held
            shown_so_far[held] += 1
            allowed = jokers if held is JOKER else naturals
            if shown_so_far[held] <= allowed or held in told:
                continue
            told.add(held)
            if held is JOKER and not jokers:
                yield Violation(Code.JOKER_NOT_IN_DECK, "This game is played without jokers.", (*place, index), (card,))
            else:
                count = f"{allowed} time{'s' if allowed > 1 else ''}"
                yield Violation(
                    Code.TOO_MANY_COPIES,
                    f"{held.code} is in the deck {count}, but shows more often.",
                    (*place, index),
                    (card,),
                )
