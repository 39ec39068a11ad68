"""gunicorn's worker process: a greenlet for each connection, so that a slow client costs memory and nobody's turn.

What it does otherwise than gunicorn's own gevent worker: a connection that always has a next request keeps nobody
waiting, a body that never ends is not waited for, and stopping takes moments, not the time for which idle connections
are kept.
"""

from __future__ import annotations

import signal
import socket
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gevent.threadpool import ThreadPool
from gunicorn.workers.ggevent import GeventWorker

from service.web import aside, stopping

if TYPE_CHECKING:
    from collections.abc import Callable

    from gunicorn.http.body import Body
    from gunicorn.http.message import Request

HEARTBEAT_SECONDS: Final = 1.0
SECONDS_FOR_A_LAST_REQUEST: Final = 1.0
"""A connection that is idle for no longer may bring one more request; its answer says that the connection ends."""
SECONDS_TO_BREAK_OFF: Final = 1.0
SECONDS_FOR_A_BODY: Final = 60.0
"""What has not arrived of a body by then is not waited for, however steadily it comes."""
THREADS_ASIDE: Final = 2
SECONDS_FOR_THE_IDLER: Final = 0.001
A_MOMENT: Final = 1e-9
"""Who sleeps for no time at all goes on before the other connections are looked at, fifty requests long."""
CONNECTIONS_FOR_A_SECOND_NEWCOMER: Final = 8


class _Address:
    """The address that is listened on, which is asked for with each connection, and may be closed by then."""

    def __init__(self, listener: socket.socket) -> None:
        self._name = listener.getsockname()

    def getsockname(self) -> object:
        """Give the address."""
        return self._name


class _Server(StreamServer):
    """Takes the connections that come to a listener which several workers share.

    A worker that has some already lets a moment pass before it takes the next one: a worker with nothing to do is
    quicker then, and connections that are kept for long are spread evenly. The more it has, the more it takes at once.
    """

    def __init__(self, listener: socket.socket, handle: Callable[..., object], connections: Pool) -> None:
        super().__init__(listener, handle=handle, spawn=connections)
        self.connections = connections

    def take(self, most: int) -> None:
        """Take who is waiting to be let in, so many at most."""
        self.max_accept = most
        super()._do_read()  # type: ignore[misc]

    def _do_read(self) -> None:
        if not len(self.connections):
            self.take(1)
            return
        self.stop_accepting()
        self._timer = self.loop.timer(SECONDS_FOR_THE_IDLER)
        self._timer.start(self._go_on)

    def _go_on(self) -> None:
        if self.started:
            self.start_accepting()
            self.take(1 + len(self.connections) // CONNECTIONS_FOR_A_SECOND_NEWCOMER)


class Worker(GeventWorker):
    """Serves until it is told to stop; then ends what is running, within the time of grace."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.idle: Final[dict[socket.socket, float]] = {}
        """The connections on which no request is being answered, and since when."""
        self.answering: Final[dict[socket.socket, tuple[Body | None, float]]] = {}
        """The connections on which one is, its body, and since when."""

    def init_signals(self) -> None:
        """Listen to signals, and to one that came before."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        super().init_signals()
        if stopping.ends_once_begun():
            self.alive = False
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})

    def run(self) -> None:
        """Take connections until told to stop."""
        aside.away = ThreadPool(THREADS_ASIDE).apply
        told = Event()
        gevent.signal_handler(signal.SIGTERM, told.set)
        connections = Pool(self.worker_connections)
        servers = [self._server(listener, connections) for listener in self.sockets]
        while self.alive and not told.wait(HEARTBEAT_SECONDS):
            self.notify()
            self._break_off_slow_bodies()
        self.alive = False
        self._stop(servers, connections)

    def _server(self, listener: socket.socket, connections: Pool) -> _Server:
        listener.setblocking(True)
        server = _Server(listener, partial(self.handle, _Address(listener)), connections)
        server.start()
        return server

    def _stop(self, servers: list[_Server], connections: Pool) -> None:
        # Who waits for events goes on elsewhere.
        stopping.leave()
        began = monotonic()
        for server in servers:
            # Who is connected already is served; nobody may come between the last one and the end of listening.
            server.take(self.worker_connections)
            server.close()
        while connections and monotonic() - began < self.cfg.graceful_timeout - SECONDS_TO_BREAK_OFF:
            self.notify()
            connections.join(timeout=0.05)
            self._end_idle_connections()
        connections.kill(timeout=SECONDS_TO_BREAK_OFF / 2)

    def _end_idle_connections(self) -> None:
        for client, since in tuple(self.idle.items()):
            if monotonic() - since > SECONDS_FOR_A_LAST_REQUEST:
                with suppress(OSError):
                    # What has arrived is still read, and answered.
                    client.shutdown(socket.SHUT_RD)

    def _break_off_slow_bodies(self) -> None:
        for client, (body, since) in tuple(self.answering.items()):
            if monotonic() - since > SECONDS_FOR_A_BODY and _is_arriving(body):
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RD)

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        """Serve a connection."""
        self.idle[client] = monotonic()
        try:
            super().handle(listener, client, addr)
        finally:
            self.idle.pop(client, None)
            self.answering.pop(client, None)

    def handle_request(self, listener_name: Any, req: Request, sock: socket.socket, addr: Any) -> bool:
        """Answer a request, then let others have their turn."""
        del self.idle[sock]
        self.answering[sock] = req.body, monotonic()
        answered = super().handle_request(listener_name, req, sock, addr)
        del self.answering[sock]
        self.idle[sock] = monotonic()
        gevent.sleep(A_MOMENT)
        return answered


def _is_arriving(body: Body | None) -> bool:
    """Tell whether there is more to come: of so many bytes, or of chunks."""
    reader = getattr(body, "reader", None)
    return bool(getattr(reader, "length", 0) or getattr(reader, "parser", None))
