"""The largest round there is to score: eight seats, every card of two decks on the table or in a hand."""

from typing import Final

from service.rules.cards import ACE, SUITS, natural_card
from service.rules.questions import EndedBy, LayOff, RoundScoreQuestion, ScoredSeat, TableMeld

_SEATS: Final = 8
#: The first ranks of three runs, each of three cards and one that another seat laid off.
_RUNS: Final = (2, 6, 10)


def _meld(number: int, suit: int, low: int) -> TableMeld:
    seat = number % _SEATS
    own = tuple(natural_card(rank, suit) for rank in range(low, low + 3))
    return TableMeld(f"m{number}", seat, own, (LayOff((seat + 3) % _SEATS, (natural_card(low + 3, suit),)),))


def _full_round() -> RoundScoreQuestion:
    runs = [(suit, low) for suit in range(len(SUITS)) for low in _RUNS] * 2
    hands = [(natural_card(ACE, seat % len(SUITS)),) for seat in range(_SEATS)]
    return RoundScoreQuestion(
        tuple(ScoredSeat(hand, 100) for hand in hands),
        EndedBy.STOCK,
        tuple(_meld(number, suit, low) for number, (suit, low) in enumerate(runs)),
    )


FULL_ROUND: Final = _full_round()
