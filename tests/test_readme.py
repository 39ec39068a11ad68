"""What the README says is what happens."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from service.web import first_question
from tests import readme
from tests.live.conftest import START, running

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_first_question_is_the_one_that_the_service_itself_suggests() -> None:
    assert f"```sh\n{first_question.command('http://127.0.0.1:8000')}\n```" in README


def test_every_question_gets_the_answer_in_the_readme() -> None:
    shown = readme.answers()
    assert len(shown) == README.count("```json")
    for written, given in shown:
        assert json.loads(written) == json.loads(given)


def test_the_tables_of_rulesets_and_options_are_those_of_the_rules() -> None:
    assert readme.with_tables(README) == README
    for name, table in readme.tables().items():
        assert f"<!-- {name} -->\n\n{table}" in README


def test_every_target_that_the_readme_shows_is_there_to_make() -> None:
    makefile = (Path(__file__).parent.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?m)(?:^|`)make ([a-z-]+)", README):
        assert f"\n{target}:" in makefile


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running(*START) as host:
        yield host


def programs(language: str) -> list[tuple[str, str]]:
    """Give each program of a language that the README shows, and what it says that the program prints."""
    return re.findall(rf"```{language}\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL)


def run_there(program: str, address: str, *runner: str) -> str:
    host, port = address.split(":")
    moved = program.replace("127.0.0.1:8000", address).replace('"127.0.0.1", 8000', f'"{host}", {port}')
    assert moved != program
    return subprocess.run([*runner, moved], check=True, capture_output=True, text=True, timeout=30).stdout


def test_every_program_in_python_prints_what_the_readme_says(address: str) -> None:
    shown = programs("python")
    assert len(shown) == README.count("```python") == 2
    for program, printed in shown:
        assert run_there(program, address, sys.executable, "-c") == printed


def test_every_program_in_javascript_prints_what_the_readme_says(address: str) -> None:
    if shutil.which("node") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("node is missing")
        pytest.skip("node is not installed")
    shown = programs("js")
    assert len(shown) == README.count("```js\n") == 1
    for program, printed in shown:
        assert run_there(program, address, "node", "--input-type=module", "-e") == printed


def test_the_commands_of_the_readme_are_understood_by_curl(address: str) -> None:
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    commands = [each[0].partition("\n```\n")[0].removeprefix("```sh\n") for each in readme.ASKED.finditer(README)]
    assert len(commands) > 4
    for command in [each for each in commands if "$" not in each]:
        answer = run_there(command.replace("curl ", "curl --silent --fail ", 1), address, "bash", "-c")
        assert "violations" in answer or "game_id" in answer


def test_every_link_leads_somewhere(address: str) -> None:
    headings = {
        re.sub(r"[^a-z0-9 -]", "", each.lower()).replace(" ", "-") for each in re.findall(r"(?m)^#+ (.+)$", README)
    }
    targets = re.findall(r"\]\(([^)]+)\)", README) + re.findall(r"<(https?://[^>]+)>", README)
    assert len(targets) > 3
    connection = HTTPConnection(address, timeout=30)
    for target in targets:
        if target.startswith("#"):
            assert target[1:] in headings
        elif target.startswith("http://127.0.0.1:8000/"):
            connection.request("GET", target.removeprefix("http://127.0.0.1:8000"))
            with connection.getresponse() as response:
                assert (response.status, target) == (200, target)
                response.read()
        else:
            assert (readme.README.parent / target).is_file(), target
    connection.close()


def test_every_path_that_the_readme_names_is_there() -> None:
    for path in re.findall(r"`((?:service|tests|deploy)/[\w./]+)`", README):
        assert (readme.README.parent / path).exists(), path


def test_every_address_and_operation_that_the_readme_names_is_in_the_contract() -> None:
    contract = (readme.README.parent / "openapi.yaml").read_text(encoding="utf-8")
    for path in re.findall(r"`(?:GET )?(/(?:v1/)[\w/-]+|/livez|/readyz|/docs|/problems)`", README):
        assert f"\n  {path}:\n" in contract, path
    for operation in re.findall(r"`((?:judge|list|score|create|get|advise)[A-Z]\w+)`", README):
        assert f"operationId: {operation}\n" in contract, operation
