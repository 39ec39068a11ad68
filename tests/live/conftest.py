"""A real gunicorn for the tests that need one: its own process, on a free port of this machine, ended by its pid."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import IO, TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT = Path(__file__).parent.parent.parent
START = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]


def first_address(output: IO[str]) -> str:
    """Wait for the line in which the service tells where it is."""
    told: list[str] = []
    for line in output:
        told.append(line)
        if found := re.match(r"Start page: http://([0-9.:]+)/$", line):
            return found[1]
    pytest.fail(f"gunicorn did not start: {''.join(told)}")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Give host and port of a running service."""
    ours = ("RUMMY500_", "COV_", "GUNICORN_")
    environment = {name: text for name, text in os.environ.items() if not name.startswith(ours)}
    settings = {"RUMMY500_PORT": "0", "RUMMY500_WORKERS": "1", "RUMMY500_LOG_LEVEL": "warning", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        START, cwd=PROJECT, env=environment | settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            address = first_address(process.stdout)
            # Nobody else reads what it says from now on, and a full pipe would stop it.
            reader = Thread(target=process.stdout.read, daemon=True)
            reader.start()
            yield address
        finally:
            process.terminate()
            process.wait(30)
            reader.join(30)


@pytest.fixture
def connection(server: str) -> Iterator[HTTPConnection]:
    """Give a connection to the running service."""
    opened = HTTPConnection(server, timeout=30)
    yield opened
    opened.close()
