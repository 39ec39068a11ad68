"""What a search for the best arrangement is asked, and what it answers: in counts, positions and worths.

This room must never know options, prices or melds of the table.
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from .set_choices import MAX_SET, MIN_SET, SetChoice, SetOfSuits

FOUR_SUITS: Final = range(4)
ACE: Final = 1
#: Positions of a run: an ace lies at 1 below the 2, or at 14 above the king.
HIGH_ACE: Final = 14
#: Worth less than everything.
NOWHERE: Final = -(10**9)
#: Worth more than everything.
EVERYTHING: Final = 10**9
#: So much is kept of what was found before; then it is forgotten.
MOST_KNOWN: Final = 50_000
#: States of a search, as numbers, with their worth; or states with the state before them.
Layer: TypeAlias = dict[int, int]


class Purse:
    """The steps that are left to a search, or to several; `cut_short` tells whether it stopped for want of them.

    `seen` is what costs steps only once, since it is known from then on.
    """

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.cut_short = False
        self.seen: set[object] = set()

    def spend(self, steps: int) -> None:
        """Count steps that were taken."""
        self.steps -= steps

    def is_spent(self) -> bool:
        """Tell one who would go on whether to stop."""
        if self.steps > 0:
            return False
        self.cut_short = True
        return True


class OpenRun(NamedTuple):
    """A run of the table from position `first` to `last`.

    Cards below `low` and from `beyond` upwards may join it; 0 is a closed end. Cards below `floor` may not join it;
    `from_ace` says that its ace lies below the 2. There is `room` for so many cards.
    """

    suit: int
    first: int
    last: int
    low: int
    beyond: int
    room: int
    floor: int = ACE
    from_ace: bool = False

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions where its cards lie; an ace that the run goes on from lies at both ends of the line."""
        positions = range(self.first, self.last + 1)
        if self.last <= HIGH_ACE:
            return tuple(positions)
        return (*range(self.first, HIGH_ACE + 1), *range(ACE, self.last - HIGH_ACE + ACE + 1))


class OpenSet(NamedTuple):
    """A set of the table that takes one more card of any of these suits."""

    rank: int
    suits: tuple[int, ...]


class Worth(NamedTuple):
    """What laying a card is worth: in runs by suit and position, in sets by suit and rank, how much more doubled."""

    run: tuple[tuple[int, ...], ...]
    set: tuple[tuple[int, ...], ...]
    doubled: tuple[int, ...]
    joker: int
    joker_doubled: int


class Terms(NamedTuple):
    """The law of melds, as far as the search needs it."""

    lowest: int
    highest: int
    min_run: int
    min_naturals: int
    distinct: bool


class Beginning(NamedTuple):
    """A way to begin in one suit: what has been laid beforehand, and what that was worth.

    `held` are the natural cards that are left, by position, `runs` those that lie then, and after them `new_runs`.
    """

    held: list[int]
    runs: tuple[OpenRun, ...]
    new_runs: tuple[OpenRun, ...] = ()
    jokers: int = 0
    gain: int = 0


class Task(NamedTuple):
    """What is to be arranged: natural cards by suit and position, wild jokers, the open melds of the table.

    `masks` say of each suit which positions are held, `has_twins` whether a card is held twice.

    `barred` are suits and ranks for which no joker may join a set of the table. Where there are `beginnings`, those of
    each suit, one of them is chosen, and their runs take the place of `runs`. With `keeps_one` a card stays in hand.
    With `roomy` every joker finds room in some meld.
    """

    held: list[list[int]]
    masks: list[int]
    has_twins: bool
    jokers: int
    runs: tuple[OpenRun, ...]
    sets: tuple[OpenSet, ...]
    terms: Terms
    worth: Worth
    barred: tuple[tuple[int, int], ...] = ()
    beginnings: tuple[tuple[Beginning, ...], ...] = ()
    keeps_one: bool = False
    roomy: bool = False


class RunFound(NamedTuple):
    """A run that was found: its suit, its lowest position, true for each natural card, and what jokers complete it.

    `target` is the number of the run of the table that it joins, None if it is a new meld.
    """

    suit: int
    low: int
    naturals: list[bool]
    target: int | None
    completing: int = 0


class Found(NamedTuple):
    """The best that was found: its worth, new sets with their rank, cards that join sets of the table, and runs.

    `joins` has the suit of the card that joins a set of the table by the number of the set. `spare` jokers go wherever
    there is `room`. `beginnings` has the number of the one that was chosen in each suit.
    """

    value: int
    sets: list[tuple[int, SetOfSuits]]
    joins: dict[int, int]
    runs: list[RunFound]
    spare: int = 0
    room: int = 0
    beginnings: tuple[int, ...] = ()

    def add_sets(self, rank: int, choice: SetChoice, task: Task) -> None:
        """Add the sets of a rank, and the cards that join sets of the table."""
        self.sets.extend([(rank, each) for each in choice.sets])
        if choice.joins:
            of_rank = [place for place, each in enumerate(task.sets) if each.rank == rank]
            self.joins.update({of_rank[place]: suit for place, suit in choice.joins})


class SparePlan(NamedTuple):
    """What becomes of jokers that no meld needs: sets of them, a run of them, and some that join other melds."""

    worth: int
    fours: int
    threes: int
    in_run: int
    joining: int


NO_PLAN: Final = SparePlan(0, 0, 0, 0, 0)


@lru_cache(maxsize=4096)
def spare_plan(jokers: int, room: int, terms: Terms, worth: int, doubled: int) -> SparePlan:
    """Return the best use of jokers that no meld needs, with room for some in the melds that there are."""
    best = NO_PLAN
    alone = terms.min_naturals == 0
    for fours in range(jokers // MAX_SET + 1 if alone else 1):
        for threes in range((jokers - MAX_SET * fours) // MIN_SET + 1 if alone else 1):
            left = jokers - MAX_SET * fours - MIN_SET * threes
            in_run = left if alone and left >= terms.min_run and room + threes < left else 0
            joining = 0 if in_run else min(left, room + threes)
            laid = MAX_SET * fours + MIN_SET * threes + in_run + joining
            value = laid * worth + MAX_SET * fours * doubled
            if value > best.worth:
                best = SparePlan(value, fours, threes, in_run, joining)
    return best
