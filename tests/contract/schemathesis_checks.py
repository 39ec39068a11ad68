"""What schemathesis does not know by itself: why a valid question may be refused, and how a page is read."""

from typing import Any, Final

import requests
import schemathesis
from schemathesis import Case, CheckContext, DeserializationContext, GenerationMode, HookContext, Response


@schemathesis.check
def valid_questions_fail_only_by_contradictions(_: CheckContext, response: Response, case: Case[Any]) -> None:
    """Refuse a question that fits the schema only where its options contradict each other or the seats."""
    if response.status_code == 422 and case.meta and case.meta.generation.mode == GenerationMode.POSITIVE:
        errors = response.json()["errors"]
        # Which cards a deck must have no schema can say either.
        codes = {error["code"] for error in errors if error.get("pointer") != "/deck"}
        assert codes <= {"CONTRADICTORY_OPTIONS"}, codes


#: What the host does; everything else is done by the seat whose turn it is.
_BY_HOST: Final = {"deleteGame", "endGame", "rotateSeatToken"}


@schemathesis.hook
def before_call(_: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:  # noqa: ARG001
    """Ask about a game that there is, with a token that may do what is asked and the version that it has."""
    if case.meta is None or "game_id" not in case.path_parameters:
        return
    is_wrong = case.meta.generation.mode == GenerationMode.NEGATIVE
    if is_wrong and ("Authorization" not in case.headers or _is_about_the_game(case)):
        return
    if "wait" in case.query and not is_wrong:
        case.query["wait"] = 0
    game = _new_game(case)
    case.path_parameters["game_id"] = game["game_id"]
    by_host = case.operation.definition.raw["operationId"] in _BY_HOST
    token = game["host_token"] if by_host else game["seats"][game["view"]["seat_to_act"]]["token"]
    case.headers["Authorization"] = f"Bearer {token}"
    if "If-Match" in case.headers:
        case.headers["If-Match"] = '"1"'
    if "seat" in case.path_parameters and case.meta.generation.mode == GenerationMode.POSITIVE:
        case.path_parameters["seat"] = 0


def _is_about_the_game(case: Case[Any]) -> bool:
    """Tell whether a case is about addresses and tokens that are wrong."""
    negated = (
        [kind for kind, info in case.meta.components.items() if info.mode == GenerationMode.NEGATIVE]
        if case.meta
        else []
    )
    return any(kind.value in ("path_parameters", "headers", "cookies") for kind in negated)


def _new_game(case: Case[Any]) -> Any:
    request: dict[str, Any] = {"seats": [{}, {}]}
    if case.operation.schema.app is not None:
        return case.operation.schema.app.test_client().post("/v1/games", json=request).json
    return requests.post(f"{case.operation.base_url}/v1/games", json=request, timeout=10).json()


@schemathesis.deserializer("text/html")
def page(_: DeserializationContext, response: Response) -> str:
    """Read a page as the text that it is."""
    return response.text
