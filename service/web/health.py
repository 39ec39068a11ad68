"""For those who run the service: does it live, is it ready, which version is it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint

import service
from service.web import problems, stopping
from service.web.exchange import json_answer
from service.wire import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response

API_VERSION: Final = "1"


def rooms(has_games: Callable[[], bool]) -> Blueprint:
    """Give each operation its address; `has_games` tells whether games can be played now."""
    blueprint = Blueprint("health", __name__)

    def readyz() -> Response:
        """Say that requests may be sent here, with a warning where only questions are answered."""
        if stopping.is_draining():
            response = problems.answer("STOPPING", "The service is about to stop.")
            response.headers["Retry-After"] = "1"
            return response
        return json_answer({"status": "pass" if has_games() else "warn"})

    blueprint.add_url_rule("/livez", "liveness", livez)
    blueprint.add_url_rule("/readyz", "readiness", readyz)
    blueprint.add_url_rule("/version", "version", version)
    return blueprint


def livez() -> Response:
    """Say that the process answers; it asks nothing of anybody else."""
    return json_answer({"status": "pass"})


def version() -> Response:
    """Say which version this is and what it takes at most."""
    return json_answer(
        {
            "name": "rummy-referee",
            "version": service.__version__,
            "api_version": API_VERSION,
            "limits": dict(limits.LIMITS),
        }
    )
