"""A game in play: its rounds, who deals, what each round was worth, and when the game is over.

Decks come from outside. This room must never know where a game is kept.
"""

from functools import lru_cache
from typing import NamedTuple

from . import round as rounds
from .deal import deal, dealer_of
from .game_result import GameScore, Outcome, Reason, score_game
from .options import Options
from .questions import (
    BoodlePot,
    Cards,
    EndedBy,
    GameScoreQuestion,
    Move,
    RoundScoreQuestion,
    ScoredRound,
    ScoredSeat,
)
from .round import Round
from .scoring import RoundScore, score_round
from .verdicts import Violation


class RoundEnd(NamedTuple):
    """A round that has ended: what was asked of the score keeper, and what it was worth."""

    question: RoundScoreQuestion
    score: RoundScore


class Game(NamedTuple):
    """A game at one moment: the rounds that are scored, and the round in play or the last one.

    `pots` are carried over to the next round (`boodle`), and `time_up` tells that the game was ended from outside.
    """

    players: int
    options: Options
    round: Round
    scored: tuple[ScoredRound, ...] = ()
    pots: tuple[BoodlePot, ...] = ()
    time_up: bool = False

    @property
    def number(self) -> int:
        """The number of the round in play or just played, the first being 1."""
        return len(self.scored) + (self.round.ended_by is None)

    @property
    def standing(self) -> GameScore:
        """Where the game stands: totals, outcome."""
        return _standing(self.players, self.scored, self.time_up, self.options)

    @property
    def outcome(self) -> Outcome:
        """Whether the game is over, and who has won."""
        outcome = self.standing.outcome
        assert outcome is not None
        return outcome


@lru_cache(maxsize=1024)
def _standing(players: int, scored: tuple[ScoredRound, ...], time_up: bool, options: Options) -> GameScore:  # noqa: FBT001
    # It is asked several times a move and changes once a round.
    return score_game(GameScoreQuestion(players, scored, time_up), options)


def new_game(deck: Cards, players: int, options: Options) -> Game:
    """Return a game whose first round is dealt from this deck.

    >>> from .deal import full_deck
    >>> new_game(full_deck(3, Options()), 3, Options()).outcome.over
    False
    """
    return Game(players, options, _dealt(deck, 1, players, options))


def with_next_round(game: Game, deck: Cards) -> Game:
    """Return the game with its next round dealt; the round before must be over and the game not."""
    return game._replace(round=_dealt(deck, game.number + 1, game.players, game.options))


def _dealt(deck: Cards, number: int, players: int, options: Options) -> Round:
    dealer = dealer_of(number, players)
    return rounds.begin(deal(deck, dealer, players, options), dealer)


def needs_new_stock(move: Move, game: Game) -> bool:
    """Tell whether a lawful move draws from a stock that must first be made anew."""
    return rounds.needs_new_stock(move, game.round, game.options)


def with_new_stock(game: Game, stock: Cards) -> Game:
    """Return the game with the pile of its round made into a new stock."""
    return game._replace(round=rounds.with_new_stock(game.round, stock))


class Attempt(NamedTuple):
    """What comes of a move: why it is refused, the game after it, the points it laid, and the round that it ended.

    A refused move leaves the game as it is.
    """

    violations: tuple[Violation, ...]
    game: Game
    points: int = 0
    end: RoundEnd | None = None


def attempt(move: Move, seat: int, game: Game) -> Attempt:
    """Judge a move that a seat makes now, and play it, as in its round; a round that ends is scored."""
    violations, round_, points = rounds.attempt(move, seat, game.round, game.options)
    after = game._replace(round=round_)
    if violations or round_.ended_by is None:
        return Attempt(violations, after, points)
    question = _question(game, round_, round_.ended_by)
    score = score_round(question, game.options)
    assert not score.violations, score.violations
    scored = ScoredRound(tuple(each.net for each in score.seats), round_.out_seat)
    pots = score.boodle.carried if score.boodle is not None else ()
    return Attempt((), after._replace(scored=(*game.scored, scored), pots=pots), points, RoundEnd(question, score))


def _question(game: Game, round_: Round, ended_by: EndedBy) -> RoundScoreQuestion:
    """Return what the score keeper is asked about a round that has just ended."""
    before = game.standing
    assert before.outcome is not None
    seats = tuple(
        ScoredSeat(round_.hand(seat), before.totals[seat], seat == round_.booted_seat) for seat in range(game.players)
    )
    return RoundScoreQuestion(
        seats,
        ended_by,
        tuple(meld.laid for meld in round_.table.melds),
        round_.out_seat,
        game.number,
        game.pots,
        # A play-off that ended level is played off again, which its totals alone need not tell.
        play_off=True if before.outcome.reason is Reason.TIE_AT_TOP else None,
    )
