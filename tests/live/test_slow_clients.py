"""Clients that take their time cost others nothing."""

from __future__ import annotations

import socket
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from threading import Event, Thread

from service.web import first_question
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


def _has_been_answered(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        client.recv(1)
    except BlockingIOError:
        return False
    return True
