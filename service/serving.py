"""How gunicorn serves the application: the one truth behind `rummy-referee` and deploy/gunicorn.conf.py."""

from __future__ import annotations

import gc
import os
import signal
from functools import partial
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Timer
from typing import TYPE_CHECKING, Final

from gunicorn.glogging import Logger

from service.settings import unknown_variables
from service.web import first_question, logs, stopping

if TYPE_CHECKING:
    from types import FrameType

    from gunicorn.arbiter import Arbiter
    from gunicorn.workers.base import Worker

    from service.settings import Settings

APPLICATION: Final = "service.app:application()"
MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108 - file names in there are made unguessable
#: What holds locks or sleeps is loaded by each worker, where both are those of greenlets.
SHARED: Final = tuple(
    f"service.{room}"
    for room in ("web.admission", "web.health", "web.metrics", "web.pages", "web.stateless", "wire.games")
)
ALLOCATIONS_A_COLLECTION: Final = 20_000
METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"


class ServerLog(Logger):
    """What gunicorn logs, without its line of each request: that one tells addresses and queries, and ours does not."""

    def access(self, *_: object) -> None:
        """Leave it out."""


def gunicorn_settings(settings: Settings) -> dict[str, object]:
    """Say in gunicorn's own names how to serve under these settings."""
    return {
        "wsgi_app": APPLICATION,
        "bind": address(settings.host, settings.port),
        "worker_class": "service.worker.Worker",
        "workers": settings.workers,
        "worker_connections": settings.connections,
        # A heartbeat of the worker, not a limit for a request.
        "timeout": 30,
        "graceful_timeout": settings.grace_seconds,
        "keepalive": 15,
        # On a disk the heartbeat file can block the worker.
        "worker_tmp_dir": _memory_folder(),
        # It would want a home that is writable, which a container's user lacks.
        "control_socket_disable": True,
        "loglevel": settings.log_level,
        "logconfig_dict": logs.configuration(settings.log_level),
        "logger_class": ServerLog,
        "on_starting": lambda _: prepare(settings),
        # A collection would write to what is shared, which copies it.
        "pre_fork": lambda _, __: gc.freeze(),
        "post_worker_init": lambda _: _collect_seldom(),
        "worker_exit": lambda _, __: gc.unfreeze(),
        "when_ready": partial(begin, settings.drain_seconds),
        "child_exit": forget_worker,
        "on_exit": lambda _: rmtree(os.environ.get(METRICS_FOLDER, ""), ignore_errors=True),
    }


def _collect_seldom() -> None:
    """Let collections pass over what a worker has loaded, and over a large batch once instead of a hundred times."""
    gc.freeze()
    gc.set_threshold(ALLOCATIONS_A_COLLECTION)


def _memory_folder() -> str | None:
    return str(MEMORY_FOLDER) if os.access(MEMORY_FOLDER, os.W_OK) else None


def prepare(settings: Settings) -> None:
    """Make ready what workers share: memory, and the folder of their figures, a fresh one for each start."""
    if settings.metrics == "on":
        os.environ[METRICS_FOLDER] = mkdtemp(prefix="rummy-referee-", dir=_memory_folder())
    for room in SHARED:
        import_module(room)
    tell_settings(settings)


def tell_settings(settings: Settings) -> None:
    """Log the settings in force, and which variables change nothing."""
    log = logs.logger(settings.log_level)
    for warning in unknown_variables(os.environ):
        log.warning(warning)
    log.info("settings", **settings.shown())


def begin(drain_seconds: int, server: Arbiter) -> None:
    """Say that the service is there, and see to it that others hear of its end before it comes."""
    stop = signal.getsignal(signal.SIGTERM)
    assert callable(stop)
    master = os.getpid()

    def drain(number: int, frame: FrameType | None) -> None:
        if os.getpid() != master:
            stopping.end_once_begun()
            return
        stopping.drain()
        if not drain_seconds:
            stop(number, frame)
            return
        timer = Timer(drain_seconds, stop, (number, frame))
        timer.daemon = True
        timer.start()

    signal.signal(signal.SIGTERM, drain)
    announce(server)


def forget_worker(_: Arbiter, worker: Worker) -> None:
    """Drop what a worker that has ended said of the present."""
    if METRICS_FOLDER in os.environ:
        # The library looks at the variable when it is loaded.
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def address(host: str, port: int) -> str:
    """Join host and port; the colons of IPv6 need brackets.

    >>> address("::1", 8000)
    '[::1]:8000'
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def announce(server: Arbiter) -> None:
    """Tell whoever started the service where its start page is and how to ask a first question."""
    for listener in server.LISTENERS:
        host, port = listener.sock.getsockname()[:2]
        base = f"http://{address(_reachable(host), port)}"
        print(f"\nStart page: {base}/\nAsk:\n{first_question.command(base)}\n", flush=True)


def _reachable(host: str) -> str:
    """Give an address that a browser on this machine can open for one that means every interface."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - nothing is bound here
