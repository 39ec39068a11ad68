"""What holds of every turn, pickup, discard and call, whatever the cards and the options."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.cards import CARDS, JOKER, MELD_CARDS
from service.rules.judge_turns import MOST_USES, judge_discard, judge_pickup, judge_rummy_call, judge_turn
from service.rules.legal_moves import LegalMovesQuestion, list_legal_moves
from service.rules.moves import violations
from service.rules.options import CallRummy, Duty, GoingOut, Options, StockEnd
from service.rules.questions import (
    AceEnd,
    DiscardCard,
    DiscardQuestion,
    Drawn,
    DrawSource,
    DrawStock,
    LayMeld,
    LayOffCards,
    Pass,
    Phase,
    PickupQuestion,
    Position,
    RummyCallQuestion,
    TakeDiscards,
    TurnQuestion,
)
from service.rules.turns import duty_of_count, table_at
from tests.rules.situations import THEMES, Situation, cards_of, situation

if TYPE_CHECKING:
    from service.rules.cards import Card
    from service.rules.questions import Cards, TurnMove
    from service.rules.verdicts import TurnResult

EVERY_CARD: Final = list(dict.fromkeys(CARDS.values()))
EVERY_MELD_CARD: Final = list(dict.fromkeys(MELD_CARDS.values()))

many = settings(max_examples=150)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Random, Situation]:
    """Draw a table where much nearly fits, under options of every kind."""
    random = Random(draw(st.integers(0, 10**9)))
    told = situation(random, draw(st.sampled_from(list(THEMES))), most_cards=7)
    options = replace(
        told.options,
        stock_end=draw(st.sampled_from(StockEnd)),
        booting_bonus=draw(st.sampled_from([0, 25])),
        call_rummy=draw(st.sampled_from(CallRummy)),
        going_out_bonus=10,
    )
    return random, told._replace(options=options)


def position_of(random: Random, table: Situation) -> Position:
    """Return a position before the draw."""
    hand = table.hand or table.pile[:1]
    pile = table.pile if table.hand else table.pile[1:]
    return Position(
        table.players,
        table.seat,
        cards_of(hand),
        cards_of(pile),
        random.choice((0, 1, 5)),
        table.melds,
        table.has_melded,
        first_turn=random.random() < 0.5,
    )


def played_at_random(random: Random, position: Position, options: Options) -> list[TurnMove]:
    """Return a lawful turn, whole or in part."""
    played: list[TurnMove] = []
    here = position
    for _ in range(random.randint(1, 6)):
        listed = [each.move for each in list_legal_moves(LegalMovesQuestion(here), options).moves]
        if not listed:
            break
        plays = [move for move in listed if not isinstance(move, DiscardCard | DrawStock)]
        move = random.choice(plays if plays and random.random() < 0.7 else listed)
        if isinstance(move, DrawStock):
            left = [card for card in EVERY_CARD if not judge_turn(TurnQuestion(here, (DrawStock(card),)), options)[0]]
            move = DrawStock(random.choice(left))
        result = judge_turn(TurnQuestion(here, (move,)), options).result
        assert result is not None
        played.append(move)
        if result.turn_complete:
            break
        here = following(here, move, result, options)
    return played


def following(before: Position, move: TurnMove, result: TurnResult, options: Options) -> Position:
    """Return the position to which a move has led, told from its answer as a client would."""
    drawn, booting = before.drawn, before.booting
    if isinstance(move, DrawStock):
        assert move.card is not None
        drawn = Drawn(DrawSource.STOCK, (move.card,))
    elif isinstance(move, TakeDiscards):
        drawn = Drawn(DrawSource.DISCARD_PILE, before.discard_pile[-move.count :])
    elif isinstance(move, LayMeld | LayOffCards):
        booting = drawn is None
        if drawn is not None and drawn.cards[0] in [card.held for card in move.cards]:
            twin = drawn.cards[0] in result.hand
            laid_off = isinstance(move, LayOffCards) and drawn.source is not DrawSource.STOCK
            kept_for_a_meld = laid_off and duty_of_count(len(drawn.cards), options) is Duty.NEW_MELD
            drawn = drawn._replace(used=drawn.used or not (kept_for_a_meld and twin))
    melded = result.points if isinstance(move, LayMeld) else 0
    return before._replace(
        hand=result.hand,
        discard_pile=result.discard_pile,
        stock_count=result.stock_count,
        melds=result.melds,
        phase=Phase.PLAY if drawn is not None else Phase.DRAW,
        drawn=drawn,
        booting=booting,
        melded_this_turn=before.melded_this_turn + melded,
    )


def every_card(position: Position | TurnResult) -> Counter[Card]:
    """Count the cards that show."""
    lying = [card for meld in position.melds for card in meld.cards]
    lying += [card for meld in position.melds for laid in meld.lay_offs for card in laid.cards]
    return Counter(card.held for card in (*position.hand, *position.discard_pile, *lying))


@many
@given(tables())
def test_a_turn_judged_at_once_is_its_moves_judged_one_by_one(drawn: tuple[Random, Situation]) -> None:
    random, table = drawn
    options = table.options
    here = position_of(random, table)
    played = played_at_random(random, here, options)
    if not played:
        return
    whole = judge_turn(TurnQuestion(here, tuple(played)), options)
    points = 0
    for index, move in enumerate(played):
        one = judge_turn(TurnQuestion(here, (move,)), options)
        assert one.violations == ()
        assert one.result is not None
        assert whole.moves[index].points == one.moves[0].points
        points += one.result.points
        if index + 1 < len(played):
            here = following(here, move, one.result, options)
        else:
            assert whole.result == one.result._replace(points=points)
            assert whole.obligations == one.obligations


@many
@given(tables())
def test_cards_are_conserved_by_every_move(drawn: tuple[Random, Situation]) -> None:
    random, table = drawn
    here = position_of(random, table)
    for count in range(1, 7):
        played = played_at_random(random, here, table.options)[:count]
        if not played:
            return
        result = judge_turn(TurnQuestion(here, tuple(played)), table.options).result
        assert result is not None
        first = played[0]
        came = Counter([first.card]) if isinstance(first, DrawStock) and first.card else Counter()
        if here.stock_count or not came:
            assert every_card(result) == every_card(here) + came
            assert result.stock_count == here.stock_count - came.total()
        else:
            assert every_card(result).total() + result.stock_count == every_card(here).total()


@many
@given(tables())
def test_each_result_can_be_fed_back_as_a_position(drawn: tuple[Random, Situation]) -> None:
    random, table = drawn
    options = table.options
    here = position_of(random, table)
    for move in played_at_random(random, here, options):
        result = judge_turn(TurnQuestion(here, (move,)), options).result
        assert result is not None
        if result.round_over:
            return
        if result.turn_complete:
            assert result.next_seat == (here.seat + 1) % here.players
            passes = here.passes + 1 if isinstance(move, Pass) else 0
            following_seat = Position(
                here.players, result.next_seat, (), result.discard_pile, result.stock_count, result.melds, passes=passes
            )
            assert table_at(following_seat, options)[1] == ()
            return
        here = following(here, move, result, options)
        assert table_at(here, options)[1] == ()
        assert list_legal_moves(LegalMovesQuestion(here), options).moves


def _any_cards(random: Random, near: Cards) -> Cards:
    roll = random.random()
    if roll < 0.7 and near:
        return tuple(random.choice((*near, JOKER)) for _ in range(random.randint(1, 4)))
    return tuple(random.choice(EVERY_MELD_CARD) for _ in range(random.randint(1, 5)))


def _any_move(random: Random, near: Cards, *, play: bool = False) -> Any:
    ace = random.choice((None, None, *AceEnd))
    name = random.choice((None, None, "m1", "t0", "t1", "m7"))
    moves: list[Any] = [
        LayMeld(_any_cards(random, near), ace, name),
        LayOffCards(_any_cards(random, near), name, ace),
        DiscardCard(random.choice([card.held for card in (*near, EVERY_CARD[3])])),
    ]
    if not play:
        moves += [DrawStock(random.choice(EVERY_CARD)), TakeDiscards(random.randint(1, 5)), Pass()]
    return random.choice(moves)


@settings(max_examples=400)
@given(tables())
def test_the_judge_never_raises_and_a_refused_move_changes_nothing(drawn: tuple[Random, Situation]) -> None:
    random, table = drawn
    options = table.options
    hand, pile = cards_of(table.hand), cards_of(table.pile)
    near = (*hand, *pile)
    position = position_of(random, table)
    if random.random() < 0.7:
        source = random.choice(list(DrawSource))
        told = Drawn(
            source, tuple(random.choices([*near, EVERY_CARD[0]], k=random.randint(1, 2))), random.random() < 0.5
        )
        position = position._replace(
            phase=random.choice((Phase.PLAY, Phase.PLAY, Phase.DRAW)),
            drawn=random.choice((told, told, None)),
            passes=random.choice((0, 0, 9)),
            booting=random.random() < 0.2,
            seat=random.choice((table.seat, 9)),
            melded_this_turn=random.choice((0, 12)),
            has_melded=random.choice((None, True, False)),
        )
    turn = TurnQuestion(position, tuple(_any_move(random, near) for _ in range(random.randint(1, 4))))
    verdict = judge_turn(turn, options)
    assert (verdict.result is None) is bool(verdict.violations)
    at, faults = table_at(position, options)
    if not faults:
        for move in turn.moves:
            before = at
            violations(move, at, options)
            assert at == before
    list_legal_moves(LegalMovesQuestion(position), options)
    then = tuple(_any_move(random, near, play=True) for _ in range(random.randint(0, 3)))
    melds = random.choice((None, table.melds))
    judge_pickup(
        PickupQuestion(
            hand,
            pile,
            random.randint(1, 4),
            melds,
            random.choice((None, table.seat, 9)),
            random.choice((None, True, False)),
            random.choice((None, 0, 3)),
            random.choice((None, then)),
            table.players,
        ),
        options,
    )
    judge_discard(
        DiscardQuestion(
            hand, random.choice((*near, EVERY_CARD[0])), position.drawn or Drawn(DrawSource.STOCK, near[:1])
        ),
        options,
    )
    judge_rummy_call(
        RummyCallQuestion(
            pile,
            random.randint(1, 3),
            random.randint(0, 3),
            random.randint(0, 3),
            melds,
            random.choice((None, hand)),
            random.choice((None, True, False, False)),
            random.choice((None, 0, 3)),
            random.choice((None, then)),
            table.players,
        ),
        options,
    )


@many
@given(tables())
def test_each_use_that_a_pickup_lists_is_accepted(drawn: tuple[Random, Situation]) -> None:
    _, table = drawn
    hand, pile = cards_of(table.hand), cards_of(table.pile)
    for count in range(1, len(pile) + 1):
        pickup = PickupQuestion(hand, pile, count, table.melds, table.seat, table.has_melded, 5, players=table.players)
        verdict = judge_pickup(pickup, table.options)
        if verdict.violations:
            continue
        assert verdict.uses is not None
        assert len(verdict.uses) <= MOST_USES
        assert len(verdict.uses) == MOST_USES or not verdict.uses_truncated
        assert len(set(verdict.uses)) == len(verdict.uses)
        position = Position(table.players, table.seat, hand, pile, 5, table.melds, table.has_melded)
        for use in verdict.uses:
            turn = TurnQuestion(position, (TakeDiscards(count), use))
            assert judge_turn(turn, table.options).violations == ()
            assert judge_pickup(pickup._replace(then=(use,)), table.options).violations == ()


@many
@given(tables())
def test_a_single_question_and_the_turn_agree(drawn: tuple[Random, Situation]) -> None:
    """A pickup and a discard asked alone are judged as in a turn."""
    random, table = drawn
    options = table.options
    position = position_of(random, table)._replace(first_turn=False)
    for count in range(1, len(position.discard_pile) + 2):
        alone = judge_pickup(
            PickupQuestion(
                position.hand,
                position.discard_pile,
                count,
                position.melds,
                position.seat,
                position.has_melded,
                position.stock_count,
                players=position.players,
            ),
            options,
        )
        turn = judge_turn(TurnQuestion(position, (TakeDiscards(count),)), options)
        assert [each.code for each in alone.violations] == [each.code for each in turn.violations]
        if not alone.violations and options.going_out is not GoingOut.FLOAT:
            assert turn.result is not None
            assert (alone.hand_after, alone.pile_after) == (turn.result.hand, turn.result.discard_pile)
            taken = Drawn(DrawSource.DISCARD_PILE, position.discard_pile[-count:])
            for card in dict.fromkeys(turn.result.hand):
                question = DiscardQuestion(turn.result.hand, card, taken, players=position.players)
                both = TurnQuestion(position, (TakeDiscards(count), DiscardCard(card)))
                assert [each.code for each in judge_discard(question, options).violations] == [
                    each.code for each in judge_turn(both, options).violations
                ]
