"""Puts the rooms together into one WSGI application; the only file that knows every room."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from flask import Flask, request

from service.games.session import Games
from service.settings import SettingRefused, Settings, read_settings
from service.store import open_store
from service.web import exchange, health, pages, problems, reading, stateless
from service.web.games import serve_games

if TYPE_CHECKING:
    from types import TracebackType


class Service(Flask):
    """The application; what it logs of a fault can be found by the id that the client was given."""

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType | None] | tuple[None, None, None] | BaseException | None,
    ) -> None:
        """Log a fault of ours. Neither query nor body is logged: there may be a hand of cards in it."""
        self.logger.error(
            "%s %s failed, request_id %s", request.method, request.path, exchange.request_id(), exc_info=exc_info
        )


WITHOUT_GAMES: Final = Settings(store_url="none")


def application() -> Flask:
    """Build the application that the environment asks for; each worker process has its own."""
    return create_app(read_settings(os.environ))


def create_app(settings: Settings = WITHOUT_GAMES) -> Flask:
    """Build the application.

    >>> create_app().test_client().get("/livez").json
    {'status': 'pass'}
    """
    app = Service("service.web")
    # A second slash or a slash at the end names nothing; it is not quietly sent elsewhere.
    app.url_map.merge_slashes = False
    exchange.watch(app)
    app.before_request(reading.refuse_unknown_parameters)
    problems.answer_errors_of(app)
    games = keep_games(settings)
    for blueprint in (stateless.blueprint, health.rooms(games.is_ready), pages.blueprint):
        app.register_blueprint(blueprint)
    serve_games(app, games, settings.waiters, settings.stream_seconds)
    app.extensions["games"] = games
    return app


def keep_games(settings: Settings) -> Games:
    """Open the store of games."""
    try:
        store = open_store(
            settings.store_url,
            time_to_live=settings.time_to_live,
            connections=settings.threads + settings.waiters,
        )
    except ValueError as error:
        raise SettingRefused(f"RUMMY500_STORE_URL cannot be used: {error}") from error
    keys = [key.encode() for key in settings.token_keys.split(",") if key]
    return Games(store, keys, chosen_deals=settings.chosen_deals == "on")
