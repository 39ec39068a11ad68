"""The rules of melds and lay-offs, read twice: whatever cards come, both readings say the same."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from service.rules.cards import cards as read
from service.rules.judge import judge_lay_off, judge_meld
from service.rules.options import AceInRuns, Jokers, Options, PipPoints, SetSuits
from service.rules.questions import AceEnd, LayOff, LayOffQuestion, MeldQuestion, TableMeld
from service.rules.rulebook import Code
from tests.rules import second_reading as second

Texts = tuple[str, ...]
ENDS: Final = (None, None, AceEnd.LOW, AceEnd.HIGH)
UNSAID: Final = {"JOKER_UNNAMED", "ACE_END_UNSTATED", "JOKER_NOT_IN_DECK"}
#: Whose cards are drawn: any, those of one or two suits, near the ace.
POOLS: Final = (
    second.DECK,
    second.DECK[:13],
    second.DECK[:13],
    second.DECK[:26],
    [card for card in second.DECK if card[:-1] in {"K", "A", "2", "3", "Q"}],
)


def options_by_chance(chance: Random) -> Options:
    return Options(
        jokers=chance.choice([Jokers.NONE, Jokers.WILD, Jokers.WILD, Jokers.OWN_RANK]),
        jokers_per_deck=4,
        two_decks_from=2,
        ace_in_runs=chance.choice(list(AceInRuns)),
        set_suits=chance.choice(list(SetSuits)),
        min_run_length=chance.choice([3, 3, 4]),
        min_naturals=chance.choice([0, 1, 1, 2, 3]),
        pip_points=chance.choice(list(PipPoints)),
        low_ace_points=chance.choice([1, 5, 15]),
        set_ace_points=chance.choice([5, 15]),
        corner_ace_points=chance.choice([1, 5, 15]),
        joker_points=chance.choice([15, 20, 25]),
        double_four_of_a_kind=chance.choice([False, True]),
    )


def joker(chance: Random, options: Options, natural: str) -> str:
    """Return a natural card, or - where there are jokers, sometimes - a joker, named for it or not."""
    if chance.random() > 0.15 or (options.jokers is Jokers.NONE and chance.random() > 0.05):
        return natural
    return chance.choice(["JK", f"JK={natural}"])


def cards_by_chance(chance: Random, options: Options) -> Texts:
    """Draw a run, a set, or any few cards, with jokers among them, sometimes with one card changed."""
    suit = chance.randrange(4)
    start, length = chance.randrange(14), chance.choice([2, 3, 3, 3, 4, 4, 5, 7, 11, 12, 13, 13, 14])
    kind = chance.random()
    if kind < 0.5:
        drawn = [second.DECK[suit * 13 + place % 13] for place in range(start, start + length)]
    elif kind < 0.7:
        rank = chance.choice(second.RANKS)
        drawn = [rank + chance.choice(second.SUITS) for _ in range(chance.choice([3, 3, 4, 5]))]
    else:
        drawn = chance.sample(chance.choice(POOLS), chance.choice([1, 2, 3, 3, 4]))
    if chance.random() < 0.15:
        drawn[chance.randrange(len(drawn))] = chance.choice(second.DECK)
    given = [joker(chance, options, natural) for natural in drawn]
    chance.shuffle(given)
    unnamed = [place for place, card in enumerate(given) if card == "JK"]
    for place in unnamed[3:]:
        given[place] = f"JK={drawn[place]}"
    return tuple(given)


def meld_by_chance(chance: Random, ace: AceEnd | None, options: Options) -> Texts:
    """Draw cards that mostly make a meld."""
    for _ in range(chance.choice([0, 5, 9])):
        given = cards_by_chance(chance, options)
        if second.meld(given, ace, options).laid:
            return given
    return cards_by_chance(chance, options)


def too_many(*lists: Texts) -> bool:
    """Tell whether two decks with four jokers each do not hold all these cards."""
    held = ["JK" if card.startswith("JK") else card for cards in lists for card in cards]
    return any(held.count(card) > (8 if card == "JK" else 2) for card in held)


def texts(cards: object) -> Texts:
    assert isinstance(cards, tuple)
    return tuple(map(str, map(repr, cards)))


@pytest.mark.parametrize("seed", range(2))
def test_both_readings_of_a_meld_agree(seed: int) -> None:
    chance = Random(seed)
    legal = 0
    for _ in range(1500):
        options = options_by_chance(chance)
        given, ace = cards_by_chance(chance, options), chance.choice(ENDS)
        if too_many(given):
            continue
        told = second.meld(given, ace, options)
        verdict = judge_meld(MeldQuestion(read(" ".join(given)), ace), options)
        asked = f"{' '.join(given)} ace={ace} {options}"
        assert (verdict.violations[0].code if verdict.violations else None) == told.code, asked
        assert verdict.points == told.points, asked
        if told.code == Code.JOKER_UNNAMED:
            assert set(texts(verdict.violations[0].params["candidates"])) == told.candidates, asked
        if told.laid and verdict.meld:
            legal += 1
            same = list if told.laid.places and not has_all_ranks_around_the_corner(told.laid, options) else sorted
            assert same(texts(verdict.meld.cards)) == same(told.laid.cards), asked
            assert verdict.meld.ace == ((told.laid.places and second.end_of(told.laid.places)) or None), asked
    assert legal > 300


def has_all_ranks_around_the_corner(laid: second.Laid, options: Options) -> bool:
    return len(laid.places) == 13 and options.ace_in_runs is AceInRuns.CORNER


@pytest.mark.parametrize("seed", range(2))
def test_both_readings_of_a_lay_off_agree(seed: int) -> None:
    chance = Random(seed)
    codes: dict[str | None, int] = {}
    for _ in range(1500):
        options = options_by_chance(chance)
        table_ace = chance.choice(ENDS)
        lying = meld_by_chance(chance, table_ace, options)
        laid_off = [cards_to_join(chance, lying, options) for _ in range(chance.choice([0, 0, 1, 2]))]
        given, ace = cards_to_join(chance, lying, options), chance.choice(ENDS)
        if too_many(lying, given, *laid_off):
            continue
        told = second_table(lying, laid_off, table_ace, given, ace, options)
        table = TableMeld(
            "m1", 0, read(" ".join(lying)), tuple(LayOff(1, read(" ".join(one))) for one in laid_off), table_ace
        )
        verdict = judge_lay_off(LayOffQuestion(read(" ".join(given)), (table,), "m1", ace), options)
        asked = f"{lying} {laid_off} {table_ace} + {given} ace={ace} {options}"
        assert (verdict.violations[0].code if verdict.violations else None) == told.code, asked
        assert verdict.points == told.points, asked
        codes[told.code] = codes.get(told.code, 0) + 1
        if told.code == Code.JOKER_UNNAMED and told.candidates:
            assert set(texts(verdict.violations[0].params["candidates"])) == told.candidates, asked
        if told.laid and verdict.meld:
            assert sorted(texts(verdict.meld.cards)) == sorted(told.laid.cards), asked
    assert codes[None] > 100


def cards_to_join(chance: Random, lying: Texts, options: Options) -> Texts:
    """Draw cards of which some are likely to fit a meld."""
    suits = {second.suit_of(card) for card in lying if card != "JK"} or {"S"}
    ranks = {second.rank_of(card) for card in lying if card != "JK"}
    near = [
        second.RANKS[(second.RANKS.index(rank) + step) % 13] + suit
        for suit in suits
        for rank in ranks
        for step in (-2, -1, 1, 2)
        if len(suits) == 1
    ]
    near = [card for card in near if card[:-1] not in ranks] or [rank + suit for rank in ranks for suit in second.SUITS]
    near = near or second.DECK
    if chance.random() < 0.1:
        near = second.DECK
    drawn = [chance.choice(near) for _ in range(chance.choice([1, 1, 1, 2, 2, 3]))]
    return tuple(joker(chance, options, natural) for natural in drawn)


def second_table(
    lying: Texts, laid_off: list[Texts], table_ace: str | None, given: Texts, ace: str | None, options: Options
) -> second.Told:
    """Read the meld of the table step by step, then the lay-off."""
    if options.jokers is Jokers.NONE and any(map(second.is_joker, [*lying, *given, *sum(laid_off, ())])):
        return second.Told("JOKER_NOT_IN_DECK")
    told = second.meld(lying, table_ace, options)
    for cards in laid_off:
        if told.laid is None:
            break
        is_laid = second.has_ace(told.laid.places)
        told = second.lay_off(told.laid, cards, None if is_laid else table_ace, options)
    if told.laid is None:
        return second.Told(told.code if told.code in UNSAID else "NOT_A_TABLE_MELD", candidates=told.candidates)
    return second.lay_off(told.laid, given, ace, options)
