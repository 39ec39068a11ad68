"""What a meld or a lay-off makes of a table."""

from __future__ import annotations

import pytest

from service.rules.cards import cards, without
from service.rules.melds import join
from service.rules.options import CallRummy, Duty, GoingOut, Jokers, Options
from service.rules.playing import (
    next_meld_id,
    used,
    uses_dug_card,
    with_lay_off,
    with_meld,
    with_unseen_lay_off,
)
from service.rules.questions import AceEnd, Drawn, DrawSource, EndedBy, LayOff, Position, TableMeld
from service.rules.table import read_at_once, read_melds
from service.rules.turns import Table, table_at
from tests.rules.turn_told import AMERICAN, OF_STOCK, melds, playing, position

NEW_MELD = Options(top_discard=Duty.NEW_MELD)
TAKEN = Drawn(DrawSource.DISCARD_PILE, cards("8H"))


def table(at: Position, options: Options = AMERICAN) -> Table:
    return table_at(at, options)[0]


def laid_in(
    now: Table, laid: str, options: Options = AMERICAN, ace: AceEnd | None = None, meld_id: str | None = None
) -> Table:
    meld = read_at_once(cards(laid), ace, options)
    return with_meld(now, meld, without(now.hand, cards(laid)), meld_id, options)


def laid_off_in(now: Table, laid: str, options: Options = AMERICAN) -> Table:
    target = now.melds[0]
    reading = join(target.shape, target.cards, cards(laid), None, options)
    return with_lay_off(now, target, reading, without(now.hand, cards(laid)), options)


def laid_off_unseen(now: Table, laid: str, options: Options = AMERICAN) -> Table:
    return with_unseen_lay_off(now, cards(laid), without(now.hand, cards(laid)), options)


def after_meld(at: Position, laid: str, options: Options = AMERICAN, ace: AceEnd | None = None) -> Table:
    return laid_in(table(at, options), laid, options, ace)


def after_lay_off(at: Position, laid: str, options: Options = AMERICAN) -> Table:
    return laid_off_in(table(at, options), laid, options)


IDS = [
    ([], "m1"),
    (["m1"], "m2"),
    (["m1", "m9", "m3"], "m10"),
    (["m10", "m9"], "m11"),
    (["a", "m", "mx", "m2x", "x7", "M4"], "m1"),
    (["m07"], "m8"),
    (["m-3", "m1.5"], "m1"),
    ([f"m{'9' * 62}"], f"m1{'0' * 62}"),
    ([f"m{'9' * 63}", "m1", "m2", "m4"], "m3"),
]


@pytest.mark.parametrize(("ids", "following"), IDS)
def test_a_meld_is_called_by_the_next_number(ids: list[str], following: str) -> None:
    laid = tuple(TableMeld(each, 0, cards("5H 6H 7H")) for each in ids)
    assert next_meld_id(read_melds(laid, AMERICAN)[0]) == following


USES: list[tuple[str, Drawn, str, Options, bool, bool]] = [
    ("8H 2C 3C", TAKEN, "8H 2C", AMERICAN, False, True),
    ("8H 2C 3C", TAKEN, "8H 2C", AMERICAN, True, True),
    ("8H 2C 3C", TAKEN, "2C 3C", AMERICAN, True, False),
    ("8H 2C 3C", TAKEN._replace(used=True), "8H", AMERICAN, True, False),
    ("8H 2C 3C", OF_STOCK, "2C", AMERICAN, True, False),
    ("8H 2C 3C", TAKEN, "8H", NEW_MELD, False, True),
    ("8H 8H 3C", TAKEN, "8H", NEW_MELD, False, False),
    ("8H 8H 3C", TAKEN, "8H", NEW_MELD, True, True),
    ("8H 8H 3C", TAKEN, "8H 8H", NEW_MELD, False, True),
    ("8H 8H 3C", TAKEN, "8H", AMERICAN, False, True),
]


@pytest.mark.parametrize(("hand", "drawn", "laid", "options", "new_meld", "uses"), USES)
def test_a_play_uses_the_dug_card(
    hand: str, drawn: Drawn, laid: str, options: Options, *, new_meld: bool, uses: bool
) -> None:
    now = table(playing(hand, drawn=drawn, players=5), options)
    assert uses_dug_card(now, cards(laid), options, new_meld=new_meld) is uses
    after = used(now, cards(laid), options, new_meld=new_meld)
    assert after == drawn._replace(used=drawn.used or uses)


def test_a_joker_is_used_under_any_name() -> None:
    options = Options(jokers=Jokers.WILD, jokers_per_deck=2)
    now = table(playing("JK 2C", drawn=Drawn(DrawSource.DISCARD_PILE, cards("JK"))), options)
    assert uses_dug_card(now, cards("JK=9H"), options, new_meld=False)


def test_nothing_is_used_without_a_draw() -> None:
    now = table(position("8H 2C"))
    assert not uses_dug_card(now, cards("8H"), AMERICAN, new_meld=True)
    assert used(now, cards("8H"), AMERICAN, new_meld=True) is None


def test_the_points_of_a_meld() -> None:
    assert read_at_once(cards("QS KS AS"), None, AMERICAN).points == 35


def test_a_meld_changes_the_table_and_nothing_else() -> None:
    before = table(playing("5H 6H 7H 8H 2C", drawn=TAKEN, melded_this_turn=4, table=melds("1: 9S 9H 9D")))
    before = before._replace(points=3)
    after = laid_in(before, "7H 8H 6H")
    laid = TableMeld("m2", 0, cards("7H 8H 6H"))
    assert after == before._replace(
        hand=cards("5H 2C"),
        melds=after.melds,
        drawn=TAKEN._replace(used=True),
        melded_this_turn=25,
        points=24,
    )
    assert after.melds[0] is before.melds[0]
    assert (after.melds[1].laid, after.melds[1].cards) == (laid, cards("6H 7H 8H"))
    named = laid_in(before, "7H 8H 6H", meld_id="mine")
    assert named.melds[1].id == "mine"


def test_a_lay_off_changes_the_table_and_nothing_else() -> None:
    at = playing("4H 8H 2C", drawn=TAKEN, melded_this_turn=4, table=melds("1: 5H 6H 7H; 2: 9H", "2: 9S 9C 9D"))
    before = table(at._replace(melds=melds("1: 5H 6H 7H; 2: 8H", "2: 9S 9C 9D"), hand=cards("4H 9H 2C")))
    before = before._replace(points=3, drawn=Drawn(DrawSource.DISCARD_PILE, cards("9H")))
    after = laid_off_in(before, "9H 4H")
    assert after == before._replace(
        hand=cards("2C"), melds=after.melds, drawn=Drawn(DrawSource.DISCARD_PILE, cards("9H"), used=True), points=16
    )
    assert after.melds[1] is before.melds[1]
    assert after.melds[0].cards == cards("4H 5H 6H 7H 8H 9H")
    assert after.melds[0].laid.lay_offs == (LayOff(2, cards("8H")), LayOff(0, cards("9H 4H")))
    assert len(after.melds[0].shapes) == 3
    assert read_melds((after.melds[0].laid,), AMERICAN)[0][0] == after.melds[0]


def test_a_play_without_a_draw_is_booting() -> None:
    assert after_meld(position("5H 6H 7H 2C", first_turn=True), "5H 6H 7H").booting
    assert after_lay_off(position("8H 2C 3C", table=melds("1: 5H 6H 7H")), "8H").booting
    assert not after_meld(playing("5H 6H 7H 2C"), "5H 6H 7H").booting
    assert not after_lay_off(playing("8H 2C 3C", table=melds("1: 5H 6H 7H")), "8H").booting
    booting = position("5H 6H 7H 2C", first_turn=True, booting=True)
    assert after_meld(booting, "5H 6H 7H", Options(booting_bonus=25)).booting


ALL_BUT_THE_ACE = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


def test_only_an_ace_that_completes_thirteen_has_its_end_kept() -> None:
    assert after_meld(playing(f"AS {ALL_BUT_THE_ACE} 2C"), f"AS {ALL_BUT_THE_ACE}", ace=AceEnd.LOW).melds[
        0
    ].laid.ace is (AceEnd.LOW)
    assert after_meld(playing("AS 2S 3S 2C"), "AS 2S 3S").melds[0].laid.ace is None
    assert after_meld(playing(f"{ALL_BUT_THE_ACE} 2C"), ALL_BUT_THE_ACE).melds[0].laid.ace is None
    options = Options(jokers=Jokers.WILD, jokers_per_deck=2)
    jokers_ace = f"JK=AS {ALL_BUT_THE_ACE}"
    assert after_meld(playing(f"JK {ALL_BUT_THE_ACE} 2C"), jokers_ace, options).melds[0].laid.ace is None
    table_of_twelve = melds("1: AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS")
    assert after_lay_off(playing("KS 2C 3C", table=table_of_twelve), "KS").melds[0].laid.ace is None


ENDS: list[tuple[GoingOut, bool, EndedBy | None]] = [
    (GoingOut.DISCARD_OPTIONAL, True, EndedBy.WENT_OUT),
    (GoingOut.FLOAT, True, None),
    (GoingOut.DISCARD_REQUIRED, False, None),
]


@pytest.mark.parametrize(("going_out", "turn_over", "ended_by"), ENDS)
def test_an_empty_hand_may_end_the_turn(going_out: GoingOut, ended_by: EndedBy | None, *, turn_over: bool) -> None:
    options = Options(going_out=going_out)
    for after in (
        after_meld(playing("5H 6H 7H"), "5H 6H 7H", options),
        after_lay_off(playing("8H", table=melds("1: 5H 6H 7H")), "8H", options),
        laid_off_unseen(table(playing("8H")), "8H", options),
    ):
        assert (after.hand, after.turn_over, after.ended_by) == ((), turn_over, ended_by)
    left = after_meld(playing("5H 6H 7H 2C"), "5H 6H 7H", options)
    assert (left.turn_over, left.ended_by) == (False, None)


def test_a_claim_that_is_played_alone_ends_the_turn_of_the_caller() -> None:
    options = Options(call_rummy=CallRummy.LAST_DISCARD)
    claimed = playing("8H 2C", drawn=Drawn(DrawSource.CALL, cards("8H")), table=melds("1: 5H 6H 7H"))
    after = after_lay_off(claimed, "8H", options)
    assert (after.turn_over, after.ended_by) == (True, None)


def test_cards_laid_off_unseen_only_leave_the_hand() -> None:
    before = table(playing("8H 2C", drawn=TAKEN))
    assert laid_off_unseen(before, "8H") == before._replace(hand=cards("2C"), drawn=TAKEN._replace(used=True))
    unknown = before._replace(hand=cards("8H"), hand_known=False)
    assert not laid_off_unseen(unknown, "8H").turn_over
