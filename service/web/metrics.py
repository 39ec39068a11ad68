"""What is measured, and the page that shows it to Prometheus.

With several worker processes the figures are kept in files of a folder that PROMETHEUS_MULTIPROC_DIR names, which must
be set before this is imported; without it they are this process's own. Labels are words of ours and never a client's.
"""

from __future__ import annotations

import os
import platform
from collections import Counter as Tally
from contextlib import suppress
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from flask import Blueprint, Response
from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

import service
from service.store import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from service.store import GameStore
    from service.web.exchange import Exchange

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

REGISTRY: Final = CollectorRegistry()

REQUESTS: Final = Histogram(
    "rummy_request_duration_seconds",
    "How long requests took, streams until their end.",
    ("route", "method", "status"),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
    registry=REGISTRY,
)
VERDICTS: Final = Counter(
    "rummy_verdicts", "Verdicts and scores given, those inside batches too.", ("kind", "legal"), registry=REGISTRY
)
VIOLATIONS: Final = Counter("rummy_violations", "Violations told in verdicts.", ("code",), registry=REGISTRY)
BATCH_ITEMS: Final = Histogram(
    "rummy_batch_items", "Questions in a batch.", buckets=(1, 3, 10, 30, 100, 300, 1000), registry=REGISTRY
)
GAMES: Final = Counter(
    "rummy_games", "Games that were created, came to their end (over) or were deleted.", ("event",), registry=REGISTRY
)
WAITERS: Final = Gauge(
    "rummy_waiters",
    "Requests that wait for events now.",
    ("kind",),
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
STORE: Final = Histogram(
    "rummy_store_duration_seconds",
    "How long the store of games took, successful or not.",
    ("operation",),
    buckets=(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1),
    registry=REGISTRY,
)
STORE_ERRORS: Final = Counter(
    "rummy_store_errors", "Times that the store of games was away or too busy.", ("operation",), registry=REGISTRY
)
BUILD: Final = Gauge(
    "rummy_build_info",
    "1, with the version of the service and of Python.",
    ("version", "python"),
    registry=REGISTRY,
    multiprocess_mode="max",
)
BUILD.labels(service.__version__, platform.python_version()).set(1)

ACTIVE: Final = "rummy_games_active"

#: To look a child up by its labels takes the library longer than to count.
_request: Final = cache(REQUESTS.labels)
_verdict: Final = cache(VERDICTS.labels)
_violation: Final = cache(VIOLATIONS.labels)
_game: Final = cache(GAMES.labels)


def measure(exchange: Exchange) -> None:
    """Count an exchange."""
    _request(exchange.route, exchange.method, exchange.status).observe(exchange.seconds)
    if exchange.items is not None:
        BATCH_ITEMS.observe(exchange.items)
    answers = exchange.answers
    for (kind, is_legal), number in _tally([(gist.kind, gist.is_legal) for gist in answers]):
        _verdict(kind, "true" if is_legal else "false").inc(number)
    for code, number in _tally([code for gist in answers for code in gist.codes]):
        _violation(code).inc(number)


def _tally(listed: list[T]) -> Iterable[tuple[T, int]]:
    """Count how often each is listed; of one there is no need to."""
    return Tally(listed).items() if len(listed) > 1 else [(each, 1) for each in listed]


def game(event: str) -> None:
    """Count that a game was created, is over, or was deleted."""
    _game(event).inc()


class _ActiveGames:
    """Asks the store how many games it keeps, where that costs little."""

    def __init__(self, count: Callable[[], int | None]) -> None:
        self._count = count

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Give the number, or nothing."""
        number = None
        with suppress(StoreUnavailable):
            number = self._count()
        if number is not None:
            yield GaugeMetricFamily(ACTIVE, "Games that the store keeps and that have not outlived their time.", number)


def rooms(count: Callable[[], int | None]) -> Blueprint:
    """Give the page its address; `count` tells how many games are kept, where that is known."""
    blueprint = Blueprint("metrics", __name__)

    def metrics() -> Response:
        """Show what was measured, by all worker processes together."""
        pages = [REGISTRY]
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            pages = [CollectorRegistry()]
            MultiProcessCollector(pages[0])  # type: ignore[no-untyped-call]
        asked = CollectorRegistry()
        asked.register(_ActiveGames(count))
        text = b"".join(generate_latest(page) for page in (*pages, asked))
        return Response(text, content_type=CONTENT_TYPE_PLAIN_0_0_4)

    blueprint.add_url_rule("/metrics", "metrics", metrics)
    return blueprint


class MeasuredStore:
    """A store of games whose answers are timed; to wait is no work of the store and is not."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self.create = _timed("create", store.create)
        self.read = _timed("read", store.read)
        self.commit = _timed("commit", store.commit)
        self.events = _timed("events", store.events)
        self.delete = _timed("delete", store.delete)
        self.secret = _timed("secret", store.secret)
        self.ping = _timed("ping", store.ping)
        self.count = _timed("count", store.count)
        self.wait = store.wait
        self.let_go = store.let_go
        self.close = store.close


def _timed(operation: str, call: Callable[P, R]) -> Callable[P, R]:
    took, failed = STORE.labels(operation), STORE_ERRORS.labels(operation)

    def timed(*args: P.args, **kwargs: P.kwargs) -> R:
        began = perf_counter()
        try:
            return call(*args, **kwargs)
        except StoreUnavailable:
            failed.inc()
            raise
        finally:
            took.observe(perf_counter() - began)

    return timed
