"""The installed package, away from the checkout: what travels inside the wheel, and the command that it brings."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from service.web import pages

PROJECT = Path(__file__).parent.parent


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    whole = os.environ | environment
    return subprocess.run(
        command, cwd=folder, env=whole, check=True, capture_output=True, text=True, timeout=120
    ).stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, folder=PROJECT)
    (built,) = folder.glob("*.whl")
    return built


def test_the_contract_the_pages_and_the_licence_travel_inside_the_wheel(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        assert archive.read("service/openapi.yaml") == pages.contract()
    assert {"service/web/templates/playground.html", "service/web/static/pages.css"} <= set(names)
    assert any(name.endswith("/LICENSE") for name in names)
    assert not [name for name in names if not name.startswith(("service/", "rummy_referee-"))]


def test_the_installed_service_hands_out_its_contract_without_a_checkout(wheel: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]
    run(*pip, tmp_path / "installed", wheel, folder=tmp_path)
    ask = "from service.app import create_app; print(create_app().test_client().get('/openapi.yaml').text, end='')"
    told = run(sys.executable, "-c", ask, folder=tmp_path, PYTHONPATH=str(tmp_path / "installed"))
    assert told == pages.contract().decode()
    assert "RUMMY500_PORT" in run(
        tmp_path / "installed" / "bin" / "rummy-referee",
        "--help",
        folder=tmp_path,
        PYTHONPATH=str(tmp_path / "installed"),
    )
