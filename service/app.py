"""Puts the rooms together into one WSGI application; the only file that knows every room."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix

from service.games.session import Games
from service.settings import SettingRefused, Settings, read_settings, variable
from service.store import open_store
from service.web import (
    admission,
    cors,
    exchange,
    health,
    logs,
    metrics,
    pages,
    problems,
    reading,
    stateless,
    stopping,
)
from service.web.before_flask import answer_before_flask
from service.web.games import serve_games
from service.wire import limits

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType


class Service(Flask):
    """The application; what it logs of a fault can be found by the id that the client was given."""

    def __init__(self, log: Any) -> None:
        super().__init__("service.web")
        self.log = log

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Give a function as it is: none is a coroutine here, and Flask would look at each of them in every request."""
        return func

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType | None] | tuple[None, None, None] | BaseException | None,
    ) -> None:
        """Log a fault of ours: where it happened, and nothing of what was asked."""
        fault = exc_info[1] if isinstance(exc_info, tuple) else exc_info
        seen = exchange.exchange()
        seen.note_route(request.environ)
        self.log.error(
            "fault", request_id=seen.request_id, method=seen.method, route=seen.route, places=logs.places(fault)
        )


WITHOUT_GAMES: Final = Settings(store_url="none", access_log="off")


def application() -> Flask:
    """Build the application that the environment asks for; each worker process has its own."""
    return create_app(read_settings(os.environ))


def create_app(settings: Settings = WITHOUT_GAMES) -> Flask:
    """Build the application.

    >>> create_app().test_client().get("/livez").json
    {'status': 'pass'}
    """
    log = logs.logger(settings.log_level)
    app = Service(log)
    # A second slash or a slash at the end names nothing; it is not quietly sent elsewhere.
    app.url_map.merge_slashes = False
    limits.lower(
        {name: getattr(settings, name) for name in ("body_bytes", "batch_body_bytes", "batch_items", "json_depth")}
    )
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_host=0)  # type: ignore[method-assign]
    witnesses = _witnesses(settings, log)
    _let_in(app, settings)
    app.before_request(reading.refuse_second_slash)
    app.before_request(reading.refuse_unknown_parameters)
    problems.answer_errors_of(app)
    games = keep_games(settings)
    stateless.serve_questions(app)
    for blueprint in (health.rooms(games.is_ready), pages.blueprint):
        app.register_blueprint(blueprint)
    if settings.metrics == "on":
        app.register_blueprint(metrics.rooms(games.count))
    serve_games(app, games, settings.waiters, settings.stream_seconds)
    stopping.on_leaving(games.let_go)
    app.extensions["games"] = games
    if not (settings.cors_origins or settings.api_keys or settings.rate_limit != "off"):
        answer_before_flask(app)
    exchange.watch(app, witnesses)
    return app


def _let_in(app: Flask, settings: Settings) -> None:
    """Say who may ask, from which web sites, and how often."""
    if settings.cors_origins:
        cors.let_in(app, settings.cors_origins.split(","))
    if settings.api_keys:
        admission.ask_for_keys(app, settings.api_keys.split(","))
    if settings.rate_limit != "off":
        is_shared = settings.store_url.startswith(("redis://", "rediss://"))
        url = settings.rate_limit_url or (settings.store_url if is_shared else None)
        try:
            admission.limit_rate(app, settings.rate_limit, url)
        except Exception as error:
            raise SettingRefused(f"{variable('rate_limit_url')} cannot be used: {type(error).__name__}.") from error


def _witnesses(settings: Settings, log: Any) -> list[Callable[[exchange.Exchange], object]]:
    """Say who is told of every exchange."""
    witnesses: list[Callable[[exchange.Exchange], object]] = []
    if settings.metrics == "on":
        witnesses.append(metrics.measure)
    if settings.access_log == "on" and log.is_enabled_for(logging.INFO):
        witnesses.append(logs.write_request)
    if settings.tracing == "on":
        try:
            # It is loaded where it is wanted only: it may not be installed.
            from service.web import tracing  # noqa: PLC0415
        except ImportError as error:
            raise SettingRefused(
                f"{variable('tracing')} needs what `pip install rummy-referee[opentelemetry]` adds."
            ) from error
        witnesses.append(tracing.span_of_each_request())
    return witnesses


def keep_games(settings: Settings) -> Games:
    """Open the store of games."""
    try:
        store = open_store(
            settings.store_url, time_to_live=settings.time_to_live, connections=settings.store_connections
        )
    except ValueError as error:
        raise SettingRefused(f"{variable('store_url')} cannot be used: {error}") from error
    keys = [key.encode() for key in settings.token_keys.split(",") if key]
    measured = metrics.MeasuredStore(store) if store and settings.metrics == "on" else store
    return Games(measured, keys, chosen_deals=settings.chosen_deals == "on")
