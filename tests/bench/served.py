"""What the service costs over HTTP, beside bare Flask under the same gunicorn settings.

`python -m tests.bench.served` starts both, loads them in turn with wrk for several rounds, and prints the medians. What
counts are the ratios of one run: how fast the machine is that day does not matter.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

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


def singles(seconds: int, rounds: int, settings: dict[str, str]) -> dict[str, dict[str, float]]:
    """Load the service and bare Flask in turn, one question after the other."""
    names = ["bare", *QUESTIONS]
    found: dict[str, list[Load]] = {name: [] for name in names}
    with running(**settings) as address, bare(**settings) as other:
        for _ in range(rounds):
            for name in names:
                where, asked = (other, BARE) if name == "bare" else (address, single(name))
                found[name].append(loaded(where, asked, seconds))
    base = medians(found["bare"])
    return {
        name: {**load._asdict(), "of_bare": load.rate / base.rate, "tail_of_bare": load.tail / base.tail}
        for name in names
        for load in [medians(found[name])]
    }


def batches(seconds: int, settings: dict[str, str]) -> dict[str, dict[str, float]]:
    """Load one worker with batches; what counts is how many questions a core answers in a second."""
    asked = {"1 meld": melds(1), "100 melds": melds(100), "1000 melds": melds(1000), "1000 mixed": mixed(1000)}
    found = {}
    with running(**settings | {"RUMMY500_WORKERS": "1"}) as address:
        for name, each in asked.items():
            load = loaded(address, each, seconds, 2)
            questions = each.questions
            found[name] = {
                "a_core": questions / load.cpu * 1e6,
                "cpu_each": load.cpu / questions,
                "milliseconds": load.half / 1e3,
            }
    return found


def beside_batches(seconds: int, settings: dict[str, str]) -> dict[str, float]:
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
    return {"tail_alone": alone.tail, "tail_beside": beside.tail, "a_batch": median(lengths)}


def workers(seconds: int, rounds: int, settings: dict[str, str]) -> dict[str, float]:
    """Compare the rate of two workers with that of one."""
    rates: dict[str, list[float]] = {"1": [], "2": []}
    with ExitStack() as stack:
        addresses = {count: stack.enter_context(running(**settings | {"RUMMY500_WORKERS": count})) for count in rates}
        for _ in range(rounds):
            for count, address in addresses.items():
                rates[count].append(loaded(address, single("judgeTurn"), seconds, 16).rate)
    one, two = median(rates["1"]), median(rates["2"])
    return {"one": one, "two": two, "times": two / one}


def memory(questions: int, settings: dict[str, str]) -> dict[str, float]:
    """Ask very many questions in batches of every kind, and watch what a worker holds of its own."""
    batch = mixed(1000)
    with running(**settings | {"RUMMY500_WORKERS": "1"}) as address:
        posted(address, single("judgeMeld"))
        fresh = own_memory(address)
        for _ in range(20):
            posted(address, batch)
        warm = own_memory(address)
        for _ in range(questions // batch.questions):
            posted(address, batch)
        return {"questions": questions, "fresh": fresh, "warm": warm, "after": own_memory(address)}


def cold_start(rounds: int, settings: dict[str, str]) -> dict[str, float]:
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
    return {"service": median(ours), "bare": median(others), "times": median(ours) / median(others)}


def broken(figures: dict[str, Any]) -> Iterator[str]:
    """Name what is not as fast, or not as small, as it is meant to be."""
    for name, least in LEAST_OF_BARE.items():
        if figures["singles"][name]["of_bare"] < least:
            yield f"{name} is slower than {least} of bare Flask"
        if figures["singles"][name]["tail_of_bare"] > MOST_TAIL:
            yield f"the tail of {name} is over {MOST_TAIL} times that of bare Flask"
    for name, rate in LEAST_A_CORE.items():
        if figures["batches"][name]["a_core"] < rate:
            yield f"a core answers fewer than {rate} questions a second in batches of {name}"
    beside = figures["beside_batches"]
    if beside["tail_beside"] > beside["tail_alone"] + beside["a_batch"]:
        yield "others wait longer than a batch takes"
    if figures["workers"]["times"] < LEAST_BY_TWO_WORKERS:
        yield f"two workers answer less than {LEAST_BY_TWO_WORKERS} times as many as one"
    if figures["memory"]["after"] > MOST_MEMORY:
        yield f"a worker holds more than {MOST_MEMORY:g} MiB of its own"
    if figures["cold_start"]["times"] > MOST_COLD_START:
        yield f"the first answer takes over {MOST_COLD_START:g} times as long as that of bare Flask"


def measure(seconds: int, rounds: int, questions: int) -> dict[str, Any]:
    """Measure all of it, as deployed: two workers, logs and metrics on."""
    settings = {"RUMMY500_WORKERS": "2", "RUMMY500_LOG_LEVEL": "info"}
    return {
        "interpreter": sys.version,
        "singles": singles(seconds, rounds, settings),
        "batches": batches(seconds, settings),
        "beside_batches": beside_batches(seconds, settings),
        "workers": workers(seconds, rounds, settings),
        "memory": memory(questions, settings),
        "cold_start": cold_start(rounds, settings),
    }


def table(figures: dict[str, Any]) -> Iterator[str]:
    """Say the figures line by line."""
    yield f"{'':12} requests/s   p50 us   p99 us   CPU us   of bare   p99 of bare"
    for name, each in figures["singles"].items():
        yield (
            f"{name:12} {each['rate']:10.0f} {each['half']:8.0f} {each['tail']:8.0f} {each['cpu']:8.0f}"
            f" {each['of_bare']:9.2f} {each['tail_of_bare']:13.2f}"
        )
    for name, each in figures["batches"].items():
        yield (
            f"batch of {name:11} {each['a_core']:8.0f} questions a second and core, {each['cpu_each']:6.1f} us each, "
            f"{each['milliseconds']:.1f} ms a batch"
        )
    beside, count = figures["beside_batches"], figures["workers"]
    yield (
        f"p99 of judgeMeld alone {beside['tail_alone']:.0f} us, beside batches {beside['tail_beside']:.0f} us;"
        f" a batch takes {beside['a_batch']:.0f} us"
    )
    yield f"two workers {count['two']:.0f} turns/s, one {count['one']:.0f}: {count['times']:.2f} times"
    held, start = figures["memory"], figures["cold_start"]
    yield (
        f"memory of its own: {held['fresh']:.1f} MiB fresh, {held['warm']:.1f} MiB warm, {held['after']:.1f} MiB after"
        f" {held['questions']} questions"
    )
    yield f"first answer after {start['service']:.2f} s, bare {start['bare']:.2f} s: {start['times']:.2f} times"


def main() -> None:
    """Print the table, write the figures to a file if asked to; the status tells whether a limit is broken."""
    parser = ArgumentParser(prog="python -m tests.bench.served")
    parser.add_argument("--seconds", type=int, default=3, help="how long each load lasts")
    parser.add_argument("--rounds", type=int, default=3, help="how often each load is repeated")
    parser.add_argument("--questions", type=int, default=100_000, help="how many are asked while memory is watched")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    said = parser.parse_args()
    if shutil.which("wrk") is None:
        sys.exit("This needs wrk (Debian: apt-get install wrk).")
    figures = measure(said.seconds, said.rounds, said.questions)
    print("\n".join(table(figures)))
    if said.json:
        said.json.parent.mkdir(parents=True, exist_ok=True)
        said.json.write_text(json.dumps(figures, indent=2) + "\n")
    if faults := list(broken(figures)):
        sys.exit(f"Over the limit: {'; '.join(faults)}")


if __name__ == "__main__":
    main()
