"""What can become of the runs of one suit at one rank, in a sweep from low to high.

A run that is no meld yet is written in bits: below a leading 1 one bit for each of its cards, 1 for a natural card and
0 for a joker. This room knows how long a meld must be; it must never know at which rank it is, or what a card is worth.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

#: A run that is a meld already: any next card may join it.
LIVE: Final = 0b1
#: The same with its ace below the 2, so that no other ace joins it.
LIVE_FROM_ACE: Final = 0b10
#: A run of one natural card.
BEGUN: Final = 0b11

NATURAL: Final = "natural"
JOKER: Final = "joker"
COMPLETE: Final = "complete"
CLOSE: Final = "close"
#: Of runs that are alike it does not matter which does what, so that they do it in this order.
_ORDER: Final = {NATURAL: 0, CLOSE: 1, JOKER: 2, COMPLETE: 3}


class RunRule(NamedTuple):
    """How many cards, and how many natural cards among them, make a run a meld."""

    cards: int
    naturals: int


class Scene(NamedTuple):
    """What there is for the runs of a suit at one rank.

    `arriving` are runs of the table to which the next card would be one of this rank; `docks` are runs of the table
    that begin at this rank, with the number of cards that may join each from below. `fills_live` and `fills` say
    whether a joker here would be of use to a meld and to a run that is none yet; `splits` whether a card may begin a
    run of its own where it could join one of the table, `shortens` whether it may where it could join one that is none
    yet; `bars_from_ace` whether the cards are aces.
    """

    naturals: int
    jokers: int = 0
    arriving: tuple[int, ...] = ()
    docks: tuple[int, ...] = ()
    fills_live: bool = False
    fills: bool = False
    splits: bool = False
    shortens: bool = False
    bars_from_ace: bool = False


class Step(NamedTuple):
    """What one run does, and what it is afterwards: 0 if it is closed."""

    act: str
    became: int


class Way(NamedTuple):
    """One thing that can become of the runs of a suit.

    `counted` has the number of natural cards that are now known to be laid: of this rank, of the rank below, and so on.
    `made` says that a new meld came to be, `joined` which runs joined which docks, `begun` how many runs begin.
    """

    runs: tuple[int, ...]
    counted: tuple[int, ...]
    jokers: int
    laid_off: int
    made: bool
    joined: tuple[tuple[int, int], ...]
    steps: tuple[Step, ...]
    begun: int


class _Act(NamedTuple):
    step: Step
    counted: tuple[int, ...]
    jokers: int = 0
    laid_off: int = 0
    made: bool = False


@lru_cache(maxsize=1 << 14)
def run_ways(runs: tuple[int, ...], scene: Scene, rule: RunRule) -> tuple[Way, ...]:
    """Return what can become of open runs; ways that are no better than others are left out.

    A natural card always joins an open run if there is one: what it could begin, it continues as well.
    """
    found: dict[tuple[object, ...], Way] = {}
    for left, joined, counted, laid_off in _joins(runs, scene):
        here = sorted(left + scene.arriving)
        for way in _ways(here, scene, rule):
            whole = way._replace(counted=_sum(counted, way.counted), laid_off=laid_off + way.laid_off, joined=joined)
            found.setdefault((whole.runs, whole.counted, whole.jokers, whole.laid_off, whole.made), whole)
    return tuple(found.values())


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    if len(one) < len(other):
        one, other = other, one
    return (*(a + b for a, b in zip(one, other, strict=False)), *one[len(other) :])


def _cards(run: int) -> tuple[int, ...]:
    """Return 1 for each natural card and 0 for each joker of a run, the last card first."""
    return tuple(run >> place & 1 for place in range(run.bit_length() - 1))


def _joins(
    runs: tuple[int, ...], scene: Scene
) -> list[tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[int, ...], int]]:
    """Return the ways in which runs join runs of the table from below."""
    ways: list[tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[int, ...], int]] = [(runs, (), (), 0)]
    for dock, most in enumerate(scene.docks):
        for left, joined, counted, laid_off in tuple(ways):
            for run in dict.fromkeys(left):
                length = run.bit_length() - 1
                if run > LIVE_FROM_ACE and length <= most:
                    rest = list(left)
                    rest.remove(run)
                    ways.append(
                        (
                            tuple(rest),
                            (*joined, (run, dock)),
                            _sum(counted, (0, *_cards(run))),
                            laid_off + length,
                        )
                    )
    return ways


def _ways(runs: list[int], scene: Scene, rule: RunRule) -> Iterator[Way]:
    takers = sum(run != LIVE_FROM_ACE for run in runs) if scene.bars_from_ace else len(runs)
    most = min(scene.naturals, takers)
    # A card that begins a run of its own can make room for jokers: another does not join one of the table then.
    melds = sum(run <= LIVE_FROM_ACE for run in runs)
    least = max(0, most - melds * scene.splits - (len(runs) - melds) * scene.shortens)
    for count in range(most, least - 1, -1):
        begun = scene.naturals - count
        for acts in _acts(runs, count, scene.jokers, scene, rule):
            after = [act.step.became for act in acts if act.step.became] + [BEGUN] * begun
            counted: tuple[int, ...] = ()
            for act in acts:
                counted = _sum(counted, act.counted)
            yield Way(
                tuple(sorted(after)),
                counted,
                sum(act.jokers for act in acts),
                sum(act.laid_off for act in acts),
                any(act.made for act in acts),
                (),
                tuple(act.step for act in acts),
                begun,
            )


def _acts(
    runs: list[int], naturals: int, jokers: int, scene: Scene, rule: RunRule, first: int = 0
) -> Iterator[tuple[_Act, ...]]:
    """Yield what open runs can do so that exactly so many of them take a natural card."""
    if not runs:
        yield ()
        return
    alike = runs[0] in runs[1:2]
    for act in _acts_of(runs[0], scene, rule, may_take=naturals > 0):
        order = _ORDER[act.step.act]
        if order >= first and act.jokers <= jokers and (act.step.act is NATURAL or naturals < len(runs)):
            left = naturals - (act.step.act is NATURAL)
            for others in _acts(runs[1:], left, jokers - act.jokers, scene, rule, order if alike else 0):
                yield (act, *others)


def _acts_of(run: int, scene: Scene, rule: RunRule, *, may_take: bool) -> Iterator[_Act]:
    if run <= LIVE_FROM_ACE:
        if may_take and not (scene.bars_from_ace and run == LIVE_FROM_ACE):
            yield _Act(Step(NATURAL, run), (1,), laid_off=1)
        yield _Act(Step(CLOSE, 0), ())
        if scene.fills_live:
            yield _Act(Step(JOKER, run), (), 1, 1)
        return
    if may_take:
        longer = run << 1 | 1
        if _is_meld(longer, rule):
            yield _Act(Step(NATURAL, LIVE), (1, *_cards(run)), made=True)
        else:
            yield _Act(Step(NATURAL, longer), ())
    # A run with a joker in it is not given up: without the joker it is the same.
    if not run & run + 1:
        yield _Act(Step(CLOSE, 0), ())
    if scene.fills:
        longer = run << 1
        if _is_meld(longer, rule):
            yield _Act(Step(JOKER, LIVE), (0, *_cards(run)), 1, made=True)
        else:
            yield _Act(Step(JOKER, longer), (), 1)
    if run & 1 and run.bit_count() > rule.naturals:
        short = rule.cards + 1 - run.bit_length()
        if short <= scene.jokers:
            yield _Act(Step(COMPLETE, 0), (0, *_cards(run)), short, made=True)


def _is_meld(run: int, rule: RunRule) -> bool:
    return run.bit_length() > rule.cards and run.bit_count() > rule.naturals
