"""What can become of the cards of one rank and of the open runs that they meet, where there are no jokers.

Each way has its loss: how much less can then be laid than if every card were laid, where it counts most, that was not
given up before. Two suits are looked at together: the first two along with the sets, then the others.

This room knows counts, positions and worths; it must never know options or prices.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from .run_lengths import tables_for
from .search_task import ACE, HIGH_ACE, MOST_KNOWN, Terms, Worth
from .set_choices import NO_SETS, SetChoice, SetRule, set_choices

#: A state has four bits for the lengths of the runs of each suit, and above those two bits for the low aces of each.
LOW_ACES: Final = 16
#: The key of two suits has eight bits for their lengths, then four for the cards ahead, and then their cards.
AHEAD: Final = 8
CARDS: Final = 12
#: The key of the first two has instead of the cards the low aces of all suits, where aces lie high.
LOW_ACES_BELOW: Final = 12
_BELOW_CARDS: Final = (1 << CARDS) - 1

#: The loss; what becomes of two suits, as a state; what is left of the other two, as a key; what is chosen for sets.
Move: TypeAlias = tuple[int, int, int, "Choice"]


class RankCards(NamedTuple):
    """Cards of one rank by suit, at a position in runs, and what of the table they can join.

    `takers` are the suits that each set of the table takes, None where there can be no sets. `docks` has a bit for each
    suit in which a run of the table begins here. A card is worth `most` where it counts most.
    """

    position: int
    held: tuple[int, int, int, int]
    takers: tuple[tuple[int, ...], ...] | None
    docks: int
    most: int


class Choice(NamedTuple):
    """What sets leave for runs, as keys; how many cards are in them or left of the first two suits; what they gain."""

    first: int
    second: int
    settled: int
    low_aces: int
    gain: int
    sets: SetChoice


NO_CHOICE: Final = Choice(0, 0, 0, 0, 0, NO_SETS)


class Known:
    """What is kept from one search to the next, as long as cards are worth the same under the same terms."""

    def __init__(self, terms: Terms, worth: Worth) -> None:
        self.terms = terms
        self.worth = worth
        self.tables = tables_for(terms.min_run)
        self.both_ends = terms.lowest == ACE and terms.highest == HIGH_ACE
        runs, most = worth.run[0], terms.min_run
        # What the open runs of a suit are worth that are no melds yet, and the one of them that is worth most.
        each_pending = [
            [
                [sum(runs[max(position - length, 0) : position]) for length in lengths if length < most]
                for lengths in self.tables.lengths
            ]
            for position in range(HIGH_ACE + 2)
        ]
        self._pending = [list(map(sum, at_position)) for at_position in each_pending]
        self._docking = [[max(each, default=0) for each in at_position] for at_position in each_pending]
        self._made_worth = [sum(runs[max(position - most + 1, 0) : position + 1]) for position in range(HIGH_ACE + 1)]
        self._ranks: dict[RankCards, RankMoves] = {}
        self._noted = 0

    def rank(self, cards: RankCards) -> "RankMoves":
        """Return what can be done with these cards."""
        moves = self._ranks.get(cards)
        if moves is None:
            moves = self._ranks[cards] = RankMoves(cards, self)
        return moves

    def note(self, number: int) -> None:
        """Count what is kept, and forget it where it is too much."""
        self._noted += number
        if self._noted > MOST_KNOWN:
            self._ranks.clear()
            self._noted = 0

    def losses(self, position: int, docks: int, key: int) -> Iterator[tuple[int, int]]:
        """Yield what can become of two suits, with its loss as if a card that joins nothing were worth nothing.

        A run that is no meld can join one of the table in suits that have a bit in `docks`.
        """
        now, then = self._pending[position], self._pending[position + 1]
        docking = self._docking[position]
        one, two = key & 15, key >> 4 & 15
        before = now[one] + now[two] - docking[one] * (docks & 1) - docking[two] * (docks >> 1)
        made_worth, longer_worth = self._made_worth[position], self.worth.run[0][position]
        for lengths, made, longer in self.tables.pairs.get(key) or self.tables.pair(key):
            yield before - made * made_worth - longer * longer_worth - then[lengths & 15] - then[lengths >> 4], lengths


class RankMoves:
    """What can be done with the cards of a rank, found out when it is first asked for.

    The moves are kept by key, those with the least loss first, and of these those with the longest runs.
    """

    def __init__(self, cards: RankCards, known: Known) -> None:
        self.first: dict[int, list[Move]] = {}
        self.second: dict[int, list[Move]] = {}
        self._cards = cards
        self._known = known
        self._rank = ACE if cards.position == HIGH_ACE else cards.position
        self._are_low_aces = known.both_ends and cards.position == ACE
        self._choices: dict[int, list[Choice]] = {}

    def find_first(self, key: int) -> list[Move]:
        """Return what can become of the first two suits and the sets."""
        position, _, _, docks, most = self._cards
        best: dict[tuple[int, int], Move] = {}
        for choice in self._choices_beside(key >> LOW_ACES_BELOW):
            lost = most * choice.settled - choice.gain
            for loss, lengths in self._known.losses(position, docks & 3, key & _BELOW_CARDS | choice.first):
                state = lengths | choice.low_aces
                known = best.get((state, choice.second))
                if known is None or lost + loss < known[0]:
                    best[state, choice.second] = lost + loss, state, choice.second, choice
        moves = self.first[key] = sorted(best.values(), key=_least_loss)
        self._known.note(len(moves))
        return moves

    def find_second(self, key: int) -> list[Move]:
        """Return what can become of the other two suits."""
        position, _, _, docks, most = self._cards
        one, two = divmod(key >> CARDS, 3)
        losses = self._known.losses(position, docks >> 2, key)
        moves = [(most * (one + two) + loss, lengths << 8, 0, NO_CHOICE) for loss, lengths in losses]
        moves.sort(key=_least_loss)
        self.second[key] = moves
        self._known.note(len(moves))
        return moves

    def _choices_beside(self, low_aces: int) -> list[Choice]:
        """Return what the sets can leave for runs, where some aces lie low already."""
        choices = self._choices.get(low_aces)
        if choices is None:
            choices = self._choices[low_aces] = list(self._find_choices(low_aces))
        return choices

    def _find_choices(self, low_aces: int) -> Iterator[Choice]:
        worth = self._known.worth
        in_set, doubled = worth.set[0][self._rank], worth.doubled[self._rank]
        one, two, three, four = [count - (low_aces >> 2 * suit & 3) for suit, count in enumerate(self._cards.held)]
        for sets in self._find_sets():
            first, second, third, fourth = sets.taken
            in_sets = first + second + third + fourth
            first, second, third, fourth = one - first, two - second, three - third, four - fourth
            if first | second | third | fourth < 0:
                continue
            firsts, seconds = first * 3 + second << CARDS, third * 3 + fourth << CARDS
            if self._are_low_aces:
                # Those that are taken lie high or in sets, where they are counted.
                low = (first | second << 2 | third << 4 | fourth << 6) << LOW_ACES
                yield Choice(firsts, seconds, first + second, low, 0, sets)
            else:
                gain = in_sets * in_set + sets.doubled * doubled
                yield Choice(firsts, seconds, in_sets + first + second, 0, gain, sets)

    def _find_sets(self) -> tuple[SetChoice, ...]:
        held, takers = self._cards.held, self._cards.takers
        if takers is not None:
            doubles = bool(self._known.worth.doubled[self._rank])
            return set_choices(held, 0, takers, SetRule(1, self._known.terms.distinct, doubles))
        if self._are_low_aces:
            taken = product(*[range(count + 1) for count in held])
            return tuple([NO_SETS._replace(taken=(s, h, d, c)) for s, h, d, c in taken])
        return (NO_SETS,)


def _least_loss(move: Move) -> tuple[int, int, int]:
    loss, state, others, _ = move
    return loss, -state, others
