"""What the image must show: run as operators should run it, by whatever can run it here.

`make image-test` runs this, and not the Python suite: it takes minutes and needs what only root can install.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import contextmanager, suppress
from datetime import datetime
from http.client import HTTPConnection
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final

import pytest

from service import __version__
from tests.deploy import containers
from tests.store.servers import free_port, one_server, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.deploy.containers import Engine

IMAGE: Final = "rummy-referee:local"
PYTHON: Final = "/packages/bin/python"
HARDENED: Final = ("--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--network=host")
#: What Kubernetes gives no container, and podman every one.
NOTHING_WRITABLE: Final = {"docker": (), "podman": ("--read-only-tmpfs=false",)}
QUESTION: Final = {"ruleset": "nordic", "cards": ["QS", "KS", "AS"]}


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """Give what builds and runs containers; a machine that cannot is told so, and fails where CI=true."""
    if reason := containers.lacking():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            f"the image was neither built nor run: {reason}"
        )
    folder = Path(mkdtemp(prefix="rummy-referee-"))
    engine = containers.start(folder)
    try:
        engine.build(IMAGE, "--build-arg", f"VERSION={__version__}", containers.PROJECT)
        yield engine
    finally:
        containers.stop(engine, folder)


class Container:
    """The service in a container of its own, on a port of this machine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.port = free_port()
        self.name = f"rummy-referee-{self.port}"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        return ask(self.port, method, path, body)

    def python(self, program: str, *options: str) -> str:
        return self.engine.run("exec", *options, self.name, PYTHON, "-c", program)

    def lives(self) -> bool:
        try:
            return self.ask("GET", "/livez")[0] == 200
        except OSError:
            return False


@contextmanager
def running(engine: Engine, *options: str, image: str = IMAGE, **settings: str) -> Iterator[Container]:
    """Run the service with these settings; gives it once it answers, and removes it."""
    container = Container(engine)
    settings = {"RUMMY500_HOST": "127.0.0.1", "RUMMY500_PORT": str(container.port)} | settings
    variables = [word for name, text in settings.items() for word in ("--env", f"{name}={text}")]
    engine.run("run", "--detach", "--name", container.name, *HARDENED, *options, *variables, image)
    try:
        until(container.lives, 20)
        yield container
    finally:
        engine.run("rm", "--force", "--volumes", container.name)


@pytest.fixture(scope="session")
def container(engine: Engine) -> Iterator[Container]:
    """Give the service as it runs without any setting of its own, and with nothing writable but its volume."""
    with running(engine, *NOTHING_WRITABLE[engine.command]) as container:
        yield container


def ask(port: int, method: str, path: str, body: object = None) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def test_the_image_says_what_it_is(engine: Engine) -> None:
    settings = engine.inspect(IMAGE)["Config"]
    about = {name.removeprefix("org.opencontainers.image."): text for name, text in settings["Labels"].items()}
    assert about["title"] == "Rummy Referee"
    assert about["licenses"] == "MIT"
    assert about["version"] == __version__
    assert settings["User"] == "10001:10001"
    assert settings["StopSignal"] in {"SIGTERM", "15"}


def test_it_answers_a_verdict(container: Container) -> None:
    status, verdict = container.ask("POST", "/v1/verdicts/meld", QUESTION)
    assert status == 200
    assert verdict["legal"]
    assert verdict["points"] == 35


def test_it_keeps_a_game_in_its_volume(container: Container) -> None:
    assert container.ask("GET", "/readyz") == (200, {"status": "pass"})
    status, game = container.ask("POST", "/v1/games", {"seats": [{}, {}]})
    assert status == 201
    assert container.ask("GET", f"/v1/games/{game['game_id']}")[0] == 200


def test_it_measures(container: Container) -> None:
    container.ask("POST", "/v1/verdicts/meld", QUESTION)
    figures = container.python(
        f"import urllib.request as u; print(u.urlopen('{container.url}/metrics').read().decode())"
    )
    assert 'rummy_verdicts_total{kind="meld",legal="true"}' in figures


def test_it_is_nobody_and_may_do_nothing(container: Container) -> None:
    told = dict(
        line.split(":\t") for line in container.python("print(open('/proc/1/status').read())").splitlines() if line
    )
    assert set(told["Uid"].split()) == set(told["Gid"].split()) == {"10001"}
    assert {int(told[kind], 16) for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {0}
    assert told["NoNewPrivs"] == "1"


@pytest.mark.parametrize("folder", ["/", "/app", "/packages", "/tmp", "/etc"])
def test_it_cannot_write(container: Container, folder: str) -> None:
    with pytest.raises(AssertionError, match=r"Read-only file system|Permission denied"):
        container.python(f"open('{folder}/written', 'x')")


@pytest.mark.parametrize("package", ["pip", "setuptools"])
def test_nothing_in_it_installs(container: Container, package: str) -> None:
    with pytest.raises(AssertionError, match="ModuleNotFoundError"):
        container.python(f"import {package}")


def test_everything_in_it_is_compiled(container: Container) -> None:
    program = """
import pathlib, importlib.util
files = [file for root in ("/app/service", "/packages/lib") for file in pathlib.Path(root).rglob("*.py")]
print(len(files), *(file for file in files if not pathlib.Path(importlib.util.cache_from_source(file)).exists()))
"""
    number, *uncompiled = container.python(program).split()
    assert int(number) > 100
    assert not uncompiled


def test_its_health_check_notices_a_service_that_does_not_answer(container: Container) -> None:
    image = container.engine.inspect(IMAGE)
    how, *command = (image | image["Config"])["Healthcheck"]["Test"]
    assert how == "CMD"
    container.engine.run("exec", container.name, *command)
    with pytest.raises(AssertionError, match="Connection refused"):
        container.engine.run("exec", "--env", f"RUMMY500_PORT={free_port()}", container.name, *command)


def test_it_needs_no_shell(engine: Engine, tmp_path: Path) -> None:
    remove = "import pathlib; [pathlib.Path('/bin', shell).unlink(missing_ok=True) for shell in ('sh', 'dash', 'bash')]"
    steps = f'FROM {IMAGE}\nUSER 0\nRUN ["{PYTHON}", "-c", "{remove}"]\nUSER 10001:10001\n'
    (tmp_path / "Dockerfile").write_text(steps)
    engine.build("rummy-referee:without-shell", tmp_path)
    with running(engine, image="rummy-referee:without-shell") as container:
        assert container.ask("POST", "/v1/verdicts/meld", QUESTION)[0] == 200


def test_it_keeps_a_game_in_redis_that_outlives_it(engine: Engine, tmp_path: Path) -> None:
    with one_server(tmp_path / "redis", "--appendonly", "yes") as redis:
        with running(engine, RUMMY500_STORE_URL=redis.url) as container:
            status, game = container.ask("POST", "/v1/games", {"seats": [{}, {}]})
            assert status == 201
        with running(engine, RUMMY500_STORE_URL=redis.url) as container:
            assert container.ask("GET", f"/v1/games/{game['game_id']}")[0] == 200
        assert redis.ask("DBSIZE") > 0


def test_it_stops_when_it_is_told_to(engine: Engine) -> None:
    with running(engine) as container:
        assert container.ask("POST", "/v1/verdicts/meld", QUESTION)[0] == 200
        engine.run("kill", "--signal", "TERM", container.name)
        told = time.time()
        engine.run("wait", container.name)
        ended = engine.inspect(container.name)["State"]
        assert datetime.fromisoformat(ended["FinishedAt"]).timestamp() - told < 2
        assert ended["ExitCode"] == 0


def test_it_sends_clients_elsewhere_before_it_stops(engine: Engine) -> None:
    with running(engine, RUMMY500_DRAIN_SECONDS="4") as container:
        engine.run("kill", "--signal", "TERM", container.name)
        until(lambda: container.ask("GET", "/readyz")[0] == 503, 3)
        assert container.ask("POST", "/v1/verdicts/meld", QUESTION)[0] == 200
        assert int(engine.run("wait", container.name)) == 0


def test_a_setting_that_cannot_be_used_ends_it_with_a_sentence(engine: Engine) -> None:
    with pytest.raises(AssertionError, match=r"RUMMY500_WORKERS must be a whole number"):
        engine.run("run", "--rm", *HARDENED, "--env", "RUMMY500_WORKERS=many", IMAGE)


@pytest.fixture
def composed(engine: Engine) -> Iterator[int]:
    """Bring the compose file up; gives the port where it answers."""
    port = free_port()
    project = ("--project-name", f"rummy-referee-{os.getpid()}")
    variables = {"RUMMY_REFEREE_PORT": str(port)}
    engine.run_compose(*project, "up", "--detach", "--no-build", **variables)
    try:
        _wait_until_ready(port)
        yield port
    finally:
        engine.run_compose(*project, "down", "--volumes", **variables)


def _wait_until_ready(port: int) -> None:
    """Wait for readiness; what it says instead, after all, is told."""
    ready = (200, {"status": "pass"})

    def is_ready() -> bool:
        try:
            return ask(port, "GET", "/readyz") == ready
        except OSError:
            return False

    with suppress(AssertionError):
        until(is_ready, 30)
    assert ask(port, "GET", "/readyz") == ready


def test_the_compose_file_brings_up_the_service_and_a_redis_that_forgets_nothing(engine: Engine, composed: int) -> None:
    status, game = ask(composed, "POST", "/v1/games", {"seats": [{}, {}]})
    assert status == 201
    project = ("--project-name", f"rummy-referee-{os.getpid()}")
    told = engine.run_compose(*project, "exec", "-T", "redis", "redis-cli", "INFO", "persistence")
    assert "aof_enabled:1" in told
    engine.run_compose(*project, "restart", "redis")
    _wait_until_ready(composed)
    assert ask(composed, "GET", f"/v1/games/{game['game_id']}")[0] == 200
