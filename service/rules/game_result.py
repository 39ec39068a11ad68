"""When a game is over, who has won it and what is settled.

Scores and totals stand in seat order; with partners a side's total decides. This room must never know what a card is
worth.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from .options import Options, Settlement, Sides, TargetMode, Tie, Winner
from .questions import GameScoreQuestion
from .rulebook import Code
from .table import table_faults
from .verdicts import Place, Violation

Points: TypeAlias = tuple[int, ...]

_PARTNERS: Final = ((0, 2), (1, 3))
_GAME_BONUS: Final = 50
# Reading a member from its class costs more than the rest of a comparison.
_PARTNERSHIP: Final = Sides.PARTNERS
_PLAY_ON: Final = Tie.PLAY_ON
_EXCEED: Final = TargetMode.EXCEED
_HIGHEST: Final = Winner.HIGHEST


class Reason(StrEnum):
    """Why a game is over, or why it is not."""

    TARGET_REACHED = "TARGET_REACHED"
    TIE_BROKEN = "TIE_BROKEN"
    ROUND_LIMIT = "ROUND_LIMIT"
    TIME_UP = "TIME_UP"
    TIE_AT_TOP = "TIE_AT_TOP"
    BELOW_TARGET = "BELOW_TARGET"
    MUST_GO_OUT = "MUST_GO_OUT"
    ROUNDS_REMAIN = "ROUNDS_REMAIN"


class Payment(NamedTuple):
    """Points that the winner collects from another seat, or from the other side."""

    payer: int
    payee: int
    points: int


class Outcome(NamedTuple):
    """Where a game stands: `winners` are seats and empty until it is over.

    `winning_sides` is None where every seat plays alone, `settlement` where nothing is settled.
    """

    over: bool
    reason: Reason
    winners: tuple[int, ...] = ()
    winning_sides: tuple[int, ...] | None = None
    settlement: tuple[Payment, ...] | None = None


class SideScore(NamedTuple):
    """A side: its seats, what they scored together in the last round, and their total."""

    side: int
    seats: tuple[int, ...]
    net: int
    total: int


class GameScore(NamedTuple):
    """The answer to a list of rounds; without scores where there are violations.

    `history` has the totals after each round; `sides` is None where every seat plays alone.
    """

    violations: tuple[Violation, ...]
    totals: Points = ()
    sides: tuple[SideScore, ...] | None = None
    outcome: Outcome | None = None
    history: tuple[Points, ...] = ()


class Standing(NamedTuple):
    """A game after a round: the totals, and what else decides it.

    `play_off` tells whether the round was played to break a tie, `time_up` that no further one is dealt. Where the
    number of the round is not known, no round limit is reckoned with.
    """

    totals: Points
    out_seat: int | None = None
    round_number: int | None = None
    play_off: bool = False
    time_up: bool = False


def outcome(standing: Standing, options: Options) -> Outcome:
    """Tell whether the game is over, and why.

    >>> outcome(Standing((530, 512)), Options()).winners
    (0,)
    """
    totals = _by_side(standing.totals, options)
    has_sides = options.sides is _PARTNERSHIP
    ending = _ending(standing, totals, options)
    if ending is None:
        return Outcome(
            over=False, reason=_reason_to_play_on(standing, totals, options), winning_sides=() if has_sides else None
        )
    reason, winners = ending
    return Outcome(
        over=True,
        reason=reason,
        winners=tuple(sorted(seat for side in winners for seat in _PARTNERS[side])) if has_sides else winners,
        winning_sides=winners if has_sides else None,
        settlement=_settlement(totals, winners, options),
    )


def is_play_off(totals: Points, round_number: int | None, options: Options) -> bool:
    """Tell from the totals before a round whether it is played to break a tie.

    It is where they are level at the top and past the target, or beyond the last round. A tie that was played off and
    ended level below the target does not show in totals.
    """
    if options.tie is not _PLAY_ON:
        return False
    by_side = _by_side(totals, options)
    highest = max(by_side)
    return by_side.count(highest) > 1 and (
        _is_past_target(highest, options) or is_beyond_last_round(round_number, options)
    )


def is_beyond_last_round(round_number: int | None, options: Options) -> bool:
    """Tell whether the round limit leaves no such round."""
    return round_number is not None and 0 < options.rounds < round_number


def side_scores(nets: Points, totals: Points, options: Options) -> tuple[SideScore, ...] | None:
    """Sum the scores of partners; None where every seat plays alone."""
    if options.sides is not _PARTNERSHIP:
        return None
    return tuple(
        SideScore(side, seats, sum(nets[seat] for seat in seats), sum(totals[seat] for seat in seats))
        for side, seats in enumerate(_PARTNERS)
    )


def score_game(question: GameScoreQuestion, options: Options) -> GameScore:
    """Add up the rounds of a game and tell where it stands: WRONG_LENGTH, NO_SUCH_SEAT.

    >>> from .questions import ScoredRound
    >>> score_game(GameScoreQuestion(2, (ScoredRound((300, -20)), ScoredRound((220, 10)))), Options()).totals
    (520, -10)
    """
    violations = tuple(_faults(question, options))
    if violations:
        return GameScore(violations)
    nets = totals = (0,) * question.players
    history: list[Points] = []
    rounds = question.rounds
    result = outcome(Standing(totals, time_up=question.time_up and not rounds), options)
    for number, played in enumerate(rounds, start=1):
        if result.over:
            return GameScore((_after_the_game(number, result),))
        play_off = result.reason is Reason.TIE_AT_TOP or is_play_off(totals, number, options)
        nets = played.scores
        totals = tuple(total + net for total, net in zip(totals, nets, strict=True))
        history.append(totals)
        time_up = question.time_up and number == len(rounds)
        result = outcome(Standing(totals, played.out_seat, number, play_off, time_up), options)
    return GameScore((), totals, side_scores(nets, totals, options), result, tuple(history))


def _faults(question: GameScoreQuestion, options: Options) -> Iterator[Violation]:
    players = question.players
    out_seats: list[tuple[Place, int]] = []
    for index, played in enumerate(question.rounds):
        if len(played.scores) != players:
            message = f"Round {index + 1} has {_counted(len(played.scores), 'score')} for {players} seats."
            yield Violation(Code.WRONG_LENGTH, message, ("rounds", index, "scores"))
        if played.out_seat is not None:
            out_seats.append((("rounds", index, "out_seat"), played.out_seat))
    yield from table_faults((), (), out_seats, options, players)


def _after_the_game(number: int, result: Outcome) -> Violation:
    winners = " and ".join(str(seat) for seat in result.winners)
    seats = "seat" if len(result.winners) == 1 else "seats"
    message = f"Round {number} comes after the end: {seats} {winners} had won after round {number - 1}."
    return Violation(Code.WRONG_LENGTH, message, ("rounds", number - 1))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _by_side(totals: Points, options: Options) -> Points:
    """Sum the totals of partners; a seat that plays alone is a side of its own."""
    if options.sides is not _PARTNERSHIP:
        return totals
    return tuple(sum(totals[seat] for seat in together) for together in _PARTNERS)


def _leaders(totals: Points) -> tuple[int, ...]:
    highest = max(totals)
    return tuple([side for side, total in enumerate(totals) if total == highest])


def _is_past_target(total: int, options: Options) -> bool:
    if not options.target:
        return False
    return total > options.target if options.target_mode is _EXCEED else total >= options.target


def _is_at_limit(standing: Standing, options: Options) -> bool:
    return standing.round_number is not None and 0 < options.rounds <= standing.round_number


def _ending(standing: Standing, totals: Points, options: Options) -> tuple[Reason, tuple[int, ...]] | None:
    leaders = _leaders(totals)
    someone_leads = len(leaders) == 1
    if standing.play_off:
        if someone_leads:
            return Reason.TIE_BROKEN, leaders
    elif winners := _winners_by_target(standing.out_seat, totals, leaders, options):
        return Reason.TARGET_REACHED, winners
    elif _is_at_limit(standing, options) and (someone_leads or options.tie is Tie.SHARED):
        return Reason.ROUND_LIMIT, leaders
    return (Reason.TIME_UP, leaders) if standing.time_up else None


def _reason_to_play_on(standing: Standing, totals: Points, options: Options) -> Reason:
    if standing.play_off or _is_at_limit(standing, options):
        return Reason.TIE_AT_TOP
    if _is_past_target(max(totals), options):
        return Reason.MUST_GO_OUT if options.winner is Winner.MUST_GO_OUT else Reason.TIE_AT_TOP
    return Reason.BELOW_TARGET if options.target else Reason.ROUNDS_REMAIN


def _winners_by_target(
    out_seat: int | None, totals: Points, leaders: tuple[int, ...], options: Options
) -> tuple[int, ...]:
    if options.winner is not _HIGHEST and out_seat is not None:
        out_side = out_seat % len(_PARTNERS) if options.sides is _PARTNERSHIP else out_seat
        if _is_past_target(totals[out_side], options):
            return (out_side,)
    if options.winner is Winner.MUST_GO_OUT or not _is_past_target(max(totals), options):
        return ()
    return leaders if len(leaders) == 1 or options.tie is Tie.SHARED else ()


def _settlement(totals: Points, winners: tuple[int, ...], options: Options) -> tuple[Payment, ...] | None:
    if options.settlement is Settlement.NONE or len(winners) != 1:
        return None
    (winner,) = winners
    extra = _GAME_BONUS if options.settlement is Settlement.DIFFERENCE_PLUS_50 else 0
    return tuple(
        Payment(side, winner, max(0, totals[winner] - total + extra))
        for side, total in enumerate(totals)
        if side != winner
    )
