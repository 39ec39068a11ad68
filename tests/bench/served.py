"""What the service costs over HTTP, beside bare Flask under the same gunicorn settings.

Both are loaded in turn with wrk for several rounds, of which the medians count. What is limited are mostly ratios of
one run: how fast the machine is that day does not matter.
"""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.bench.figures import Figure
from tests.bench.questions import QUESTIONS, Asked, melds, mixed, single
from tests.live.conftest import START, started
from tests.live.processes import OWN, mebibytes, processor_seconds, worker_pids

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

BARE: Final = Asked("/", single("judgeMeld").body)
CONNECTIONS: Final = 8

LEAST_OF_BARE: Final = {"judgeMeld": 0.75, "judgeTurn": 0.55}
LEAST_A_CORE: Final = {"1000 melds": 40_000, "1000 mixed": 10_000}
LEAST_BY_TWO_WORKERS: Final = 1.4
MOST_MEMORY: Final = 25.0
MOST_GROWTH: Final = 2.0
WARM_UP: Final = 50
"""So many batches fill whatever is kept from one to the next."""
MOST_COLD_START: Final = 3.0
MOST_TAIL: Final = 2.0

#: wrk is told what to send by a script, and tells its figures in the way of the script.
SCRIPT: Final = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local file = io.open("{body}", "rb")
wrk.body = file:read("*a")
file:close()
done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("FIGURES %d %d %.1f %.1f %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
"""


class Load(NamedTuple):
    """What a round of load has shown: requests a second, microseconds of latency, CPU microseconds a request."""

    rate: float
    half: float
    tail: float
    cpu: float


def loaded(address: str, asked: Asked, seconds: int, connections: int = CONNECTIONS) -> Load:
    """Load a service that is warm with one request over and over; every one must be answered 200."""
    posted(address, asked)
    with TemporaryDirectory() as folder:
        body = Path(folder) / "body.json"
        body.write_text(asked.body)
        script = Path(folder) / "post.lua"
        script.write_text(SCRIPT.format(body=body))
        before = cpu_seconds(address)
        told = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(script), f"http://{address}{asked.path}"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        spent = cpu_seconds(address) - before
    requests, duration, half, tail, errors = map(float, told.partition("FIGURES ")[2].split())
    assert not errors, told
    return Load(requests / duration * 1e6, half, tail, spent / requests * 1e6)


def cpu_seconds(address: str) -> float:
    """Return the CPU time that the workers have taken so far."""
    return sum(map(processor_seconds, worker_pids(address)))


def own_memory(address: str) -> float:
    """Return the mebibytes that the largest worker shares with no other process."""
    return max(mebibytes(pid, *OWN) for pid in worker_pids(address))


@contextmanager
def running(*application: str, **changed: str) -> Iterator[str]:
    """Run the service, or another application under its settings; what is logged is thrown away."""
    with Path(os.devnull).open("w") as nowhere, started([*START, *application], changed, nowhere) as (address, _):
        yield address


def bare(**changed: str) -> AbstractContextManager[str]:
    """Run bare Flask under the settings of the service."""
    return running("tests.bench.bare:app", **changed)


def posted(address: str, asked: Asked) -> Any:
    """Ask once, and read the answer."""
    connection = HTTPConnection(address, timeout=60)
    connection.request("POST", asked.path, asked.body, {"Content-Type": "application/json"})
    with connection.getresponse() as response:
        assert response.status == 200, response.read()
        answer = json.loads(response.read())
    connection.close()
    return answer


def medians(rounds: list[Load]) -> Load:
    """Return the median of every figure."""
    return Load(*map(median, zip(*rounds, strict=True)))


def singles(seconds: int, rounds: int, settings: dict[str, str]) -> Iterator[Figure]:
    """Load the service and bare Flask in turn, one question after the other."""
    names = ["bare", *QUESTIONS]
    found: dict[str, list[Load]] = {name: [] for name in names}
    with running(**settings) as address, bare(**settings) as other:
        for _ in range(rounds):
            for name in names:
                where, asked = (other, BARE) if name == "bare" else (address, single(name))
                found[name].append(loaded(where, asked, seconds))
    base = medians(found["bare"])
    for name in names:
        load = medians(found[name])
        yield Figure(f"{name}: served", load.rate, "a second")
        yield Figure(f"{name}: half of the answers within", load.half, "us")
        yield Figure(f"{name}: 99 % of the answers within", load.tail, "us")
        yield Figure(f"{name}: processor time", load.cpu, "us each")
        if name != "bare":
            yield Figure(f"{name}: rate", load.rate / base.rate, "times bare", least=LEAST_OF_BARE.get(name))
            limit = MOST_TAIL if name in LEAST_OF_BARE else None
            yield Figure(f"{name}: 99 % within", load.tail / base.tail, "times bare", most=limit)


def batches(seconds: int, rounds: int, settings: dict[str, str]) -> Iterator[Figure]:
    """Load one worker with batches; what counts is how many questions a core answers in a second."""
    asked = {"1 meld": melds(1), "100 melds": melds(100), "1000 melds": melds(1000), "1000 mixed": mixed(1000)}
    with running(**settings | {"RUMMY500_WORKERS": "1"}) as address:
        found = {
            name: medians([loaded(address, each, seconds, 2) for _ in range(rounds)]) for name, each in asked.items()
        }
    for name, load in found.items():
        questions = asked[name].questions
        rate = questions / load.cpu * 1e6
        yield Figure(f"batch of {name}: questions", rate, "a core second", least=LEAST_A_CORE.get(name))
        yield Figure(f"batch of {name}: processor time", load.cpu / questions, "us a question")
        yield Figure(f"batch of {name}: half of the answers within", load.half / 1e3, "ms")


def beside_batches(seconds: int, settings: dict[str, str]) -> Iterator[Figure]:
    """Compare the tail of single questions alone, and while another client asks batches all the time."""
    with running(**settings) as address:
        alone = loaded(address, single("judgeMeld"), seconds)
        ended = Event()
        lengths: list[float] = []

        def ask_batches() -> None:
            batch = melds(1000)
            while not ended.is_set():
                began = perf_counter()
                posted(address, batch)
                lengths.append((perf_counter() - began) * 1e6)

        other = Thread(target=ask_batches)
        other.start()
        try:
            beside = loaded(address, single("judgeMeld"), seconds)
        finally:
            ended.set()
            other.join()
    batch = median(lengths)
    yield Figure("judgeMeld, 99 % within: alone", alone.tail, "us")
    yield Figure("judgeMeld, 99 % within: beside batches", beside.tail, "us", most=alone.tail + batch)
    yield Figure("a batch meanwhile", batch, "us")


def workers(seconds: int, rounds: int, settings: dict[str, str]) -> Iterator[Figure]:
    """Compare the rate of two workers with that of one."""
    rates: dict[str, list[float]] = {"1": [], "2": []}
    with ExitStack() as stack:
        addresses = {count: stack.enter_context(running(**settings | {"RUMMY500_WORKERS": count})) for count in rates}
        for _ in range(rounds):
            for count, address in addresses.items():
                rates[count].append(loaded(address, single("judgeTurn"), seconds, 16).rate)
    one, two = median(rates["1"]), median(rates["2"])
    yield Figure("judgeTurn by one worker", one, "a second")
    yield Figure("judgeTurn by two workers", two, "a second")
    yield Figure("two workers", two / one, "times one", least=LEAST_BY_TWO_WORKERS)


def memory(questions: int, settings: dict[str, str]) -> Iterator[Figure]:
    """Ask very many questions in batches of every kind, and watch what a worker holds of its own."""
    batch = mixed(1000)
    with running(**settings | {"RUMMY500_WORKERS": "2"}) as address:
        for name in QUESTIONS:
            loaded(address, single(name), 1)
        yield Figure("memory of a worker's own: single questions", own_memory(address), "MiB", most=MOST_MEMORY)
        for _ in range(WARM_UP):
            posted(address, batch)
        warm = own_memory(address)
        yield Figure("memory of a worker's own: batches of 1000", warm, "MiB")
        for _ in range(questions // batch.questions):
            posted(address, batch)
        grown = own_memory(address) - warm
        yield Figure(f"growth by {questions} questions more", grown, "MiB", most=MOST_GROWTH)


def cold_start(rounds: int, settings: dict[str, str]) -> Iterator[Figure]:
    """Measure from the start of the process to the first answer."""
    ours: list[float] = []
    others: list[float] = []
    for _ in range(rounds):
        began = perf_counter()
        with running(**settings) as address:
            posted(address, single("judgeMeld"))
            ours.append(perf_counter() - began)
        began = perf_counter()
        with bare(**settings) as address:
            posted(address, BARE)
            others.append(perf_counter() - began)
    yield Figure("from start to first answer", median(ours), "s")
    yield Figure("bare: from start to first answer", median(others), "s")
    yield Figure("from start to first answer", median(ours) / median(others), "times bare", most=MOST_COLD_START)


def measure(seconds: int, rounds: int, questions: int) -> Iterator[Figure]:
    """Measure all of it, as deployed: two workers, logs and metrics on."""
    settings = {"RUMMY500_WORKERS": "2", "RUMMY500_LOG_LEVEL": "info"}
    yield from singles(seconds, rounds, settings)
    yield from batches(seconds, rounds, settings)
    yield from beside_batches(seconds, settings)
    yield from workers(seconds, rounds, settings)
    yield from memory(questions, settings)
    yield from cold_start(rounds, settings)
