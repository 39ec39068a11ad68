"""Puts the rooms together into one WSGI application; the only file that knows every room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, request

from service.web import exchange, health, pages, problems, reading, stateless

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


def create_app() -> Flask:
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
    for room in (stateless, health, pages):
        app.register_blueprint(room.blueprint)
    return app
