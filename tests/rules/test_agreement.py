"""The judge agrees with a checker that tries everything, over small tables at random."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from service.rules.judge_turns import MOST_USES, judge_pickup, judge_rummy_call, judge_turn
from service.rules.options import CallRummy, FirstMeldCounts, GoingOut, Options, SetSuits
from service.rules.questions import (
    AceEnd,
    DiscardCard,
    LayMeld,
    LayOffCards,
    PickupQuestion,
    Position,
    RummyCallQuestion,
    TakeDiscards,
    TurnQuestion,
)
from service.rules.rulebook import Code
from tests.rules.brute_force import (
    Hand,
    Moment,
    Play,
    Searched,
    Turn,
    held,
    may_discard,
    melds,
    plays,
    run,
    shapes,
    worth,
)
from tests.rules.situations import THEMES, Situation, cards_of, situation, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.rules.questions import TurnMove
    from service.rules.verdicts import Violation

#: So many tables of each theme are looked at, in parts that can run side by side.
TABLES: Final = 25
PARTS: Final = 2
#: Of each moment so many plays are put to the judge, and so many of them are played one after the other.
PLAYS: Final = 6
DEPTH: Final = 3

Use = tuple[Hand, str | None]


def tables(theme: str, part: int) -> Iterator[tuple[Random, Situation]]:
    for seed in range(TABLES * part, TABLES * (part + 1)):
        random = Random(f"{theme} {seed}")
        yield random, situation(random, theme, most_cards=6 if theme == "anything" else 8)


every_theme = pytest.mark.parametrize(("theme", "part"), [(theme, part) for theme in THEMES for part in range(PARTS)])


def whole(hand: Hand) -> Hand:
    return tuple(sorted(hand))


def move_of(play: Play, table: Situation, moment: Moment) -> LayMeld | LayOffCards:
    if play.target is None:
        return LayMeld(cards_of(play.cards))
    laid = len(moment.table) - len(table.melds)
    ids = [meld.id for meld in table.melds] + [f"m{number + 1}" for number in range(laid)]
    return LayOffCards(cards_of(play.cards), ids[play.target])


class Told:
    """A turn that is played on as long as the judge and the checker agree."""

    def __init__(self, table: Situation, position: Position, moves: tuple[TurnMove, ...] = ()) -> None:
        self.table = table
        self.position = position
        self.moves = moves

    def reasons(self, move: TurnMove) -> tuple[Violation, ...]:
        return judge_turn(TurnQuestion(self.position, (*self.moves, move)), self.table.options).violations

    def with_ace_named(self, move: LayMeld | LayOffCards) -> tuple[LayMeld | LayOffCards, tuple[Violation, ...]]:
        """Put a play to the judge; where the end of an ace must be named, whichever is lawful."""
        reasons = self.reasons(move)
        for ace in AceEnd:
            if reasons and reasons[0].code is Code.ACE_END_UNSTATED:
                move = move._replace(ace=ace)
                reasons = self.reasons(move)
        return move, reasons

    def agree(self, random: Random, searched: Searched, moment: Moment, refusals: set[Code]) -> None:
        """Compare plays and discards of this moment and of the next ones."""
        turn = searched.turn
        for _ in range(DEPTH):
            following = None
            listed = list(plays(turn, moment))
            for play in random.sample(listed, min(PLAYS, len(listed))):
                move, reasons = self.with_ace_named(move_of(play, self.table, moment))
                lawful = searched.may_finish(play.after)
                assert lawful is not bool(reasons), (self.table, self.moves, move, reasons)
                assert not reasons or reasons[0].code in refusals, (self.table, self.moves, move, reasons)
                if lawful:
                    following = move, play.after
            if turn.taken:
                for card in dict.fromkeys(moment.hand):
                    reasons = self.reasons(DiscardCard(cards_of((card,))[0]))
                    assert may_discard(turn, moment, card) is not bool(reasons), (self.table, self.moves, card, reasons)
            if following is None or not following[1].hand:
                return
            self.moves += (following[0],)
            moment = following[1]


def uses_listed(listed: tuple[LayMeld | LayOffCards, ...]) -> set[Use]:
    return {(texts(use.cards), use.meld_id if isinstance(use, LayOffCards) else None) for use in listed}


def uses_found(table: Situation, searched: Searched, moment: Moment) -> set[Use]:
    return {
        (play.cards, None if play.target is None else table.melds[play.target].id)
        for play in searched.lawful_plays(moment)
        if play.after.dug is None
    }


@every_theme
def test_a_pickup_is_lawful_where_its_dug_card_has_a_use_and_the_turn_an_end(theme: str, part: int) -> None:
    for random, table in tables(theme, part):
        hand, pile, options = cards_of(table.hand), cards_of(table.pile), table.options
        if not hand and options.going_out is not GoingOut.FLOAT:
            continue
        for count in range(1, len(pile) + 1):
            taken = table.pile[-count:]
            moment = Moment(whole(table.hand + taken), table.lying, taken[0])
            searched = Searched(Turn(options, table.seat, table.has_melded, taken))
            pickup = PickupQuestion(
                hand, pile, count, table.melds, table.seat, table.has_melded, 5, players=table.players
            )
            verdict = judge_pickup(pickup, options)
            assert searched.may_finish(moment) is not bool(verdict.violations), (table, count)
            if verdict.violations:
                continue
            assert verdict.uses is not None
            found, listed = uses_found(table, searched, moment), uses_listed(verdict.uses)
            if verdict.uses_truncated:
                assert len(verdict.uses) == MOST_USES
                assert listed <= found, (table, count)
            else:
                assert listed == found, (table, count)
            position = Position(table.players, table.seat, hand, pile, 5, table.melds, table.has_melded)
            refusals = {Code.DEAD_END, Code.FIRST_MELD_BELOW_MINIMUM}
            Told(table, position, (TakeDiscards(count),)).agree(random, searched, moment, refusals)


@every_theme
def test_a_seat_plays_without_a_draw_where_its_hand_can_be_emptied(theme: str, part: int) -> None:
    for random, table in tables(theme, part):
        if table.options.going_out is GoingOut.FLOAT:
            continue
        hand = whole((*table.hand, *table.pile[-2:])[: table.options.hand_size(table.players)])
        has_melded = any(meld.seat == table.seat for meld in table.melds)
        options = replace(table.options, booting_bonus=25)
        searched = Searched(Turn(options, table.seat, has_melded))
        moment = Moment(hand, table.lying, booting=True)
        pile = cards_of(table.pile[:-2])
        position = Position(table.players, table.seat, cards_of(hand), pile, 5, table.melds, first_turn=True)
        refusals = {Code.NOT_DRAWN_YET}
        if searched.may_finish(moment):
            refusals = {Code.DEAD_END, Code.FIRST_MELD_BELOW_MINIMUM}
        Told(table._replace(options=options), position).agree(random, searched, moment, refusals)


@every_theme
def test_a_call_stands_on_the_claimed_cards_and_the_table(theme: str, part: int) -> None:
    for _, table in tables(theme, part):
        options = table.options
        has_melded = any(meld.seat == table.seat for meld in table.melds)
        by_turn = not has_melded and options.first_meld_minimum and options.first_meld_counts is FirstMeldCounts.TURN
        if by_turn or (not table.hand and options.going_out is not GoingOut.FLOAT):
            continue
        for call_rummy in (CallRummy.PILE, CallRummy.LAST_DISCARD):
            _agree_on_calls(table._replace(options=replace(options, call_rummy=call_rummy)), has_melded=has_melded)


def _agree_on_calls(table: Situation, *, has_melded: bool) -> None:
    options = table.options
    alone = options.call_rummy is CallRummy.LAST_DISCARD
    pile, discarder = cards_of(table.pile), (table.seat + 1) % table.players
    for count in range(1, 2 if alone else len(pile) + 1):
        claimed = table.pile[-count:]
        searched = Searched(Turn(options, table.seat, has_melded, claimed, called=True))
        first = plays(searched.turn, Moment(whole(claimed), table.lying, claimed[0]))
        stands = any(play.target is not None for play in first) if alone else any(first)
        call = RummyCallQuestion(pile, count, discarder, table.seat, table.melds, players=table.players)
        assert stands is not bool(judge_rummy_call(call, options).violations), (table, count)
        verdict = judge_rummy_call(call._replace(hand=cards_of(table.hand)), options)
        assert stands is not bool(verdict.violations), (table, count)
        if stands:
            moment = Moment(whole(claimed if alone else claimed + table.hand), table.lying, claimed[0])
            found = {use for use in uses_found(table, searched, moment) if use[1] is not None or not alone}
            assert verdict.uses is not None
            listed = uses_listed(verdict.uses)
            assert listed <= found if verdict.uses_truncated else listed == found, (table, count)


def test_the_checker_finds_what_there_is() -> None:
    """Numbers that are known otherwise keep the checker itself honest."""
    plain = Options(set_suits=SetSuits.DISTINCT)
    runs = [shape for shape in shapes(plain, 13) if shape.low]
    assert len(shapes(plain, 13)) - len(runs) == 65
    assert len({frozenset(shape.cards) for shape in runs}) == 304
    assert [cards for cards, _ in melds(("5H", "6H", "7H", "8H"), plain)] == [
        ("5H", "6H", "7H"),
        ("5H", "6H", "7H", "8H"),
        ("6H", "7H", "8H"),
    ]
    assert worth(("AH", "KH", "QH"), run("H", 12, 3), plain) == 35
    assert held(("JK=9H", "8H")) == ("JK", "8H")
