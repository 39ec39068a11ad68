"""Reads a request no further than HTTP: its media type, its query parameters, its body up to the limit."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Final

from flask import request
from werkzeug.exceptions import NotFound
from werkzeug.http import parse_options_header
from werkzeug.wsgi import get_content_length, get_input_stream

from service.web.exchange import JSON
from service.web.problems import RequestRefused
from service.wire.limits import BODY_BYTES, LIMITS

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

#: The parameters that a query may have, by operation.
PARAMETERS: Final[dict[str, frozenset[str]]] = {"listEvents": frozenset({"after", "wait", "limit"})}


def refuse_unknown_parameters() -> None:
    """Refuse a query with parameters that its operation does not know."""
    if not request.environ.get("QUERY_STRING") or request.url_rule is None:
        return  # an address or method that is not there comes first
    operation = request.url_rule.endpoint.rpartition(".")[2]
    if unknown := [name for name in request.args if name not in PARAMETERS.get(operation, ())]:
        errors = [
            {"code": "UNKNOWN_PARAMETER", "parameter": name, "message": "This operation has no such parameter."}
            for name in unknown
        ]
        raise RequestRefused("UNKNOWN_PARAMETER", "The query has parameters that this operation does not know.", errors)


def refuse_second_slash() -> None:
    """Refuse an address that begins with two slashes, which Flask takes for one."""
    if request.environ["PATH_INFO"].startswith("//"):
        raise NotFound


def number_parameter(name: str, least: int, most: int, otherwise: int) -> int:
    """Give a number of the query, from `least` to `most`, or what it is where it is not said."""
    given = request.args.getlist(name)
    if not given:
        return otherwise
    # Longer texts are not read at all: Python gives up on thousands of digits.
    if len(given) == 1 and given[0].isascii() and given[0].isdecimal() and len(given[0]) < 10:
        number = int(given[0])
        if least <= number <= most:
            return number
    message = f"This must be one whole number from {least} to {most}."
    errors = [{"code": "BAD_PARAMETER", "parameter": name, "message": message}]
    raise RequestRefused("BAD_PARAMETER", f"{name} cannot be used.", errors)


def bad_header(name: str, message: str) -> RequestRefused:
    """Word the refusal of a header that cannot be read."""
    errors = [{"code": "BAD_PARAMETER", "header": name, "message": message}]
    return RequestRefused("BAD_PARAMETER", f"{name} cannot be used.", errors)


def json_body(environ: WSGIEnvironment, limit: int) -> bytes:
    """Give the bytes of a body that is declared as JSON and holds at most `limit` of them, or fewer if so set."""
    limit = min(limit, LIMITS["body_bytes" if limit == BODY_BYTES else "batch_body_bytes"])
    _refuse_other_media_types(environ)
    declared = get_content_length(environ) or 0
    if declared > limit:
        raise _too_large(limit)
    try:
        body = _read(get_input_stream(environ), declared, limit + 1)
    except Exception as fault:
        # The server reads the socket here, and broken chunks raise classes of its own, which this room must not know.
        if not declared:
            told = "The body broke off, or its chunks cannot be told apart."
            raise RequestRefused("MALFORMED_JSON", told) from fault
        body = b""
    if len(body) > limit:
        raise _too_large(limit)
    if len(body) < declared:
        raise RequestRefused("MALFORMED_JSON", "The body broke off before its declared length.")
    return body


def _read(stream: IO[bytes], declared: int, most: int) -> bytes:
    """Read until the body ends, or one byte more than allowed is there.

    Counted by us, because Flask would cut a chunked body at its own limit and call it whole; and in a loop, because
    one read may give less than there is.
    """
    body = stream.read(declared or most)
    if len(body) == declared:
        return body
    whole = bytearray(body)
    while len(whole) < most and (part := stream.read(most - len(whole))):
        whole += part
    return bytes(whole)


def _refuse_other_media_types(environ: WSGIEnvironment) -> None:
    declared = environ.get("CONTENT_TYPE")
    # Most clients write it so, and reading parameters that are not there costs as much.
    if declared != JSON:
        media_type, parameters = parse_options_header(declared)
        if media_type.lower() != JSON:
            raise RequestRefused("UNSUPPORTED_MEDIA_TYPE", "The Content-Type must be application/json.")
        if parameters.get("charset", "utf-8").lower() != "utf-8":
            raise RequestRefused("UNSUPPORTED_MEDIA_TYPE", "The charset must be utf-8.")
    if "HTTP_CONTENT_ENCODING" in environ:
        raise RequestRefused("UNSUPPORTED_MEDIA_TYPE", "The body must come without Content-Encoding.")


def _too_large(limit: int) -> RequestRefused:
    return RequestRefused("BODY_TOO_LARGE", f"The body is larger than {limit} bytes.")
