"""Lets pages of chosen web sites ask from a browser; without any, browsers keep every other site's pages out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response, request

if TYPE_CHECKING:
    from collections.abc import Collection

    from flask import Flask

_ASKED: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-API-Key, X-Request-ID, "
    "traceparent"
)
_SHOWN: Final = (
    "ETag, Idempotency-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, "
    "X-Request-ID"
)
_SECONDS: Final = "7200"


def let_in(app: Flask, origins: Collection[str]) -> None:
    """Let pages of these origins ask. They send no cookies, since there are none."""

    def answer_preflight() -> Response | None:
        """Tell a browser that it may ask what it is about to ask."""
        if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
            return None
        response = Response(status=204)
        del response.headers["Content-Type"]
        if request.headers.get("Origin") in origins:
            response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, DELETE"
            response.headers["Access-Control-Allow-Headers"] = _ASKED
            response.headers["Access-Control-Max-Age"] = _SECONDS
        return response

    def allow(response: Response) -> Response:
        response.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin in origins:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = _SHOWN
        return response

    app.before_request(answer_preflight)
    app.after_request(allow)
