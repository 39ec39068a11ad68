"""Every option of the game and the named rulesets.

An option is one field of `Options`: its values, its default, one sentence and its sources stand in its metadata and
nowhere else. A ruleset is a named set of values. This room must never know what a question or an answer is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from .cards import NATURALS

NORDIC: Final = "Nordic rules text"
SCORE_KEEPER: Final = "score-keeper text (Pagat, Bicycle, Wikipedia)"
AMERICAN: Final = "American rules text"
RULE_BOOKS: Final = "rule books on Persian Rummy"
HOUSE_RULE: Final = "house rule"
OUR_READING: Final = "our reading"

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8
SEATS_OF_PARTNERS: Final = 4
DEFAULT_SEATS: Final = 4
HAND_SIZE: Final = 7


class Jokers(StrEnum):
    """What a joker is good for."""

    NONE = "none"
    WILD = "wild"
    OWN_RANK = "own_rank"


# Reading a member from its class costs more than the rest of a comparison.
_NO_JOKERS: Final = Jokers.NONE


class PipPoints(StrEnum):
    """What the cards from 2 to 9 count."""

    FACE = "face"
    FIVE = "five"


class AceInRuns(StrEnum):
    """Where an ace may lie in a run."""

    # What is known of runs is listed by this option, and the hash of a member is a call of Python's for each look-up.
    __hash__ = str.__hash__

    EITHER = "either"
    LOW = "low"
    HIGH = "high"
    CORNER = "corner"


class SetSuits(StrEnum):
    """Whether a set may show a suit twice."""

    DISTINCT = "distinct"
    ANY = "any"


class FirstMeldCounts(StrEnum):
    """What counts towards the first-meld minimum."""

    ONE_MELD = "one_meld"
    TURN = "turn"


class LayoffScope(StrEnum):
    """On whose melds cards may be laid off."""

    ANY = "any"
    OWN = "own"


class Duty(StrEnum):
    """What must become of a card that was taken from the discard pile."""

    KEEP = "keep"
    USE = "use"
    NEW_MELD = "new_meld"


class DugCardTiming(StrEnum):
    """How soon a dug card must be used."""

    FIRST_PLAY = "first_play"
    SAME_TURN = "same_turn"


class GoingOut(StrEnum):
    """How a hand may become empty."""

    DISCARD_OPTIONAL = "discard_optional"
    DISCARD_REQUIRED = "discard_required"
    FLOAT = "float"


class StockEnd(StrEnum):
    """What happens when the stock is used up."""

    AT_NEXT_DRAW = "at_next_draw"
    WHEN_DECLINED = "when_declined"
    WHEN_NOBODY_CAN_PLAY = "when_nobody_can_play"
    RESHUFFLE = "reshuffle"


class StockEndDeadwood(StrEnum):
    """Whether hands are charged when a round ends with the stock."""

    CHARGED = "charged"
    WAIVED = "waived"


class CallRummy(StrEnum):
    """Which discards may be claimed out of turn."""

    OFF = "off"
    PILE = "pile"
    LAST_DISCARD = "last_discard"


class TargetMode(StrEnum):
    """Whether the target must be reached or passed."""

    REACH = "reach"
    EXCEED = "exceed"


class Winner(StrEnum):
    """Who wins among those past the target."""

    HIGHEST = "highest"
    WENT_OUT = "went_out"
    MUST_GO_OUT = "must_go_out"


class Tie(StrEnum):
    """What a tie at the top leads to."""

    PLAY_ON = "play_on"
    SHARED = "shared"


class Sides(StrEnum):
    """Whether seats play alone."""

    NONE = "none"
    PARTNERS = "partners"


class Settlement(StrEnum):
    """What the winner collects at the end of the game."""

    NONE = "none"
    DIFFERENCE = "difference"
    DIFFERENCE_PLUS_50 = "difference_plus_50"


OptionValue: TypeAlias = str | int | bool


class OptionSpec(NamedTuple):
    """What an option is called, which values it takes, and who says so.

    `values` lists the values, the default of the option first where order tells nothing; a whole-number option with
    a range has `minimum` and `maximum` and no `values`.
    """

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    minimum: int | None
    maximum: int | None
    sentence: str
    sources: tuple[str, ...]

    def takes(self, value: object) -> bool:
        """Tell whether the option has this value; a number is no boolean and a boolean no number."""
        if self.minimum is not None and self.maximum is not None:
            return type(value) is int and self.minimum <= value <= self.maximum
        expected = str if isinstance(self.default, str) else type(self.default)
        return type(value) is expected and value in self.values


_E = TypeVar("_E", bound=StrEnum)


def _named(default: _E, sentence: str, *sources: str) -> _E:
    declared: _E = _declared(default, tuple(type(default)), sentence, sources)
    return declared


def _amount(default: int, values: tuple[int, ...], sentence: str, *sources: str) -> int:
    declared: int = _declared(default, values, sentence, sources)
    return declared


def _switch(sentence: str, *sources: str) -> bool:
    declared: bool = _declared(default=False, values=(False, True), sentence=sentence, sources=sources)
    return declared


def _number(default: int, limits: tuple[int, int], sentence: str, *sources: str) -> int:
    declared: int = _declared(default, (), sentence, sources, limits)
    return declared


def _declared(
    default: Any,
    values: tuple[OptionValue, ...],
    sentence: str,
    sources: tuple[str, ...],
    limits: tuple[int, int] | tuple[None, None] = (None, None),
) -> Any:
    metadata = {"default": default, "values": values, "limits": limits, "sentence": sentence, "sources": sources}
    return field(default=default, metadata=metadata)


class _Hashed:
    """Has room for a hash that is reckoned once."""

    __slots__ = ("_hash",)

    _hash: int


@dataclass(frozen=True, slots=True)
class Options(_Hashed):
    """What a table has agreed on: one field an option; the defaults are those of the American ruleset.

    >>> Options().ace_in_runs is AceInRuns.EITHER
    True
    """

    jokers: Jokers = _named(
        Jokers.NONE,
        "Jokers are left out, are wild and stand for a named card, or are melded only among themselves.",
        NORDIC,
        SCORE_KEEPER,
        AMERICAN,
        RULE_BOOKS,
    )
    jokers_per_deck: int = _number(
        0,
        (0, 4),
        "So many jokers are added to each deck; without jokers it counts for nothing.",
        SCORE_KEEPER,
        AMERICAN,
    )
    two_decks_from: int = _number(
        5, (2, 9), "Two decks are used from so many seats on.", NORDIC, SCORE_KEEPER, AMERICAN
    )
    two_player_hand: int = _number(
        13, (5, 13), "Two seats are dealt so many cards each; more seats are dealt 7.", NORDIC, SCORE_KEEPER, AMERICAN
    )
    min_run_length: int = _number(3, (3, 4), "A run has at least so many cards.", NORDIC, SCORE_KEEPER, HOUSE_RULE)
    set_suits: SetSuits = _named(
        SetSuits.ANY, "A set shows no suit twice, or may show any suits.", NORDIC, SCORE_KEEPER, AMERICAN
    )
    ace_in_runs: AceInRuns = _named(
        AceInRuns.EITHER,
        "In a run the ace is low or high, only low, only high, or may turn the corner from king to 2.",
        NORDIC,
        SCORE_KEEPER,
        AMERICAN,
        RULE_BOOKS,
    )
    min_naturals: int = _number(
        1, (0, 3), "A meld with wild jokers has at least so many natural cards.", OUR_READING, HOUSE_RULE
    )
    first_meld_minimum: int = _number(
        0,
        (0, 100),
        "The first meld that a seat lays in a round is worth at least this; 0 asks for nothing.",
        SCORE_KEEPER,
    )
    first_meld_counts: FirstMeldCounts = _named(
        FirstMeldCounts.ONE_MELD,
        "One meld alone must reach the first-meld minimum, or all melds laid in that turn together.",
        SCORE_KEEPER,
        OUR_READING,
    )
    layoff_scope: LayoffScope = _named(
        LayoffScope.ANY,
        "Cards are laid off on any meld of the table, or only on melds of one's own.",
        NORDIC,
        HOUSE_RULE,
    )
    joker_layoff_ban: bool = _switch(
        "A joker may not be laid off while the seat holds the natural card that it would stand for.",
        AMERICAN,
        OUR_READING,
    )
    top_discard: Duty = _named(
        Duty.USE,
        "A lone top discard may be kept, must be melded or laid off, or must go into a new meld.",
        NORDIC,
        SCORE_KEEPER,
        AMERICAN,
    )
    deep_discard: Duty = _declared(
        Duty.USE,
        (Duty.USE, Duty.NEW_MELD),
        "The dug card of a deeper pickup must be melded or laid off, or must go into a new meld.",
        (NORDIC, SCORE_KEEPER, AMERICAN),
    )
    dug_card_timing: DugCardTiming = _named(
        DugCardTiming.FIRST_PLAY,
        "The dug card is used with the first meld or lay-off after the draw, or at any time before the discard.",
        NORDIC,
        SCORE_KEEPER,
        AMERICAN,
    )
    going_out: GoingOut = _named(
        GoingOut.DISCARD_OPTIONAL,
        "A hand may become empty by any play, only by the discard, or by melding without ending the round.",
        NORDIC,
        SCORE_KEEPER,
        AMERICAN,
    )
    booting_bonus: int = _number(
        0, (0, 100), "A seat that goes out on its first turn without a draw scores this; 0 bars it.", AMERICAN
    )
    stock_end: StockEnd = _named(
        StockEnd.WHEN_DECLINED,
        "With the stock used up the round ends when a draw is due, when that seat declines the pile, when every seat in"
        " a row has passed, or the pile is shuffled to a new stock.",
        NORDIC,
        SCORE_KEEPER,
        AMERICAN,
        HOUSE_RULE,
    )
    stock_end_deadwood: StockEndDeadwood = _named(
        StockEndDeadwood.CHARGED,
        "Cards in hand are charged when the stock ends the round, or waived.",
        NORDIC,
        SCORE_KEEPER,
        AMERICAN,
    )
    call_rummy: CallRummy = _named(
        CallRummy.OFF,
        'Nobody may call "Rummy!", or any useful card of the pile may be claimed, or only the last discard.',
        SCORE_KEEPER,
    )
    pip_points: PipPoints = _named(
        PipPoints.FACE, "The cards from 2 to 9 count their face, or 5 each.", NORDIC, SCORE_KEEPER, AMERICAN
    )
    low_ace_points: int = _amount(
        1, (1, 5, 15), "An ace melded below the 2 in a run counts this.", NORDIC, SCORE_KEEPER, AMERICAN
    )
    set_ace_points: int = _amount(15, (15, 5), "An ace in a set counts this.", NORDIC, SCORE_KEEPER, AMERICAN)
    corner_ace_points: int = _amount(
        15, (15, 1, 5), "An ace between king and 2 in a run around the corner counts this.", OUR_READING
    )
    ace_in_hand_points: int = _amount(15, (15, 1, 5), "An ace left in hand costs this.", NORDIC, SCORE_KEEPER)
    joker_points: int = _amount(
        15,
        (15, 20, 25),
        "A joker counts this, melded or held, whatever it stands for.",
        SCORE_KEEPER,
        AMERICAN,
        RULE_BOOKS,
    )
    double_four_of_a_kind: bool = _switch("A set of four that is laid at once counts double.", RULE_BOOKS)
    going_out_bonus: int = _number(0, (0, 100), "The seat that goes out scores this.", RULE_BOOKS, HOUSE_RULE)
    boodle: bool = _switch(
        "Four pots lie on AH, KC, QD and JS; who melds or lays off the card takes its pot.", OUR_READING
    )
    boodle_stake: int = _number(1, (1, 100), "Each seat puts so many chips on each pot every round.", OUR_READING)
    target: int = _number(
        500, (0, 10000), "The game is played to this total; 0 sets no target.", NORDIC, SCORE_KEEPER, AMERICAN
    )
    target_mode: TargetMode = _named(
        TargetMode.REACH, "The target must be reached, or passed.", NORDIC, SCORE_KEEPER, AMERICAN
    )
    winner: Winner = _named(
        Winner.HIGHEST,
        "Of those past the target the highest total wins, or the one who went out, or only one who went out can win.",
        NORDIC,
        SCORE_KEEPER,
        AMERICAN,
    )
    tie: Tie = _named(
        Tie.PLAY_ON, "Level totals at the top play on until one leads, or share the win.", NORDIC, SCORE_KEEPER
    )
    sides: Sides = _named(
        Sides.NONE, "Every seat plays alone, or seats 0 and 2 play against seats 1 and 3.", AMERICAN, RULE_BOOKS
    )
    rounds: int = _number(0, (0, 100), "The game ends after so many rounds; 0 sets no limit.", RULE_BOOKS, HOUSE_RULE)
    settlement: Settlement = _named(
        Settlement.NONE,
        "At the end nothing is settled, or the winner collects the difference of totals, or that and 50 more.",
        SCORE_KEEPER,
        RULE_BOOKS,
    )

    def __post_init__(self) -> None:
        # Tables made from options are cached under them; hashing every field each time would cost more than a verdict.
        object.__setattr__(self, "_hash", hash(self._values()))

    def _values(self) -> tuple[OptionValue, ...]:
        return tuple(getattr(self, spec.name) for spec in fields(self))

    def __reduce__(self) -> tuple[object, tuple[OptionValue, ...]]:
        return Options, self._values()

    def __hash__(self) -> int:
        """Return the hash that was reckoned once."""
        return self._hash

    def decks(self, players: int) -> int:
        """Return how many decks so many seats play with."""
        return 2 if players >= self.two_decks_from else 1

    def copies(self, players: int) -> tuple[int, int]:
        """Return how many copies there are of each natural card, and how many jokers."""
        decks = self.decks(players)
        return decks, 0 if self.jokers is _NO_JOKERS else decks * self.jokers_per_deck

    def hand_size(self, players: int) -> int:
        """Return how many cards each seat is dealt."""
        return self.two_player_hand if players == MIN_SEATS else HAND_SIZE


def _specs() -> Iterator[OptionSpec]:
    for each in fields(Options):
        declared = each.metadata
        default: OptionValue = declared["default"]
        minimum, maximum = declared["limits"]
        yield OptionSpec(
            each.name, default, declared["values"], minimum, maximum, declared["sentence"], declared["sources"]
        )


#: Every option by its name.
OPTIONS: Final[dict[str, OptionSpec]] = {spec.name: spec for spec in _specs()}


class Ruleset(NamedTuple):
    """A named set of option values; `min_players` and `max_players` are the numbers of seats that it takes."""

    id: str
    title: str
    options: Options
    sources: tuple[str, ...]
    min_players: int = MIN_SEATS
    max_players: int = MAX_SEATS


DEFAULT_RULESET: Final = "american"

_AMERICAN = Options()
_PAGAT = Options(
    jokers=Jokers.WILD,
    jokers_per_deck=2,
    set_suits=SetSuits.DISTINCT,
    top_discard=Duty.KEEP,
    dug_card_timing=DugCardTiming.SAME_TURN,
    call_rummy=CallRummy.PILE,
)
_PARTNERSHIP = replace(_AMERICAN, sides=Sides.PARTNERS)

#: The named rulesets, the default one first.
RULESETS: Final[dict[str, Ruleset]] = {
    ruleset.id: ruleset
    for ruleset in (
        Ruleset("american", "American", _AMERICAN, (AMERICAN,)),
        Ruleset(
            "nordic",
            "Nordic, 5/10/15, past 500",
            Options(
                pip_points=PipPoints.FIVE,
                low_ace_points=15,
                set_suits=SetSuits.DISTINCT,
                top_discard=Duty.KEEP,
                stock_end=StockEnd.AT_NEXT_DRAW,
                target_mode=TargetMode.EXCEED,
            ),
            (NORDIC,),
        ),
        Ruleset("pagat", "Pagat, main rules", _PAGAT, (SCORE_KEEPER,)),
        Ruleset(
            "pagat_51015",
            "Pagat, 5/10/15",
            replace(_PAGAT, pip_points=PipPoints.FIVE, low_ace_points=5),
            (SCORE_KEEPER,),
        ),
        Ruleset(
            "bicycle",
            "Bicycle",
            Options(set_suits=SetSuits.DISTINCT, settlement=Settlement.DIFFERENCE),
            (SCORE_KEEPER,),
        ),
        Ruleset(
            "wikipedia",
            "Wikipedia, as a score keeper reports it",
            Options(
                pip_points=PipPoints.FIVE,
                low_ace_points=5,
                set_suits=SetSuits.DISTINCT,
                top_discard=Duty.NEW_MELD,
                stock_end=StockEnd.WHEN_NOBODY_CAN_PLAY,
                stock_end_deadwood=StockEndDeadwood.WAIVED,
                winner=Winner.WENT_OUT,
            ),
            (SCORE_KEEPER,),
        ),
        Ruleset(
            "persian",
            "Persian, wild jokers at 20",
            Options(jokers=Jokers.WILD, jokers_per_deck=4, joker_points=20, joker_layoff_ban=True),
            (AMERICAN,),
        ),
        Ruleset(
            "persian_hoyle",
            "Persian, as the rule books have it",
            Options(
                jokers=Jokers.OWN_RANK,
                jokers_per_deck=4,
                joker_points=20,
                ace_in_runs=AceInRuns.HIGH,
                set_suits=SetSuits.DISTINCT,
                sides=Sides.PARTNERS,
                double_four_of_a_kind=True,
                going_out_bonus=25,
                target=0,
                rounds=2,
                settlement=Settlement.DIFFERENCE_PLUS_50,
            ),
            (RULE_BOOKS,),
            SEATS_OF_PARTNERS,
            SEATS_OF_PARTNERS,
        ),
        Ruleset("partnership", "American partnership", _PARTNERSHIP, (AMERICAN,), SEATS_OF_PARTNERS, SEATS_OF_PARTNERS),
        Ruleset("booting", "American with booting", replace(_AMERICAN, booting_bonus=25), (AMERICAN,)),
        Ruleset("michigan", "American with boodle pots", replace(_AMERICAN, boodle=True), (AMERICAN, OUR_READING)),
    )
}


def with_overrides(options: Options, overrides: Mapping[str, OptionValue]) -> Options:
    """Return options with some of them replaced; every override must be a value that its option takes.

    >>> with_overrides(Options(), {"ace_in_runs": "corner"}).ace_in_runs is AceInRuns.CORNER
    True
    """
    changes: dict[str, Any] = {
        name: type(OPTIONS[name].default)(value) if isinstance(value, str) else value
        for name, value in overrides.items()
    }
    return replace(options, **changes)


class Contradiction(NamedTuple):
    """Options, or an option and the number of seats, that cannot hold together."""

    options: tuple[str, ...]
    sentence: str


def contradictions(options: Options, players: int) -> tuple[Contradiction, ...]:
    """Return everything in which options contradict each other or the number of seats.

    >>> contradictions(Options(sides=Sides.PARTNERS), players=3)[0].options
    ('sides',)
    """
    return tuple(_contradictions(options, players))


def _contradictions(options: Options, players: int) -> Iterator[Contradiction]:
    if options.jokers is not Jokers.NONE and options.jokers_per_deck == 0:
        yield Contradiction(
            ("jokers_per_deck", "jokers"), f"jokers: {options.jokers} needs jokers, but jokers_per_deck is 0."
        )
    if options.sides is Sides.PARTNERS and players != SEATS_OF_PARTNERS:
        yield Contradiction(
            ("sides",), f"sides: partners is played by {SEATS_OF_PARTNERS} seats, but players is {players}."
        )
    naturals, jokers = options.copies(players)
    held = naturals * len(NATURALS) + jokers
    dealt = players * options.hand_size(players) + 1
    if dealt > held:
        yield Contradiction(
            ("two_decks_from",),
            f"two_decks_from: {options.two_decks_from} leaves {players} players with one deck of {held} cards,"
            f" but the deal and the first discard take {dealt}.",
        )
