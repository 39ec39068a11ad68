"""Finds the best arrangement of a large hand by an integer programme, which a solver made by others solves.

Runs are a flow through the positions of a suit: a run has so many cards, and so many natural ones, until it is a meld.
Sets are counted by their kind. What is used is bounded by what is held.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

from highspy import Highs

from service.rules.cards import JOKER, KING, NATURALS, natural_card
from service.rules.melds import Run
from service.rules.options import AceInRuns, Jokers, Options, SetSuits
from service.rules.prices import prices_of

if TYPE_CHECKING:
    from service.rules.questions import Cards
    from service.rules.table import Meld

#: The lowest and the highest position of a run, an ace lying at 1 or 14.
ENDS = {AceInRuns.EITHER: (1, 14), AceInRuns.LOW: (1, 13), AceInRuns.HIGH: (2, 14)}


class Programme:
    """The programme for one hand. Runs of the table must be far from having thirteen cards."""

    def __init__(self, hand: Cards, table: tuple[Meld, ...], options: Options) -> None:
        self._hand = hand
        self._table = table
        self._options = options
        self._solver = Highs()  # type: ignore[no-untyped-call]  # the solver tells no types
        self._solver.silent()
        self._used: dict[object, list[Any]] = defaultdict(list)
        self._worth: list[Any] = []
        prices = prices_of(options)
        self._in_hand = prices.in_hand
        self._in_set = prices.in_set
        self._in_run = {position: prices.low_ace if position < 14 else prices.high_ace for position in range(1, 15)}

    def best(self) -> int:
        """Return points laid minus points left."""
        for suit in range(4):
            self._runs(suit)
        for rank in range(1, KING + 1):
            self._sets(rank)
        self._sets_of_jokers()
        for card in (*NATURALS, JOKER):
            if self._used[card]:
                self._solver.addConstr(self._solver.qsum(self._used[card]) <= self._hand.count(card))
        in_hand = sum(self._in_hand[card.index].points for card in self._hand)
        if not self._worth:
            return -in_hand
        self._solver.maximize(self._solver.qsum(self._worth))
        return round(self._solver.getObjectiveValue()) - in_hand

    def _count(self, most: int) -> Any:
        return self._solver.addIntegral(lb=0, ub=most)

    def _lay(self, card: Any, count: Any, points: int, times: int = 1) -> None:
        self._used[card].append(times * count)
        self._worth.append(times * (points + self._in_hand[card.index].points) * count)

    def _runs(self, suit: int) -> None:
        lowest, highest = ENDS[self._options.ace_in_runs]
        least, naturals = self._options.min_run_length, self._options.min_naturals
        tables = [m.shape for m in self._table if isinstance(m.shape, Run) and m.shape.suit == suit]
        wild = self._hand.count(JOKER) if self._options.jokers is Jokers.WILD else 0
        open_runs: dict[tuple[int, int], list[Any]] = {}
        for position in range(lowest, highest + 1):
            card = natural_card((position - 1) % KING + 1, suit)
            for shape in tables:
                if shape.low == position:
                    joining = [self._count(1) for _ in open_runs]
                    for state, count in zip(list(open_runs), joining, strict=True):
                        open_runs[state] = [*open_runs[state], -1 * count]
                    if joining:
                        self._solver.addConstr(self._solver.qsum(joining) <= 1)
                if shape.high + 1 == position:
                    open_runs.setdefault((least, naturals), []).append(self._count(1))
            open_runs = self._step(card, position, open_runs, wild)
        for (length, so_far), flow in open_runs.items():
            if (length, so_far) != (least, naturals):
                self._solver.addConstr(self._solver.qsum(flow) <= 0)

    def _step(
        self, card: Any, position: int, open_runs: dict[tuple[int, int], list[Any]], wild: int
    ) -> dict[tuple[int, int], list[Any]]:
        least, naturals = self._options.min_run_length, self._options.min_naturals
        after: dict[tuple[int, int], list[Any]] = defaultdict(list)
        for state in [(0, 0), *open_runs]:
            going = []
            for laid, times, more in ((card, self._hand.count(card), 1), (JOKER, wild, 0)):
                if times:
                    count = self._count(times)
                    self._lay(laid, count, self._in_run[position][laid.index].points)
                    going.append(count)
                    after[min(state[0] + 1, least), min(state[1] + more, naturals)].append(count)
            if state == (0, 0):
                continue
            flow = self._solver.qsum(open_runs[state])
            taken = self._solver.qsum(going) if going else 0 * flow
            if state == (least, naturals):
                self._solver.addConstr(taken <= flow)
            else:
                self._solver.addConstr(taken == flow)
        return dict(after)

    def _sets(self, rank: int) -> None:
        cards = [natural_card(rank, suit) for suit in range(4)]
        wild = self._hand.count(JOKER) if self._options.jokers is Jokers.WILD else 0
        naturals = self._options.min_naturals
        kinds: list[tuple[tuple[int, ...] | int, int]] = []
        for size in (3, 4):
            for held in range(naturals, size + 1):
                if self._options.set_suits is SetSuits.DISTINCT:
                    kinds += [(suits, size - held) for suits in combinations(range(4), held)]
                else:
                    kinds.append((held, size - held))
        of_suit: list[list[Any]] = [[] for _ in range(4)]
        total = []
        for suits, jokers in kinds:
            if jokers > wild:
                continue
            count = self._count(8)
            size = jokers + (suits if isinstance(suits, int) else len(suits))
            double = 2 if self._options.double_four_of_a_kind and size == 4 else 1
            if jokers:
                self._lay(JOKER, count, 0, jokers)
                self._worth.append(double * jokers * self._options.joker_points * count)
            points = (double - 1) * self._in_set[cards[0].index].points
            self._worth.append((size - jokers) * points * count)
            if isinstance(suits, int):
                total.append(suits * count)
            else:
                for suit in suits:
                    of_suit[suit].append(count)
        for meld in self._table:
            shape = meld.shape
            if not isinstance(shape, Run) and shape.rank == rank and shape.size == 3:
                self._join(shape.suits, wild, of_suit, total)
        self._use(cards, of_suit, total)

    def _join(self, lying: int, wild: int, of_suit: list[list[Any]], total: list[Any]) -> None:
        joining = []
        for suit in range(4):
            if self._options.set_suits is SetSuits.ANY or not lying & 1 << suit:
                count = self._count(1)
                joining.append(count)
                if self._options.set_suits is SetSuits.ANY:
                    total.append(count)
                    break
                of_suit[suit].append(count)
        if wild and joining:
            count = self._count(1)
            self._lay(JOKER, count, self._options.joker_points)
            joining.append(count)
        if joining:
            self._solver.addConstr(self._solver.qsum(joining) <= 1)

    def _use(self, cards: list[Any], of_suit: list[list[Any]], total: list[Any]) -> None:
        taken = []
        for card, counts in zip(cards, of_suit, strict=True):
            if held := self._hand.count(card):
                count = self._count(held)
                self._lay(card, count, self._in_set[card.index].points)
                taken.append(count)
                if not total:
                    self._solver.addConstr((self._solver.qsum(counts) if counts else 0 * count) == count)
            elif counts:
                self._solver.addConstr(self._solver.qsum(counts) <= 0)
        if total:
            self._solver.addConstr(self._solver.qsum(total) == (self._solver.qsum(taken) if taken else 0 * total[0]))

    def _sets_of_jokers(self) -> None:
        if self._options.jokers is Jokers.OWN_RANK and JOKER in self._hand:
            points = self._options.joker_points
            double = 2 if self._options.double_four_of_a_kind else 1
            for size, times in ((3, 1), (4, double)):
                self._lay(JOKER, self._count(2), times * points, size)
            places = sum(not isinstance(meld.shape, Run) and not meld.shape.rank for meld in self._table)
            if places:
                self._lay(JOKER, self._count(places), points)
