"""A real gunicorn for the tests that need one: its own process, on a free port of this machine, ended by its pid."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PROJECT = Path(__file__).parent.parent.parent
START = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]


@contextmanager
def running(*command: str, **changed: str) -> Iterator[str]:
    """Run a command that starts the service, with other variables if need be; gives host and port, and ends it."""
    with started(command, changed) as (address, _):
        yield address


@contextmanager
def started(
    command: Sequence[str], changed: dict[str, str], errors: IO[str] | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a command that starts the service; gives host and port, and its process. It logs to `errors`, or to ours."""
    ours = ("RUMMY500_", "COV_", "GUNICORN_")
    environment = {name: text for name, text in os.environ.items() if not name.startswith(ours)}
    settings = {"RUMMY500_PORT": "0", "RUMMY500_WORKERS": "1", "RUMMY500_LOG_LEVEL": "warning"}
    with TemporaryDirectory() as folder:
        settings |= {"RUMMY500_STORE_URL": f"sqlite:///{folder}/games.db", "RUMMY500_STREAM_SECONDS": "2"}
        with subprocess.Popen(
            command, cwd=PROJECT, env=environment | settings | changed, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process:
            try:
                yield announced_address(process.stdout or ()), process
            finally:
                process.terminate()


def announced_address(output: Iterable[str]) -> str:
    """Wait for the line in which the service tells where it is; what it logs goes to our own standard error."""
    for line in output:
        if found := re.match(r"Start page: http://([0-9.:]+)/$", line):
            return found[1]
    pytest.fail("the service did not start")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Give host and port of a running service."""
    with running(*START) as address:
        yield address


@pytest.fixture
def connection(server: str) -> Iterator[HTTPConnection]:
    """Give a connection to the running service."""
    opened = HTTPConnection(server, timeout=30)
    yield opened
    opened.close()
