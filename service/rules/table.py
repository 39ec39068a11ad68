"""The facts of a table: melds with who laid which card, and what no real table can show.

This room must never know whose turn it is or what a move is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .cards import JOKER, Card
from .meld_faults import lay_off_faults, meld_faults, naming_faults
from .melds import Set, Shape, join, laid_prices, read_meld
from .options import Options
from .prices import Prices
from .questions import Cards, LayOff, TableMeld
from .rulebook import Code
from .verdicts import CardPoints, LaidMeld, MeldKind, Place, Violation

#: A set of so many cards that is laid at once counts double under `double_four_of_a_kind`.
DOUBLED_SET = 4


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


def shown(shape: Shape, cards: Cards) -> LaidMeld:
    """Return a meld as an answer shows it."""
    if isinstance(shape, Set):
        return LaidMeld(MeldKind.SET, cards)
    return LaidMeld(MeldKind.RUN, cards, shape.ace)


def meld_points(shape: Shape, cards: Cards, prices: Prices, options: Options) -> tuple[CardPoints, ...]:
    """Return what each card of a meld counts that is laid at once."""
    listed = laid_prices(shape, prices)
    factor = 2 if options.double_four_of_a_kind and isinstance(shape, Set) and shape.size == DOUBLED_SET else 1
    return tuple([CardPoints(card, listed[card.index] * factor) for card in cards])


def lay_off_points(shape: Shape, cards: Cards, prices: Prices) -> tuple[CardPoints, ...]:
    """Return what each card counts that was laid off; `shape` is the meld that resulted."""
    listed = laid_prices(shape, prices)
    return tuple([CardPoints(card, listed[card.index]) for card in cards])


def read_melds(melds: Iterable[TableMeld], options: Options) -> tuple[tuple[Meld, ...], tuple[Violation, ...]]:
    """Read the melds of a table, in their order; those that no play can have laid are told as violations.

    A joker that can stand for one card only is named. `ace` of a meld speaks of the ace that its owner laid or that
    was laid off on it.
    """
    read: list[Meld] = []
    faults: list[Violation] = []
    for index, laid in enumerate(melds):
        meld = _read(laid, options, ("melds", index), faults)
        if meld is not None:
            read.append(meld)
    return tuple(read), tuple(faults)


def _read(laid: TableMeld, options: Options, place: Place, faults: list[Violation]) -> Meld | None:
    reading = read_meld(laid.cards, laid.ace, options)
    if reading.shape is None:
        own_place = (*place, "cards")
        reasons = naming_faults(reading, laid.cards, own_place) or meld_faults(laid.cards, laid.ace, options, own_place)
        faults.extend(_on_table(laid, reasons, own_place))
        return None
    shapes = [reading.shape]
    cards = reading.cards
    owner_laid = reading.laid
    lay_offs = []
    for number, lay_off in enumerate(laid.lay_offs):
        joined = join(shapes[-1], cards, lay_off.cards, laid.ace, options)
        if joined.shape is None:
            lay_off_place = (*place, "lay_offs", number, "cards")
            reasons = naming_faults(joined, lay_off.cards, lay_off_place) or lay_off_faults(
                shapes[-1], cards, lay_off.cards, laid.ace, options, lay_off_place
            )
            faults.extend(_on_table(laid, reasons, lay_off_place))
            return None
        shapes.append(joined.shape)
        cards = joined.cards
        lay_offs.append(LayOff(lay_off.seat, joined.laid))
    return Meld(tuple(shapes), cards, TableMeld(laid.id, laid.seat, owner_laid, tuple(lay_offs), laid.ace))


def _on_table(laid: TableMeld, reasons: tuple[Violation, ...], place: Place) -> Iterator[Violation]:
    """Turn the reasons why cards make no meld into what that means for a table."""
    if reasons[0].code in {Code.JOKER_UNNAMED, Code.ACE_END_UNSTATED}:
        yield reasons[0]
    else:
        yield Violation(
            Code.NOT_A_TABLE_MELD, f"{laid.id} cannot lie on the table. {reasons[0].message}", place, reasons[0].cards
        )


def seat_faults(seats: Iterable[tuple[Place, int]], players: int) -> Iterator[Violation]:
    """Yield what names a seat that is not there."""
    for place, seat in seats:
        if seat >= players:
            yield Violation(
                Code.NO_SUCH_SEAT, f"There is no seat {seat}: {players} players have the seats 0 to {players - 1}.", place
            )


def meld_seats(melds: Iterable[TableMeld]) -> Iterator[tuple[Place, int]]:
    """Yield every seat that melds name, with its place."""
    for index, meld in enumerate(melds):
        yield ("melds", index, "seat"), meld.seat
        for number, lay_off in enumerate(meld.lay_offs):
            yield ("melds", index, "lay_offs", number, "seat"), lay_off.seat


def id_faults(melds: Iterable[TableMeld]) -> Iterator[Violation]:
    """Yield the melds that have the id of an earlier one."""
    seen: set[str] = set()
    for index, meld in enumerate(melds):
        if meld.id in seen:
            yield Violation(
                Code.DUPLICATE_MELD_ID, f"Two melds are called {meld.id}.", ("melds", index, "id"), meld.cards
            )
        seen.add(meld.id)


def meld_cards(melds: Iterable[TableMeld]) -> Iterator[tuple[Place, Cards]]:
    """Yield the cards of melds, with their place."""
    for index, meld in enumerate(melds):
        yield ("melds", index, "cards"), meld.cards
        for number, lay_off in enumerate(meld.lay_offs):
            yield ("melds", index, "lay_offs", number, "cards"), lay_off.cards


def deck_faults(listed: Iterable[tuple[Place, Cards]], options: Options, players: int) -> tuple[Violation, ...]:
    """Return the jokers that the game does not have, and the cards that show more often than its decks hold them."""
    listed = tuple(listed)
    held = [card.held for _, cards in listed for card in cards]
    naturals, jokers = options.copies(players)
    different = set(held)
    if len(different) == len(held) and (jokers or JOKER not in different):
        return ()
    return tuple(_deck_faults(listed, naturals, jokers))


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
