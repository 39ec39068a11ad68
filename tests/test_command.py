import pytest

from service import __version__, command
from service.command import Server, main
from service.settings import Settings
from service.worker import Worker


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["rummy-referee", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    return int(stopped.value.code or 0)


def test_help_lists_every_setting(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--help") == 0
    told = capsys.readouterr().out
    for line in command.settings_help():
        assert line in told


def test_the_command_tells_its_version(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--version") == 0
    assert capsys.readouterr().out == f"{__version__}\n"


def test_a_setting_that_cannot_be_used_ends_the_command_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUMMY500_PORT", "many")
    assert run(monkeypatch) == 2
    assert (
        capsys.readouterr().err == "rummy-referee: RUMMY500_PORT must be a whole number from 0 to 65535, not 'many'.\n"
    )


def test_gunicorn_takes_our_settings() -> None:
    server = Server(Settings(port=8123, workers=3, connections=77, grace_seconds=9))
    assert server.cfg is not None
    assert server.cfg.address == [("127.0.0.1", 8123)]
    assert (server.cfg.workers, server.cfg.worker_connections, server.cfg.graceful_timeout) == (3, 77, 9)
    assert server.cfg.worker_class is Worker
    assert server.cfg.control_socket_disable
    assert callable(server.load())
