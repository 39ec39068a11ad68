"""What calls cost in process: each the median of many short rounds. To measure more, add a line."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import cycle
from random import Random
from statistics import median
from timeit import Timer
from typing import TYPE_CHECKING, Final, NamedTuple

from service.app import create_app
from service.rules.arrangement import best
from service.rules.cards import NATURALS, cards
from service.rules.judge import judge_lay_off, judge_meld
from service.rules.judge_turns import judge_pickup, judge_turn
from service.rules.legal_moves import LegalMovesQuestion, list_legal_moves
from service.rules.options import RULESETS, Duty, FirstMeldCounts, Options, PipPoints
from service.rules.pickup_advice import PickupAdviceQuestion, advise_pickups
from service.rules.questions import (
    DiscardCard,
    Drawn,
    DrawSource,
    LayMeld,
    LayOffCards,
    LayOffQuestion,
    MeldQuestion,
    Phase,
    PickupQuestion,
    Position,
    TableMeld,
    TakeDiscards,
    TurnQuestion,
)
from service.rules.scoring import score_round
from service.web import first_question
from service.wire import strict_json
from service.wire.operations import OPERATIONS
from tests.bench.arrangements import HANDS, SIZES, Size, at_random, in_a_block
from tests.bench.figures import Figure
from tests.rules.full_round import FULL_ROUND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.rules.questions import Cards


class Measured(NamedTuple):
    """A call that is measured, and how many microseconds it may take at the median."""

    name: str
    call: Callable[[], object]
    most: float | None = None


FIFTY_MILLISECONDS: Final = 50_000
ROUNDS: Final = 41
SECONDS_A_ROUND: Final = 0.01


def microseconds(call: Callable[[], object]) -> float:
    """Measure what one call costs at the median."""
    timer = Timer(call)
    calls = 1
    while timer.timeit(calls) < SECONDS_A_ROUND:
        calls *= 2
    return median(timer.repeat(ROUNDS, calls)) / calls * 1e6


def measure() -> Iterator[Figure]:
    """Measure every call of the list."""
    for one in _measured():
        yield Figure(one.name, microseconds(one.call), "us", most=one.most)


def _five_moves() -> TurnQuestion:
    """Take a card, lay it in a set, lay a run, lay a card off, discard."""
    table = (TableMeld("m1", 1, cards("10D JD QD")),)
    hand = cards("5H 6H 7H 9C 9D KD 2D 3S QH AD JC 4S 8S")
    position = Position(players=2, seat=0, hand=hand, discard_pile=cards("2C 9S"), stock_count=20, melds=table)
    moves = (
        TakeDiscards(1),
        LayMeld(cards("9S 9C 9D")),
        LayMeld(cards("5H 6H 7H")),
        LayOffCards(cards("KD"), "m1"),
        DiscardCard(cards("2D")[0]),
    )
    return TurnQuestion(position, moves)


def _stubborn_pickup() -> tuple[PickupQuestion, Options]:
    """Ask for a first meld of a hundred points beside a use of 6S: forty low cards have any use, but no such meld."""
    options = replace(
        RULESETS["pagat"].options,
        jokers_per_deck=4,
        top_discard=Duty.USE,
        pip_points=PipPoints.FIVE,
        low_ace_points=5,
        set_ace_points=5,
        first_meld_minimum=100,
        min_naturals=3,
    )
    low = cards(" ".join(f"{rank}{suit}" for rank in "23456" for suit in "SHDC")) * 2
    hand = tuple(each for each in low if each.code not in {"6S", "6H"})[:36] + cards("JK JK JK JK")
    return PickupQuestion(hand, cards("AH 6S"), 1, (), 0, has_melded=False, players=6), options


def _thirteen_cards_and_six_melds() -> Position:
    """Return a seat that has drawn, where cards fit everywhere."""
    told = ("2C 3C 4C", "5H 6H 7H", "9D 10D JD", "QS QH QD", "4S 4H 4D", "8C 9C 10C")
    melds = tuple(TableMeld(f"m{number}", number % 2, cards(meld)) for number, meld in enumerate(told, 1))
    hand = cards("5C 6C 7C 8H 9H 8D QC KC AC 2S 3S KS KD")
    return Position(2, 0, hand, cards("2D"), 10, melds, phase=Phase.PLAY, drawn=Drawn(DrawSource.STOCK, cards("KD")))


def _first_melds_by_the_turn() -> Measured:
    """List the moves of a seat that has drawn and must lay most of its cards at once; each call is another hand."""
    options = replace(RULESETS["pagat"].options, first_meld_minimum=100, first_meld_counts=FirstMeldCounts.TURN)
    random = Random(7)
    size = Size(1, 18, 2, 0)
    hands = cycle([in_a_block(random, size) for _ in range(HANDS)])
    return Measured(
        "list_legal_moves: eighteen cards, two jokers, first melds by the turn",
        partial(_list_after_draw, hands, options),
        FIFTY_MILLISECONDS,
    )


def _list_after_draw(hands: Iterator[Cards], options: Options) -> object:
    hand = next(hands)
    drawn = Drawn(DrawSource.STOCK, hand[:1])
    position = Position(2, 0, hand, (), 10, phase=Phase.PLAY, drawn=drawn)
    return list_legal_moves(LegalMovesQuestion(position), options)


def _pile_of_thirty() -> Position:
    """Return a seat with seven cards before thirty discards of one deck."""
    dealt = tuple(Random(30).sample(NATURALS, 37))
    return Position(2, 0, dealt[:7], dealt[7:], 5)


def _arrangements() -> Iterator[Measured]:
    """Yield a line for each kind of hand; each call is another hand."""
    for size in SIZES:
        ruleset = "persian" if size.jokers else "american"
        for deal in (at_random, in_a_block):
            random = Random(7)
            hands = cycle([deal(random, size) for _ in range(HANDS)])
            told = f"{size.decks} decks, {size.cards} cards, {size.jokers} jokers, {deal.__name__}"
            yield Measured(f"advice: {told}", partial(_arrange, hands, RULESETS[ruleset].options), size.most * 1000)


def _arrange(hands: Iterator[Cards], options: Options) -> object:
    return best(next(hands), (), options)


def _measured() -> list[Measured]:
    """List the calls; advice by the size of the hand last."""
    body = first_question.BODY.encode()
    question = strict_json.read(body)
    operation = OPERATIONS[first_question.OPERATION]
    answer = operation.answer(question)
    client = create_app().test_client()
    american = Options()
    meld = MeldQuestion(cards("7H 5H 6H"))
    lay_off = LayOffQuestion(cards("8H 4H"), (TableMeld("m1", 0, cards("5H 6H 7H")),))
    turn = _five_moves()
    told = turn.position
    pickup = PickupQuestion(told.hand, told.discard_pile, 1, told.melds, told.seat, players=told.players)
    first_meld, strict = _stubborn_pickup()
    by_turn = replace(strict, first_meld_counts=FirstMeldCounts.TURN)
    position = _thirteen_cards_and_six_melds()
    pile = _pile_of_thirty()
    return [
        Measured(
            "list_legal_moves: thirteen cards, six melds",
            lambda: list_legal_moves(LegalMovesQuestion(position), american),
            1000,
        ),
        _first_melds_by_the_turn(),
        Measured(
            "advise_pickups: a pile of thirty",
            lambda: advise_pickups(PickupAdviceQuestion(pile), american),
            FIFTY_MILLISECONDS,
        ),
        Measured("judge_turn: five moves, thirteen cards", lambda: judge_turn(turn, american), 60),
        Measured("judge_pickup: thirteen cards", lambda: judge_pickup(pickup, american), 150),
        Measured(
            "judge_pickup: forty cards, no first meld", lambda: judge_pickup(first_meld, strict), FIFTY_MILLISECONDS
        ),
        Measured(
            "judge_pickup: forty cards, first melds by the turn",
            lambda: judge_pickup(first_meld, by_turn),
            FIFTY_MILLISECONDS,
        ),
        Measured("judge_meld: a run of three", lambda: judge_meld(meld, american), 5),
        Measured("judge_lay_off: a card at each end", lambda: judge_lay_off(lay_off, american), 10),
        Measured("score_round: eight seats, two decks", lambda: score_round(FULL_ROUND, american), 1000),
        Measured("strict_json.read: a small meld", lambda: strict_json.read(body)),
        Measured("strict_json.write: its verdict", lambda: strict_json.write(answer)),
        Measured("judgeMeld: document to document", lambda: operation.answer(question)),
        Measured(
            "judgeMeld: through Flask's test client",
            lambda: client.post(first_question.PATH, data=body, content_type="application/json"),
        ),
        *_arrangements(),
    ]
