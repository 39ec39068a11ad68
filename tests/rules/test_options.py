"""Which options there are, what they may be, what the rulesets make of them, and what contradicts what."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from enum import StrEnum
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules import options
from service.rules.options import (
    DEFAULT_RULESET,
    OPTIONS,
    RULESETS,
    Jokers,
    Options,
    OptionValue,
    Sides,
    contradictions,
    with_overrides,
)

#: Every option: what it is unless a ruleset or a player says otherwise, and all that it may be, or its range.
AGREED: Final[dict[str, tuple[OptionValue, list[OptionValue] | tuple[int, int]]]] = {
    "jokers": ("none", ["none", "wild", "own_rank"]),
    "jokers_per_deck": (0, (0, 4)),
    "two_decks_from": (5, (2, 9)),
    "two_player_hand": (13, (5, 13)),
    "min_run_length": (3, (3, 4)),
    "set_suits": ("any", ["distinct", "any"]),
    "ace_in_runs": ("either", ["either", "low", "high", "corner"]),
    "min_naturals": (1, (0, 3)),
    "first_meld_minimum": (0, (0, 100)),
    "first_meld_counts": ("one_meld", ["one_meld", "turn"]),
    "layoff_scope": ("any", ["any", "own"]),
    "joker_layoff_ban": (False, [False, True]),
    "top_discard": ("use", ["keep", "use", "new_meld"]),
    "deep_discard": ("use", ["use", "new_meld"]),
    "dug_card_timing": ("first_play", ["first_play", "same_turn"]),
    "going_out": ("discard_optional", ["discard_optional", "discard_required", "float"]),
    "booting_bonus": (0, (0, 100)),
    "stock_end": ("when_declined", ["at_next_draw", "when_declined", "when_nobody_can_play", "reshuffle"]),
    "stock_end_deadwood": ("charged", ["charged", "waived"]),
    "call_rummy": ("off", ["off", "pile", "last_discard"]),
    "pip_points": ("face", ["face", "five"]),
    "low_ace_points": (1, [1, 5, 15]),
    "set_ace_points": (15, [15, 5]),
    "corner_ace_points": (15, [15, 1, 5]),
    "ace_in_hand_points": (15, [15, 1, 5]),
    "joker_points": (15, [15, 20, 25]),
    "double_four_of_a_kind": (False, [False, True]),
    "going_out_bonus": (0, (0, 100)),
    "boodle": (False, [False, True]),
    "boodle_stake": (1, (1, 100)),
    "target": (500, (0, 10000)),
    "target_mode": ("reach", ["reach", "exceed"]),
    "winner": ("highest", ["highest", "went_out", "must_go_out"]),
    "tie": ("play_on", ["play_on", "shared"]),
    "sides": ("none", ["none", "partners"]),
    "rounds": (0, (0, 100)),
    "settlement": ("none", ["none", "difference", "difference_plus_50"]),
}
#: In what each ruleset differs from the options above.
DIFFERING: Final[dict[str, dict[str, OptionValue]]] = {
    "american": {},
    "nordic": {
        "pip_points": "five",
        "low_ace_points": 15,
        "set_suits": "distinct",
        "top_discard": "keep",
        "stock_end": "at_next_draw",
        "target_mode": "exceed",
    },
    "pagat": {
        "jokers": "wild",
        "jokers_per_deck": 2,
        "set_suits": "distinct",
        "top_discard": "keep",
        "dug_card_timing": "same_turn",
        "call_rummy": "pile",
    },
    "pagat_51015": {
        "jokers": "wild",
        "jokers_per_deck": 2,
        "pip_points": "five",
        "low_ace_points": 5,
        "set_suits": "distinct",
        "top_discard": "keep",
        "dug_card_timing": "same_turn",
        "call_rummy": "pile",
    },
    "bicycle": {"set_suits": "distinct", "settlement": "difference"},
    "wikipedia": {
        "pip_points": "five",
        "low_ace_points": 5,
        "set_suits": "distinct",
        "top_discard": "new_meld",
        "stock_end": "when_nobody_can_play",
        "stock_end_deadwood": "waived",
        "winner": "went_out",
    },
    "persian": {"jokers": "wild", "jokers_per_deck": 4, "joker_points": 20, "joker_layoff_ban": True},
    "persian_hoyle": {
        "jokers": "own_rank",
        "jokers_per_deck": 4,
        "joker_points": 20,
        "ace_in_runs": "high",
        "set_suits": "distinct",
        "sides": "partners",
        "double_four_of_a_kind": True,
        "going_out_bonus": 25,
        "target": 0,
        "rounds": 2,
        "settlement": "difference_plus_50",
    },
    "partnership": {"sides": "partners"},
    "booting": {"booting_bonus": 25},
    "michigan": {"boodle": True},
}


def told(agreed: Options) -> dict[str, OptionValue]:
    return {each.name: getattr(agreed, each.name) for each in fields(agreed)}


def test_every_option_is_a_field_and_has_its_default() -> None:
    assert list(AGREED) == list(OPTIONS) == [each.name for each in fields(Options)]
    assert told(Options()) == {name: default for name, (default, _) in AGREED.items()}
    assert {name: spec.default for name, spec in OPTIONS.items()} == told(Options())


@pytest.mark.parametrize("name", AGREED)
def test_an_option_takes_its_values_and_nothing_else(name: str) -> None:
    spec, taken = OPTIONS[name], AGREED[name][1]
    assert spec.name == name
    if isinstance(taken, tuple):
        lowest, highest = taken
        assert (spec.minimum, spec.maximum, spec.values) == (lowest, highest, ())
        accepted: list[Any] = [lowest, (lowest + highest) // 2, highest]
        refused = [lowest - 1, highest + 1, True, False, float(highest), str(lowest)]
    else:
        assert (spec.minimum, spec.maximum) == (None, None)
        assert sorted(map(str, spec.values)) == sorted(map(str, taken))
        accepted = taken
        refused = ["", "None", str(taken[0]).upper() + "S", 2, 7, 1.0, None, []]
    assert [value for value in accepted if not spec.takes(value)] == []
    assert [value for value in refused if spec.takes(value)] == []


def declared() -> list[Any]:
    return [
        (options._named(Jokers.WILD, "Wild.", "a", "b"), Jokers.WILD, tuple(Jokers), (None, None), "Wild.", ("a", "b")),
        (options._amount(15, (15, 5), "Points.", "a"), 15, (15, 5), (None, None), "Points.", ("a",)),
        (options._switch("May be.", "a", "b"), False, (False, True), (None, None), "May be.", ("a", "b")),
        (options._number(3, (2, 9), "So many.", "a"), 3, (), (2, 9), "So many.", ("a",)),
    ]


def test_an_option_is_declared_with_default_values_sentence_and_sources() -> None:
    for field, default, values, limits, sentence, sources in declared():
        assert field.default == default
        assert type(field.default) is type(default)
        assert dict(field.metadata) == {
            "default": default,
            "values": values,
            "limits": limits,
            "sentence": sentence,
            "sources": sources,
        }


def test_what_is_declared_is_what_is_told() -> None:
    assert list(options._specs()) == list(OPTIONS.values())
    assert OPTIONS["low_ace_points"] == (
        "low_ace_points",
        1,
        (1, 5, 15),
        None,
        None,
        "An ace melded below the 2 in a run counts this.",
        (options.NORDIC, options.SCORE_KEEPER, options.AMERICAN),
    )
    assert OPTIONS["rounds"] == (
        "rounds",
        0,
        (),
        0,
        100,
        "The game ends after so many rounds; 0 sets no limit.",
        (options.RULE_BOOKS, options.HOUSE_RULE),
    )


def test_a_number_is_no_boolean_a_boolean_no_number_and_a_dug_card_never_free() -> None:
    assert not OPTIONS["boodle"].takes(0)
    assert not OPTIONS["boodle"].takes(1)
    assert not OPTIONS["low_ace_points"].takes(True)
    assert not OPTIONS["deep_discard"].takes("keep")


@pytest.mark.parametrize("spec", OPTIONS.values(), ids=OPTIONS)
def test_an_option_has_one_sentence_and_says_who_has_it_so(spec: Any) -> None:
    assert spec.sentence[0].isupper() or spec.sentence[0].isdigit()
    assert spec.sentence.endswith(".")
    assert spec.sources
    assert all(isinstance(source, str) and len(source) > 5 for source in spec.sources)


@pytest.mark.parametrize("name", DIFFERING)
def test_a_ruleset_differs_in_these_options(name: str) -> None:
    defaults = {option: default for option, (default, _) in AGREED.items()}
    assert told(RULESETS[name].options) == defaults | DIFFERING[name]
    assert RULESETS[name].id == name
    assert RULESETS[name].title
    assert RULESETS[name].sources


def test_american_is_the_first_ruleset_and_the_default() -> None:
    assert next(iter(RULESETS)) == DEFAULT_RULESET == "american"
    assert RULESETS.keys() == DIFFERING.keys()
    assert RULESETS["american"].options == Options()


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_ruleset_holds_together_for_its_numbers_of_seats(ruleset: Any) -> None:
    held = [players for players in range(2, 9) if not contradictions(ruleset.options, players)]
    assert held == list(range(ruleset.min_players, ruleset.max_players + 1))


@pytest.mark.parametrize("name", OPTIONS)
def test_an_override_replaces_its_option_and_no_other(name: str) -> None:
    spec = OPTIONS[name]
    for value in spec.values or (spec.minimum or 0, spec.maximum or 0):
        plain = str(value) if isinstance(value, StrEnum) else value
        changed = with_overrides(Options(), {name: plain})
        assert told(changed) == told(Options()) | {name: value}
        assert type(getattr(changed, name)) is type(spec.default)
    assert with_overrides(Options(), {}) == Options()


@given(st.sampled_from(list(RULESETS)), st.sampled_from(list(RULESETS)))
def test_options_are_equal_where_all_that_was_agreed_is(one: str, other: str) -> None:
    agreed, others = RULESETS[one].options, RULESETS[other].options
    assert (agreed == others) is (one == other)
    copy = with_overrides(Options(), told(agreed))
    assert copy == agreed
    assert hash(copy) == hash(agreed)
    assert len({hash(ruleset.options) for ruleset in RULESETS.values()}) == len(RULESETS)


def test_options_stay_equal_when_they_are_copied_by_pickle() -> None:
    copied = pickle.loads(pickle.dumps(RULESETS["nordic"].options))
    assert (copied, hash(copied)) == (RULESETS["nordic"].options, hash(RULESETS["nordic"].options))


def test_options_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Options().target = 600  # type: ignore[misc] # that is what the test is about


DECKS: Final = [
    # players, option values, decks, copies of a card, jokers, cards dealt to a seat
    (2, {}, 1, (1, 0), 13),
    (3, {}, 1, (1, 0), 7),
    (4, {}, 1, (1, 0), 7),
    (5, {}, 2, (2, 0), 7),
    (8, {}, 2, (2, 0), 7),
    (2, {"two_decks_from": 2, "two_player_hand": 10}, 2, (2, 0), 10),
    (5, {"two_decks_from": 6}, 1, (1, 0), 7),
    (6, {"two_decks_from": 6}, 2, (2, 0), 7),
    (4, {"jokers": "wild", "jokers_per_deck": 2}, 1, (1, 2), 7),
    (5, {"jokers": "wild", "jokers_per_deck": 2}, 2, (2, 4), 7),
    (5, {"jokers": "own_rank", "jokers_per_deck": 4}, 2, (2, 8), 7),
    (5, {"jokers": "none", "jokers_per_deck": 4}, 2, (2, 0), 7),
]


@pytest.mark.parametrize(("players", "overrides", "decks", "copies", "hand"), DECKS)
def test_seats_and_options_say_how_many_cards_there_are(
    players: int, overrides: dict[str, OptionValue], decks: int, copies: tuple[int, int], hand: int
) -> None:
    agreed = with_overrides(Options(), overrides)
    assert agreed.decks(players) == decks
    assert agreed.copies(players) == copies
    assert agreed.hand_size(players) == hand


HOLD: Final = [
    ({}, 2),
    ({}, 8),
    ({"jokers": "wild", "jokers_per_deck": 1}, 4),
    ({"jokers": "none", "jokers_per_deck": 0}, 4),
    ({"jokers": "none", "jokers_per_deck": 4}, 4),
    ({"sides": "partners"}, 4),
    ({"two_decks_from": 9}, 7),
    ({"two_decks_from": 8}, 8),
    ({"two_decks_from": 9, "two_player_hand": 13}, 2),
]
CONTRADICT: Final = [
    (
        {"jokers": "wild", "jokers_per_deck": 0},
        4,
        ("jokers_per_deck", "jokers"),
        "jokers: wild needs jokers, but jokers_per_deck is 0.",
    ),
    (
        {"jokers": "own_rank"},
        4,
        ("jokers_per_deck", "jokers"),
        "jokers: own_rank needs jokers, but jokers_per_deck is 0.",
    ),
    ({"sides": "partners"}, 3, ("sides",), "sides: partners is played by 4 seats, but players is 3."),
    ({"sides": "partners"}, 5, ("sides",), "sides: partners is played by 4 seats, but players is 5."),
    (
        {"two_decks_from": 9},
        8,
        ("two_decks_from",),
        "two_decks_from: 9 leaves 8 players with one deck of 52 cards, but the deal and the first discard take 57.",
    ),
    (
        {"two_decks_from": 9, "jokers": "wild", "jokers_per_deck": 4},
        8,
        ("two_decks_from",),
        "two_decks_from: 9 leaves 8 players with one deck of 56 cards, but the deal and the first discard take 57.",
    ),
]


@pytest.mark.parametrize(("overrides", "players"), HOLD)
def test_these_options_hold_together(overrides: dict[str, OptionValue], players: int) -> None:
    assert contradictions(with_overrides(Options(), overrides), players) == ()


@pytest.mark.parametrize(("overrides", "players", "names", "sentence"), CONTRADICT)
def test_these_options_contradict_each_other_or_the_seats(
    overrides: dict[str, OptionValue], players: int, names: tuple[str, ...], sentence: str
) -> None:
    assert contradictions(with_overrides(Options(), overrides), players) == ((names, sentence),)


def test_every_contradiction_is_told() -> None:
    agreed = replace(Options(), jokers=Jokers.WILD, sides=Sides.PARTNERS, two_decks_from=9)
    found = contradictions(agreed, 8)
    assert [names for names, _ in found] == [("jokers_per_deck", "jokers"), ("sides",), ("two_decks_from",)]
