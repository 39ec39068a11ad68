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


#: The games that were made, by their id, with their tokens, which are told once.
_GAMES: Final[dict[str, Any]] = {}


@schemathesis.hook
def after_call(_: HookContext, case: Case[Any], response: Response) -> None:
    """Remember a game that was made, for the links that lead on from it."""
    if case.operation.definition.raw["operationId"] == "createGame" and response.status_code == 201:
        _GAMES[response.json()["game_id"]] = response.json()
    if response.status_code == 204:
        _GAMES.pop(case.path_parameters["game_id"], None)


@schemathesis.auth(refresh_interval=None)
class TokenOfTheGame:
    """Ask about a game that there is, with a token that may do what is asked and the version that it has."""

    def get(self, case: Case[Any], _: Any) -> str | None:
        """Give the token for this request; a request that does not know of a game is led to a new one."""
        if case.meta is None or "game_id" not in case.path_parameters or _is_about_the_game(case):
            return None
        game = _GAMES.get(case.path_parameters["game_id"])
        if game is None:
            game = _new_game(case)
            case.path_parameters["game_id"] = game["game_id"]
            if "If-Match" in case.headers:
                case.headers["If-Match"] = '"1"'
        if case.meta.generation.mode == GenerationMode.POSITIVE:
            if "seat" in case.path_parameters:
                case.path_parameters["seat"] = 0
            # A deck of chance is never the cards of the game, and would only be refused.
            if isinstance(case.body, dict):
                case.body.pop("deck", None)
        if case.query and case.query.get("wait") in range(26):
            case.query["wait"] = 0
        by_host = case.operation.definition.raw["operationId"] in _BY_HOST
        token: str = game["host_token"] if by_host else game["seats"][game["view"]["seat_to_act"]]["token"]
        return token

    def set(self, case: Case[Any], data: str | None, _: Any) -> None:
        """Send the token along."""
        if data is not None:
            case.headers["Authorization"] = f"Bearer {data}"


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
