"""Every code that an answer may carry: its sentence, the options that govern it, and who says so.

Citations stand here and nowhere else. This room must never know how a rule is tested.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from .options import AMERICAN, HOUSE_RULE, NORDIC, OUR_READING, RULE_BOOKS, SCORE_KEEPER

_ALL: Final = (NORDIC, SCORE_KEEPER, AMERICAN)


class Code(StrEnum):
    """The codes of violations, of what a turn still owes, and of what could not be checked."""

    TOO_MANY_COPIES = "TOO_MANY_COPIES"
    JOKER_NOT_IN_DECK = "JOKER_NOT_IN_DECK"
    NOT_A_TABLE_MELD = "NOT_A_TABLE_MELD"
    DUPLICATE_MELD_ID = "DUPLICATE_MELD_ID"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    WRONG_LENGTH = "WRONG_LENGTH"
    OUT_WITH_CARDS = "OUT_WITH_CARDS"
    IMPOSSIBLE_TABLE = "IMPOSSIBLE_TABLE"
    ROUND_OVER = "ROUND_OVER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    NOT_DRAWN_YET = "NOT_DRAWN_YET"
    ALREADY_DRAWN = "ALREADY_DRAWN"
    MUST_DISCARD = "MUST_DISCARD"
    CALL_NOT_IN_RULESET = "CALL_NOT_IN_RULESET"
    CALL_TOO_LATE = "CALL_TOO_LATE"
    DISCARDER_CANNOT_CALL = "DISCARDER_CANNOT_CALL"
    ONLY_LAST_DISCARD = "ONLY_LAST_DISCARD"
    CALL_HAS_NO_USE = "CALL_HAS_NO_USE"
    STOCK_EMPTY = "STOCK_EMPTY"
    STOCK_NOT_EMPTY = "STOCK_NOT_EMPTY"
    PILE_EMPTY = "PILE_EMPTY"
    NOT_ENOUGH_DISCARDS = "NOT_ENOUGH_DISCARDS"
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    NO_SUCH_MELD = "NO_SUCH_MELD"
    NOT_YOUR_MELD = "NOT_YOUR_MELD"
    MELD_UNNAMED = "MELD_UNNAMED"
    CARD_DOES_NOT_FIT = "CARD_DOES_NOT_FIT"
    TOO_FEW_CARDS = "TOO_FEW_CARDS"
    SET_TOO_LARGE = "SET_TOO_LARGE"
    SET_REPEATS_SUIT = "SET_REPEATS_SUIT"
    RUN_TOO_LONG = "RUN_TOO_LONG"
    RUN_HAS_GAP = "RUN_HAS_GAP"
    RUN_REPEATS_RANK = "RUN_REPEATS_RANK"
    RUN_MIXES_SUITS = "RUN_MIXES_SUITS"
    RUN_TURNS_CORNER = "RUN_TURNS_CORNER"
    ACE_END_BARRED = "ACE_END_BARRED"
    NOT_A_MELD = "NOT_A_MELD"
    JOKER_NOT_WILD = "JOKER_NOT_WILD"
    TOO_FEW_NATURALS = "TOO_FEW_NATURALS"
    NATURAL_CARD_IN_HAND = "NATURAL_CARD_IN_HAND"
    JOKER_UNNAMED = "JOKER_UNNAMED"
    ACE_END_UNSTATED = "ACE_END_UNSTATED"
    JUST_TAKEN = "JUST_TAKEN"
    MUST_BE_NEW_MELD = "MUST_BE_NEW_MELD"
    DUG_CARD_NOT_FIRST = "DUG_CARD_NOT_FIRST"
    DUG_CARD_HAS_NO_USE = "DUG_CARD_HAS_NO_USE"
    DUG_CARD_UNUSED = "DUG_CARD_UNUSED"
    FIRST_MELD_BELOW_MINIMUM = "FIRST_MELD_BELOW_MINIMUM"
    DEAD_END = "DEAD_END"

    MUST_DRAW = "MUST_DRAW"
    MUST_USE_DUG_CARD = "MUST_USE_DUG_CARD"
    MUST_REACH_FIRST_MELD_MINIMUM = "MUST_REACH_FIRST_MELD_MINIMUM"

    HAND_NOT_GIVEN = "HAND_NOT_GIVEN"
    TABLE_NOT_GIVEN = "TABLE_NOT_GIVEN"
    SEAT_NOT_GIVEN = "SEAT_NOT_GIVEN"
    HAS_MELDED_NOT_GIVEN = "HAS_MELDED_NOT_GIVEN"
    STOCK_COUNT_NOT_GIVEN = "STOCK_COUNT_NOT_GIVEN"
    TURN_NOT_GIVEN = "TURN_NOT_GIVEN"


class Topic(StrEnum):
    """The chapters of the rulebook."""

    TABLE = "table"
    MELDS = "melds"
    LAYING_OFF = "laying_off"
    TURN = "turn"
    STOCK = "stock"
    CALLING = "calling"
    UNCHECKED = "unchecked"


class Rule(NamedTuple):
    """One rule: the code that tells of it, its chapter, its sentence, the options that govern it, its sources."""

    code: Code
    topic: Topic
    sentence: str
    options: tuple[str, ...] = ()
    sources: tuple[str, ...] = _ALL


def _chapter(topic: Topic, *rules: tuple[Code, str, tuple[str, ...], tuple[str, ...]]) -> dict[Code, Rule]:
    return {code: Rule(code, topic, sentence, options, sources) for code, sentence, options, sources in rules}


_JOKERS = ("jokers", "jokers_per_deck")
_DUTIES = ("top_discard", "deep_discard", "dug_card_timing")

#: Every rule by its code.
RULES: Final[dict[Code, Rule]] = {
    **_chapter(
        Topic.TABLE,
        (
            Code.TOO_MANY_COPIES,
            "No card shows more often than the decks hold it.",
            ("two_decks_from", "jokers_per_deck"),
            _ALL,
        ),
        (Code.JOKER_NOT_IN_DECK, "A game without jokers shows none.", _JOKERS, _ALL),
        (
            Code.NOT_A_TABLE_MELD,
            "What lies on the table as a meld is a meld, and what was laid off on it fits.",
            ("set_suits", "ace_in_runs", "min_run_length", "jokers", "min_naturals"),
            _ALL,
        ),
        (Code.DUPLICATE_MELD_ID, "Every meld has an id of its own.", (), (OUR_READING,)),
        (Code.NO_SUCH_SEAT, "Seats are numbered from 0 to one less than the number of players.", (), (OUR_READING,)),
        (
            Code.WRONG_LENGTH,
            "A list of scores has one score for each seat, and no round after the game.",
            (),
            (OUR_READING,),
        ),
        (Code.OUT_WITH_CARDS, "A seat that went out holds no cards.", ("going_out",), _ALL),
        (Code.IMPOSSIBLE_TABLE, "A table is one that play can lead to.", (), (OUR_READING,)),
    ),
    **_chapter(
        Topic.MELDS,
        (Code.TOO_FEW_CARDS, "A meld has at least three cards.", ("min_run_length",), _ALL),
        (Code.SET_TOO_LARGE, "A set has at most four cards, with two decks as well.", (), _ALL),
        (Code.SET_REPEATS_SUIT, "A set shows each suit once.", ("set_suits",), (NORDIC, SCORE_KEEPER)),
        (Code.RUN_TOO_LONG, "A run has at most thirteen cards, one of each rank.", (), (OUR_READING,)),
        (Code.RUN_HAS_GAP, "The ranks of a run follow each other without a gap.", (), _ALL),
        (Code.RUN_REPEATS_RANK, "A run has each rank once.", (), _ALL),
        (Code.RUN_MIXES_SUITS, "All cards of a run are of one suit.", (), _ALL),
        (Code.RUN_TURNS_CORNER, "A run does not pass from king over ace to 2.", ("ace_in_runs",), _ALL),
        (
            Code.ACE_END_BARRED,
            "The ace of a run lies at an end that the rules allow and that the run has.",
            ("ace_in_runs",),
            (SCORE_KEEPER, RULE_BOOKS),
        ),
        (Code.NOT_A_MELD, "A meld is cards of one rank, or cards of one suit in sequence.", (), _ALL),
        (Code.JOKER_NOT_WILD, "Jokers that are not wild are melded only among themselves.", ("jokers",), (RULE_BOOKS,)),
        (Code.TOO_FEW_NATURALS, "A meld has natural cards beside its jokers.", ("min_naturals",), (OUR_READING,)),
        (
            Code.JOKER_UNNAMED,
            "A joker that could stand for several cards is named when it is laid, and keeps its name.",
            ("jokers", "set_suits"),
            (SCORE_KEEPER,),
        ),
        (
            Code.ACE_END_UNSTATED,
            "The player says at which end of a thirteen-card run the ace lies where the ends count differently.",
            ("ace_in_runs", "low_ace_points"),
            (OUR_READING,),
        ),
        (
            Code.FIRST_MELD_BELOW_MINIMUM,
            "The first meld of a seat reaches the minimum; lay-offs wait for it and do not count.",
            ("first_meld_minimum", "first_meld_counts"),
            (SCORE_KEEPER,),
        ),
    ),
    **_chapter(
        Topic.LAYING_OFF,
        (
            Code.CARD_DOES_NOT_FIT,
            "A card is laid off where what results is one lawful meld of the same kind.",
            ("set_suits", "ace_in_runs"),
            _ALL,
        ),
        (Code.NO_SUCH_MELD, "Cards are laid off on a meld that lies on the table.", (), _ALL),
        (Code.NOT_YOUR_MELD, "Cards are laid off only on melds of one's own.", ("layoff_scope",), (HOUSE_RULE,)),
        (
            Code.MELD_UNNAMED,
            "A player whose card fits several melds says which one it joins.",
            ("layoff_scope",),
            (NORDIC, SCORE_KEEPER),
        ),
        (
            Code.NATURAL_CARD_IN_HAND,
            "A joker is not laid off for a natural card that the seat holds.",
            ("joker_layoff_ban",),
            (AMERICAN,),
        ),
    ),
    **_chapter(
        Topic.TURN,
        (Code.ROUND_OVER, "Nothing is played once a round is over.", ("going_out", "stock_end"), _ALL),
        (Code.NOT_YOUR_TURN, "A seat plays on its own turn, which ends with its discard.", (), _ALL),
        (Code.NOT_DRAWN_YET, "A turn begins with a draw.", ("booting_bonus",), _ALL),
        (Code.MUST_DRAW, "A turn begins with a draw.", (), _ALL),
        (Code.ALREADY_DRAWN, "A turn has one draw, from the stock or from the discard pile.", ("booting_bonus",), _ALL),
        (Code.MUST_DISCARD, "A turn ends with one discard while cards are left.", ("going_out",), _ALL),
        (Code.CARD_NOT_IN_HAND, "Only cards that are held can be played.", (), _ALL),
        (Code.PILE_EMPTY, "Discards are taken from a pile that has some.", (), _ALL),
        (Code.NOT_ENOUGH_DISCARDS, "No more discards are taken than lie there.", (), _ALL),
        (
            Code.JUST_TAKEN,
            "A lone top discard that was taken is not thrown back in the same turn.",
            ("top_discard",),
            (NORDIC, SCORE_KEEPER),
        ),
        (
            Code.DUG_CARD_HAS_NO_USE,
            "A discard that must be used is taken only where there is a lawful use for it.",
            _DUTIES,
            _ALL,
        ),
        (Code.MUST_BE_NEW_MELD, "The dug card goes into a new meld.", ("top_discard", "deep_discard"), (SCORE_KEEPER,)),
        (
            Code.DUG_CARD_NOT_FIRST,
            "The dug card is used with the first play after the draw.",
            ("dug_card_timing",),
            _ALL,
        ),
        (Code.DUG_CARD_UNUSED, "The dug card is used before the discard.", _DUTIES, _ALL),
        (Code.MUST_USE_DUG_CARD, "The dug card is used before the discard.", _DUTIES, _ALL),
        (
            Code.MUST_REACH_FIRST_MELD_MINIMUM,
            "The melds of the turn reach the first-meld minimum before the discard.",
            ("first_meld_minimum", "first_meld_counts"),
            (SCORE_KEEPER, OUR_READING),
        ),
        (
            Code.DEAD_END,
            "A play leaves a lawful way to finish the turn.",
            ("going_out", "top_discard", "booting_bonus"),
            (OUR_READING,),
        ),
    ),
    **_chapter(
        Topic.STOCK,
        (Code.STOCK_EMPTY, "Nothing is drawn from a stock that is used up.", ("stock_end",), _ALL),
        (Code.STOCK_NOT_EMPTY, "A seat passes only when the stock is used up.", ("stock_end",), _ALL),
    ),
    **_chapter(
        Topic.CALLING,
        (
            Code.CALL_NOT_IN_RULESET,
            "Nobody calls Rummy where the rules do not have it.",
            ("call_rummy",),
            (SCORE_KEEPER,),
        ),
        (
            Code.CALL_TOO_LATE,
            "A call comes after a discard and before the next draw.",
            ("call_rummy",),
            (SCORE_KEEPER,),
        ),
        (Code.DISCARDER_CANNOT_CALL, "The seat that discarded does not call.", ("call_rummy",), (SCORE_KEEPER,)),
        (
            Code.CALL_HAS_NO_USE,
            "A claimed card can be laid off, or makes a meld with the claimed cards alone.",
            ("call_rummy",),
            (SCORE_KEEPER,),
        ),
        (Code.ONLY_LAST_DISCARD, "Only the card that was just discarded is claimed.", ("call_rummy",), (HOUSE_RULE,)),
    ),
    **_chapter(
        Topic.UNCHECKED,
        (Code.HAND_NOT_GIVEN, "Whether the cards are held was not checked.", (), (OUR_READING,)),
        (Code.TABLE_NOT_GIVEN, "What depends on the melds of the table was not checked.", (), (OUR_READING,)),
        (Code.SEAT_NOT_GIVEN, "What depends on the seat was not checked.", (), (OUR_READING,)),
        (Code.HAS_MELDED_NOT_GIVEN, "The first-meld minimum was not checked.", ("first_meld_minimum",), (OUR_READING,)),
        (Code.STOCK_COUNT_NOT_GIVEN, "Whether the stock is used up was not checked.", ("stock_end",), (OUR_READING,)),
        (
            Code.TURN_NOT_GIVEN,
            "What else happened this turn was not checked.",
            ("first_meld_counts",),
            (OUR_READING,),
        ),
    ),
}
