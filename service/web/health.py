"""For those who run the service: does it live, is it ready, which version is it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint

import service
from service.web.exchange import json_answer
from service.wire import limits

if TYPE_CHECKING:
    from flask import Response

API_VERSION: Final = "1"

blueprint: Final = Blueprint("health", __name__)


@blueprint.get("/livez", endpoint="liveness")
def livez() -> Response:
    """Say that the process answers; it asks nothing of anybody else."""
    return json_answer({"status": "pass"})


@blueprint.get("/readyz", endpoint="readiness")
def readyz() -> Response:
    """Say that requests may be sent here."""
    return json_answer({"status": "pass"})


@blueprint.get("/version", endpoint="version")
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
