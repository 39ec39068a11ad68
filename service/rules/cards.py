"""Ranks, suits, jokers and decks, and how a card is written.

Every face is one object that is made once, so cards may be compared by identity. Two decks hold twins: a hand is a
tuple in which a card may stand twice, never a set. This room must never know what a meld is.
"""

from collections.abc import Iterable
from typing import Final, Self, final

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("S", "H", "D", "C")
ACE: Final = 1
KING: Final = 13
#: The lowest thirteen bits of `Card.bits` are the ranks, the next four the suits, the next one is the joker.
ALL_RANKS: Final = (1 << KING) - 1
SUIT_SHIFT: Final = KING
ALL_SUITS: Final = (1 << len(SUITS)) - 1
JOKER_BIT: Final = 1 << SUIT_SHIFT + len(SUITS)


@final
class Card(str):
    """One face of a card: a natural card, a joker, or a joker with the name of the card that it stands for.

    It is the text that writes it, and `code` that text alone. `rank` runs from 1 (ace) to 13 (king) and `suit` from 0
    to 3 (spades, hearts, diamonds, clubs); a named joker has those of the card it stands for, an unnamed one 0 and -1.
    `bits` says the same with one bit of a mask for the rank, one for the suit and one for a joker, so that many cards
    together make one number. `held` is the card as it lies in a hand.

    >>> MELD_CARDS["JK=9H"].held is JOKER
    True
    """

    __slots__ = ("bits", "held", "index", "is_joker", "rank", "suit")

    rank: int
    suit: int
    bits: int
    is_joker: bool
    held: Self
    index: int  # type: ignore[assignment] # nobody looks for a letter in a card

    def __new__(cls, code: str, *_: object) -> Self:
        """Make the text."""
        return super().__new__(cls, code)

    def __init__(self, _: str, rank: int, suit: int, index: int, held: Self | None = None) -> None:
        self.rank = rank
        self.suit = suit
        self.index = index
        self.is_joker = held is not None or rank == 0
        face = 1 << rank - 1 | 1 << SUIT_SHIFT + suit if rank else 0
        self.bits = face | (JOKER_BIT if self.is_joker else 0)
        self.held = held or self

    @property
    def code(self) -> str:
        """The text alone."""
        return str(self)

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.code,)


def faces(listed: Iterable[Card]) -> int:
    """Return the bits of all these cards in one mask."""
    bits = 0
    for each in listed:
        bits |= each.bits
    return bits


def card(code: str) -> Card:
    """Return the card that is written so.

    >>> card("10H") is card("TH")
    True
    """
    return MELD_CARDS[code]


def cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of a text with a blank between them, in that order.

    >>> cards("5H 6H JK=7H")
    (5H, 6H, JK=7H)
    """
    return tuple(MELD_CARDS[code] for code in codes.split())


NATURALS: Final = tuple(
    Card(rank + suit, rank_number + 1, suit_number, suit_number * KING + rank_number)
    for suit_number, suit in enumerate(SUITS)
    for rank_number, rank in enumerate(RANKS)
)
JOKER: Final = Card("JK", 0, -1, len(NATURALS))
NAMED_JOKERS: Final = tuple(
    Card(f"JK={natural.code}", natural.rank, natural.suit, JOKER.index + 1 + natural.index, JOKER)
    for natural in NATURALS
)

_TEN_ALIASES: Final = {
    alias + suit: NATURALS[number * KING + 9] for number, suit in enumerate(SUITS) for alias in ("T", "0")
}
#: Every way to write a card of a hand or a pile.
CARDS: Final[dict[str, Card]] = (
    {natural.code: natural for natural in NATURALS}
    | _TEN_ALIASES
    | {"JK": JOKER}
    | {f"X{number}": JOKER for number in range(1, 9)}
)
#: Every way to write a card of a meld or a lay-off, where a joker may be named.
MELD_CARDS: Final[dict[str, Card]] = CARDS | {
    f"JK={code}": NAMED_JOKERS[natural.index] for code, natural in CARDS.items() if natural is not JOKER
}


def natural_card(rank: int, suit: int) -> Card:
    """Return the natural card of that rank (1 to 13) and suit (0 to 3)."""
    return NATURALS[suit * KING + rank - 1]


def joker_named(natural: Card) -> Card:
    """Return a joker that stands for a natural card."""
    return NAMED_JOKERS[natural.index]


def stands_for(joker: Card) -> Card:
    """Return the natural card that a named joker stands for, or a natural card itself."""
    return NATURALS[joker.suit * KING + joker.rank - 1]


def without(hand: Iterable[Card], taken: Iterable[Card]) -> tuple[Card, ...]:
    """Return what is left of a hand, in its order, when these cards have left it; jokers leave it unnamed.

    >>> without(cards("7S 7S 2C JK"), cards("7S JK=9H"))
    (7S, 2C)
    """
    left = list(hand)
    for taken_card in taken:
        left.remove(taken_card.held)
    return tuple(left)


def parted(hand: Iterable[Card], wanted: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return what is left of a hand without these cards, and those that are not held, each as often as it is missing.

    >>> parted(cards("7S 2C 9H"), cards("7S 7S JK=9H"))
    ((2C, 9H), (7S, JK))
    """
    left = list(hand)
    missing: tuple[Card, ...] = ()
    for wanted_card in wanted:
        held = wanted_card.held
        try:
            left.remove(held)
        except ValueError:
            missing += (held,)
    return tuple(left), missing


def missing_from(hand: Iterable[Card], wanted: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards that are wanted but not held, each as often as it is missing.

    >>> missing_from(cards("7S 2C"), cards("7S 7S JK"))
    (7S, JK)
    """
    return parted(hand, wanted)[1]


def written(listed: Iterable[Card]) -> str:
    """Return cards as a sentence shows them and as games are kept: with a blank between them."""
    return " ".join(listed)
