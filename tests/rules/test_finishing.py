"""Whether a turn can still be finished."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from service.rules.cards import cards, without
from service.rules.finishing import (
    leaves_a_discard,
    may_finish,
    may_go_out,
    may_reach_first_meld,
    may_use_dug_card,
    open_melds,
)
from service.rules.options import (
    DugCardTiming,
    Duty,
    FirstMeldCounts,
    GoingOut,
    Jokers,
    LayoffScope,
    Options,
    SetSuits,
)
from service.rules.playing import with_meld
from service.rules.questions import Drawn, DrawSource, EndedBy, Position
from service.rules.table import read_at_once
from service.rules.turns import Table, table_at
from tests.rules import turn_told
from tests.rules.turn_told import AMERICAN, melds

playing = partial(turn_told.playing, pile="")
position = partial(turn_told.position, pile="")
KEEP = Options(top_discard=Duty.KEEP)
NEW_MELD = Options(top_discard=Duty.NEW_MELD)
REQUIRED = Options(going_out=GoingOut.DISCARD_REQUIRED)
FLOAT = Options(going_out=GoingOut.FLOAT)
OWN = Options(layoff_scope=LayoffScope.OWN)
WILD = Options(jokers=Jokers.WILD, jokers_per_deck=2)
THIRTY = Options(first_meld_minimum=30)
LATER = Options(first_meld_minimum=30, dug_card_timing=DugCardTiming.SAME_TURN)
BY_TURN = Options(first_meld_minimum=30, first_meld_counts=FirstMeldCounts.TURN)
BY_TURN_LATER = replace(BY_TURN, dug_card_timing=DugCardTiming.SAME_TURN)
BOOTING = Options(booting_bonus=25)
BANNED = replace(WILD, joker_layoff_ban=True, set_suits=SetSuits.DISTINCT)
TAKEN_2C = Drawn(DrawSource.DISCARD_PILE, cards("2C"))
TAKEN_JK = Drawn(DrawSource.DISCARD_PILE, cards("JK"))
ALL_BUT_KC = melds("1: KS KH KD", "1: AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC")
FREEING = replace(BANNED, dug_card_timing=DugCardTiming.SAME_TURN)
TAKEN_JD = Drawn(DrawSource.DISCARD_PILE, cards("JD"))
KEEP_BY_TURN = replace(BY_TURN, top_discard=Duty.KEEP)
OWING: dict[str, Any] = {"has_melded": False, "melded_this_turn": 6}
TAKEN_KS = Drawn(DrawSource.DISCARD_PILE, cards("KS"))


def table(at: Position, options: Options) -> Table:
    read, faults = table_at(at, options)
    assert faults == ()
    return read


FINISHED: list[tuple[str, Position, Options, bool]] = [
    ("cards are left to discard", playing("3C 4D"), AMERICAN, True),
    ("one card is left to discard", playing("3C"), REQUIRED, True),
    ("only the card just taken is left", playing("2C", drawn=TAKEN_2C), KEEP, False),
    ("it can be laid off", playing("2C", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")), KEEP, True),
    ("on a meld of another", playing("2C", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")),
     replace(KEEP, layoff_scope=LayoffScope.OWN), False),
    ("on one's own", playing("2C", drawn=TAKEN_2C, table=melds("0: 3C 4C 5C")),
     replace(KEEP, layoff_scope=LayoffScope.OWN), True),
    ("it cannot be reached", playing("2C", drawn=TAKEN_2C, table=melds("1: 4C 5C 6C")), KEEP, False),
    ("a card must be discarded", playing("2C", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")),
     replace(KEEP, going_out=GoingOut.DISCARD_REQUIRED), False),
    ("the first meld is waited for", playing("2C", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")),
     replace(KEEP, first_meld_minimum=30), False),
    ("another card is left", playing("2C 3D", drawn=TAKEN_2C), KEEP, True),
    ("its twin is left", playing("2C 2C", drawn=TAKEN_2C, players=5), KEEP, True),
    ("the dug card makes a meld", playing("2C 2D 2H 9S", drawn=TAKEN_2C), AMERICAN, True),
    ("the dug card makes no meld", playing("2C 2D 3H 9S", drawn=TAKEN_2C), AMERICAN, False),
    ("the meld is the whole hand", playing("2C 2D 2H", drawn=TAKEN_2C), AMERICAN, True),
    ("the meld is the whole hand, but one must be left", playing("2C 2D 2H", drawn=TAKEN_2C), REQUIRED, False),
    ("one is left", playing("2C 2D 2H 9S", drawn=TAKEN_2C), REQUIRED, True),
    ("the dug card is laid off", playing("2C 9S", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")), AMERICAN, True),
    ("but must go into a new meld", playing("2C 9S", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")), NEW_MELD, False),
    ("but on a meld of another", playing("2C 9S", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")), OWN, False),
    ("but it is the last card", playing("2C", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")), REQUIRED, False),
    ("booting", position("5H 6H 7H 9S", first_turn=True, booting=True), BOOTING, True),
    ("no booting", position("5H 6H 8H 9S", first_turn=True, booting=True), BOOTING, False),
    ("a first meld that is enough", playing("2C 2D 2H KS KH KD 9S", drawn=TAKEN_2C),
     replace(LATER, first_meld_minimum=30), True),
    ("a first meld that is enough, but the dug card comes first", playing("2C 2D 2H KS KH KD 9S", drawn=TAKEN_2C),
     THIRTY, False),
    ("a dug card worth enough", playing("KS KH KD 9S", drawn=TAKEN_KS), THIRTY, True),
    ("and one must be left", playing("2C 2D 2H KS KH KD", drawn=TAKEN_2C),
     replace(LATER, going_out=GoingOut.DISCARD_REQUIRED), False),
    ("the first meld, then a lay-off", playing("2C KS KH KD 9S", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")),
     LATER, True),
    ("not as a new meld", playing("2C KS KH KD 9S", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")),
     replace(LATER, top_discard=Duty.NEW_MELD), False),
    ("two melds are enough", playing("2C 2D 2H 9S 9H 9D KS", drawn=TAKEN_2C), BY_TURN, True),
    ("two melds are too little", playing("2C 2D 2H 7S 7H 7D KS", drawn=TAKEN_2C), BY_TURN, False),
    ("two melds, then a lay-off", playing("2C 5S 5H 5D 7S 7H 7D KS", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")),
     BY_TURN_LATER, True),
    ("a lay-off comes too early", playing("2C 5S 5H 5D 7S 7H 7D KS", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")),
     BY_TURN, False),
    ("one meld more is owed", playing("7S 7H 7D KS", has_melded=False, melded_this_turn=12), BY_TURN, True),
    ("one meld more is too little", playing("5S 5H 5D KS", has_melded=False, melded_this_turn=12), BY_TURN, False),
    ("one meld more leaves nothing to discard", playing("7S 7H 7D", has_melded=False, melded_this_turn=12),
     replace(BY_TURN, going_out=GoingOut.DISCARD_REQUIRED), False),
    ("melds take all but the card just taken", playing("JD JS QS KS", drawn=TAKEN_JD, **OWING), KEEP_BY_TURN, False),
    ("another card is left too", playing("JD JS QS KS 2C", drawn=TAKEN_JD, **OWING), KEEP_BY_TURN, True),
    ("another card is left, but it is too little", playing("JD JS QS 10H 2C", drawn=TAKEN_JD, **OWING),
     KEEP_BY_TURN, False),
    ("the card just taken is melded", playing("JD JS JH", drawn=TAKEN_JD, **OWING), KEEP_BY_TURN, True),
    ("it is melded, and one must be left", playing("JD JS JH", drawn=TAKEN_JD, **OWING),
     replace(KEEP_BY_TURN, going_out=GoingOut.DISCARD_REQUIRED), False),
    ("it is laid off",
     playing("JD JS QS KS", drawn=TAKEN_JD, table=melds("1: 8D 9D 10D"), **OWING), KEEP_BY_TURN, True),
    ("it cannot be laid off alone", playing("JD JS QS KS", drawn=TAKEN_JD, table=melds("1: 7D 8D 9D"), **OWING),
     KEEP_BY_TURN, False),
    ("it is laid off, and one must be left",
     playing("JD JS QS KS", drawn=TAKEN_JD, table=melds("1: 8D 9D 10D"), **OWING),
     replace(KEEP_BY_TURN, going_out=GoingOut.DISCARD_REQUIRED), False),
    ("melds of a turn, the dug card in one later", playing("2C 2D 2H 9S 9H 9D KS", drawn=TAKEN_2C),
     BY_TURN_LATER, True),
    ("melds of a turn, but it must go into a new meld",
     playing("2C 5S 5H 5D 7S 7H 7D KS", drawn=TAKEN_2C, table=melds("1: 3C 4C 5C")),
     replace(BY_TURN_LATER, top_discard=Duty.NEW_MELD), False),
    ("a joker in the place of a card in hand", playing("9C JK 2D", drawn=TAKEN_JK, table=melds("1: 9S 9H 9D")),
     BANNED, False),
    ("that can go elsewhere first", playing("9C JK 2D", drawn=TAKEN_JK, table=melds("1: 9S 9H 9D", "1: 6C 7C 8C")),
     FREEING, True),
    ("a whole suit is held", playing("KC JK 2D", drawn=TAKEN_JK, table=ALL_BUT_KC),
     FREEING, True),
    ("a whole suit is held, but the joker comes first",
     playing("KC JK 2D", drawn=TAKEN_JK, table=ALL_BUT_KC), BANNED, False),
    ("a whole suit is held, and no card is left",
     playing("KC JK", drawn=TAKEN_JK, table=ALL_BUT_KC),
     replace(FREEING, going_out=GoingOut.DISCARD_REQUIRED), False),
]  # fmt: skip


@pytest.mark.parametrize(("why", "at", "options", "finishes"), FINISHED)
def test_a_turn_can_be_finished(why: str, at: Position, options: Options, *, finishes: bool) -> None:
    assert may_finish(table(at, options), options) is finishes, why


def test_what_is_over_is_finished() -> None:
    stuck = table(playing("2C", drawn=TAKEN_2C), KEEP)
    assert may_finish(stuck._replace(turn_over=True), KEEP)
    assert may_finish(stuck._replace(turn_over=True, ended_by=EndedBy.WENT_OUT), KEEP)


def test_an_empty_hand_is_the_end_but_where_a_discard_is_required() -> None:
    empty = table(playing("3C"), AMERICAN)._replace(hand=())
    assert may_finish(empty, AMERICAN)
    assert may_finish(empty, FLOAT)
    assert not may_finish(empty, REQUIRED)
    assert may_finish(empty._replace(hand_known=False), REQUIRED)


def test_a_hand_that_is_not_told_is_given_the_benefit() -> None:
    claimed = table(playing("2C 3C", drawn=TAKEN_2C), AMERICAN)._replace(hand_known=False)
    assert not may_use_dug_card(claimed, AMERICAN)
    assert may_use_dug_card(claimed._replace(hand=cards("2C 2D 2H")), REQUIRED)
    assert may_use_dug_card(claimed, BY_TURN)
    owing = claimed._replace(drawn=TAKEN_2C._replace(used=True), melded_this_turn=12)
    assert may_finish(owing, BY_TURN)
    assert not may_finish(owing._replace(hand_known=True), BY_TURN)


def test_a_table_that_is_not_told_may_take_the_dug_card() -> None:
    unknown = table(playing("2C 3D", drawn=TAKEN_2C), AMERICAN)._replace(melds_known=False)
    assert may_use_dug_card(unknown, AMERICAN)
    assert may_use_dug_card(unknown._replace(hand=cards("2C")), AMERICAN)
    assert not may_use_dug_card(unknown, NEW_MELD)
    assert not may_use_dug_card(unknown, LATER)
    rich = unknown._replace(hand=cards("2C KS KH KD"))
    assert may_use_dug_card(rich, LATER)
    assert not may_use_dug_card(rich, replace(LATER, going_out=GoingOut.DISCARD_REQUIRED))
    assert not may_use_dug_card(rich, THIRTY)
    assert not may_use_dug_card(rich, replace(LATER, top_discard=Duty.NEW_MELD))
    assert not may_use_dug_card(rich._replace(hand=cards("2C 2D 2H")), LATER)
    assert may_use_dug_card(rich, BY_TURN_LATER)
    assert not may_use_dug_card(rich, BY_TURN)
    assert not may_use_dug_card(
        rich._replace(hand=cards("2C KS KH KC 2D")), replace(BY_TURN_LATER, first_meld_minimum=31)
    )
    assert not may_use_dug_card(rich, replace(BY_TURN_LATER, going_out=GoingOut.DISCARD_REQUIRED))
    assert may_finish(unknown._replace(hand=cards("2C")), KEEP)


GLANCES: list[tuple[Position, str, Options, bool]] = [
    (playing("5H 6H 7H 2C 3C"), "5H 6H 7H", AMERICAN, True),
    (playing("5H 6H 7H 2C"), "5H 6H 7H", AMERICAN, False),
    (playing("5H 6H 7H 2C 3C"), "5H 6H 7H", THIRTY, False),
    (playing("5H 6H 7H 2C 3C", has_melded=True), "5H 6H 7H", THIRTY, True),
    (position("5H 6H 7H 2C 3C", first_turn=True), "5H 6H 7H", BOOTING, False),
]


@pytest.mark.parametrize(("at", "laid", "options", "leaves"), GLANCES)
def test_two_cards_that_are_left_can_be_told_at_a_glance(
    at: Position, laid: str, options: Options, *, leaves: bool
) -> None:
    now = table(at, options)
    meld = read_at_once(cards(laid), None, options)
    after = with_meld(now, meld, without(now.hand, cards(laid)), None, options)
    assert leaves_a_discard(after, options) is leaves
    assert not leaves_a_discard(after._replace(booting=True), options)


def test_melds_on_which_a_seat_may_lay_off() -> None:
    now = table(position("2C", table=melds("0: 5H 6H 7H", "1: 9S 9H 9D", "0: 3S 3H 3D")), AMERICAN)
    assert [meld.id for meld in open_melds(now, AMERICAN)] == ["m1", "m2", "m3"]
    assert [meld.id for meld in open_melds(now, OWN)] == ["m1", "m3"]


GOING_OUT: list[tuple[str, tuple[str, ...], Options, bool]] = [
    ("5S 6S 7S 9S 9H 9D", (), BOOTING, True),
    ("5S 6S 7S 9S 9H 9D KC", (), BOOTING, True),
    ("5S 6S 7S 9S 9H 9D", (), replace(BOOTING, going_out=GoingOut.DISCARD_REQUIRED), False),
    ("5S 6S 7S 9S 9H 9D KC", (), replace(BOOTING, going_out=GoingOut.DISCARD_REQUIRED), True),
    ("5S 6S 7S 8S 9H", (), replace(BOOTING, going_out=GoingOut.DISCARD_REQUIRED), True),
    ("5S 6S 7S 9S 9H KC", (), BOOTING, False),
    ("KC", (), BOOTING, True),
    ("8H 4H 9S", ("1: 5H 6H 7H",), BOOTING, True),
    ("8H 4H 9S 10S", ("1: 5H 6H 7H",), BOOTING, False),
    ("9H 8H 2C", ("1: 5H 6H 7H",), replace(BOOTING, layoff_scope=LayoffScope.OWN), False),
    ("9H 8H 2C", ("0: 5H 6H 7H",), replace(BOOTING, layoff_scope=LayoffScope.OWN), True),
    ("5S 6S 7S 9S 9H 9D KC", (), replace(BOOTING, first_meld_minimum=27), True),
    ("5S 6S 7S 9S 9H 9D KC", (), replace(BOOTING, first_meld_minimum=28), False),
    ("5S 6S 7S 9S 9H 9D KC", (), replace(BY_TURN, booting_bonus=25, first_meld_minimum=45), True),
    ("5S 6S 7S 9S 9H 9D KC", (), replace(BY_TURN, booting_bonus=25, first_meld_minimum=46), False),
    ("8H 9S 9H 9D KC", ("1: 5H 6H 7H",), replace(BOOTING, first_meld_minimum=27), True),
    ("8H 9H 2C", ("1: 5H 6H 7H",), replace(BOOTING, first_meld_minimum=1), False),
    ("JK 5S 7S", (), replace(WILD, booting_bonus=25), True),
    ("JK 5S 7S 7D 2C", (), replace(WILD, booting_bonus=25), False),
    ("JK 8H 2C", ("1: 5H 6H 7H",), replace(BANNED, booting_bonus=25), True),
    ("JK 9C 2D", ("1: 9S 9H 9D",), replace(BANNED, booting_bonus=25), False),
    ("JK 9C 2D", ("1: 9S 9H 9D", "1: 6C 7C 8C"), replace(BANNED, booting_bonus=25), True),
]


@pytest.mark.parametrize(("hand", "lying", "options", "goes_out"), GOING_OUT)
def test_a_hand_can_be_emptied_without_a_draw(
    hand: str, lying: tuple[str, ...], options: Options, *, goes_out: bool
) -> None:
    at = position(hand, table=melds(*lying), first_turn=True, booting=True)
    assert may_go_out(table(at, options), options) is goes_out


REACHING: list[tuple[str, int, int, bool]] = [
    ("2C 2D 2H", 24, 30, True),
    ("2C 2D 2H", 23, 30, False),
    ("", 30, 30, True),
    ("5H 6H 7H 7S 7D", 0, 21, True),
    ("5H 6H 7H 7S 7D", 0, 22, False),
    ("5H 6H 7H 7S 7D 7C", 0, 39, True),
    ("5H 6H 7H 7S 7D 7C", 0, 40, False),
]


@pytest.mark.parametrize(("hand", "so_far", "minimum", "reached"), REACHING)
def test_melds_of_a_turn_reach_the_minimum(hand: str, so_far: int, minimum: int, *, reached: bool) -> None:
    options = replace(BY_TURN, first_meld_minimum=minimum)
    at = playing(hand or "KC", has_melded=False, melded_this_turn=so_far)
    assert may_reach_first_meld(table(at, options), options) is reached


def test_a_seat_that_has_melded_waits_for_nothing() -> None:
    at = playing("2C", has_melded=True)
    assert may_reach_first_meld(table(at, BY_TURN), BY_TURN)
