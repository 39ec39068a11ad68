"""Advice: which melds and lay-offs bring most.

It values cards and melds. What a turn owes - the dug card, the first meld, going out - is the business of other rooms.
"""

from typing import Final, NamedTuple

from .arrangement import BUDGET, best
from .options import DEFAULT_SEATS, Options
from .questions import Cards, TableMeld
from .search_task import Purse
from .table import read_melds, table_faults
from .verdicts import MeldKind, Violation

#: With four jokers around the corner a hand of one deck may take two thirds of these, any other far less.
_BUDGET_OF_ONE_DECK: Final = 6_000_000


class MeldAdviceQuestion(NamedTuple):
    """Which melds and lay-offs are worth most? With `keep_discard` a card at least stays in hand."""

    hand: Cards
    melds: tuple[TableMeld, ...] = ()
    keep_discard: bool = False
    players: int = DEFAULT_SEATS


class AdvisedMeld(NamedTuple):
    """A meld to lay, its cards as they lie."""

    cards: Cards
    kind: MeldKind
    points: int


class AdvisedLayOff(NamedTuple):
    """Cards to lay off on a meld. A new meld has the id that it gets when the melds are laid in their order."""

    cards: Cards
    meld_id: str
    points: int


class MeldAdvice(NamedTuple):
    """The answer: `net` is the points laid minus those left. Where it is not `optimal`, none is better than `bound`."""

    violations: tuple[Violation, ...]
    melds: tuple[AdvisedMeld, ...] = ()
    lay_offs: tuple[AdvisedLayOff, ...] = ()
    left: Cards = ()
    points: int = 0
    net: int = 0
    optimal: bool = True
    bound: int | None = None


def advise_melds(question: MeldAdviceQuestion, options: Options) -> MeldAdvice:
    """Return the melds and lay-offs with the most points laid minus points left, in an order in which they can be laid.

    >>> from .cards import cards
    >>> advise_melds(MeldAdviceQuestion(cards("7S 7H 7D 2C")), Options()).net
    19
    """
    melds, unread = read_melds(question.melds, options)
    faults = table_faults([(("hand",), question.hand)], question.melds, (), options, question.players) + unread
    if faults:
        return MeldAdvice(faults)
    decks, _ = options.copies(question.players)
    purse = Purse(_BUDGET_OF_ONE_DECK if decks == 1 else BUDGET)
    found = best(question.hand, melds, options, keep_one=question.keep_discard, purse=purse)
    optimal = found.value == found.bound
    return MeldAdvice(
        (),
        tuple([AdvisedMeld(meld.cards, meld.kind, meld.points) for meld in found.melds]),
        tuple([AdvisedLayOff(each.cards, each.meld_id, each.points) for each in found.lay_offs]),
        found.left,
        sum([each.points for each in found.melds]) + sum([each.points for each in found.lay_offs]),
        found.value,
        optimal,
        None if optimal else found.bound,
    )
