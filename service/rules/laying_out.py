"""From what a search found back to plays: new melds, lay-offs, and the order in which they can be laid.

This room must never choose which cards are laid; it chooses only where jokers go that fit in many places.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from .cards import ACE, JOKER, KING, SUITS, Card, joker_named, natural_card, stands_for
from .melds import HIGH_ACE, MAX_RUN, MAX_SET, MIN_MELD, Set, Shape, join
from .options import Jokers, Options, SetSuits
from .prices import prices_of
from .questions import AceEnd, Cards
from .search_task import NO_PLAN, Found, RunFound, SparePlan, Task, spare_plan
from .starts import Base, NewLayOff, NewMeld, Start, new_meld
from .table import Meld, lay_off_points

_FOUR_SUITS: Final = range(len(SUITS))


class OpenSets(NamedTuple):
    """The sets of the table that take one more card: those of a rank, in the order of the task, and those of jokers."""

    of_rank: tuple[Meld, ...]
    of_jokers: tuple[Meld, ...]


def takes(shape: Set, options: Options) -> tuple[int, ...]:
    """Return the suits of the cards that may join a set."""
    if options.set_suits is SetSuits.ANY:
        return tuple(_FOUR_SUITS)
    return tuple([suit for suit in _FOUR_SUITS if not shape.suits & 1 << suit])


def own_rank_plan(jokers: int, open_sets: OpenSets, task: Task) -> SparePlan:
    """Return the best use of jokers that are melded only among themselves."""
    terms = task.terms._replace(min_naturals=0, min_run=jokers + 1)
    return spare_plan(jokers, len(open_sets.of_jokers), terms, task.worth.joker, task.worth.joker_doubled)


@lru_cache(maxsize=4096)
def plain_run(suit: int, low: int, length: int, options: Options) -> NewMeld:
    """Return a new run of so many natural cards."""
    cards = tuple([_placed(suit, low + place, natural=True) for place in range(length)])
    return new_meld(cards, options, _end_of_thirteen(cards, low))


@lru_cache(maxsize=4096)
def plain_set(rank: int, suits: tuple[int, ...], options: Options) -> NewMeld:
    """Return a new set of natural cards."""
    return new_meld(tuple([natural_card(rank, suit) for suit in suits]), options)


class Layout:
    """The plays that come of what a search found: `melds` first, then `lay_offs`."""

    def __init__(
        self, start: Start, task: Task, found: Found, open_sets: OpenSets, barred: Cards, options: Options
    ) -> None:
        self._options = options
        self._terms = task.terms
        self._barred = barred
        self._hand = start.hand
        old_bases = len(start.bases) - len(start.melds)
        new_bases = start.bases[old_bases:]
        self.melds = [meld for meld, base in zip(start.melds, new_bases, strict=True) if base.meld_id is not None]
        self.lay_offs = [lay_off for base in start.bases for lay_off in base.first]
        if options.jokers is Jokers.OWN_RANK:
            self._spare = 0
            plan = own_rank_plan(start.hand.count(JOKER), open_sets, task)
        else:
            plan = NO_PLAN
            if found.spare:
                plan = spare_plan(found.spare, found.room, task.terms, task.worth.joker, task.worth.joker_doubled)
            self._spare = plan.joining
        for run in found.runs:
            if run.target is None:
                self._lay_run(run)
        for rank, (suits, jokers) in found.sets:
            self._lay_set(rank, suits, jokers + self._take_spare(MAX_SET - len(suits) - jokers))
        for number, base in enumerate(start.bases):
            runs = [run for run in found.runs if run.target == number]
            self._extend(base, self._with_room(base, runs, is_new=number >= old_bases))
        self._join_sets(open_sets.of_rank, found.joins)
        if plan is not NO_PLAN:
            self._lay_jokers(plan, open_sets.of_jokers)
        if options.joker_layoff_ban:
            self.lay_offs = in_order(self.lay_offs, options)

    def _take_spare(self, most: int) -> int:
        """Take some of the jokers that no meld needs, as many as there are up to a number."""
        taken = min(self._spare, most)
        self._spare -= taken
        return taken

    def _new_meld(self, cards: Cards, low: int = 0) -> None:
        self.melds.append(new_meld(cards, self._options, _end_of_thirteen(cards, low)))

    # New melds.

    def _lay_run(self, run: RunFound) -> None:
        jokers = run.completing + self._spare
        if not jokers and all(run.naturals) and len(run.naturals) <= MAX_RUN:
            self.melds.append(plain_run(run.suit, run.low, len(run.naturals), self._options))
            return
        *first, (low, naturals) = _cut(run, jokers)
        for first_low, first_naturals in first:
            short = max(0, self._terms.min_run - len(first_naturals))
            self._place_run(run.suit, first_low, first_naturals, short)
            jokers -= short
        here = min(jokers, MAX_RUN - len(naturals))
        self._place_run(run.suit, low, naturals, here)
        self._spare = jokers - here

    def _place_run(self, suit: int, low: int, naturals: list[bool], jokers: int) -> None:
        """Lay a run with jokers at its upper end as far as it goes, then at its lower end."""
        high = low + len(naturals) - 1
        above = min(jokers, (KING if low == ACE else self._terms.highest) - high)
        low -= jokers - above
        filled = [False] * (jokers - above) + naturals + [False] * above
        self._new_meld(tuple([_placed(suit, low + place, natural=each) for place, each in enumerate(filled)]), low)

    def _lay_set(self, rank: int, suits: tuple[int, ...], jokers: int) -> None:
        if not jokers:
            self.melds.append(plain_set(rank, suits, self._options))
            return
        cards = [natural_card(rank, suit) for suit in suits]
        free = [suit for suit in _FOUR_SUITS if suit not in suits] * MAX_SET
        cards += [joker_named(natural_card(rank, suit)) for suit in free[:jokers]]
        self._new_meld(tuple(cards))

    def _lay_jokers(self, plan: SparePlan, joker_sets: tuple[Meld, ...]) -> None:
        """Lay melds of jokers alone."""
        own_rank = self._options.jokers is Jokers.OWN_RANK
        if own_rank:
            self._spare = plan.joining
            for meld in joker_sets[: self._take_spare(len(joker_sets))]:
                self._lay_off(meld.id, meld.shape, meld.cards, (JOKER,))
        sizes = [MAX_SET] * plan.fours + [MIN_MELD + self._take_spare(1) for _ in range(plan.threes)]
        for size in sizes:
            named = tuple([joker_named(natural_card(KING, suit)) for suit in range(size)])
            self._new_meld((JOKER,) * size if own_rank else named)
        if plan.in_run:
            self._place_run(0, self._terms.lowest, [False], plan.in_run - 1)

    # Lay-offs.

    def _with_room(self, base: Base, runs: list[RunFound], *, is_new: bool) -> list[RunFound]:
        """Return what joins a run; where all has no room in it, what joins at one end is laid as a run of its own.

        Around the corner what joins at one end can meet what joins at the other. A new run takes all jokers to spare.
        Cards stay in hand where there are too many jokers among them for that, and the bound tells so.
        """
        while True:
            room = MAX_RUN - base.shape.length - sum([len(run.naturals) for run in runs])
            spare = self._spare if is_new else 0
            alone = [run for run in runs if self._may_lie_alone(run, spare)]
            if room >= spare or not (alone or room < 0):
                return runs
            longest = max(alone or runs, key=_length)
            runs = [run for run in runs if run is not longest]
            if alone:
                length = len(longest.naturals)
                jokers = min(spare, max(self._terms.min_run - length, spare - room - length, 0))
                self._spare -= jokers
                self._place_run(base.shape.suit, longest.low, longest.naturals, jokers)

    def _may_lie_alone(self, run: RunFound, spare: int) -> bool:
        return sum(run.naturals) >= self._terms.min_naturals and len(run.naturals) + spare >= self._terms.min_run

    def _extend(self, base: Base, runs: list[RunFound]) -> None:
        """Lay off what joins a run, or lay the run with it where that is a new one."""
        shape = base.shape
        placed = []
        for run in runs:
            shift = shape.high + 1 - run.low if run.low == base.open_run.beyond else 0
            placed += [(run.low + shift + place, natural) for place, natural in enumerate(run.naturals)]
        low = min([shape.low, *[position for position, _ in placed]])
        high = max([shape.high, *[position for position, _ in placed]])
        jokers = self._take_spare(min(base.open_run.room, MAX_RUN - (high - low + 1)))
        for _ in range(jokers):
            if high > HIGH_ACE or high < (KING if low == ACE else self._terms.highest):
                high += 1
                placed.append((high, False))
            else:
                low -= 1
                placed.append((low, False))
        cards = tuple([_placed(shape.suit, position, natural=natural) for position, natural in placed])
        if base.meld_id is None:
            self._new_meld(base.cards + cards)
        elif cards:
            ace = None
            if high - low + 1 == MAX_RUN and _has_ace(cards):
                ace = AceEnd.LOW if low == ACE else AceEnd.HIGH
            self._lay_off(base.meld_id, shape, base.cards, cards, ace)

    def _join_sets(self, sets: tuple[Meld, ...], joins: dict[int, int]) -> None:
        for number, meld in enumerate(sets):
            shape = meld.shape
            assert isinstance(shape, Set)
            if number in joins:
                self._lay_off(meld.id, shape, meld.cards, (natural_card(shape.rank, joins[number]),))
            else:
                name = self._name_in(shape)
                if name is not None and self._take_spare(1):
                    self._lay_off(meld.id, shape, meld.cards, (joker_named(name),))

    def _name_in(self, shape: Set) -> Card | None:
        """Return what a joker that joins a set may stand for: rather a card that is not in the hand."""
        names = [natural_card(shape.rank, suit) for suit in takes(shape, self._options)]
        free = [name for name in names if name not in self._barred]
        return min(free, key=self._hand.count, default=None)

    def _lay_off(self, meld_id: str, shape: Shape, lying: Cards, cards: Cards, ace: AceEnd | None = None) -> None:
        joined = join(shape, lying, cards, ace, self._options)
        assert joined.shape is not None
        points = lay_off_points(joined.shape, cards, self._options)
        self.lay_offs.append(NewLayOff(cards, meld_id, ace, sum([each.points for each in points])))


def _length(run: RunFound) -> int:
    return len(run.naturals)


def _placed(suit: int, position: int, *, natural: bool) -> Card:
    card = natural_card((position - 1) % KING + 1, suit)
    return card if natural else joker_named(card)


def _has_ace(cards: Cards) -> bool:
    return any(card.rank == ACE and not card.is_joker for card in cards)


def _end_of_thirteen(cards: Cards, low: int) -> AceEnd | None:
    """Return the end of the ace, which a new meld of thirteen cards must name."""
    if len(cards) < MAX_RUN or not _has_ace(cards):
        return None
    return AceEnd.LOW if low == ACE else AceEnd.HIGH


def _cut(run: RunFound, jokers: int) -> list[tuple[int, list[bool]]]:
    """Return a run; in two halves with as many natural cards each, where its jokers would make it too long."""
    naturals = run.naturals
    if len(naturals) + jokers <= MAX_RUN:
        return [(run.low, naturals)]
    places = [place for place, natural in enumerate(naturals) if natural]
    half = (len(places) + 1) // 2
    end, begin = places[half - 1] + 1, places[half]
    return [(run.low, naturals[:end]), (run.low + begin, naturals[begin:])]


def in_order(lay_offs: list[NewLayOff], options: Options) -> list[NewLayOff]:
    """Return lay-offs in an order in which no joker stands for a card that is laid off only later.

    A card and a joker change places where there is no such order; the same is laid for as many points.
    """
    left = list(lay_offs)
    ordered: list[NewLayOff] = []
    while left:
        place = next((place for place in range(len(left)) if not _waits(left, place)), None)
        if place is None:
            left = _exchange(left, options)
        else:
            ordered.append(left.pop(place))
    return ordered


def _waits(left: list[NewLayOff], place: int) -> bool:
    """Tell whether a lay-off must wait for another: on the same meld, or of a card that its joker stands for."""
    if any(each.meld_id == left[place].meld_id for each in left[:place]):
        return True
    later = [card for number, each in enumerate(left) if number != place for card in each.cards]
    return any(card.is_joker and card is not JOKER and stands_for(card) in later for card in left[place].cards)


def _exchange(left: list[NewLayOff], options: Options) -> list[NewLayOff]:
    """Let a joker and the card that it stands for change places.

    There is one that stands for no ace: only two runs of a suit can each wait for the other, and that for two cards.
    """
    changed = [list(each.cards) for each in left]
    _, one, place, other = min(
        (card.rank == ACE, one, place, other)
        for one, cards in enumerate(changed)
        for place, card in enumerate(cards)
        if card.is_joker and card is not JOKER
        for other, others in enumerate(changed)
        if other != one and stands_for(card) in others
    )
    joker = changed[one][place]
    natural = stands_for(joker)
    changed[one][place] = natural
    changed[other][changed[other].index(natural)] = joker
    prices = prices_of(options).in_set
    more = {one: prices[natural.index].points - prices[joker.index].points}
    more[other] = -more[one]
    return [
        each._replace(cards=tuple(cards), points=each.points + more.get(number, 0))
        for number, (each, cards) in enumerate(zip(left, changed, strict=True))
    ]
