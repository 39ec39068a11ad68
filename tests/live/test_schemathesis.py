"""schemathesis against a running service: every check, every phase, and no warnings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent.parent
TRY = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", "tests/contract/schemathesis.toml", "run"]


@pytest.mark.slow
def test_the_running_service_keeps_its_contract(server: str) -> None:
    tried = subprocess.run(
        [*TRY, "openapi.yaml", "--url", f"http://{server}"],
        cwd=PROJECT,
        env=os.environ | {"PYTHONPATH": "."},
        check=False,
        text=True,
        capture_output=True,
    )
    assert tried.returncode == 0, tried.stdout + tried.stderr
