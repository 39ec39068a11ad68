"""The documents of answers, built member by member; what there is nothing to say of is absent.

Every answer begins with a head: its kind, what was agreed, and the fingerprint of the question.
"""

from collections.abc import Iterable
from typing import TypeAlias

from service.rules.advice import AdvisedLayOff, AdvisedMeld, MeldAdvice
from service.rules.game_result import GameScore, Outcome, Payment, SideScore
from service.rules.legal_moves import LegalMove, LegalMoves
from service.rules.pickup_advice import Continuation, PickupAdvice, PickupChoice
from service.rules.prices import CardPoints
from service.rules.scoring import Boodle, RoundScore, ScoredCard, SeatScore, WonPot
from service.rules.verdicts import (
    DiscardVerdict,
    HandScore,
    Interpretation,
    JudgedMove,
    LayOffVerdict,
    MeldVerdict,
    Obligation,
    PickupVerdict,
    RummyCallVerdict,
    TurnResult,
    TurnVerdict,
    Unchecked,
    Violation,
)

from .faults import pointer
from .moves import codes, write_move, write_table_meld

Document: TypeAlias = dict[str, object]


def write_meld_verdict(head: Document, verdict: MeldVerdict) -> Document:
    """Return the answer to a meld."""
    document = write_verdict(head, verdict.violations, unchecked=verdict.unchecked)
    _add_worth(document, verdict)
    return document


def write_lay_off_verdict(head: Document, verdict: LayOffVerdict) -> Document:
    """Return the answer to a lay-off."""
    document = write_verdict(head, verdict.violations, unchecked=verdict.unchecked)
    _add_worth(document, verdict)
    if verdict.meld_id is not None:
        document["meld_id"] = verdict.meld_id
    return document


def write_pickup_verdict(head: Document, verdict: PickupVerdict) -> Document:
    """Return the answer to a pickup."""
    document = write_verdict(head, verdict.violations, verdict.obligations, verdict.unchecked)
    document["points"] = verdict.points
    if verdict.taken is not None:
        document["taken"] = codes(verdict.taken)
    if verdict.must_use is not None:
        document["must_use"] = verdict.must_use
    _add_uses(document, verdict)
    if verdict.hand_after is not None:
        document["hand_after"] = codes(verdict.hand_after)
    if verdict.pile_after is not None:
        document["pile_after"] = codes(verdict.pile_after)
    return document


def write_discard_verdict(head: Document, verdict: DiscardVerdict) -> Document:
    """Return the answer to a discard."""
    document = write_verdict(head, verdict.violations, unchecked=verdict.unchecked)
    if verdict.goes_out is not None:
        document["goes_out"] = verdict.goes_out
    if verdict.pile_after is not None:
        document["pile_after"] = codes(verdict.pile_after)
    return document


def write_turn_verdict(head: Document, verdict: TurnVerdict) -> Document:
    """Return the answer to a turn."""
    document = write_verdict(head, verdict.violations, verdict.obligations, verdict.unchecked)
    document["points"] = verdict.result.points if verdict.result else 0
    document["moves"] = [_judged_move(move) for move in verdict.moves]
    if verdict.result:
        document["result"] = _turn_result(verdict.result)
    return document


def write_rummy_call_verdict(head: Document, verdict: RummyCallVerdict) -> Document:
    """Return the answer to a call of Rummy."""
    document = write_verdict(head, verdict.violations, unchecked=verdict.unchecked)
    document["points"] = verdict.points
    if verdict.taken is not None:
        document["taken"] = codes(verdict.taken)
    _add_uses(document, verdict)
    if verdict.next_seat is not None:
        document["next_seat"] = verdict.next_seat
    return document


def write_hand_score(head: Document, score: HandScore) -> Document:
    """Return what cards left in hand cost."""
    document = _score(head, score.violations)
    document["points"] = score.points
    if not score.violations:
        document["card_points"] = _card_points(score.card_points)
    return document


def write_round_score(head: Document, score: RoundScore) -> Document:
    """Return what a round is worth; nothing where there can be no such round."""
    document = _score(head, score.violations)
    if score.outcome is not None:
        document["seats"] = [_seat_score(seat) for seat in score.seats]
        add_sides(document, score.sides)
        document["outcome"] = write_outcome(score.outcome)
    if score.boodle is not None:
        document["boodle"] = _boodle(score.boodle)
    return document


def write_game_score(head: Document, score: GameScore) -> Document:
    """Return where a game stands; nothing where there can be no such game."""
    document = _score(head, score.violations)
    if score.outcome is not None:
        document["totals"] = list(score.totals)
        add_sides(document, score.sides)
        document["outcome"] = write_outcome(score.outcome)
        document["history"] = [list(totals) for totals in score.history]
    return document


def write_legal_moves(head: Document, listed: LegalMoves) -> Document:
    """Return what a seat may do now; a draw from the stock is told without its card."""
    document = _score(head, listed.violations)
    document["moves"] = [write_legal_move(move) for move in listed.moves]
    document["obligations"] = [write_obligation(each) for each in listed.obligations]
    document["truncated"] = listed.truncated
    return document


def write_legal_move(legal: LegalMove) -> Document:
    """Return one move that would be accepted."""
    document: Document = {"move": write_move(legal.move), "points": legal.points}
    if legal.uses is not None:
        document["uses"] = [write_move(use) for use in legal.uses]
    return document


def write_meld_advice(head: Document, advice: MeldAdvice) -> Document:
    """Return the best that a hand can lay; nothing where there can be no such hand."""
    document = _score(head, advice.violations)
    if not advice.violations:
        document["melds"] = [_advised_meld(meld) for meld in advice.melds]
        document["lay_offs"] = [_advised_lay_off(lay_off) for lay_off in advice.lay_offs]
        document["left"] = codes(advice.left)
        document["points"] = advice.points
        document["net"] = advice.net
        document["optimal"] = advice.optimal
        if advice.bound is not None:
            document["bound"] = advice.bound
    return document


def write_pickup_advice(head: Document, advice: PickupAdvice) -> Document:
    """Return what each way to draw is worth; nothing where there can be no such position."""
    document = _score(head, advice.violations)
    if not advice.violations:
        document["choices"] = [_pickup_choice(choice) for choice in advice.choices]
    return document


def _pickup_choice(choice: PickupChoice) -> Document:
    document: Document = {
        "move": write_move(choice.move),
        "legal": not choice.violations,
        "violations": write_violations(choice.violations),
    }
    if choice.best is not None:
        document["best"] = _best_turn(choice.best)
    return document


def _best_turn(best: Continuation) -> Document:
    document: Document = {"plays": [write_move(each) for each in best.plays]}
    if best.discard is not None:
        document["discard"] = best.discard
    document["points"] = best.points
    document["left"] = codes(best.left)
    document["net"] = best.net
    if best.bound > best.net:
        document["bound"] = best.bound
    return document


def _advised_meld(meld: AdvisedMeld) -> Document:
    return {"cards": codes(meld.cards), "kind": meld.kind, "points": meld.points}


def _advised_lay_off(lay_off: AdvisedLayOff) -> Document:
    return {"cards": codes(lay_off.cards), "meld_id": lay_off.meld_id, "points": lay_off.points}


def _score(head: Document, violations: tuple[Violation, ...]) -> Document:
    return {"valid": not violations, **head, "violations": write_violations(violations) if violations else []}


def write_verdict(
    head: Document,
    violations: tuple[Violation, ...],
    obligations: tuple[Obligation, ...] = (),
    unchecked: tuple[Unchecked, ...] = (),
) -> Document:
    """Return the head of a verdict: whether the move is legal, why not, and what the turn still owes."""
    return {
        "legal": not violations,
        **head,
        "violations": write_violations(violations) if violations else [],
        "obligations": [write_obligation(each) for each in obligations] if obligations else [],
        "unchecked": [{"code": code, "message": message} for code, message in unchecked] if unchecked else [],
    }


def write_violations(violations: Iterable[Violation]) -> list[Document]:
    """Return why something is not allowed."""
    return list(map(_violation, violations))


def _violation(violation: Violation) -> Document:
    document: Document = {"code": violation.code, "message": violation.message}
    if violation.place:
        document["pointer"] = pointer(violation.place)
    if violation.cards:
        document["cards"] = codes(violation.cards)
    if violation.params:
        document["params"] = {name: list(values) for name, values in violation.params.items()}
    if violation.move_index is not None:
        document["move_index"] = violation.move_index
    return document


def write_obligation(obligation: Obligation) -> Document:
    """Return what a turn still owes."""
    document: Document = {"code": obligation.code, "message": obligation.message}
    if obligation.cards:
        document["cards"] = codes(obligation.cards)
    return document


def _add_worth(document: Document, verdict: MeldVerdict | LayOffVerdict) -> None:
    document["points"] = verdict.points
    meld = verdict.meld
    if meld is not None:
        document["meld"] = laid = {"kind": meld.kind, "cards": codes(meld.cards)}
        if meld.ace is not None:
            laid["ace"] = meld.ace
        document["card_points"] = _card_points(verdict.card_points)
    if verdict.interpretation:
        document["interpretation"] = [_interpretation(each) for each in verdict.interpretation]


def _card_points(card_points: Iterable[CardPoints]) -> list[Document]:
    return [{"card": card, "points": points} for card, points in card_points]


def _interpretation(interpretation: Interpretation) -> Document:
    return {"pointer": pointer(interpretation.place), "as": interpretation.card}


def _add_uses(document: Document, verdict: PickupVerdict | RummyCallVerdict) -> None:
    if verdict.uses is not None:
        document["uses"] = [write_move(use) for use in verdict.uses]
        document["uses_truncated"] = verdict.uses_truncated


def _judged_move(move: JudgedMove) -> Document:
    index, violations, points = move
    listed = write_violations(violations) if violations else []
    return {"index": index, "legal": not violations, "points": points, "violations": listed}


def _turn_result(result: TurnResult) -> Document:
    document: Document = {
        "hand": codes(result.hand),
        "discard_pile": codes(result.discard_pile),
        "stock_count": result.stock_count,
        "melds": [write_table_meld(meld) for meld in result.melds],
        "points": result.points,
        "bonus": result.bonus,
        "went_out": result.went_out,
        "round_over": result.round_over,
        "turn_complete": result.turn_complete,
    }
    if result.ended_by is not None:
        document["ended_by"] = result.ended_by
    if result.next_seat is not None:
        document["next_seat"] = result.next_seat
    return document


def _seat_score(score: SeatScore) -> Document:
    return {
        "seat": score.seat,
        "melded": score.melded,
        "laid_off": score.laid_off,
        "deadwood": score.deadwood,
        "bonus": score.bonus,
        "net": score.net,
        "total": score.total,
        "cards": [_scored_card(each) for each in score.cards],
    }


def _scored_card(scored: ScoredCard) -> Document:
    card, place, points, meld_id = scored
    document: Document = {"card": card, "place": place, "points": points}
    if meld_id is not None:
        document["meld_id"] = meld_id
    return document


def add_sides(document: Document, sides: Iterable[SideScore] | None) -> None:
    """Tell of sides where there are some."""
    if sides is not None:
        document["sides"] = [
            {"side": each.side, "seats": list(each.seats), "net": each.net, "total": each.total} for each in sides
        ]


def write_outcome(outcome: Outcome) -> Document:
    """Return where a game stands."""
    document: Document = {"over": outcome.over, "reason": outcome.reason, "winners": list(outcome.winners)}
    if outcome.winning_sides is not None:
        document["winning_sides"] = list(outcome.winning_sides)
    if outcome.settlement is not None:
        document["settlement"] = [_payment(each) for each in outcome.settlement]
    return document


def _payment(payment: Payment) -> Document:
    return {"from": payment.payer, "to": payment.payee, "points": payment.points}


def _boodle(boodle: Boodle) -> Document:
    return {
        "pots": [_pot(pot) for pot in boodle.pots],
        "stakes": boodle.stakes,
        "carried": [{"card": pot.card, "chips": pot.chips} for pot in boodle.carried],
    }


def _pot(pot: WonPot) -> Document:
    document: Document = {"card": pot.card, "chips": pot.chips}
    if pot.won_by is not None:
        document["won_by"] = pot.won_by
    return document
