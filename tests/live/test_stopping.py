"""To stop or to start anew loses no request, and takes moments."""

from __future__ import annotations

import json
import signal
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Self

import pytest

from service.web import first_question
from service.web.games import RECONNECT
from tests.live.clients import new_game
from tests.live.conftest import START, started

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence
    from pathlib import Path

CLIENTS = 8
HEADERS = {"Content-Type": "application/json"}


class Load:
    """Clients that ask on connections kept alive; one goes on to the next address where nobody listens any more."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses = addresses
        self.counts: Counter[str] = Counter()
        self._enough = Event()
        self._threads = [Thread(target=self._ask) for _ in range(CLIENTS)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()

    def goes_on(self) -> None:
        """Wait until more requests were answered."""
        seen = self.counts["200"]
        ends = time.monotonic() + 60
        while self.counts["200"] < seen + 200:
            assert time.monotonic() < ends, self.counts
            time.sleep(0.01)

    def _ask(self) -> None:
        at = 0
        connection = HTTPConnection(self.addresses[0], timeout=30)
        while not self._enough.is_set():
            try:
                connection.request("POST", first_question.PATH, first_question.BODY, HEADERS)
                with connection.getresponse() as response:
                    response.read()
                    self.counts[str(response.status)] += 1
            except ConnectionRefusedError:
                at += 1
                connection = HTTPConnection(self.addresses[at % len(self.addresses)], timeout=30)
            except (OSError, HTTPException) as failure:
                self.counts[f"failed: {failure!r}"] += 1
                connection.close()
        connection.close()


def stopped_after(process: subprocess.Popen[str]) -> float:
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    return time.monotonic() - began


def test_one_instance_after_the_other_is_replaced_under_load_and_no_request_is_lost() -> None:
    two = {"RUMMY500_WORKERS": "2"}
    with started(START, two) as (first, old), started(START, two) as (second, other):
        with Load([first, second]) as load:
            load.goes_on()
            old.send_signal(signal.SIGTERM)
            assert old.wait(30) == 0
            load.goes_on()
        assert load.counts.keys() == {"200"}
        assert other.poll() is None


@pytest.mark.slow
def test_workers_are_replaced_under_load_and_no_request_is_lost() -> None:
    with started(START, {"RUMMY500_WORKERS": "2"}) as (address, process):
        with Load([address]) as load:
            for _ in range(3):
                load.goes_on()
                process.send_signal(signal.SIGHUP)
            load.goes_on()
        assert load.counts.keys() == {"200"}


def test_polls_and_streams_are_let_go_and_nothing_keeps_the_service_from_stopping() -> None:
    with started(START, {"RUMMY500_STREAM_SECONDS": "50"}) as (address, process):
        game = new_game(address)
        idle = HTTPConnection(address, timeout=30)
        idle.request("GET", "/livez")
        with idle.getresponse() as answered:
            answered.read()
        poll, stream = (HTTPConnection(address, timeout=30) for _ in range(2))
        poll.request("GET", f"{game.path}/events?after=1&wait=25")
        stream.request("GET", f"{game.path}/events/stream")
        streaming = stream.getresponse()
        assert streaming.readline() == b": events\n"
        time.sleep(0.5)
        # 2 s are promised; a machine that does other things too is given more.
        assert stopped_after(process) < 5
        with streaming:
            assert streaming.read().endswith(RECONNECT)
        with poll.getresponse() as polled:
            assert (polled.status, json.loads(polled.read())) == (200, {"events": [], "next_after": 1})
        for connection in (idle, poll, stream):
            connection.close()


def status(address: str, path: str) -> int:
    connection = HTTPConnection(address, timeout=30)
    connection.request("GET", path)
    with connection.getresponse() as response:
        response.read()
    connection.close()
    return response.status


def test_before_it_stops_it_is_no_longer_ready_and_answers_as_ever() -> None:
    with started(START, {"RUMMY500_DRAIN_SECONDS": "2"}) as (address, process):
        assert status(address, "/readyz") == 200
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        while status(address, "/readyz") == 200:
            assert time.monotonic() - began < 1.5
        assert status(address, "/v1/rules") == status(address, "/livez") == 200
        assert process.wait(30) == 0
        assert time.monotonic() - began > 2


def test_a_request_that_is_running_ends_within_the_time_of_grace() -> None:
    with started(START, {}) as (address, process):
        assert status(address, "/livez") == 200
        connection = HTTPConnection(address, timeout=30)
        connection.putrequest("POST", first_question.PATH)
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(len(first_question.BODY)))
        connection.endheaders(first_question.BODY[:5].encode())
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        time.sleep(1.5)
        connection.send(first_question.BODY[5:].encode())
        with connection.getresponse() as response:
            response.read()
            assert response.status == 200
        # Whoever did not know yet that the connection ends is answered once more.
        connection.request("GET", "/livez")
        with connection.getresponse() as response:
            assert (response.status, response.headers["Connection"]) == (200, "close")
        assert process.wait(30) == 0
        connection.close()


def test_who_waits_to_be_let_in_while_the_only_worker_begins_is_still_served() -> None:
    with started(START, {}) as (address, process):
        waiting = [HTTPConnection(address, timeout=30) for _ in range(CLIENTS)]
        for connection in waiting:
            connection.request("POST", first_question.PATH, first_question.BODY, HEADERS)
        process.send_signal(signal.SIGTERM)
        for connection in waiting:
            with connection.getresponse() as response:
                response.read()
                assert response.status == 200
            connection.close()
        assert process.wait(30) == 0


def test_what_keeps_on_running_is_broken_off_at_the_end_of_grace() -> None:
    with started(START, {"RUMMY500_GRACE_SECONDS": "2"}) as (address, process):
        assert status(address, "/livez") == 200
        connection = HTTPConnection(address, timeout=30)
        connection.putrequest("POST", first_question.PATH)
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", "99")
        connection.endheaders(b"{")
        time.sleep(0.5)
        assert 0.5 < stopped_after(process) < 8
        connection.close()


def test_all_that_is_logged_are_lines_and_the_figures_of_all_workers_are_one(tmp_path: Path) -> None:
    file = tmp_path / "log"
    changed = {"RUMMY500_WORKERS": "2", "RUMMY500_LOG_LEVEL": "info", "RUMMY500_PROT": "1"}
    with file.open("w") as errors, started(START, changed, errors) as (address, process):
        for _ in range(40):
            assert status(address, "/version") == 200
        connection = HTTPConnection(address, timeout=30)
        connection.request("GET", "/metrics")
        with connection.getresponse() as response:
            figures = response.read().decode()
        connection.close()
        stopped_after(process)
    counted = [line for line in figures.splitlines() if "_count" in line and 'route="/version"' in line]
    assert [float(line.rpartition(" ")[2]) for line in counted] == [40]
    lines: list[Any] = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    events = Counter(line["event"] for line in lines)
    assert (events["request"], events["settings"]) == (41, 1)
    assert [line["level"] for line in lines if "RUMMY500_PROT" in line["event"]] == ["warning"]
    assert {line["level"] for line in lines} == {"info", "warning"}
    assert "/version HTTP" not in str(lines)
    processes = {line["process"] for line in lines if line["event"].startswith("Booting worker")}
    assert len(processes) == 2
