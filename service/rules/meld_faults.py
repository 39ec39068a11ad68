"""Why cards make no meld: the codes and the sentences.

Called only where `melds` has found that they make none; it tells what stands in the way of the meld that was meant.
"""

from collections.abc import Iterator

from .cards import ACE, ALL_RANKS, JOKER, KING, RANKS, SUITS, Card, faces, natural_card, written
from .melds import MAX_RUN, MAX_SET, MIN_MELD, RUNS, WINDOWS, Reading, Set, Shape, end_agrees, may_lie
from .options import AceInRuns, Jokers, Options, SetSuits
from .questions import AceEnd, Cards
from .rulebook import Code
from .verdicts import Place, Violation

SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")


def listing(cards: Cards, conjunction: str) -> str:
    """Return cards as a sentence lists them.

    >>> from .cards import cards
    >>> listing(cards("4H 8H 9H"), "or")
    '4H, 8H or 9H'
    """
    *others, last = (card.code for card in cards)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def meld_faults(cards: Cards, ace: AceEnd | None, options: Options, place: Place) -> tuple[Violation, ...]:
    """Return why these cards make no meld, too few cards first.

    >>> from .cards import cards
    >>> meld_faults(cards("7H 9H JH"), None, Options(), ())[0].message
    '7H 9H JH leave a gap at 8H and 10H.'
    """
    return tuple(_faults(cards, ace, options, place))


def _faults(cards: Cards, ace: AceEnd | None, options: Options, place: Place) -> Iterator[Violation]:
    jokers = tuple(card for card in cards if card.is_joker)
    if len(cards) < MIN_MELD:
        yield _too_few(cards, MIN_MELD, "A meld", place)
        return
    if jokers and options.jokers is Jokers.OWN_RANK:
        yield from _own_rank_faults(cards, jokers, place)
        return
    naturals = len(cards) - len(jokers)
    if jokers and naturals < options.min_naturals:
        yield Violation(
            Code.TOO_FEW_NATURALS,
            f"{written(cards)} has {naturals or 'no'} natural card{'s' if naturals > 1 else ''} beside its jokers;"
            f" a meld needs at least {options.min_naturals}.",
            place,
            jokers,
        )
    named = tuple(card for card in cards if card is not JOKER)
    ranks = faces(named) & ALL_RANKS
    if len(named) <= 1 and len(cards) > MAX_SET:
        # One card, or none, may still become a run.
        if len(cards) > MAX_RUN:
            yield _too_long(cards, place)
    elif not ranks & ranks - 1:
        yield from _set_faults(cards, named, options, place)
    elif all(card.suit == named[0].suit for card in named):
        yield from _run_faults(cards, named, ace, options, place)
    else:
        yield from _mixed_faults(cards, named, options, place)


def _too_few(cards: Cards, least: int, what: str, place: Place) -> Violation:
    return Violation(
        Code.TOO_FEW_CARDS, f"{what} has at least {least} cards; {written(cards)} has {len(cards)}.", place, cards
    )


def _own_rank_faults(cards: Cards, jokers: Cards, place: Place) -> Iterator[Violation]:
    if len(jokers) < len(cards) or any(card is not JOKER for card in jokers):
        yield Violation(
            Code.JOKER_NOT_WILD,
            f"A joker stands for no other card here: only three or four jokers make a meld, not {written(cards)}.",
            place,
            jokers,
        )
    else:
        yield _too_large(cards, place)


def _too_large(cards: Cards, place: Place) -> Violation:
    return Violation(
        Code.SET_TOO_LARGE, f"A set has at most {MAX_SET} cards; {written(cards)} has {len(cards)}.", place, cards
    )


def _too_long(cards: Cards, place: Place) -> Violation:
    return Violation(
        Code.RUN_TOO_LONG, f"A run has at most {MAX_RUN} cards, one of each rank; this has {len(cards)}.", place, cards
    )


def _set_faults(cards: Cards, named: Cards, options: Options, place: Place) -> Iterator[Violation]:
    if len(cards) > MAX_SET:
        yield _too_large(cards, place)
    repeated = _repeated(named, "suit")
    if repeated and options.set_suits is SetSuits.DISTINCT:
        yield Violation(
            Code.SET_REPEATS_SUIT,
            f"A set shows each suit once; {written(named)} has {SUIT_NAMES[repeated[0].suit]} twice.",
            place,
            repeated,
        )


def _repeated(cards: Cards, what: str) -> Cards:
    """Return the cards whose rank or suit another of the cards has too."""
    shown = [getattr(card, what) for card in cards]
    return tuple(card for card, value in zip(cards, shown, strict=True) if shown.count(value) > 1)


def _run_faults(cards: Cards, named: Cards, ace: AceEnd | None, options: Options, place: Place) -> Iterator[Violation]:
    if len(cards) < options.min_run_length:
        yield _too_few(cards, options.min_run_length, "A run", place)
    if len(cards) > MAX_RUN:
        yield _too_long(cards, place)
    ranks = faces(named) & ALL_RANKS
    length = min(ranks.bit_count() + len(cards) - len(named), MAX_RUN)
    lows = [low for low in range(ACE, KING + 1) if WINDOWS[low][length] & ranks == ranks]
    if not lows:
        yield _gap(named, ranks, length, options, place)
    repeated = _repeated(named, "rank")
    if repeated:
        yield Violation(
            Code.RUN_REPEATS_RANK,
            f"A run has each rank once; {written(cards)} has {RANKS[repeated[0].rank - 1]} twice.",
            place,
            repeated,
        )
    if lows:
        yield from _barred(named, lows, length, ace, options, place)


def _gap(named: Cards, ranks: int, length: int, options: Options, place: Place) -> Violation:
    """Tell of the cards that are missing inside the shortest stretch on which a run with all the ranks may lie."""
    low, span = next(
        (low, span)
        for span in range(length, MAX_RUN + 1)
        for low in range(ACE, KING + 1)
        if WINDOWS[low][span] & ranks == ranks and may_lie(low, span, options.ace_in_runs)
    )
    stretch = [(position - 1) % KING + 1 for position in range(low, low + span)]
    missing = tuple(natural_card(rank, named[0].suit) for rank in stretch if not ranks & 1 << rank - 1)
    message = f"{written(named)} leave a gap at {listing(missing, 'and')}."
    return Violation(Code.RUN_HAS_GAP, message, place, named)


def _barred(
    named: Cards, lows: list[int], length: int, ace: AceEnd | None, options: Options, place: Place
) -> Iterator[Violation]:
    """Tell of an end of the ace that is barred, or of a corner that is turned; nothing where the run may lie."""
    straight = [low for low in lows if may_lie(low, length, AceInRuns.EITHER)]
    aces = tuple(card for card in named if card.rank == ACE)
    if not straight and options.ace_in_runs is not AceInRuns.CORNER:
        yield Violation(
            Code.RUN_TURNS_CORNER,
            f"{written(named)} passes from king over ace to 2: a run ends at the ace.",
            place,
            aces,
        )
        return
    allowed = [low for low in lows if may_lie(low, length, options.ace_in_runs)]
    if not allowed:
        end = "low" if straight[0] == ACE else "high"
        yield Violation(
            Code.ACE_END_BARRED,
            f"An ace may not lie {end} in a run here, as it would in {written(named)}.",
            place,
            aces,
        )
    elif not any(end_agrees(RUNS[0][low][length], ace) for low in allowed):
        yield Violation(Code.ACE_END_BARRED, f"{written(named)} has no ace at its {ace} end.", place, aces)


def _mixed_faults(cards: Cards, named: Cards, options: Options, place: Place) -> Iterator[Violation]:
    ranks = faces(named) & ALL_RANKS
    in_sequence = (
        ranks.bit_count() == len(named)
        and len(cards) <= MAX_RUN
        and any(
            WINDOWS[low][len(cards)] & ranks == ranks
            for low in range(ACE, KING + 1)
            if may_lie(low, len(cards), AceInRuns.EITHER) or options.ace_in_runs is AceInRuns.CORNER
        )
    )
    if in_sequence:
        suits = " and ".join(SUIT_NAMES[suit] for suit in range(len(SUITS)) if any(card.suit == suit for card in named))
        yield Violation(
            Code.RUN_MIXES_SUITS,
            f"{written(cards)} is in sequence, but a run is of one suit, not {suits}.",
            place,
            named,
        )
    else:
        yield Violation(
            Code.NOT_A_MELD,
            f"{written(cards)} is neither a set of one rank nor a run of one suit.",
            place,
            cards,
        )


def cards_that_fit(shape: Shape, options: Options) -> Cards:
    """Return the natural cards that can be laid off on a meld next, each on its own.

    >>> cards_that_fit(RUNS[1][5][3], Options())
    (4H, 8H)
    """
    if isinstance(shape, Set):
        if shape.size >= MAX_SET:
            return ()
        if shape.rank == 0:
            return (JOKER,)
        return tuple(
            natural_card(shape.rank, suit)
            for suit in range(len(SUITS))
            if options.set_suits is SetSuits.ANY or not shape.suits & 1 << suit
        )
    if shape.length >= MAX_RUN:
        return ()
    ranks = [
        (position - 1) % KING + 1
        for position, low in ((shape.low - 1, shape.low - 1), (shape.high + 1, shape.low))
        if may_lie(low, shape.length + 1, options.ace_in_runs)
    ]
    return tuple(natural_card(rank, shape.suit) for rank in sorted(set(ranks)))


def lay_off_faults(
    shape: Shape, lying: Cards, cards: Cards, ace: AceEnd | None, options: Options, place: Place
) -> tuple[Violation, ...]:
    """Return why these cards cannot be laid off on a meld: each card that does not fit, then the shape's own code."""
    fits = cards_that_fit(shape, options)
    left = _left_over(shape, cards, options)
    if ace is not None and not left:
        reason = f"not with its ace {ace}"
    elif fits:
        reason = f"{'the next cards are' if len(fits) > 1 else 'the next card is'} {listing(fits, 'and')}"
    else:
        reason = "nothing more fits it"
    misfits = tuple(
        Violation(
            Code.CARD_DOES_NOT_FIT,
            f"{cards[index].code} does not join {written(lying)}: {reason}.",
            (*place, index),
            (cards[index],),
            {"fits": fits},
        )
        for index in left or range(len(cards))
    )
    return misfits + meld_faults(lying + cards, ace, options, place)


def _left_over(shape: Shape, cards: Cards, options: Options) -> tuple[int, ...]:
    """Return which cards are left when all that fit have been laid off one after the other."""
    left = list(range(len(cards)))
    while True:
        fitting = next((index for index in left if _stand(cards[index]) in cards_that_fit(shape, options)), None)
        if fitting is None:
            return tuple(left)
        left.remove(fitting)
        shape = _grown(shape, cards[fitting])


def _stand(card: Card) -> Card:
    return natural_card(card.rank, card.suit) if card.rank else card


def _grown(shape: Shape, card: Card) -> Shape:
    if isinstance(shape, Set):
        # A fourth card fills a set, so its suits tell nothing more.
        return shape._replace(size=shape.size + 1)
    goes_above = shape.high % KING + 1 == card.rank
    return RUNS[shape.suit][shape.low if goes_above else shape.low - 1 or KING][shape.length + 1]


def naming_faults(reading: Reading, cards: Cards, place: Place) -> tuple[Violation, ...]:
    """Return what the player must still say of cards that make a meld in several ways."""
    if reading.names:
        index = cards.index(JOKER)
        return (
            Violation(
                Code.JOKER_UNNAMED,
                f"The joker in {written(cards)} could stand for {listing(reading.names, 'or')}: name the card.",
                (*place, index),
                (JOKER,),
                {"candidates": reading.names},
            ),
        )
    if reading.ace_open:
        aces = tuple(card for card in cards if card.rank == ACE)
        return (
            Violation(
                Code.ACE_END_UNSTATED,
                "The ace of a thirteen-card run can lie low or high and counts differently: name its end.",
                place,
                aces,
                {"candidates": tuple(AceEnd)},
            ),
        )
    return ()
