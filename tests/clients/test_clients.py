"""Clients generated from openapi.yaml pass the strictest type checks, play a game and ask what the contract shows."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.contract.document import PATH, operations
from tests.live.conftest import START, running

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent
WITH_NODE = FOLDER.parent / "contract" / "with_node"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running(*START) as host:
        yield f"http://{host}"


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """Run a command that has to succeed; gives what it prints."""
    ran = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, timeout=300, check=False
    )
    if ran.returncode == 75 and command[0] == WITH_NODE and os.environ.get("CI") != "true":
        pytest.skip(ran.stderr)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def assert_played(printed: str) -> None:
    told = re.fullmatch(r"(\d+) moves, (\d+) questions\n", printed)
    assert told, printed
    assert int(told[1]) > 10
    assert int(told[2]) >= 20


def test_a_python_client_is_typed_and_plays(address: str, tmp_path: Path) -> None:
    generate = ["generate", "--path", PATH, "--config", FOLDER / "python.yaml", "--meta", "none"]
    client = tmp_path / "rummy_referee_client"
    program = "from openapi_python_client.cli import app; app()"
    run(sys.executable, "-c", program, *map(str, generate), "--output-path", client, folder=tmp_path)
    play = Path(shutil.copy(FOLDER / "play.py", tmp_path))
    run(sys.executable, "-m", "mypy", "--strict", "--config-file=", client, play, folder=tmp_path)
    assert_played(run(sys.executable, play, address, folder=tmp_path, PYTHONPATH=str(tmp_path)))


def test_a_typescript_client_is_typed_and_plays(address: str, tmp_path: Path) -> None:
    run(WITH_NODE, FOLDER, "openapi-typescript", PATH, "--output", tmp_path / "contract.ts", folder=tmp_path)
    for name in ("play.ts", "tsconfig.json", "package.json"):
        shutil.copy(FOLDER / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(FOLDER / "node_modules")
    (tmp_path / "questions.ts").write_text(questions(), encoding="utf-8")
    run(WITH_NODE, FOLDER, "tsc", folder=tmp_path)
    assert_played(run(WITH_NODE, FOLDER, "node", "built/play.js", address, folder=tmp_path))


def questions() -> str:
    """Write the questions of the contract as TypeScript, so that the compiler reads each of them."""
    lines = [
        'import assert from "node:assert/strict";',
        'import type { Client } from "openapi-fetch";',
        'import type { paths } from "./contract.js";',
        "export async function ask(client: Client<paths>): Promise<number> {",
    ]
    count = 0
    for operation in operations():
        if operation.method != "post" or operation.document["tags"] == ["games"]:
            continue
        for name, question in operation.questions.items():
            asked, answer = json.dumps(question), json.dumps(operation.answers[name])
            told = f'(await client.POST("{operation.path}", {{ body: {asked} }})).data'
            lines.append(f"  assert.deepEqual({told}, {answer});")
            count += 1
    return "\n".join([*lines, f"  return {count};", "}", ""])
