"""What the service is compared with: an application of Flask that reads a body and answers one constant object."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

ANSWER: Final = b'{"legal":true,"kind":"meld","violations":[]}'

app: Final = Flask(__name__)


@app.post("/")
def answer() -> Response:
    """Read the body, and answer."""
    request.get_data()
    return Response(ANSWER, content_type="application/json")
