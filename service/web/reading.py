"""Reads a request no further than HTTP: its media type, its query parameters, its body up to the limit."""

from __future__ import annotations

from flask import request
from werkzeug.http import parse_options_header

from service.web.problems import RequestRefused


def refuse_unknown_parameters() -> None:
    """Refuse a query: no operation has parameters yet."""
    if request.url_rule is None:
        return  # an address or method that is not there comes first
    if unknown := list(request.args):
        errors = [
            {"code": "UNKNOWN_PARAMETER", "parameter": name, "message": "This operation has no such parameter."}
            for name in unknown
        ]
        raise RequestRefused("UNKNOWN_PARAMETER", "The query has parameters that this operation does not know.", errors)


def json_body(limit: int) -> bytes:
    """Give the bytes of a body that is declared as JSON and holds at most `limit` of them."""
    _refuse_other_media_types()
    declared = request.content_length or 0
    if declared > limit:
        raise _too_large(limit)
    try:
        body = _read(limit + 1)
    except Exception as fault:
        # The server reads the socket here, and broken chunks raise classes of its own, which this room must not know.
        raise RequestRefused("MALFORMED_JSON", "The body broke off, or its chunks cannot be told apart.") from fault
    if len(body) > limit:
        raise _too_large(limit)
    if len(body) < declared:
        raise RequestRefused("MALFORMED_JSON", "The body broke off before its declared length.")
    return body


def _read(most: int) -> bytes:
    """Read until the body ends, or one byte more than allowed is there.

    Counted by us, because Flask would cut a chunked body at its own limit and call it whole; and in a loop, because
    one read may give less than there is.
    """
    body = bytearray()
    while len(body) < most and (part := request.stream.read(most - len(body))):
        body += part
    return bytes(body)


def _refuse_other_media_types() -> None:
    media_type, parameters = parse_options_header(request.content_type)
    if media_type.lower() != "application/json":
        raise RequestRefused("UNSUPPORTED_MEDIA_TYPE", "The Content-Type must be application/json.")
    if parameters.get("charset", "utf-8").lower() != "utf-8":
        raise RequestRefused("UNSUPPORTED_MEDIA_TYPE", "The charset must be utf-8.")
    if "Content-Encoding" in request.headers:
        raise RequestRefused("UNSUPPORTED_MEDIA_TYPE", "The body must come without Content-Encoding.")


def _too_large(limit: int) -> RequestRefused:
    return RequestRefused("BODY_TOO_LARGE", f"The body is larger than {limit} bytes.")
