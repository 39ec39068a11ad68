"""Puts the rooms together into one WSGI application; the only file that knows every room."""

from __future__ import annotations

from flask import Flask

from service.web import exchange, health, pages, problems, reading, stateless


def create_app() -> Flask:
    """Build the application.

    >>> create_app().test_client().get("/livez").json
    {'status': 'pass'}
    """
    app = Flask("service.web")
    # A second slash or a slash at the end names nothing; it is not quietly sent elsewhere.
    app.url_map.merge_slashes = False
    exchange.watch(app)
    app.before_request(reading.refuse_unknown_parameters)
    problems.answer_errors_of(app)
    for room in (stateless, health, pages):
        app.register_blueprint(room.blueprint)
    return app
