"""Every way a request can fail, and the one shape in which it is answered (`application/problem+json`).

The catalogue is the only place that names a problem's status, title and text; its pages are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.web.exchange import exchange
from service.wire import limits, strict_json
from service.wire.faults import Invalid, Malformed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Problem:
    """One way a request can fail."""

    code: str
    status: int
    title: str
    text: str

    @property
    def slug(self) -> str:
        """The last part of the address of its page."""
        return self.code.lower().replace("_", "-")

    @property
    def type(self) -> str:
        """The address of its page, which is also its `type`."""
        return f"/problems/{self.slug}"


PROBLEMS: Final = {
    problem.code: problem
    for problem in (
        Problem(
            "MALFORMED_JSON",
            400,
            "The body is not JSON",
            "The body could not be read as one JSON value. Check that it is there at all, complete, and followed by "
            "nothing. NaN and Infinity are no JSON numbers.",
        ),
        Problem(
            "DUPLICATE_MEMBER",
            400,
            "A member stands twice in one object",
            "JSON readers disagree on which of two members of one name counts, so none is chosen here. "
            "Send each member once.",
        ),
        Problem(
            "JSON_TOO_DEEP",
            400,
            "The JSON is nested too deeply",
            "No question needs so many levels. The limit is in /version.",
        ),
        Problem("BAD_ENCODING", 400, "The body is not UTF-8", "Send JSON in UTF-8 without a byte order mark."),
        Problem(
            "NUMBER_OUT_OF_RANGE",
            400,
            "A number is out of any range",
            "Numbers of so many digits or such a size occur nowhere in the game.",
        ),
        Problem(
            "UNKNOWN_PARAMETER",
            400,
            "The query has an unknown parameter",
            "`errors` names each parameter that this operation does not know. Facts of the game belong in the body.",
        ),
        Problem(
            "BAD_PARAMETER",
            400,
            "A parameter or header cannot be used",
            "`errors` names the parameter and says what it takes.",
        ),
        Problem(
            "NOT_FOUND",
            404,
            "There is nothing here",
            "No operation, ruleset or page has this address. Addresses have no slash at the end. "
            "All of them are in /openapi.yaml.",
        ),
        Problem(
            "METHOD_NOT_ALLOWED",
            405,
            "The method does not fit the address",
            "The header `Allow` lists the methods that do.",
        ),
        Problem("BODY_TOO_LARGE", 413, "The body is too large", "The limits are in /version."),
        Problem(
            "UNSUPPORTED_MEDIA_TYPE",
            415,
            "The body is not declared as JSON",
            "Send `Content-Type: application/json`, in UTF-8, and no `Content-Encoding`.",
        ),
        Problem(
            "VALIDATION_FAILED",
            422,
            "The body is not a question that can be answered",
            "`errors` lists every fault with a JSON pointer to its place. "
            "The shape of each question is in /openapi.yaml.",
        ),
        Problem(
            "UNAUTHENTICATED",
            401,
            "A token of the game is needed",
            "Send `Authorization: Bearer ...` with a token that createGame or rotateSeatToken gave. A token that was "
            "replaced is worth nothing any more.",
        ),
        Problem(
            "WRONG_TOKEN",
            403,
            "The token is not for this",
            "The token is good, but it is another game's or another seat's, or only the host may do this.",
        ),
        Problem(
            "GAME_NOT_FOUND",
            404,
            "There is no such game",
            "It never was, was deleted, or nothing was played in it for longer than games are kept.",
        ),
        Problem(
            "STATE_DISABLED",
            404,
            "No games are kept here",
            "This service answers questions only. Keep the table yourself and ask with a position.",
        ),
        Problem(
            "MOVE_ILLEGAL",
            409,
            "The rules do not allow the move",
            "`verdict` tells why. Nothing has changed, the version neither.",
        ),
        Problem("ROUND_NOT_OVER", 409, "The round is not over", "The next round is dealt once this one is over."),
        Problem("GAME_OVER", 409, "The game is over", "Nothing more is played or dealt in it. Its record is open."),
        Problem("GAME_NOT_OVER", 409, "The game is not over", "The record would show what is still hidden."),
        Problem(
            "KEY_REUSED",
            409,
            "The Idempotency-Key came with another request",
            "Choose a new key for each move, and send it again only with the same body.",
        ),
        Problem(
            "STALE_STATE",
            412,
            "The game has moved on",
            "Somebody was faster. Read the game again, then decide. `version` is where it stands.",
        ),
        Problem(
            "PRECONDITION_REQUIRED",
            428,
            "Say which version you have seen",
            "Send the ETag of the view that you decided by as `If-Match`, so that no move is played on a table that "
            "you have not seen.",
        ),
        Problem(
            "RATE_LIMITED",
            429,
            "Too many requests",
            "You have sent more requests than are answered in this time, or as many streams are open as the service "
            "takes. Try again after `Retry-After` seconds.",
        ),
        Problem(
            "STORE_UNAVAILABLE",
            503,
            "Games are out of reach for the moment",
            "The store does not answer. Try again after `Retry-After` seconds, a move with the same `Idempotency-Key`; "
            "questions that need no store are answered as ever.",
        ),
        Problem(
            "STOPPING",
            503,
            "The service is about to stop",
            "It answers until it does. Send requests to another instance, or try again after `Retry-After` seconds.",
        ),
        Problem(
            "INTERNAL",
            500,
            "The service has a fault",
            "This is our fault and not the request's. It is logged under the `request_id` of the answer.",
        ),
    )
}

CODES_BY_STATUS: Final = {
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    413: "BODY_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
}
"""What the framework's own errors are called; anything else it refuses is a request that could not be read."""


class RequestRefused(Exception):
    """The request fails before it is a question about the game.

    `code` is a problem of the catalogue, `detail` says what is wrong this time, `errors` lists each fault.
    """

    def __init__(self, code: str, detail: str, errors: Sequence[Mapping[str, object]] = ()) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.errors = errors


def answer_errors_of(app: Flask) -> None:
    """Answer every error with a problem: ours, those of the wire, and the framework's."""
    app.register_error_handler(RequestRefused, lambda refusal: answer(refusal.code, refusal.detail, refusal.errors))
    app.register_error_handler(Malformed, lambda fault: answer(fault.code, fault.detail))
    app.register_error_handler(Invalid, _answer_invalid)
    app.register_error_handler(HTTPException, answer_framework_error)


def answer(
    code: str,
    detail: str,
    errors: Sequence[Mapping[str, object]] = (),
    members: Mapping[str, object] = MappingProxyType({}),
) -> Response:
    """Build the answer for one problem of the catalogue, with what else is told of it."""
    problem = PROBLEMS[code]
    at_hand = exchange()
    at_hand.problem = code
    document = {
        "type": problem.type,
        "title": problem.title,
        "status": problem.status,
        "code": code,
        "detail": detail,
        "instance": quote(request.path),
        "request_id": at_hand.request_id,
        "errors": list(errors[: limits.ERRORS]),
        **members,
    }
    return Response(strict_json.write(document), problem.status, content_type="application/problem+json")


def _answer_invalid(invalid: Invalid) -> Response:
    errors = []
    for fault in invalid.errors:
        error: dict[str, object] = {"code": fault.code, "pointer": fault.pointer, "message": fault.message}
        errors.append(error | {"params": dict(fault.params)} if fault.params else error)
    count = len(errors)
    return answer(
        "VALIDATION_FAILED", "The body has one fault." if count == 1 else f"The body has {count} faults.", errors
    )


def answer_framework_error(error: HTTPException) -> Response:
    """Keep the framework's headers (`Allow` above all), but none of its words: they are not ours to promise."""
    status = error.code or 500
    code = CODES_BY_STATUS.get(status, "INTERNAL" if status >= 500 else "MALFORMED_JSON")
    response = answer(code, PROBLEMS[code].text)
    for name, value in error.get_headers(request.environ):
        if name != "Content-Type":
            response.headers[name] = value
    return response
