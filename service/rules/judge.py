"""A question and the options in, a verdict out.

Every judge lists all reasons in one fixed order - impossible table, cards not held, the target meld, the shape, the
naming of jokers and ace ends, the first meld - and an illegal play is an answer, never an exception.
"""

from collections.abc import Iterator
from typing import Final

from .cards import JOKER, missing_from, stands_for, written
from .meld_faults import cards_that_fit, lay_off_faults, meld_faults, naming_faults
from .melds import Reading, join
from .options import FirstMeldCounts, Jokers, LayoffScope, Options
from .prices import prices_of
from .questions import (
    AceEnd,
    Cards,
    HandScoreQuestion,
    LayOffQuestion,
    MeldQuestion,
)
from .rulebook import RULES, Code
from .table import Meld, deck_faults, lay_off_points, read_at_once, read_melds, shown, table_faults
from .verdicts import (
    HandScore,
    Interpretation,
    LayOffVerdict,
    MeldVerdict,
    Place,
    Unchecked,
    Violation,
)

_CARDS: Place = ("cards",)
# Reading a member from its class costs more than comparing it.
_OWN: Final = LayoffScope.OWN
# A class of named members takes several times as long.
_new: Final = tuple.__new__


def unchecked(code: Code) -> Unchecked:
    """Return that something could not be checked, in the words of the rulebook."""
    return Unchecked(code, RULES[code].sentence)


_HAND_NOT_GIVEN = (unchecked(Code.HAND_NOT_GIVEN),)


def judge_meld(question: MeldQuestion, options: Options) -> MeldVerdict:
    """Judge cards that are to be laid as a new meld.

    With a hand, ownership is judged too; with `has_melded` false, the first-meld minimum.

    >>> from .cards import cards
    >>> judge_meld(MeldQuestion(cards("AS 2S 3S")), Options()).points
    6
    """
    cards = question.cards
    hand = question.hand
    faults = deck_faults(_in_question(cards, hand), options, question.players)
    if hand is not None:
        faults += _not_in(hand, cards)
    reading, card_points, points, lying = read_at_once(cards, question.ace, options)
    if lying is None:
        return MeldVerdict(faults + unread_meld(reading, cards, question.ace, options), _hand_unchecked(hand))
    open_points = _hand_unchecked(hand)
    if options.first_meld_minimum:
        below, not_said = _first_meld(points, options, has_melded=question.has_melded)
        faults += below
        open_points += not_said
    if faults:
        return MeldVerdict(faults, open_points)
    named = interpretation(cards, reading, _CARDS)
    return _new(MeldVerdict, ((), open_points, lying, points, card_points, named))


def _hand_unchecked(hand: Cards | None) -> tuple[Unchecked, ...]:
    return _HAND_NOT_GIVEN if hand is None else ()


def _in_question(cards: Cards, hand: Cards | None) -> list[tuple[Place, Cards]]:
    """Return the cards of a question that come from the decks; those that are held are counted once."""
    if hand is None:
        return [(_CARDS, cards)]
    return [(("hand",), hand), (_CARDS, missing_from(hand, cards))]


def not_held(missing: Cards, place: Place) -> tuple[Violation, ...]:
    """Return that these cards are to be played but are not held."""
    verb = "is" if len(missing) == 1 else "are"
    return (Violation(Code.CARD_NOT_IN_HAND, f"{written(missing)} {verb} not in the hand.", place, missing),)


def _not_in(hand: Cards, cards: Cards) -> tuple[Violation, ...]:
    missing = missing_from(hand, cards)
    return not_held(missing, _CARDS) if missing else ()


def unread_meld(
    reading: Reading, cards: Cards, ace: AceEnd | None, options: Options, place: Place = _CARDS
) -> tuple[Violation, ...]:
    """Return why cards cannot be read as one meld; nothing where only a joker is at fault that no deck holds."""
    if options.jokers is Jokers.NONE and any(card.is_joker for card in cards):
        return ()
    return naming_faults(reading, cards, place) or meld_faults(cards, ace, options, place)


def interpretation(cards: Cards, reading: Reading, place: Place) -> tuple[Interpretation, ...]:
    """Return the names that were filled in for jokers."""
    if JOKER not in cards:
        return ()
    return tuple(
        Interpretation((*place, index), stands_for(named))
        for index, (given, named) in enumerate(zip(cards, reading.laid, strict=True))
        if given is JOKER and named is not JOKER
    )


def _first_meld(
    points: int, options: Options, *, has_melded: bool | None
) -> tuple[tuple[Violation, ...], tuple[Unchecked, ...]]:
    """Judge a meld's worth by itself: what refuses it, and what one question cannot tell."""
    if has_melded or points >= options.first_meld_minimum:
        return (), ()
    if has_melded is None:
        return (), (unchecked(Code.HAS_MELDED_NOT_GIVEN),)
    if options.first_meld_counts is FirstMeldCounts.TURN:
        return (), (unchecked(Code.TURN_NOT_GIVEN),)
    return (below_minimum(points, options),), ()


def below_minimum(points: int, options: Options) -> Violation:
    """Return that a first meld is not worth enough."""
    return Violation(
        Code.FIRST_MELD_BELOW_MINIMUM,
        f"The first meld must be worth {options.first_meld_minimum}; this is worth {points}.",
    )


def judge_lay_off(question: LayOffQuestion, options: Options) -> LayOffVerdict:
    """Judge cards that are to be laid off on a meld of the table, all of them or none.

    >>> from .cards import cards
    >>> from .questions import TableMeld
    >>> table = (TableMeld("m1", 0, cards("5H 6H 7H")),)
    >>> judge_lay_off(LayOffQuestion(cards("8H 4H"), table), Options()).points
    12
    """
    open_points = _hand_unchecked(question.hand)
    melds, faults = _table_of(question, options)
    if faults:
        return LayOffVerdict(faults, open_points)
    cards = question.cards
    hand = question.hand
    held_faults = () if hand is None else _not_in(hand, cards)
    if options.layoff_scope is _OWN and question.seat is None:
        open_points += (unchecked(Code.SEAT_NOT_GIVEN),)
    target, target_faults = target_of(cards, question.meld_id, question.ace, question.seat, melds, options)
    faults = held_faults + target_faults
    if target is None:
        return LayOffVerdict(faults, open_points)
    reading = join(target.shape, target.cards, cards, question.ace, options)
    if reading.shape is None:
        faults += unread_lay_off(target, reading, cards, question.ace, options)
    elif options.joker_layoff_ban and hand is not None:
        faults += naturals_held(reading.laid, hand)
    if options.first_meld_minimum:
        waits, not_said = _lay_off_waits(question, options)
        faults += waits
        open_points += not_said
    if faults or reading.shape is None:
        return LayOffVerdict(faults, open_points)
    card_points = lay_off_points(reading.shape, reading.laid, options)
    points = sum([each.points for each in card_points])
    return LayOffVerdict(
        (),
        open_points,
        shown(reading.shape, reading.cards),
        target.id,
        points,
        card_points,
        interpretation(cards, reading, _CARDS),
    )


def _table_of(question: LayOffQuestion, options: Options) -> tuple[tuple[Meld, ...], tuple[Violation, ...]]:
    """Read the table of a lay-off, and tell what makes it impossible."""
    melds, unread = read_melds(question.melds, options)
    listed = _in_question(question.cards, question.hand)
    seats: tuple[tuple[Place, int], ...] = () if question.seat is None else ((("seat",), question.seat),)
    return melds, table_faults(listed, question.melds, seats, options, question.players) + unread


def target_of(
    cards: Cards, meld_id: str | None, ace: AceEnd | None, seat: int | None, melds: tuple[Meld, ...], options: Options
) -> tuple[Meld | None, tuple[Violation, ...]]:
    """Find the meld that cards are to join: the named one, else the only one that they fit."""
    own_only = options.layoff_scope is _OWN and seat is not None
    if meld_id is not None:
        named = _called(meld_id, melds)
        if named is None:
            return None, (Violation(Code.NO_SUCH_MELD, f"There is no meld {meld_id} on the table.", ("meld_id",)),)
        if own_only and named.seat != seat:
            message = f"{meld_id} belongs to seat {named.seat}: cards are laid off only on one's own melds."
            return named, (Violation(Code.NOT_YOUR_MELD, message, ("meld_id",)),)
        return named, ()
    open_melds = tuple([meld for meld in melds if not own_only or meld.seat == seat])
    if len(open_melds) == 1:
        return open_melds[0], ()
    fitting = tuple(meld for meld in open_melds if _fits(meld, cards, ace, options))
    if len(fitting) == 1:
        return fitting[0], ()
    if fitting:
        ids = tuple(meld.id for meld in fitting)
        message = f"{written(cards)} fits {' and '.join(ids)}: name the meld."
        return None, (Violation(Code.MELD_UNNAMED, message, (), cards, {"candidates": ids}),)
    fits = tuple(dict.fromkeys(card for meld in open_melds for card in cards_that_fit(meld.shape, options)))
    whose = "of one's own, and cards are laid off on no other" if own_only else "of the table"
    message = f"{written(cards)} joins no meld {whose}."
    return None, (Violation(Code.CARD_DOES_NOT_FIT, message, _CARDS, cards, {"fits": fits}),)


def _called(meld_id: str, melds: tuple[Meld, ...]) -> Meld | None:
    for meld in melds:
        if meld.laid.id == meld_id:
            return meld
    return None


def _fits(meld: Meld, cards: Cards, ace: AceEnd | None, options: Options) -> bool:
    reading = join(meld.shape, meld.cards, cards, ace, options)
    return reading.shape is not None or bool(reading.names) or reading.ace_open


def unread_lay_off(
    target: Meld, reading: Reading, cards: Cards, ace: AceEnd | None, options: Options
) -> tuple[Violation, ...]:
    """Return why cards cannot be laid off on a meld that they do not join."""
    return naming_faults(reading, cards, _CARDS) or lay_off_faults(
        target.shape, target.cards, cards, ace, options, _CARDS
    )


def naturals_held(laid: Cards, hand: Cards) -> tuple[Violation, ...]:
    """Return the jokers that stand for a natural card which the seat holds."""
    return tuple(_naturals_held(laid, hand))


def _naturals_held(laid: Cards, hand: Cards) -> Iterator[Violation]:
    for index, card in enumerate(laid):
        if card.is_joker and card is not JOKER and stands_for(card) in hand:
            yield Violation(
                Code.NATURAL_CARD_IN_HAND,
                f"A joker may not be laid off for {stands_for(card).code} while that card is in the hand.",
                ("cards", index),
                (card,),
            )


def _lay_off_waits(question: LayOffQuestion, options: Options) -> tuple[tuple[Violation, ...], tuple[Unchecked, ...]]:
    """Judge whether a lay-off must wait for the first meld."""
    owns_meld = question.seat is not None and any(meld.seat == question.seat for meld in question.melds)
    has_melded = question.has_melded
    if has_melded is None and question.seat is not None:
        has_melded = owns_meld
    if has_melded is None:
        return (), (unchecked(Code.HAS_MELDED_NOT_GIVEN),)
    if has_melded:
        return (), ()
    if options.first_meld_counts is FirstMeldCounts.TURN and (question.seat is None or owns_meld):
        return (), (unchecked(Code.TURN_NOT_GIVEN),)
    return (lay_off_waits(options),), ()


def lay_off_waits(options: Options) -> Violation:
    """Return that nothing may be laid off before the first meld."""
    return Violation(
        Code.FIRST_MELD_BELOW_MINIMUM,
        f"Cards are laid off only after a first meld worth {options.first_meld_minimum}.",
    )


def score_hand(question: HandScoreQuestion, options: Options) -> HandScore:
    """Say what cards cost that are left in hand (points, positive).

    >>> from .cards import cards
    >>> score_hand(HandScoreQuestion(cards("AS KS 9D")), Options()).points
    34
    """
    faults = deck_faults([(_CARDS, question.cards)], options, question.players)
    if faults:
        return HandScore(faults)
    prices = prices_of(options).in_hand
    card_points = tuple(prices[card.index] for card in question.cards)
    return HandScore((), sum(each.points for each in card_points), card_points)
