"""Who may ask, and how often: optional keys of the service, and an optional limit on requests a client.

Both concern what lies under /v1. Health, version, pages and the contract are open to everybody.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

from flask import g, request
from limits import parse
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from service.web import problems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask, Response

PATH: Final = "/v1/"
SECONDS_ALONE: Final = 5.0
"""Where the Redis that counts for all is away, each worker counts for itself for so long before it asks again."""
_PATIENCE: Final[dict[str, Any]] = {"socket_connect_timeout": 0.1, "socket_timeout": 0.1}


def ask_for_keys(app: Flask, keys: Sequence[str]) -> None:
    """Let in only who has one of these keys. That there are several lets clients change from one to the next."""
    digests = [_digest(key) for key in keys]

    def refuse_strangers() -> Response | None:
        if not request.path.startswith(PATH):
            return None
        given = _digest(request.headers.get("X-API-Key", ""))
        # Every key is compared, and each takes the same time, so that nothing is learnt from how long it took.
        if sum(compare_digest(given, digest) for digest in digests):
            g.client = given.hex()
            return None
        response = problems.answer("UNAUTHENTICATED", "X-API-Key must be a key of this service.")
        response.headers["WWW-Authenticate"] = "ApiKey"
        return response

    app.before_request(refuse_strangers)


def _digest(key: str) -> bytes:
    return sha256(key.encode()).digest()


def limit_rate(app: Flask, rate: str, url: str | None) -> None:
    """Answer only so many requests of a client: of a key, where keys are asked for, else of an address.

    `url` names the Redis that counts for all instances. A Redis that is away stops nobody.
    """
    allowed = parse(rate)
    own = FixedWindowRateLimiter(MemoryStorage())
    shared = FixedWindowRateLimiter(storage_from_string(url, **_PATIENCE)) if url else own
    alone_until = 0.0

    def count(client: str) -> tuple[bool, int, int]:
        """Count a request; tells whether it is allowed, how many are left, and for how many seconds."""
        nonlocal alone_until
        limiter = own
        if monotonic() >= alone_until:
            limiter = shared
        try:
            return _counted(limiter, client)
        except Exception:  # noqa: BLE001 - whatever ails the Redis, requests are answered
            alone_until = monotonic() + SECONDS_ALONE
            return _counted(own, client)

    def _counted(limiter: FixedWindowRateLimiter, client: str) -> tuple[bool, int, int]:
        is_allowed = limiter.hit(allowed, client)
        window = limiter.get_window_stats(allowed, client)
        return is_allowed, window.remaining, max(1, round(window.reset_time - time()))

    def refuse_many() -> Response | None:
        if not request.path.startswith(PATH):
            return None
        is_allowed, remaining, seconds = count(g.get("client") or request.remote_addr or "")
        g.rate = {
            "RateLimit-Limit": str(allowed.amount),
            "RateLimit-Remaining": str(remaining),
            "RateLimit-Reset": str(seconds),
        }
        if is_allowed:
            return None
        response = problems.answer("RATE_LIMITED", f"No more than {rate} are answered.")
        response.headers["Retry-After"] = str(seconds)
        return response

    def tell(response: Response) -> Response:
        for name, value in g.get("rate", {}).items():
            response.headers[name] = value
        return response

    app.before_request(refuse_many)
    app.after_request(tell)
