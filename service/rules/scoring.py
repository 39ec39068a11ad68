"""What a round is worth: the cards on the table to whoever laid them, the cards in hand against whoever holds them.

This room must never know how a meld is read or what a card counts: it asks `table` and `prices`.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from .cards import Card, cards
from .game_result import Outcome, SideScore, Standing, is_beyond_last_round, is_play_off, outcome, side_scores
from .options import GoingOut, Options, StockEndDeadwood, Tie
from .prices import prices_of
from .questions import BoodlePot, Cards, EndedBy, RoundScoreQuestion
from .rulebook import Code
from .table import Meld, price_list, read_at_once, read_melds, table_faults
from .verdicts import Place, Violation

#: The cards on which pots lie, in the order in which they are listed.
BOODLE_CARDS: Final = cards("AH KC QD JS")


class CardPlace(StrEnum):
    """Where a card lies at the end of a round."""

    MELD = "meld"
    LAY_OFF = "lay_off"
    HAND = "hand"


# Reading a member from its class costs more than adding the cards of a hand up.
_MELD: Final = CardPlace.MELD
_LAY_OFF: Final = CardPlace.LAY_OFF
_HAND: Final = CardPlace.HAND
_STOCK: Final = EndedBy.STOCK
# A class of named members takes several times as long.
_new: Final = tuple.__new__
_FLOAT: Final = GoingOut.FLOAT


class ScoredCard(NamedTuple):
    """A card, where it lies, and what it counted there: for its seat on the table, against it in hand."""

    card: Card
    place: CardPlace
    points: int
    meld_id: str | None = None


class SeatScore(NamedTuple):
    """What a round was worth to a seat: `net` is what it melded and laid off, less its deadwood, and its bonus.

    `cards` lists what it melded, what it laid off and what it holds, in this order.
    """

    seat: int
    melded: int
    laid_off: int
    deadwood: int
    bonus: int
    net: int
    total: int
    cards: tuple[ScoredCard, ...]


class WonPot(NamedTuple):
    """The chips that lay on a boodle card, and the seat that took them, if one did."""

    card: Card
    chips: int
    won_by: int | None = None


class Boodle(NamedTuple):
    """The pots of a round, the chips that all seats staked on them, and the pots that are carried over."""

    pots: tuple[WonPot, ...]
    stakes: int
    carried: tuple[BoodlePot, ...]


class RoundScore(NamedTuple):
    """The answer to a round; without scores where there are violations.

    `sides` is None where every seat plays alone, `boodle` where there are no pots.
    """

    violations: tuple[Violation, ...]
    seats: tuple[SeatScore, ...] = ()
    sides: tuple[SideScore, ...] | None = None
    outcome: Outcome | None = None
    boodle: Boodle | None = None


def score_round(question: RoundScoreQuestion, options: Options) -> RoundScore:
    """Add up a round, seat by seat and card by card, and tell where it leaves the game.

    A seat whose total before was not said began at nothing.

    >>> from .cards import cards
    >>> from .questions import ScoredSeat, TableMeld
    >>> seats = ScoredSeat(()), ScoredSeat(cards("KD AS"))
    >>> table = (TableMeld("m1", 0, cards("9H 9D 9C")),)
    >>> [seat.net for seat in score_round(RoundScoreQuestion(seats, EndedBy.WENT_OUT, table), Options()).seats]
    [27, -25]
    """
    melds, unread = read_melds(question.melds, options)
    out_seat = _out_seat(question)
    play_off = _is_play_off(question, options)
    hands: list[tuple[Place, Cards]] = [
        (("seats", seat, "hand"), each.hand) for seat, each in enumerate(question.seats)
    ]
    named: list[tuple[Place, int]] = [] if question.out_seat is None else [(("out_seat",), question.out_seat)]
    violations = (
        *table_faults(hands, question.melds, named, options, question.players),
        *unread,
        *_end_faults(question, out_seat, options),
        *_booting_faults(question, out_seat, options),
        *_pot_faults(question, options),
        *_game_faults(question, options, play_off=play_off),
    )
    if violations:
        return RoundScore(violations)
    seats = _seat_scores(question, melds, out_seat, options)
    nets = tuple([seat.net for seat in seats])
    totals = tuple([seat.total for seat in seats])
    return RoundScore(
        (),
        seats,
        side_scores(nets, totals, options),
        outcome(Standing(totals, out_seat, question.round_number, play_off, question.time_up), options),
        _boodle(question, melds, options) if options.boodle else None,
    )


def _out_seat(question: RoundScoreQuestion) -> int | None:
    """Return who went out: the seat that is named, else the only one with an empty hand."""
    if question.ended_by is _STOCK or question.out_seat is not None:
        return question.out_seat
    empty = [seat for seat, each in enumerate(question.seats) if not each.hand]
    return empty[0] if len(empty) == 1 else None


def _is_play_off(question: RoundScoreQuestion, options: Options) -> bool:
    if question.play_off is not None:
        return question.play_off
    totals = tuple([seat.total_before or 0 for seat in question.seats])
    return is_play_off(totals, question.round_number, options)


def _impossible(message: str, *place: str | int) -> Violation:
    return Violation(Code.IMPOSSIBLE_TABLE, message, place)


def _end_faults(question: RoundScoreQuestion, out_seat: int | None, options: Options) -> Iterator[Violation]:
    """Yield what the hands and the end of the round say against each other."""
    if out_seat is not None and out_seat >= question.players:
        return
    if question.ended_by is _STOCK:
        if out_seat is not None:
            yield _impossible("Nobody goes out in a round that the stock ends.", "out_seat")
    elif out_seat is None:
        yield _impossible(
            "The round ended by going out, but not exactly one hand is empty: say who went out.", "ended_by"
        )
        return
    elif left := question.seats[out_seat].hand:
        message = f"Seat {out_seat} went out, but holds {_counted(len(left))}."
        yield Violation(Code.OUT_WITH_CARDS, message, ("seats", out_seat, "hand"), left)
    if options.going_out is _FLOAT:
        return
    for seat, each in enumerate(question.seats):
        if not each.hand and seat != out_seat:
            yield _impossible(f"Seat {seat} has an empty hand, and so would have gone out.", "seats", seat, "hand")


def _counted(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _booting_faults(question: RoundScoreQuestion, out_seat: int | None, options: Options) -> Iterator[Violation]:
    for seat, each in enumerate(question.seats):
        if not each.booted:
            continue
        if options.booting_bonus == 0:
            yield _impossible(
                f"Seat {seat} cannot have booted: nobody goes out without a draw here.", "seats", seat, "booted"
            )
        elif options.going_out is GoingOut.FLOAT:
            yield _impossible(
                f"Seat {seat} cannot have booted: a seat without cards plays on here.", "seats", seat, "booted"
            )
        elif question.ended_by is EndedBy.STOCK or seat != out_seat:
            yield _impossible(f"Seat {seat} cannot have booted: it did not go out.", "seats", seat, "booted")


def _pot_faults(question: RoundScoreQuestion, options: Options) -> Iterator[Violation]:
    if question.boodle_pots and not options.boodle:
        yield _impossible("There are no boodle pots here.", "boodle_pots")
        return
    seen: set[Card] = set()
    for index, pot in enumerate(question.boodle_pots):
        if pot.card not in BOODLE_CARDS:
            yield _impossible(
                f"No pot lies on {pot.card.code}: they lie on AH, KC, QD and JS.", "boodle_pots", index, "card"
            )
        elif pot.card in seen:
            yield _impossible(f"There is one pot on {pot.card.code}, not two.", "boodle_pots", index, "card")
        seen.add(pot.card)


def _game_faults(question: RoundScoreQuestion, options: Options, *, play_off: bool) -> Iterator[Violation]:
    if question.play_off and options.tie is Tie.SHARED:
        yield _impossible("No tie is played off here: level totals share the win.", "play_off")
    if question.play_off and not options.target and not options.rounds:
        yield _impossible("No tie is played off in a game without target and round limit.", "play_off")
    if is_beyond_last_round(question.round_number, options) and not play_off:
        message = f"The game has {options.rounds} rounds: round {question.round_number} can only break a tie."
        yield _impossible(message, "round_number")


def _seat_scores(
    question: RoundScoreQuestion, melds: tuple[Meld, ...], out_seat: int | None, options: Options
) -> tuple[SeatScore, ...]:
    costs = prices_of(options).in_hand
    melded, laid_off = _laid_cards(question.players, melds, options)
    is_charged = question.ended_by is not _STOCK or options.stock_end_deadwood is StockEndDeadwood.CHARGED
    scores = []
    for seat, each in enumerate(question.seats):
        held = [
            _new(ScoredCard, (card, _HAND, costs[card.index].points if is_charged else 0, None)) for card in each.hand
        ]
        for_melds, for_lay_offs, deadwood = _points(melded[seat]), _points(laid_off[seat]), _points(held)
        bonus = (options.going_out_bonus if seat == out_seat else 0) + (options.booting_bonus if each.booted else 0)
        net = for_melds + for_lay_offs - deadwood + bonus
        total = (each.total_before or 0) + net
        listed = (*melded[seat], *laid_off[seat], *held)
        scores.append(SeatScore(seat, for_melds, for_lay_offs, deadwood, bonus, net, total, listed))
    return tuple(scores)


def _points(scored: list[ScoredCard]) -> int:
    return sum([each.points for each in scored]) if scored else 0


def _laid_cards(
    players: int, melds: tuple[Meld, ...], options: Options
) -> tuple[list[list[ScoredCard]], list[list[ScoredCard]]]:
    """Return for each seat what it melded and what it laid off, in table order, priced by where it was laid."""
    melded: list[list[ScoredCard]] = [[] for _ in range(players)]
    laid_off: list[list[ScoredCard]] = [[] for _ in range(players)]
    for meld in melds:
        laid = meld.laid
        own = read_at_once(laid.cards, laid.ace, options).card_points
        melded[laid.seat] += [_new(ScoredCard, (card, _MELD, points, laid.id)) for card, points in own]
        for shape, lay_off in zip(meld.shapes[1:], laid.lay_offs, strict=True):
            listed = price_list(shape, prices_of(options))
            laid_off[lay_off.seat] += [
                _new(ScoredCard, (card, _LAY_OFF, listed[card.index].points, laid.id)) for card in lay_off.cards
            ]
    return melded, laid_off


def _boodle(question: RoundScoreQuestion, melds: tuple[Meld, ...], options: Options) -> Boodle:
    stake = options.boodle_stake * question.players
    brought = dict(question.boodle_pots)
    takers = _takers(melds)
    pots = tuple(WonPot(card, brought.get(card, 0) + stake, takers.get(card)) for card in BOODLE_CARDS)
    carried = tuple(BoodlePot(pot.card, pot.chips) for pot in pots if pot.won_by is None)
    return Boodle(pots, stake * len(BOODLE_CARDS), carried)


def _takers(melds: tuple[Meld, ...]) -> dict[Card, int]:
    """Return which seat laid each card first, in table order; a joker that stands for a card is not that card."""
    takers: dict[Card, int] = {}
    for meld in melds:
        for seat, laid in ((meld.seat, meld.laid.cards), *meld.laid.lay_offs):
            for card in laid:
                takers.setdefault(card, seat)
    return takers
