"""The worker process: whose turn it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import gevent
from gevent import socket
from gunicorn.workers.ggevent import GeventWorker

from service.worker import Worker

if TYPE_CHECKING:
    import pytest


def test_who_asks_again_and_again_does_not_go_before_whoever_else_has_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GeventWorker, "handle_request", lambda *_: True)
    worker: Any = Worker.__new__(Worker)
    worker.idle, worker.answering = {}, {}
    one, other = socket.socketpair()
    waiting = gevent.spawn(other.recv, 1)
    gevent.sleep(0)
    answered = 0
    with one, other:
        one.send(b"x")
        while not waiting.ready():
            worker.idle[one] = 0.0
            worker.handle_request("", SimpleNamespace(body=None), one, "")
            answered += 1
    assert answered <= 2
