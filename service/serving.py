"""How gunicorn serves the application: the one truth behind `rummy-referee` and deploy/gunicorn.conf.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from service.web import first_question

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter

    from service.settings import Settings

APPLICATION: Final = "service.app:create_app()"
MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108 - gunicorn makes its own unguessable file names there


def gunicorn_settings(settings: Settings) -> dict[str, object]:
    """Say in gunicorn's own names how to serve under these settings."""
    return {
        "wsgi_app": APPLICATION,
        "bind": address(settings.host, settings.port),
        "worker_class": "gthread",
        "workers": settings.workers,
        "threads": settings.threads,
        # A heartbeat of the worker, not a limit for a request.
        "timeout": 30,
        "graceful_timeout": 25,
        "keepalive": 15,
        # On a disk the heartbeat file can block the worker.
        "worker_tmp_dir": str(MEMORY_FOLDER) if MEMORY_FOLDER.is_dir() else None,
        # It would want a home that is writable, which a container's user lacks.
        "control_socket_disable": True,
        "loglevel": settings.log_level,
        "accesslog": "-" if settings.access_log == "on" else None,
        "when_ready": announce,
    }


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
