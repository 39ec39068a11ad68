"""What openapi.yaml must say of our schemas, made from the schemas themselves."""

from enum import StrEnum
from typing import Any, Final

from marshmallow.fields import Field

from service.rules.options import OPTIONS, RULESETS, OptionSpec
from service.rules.questions import AceEnd, DrawSource, EndedBy, Phase
from service.wire import batches, games, records, requests
from service.wire.fields import (
    Amount,
    Boolean,
    CardList,
    Choice,
    Closed,
    Integer,
    IntegerList,
    MeldCardList,
    OneCard,
    Part,
    Parts,
    Tag,
    Text,
    Union,
)
from service.wire.limits import LIMITS
from service.wire.rulebook import option_kind, write_options

_REFERENCE: Final = "#/components/schemas/"

#: The component of each schema.
COMPONENTS: Final[dict[type[Closed[Any]], str]] = {
    requests.OptionOverrides: "OptionOverrides",
    requests.TableLayOffSchema: "TableLayOff",
    requests.TableMeldSchema: "TableMeld",
    requests.MeldRequest: "MeldRequest",
    requests.LayOffRequest: "LayOffRequest",
    requests.PickupRequest: "PickupRequest",
    requests.DiscardRequest: "DiscardRequest",
    requests.TurnRequest: "TurnRequest",
    requests.RummyCallRequest: "RummyCallRequest",
    requests.HandScoreRequest: "HandScoreRequest",
    requests.RoundScoreRequest: "RoundScoreRequest",
    requests.GameScoreRequest: "GameScoreRequest",
    requests.LegalMovesRequest: "LegalMovesRequest",
    requests.MeldAdviceRequest: "MeldAdviceRequest",
    requests.PickupAdviceRequest: "PickupAdviceRequest",
    batches.BatchRequest: "BatchRequest",
    batches.ItemSchema: "BatchItem",
    requests.ScoredSeatSchema: "ScoredSeat",
    requests.BoodlePotSchema: "BoodlePot",
    requests.ScoredRoundSchema: "ScoredRound",
    requests.PositionSchema: "Position",
    requests.DrawnSchema: "Drawn",
    requests.DrawStockSchema: "DrawStock",
    requests.TakeDiscardsSchema: "TakeDiscards",
    requests.LayMeldSchema: "LayMeld",
    requests.LayOffSchema: "LayOff",
    requests.DiscardSchema: "Discard",
    requests.PassSchema: "Pass",
    games.DrawSchema: "Draw",
    records.CallRummySchema: "Call",
    games.GameRequest: "GameRequest",
    records.SeatSchema: "Seat",
    games.RoundRequest: "RoundRequest",
    games.NothingMore: "NothingMore",
    records.RecordRequest: "RecordRequest",
    records.RecordSchema: "Record",
    records.RecordedRoundSchema: "RecordedRound",
    records.RecordedMoveSchema: "RecordedMove",
}
#: The unions by their components.
UNIONS: Final[dict[str, Union[Any]]] = {
    "TurnMove": requests.TURN_MOVE,
    "Play": requests.PLAY,
    "Move": records.MOVE,
    "GameMove": games.GAME_MOVE,
}
#: Words of questions, which are named after what they tell.
WORDS: Final[tuple[type[StrEnum], ...]] = (AceEnd, Phase, DrawSource, EndedBy, batches.BatchMode)


def components() -> dict[str, dict[str, Any]]:
    """Return the components that our schemas, options and rulesets ask for."""
    agreed = {name: closed(schema()) for schema, name in COMPONENTS.items()}
    agreed |= {name: union(schema) for name, schema in UNIONS.items()}
    agreed |= {question_of_kind(kind): of_kind(kind) for kind in batches.QUESTIONS.requests}
    agreed["BatchQuestion"] = _union({kind: question_of_kind(kind) for kind in batches.QUESTIONS.requests})
    agreed |= {words.__name__: {"type": "string", "enum": [word.value for word in words]} for words in WORDS}
    agreed |= {_camel(spec.name): enumeration(spec) for spec in OPTIONS.values() if option_kind(spec) in _ENUMERATED}
    agreed["RulesetId"] = {"type": "string", "enum": list(RULESETS)}
    agreed["Options"] = options()
    agreed["Limits"] = {"type": "object", "required": list(LIMITS), "properties": dict.fromkeys(LIMITS, _INTEGER)}
    return agreed


_ENUMERATED: Final = ("word", "amount")
_INTEGER: Final = {"type": "integer"}


def closed(schema: Closed[Any]) -> dict[str, Any]:
    """Return how the contract tells an object that takes no member but its own."""
    required = [name for name, field in schema.fields.items() if field.required]
    told: dict[str, Any] = {"type": "object", "additionalProperties": False}
    if required:
        told["required"] = required
    return told | {"properties": {name: member(name, field) for name, field in schema.fields.items()}}


def member(name: str, field: Field[Any]) -> dict[str, Any]:  # noqa: C901, PLR0911, PLR0912 - one line a class
    """Return how the contract tells a member."""
    match field:
        case Tag():
            return {"type": "string", "const": field.word}
        case requests.RulesetId():
            return reference("RulesetId")
        case Integer() if name == "players":
            return reference("Players")
        case Integer():
            return _INTEGER | _bounds(field.minimum, field.maximum, "minimum", "maximum")
        case Amount():
            return reference(_camel(name))
        case Boolean():
            return {"type": "boolean"}
        case Choice():
            return reference(_camel(name) if name in OPTIONS else type(next(iter(field.words.values()))).__name__)
        case batches.ItemId():
            return reference("ItemId")
        case Text() if field.pattern == requests.ID_PATTERN:
            return reference("MeldId")
        case Text():
            lengths = _bounds(field.minimum, field.maximum, "minLength", "maxLength")
            return {"type": "string", "pattern": f"^{field.pattern}$", **lengths}
        case OneCard():
            return reference("Card")
        case CardList():
            card = "MeldCard" if isinstance(field, MeldCardList) else "Card"
            return _list(reference(card), field.minimum, field.maximum)
        case records.CardLists():
            return _list(member(name, field.each), 0, field.maximum)
        case IntegerList():
            return _list(member("", field.each), field.minimum, field.maximum)
        case Part():
            return reference(component(field.schema))
        case Parts():
            return _list(reference(component(field.schema)), field.minimum, field.maximum)
    raise TypeError(f"{name} is a {type(field).__name__}, of which the contract knows nothing.")


def of_kind(kind: str) -> dict[str, Any]:
    """Return how the contract tells a question of a batch: as it tells the same question alone, with its kind."""
    told = closed(batches.QUESTIONS.requests[kind])
    members = {"kind": {"type": "string", "const": kind}, **told["properties"]}
    return told | {"required": ["kind", *told["required"]], "properties": members}


def question_of_kind(kind: str) -> str:
    """Return the name of the component that tells a question of a batch."""
    return f"{_camel(kind)}Question"


def union(schema: Union[Any]) -> dict[str, Any]:
    """Return how the contract tells a union."""
    return _union({kind: component(branch) for kind, branch in schema.branches.items()})


def _union(branches: dict[str, str]) -> dict[str, Any]:
    mapping = {kind: reference(name)["$ref"] for kind, name in branches.items()}
    return {
        "oneOf": [{"$ref": target} for target in mapping.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }


def component(schema: object) -> str:
    """Return the name of the component that tells a schema or a union."""
    if isinstance(schema, Union):
        return next(name for name, union in UNIONS.items() if union is schema)
    if isinstance(schema, batches.Questions):
        return "BatchQuestion"
    return COMPONENTS[type(schema)]  # type: ignore[index]


def enumeration(spec: OptionSpec) -> dict[str, Any]:
    """Return how the contract tells the values of an option."""
    word = option_kind(spec) == "word"
    values = list(map(str, spec.values)) if word else sorted(spec.values)
    return {"type": "string" if word else "integer", "enum": values}


def options() -> dict[str, Any]:
    """Return how the contract tells the options of a ruleset in an answer."""
    types = {"word": "string", "switch": "boolean"}
    return {
        "type": "object",
        "required": list(write_options(next(iter(RULESETS.values())).options)),
        "properties": {name: {"type": types.get(option_kind(spec), "integer")} for name, spec in OPTIONS.items()},
    }


def reference(name: str) -> dict[str, str]:
    """Return a reference to a component."""
    return {"$ref": _REFERENCE + name}


def _list(items: dict[str, Any], minimum: int, maximum: int) -> dict[str, Any]:
    return {"type": "array", **_bounds(minimum, maximum, "minItems", "maxItems"), "items": items}


def _bounds(minimum: int, maximum: int, least: str, most: str) -> dict[str, int]:
    # A list or a text of no length needs no saying.
    told = {least: minimum, most: maximum}
    return told if minimum or least == "minimum" else {most: maximum}


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
