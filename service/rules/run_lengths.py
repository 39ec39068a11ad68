"""What becomes of the runs of a suit where there are no jokers, in a search from low to high.

The runs of one suit are told by their lengths alone, and there are at most two, since there are two copies of a card. A
suit's lengths are a number below 16, those of two suits a number below 256. What becomes of two suits is reckoned once
for all searches.
"""

from functools import lru_cache
from itertools import permutations, product
from typing import Final, NamedTuple, TypeAlias

#: How many of the lowest bits of a number are set in a row, up to three.
_IN_A_ROW: Final = (0, 1, 0, 2, 0, 1, 0, 3)


class Going(NamedTuple):
    """What becomes of the runs of a suit: their lengths, how many become melds, how many melds become longer.

    `shorter` says that of two open runs the one card joined the shorter one.
    """

    lengths: int
    made: int
    longer: int
    shorter: bool


#: The same of two suits, added up.
PairGoing: TypeAlias = tuple[int, int, int]


class Tables:
    """What becomes of runs of a minimal length, filled in as it is asked for."""

    def __init__(self, min_run: int) -> None:
        self.min_run = min_run
        #: By the three ranks that follow, as a mask: how many in a row the suit has a card of, as far as it matters.
        self.ahead = [min(in_a_row, min_run - 1) for in_a_row in _IN_A_ROW]
        self.lengths = [(low, high) for high in range(min_run + 1) for low in range(high + 1)]
        self.number = {lengths: number for number, lengths in enumerate(self.lengths)}
        #: By cards, cards ahead and lengths: what can become of one suit.
        self.goings = [
            [[self._goings(lengths, cards, ahead) for lengths in self.lengths] for ahead in range(min_run)]
            for cards in range(3)
        ]
        #: By cards and cards ahead of two suits, and their lengths.
        self.pairs: dict[int, tuple[PairGoing, ...]] = {}
        #: By the lengths of two suits, those that promise no more, as numbers and as a mask.
        self.covered = self._find_covered()

    def _goings(self, lengths: tuple[int, int], cards: int, ahead: int) -> tuple[Going, ...]:
        runs = [length for length in lengths if length]
        most = self.min_run
        taking: tuple[tuple[int, ...], ...] = (tuple(range(min(cards, len(runs)))),)
        if cards == 1 and len(runs) > 1:
            taking = ((0,), (1,))
        ways = []
        for takers in taking:
            after = [min(runs[place] + 1, most) for place in takers] + [1] * (cards - len(takers))
            kept = sorted(length if self.lasts(length, ahead) else 0 for length in after)
            kept = [0] * (2 - len(kept)) + kept
            made = sum(runs[place] == most - 1 for place in takers)
            longer = sum(runs[place] == most for place in takers)
            shorter = len(runs) == 2 and takers == (0,)
            ways.append(Going(self.number[kept[0], kept[1]], made, longer, shorter))
        if len(ways) == 2 and ways[0][:3] == ways[1][:3]:
            del ways[1]
        return tuple(ways)

    def _covers(self, lengths: tuple[int, int], others: tuple[int, int]) -> bool:
        """Tell whether what can become of some open runs is as good as that of others, both laid as far as they come.

        A meld needs no more cards, and may do without: it is as good as any. Other runs are as good as those as long.
        """
        return any(
            all(one in (self.min_run, other) for one, other in zip(lengths, way, strict=True))
            for way in permutations(others)
        )

    def _find_covered(self) -> dict[int, tuple[list[int], int]]:
        of_suit = [
            [other for other, runs in enumerate(self.lengths) if self._covers(each, runs)] for each in self.lengths
        ]
        covered = {}
        for (one, by_one), (two, by_two) in product(enumerate(of_suit), repeat=2):
            numbers = [first | second << 4 for first, second in product(by_one, by_two)]
            covered[one | two << 4] = numbers, sum(1 << each for each in numbers)
        return covered

    def joins_shorter(self, ahead: int, before: int, after: int) -> bool:
        """Tell whether, of two open runs, the one card joined the shorter one on the best way to these lengths."""
        ways = [going for going in self.goings[1][ahead][before] if going.lengths == after]
        return max(ways, key=lambda going: (going.made, going.longer)).shorter

    def lasts(self, length: int, ahead: int) -> bool:
        """Tell whether a run can go on or become a meld with so many cards in sequence ahead."""
        return ahead > 0 and length + ahead >= self.min_run

    def pair(self, key: int) -> tuple[PairGoing, ...]:
        """Return what becomes of two suits."""
        lengths, ahead, cards = key & 255, key >> 8 & 15, key >> 12
        best: dict[int, PairGoing] = {}
        for one in self.goings[cards // 3][ahead & 3][lengths & 15]:
            for two in self.goings[cards % 3][ahead >> 2][lengths >> 4]:
                state = one.lengths | two.lengths << 4
                going = (state, one.made + two.made, one.longer + two.longer)
                # Where two ways lead to the same, a run that was a meld went on instead of one that was none.
                if state not in best or best[state][1:] < going[1:]:
                    best[state] = going
        found = self.pairs[key] = tuple(best.values())
        return found


@lru_cache(maxsize=8)
def tables_for(min_run: int) -> Tables:
    """Return what becomes of runs that must be so long."""
    return Tables(min_run)
