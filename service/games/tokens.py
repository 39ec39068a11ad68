"""Tokens: who may see and play what.

A token says for which game and which seat (or the host) it is, and its mac says that we made it. A token of another
game or seat is therefore refused without asking the store; only the epoch of a seat, which rotation moves on, is kept
there. This room must never know how a token is carried.
"""

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from .refusals import Refused

GAME_ID: Final = re.compile("[0-9a-f]{32}")
SECRET_BYTES: Final = 32
_HOST: Final = "host"
_MAC_LENGTH: Final = 32
_TOKEN: Final = re.compile(
    rf"([0-9a-f]{{32}})\.({_HOST}|[0-7])\.(0|[1-9][0-9]{{0,8}})\.([A-Za-z0-9_-]{{{_MAC_LENGTH}}})"
)


class Holder(NamedTuple):
    """Who holds a token: a seat of a game, or its host (`seat` None)."""

    game_id: str
    seat: int | None
    epoch: int = 0


class Keys:
    """The keys that sign tokens: the first one signs, all of them are believed.

    >>> keys = Keys([b"a secret of the house"])
    >>> keys.holder(keys.token(Holder("0" * 32, 1))).seat
    1
    """

    def __init__(self, secrets: Sequence[bytes]) -> None:
        self._keys = [sha256(b"rummy-referee token " + secret).digest() for secret in secrets]

    def token(self, holder: Holder) -> str:
        """Return the token of a holder."""
        said = f"{holder.game_id}.{_HOST if holder.seat is None else holder.seat}.{holder.epoch}"
        return f"{said}.{_mac(self._keys[0], said)}"

    def holder(self, token: str) -> Holder:
        """Return who holds a token; raise Refused (UNAUTHENTICATED) if it is none of ours."""
        read = _TOKEN.fullmatch(token)
        if read is None:
            raise Refused("UNAUTHENTICATED", "This is no token of a game.")
        game_id, seat, epoch, mac = read.groups()
        said = token[: -len(mac) - 1]
        if not any(hmac.compare_digest(mac, _mac(key, said)) for key in self._keys):
            raise Refused("UNAUTHENTICATED", "This is no token of a game.")
        return Holder(game_id, None if seat == _HOST else int(seat), int(epoch))


# A seat sends the same token with every move.
@lru_cache(maxsize=1024)
def _mac(key: bytes, said: str) -> str:
    return urlsafe_b64encode(hmac.digest(key, said.encode(), "sha256")).decode()[:_MAC_LENGTH]
