"""The best arrangement: held against everything that can be laid, against an integer programme, and by examples."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from service.rules import arrangement, quick_search, rank_moves
from service.rules import starts as starts_room
from service.rules.arrangement import Objective, best
from service.rules.cards import JOKER, NATURALS, cards
from service.rules.full_sweep import FullSweep
from service.rules.laying_out import Layout, OpenSets, in_order
from service.rules.options import RULESETS, AceInRuns, Jokers, Options, PipPoints, SetSuits
from service.rules.plain_search import PlainSearch, is_plain
from service.rules.questions import AceEnd, Cards, TableMeld
from service.rules.rank_moves import Known
from service.rules.search_task import Found, Purse, RunFound
from service.rules.starts import Asked, NewLayOff, starts
from service.rules.table import Meld, read_melds
from tests.rules.arrangement_deals import deck_of, hand_at_random, options_at_random, table_at_random, tight_table
from tests.rules.every_arrangement import EveryArrangement, is_lawful, points_in_hand, value_of
from tests.rules.integer_programme import Programme

if TYPE_CHECKING:
    from service.rules.search_task import Task

AMERICAN = Options()
NORDIC = RULESETS["nordic"].options
PAGAT = RULESETS["pagat"].options
PERSIAN = RULESETS["persian"].options
HOYLE = RULESETS["persian_hoyle"].options
CORNER = Options(ace_in_runs=AceInRuns.CORNER, corner_ace_points=1)
CORNER_WITH_JOKERS = replace(CORNER, jokers=Jokers.WILD, jokers_per_deck=4)


def table_of(*melds: str, options: Options = AMERICAN) -> tuple[Meld, ...]:
    laid = [TableMeld(f"m{number}", 0, cards(meld)) for number, meld in enumerate(melds, 1)]
    read, faults = read_melds(laid, options)
    assert not faults
    return read


def task_of(hand: Cards, table: tuple[Meld, ...], options: Options) -> Task:
    """Return what a search is asked about a hand when nothing is laid beforehand."""
    law = arrangement._law(options, Objective.NET)
    case = arrangement._Case(hand, table, law)
    asked = Asked(hand, table, law.terms, options, Purse(arrangement.BUDGET))
    return arrangement._task(case, next(starts(asked, lays_off=True)))[0]


def holds(random: Random, options: Options, hand: str | tuple[object, ...], table: tuple[Meld, ...]) -> None:
    """Hold the search against everything that can be laid, for an objective at random."""
    assert not isinstance(hand, str)
    held = tuple(card for card in (*NATURALS, JOKER) for _ in range(hand.count(card)))
    objective = random.choice((Objective.NET, Objective.NET, Objective.CARDS, Objective.MELDED))
    keep_one = random.random() < 0.4
    if objective is Objective.MELDED:
        table = ()
    found = best(held, table, options, objective=objective, keep_one=keep_one)
    expected = EveryArrangement(options, objective, int(keep_one and bool(held))).best(held, table)
    told = f"{held} on {[meld.cards for meld in table]} for {objective} under {options}"
    assert (found.value, found.bound) == (expected, expected), told
    assert is_lawful(held, table, found, options), told
    assert value_of(found, objective, held, options) == expected, told
    assert found.left or not held or not keep_one
    assert best(held, table, options, objective=objective, keep_one=keep_one) == found


@pytest.mark.parametrize("seed", range(10))
def test_nothing_that_can_be_laid_is_better(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        options = options_at_random(random)
        deck = deck_of(options, random.choice((1, 2)))
        table = table_at_random(random, options, deck, random.randint(0, 3), random.choice((5, 12)))
        holds(random, options, hand_at_random(random, deck, 7, random.choice((0, 0, 1, 2, 3))), table)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_better_where_runs_turn_the_corner(seed: int) -> None:
    random = Random(seed)
    for _ in range(15):
        options = options_at_random(random, AceInRuns.CORNER)
        deck = deck_of(options, random.choice((1, 2)))
        table = table_at_random(random, options, deck, random.randint(0, 2), random.choice((5, 12)))
        holds(random, options, hand_at_random(random, deck, 6, random.choice((0, 0, 1, 2))), table)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_better_where_the_table_has_hardly_any_room_for_jokers(seed: int) -> None:
    random = Random(seed)
    for _ in range(15):
        options = options_at_random(random, random.choice((None, None, AceInRuns.CORNER)))
        options = replace(options, jokers=Jokers.WILD, joker_layoff_ban=random.random() < 0.5)
        if random.random() < 0.5:
            options = replace(options, min_naturals=random.choice((2, 3)), min_run_length=random.choice((3, 4)))
        deck = deck_of(options, random.choice((1, 2)))
        table, near = tight_table(random, options, deck)
        naturals = near[: random.randint(1, 3)] + random.sample(NATURALS[:13], random.randint(0, 1))
        holds(random, options, (*naturals, *[JOKER] * random.randint(1, 3)), table)


@pytest.mark.parametrize("seed", range(20))
def test_an_integer_programme_finds_nothing_better(seed: int) -> None:
    random = Random(seed)
    options = replace(options_at_random(random), joker_layoff_ban=False)
    decks = random.choice((1, 2))
    deck = deck_of(options, decks)
    table = table_at_random(random, options, deck, random.randint(0, 3), 4)
    most = random.choice((14, 20, 30, 45))
    hand = hand_at_random(random, deck, most, random.choice((0, 1, 2, 4)))
    found = best(hand, table, options)
    assert found.value == found.bound == Programme(hand, table, options).best()
    assert is_lawful(hand, table, found, options)
    assert value_of(found, Objective.NET, hand, options) == found.value


@pytest.mark.parametrize(
    ("hand", "options", "value", "left"),
    [
        ("", AMERICAN, 0, ""),
        ("2C 9H KD", AMERICAN, -21, "2C 9H KD"),
        ("4S 4C 4D 4H 5S 5C 5D 6S 2C 3S 3C", AMERICAN, 27, "6S 3S"),
        ("AS AC AD AH 2S 3S", AMERICAN, 55, "2S 3S"),
        ("AS AC AD AH 2S 3S", NORDIC, 70, ""),
        # A card that could join a run at both ends of the ace lies where the ace counts most.
        ("AH 2H 3H QH KH", AMERICAN, 30, "2H 3H"),
        ("AH 2H 3H QH KH", Options(ace_in_runs=AceInRuns.LOW), -14, "QH KH"),
        # One of two twins joins the longer run.
        ("5S 6S 7S 7S 8S 9S", AMERICAN, 42, ""),
        # Four of a kind count double only at once.
        ("6S 6H 6D 6C KC", HOYLE, 38, "KC"),
        # A joker makes a set of two; it is worth more than a card of a set of four.
        ("9C 9H JK", PAGAT, 33, ""),
        ("2S 2H 2D 2C JK", PAGAT, 19, "2S"),
        # Jokers that are not wild are melded among themselves.
        ("JK JK JK JK 9C", HOYLE, 151, "9C"),
        ("JK JK JK JK JK 9C", HOYLE, 131, "JK 9C"),
        ("JK JK 9C 9D", HOYLE, -58, "JK JK 9C 9D"),
    ],
)
def test_the_best_arrangement_is_known(hand: str, options: Options, value: int, left: str) -> None:
    found = best(cards(hand), (), options)
    assert (found.value, found.bound) == (value, value)
    assert sorted(card.code for card in found.left) == sorted(card.code for card in cards(left))


def test_a_run_of_thirteen_names_the_dearer_end_of_its_ace() -> None:
    (meld,) = best(NATURALS[:13], (), AMERICAN).melds
    assert (meld.ace, meld.points, meld.cards[-1]) == (AceEnd.HIGH, 99, NATURALS[0])


def test_jokers_that_would_make_a_run_too_long_cut_it_in_two() -> None:
    found = best((*NATURALS[1:12], *[JOKER] * 4), (), PERSIAN)
    assert sorted(len(meld.cards) for meld in found.melds) == [6, 9]
    assert is_lawful((*NATURALS[1:12], *[JOKER] * 4), (), found, PERSIAN)
    assert found.left == ()


def test_jokers_alone_make_a_meld_where_no_natural_card_is_asked_for() -> None:
    options = replace(PERSIAN, min_naturals=0)
    assert [len(meld.cards) for meld in best((JOKER,) * 5, (), options).melds] == [5]
    assert best((JOKER,) * 5, (), PERSIAN).melds == ()


def test_a_card_of_ones_own_new_run_is_laid_off_where_that_keeps_the_ace_dear() -> None:
    table = table_of("5H 6H 7H", options=CORNER)
    found = best(cards("QS KS AS 2S"), table, CORNER)
    assert [(meld.cards, meld.points) for meld in found.melds] == [(cards("QS KS AS"), 35)]
    assert [(each.cards, each.meld_id, each.points) for each in found.lay_offs] == [(cards("2S"), "m2", 2)]


def test_cards_bridge_the_gap_between_two_runs_of_the_table() -> None:
    table = table_of("3H 4H 5H", "9H 10H JH")
    found = best(cards("6H 7H 8H 2S"), table, AMERICAN)
    assert (found.value, found.left) == (19, cards("2S"))


def test_a_joker_is_laid_off_once_the_card_that_it_stands_for_lies() -> None:
    options = replace(PERSIAN, set_suits=SetSuits.DISTINCT)
    table = table_of("9C 10C JC", "8H 8S 8D", options=options)
    found = best(cards("8C JK QC KC AC 7C 6C 5C 4C 3C 2C"), table, options)
    assert found.left == ()
    assert is_lawful(cards("8C JK QC KC AC 7C 6C 5C 4C 3C 2C"), table, found, options)


def test_lay_offs_come_in_an_order_in_which_jokers_may_be_laid() -> None:
    first, second = NewLayOff(cards("JK=8H"), "m1", None, 20), NewLayOff(cards("8H"), "m2", None, 8)
    assert in_order([first, second], PERSIAN) == [second, first]
    # On one meld the order stays; where two wait for each other, a card and a joker change places.
    third = NewLayOff(cards("9H"), "m1", None, 9)
    assert in_order([first, third, second], PERSIAN) == [second, first, third]
    waiting = [NewLayOff(cards("JK=8H 9H"), "m1", None, 29), NewLayOff(cards("JK=9H 8H"), "m2", None, 28)]
    assert in_order(waiting, PERSIAN) == [
        NewLayOff(cards("8H 9H"), "m1", None, 17),
        NewLayOff(cards("JK=9H JK=8H"), "m2", None, 40),
    ]


@pytest.mark.parametrize(
    ("hand", "table", "options"),
    [
        # Two aces cannot both join one run; where both ends are open the rest goes on at the other.
        ("AS AS 2S KS", ("3S 4S 5S 6S 7S 8S 9S 10S JS QS",), AMERICAN),
        ("AS AS 2S", ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",), AMERICAN),
        ("AS AS KS", ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS",), NORDIC),
        ("KS AS", ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS",), AMERICAN),
        ("2S", ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",), CORNER),
        # Around the corner.
        ("QS KS AS 2S", ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS",), CORNER),
        ("4S", ("QS KS AS 2S 3S",), CORNER),
        ("JS QS KS AS 2S", (), CORNER),
        ("AS KS QS 2S", ("3S 4S 5S 6S 7S 8S 9S 10S JS",), CORNER),
        ("AS KS 2S 3S 3S", ("4S 5S 6S 7S 8S 9S 10S JS QS",), CORNER),
        ("AS KS QS JS 2S 3S 4S", (), replace(CORNER, low_ace_points=15)),
        ("9S 10S JS QS KS AS 2S", ("AS 2S 3S 4S 5S 6S 7S 8S",), CORNER),
        ("9S 10S JS QS KS AS", ("2S 3S 4S 5S 6S 7S 8S",), CORNER),
        ("AS JK JK JK", (), CORNER_WITH_JOKERS),
        ("KS AS 2S JK JK", (), CORNER_WITH_JOKERS),
        ("AS 2S JK JK", ("6S 7S 8S 9S 10S JS QS KS",), CORNER_WITH_JOKERS),
    ],
)
def test_nothing_is_better_at_the_ends_of_runs(hand: str, table: tuple[str, ...], options: Options) -> None:
    laid = [TableMeld(f"m{number}", 0, cards(meld), (), AceEnd.LOW) for number, meld in enumerate(table, 1)]
    if all(card.rank != 1 for meld in laid for card in meld.cards):
        laid = [meld._replace(ace=None) for meld in laid]
    read, _ = read_melds(laid, options)
    for objective in Objective:
        held = cards(hand)
        melds = read if objective is not Objective.MELDED else ()
        found = best(held, melds, options, objective=objective)
        assert found.value == found.bound == EveryArrangement(options, objective, 0).best(held, melds)
        assert is_lawful(held, melds, found, options)


def test_what_meets_around_the_corner_is_a_run_of_its_own() -> None:
    table = table_of("3H 4H 5H 6H", options=CORNER)
    hand = cards("AH 2H 7H 8H 9H 10H JH QH KH AH")
    found = best(hand, table, CORNER)
    assert found.left == ()
    assert is_lawful(hand, table, found, CORNER)


LITTLE_ROOM = "4S 5S 6S 7S 8S 9S 10S JS QS KS AS"


@pytest.mark.parametrize(
    ("hand", "table", "overrides", "value"),
    [
        # A natural card stays in hand so that a joker has room.
        ("2S 3S JK", [LITTLE_ROOM], {"min_run_length": 4}, 16),
        ("2S 3S JK", [LITTLE_ROOM], {"min_naturals": 3}, 16),
        ("2S 3S JK JK", [LITTLE_ROOM, "9S 9C 9H"], {"min_naturals": 3, "joker_points": 20}, 41),
        # One king joins the table by way of a joker, the other one a new run.
        ("QC KC KC AC JK", ["3C 4C 5C 6C 7C 8C 9C 10C JC"], {"min_naturals": 3}, 60),
        # Around the corner an ace is dearer with a joker beyond it.
        ("AS JK", ["2S 3S 4S 5S 6S 7S 8S 9S 10S"], {"ace_in_runs": AceInRuns.CORNER}, 30),
        ("AS JK", ["2S 3S 4S 5S 6S 7S 8S 9S"], {"ace_in_runs": AceInRuns.CORNER, "corner_ace_points": 5}, 20),
        ("AS JK", ["4S 5S 6S 7S 8S 9S 10S JS QS KS"], {"ace_in_runs": AceInRuns.CORNER}, 30),
    ],
)
def test_jokers_find_the_dearest_place(hand: str, table: list[str], overrides: dict[str, Any], value: int) -> None:
    options = replace(PAGAT, **overrides)
    melds = table_of(*table, options=options)
    found = best(cards(hand), melds, options)
    assert (found.value, found.bound) == (value, value)
    assert is_lawful(cards(hand), melds, found, options)


@pytest.mark.parametrize("seed", range(10))
def test_all_searches_find_the_same(seed: int) -> None:
    random = Random(seed)
    for _ in range(6):
        options = replace(options_at_random(random), jokers=Jokers.NONE)
        deck = deck_of(options, random.choice((1, 2)))
        table = table_at_random(random, options, deck, random.randint(0, 4), 5)
        hand = tuple(random.sample(deck, min(len(deck), random.choice((10, 26, 40, 60)))))
        task = task_of(hand, table, options)
        if not is_plain(task):
            continue
        plain, full = PlainSearch(task, Known(task.terms, task.worth)), FullSweep(task)
        most = plain.bound
        found = plain.solve(10**7, -1), full.solve(10**7, -1)
        assert {each.value for each in found if each is not None} == {plain.bound} == {full.bound}
        assert most >= plain.bound
        assert best(hand, table, options).value == plain.bound - points_in_hand(hand, options)
        for objective in Objective:
            melds = table if objective is not Objective.MELDED else ()
            told = best(hand, melds, options, objective=objective)
            assert told.value == told.bound == value_of(told, objective, hand, options)


@pytest.mark.parametrize("size", [40, 60, 80])
def test_a_search_without_jokers_that_runs_out_of_steps_finds_something_good(size: int) -> None:
    random = Random(size)
    for options in (AMERICAN, NORDIC):
        task = task_of(tuple(random.sample(NATURALS * 2, size)), (), options)
        whole, short, no_better = (PlainSearch(task, Known(task.terms, task.worth)) for _ in range(3))
        best_found, found = whole.solve(10**7, -1), short.solve(20, -1)
        assert best_found is not None
        assert found is not None
        assert 0.9 * best_found.value < found.value <= best_found.value == whole.bound <= short.bound
        assert no_better.solve(20, whole.bound) is None
        assert no_better.bound >= whole.bound


def test_every_hand_of_one_deck_is_searched_in_few_steps() -> None:
    random = Random(1)
    for _ in range(60):
        hand = tuple(random.sample(NATURALS, random.randint(30, 51)))
        for options in (AMERICAN, NORDIC, replace(NORDIC, min_run_length=4)):
            task = task_of(hand, (), options)
            search = PlainSearch(task, Known(task.terms, task.worth))
            found = search.solve(10**7, -1)
            assert found is not None
            assert found.value == search.bound
            assert search.steps < 10_000


def test_one_card_stays_where_one_is_asked_for() -> None:
    hand = cards("4S 5S 6S 7S")
    assert best(hand, (), AMERICAN).left == ()
    assert best(hand, (), AMERICAN, keep_one=True).left == cards("4S")


@pytest.mark.parametrize("hand", ["KH KS JK", "AS JK JK", "4S 5S 6S JK", "JK JK JK", "2S 3S 3S 4S JK", "JK"])
@pytest.mark.parametrize("options", [PAGAT, replace(PERSIAN, min_naturals=0), CORNER_WITH_JOKERS])
def test_a_joker_or_a_card_of_any_suit_stays_where_one_is_asked_for(hand: str, options: Options) -> None:
    held = cards(hand)
    for objective in Objective:
        found = best(held, (), options, objective=objective, keep_one=True)
        assert found.left
        assert found.value == found.bound == EveryArrangement(options, objective, 1).best(held, ())


@pytest.mark.parametrize("hand", ["AH 2H 3H QH KH JK", "AS 2S 3S JS QS KS JK", "AD 2D 3D JD QD JK JK"])
@pytest.mark.parametrize("low_ace", [1, 15])
def test_no_joker_is_laid_off_around_the_corner_for_the_card_that_is_kept(hand: str, low_ace: int) -> None:
    options = replace(CORNER_WITH_JOKERS, joker_layoff_ban=True, low_ace_points=low_ace)
    for shortest in (3, 4):
        held, strict = cards(hand), replace(options, min_run_length=shortest)
        found = best(held, (), strict, keep_one=True)
        assert found.value == found.bound == EveryArrangement(strict, Objective.NET, 1).best(held, ())
        assert is_lawful(held, (), found, strict)


@pytest.mark.parametrize(("jokers", "kept"), [(2, 2), (3, 2), (4, 4)])
def test_a_new_run_around_the_corner_takes_more_than_thirteen_cards_in_two(jokers: int, kept: int) -> None:
    options = replace(CORNER_WITH_JOKERS, corner_ace_points=15, min_run_length=4)
    hand = (*[card for card in NATURALS[:13] if card.rank != kept], *[JOKER] * jokers)
    found = best(hand, (), options)
    assert found.value == found.bound
    assert found.left == ()
    assert is_lawful(hand, (), found, options)


def test_the_search_stops_with_one_card_kept() -> None:
    hand = cards("4S 5S 6S 7S")
    assert best(hand, (), AMERICAN, keep_one=True, stop_at=1).value >= 1
    assert best(hand, (), AMERICAN, keep_one=True, stop_at=99).bound < 99
    # Not even all cards are worth enough, though an ace could be worth more elsewhere.
    found = best(cards("AS 2S 3S"), (), AMERICAN, keep_one=True, stop_at=10)
    assert (found.melds, found.left, found.bound) == ((), cards("AS 2S 3S"), 6)


@pytest.mark.parametrize("keep_one", [False, True])
def test_the_search_stops_as_soon_as_it_knows_enough(keep_one: bool) -> None:  # noqa: FBT001
    random = Random(5)
    for _ in range(60):
        hand = tuple(random.sample(NATURALS, 26))
        exact = best(hand, (), NORDIC, keep_one=keep_one).value
        for wanted in (exact - 10, exact, exact + 5):
            found = best(hand, (), NORDIC, keep_one=keep_one, stop_at=wanted)
            assert (found.value >= wanted) == (exact >= wanted)
            assert found.value >= wanted or found.bound < wanted


def test_nothing_is_looked_for_where_even_all_cards_are_not_worth_enough() -> None:
    hand = cards("AS 2S 2H 3S KS KH JK JK JK JK")
    purse = Purse(arrangement.BUDGET)
    found = best(hand, (), CORNER_WITH_JOKERS, objective=Objective.MELDED, stop_at=200, purse=purse)
    assert (found.melds, found.bound < 200, purse.steps) == ((), True, arrangement.BUDGET)


def test_around_the_corner_only_what_is_worth_enough_is_looked_for() -> None:
    hand = cards("AS 2S 2H 2D 3S 4H 4D 5C KS KH JK JK")
    options = replace(CORNER_WITH_JOKERS, min_naturals=2)
    exact = best(hand, (), options, objective=Objective.MELDED)
    for wanted in (exact.value, exact.value + 1):
        purse = Purse(arrangement.BUDGET)
        found = best(hand, (), options, objective=Objective.MELDED, stop_at=wanted, purse=purse)
        assert (found.value >= wanted) == (exact.value >= wanted)
        assert found.value >= wanted or found.bound < wanted


def test_a_hand_that_lies_where_it_brings_most_ends_the_search_around_the_corner() -> None:
    options = replace(CORNER_WITH_JOKERS, min_naturals=3, min_run_length=4, set_ace_points=5, corner_ace_points=5)
    around = [card for card in NATURALS if card.rank not in {6, 7, 8, 9}]
    hand = (*around, *cards("6H 6S 9H 9S JK JK JK JK"))
    purse = Purse(arrangement.BUDGET)
    found = best(hand, table_of("7C 7H 7S", options=options), options, purse=purse)
    assert found.value == found.bound
    assert found.left == ()
    assert purse.steps > 0


def test_where_the_steps_run_out_the_best_so_far_and_a_bound_are_told() -> None:
    random = Random(1)
    hand = (*random.sample(NATURALS * 2, 20), *[JOKER] * 4)
    found = best(hand, (), PERSIAN, purse=Purse(5_000))
    exact = best(hand, (), PERSIAN)
    assert exact.value == exact.bound
    assert found.value <= exact.value < found.bound
    assert found.melds
    assert is_lawful(hand, (), found, PERSIAN)


@pytest.mark.parametrize("seed", range(12))
def test_the_best_is_never_above_the_bound_wherever_the_steps_run_out(seed: int) -> None:
    random = Random(f"steps {seed}")
    for _ in range(12):
        options = options_at_random(random, random.choice((None, AceInRuns.CORNER)))
        deck = deck_of(options, random.choice((1, 2)))
        if random.random() < 0.5:
            table, near = tight_table(random, options, deck)
            hand = (*near[: random.randint(1, 3)], *[JOKER] * min(deck.count(JOKER), random.randint(0, 3)))
        else:
            table = table_at_random(random, options, deck, random.randint(0, 3), random.choice((5, 12)))
            hand = hand_at_random(random, deck, 9, random.choice((0, 2, 3)))
        objective = random.choice(tuple(Objective))
        melds = table if objective is not Objective.MELDED else ()
        keep_one = random.random() < 0.5
        exact = best(hand, melds, options, objective=objective, keep_one=keep_one)
        assert exact.value == exact.bound
        for steps in (0, 1, 100, 400, 800, 1_500, 3_000, 10_000):
            found = best(hand, melds, options, objective=objective, keep_one=keep_one, purse=Purse(steps))
            told = f"{hand} on {[meld.cards for meld in melds]} for {objective} in {steps} steps under {options}"
            assert found.value <= exact.value <= found.bound, told
            assert is_lawful(hand, melds, found, options), told


def test_where_the_steps_run_out_no_more_runs_are_begun_around_the_corner() -> None:
    options, hand = CORNER, cards("QS KS AS 2S")
    core = starts_room._core(cards("KS AS 2S"), (), options)
    purse = Purse(1)
    assert [chosen for chosen, _ in starts_room._some_of([core, core], hand, purse)] == [(), (core,)]
    assert purse.cut_short


@pytest.mark.parametrize("fewer", [100, 200_000])
def test_where_the_steps_do_not_do_for_all_jokers_some_stay_in_hand(
    fewer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrangement, "_STEPS_WITH_FEWER_JOKERS", fewer)
    random = Random(3)
    hand = (*random.sample(NATURALS * 2, 40), *[JOKER] * 6)
    found = best(hand, (), PERSIAN, purse=Purse(2_000))
    exact = best(hand, (), PERSIAN)
    assert found.left.count(JOKER) >= 3
    assert found.melds
    assert found.value < exact.value <= found.bound
    assert is_lawful(hand, (), found, PERSIAN)


def test_no_joker_is_laid_beforehand_where_it_could_be_laid_afterwards() -> None:
    table = table_of("6S 7S 8S 9S 10S JS QS KS", options=CORNER_WITH_JOKERS)
    hand = cards("AS 2S 3S JK")
    terms = task_of(hand, table, CORNER_WITH_JOKERS).terms
    asked = Asked(hand, table, terms, CORNER_WITH_JOKERS, Purse(arrangement.BUDGET))
    begun = list(starts(asked, lays_off=True))
    ways = [way for start in begun for suit in start.suits for way in suit]
    laid = {lay_off.cards for way in ways for base in way.bases for lay_off in base.first}
    assert cards("3S") in laid
    assert cards("JK=3S") not in laid


def test_what_meets_around_the_corner_with_too_many_jokers_stays_in_hand() -> None:
    options = replace(CORNER_WITH_JOKERS, min_naturals=3)
    table = table_of("3H 4H 5H 6H 7H 8H", options=options)
    hand = cards("2H AH 9H JK JK JK JK JK")
    task = task_of(hand, table, options)
    asked = Asked(hand, table, task.terms, options, Purse(arrangement.BUDGET))
    start = next(starts(asked, lays_off=True))
    below = RunFound(1, 1, [True, True], 0)
    above = RunFound(1, 9, [True, *[False] * 5], 0)
    layout = Layout(start, task, Found(0, [], {}, [below, above]), OpenSets((), ()), (), options)
    assert layout.melds == []
    assert [lay_off.cards for lay_off in layout.lay_offs] == [cards("AH 2H")]


@pytest.mark.parametrize("options", [AMERICAN, NORDIC, PAGAT, PERSIAN, replace(PERSIAN, min_naturals=0)])
def test_the_budget_lasts_for_hands_of_one_deck_and_for_twenty_cards_of_two(options: Options) -> None:
    random = Random(2)
    for decks, size, jokers in ((1, 20, 2), (1, 35, 4), (1, 45, 2), (2, 20, 4)):
        held = jokers if options.jokers is Jokers.WILD else 0
        hand = (*random.sample(NATURALS * decks, size - held), *[JOKER] * held)
        found = best(hand, (), options)
        assert found.value == found.bound


def test_what_was_found_before_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [tuple(Random(seed).sample(NATURALS, size)) for seed in range(5) for size in (13, 36)]
    asked: list[tuple[Cards, tuple[Meld, ...]]] = [(hand, ()) for hand in hands]
    asked += [
        (cards("2S 6S 7S 8S KD"), table_of(run, options=NORDIC)) for run in ("3S 4S 5S", "9S 10S JS", "9S 10S JS QS")
    ]
    arrangement._quick_tables.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(rank_moves, "MOST_KNOWN", 4)
        patch.setattr(quick_search, "MOST_KNOWN", 2)
        found = [best(hand, table, NORDIC, objective=Objective.CARDS) for hand, table in asked]
    assert [best(hand, table, NORDIC, objective=Objective.CARDS) for hand, table in asked] == found


def test_points_in_hand_follow_the_options() -> None:
    assert points_in_hand(cards("AS 9D JK"), Options(pip_points=PipPoints.FIVE, ace_in_hand_points=1)) == 21


MUST_LAY: list[tuple[str, str, bool, int]] = [
    ("7H 7S 7D 5H 6H", "", False, 21),
    ("7H 7S 7D 5H 6H", "5H", False, 18),
    ("7H 7S 7D 5H 6H", "7S", False, 21),
    ("7H 7S 7D 5H 6H", "5H 7S", False, 0),
    ("7H 7S 7D", "7S", True, 0),
    ("7H 7S 7D 7C", "7S", True, 21),
    ("7S 7S 7D 7H 8S 9S", "7S", False, 45),
    ("7S 7S 7D 8S 9S 2C", "7S", False, 0),
]


@pytest.mark.parametrize(("hand", "must_lay", "keep_one", "points"), MUST_LAY)
def test_cards_that_must_be_laid_are_laid_or_nothing_is(
    hand: str, must_lay: str, points: int, *, keep_one: bool
) -> None:
    wanted = cards(must_lay)
    options = replace(AMERICAN, set_suits=SetSuits.DISTINCT)
    found = best(cards(hand), (), options, objective=Objective.MELDED, keep_one=keep_one, must_lay=wanted)
    assert found.value == points
    assert not points or not set(wanted) & set(found.left)
