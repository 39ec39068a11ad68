"""A record judged: every round dealt again and every move judged again, up to the first that is refused.

The rules are those of games in play. This room must never know how a record is written.
"""

from collections import Counter
from typing import NamedTuple

from . import game as games
from . import round as rounds
from .deal import dealer_of, full_deck_faults
from .game import Game, RoundEnd
from .game_result import Outcome, SideScore
from .options import Options
from .questions import Cards, Move, Position
from .rulebook import Code
from .table import table_faults
from .verdicts import Place, Violation


class RecordedMove(NamedTuple):
    """A move and the seat that made it."""

    seat: int
    move: Move


class RecordedRound(NamedTuple):
    """A round as it was recorded: its dealer, its deck, its moves, and each new stock, next card first.

    `scores` are checked where they are given. `salt` and `commitment` are not looked at here.
    """

    dealer: int
    deck: Cards
    moves: tuple[RecordedMove, ...]
    reshuffles: tuple[Cards, ...] = ()
    scores: tuple[int, ...] | None = None
    salt: str | None = None
    commitment: str | None = None


class RecordQuestion(NamedTuple):
    """Was this game played by the rules? `time_up` tells that it was ended from outside.

    `names` are those of the seats, empty where a seat has none. `ruleset_digest` is not looked at here.
    """

    names: tuple[str, ...]
    rounds: tuple[RecordedRound, ...]
    time_up: bool = False
    ruleset_digest: str | None = None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)


class RecordVerdict(NamedTuple):
    """The answer to a record: the first fault and everything up to it.

    `round` and `move_index` (both from 0) say which move was refused; `position` is where a running round stands.
    """

    violations: tuple[Violation, ...]
    round: int | None = None
    move_index: int | None = None
    rounds: tuple[RoundEnd, ...] = ()
    totals: tuple[int, ...] = ()
    sides: tuple[SideScore, ...] | None = None
    outcome: Outcome | None = None
    position: Position | None = None


class _Refused(Exception):
    """The record cannot be followed beyond this point."""

    def __init__(self, violations: tuple[Violation, ...], move_index: int | None = None) -> None:
        super().__init__(violations)
        self.violations = violations
        self.move_index = move_index


def judge_record(question: RecordQuestion, options: Options) -> RecordVerdict:
    """Play a record again; the first move that is refused ends it.

    >>> from .deal import full_deck
    >>> from .questions import DrawStock
    >>> deck = full_deck(3, Options())
    >>> first = RecordedRound(0, deck, (RecordedMove(1, DrawStock(deck[22])),))
    >>> judge_record(RecordQuestion(("A", "B", "C"), (first,)), Options()).position.seat
    1
    """
    replay = _Replay(question, options)
    index = 0
    try:
        for index, recorded in enumerate(question.rounds):
            replay.play_round(index, recorded)
    except _Refused as refusal:
        place: Place = ("record", "rounds", index)
        faults = tuple(
            fault._replace(place=(*place, *fault.place), move_index=refusal.move_index) for fault in refusal.violations
        )
        return replay.verdict(faults, index, refusal.move_index)
    return replay.verdict((), None, None)


class _Replay:
    """A record on its way."""

    def __init__(self, question: RecordQuestion, options: Options) -> None:
        self.question = question
        self.options = options
        self.game: Game | None = None
        self.ends: list[RoundEnd] = []

    def verdict(self, violations: tuple[Violation, ...], round_: int | None, move_index: int | None) -> RecordVerdict:
        """Return everything up to here."""
        game = self.game
        if game is None:
            return RecordVerdict(violations, round_, move_index)
        if not violations and self.question.time_up:
            game = game._replace(time_up=True)
        standing = game.standing
        assert standing.outcome is not None
        is_running = game.round.ended_by is None and not standing.outcome.over
        return RecordVerdict(
            violations,
            round_,
            move_index,
            tuple(self.ends),
            standing.totals,
            standing.sides,
            standing.outcome,
            rounds.position_of(game.round) if is_running else None,
        )

    def play_round(self, index: int, recorded: RecordedRound) -> None:
        """Deal one round and play it."""
        self._refuse_round(index, recorded)
        if self.game is None:
            self.game = games.new_game(recorded.deck, self.question.players, self.options)
        else:
            self.game = games.with_next_round(self.game, recorded.deck)
        new_stocks = list(enumerate(recorded.reshuffles))[::-1]
        for move_index, (seat, move) in enumerate(recorded.moves):
            try:
                self._play(move, seat, new_stocks)
            except _Refused as refusal:
                faults = tuple(
                    fault if fault.place[:1] == ("reshuffles",) else _in_move(fault, move_index)
                    for fault in refusal.violations
                )
                raise _Refused(faults, move_index) from None
        if new_stocks:
            message = "There are more new stocks than the round made."
            raise _Refused((Violation(Code.IMPOSSIBLE_TABLE, message, ("reshuffles", new_stocks[-1][0])),))
        self._check_scores(recorded)

    def _refuse_round(self, index: int, recorded: RecordedRound) -> None:
        players = self.question.players
        if self.game is not None:
            if self.game.round.ended_by is None:
                message = f"Round {index + 1} was dealt before round {index} was over."
                raise _Refused((Violation(Code.IMPOSSIBLE_TABLE, message),))
            if self.game.outcome.over:
                raise _Refused((Violation(Code.WRONG_LENGTH, f"Round {index + 1} comes after the end of the game."),))
        seats: list[tuple[Place, int]] = [(("dealer",), recorded.dealer)]
        seats += [(("moves", number, "seat"), each.seat) for number, each in enumerate(recorded.moves)]
        faults = full_deck_faults(recorded.deck, players, self.options, ("deck",))
        faults += table_faults((), (), seats, self.options, players)
        dealer = dealer_of(index + 1, players)
        if recorded.dealer < players and recorded.dealer != dealer:
            message = f"Round {index + 1} is dealt by seat {dealer}, not by seat {recorded.dealer}."
            faults += (Violation(Code.IMPOSSIBLE_TABLE, message, ("dealer",)),)
        if recorded.scores is not None and len(recorded.scores) != players:
            message = f"There are {players} seats, but {len(recorded.scores)} scores."
            faults += (Violation(Code.WRONG_LENGTH, message, ("scores",)),)
        if faults:
            raise _Refused(faults)

    def _play(self, move: Move, seat: int, new_stocks: list[tuple[int, Cards]]) -> None:
        game = self.game
        assert game is not None
        tried = games.attempt(move, seat, game)
        if not tried.violations and games.needs_new_stock(move, game):
            tried = games.attempt(move, seat, games.with_new_stock(game, self._new_stock(game, new_stocks)))
        if tried.violations:
            raise _Refused(tried.violations)
        self.game = tried.game
        if tried.end is not None:
            self.ends.append(tried.end)

    def _new_stock(self, game: Game, new_stocks: list[tuple[int, Cards]]) -> Cards:
        if not new_stocks:
            raise _Refused((Violation(Code.IMPOSSIBLE_TABLE, "The new stock that this draw made is not told."),))
        number, stock = new_stocks.pop()
        if Counter(stock) != Counter(game.round.table.pile[:-1]):
            message = "A new stock is made of the discards below the top one, and of nothing else."
            raise _Refused((Violation(Code.IMPOSSIBLE_TABLE, message, ("reshuffles", number), stock),))
        return stock

    def _check_scores(self, recorded: RecordedRound) -> None:
        if recorded.scores is None:
            return
        game = self.game
        assert game is not None
        if game.round.ended_by is None:
            raise _Refused((Violation(Code.WRONG_LENGTH, "A round that is not over has no scores.", ("scores",)),))
        scores = game.scored[-1].scores
        if recorded.scores != scores:
            written = " ".join(map(str, scores))
            raise _Refused((Violation(Code.IMPOSSIBLE_TABLE, f"The scores of this round are {written}.", ("scores",)),))


def _in_move(fault: Violation, move_index: int) -> Violation:
    inside: Place = ("move", *fault.place) if fault.place or fault.code is not Code.NOT_YOUR_TURN else ("seat",)
    return fault._replace(place=("moves", move_index, *inside))
