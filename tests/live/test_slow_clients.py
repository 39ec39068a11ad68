"""Clients that take their time cost others nothing."""

from __future__ import annotations

import json
import socket
import sys
import time
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from threading import Event, Thread

import pytest

from service.web import first_question
from tests.bench.questions import QUESTIONS
from tests.live.clients import new_game
from tests.live.conftest import START, running

SLOW = 200
HEAD = (
    f"POST {first_question.PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n"
)


def test_two_hundred_clients_that_send_a_byte_a_second_stop_nobody() -> None:
    with running(*START, RUMMY500_WORKERS="2") as address, ExitStack() as opened:
        host, port = address.split(":")
        clients = [opened.enter_context(socket.create_connection((host, int(port)))) for _ in range(SLOW)]
        for client in clients:
            client.sendall(HEAD.encode())
        enough = Event()

        def drip() -> None:
            while not enough.wait(1):
                for client in clients:
                    client.sendall(b" ")

        dripping = Thread(target=drip)
        dripping.start()
        try:
            # More than one, on connections of their own, so that every worker is asked.
            for _ in range(20):
                connection = opened.enter_context(closing(HTTPConnection(address, timeout=20)))
                connection.request(
                    "POST", first_question.PATH, first_question.BODY, {"Content-Type": "application/json"}
                )
                with connection.getresponse() as response:
                    assert response.status == 200
            # They are still being served, all of them.
            assert not [client for client in clients if _has_been_answered(client)]
        finally:
            enough.set()
            dripping.join()


#: Starts a service that does not wait for a minute.
HASTY = "from gunicorn.app.wsgiapp import run; from service import worker; worker.SECONDS_FOR_A_BODY = 1.0; run()"


@pytest.mark.parametrize(
    ("head", "drop", "told"),
    [
        (HEAD, b" ", "The body broke off before its declared length."),
        (
            HEAD.replace("Content-Length: 9999", "Transfer-Encoding: chunked"),
            b"1\r\n \r\n",
            "The body broke off, or its chunks cannot be told apart.",
        ),
    ],
)
def test_a_body_that_never_ends_is_not_waited_for(head: str, drop: bytes, told: str) -> None:
    hasty = [sys.executable, "-c", HASTY, "--config", "deploy/gunicorn.conf.py"]
    with running(*hasty, RUMMY500_STREAM_SECONDS="4") as address, ExitStack() as opened:
        game = new_game(address)
        stream = opened.enter_context(closing(HTTPConnection(address, timeout=20)))
        stream.request("GET", f"{game.path}/events/stream")
        streaming = opened.enter_context(stream.getresponse())
        host, port = address.split(":")
        client = opened.enter_context(socket.create_connection((host, int(port)), timeout=20))
        client.sendall(head.encode())
        began = time.monotonic()
        while not _has_been_answered(client):
            assert time.monotonic() - began < 20
            client.sendall(drop)
            time.sleep(0.1)
        assert time.monotonic() - began > 1
        client.setblocking(True)
        client.settimeout(20)
        answer = b"".join(iter(lambda: client.recv(65536), b""))
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["detail"] == told
        # What takes long for other reasons goes on.
        assert len(streaming.read().split(b"\n\n")) >= 2
        assert time.monotonic() - began > 3


def _has_been_answered(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        client.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    return True


def test_a_long_question_is_answered_aside_and_stops_nobody() -> None:
    """One worker is kept busy with batches, and answers short questions between them all the same."""
    question = {"kind": "turn", **QUESTIONS["judgeTurn"]}
    batch = json.dumps({"items": [{"id": "a", "question": question}] * 1000})
    statuses: list[int] = []
    with running(*START, RUMMY500_WORKERS="1") as address:
        enough = Event()

        def keep_busy() -> None:
            while not enough.is_set():
                statuses.append(asked(address, "/v1/verdicts/batch", batch))

        busy = [Thread(target=keep_busy) for _ in range(2)]
        for each in busy:
            each.start()
        waited = []
        try:
            for _ in range(20):
                began = time.monotonic()
                assert asked(address, first_question.PATH, first_question.BODY) == 200
                waited.append(time.monotonic() - began)
            refused = asked(address, "/v1/verdicts/batch", batch.replace("KD", "XX"))
        finally:
            enough.set()
            for each in busy:
                each.join()
        began = time.monotonic()
        statuses.append(asked(address, "/v1/verdicts/batch", batch))
        long = time.monotonic() - began
    assert set(statuses) == {200}
    assert refused == 422
    # It need not wait until one is answered whole.
    assert sorted(waited)[10] < long


def asked(address: str, path: str, body: str) -> int:
    with closing(HTTPConnection(address, timeout=60)) as connection:
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        with connection.getresponse() as response:
            response.read()
            return response.status
