"""The rules of melds and lay-offs read a second time: slow, plain, and without a line of the first reading.

Cards are texts as players write them. A run lies on a row of ranks, and every name that a joker could bear is tried.
Options are looked at as values; nothing else is taken from the service.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.rules.options import Options

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "SHDC"
DECK = [rank + suit for suit in SUITS for rank in RANKS]


class Laid(NamedTuple):
    """Cards that lie as one meld: a run on its places of the row, low to high, or a set without places.

    Place 0 is the ace below the 2, place 13 the ace above the king; around the corner the row goes on.
    """

    cards: tuple[str, ...]
    places: tuple[int, ...] = ()


class Told(NamedTuple):
    """What is said of cards: the first code of a refusal, or the meld, and what the laid cards are worth."""

    code: str | None
    laid: Laid | None = None
    points: int = 0
    candidates: frozenset[str] = frozenset()


@cache
def face(card: str) -> str:
    """Return the natural card that lies there, or is stood for.

    >>> face("JK=10H")
    '10H'
    """
    return card.removeprefix("JK=")


def is_joker(card: str) -> bool:
    return card.startswith("JK")


@cache
def rank_of(card: str) -> str:
    return face(card)[:-1]


@cache
def suit_of(card: str) -> str:
    return face(card)[-1]


def rows(length: int, options: Options) -> list[tuple[int, ...]]:
    """List all the places on which a run of so many cards may lie."""
    if length > 13:
        return []
    first, last = {"low": (0, 12), "high": (1, 13), "either": (0, 13), "corner": (0, 25)}[options.ace_in_runs]
    starts = [start for start in range(first, last + 1) if start + length - 1 <= last and start <= 12]
    return [tuple(range(start, start + length)) for start in starts]


def end_of(places: tuple[int, ...]) -> str | None:
    """Return the end at which the ace of a run lies; None where it lies at none, or there is none."""
    return "low" if places[0] == 0 else "high" if places[-1] == 13 else None


def has_ace(places: tuple[int, ...]) -> bool:
    return any(place % 13 == 0 for place in places)


def price(card: str, place: int | None, places: tuple[int, ...], options: Options) -> int:
    """Return what a card counts on its place in a run, or in a set."""
    rank = rank_of(card)
    if is_joker(card):
        return int(options.joker_points)
    if rank in {"10", "J", "Q", "K"}:
        return 10
    if rank != "A":
        return 5 if options.pip_points == "five" else int(rank)
    if place is None:
        return int(options.set_ace_points)
    if place == places[0]:
        return int(options.low_ace_points)
    return 15 if place == places[-1] else int(options.corner_ace_points)


def namings(cards: tuple[str, ...], open_to: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the cards with their unnamed jokers named in every way; jokers are alike."""
    for names in combinations_with_replacement(open_to, cards.count("JK")):
        left = iter(names)
        yield tuple(f"JK={next(left)}" if card == "JK" else card for card in cards)


def set_of(cards: tuple[str, ...], options: Options) -> Laid | None:
    """Read named cards as a set."""
    if len(cards) not in {3, 4} or len({rank_of(card) for card in cards}) != 1:
        return None
    if options.set_suits == "distinct" and len({suit_of(card) for card in cards}) < len(cards):
        return None
    return Laid(cards)


def runs_of(cards: tuple[str, ...], options: Options) -> Iterator[Laid]:
    """Yield every run that named cards make."""
    if len(cards) < max(3, options.min_run_length) or len({suit_of(card) for card in cards}) != 1:
        return
    by_rank = {rank_of(card): card for card in cards}
    if len(by_rank) < len(cards):
        return
    for places in rows(len(cards), options):
        ranks = [RANKS[place % 13] for place in places]
        if set(ranks) == by_rank.keys():
            yield Laid(tuple(by_rank[rank] for rank in ranks), places)


def pick_end(runs: list[Laid], ace: str | None, options: Options, natural: str) -> Laid | str | None:
    """Choose among places of the same cards: a run, or the code of what must be said first.

    `natural` is the natural ace whose end is to be found, if the run has one.
    """
    if ace:
        runs = [run for run in runs if not has_ace(run.places) or end_of(run.places) == ace]
    elif options.ace_in_runs == "corner" and len(runs) > 1:
        runs = [run for run in runs if end_of(run.places) is None][:1]
    if not runs:
        return None
    differ = {end_of(run.places) for run in runs} == {"low", "high"} and options.low_ace_points != 15
    return "ACE_END_UNSTATED" if differ and natural else runs[0]


def natural_ace(cards: tuple[str, ...]) -> str:
    return next((card for card in cards if not is_joker(card) and rank_of(card) == "A"), "")


def meld(cards: tuple[str, ...], ace: str | None, options: Options) -> Told:
    """Read cards as a new meld."""
    naturals = [card for card in cards if not is_joker(card)]
    jokers = len(cards) - len(naturals)
    if jokers and options.jokers == "none":
        return Told("JOKER_NOT_IN_DECK")
    if len(cards) < 3:
        return Told("TOO_FEW_CARDS")
    if jokers and options.jokers == "own_rank":
        if naturals or any(card != "JK" for card in cards):
            return Told("JOKER_NOT_WILD")
        return Told("SET_TOO_LARGE") if jokers > 4 else worth(Laid(cards), options)
    if jokers and len(naturals) < options.min_naturals:
        return Told("TOO_FEW_NATURALS")
    ways = {}
    for named in namings(cards, near(cards)):
        lawful = set_of(named, options)
        found = lawful or pick_end(list(runs_of(named, options)), ace, options, natural_ace(named))
        if found:
            ways[frozenset(Counter(named).items())] = named, found
    if not ways:
        return Told(why_not(cards, options))
    if len(ways) > 1:
        return Told("JOKER_UNNAMED", candidates=frozenset(names_in(cards, [named for named, _ in ways.values()])))
    ((_, found),) = ways.values()
    return Told(found) if isinstance(found, str) else worth(found, options)


def near(cards: tuple[str, ...]) -> list[str]:
    """List the cards that share rank or suit with each named one: no other name can make a meld."""
    if "JK" not in cards:
        return []
    named = [card for card in cards if card != "JK"]
    return [
        card
        for card in DECK
        if all(rank_of(card) == rank_of(other) for other in named)
        or all(suit_of(card) == suit_of(other) for other in named)
    ]


def names_in(cards: tuple[str, ...], ways: list[tuple[str, ...]]) -> set[str]:
    """Collect what the unnamed jokers are called in any of these ways."""
    return {face(named) for way in ways for card, named in zip(cards, way, strict=True) if card == "JK"}


def worth(laid: Laid, options: Options) -> Told:
    """Say what a new meld is worth."""
    if not laid.places:
        double = 2 if options.double_four_of_a_kind and len(laid.cards) == 4 else 1
        return Told(None, laid, double * sum(price(card, None, (), options) for card in laid.cards))
    pairs = zip(laid.cards, laid.places, strict=True)
    return Told(None, laid, sum(price(card, place, laid.places, options) for card, place in pairs))


def why_not(cards: tuple[str, ...], options: Options) -> str:
    """Return the first code for cards that make no meld in any way."""
    named = tuple(card for card in cards if card != "JK")
    jokers = len(cards) - len(named)
    ranks = {rank_of(card) for card in named}
    if not named:
        return "RUN_TOO_LONG"
    if len(ranks) == 1:
        return "SET_TOO_LARGE" if len(cards) > 4 else "SET_REPEATS_SUIT"
    if len({suit_of(card) for card in named}) > 1:
        row = range(-13, 26) if options.ace_in_runs == "corner" else range(14)
        in_row = any(
            ranks <= {RANKS[place % 13] for place in range(start, start + len(cards))}
            for start in row
            if start + len(cards) - 1 <= row[-1]
        )
        in_sequence = in_row and len(ranks) == len(named) and len(cards) <= 13
        return "RUN_MIXES_SUITS" if in_sequence else "NOT_A_MELD"
    if len(cards) < options.min_run_length:
        return "TOO_FEW_CARDS"
    if len(cards) > 13:
        return "RUN_TOO_LONG"
    span = len(ranks) + jokers
    round_the_corner = [
        start for start in range(13) if ranks <= {RANKS[place % 13] for place in range(start, start + span)}
    ]
    if not round_the_corner:
        return "RUN_HAS_GAP"
    if len(ranks) < len(named):
        return "RUN_REPEATS_RANK"
    straight = [start for start in round_the_corner if start + span - 1 <= 13]
    return "RUN_TURNS_CORNER" if not straight and options.ace_in_runs != "corner" else "ACE_END_BARRED"


def lay_off(lying: Laid, cards: tuple[str, ...], ace: str | None, options: Options) -> Told:
    """Read cards as laid off on a meld of the table."""
    if options.jokers == "none" and any(map(is_joker, cards)):
        return Told("JOKER_NOT_IN_DECK")
    if lying.cards[0] == "JK":
        return set_of_jokers(lying, cards, options)
    if options.jokers == "own_rank" and any(map(is_joker, cards)):
        return Told("CARD_DOES_NOT_FIT")
    ways = {}
    open_to = [card for card in DECK if fits_at_all(card, lying)]
    for named in namings(cards, open_to):
        found = joined(lying, named, ace, options)
        if found:
            ways[frozenset(Counter(named).items())] = named, found
    if not ways:
        return Told("CARD_DOES_NOT_FIT")
    if len(ways) > 1:
        return Told("JOKER_UNNAMED", candidates=frozenset(names_in(cards, [named for named, _ in ways.values()])))
    ((named, found),) = ways.values()
    if isinstance(found, str):
        return Told(found)
    where = dict(zip(found.cards, found.places, strict=True)) if found.places else {}
    return Told(None, found, sum(price(card, where.get(card), found.places, options) for card in named))


def fits_at_all(card: str, lying: Laid) -> bool:
    first = lying.cards[0]
    return suit_of(card) == suit_of(first) if lying.places else rank_of(card) == rank_of(first)


def set_of_jokers(lying: Laid, cards: tuple[str, ...], options: Options) -> Told:
    if any(card != "JK" for card in cards) or len(lying.cards) + len(cards) > 4:
        return Told("CARD_DOES_NOT_FIT")
    return Told(None, Laid(lying.cards + cards), len(cards) * int(options.joker_points))


def joined(lying: Laid, cards: tuple[str, ...], ace: str | None, options: Options) -> Laid | str | None:
    """Read named cards as laid off: the meld as it would be, the code of what must be said first, or nothing."""
    if not lying.places:
        return set_of(lying.cards + cards, options)
    runs = []
    for places in rows(len(lying.places) + len(cards), options):
        for turned in (places, tuple(place - 13 for place in places), tuple(place + 13 for place in places)):
            if turned != places and options.ace_in_runs != "corner":
                continue
            if not set(lying.places) <= set(turned):
                continue
            new = [place for place in turned if place not in lying.places]
            wanted = Counter(RANKS[place % 13] + suit_of(lying.cards[0]) for place in new)
            if wanted == Counter(map(face, cards)):
                by_face = {face(card): card for card in lying.cards + cards}
                suit = suit_of(lying.cards[0])
                runs.append(Laid(tuple(by_face[RANKS[place % 13] + suit] for place in turned), places))
    if has_ace(lying.places) or not any(rank_of(card) == "A" for card in cards):
        if ace and has_ace(lying.places):
            runs = [run for run in runs if end_of(run.places) == ace]
        return runs[0] if runs else None
    if len(lying.places) + len(cards) == 13 and options.ace_in_runs == "corner" and runs:
        return full_around_the_corner(runs[0], ace)
    return pick_end(runs, ace, options, natural_ace(cards))


def full_around_the_corner(run: Laid, ace: str | None) -> Laid:
    """Put the ace that completes thirteen cards at its named end, or in the middle."""
    start = {"low": 0, "high": 1, None: 2}[ace]
    cards = sorted(run.cards, key=lambda card: (RANKS.index(rank_of(card)) - start) % 13)
    return Laid(tuple(cards), tuple(range(start, start + 13)))
