"""A real gunicorn for the tests that need one: its own process, on a free port of this machine, ended by its pid."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PROJECT = Path(__file__).parent.parent.parent
START = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]


@contextmanager
def running(*command: str) -> Iterator[str]:
    """Run a command that starts the service; gives host and port, and ends it."""
    ours = ("RUMMY500_", "COV_", "GUNICORN_")
    environment = {name: text for name, text in os.environ.items() if not name.startswith(ours)}
    settings = {"RUMMY500_PORT": "0", "RUMMY500_WORKERS": "1", "RUMMY500_LOG_LEVEL": "warning"}
    with subprocess.Popen(
        command, cwd=PROJECT, env=environment | settings, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield announced_address(process.stdout or ())
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
