"""ETags of games: what a client has seen, and whether it is still so.

A tag names the version and the seat whose view it is, as in `"12-1"`, the public part `"12"`; never the token.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from flask import request

from service.web.reading import bad_header

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

_TAG: Final = re.compile(r'(W/)?"([^"]*)"')
_OURS: Final = re.compile(r"([1-9][0-9]{0,17})(?:-[0-7])?")
_KEY: Final = re.compile(r"[!-~]{1,128}")


def tag(version: int, seat: int | None) -> str:
    """Write the tag of a view.

    >>> tag(12, 1)
    '"12-1"'
    """
    return f'"{version}"' if seat is None else f'"{version}-{seat}"'


def seen(environ: WSGIEnvironment) -> Callable[[int], bool] | None:
    """Tell whether a version is among those that If-Match names; None where there is no If-Match."""
    header = environ.get("HTTP_IF_MATCH")
    if header is None:
        return None
    if header.strip() == "*":
        return lambda _: True
    versions = {int(ours[1]) for weak, text in _TAG.findall(header) if not weak and (ours := _OURS.fullmatch(text))}
    return versions.__contains__


def is_known(current: str) -> bool:
    """Tell whether If-None-Match names this tag: the client has what it would be sent."""
    header = request.headers.get("If-None-Match", "")
    return header.strip() == "*" or any(f'"{text}"' == current for _, text in _TAG.findall(header))


def idempotency_key(environ: WSGIEnvironment) -> str | None:
    """Give the key that makes the request count once, if it has one."""
    key: str | None = environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.fullmatch(key):
        raise bad_header("Idempotency-Key", "A key has 1 to 128 visible ASCII characters.")
    return key
