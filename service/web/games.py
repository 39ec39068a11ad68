"""Games kept by the service: addresses, headers and status codes. What happens in them is the business of `games`."""

from __future__ import annotations

from threading import BoundedSemaphore
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, request

from service.games.refusals import Refused
from service.store import GameNotFound, StoreUnavailable
from service.web import metrics, problems, stopping
from service.web.before_flask import View
from service.web.conditions import idempotency_key, is_known, seen, tag
from service.web.exchange import JSON, exchange, exchange_of, gist, json_answer
from service.web.reading import bad_header, json_body, number_parameter
from service.wire import limits, strict_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from wsgiref.types import WSGIEnvironment

    from flask import Flask

    from service.games.session import Games, Reply
    from service.games.tokens import Holder
    from service.web.before_flask import Answer

LONGEST_WAIT: Final = 25
MOST_EVENTS: Final = 500
USUAL_EVENTS: Final = 100
HEARTBEAT_SECONDS: Final = 15.0
RETRY_AFTER: Final = "1"
RECONNECT: Final = b": the service stops; go on with a new stream\nretry: 100\n\n"
"""The last that a stream sends when the process that serves it is about to end: no event, but how soon to reconnect."""

_SEATS: Final = {str(seat) for seat in range(limits.SEATS)}
_PRIVATE: Final = [("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]


def serve_games(app: Flask, games: Games, waiters: int, stream_seconds: float) -> None:
    """Add the operations on games.

    At most so many requests of this process wait for events at once. A stream ends after so many seconds; the client
    goes on with Last-Event-ID.
    """
    app.register_blueprint(_Rooms(games, waiters, stream_seconds).blueprint())
    app.register_error_handler(Refused, _answer_refusal)
    app.register_error_handler(
        GameNotFound, lambda _: _private(problems.answer("GAME_NOT_FOUND", "There is no game of this id."))
    )
    app.register_error_handler(StoreUnavailable, lambda _: _private(_answer_unavailable()))


def _private(response: Response) -> Response:
    for name, value in _PRIVATE:
        response.headers[name] = value
    return response


def _answer_refusal(refusal: Refused) -> Response:
    response = problems.answer(refusal.code, refusal.detail, members=refusal.members)
    verdict: Any = refusal.members.get("verdict")
    if verdict is not None:
        exchange().answers = [gist(verdict)]
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if "version" in refusal.members:
        response.headers["ETag"] = f'"{refusal.members["version"]}"'
    return _private(response)


def _answer_unavailable() -> Response:
    response = problems.answer("STORE_UNAVAILABLE", "The store of games does not answer.")
    response.headers["Retry-After"] = RETRY_AFTER
    return response


def _token(environ: WSGIEnvironment) -> str | None:
    """Give the token of the request, or None where there is none."""
    header: str | None = environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Refused("UNAUTHENTICATED", "Authorization must be Bearer and a token of the game.")
    return token.strip()


def _document(environ: WSGIEnvironment) -> object:
    return strict_json.read(json_body(environ, limits.BODY_BYTES))


class _Rooms:
    """The operations; every one of them first finds out who asks."""

    def __init__(self, games: Games, waiters: int, stream_seconds: float) -> None:
        self.games = games
        self.stream_seconds = stream_seconds
        self.waiting = BoundedSemaphore(waiters)

    def blueprint(self) -> Blueprint:
        """Give each operation its address."""
        blueprint = Blueprint("games", __name__)
        game = "/v1/games/<game_id>"
        for operation, method, path, view in (
            ("createGame", "POST", "/v1/games", self.create),
            ("getGame", "GET", game, self.show),
            ("deleteGame", "DELETE", game, self.delete),
            ("playMove", "POST", f"{game}/moves", View(self.play)),
            ("judgeMove", "POST", f"{game}/verdicts", self.judge),
            ("listGameMoves", "GET", f"{game}/legal-moves", self.legal_moves),
            ("dealRound", "POST", f"{game}/rounds", self.deal),
            ("listEvents", "GET", f"{game}/events", self.events),
            ("streamEvents", "GET", f"{game}/events/stream", self.stream),
            ("endGame", "POST", f"{game}/end", self.end),
            ("getRecord", "GET", f"{game}/record", self.record),
            ("rotateSeatToken", "POST", f"{game}/seats/<seat>/token", self.rotate),
        ):
            blueprint.add_url_rule(path, operation, view, methods=[method])
        blueprint.before_request(self._refuse_without_store)
        blueprint.after_request(_private)
        return blueprint

    def _refuse_without_store(self) -> None:
        self.games.store  # noqa: B018 - says so where no games are kept

    def create(self) -> Response:
        """Begin a game."""
        reply = self.games.create(_document(request.environ))
        metrics.game("created")
        response = _answer(reply, 201)
        response.headers["Location"] = f"/v1/games/{reply.game_id}"
        return response

    def show(self, game_id: str) -> Response:
        """Show the table as this seat may see it; nothing new is not sent again."""
        reply = self.games.view(self.games.onlooker(game_id, _token(request.environ)))
        response = _answer(reply)
        if is_known(response.headers["ETag"]):
            response.status_code = 304
            response.data = b""
            del response.headers["Content-Type"]
        return response

    def delete(self, game_id: str) -> Response:
        """Remove a game."""
        self.games.delete(self.games.host(game_id, _token(request.environ)))
        metrics.game("deleted")
        response = Response(status=204)
        del response.headers["Content-Type"]
        return response

    def play(self, environ: WSGIEnvironment, game_id: str) -> Answer:
        """Play a move."""
        reply = _changed(self.games.play, self.games.player(game_id, _token(environ)), environ)
        return reply.body, _told(reply, environ) + _PRIVATE

    def judge(self, game_id: str) -> Response:
        """Judge a move without playing it."""
        player = self.games.player(game_id, _token(request.environ))
        verdict = self.games.judge(player, _document(request.environ))
        exchange().answers = [gist(verdict)]
        return json_answer(verdict)

    def legal_moves(self, game_id: str) -> Response:
        """List what a seat may do now."""
        return json_answer(self.games.legal_moves(self.games.player(game_id, _token(request.environ))))

    def deal(self, game_id: str) -> Response:
        """Deal the next round."""
        holder = self.games.holder(game_id, _token(request.environ))
        return _answer(_changed(self.games.deal, holder, request.environ), 201)

    def end(self, game_id: str) -> Response:
        """End a game as if time were up."""
        host = self.games.host(game_id, _token(request.environ))
        return _answer(_changed(self.games.end, host, request.environ))

    def record(self, game_id: str) -> Response:
        """Show the whole game once it is over."""
        return json_answer(self.games.record(self.games.holder(game_id, _token(request.environ))))

    def rotate(self, game_id: str, seat: str) -> Response:
        """Give a seat a new token."""
        holder = self.games.holder(game_id, _token(request.environ))
        if seat not in _SEATS:
            raise Refused("NOT_FOUND", "A seat is a number from 0 to 7.")
        return json_answer(self.games.rotate(holder, int(seat)))

    def events(self, game_id: str) -> Response:
        """List what happened; where nothing has, wait a while, unless too many wait already."""
        holder = self.games.onlooker(game_id, _token(request.environ))
        after = number_parameter("after", 0, limits.NUMBER, 0)
        wait = number_parameter("wait", 0, LONGEST_WAIT, 0)
        limit = number_parameter("limit", 1, MOST_EVENTS, USUAL_EVENTS)
        listed = self.games.events(holder, after, limit)
        if wait and not listed["events"] and self.waiting.acquire(blocking=False):
            try:
                with metrics.WAITERS.labels("poll").track_inprogress():
                    has_news = self.games.wait(holder, after, wait)
            finally:
                self.waiting.release()
            if has_news:
                listed = self.games.events(holder, after, limit)
        return json_answer(listed)

    def stream(self, game_id: str) -> Response:
        """Send what happens as it happens."""
        holder = self.games.onlooker(game_id, _token(request.environ))
        after = _last_event()
        first = self.games.events(holder, after, MOST_EVENTS)
        if not self.waiting.acquire(blocking=False):
            response = problems.answer("RATE_LIMITED", "As many streams as this service takes are open.")
            response.headers["Retry-After"] = RETRY_AFTER
            return response
        response = Response(self._sent(holder, first), content_type="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        metrics.WAITERS.labels("stream").inc()
        response.call_on_close(self._stream_ends)
        exchange().is_stream = True
        return response

    def _stream_ends(self) -> None:
        self.waiting.release()
        metrics.WAITERS.labels("stream").dec()

    def _sent(self, holder: Holder, listed: dict[str, Any]) -> Iterator[bytes]:
        """Write events until the stream has lasted long enough, the game or the token ends, or the store is away."""
        end = monotonic() + self.stream_seconds
        yield b": events\n\n"
        try:
            while True:
                for event in listed["events"]:
                    yield b"id: %d\nevent: %b\ndata: %b\n\n" % (
                        event["seq"],
                        event["type"].encode(),
                        strict_json.write(event),
                    )
                after = listed["next_after"]
                while not self.games.wait(holder, after, min(HEARTBEAT_SECONDS, max(0.0, end - monotonic()))):
                    if stopping.is_leaving():
                        yield RECONNECT
                    if monotonic() >= end or stopping.is_leaving():
                        return
                    yield b": \n\n"
                listed = self.games.events(holder, after, MOST_EVENTS)
        except (GameNotFound, Refused, StoreUnavailable):
            return


def _last_event() -> int:
    """Give the number of the last event that the client has."""
    header = request.headers.get("Last-Event-ID", "0")
    if header.isascii() and header.isdecimal() and len(header) <= 6:
        return int(header)
    raise bad_header("Last-Event-ID", "This must be the number of an event.")


def _changed(change: Callable[..., Reply], holder: Holder, environ: WSGIEnvironment) -> Reply:
    """Change a game as its holder asks in this request."""
    return change(holder, _document(environ), seen(environ), idempotency_key(environ))


def _told(reply: Reply, environ: WSGIEnvironment) -> list[tuple[str, str]]:
    """Tell the witnesses of a reply, and give its own headers."""
    if reply.verdict is not None:
        exchange_of(environ).answers = [gist(reply.verdict)]
    if reply.is_over:
        metrics.game("over")
    headers = [("ETag", tag(reply.version, reply.seat))]
    if reply.replayed:
        headers.append(("Idempotency-Replayed", "true"))
    return headers


def _answer(reply: Reply, status: int = 200) -> Response:
    response = Response(reply.body, status, content_type=JSON)
    response.headers.extend(_told(reply, request.environ))
    return response
