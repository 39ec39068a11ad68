"""Questions by chance, and how a client would write them."""

from typing import Any, Final

from hypothesis import strategies as st

from service.rules.advice import MeldAdviceQuestion
from service.rules.cards import CARDS, JOKER, MELD_CARDS, NATURALS, Card
from service.rules.legal_moves import LegalMovesQuestion
from service.rules.options import OPTIONS, RULESETS
from service.rules.pickup_advice import PickupAdviceQuestion
from service.rules.questions import (
    AceEnd,
    BoodlePot,
    DiscardCard,
    DiscardQuestion,
    Drawn,
    DrawSource,
    DrawStock,
    EndedBy,
    GameScoreQuestion,
    HandScoreQuestion,
    LayMeld,
    LayOff,
    LayOffCards,
    LayOffQuestion,
    MeldQuestion,
    Pass,
    Phase,
    PickupQuestion,
    Position,
    RoundScoreQuestion,
    RummyCallQuestion,
    ScoredRound,
    ScoredSeat,
    TableMeld,
    TakeDiscards,
    TurnQuestion,
)
from service.wire.moves import KINDS

CARD: Final = st.sampled_from([*NATURALS, JOKER])
MELD_CARD: Final = st.sampled_from(list(dict.fromkeys(MELD_CARDS.values())))
HAND: Final = st.lists(CARD, max_size=5).map(tuple)
LAID: Final = st.lists(MELD_CARD, min_size=1, max_size=5).map(tuple)
SEAT: Final = st.integers(0, 9)
COUNT: Final = st.integers(0, 200)
SEATS: Final = st.integers(2, 8)
ID: Final = st.from_regex(r"[A-Za-z0-9._-]{1,64}", fullmatch=True)
ACE: Final = st.sampled_from(AceEnd)
MAYBE: Final = st.booleans()
POINTS: Final = st.integers(-600, 600)


def unless_absent(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def some(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


TABLE_MELD: Final = st.builds(TableMeld, ID, SEAT, LAID, some(st.builds(LayOff, SEAT, LAID)), unless_absent(ACE))
TABLE: Final = some(TABLE_MELD)
DRAWN: Final = st.builds(Drawn, st.sampled_from(DrawSource), st.lists(CARD, min_size=1, max_size=4).map(tuple), MAYBE)
PLAY: Final = (
    st.builds(LayMeld, LAID, unless_absent(ACE), unless_absent(ID))
    | st.builds(LayOffCards, LAID, unless_absent(ID), unless_absent(ACE))
    | st.builds(DiscardCard, CARD)
)
TURN_MOVE: Final = PLAY | st.builds(DrawStock, CARD) | st.builds(TakeDiscards, st.integers(1, 50)) | st.builds(Pass)
POSITION: Final = st.builds(
    Position,
    SEATS,
    SEAT,
    HAND,
    HAND,
    COUNT,
    TABLE,
    unless_absent(MAYBE),
    MAYBE,
    st.sampled_from(Phase),
    unless_absent(DRAWN),
    COUNT,
    MAYBE,
    COUNT,
)

#: A strategy for the questions of each operation.
QUESTIONS: Final = {
    "judgeMeld": st.builds(MeldQuestion, LAID, unless_absent(ACE), unless_absent(HAND), unless_absent(MAYBE), SEATS),
    "judgeLayOff": st.builds(
        LayOffQuestion,
        LAID,
        TABLE,
        unless_absent(ID),
        unless_absent(ACE),
        unless_absent(HAND),
        unless_absent(SEAT),
        unless_absent(MAYBE),
        SEATS,
    ),
    "judgePickup": st.builds(
        PickupQuestion,
        HAND,
        HAND,
        st.integers(1, 50),
        unless_absent(TABLE),
        unless_absent(SEAT),
        unless_absent(MAYBE),
        unless_absent(COUNT),
        unless_absent(some(PLAY)),
        SEATS,
    ),
    "judgeDiscard": st.builds(DiscardQuestion, HAND, CARD, DRAWN, unless_absent(HAND), SEATS),
    "judgeTurn": st.builds(TurnQuestion, POSITION, st.lists(TURN_MOVE, min_size=1, max_size=4).map(tuple)),
    "judgeRummyCall": st.builds(
        RummyCallQuestion,
        HAND,
        st.integers(1, 50),
        SEAT,
        SEAT,
        unless_absent(TABLE),
        unless_absent(HAND),
        unless_absent(MAYBE),
        unless_absent(COUNT),
        unless_absent(some(PLAY)),
        SEATS,
    ),
    "scoreHand": st.builds(HandScoreQuestion, HAND, SEATS),
    "scoreRound": st.builds(
        RoundScoreQuestion,
        st.lists(st.builds(ScoredSeat, HAND, unless_absent(POINTS), MAYBE), min_size=2, max_size=8).map(tuple),
        st.sampled_from(EndedBy),
        TABLE,
        unless_absent(SEAT),
        unless_absent(st.integers(1, 50)),
        some(st.builds(BoodlePot, CARD, COUNT)),
        unless_absent(MAYBE),
        MAYBE,
    ),
    "scoreGame": st.builds(
        GameScoreQuestion, SEATS, some(st.builds(ScoredRound, some(POINTS), unless_absent(SEAT))), MAYBE
    ),
    "listLegalMoves": st.builds(LegalMovesQuestion, POSITION, st.integers(1, 500)),
    "adviseMelds": st.builds(MeldAdviceQuestion, HAND, TABLE, MAYBE, SEATS),
    "advisePickups": st.builds(PickupAdviceQuestion, POSITION),
}

#: Options that hold together with every number of seats but one deck's.
OVERRIDES: Final = st.fixed_dictionaries(
    {},
    optional={
        name: st.integers(spec.minimum, spec.maximum)
        if spec.minimum is not None and spec.maximum is not None
        else st.sampled_from(spec.values)
        for name, spec in OPTIONS.items()
    },
)
RULESET: Final = st.sampled_from(list(RULESETS))

#: Any JSON value, with names and words of the contract among its texts.
WORDS: Final = st.sampled_from(
    [*CARDS, *RULESETS, *OPTIONS, *KINDS.values(), "kind", "cards", "melds", "hand", "ruleset", "options", "id", "seat"]
)
ANY_VALUE: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=8), inner, max_size=6),
    max_leaves=16,
)


def told(value: Any) -> Any:
    """Return a question, or a part of one, as a client would write it: what was not said is absent."""
    if isinstance(value, Card):
        return value.code
    if hasattr(value, "_fields"):
        members = {name: told(each) for name, each in zip(value._fields, value, strict=True) if each is not None}
        return {"kind": KINDS[type(value)], **members} if type(value) in KINDS else members
    if isinstance(value, tuple):
        return [told(each) for each in value]
    return value
