"""Real Chromium on a real server. Without Chromium these tests are skipped, or fail where BROWSER_TESTS=required."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.live.conftest import START, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Milliseconds; only a machine that does much besides needs so many.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    if CHROMIUM is None:
        missing = "Chromium is not installed (Debian: apt-get install chromium)"
        if os.environ.get("BROWSER_TESTS") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Give the address of a running service."""
    with running(*START) as host:
        yield f"http://{host}"


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def browser_context_args(address: str, size: str) -> dict[str, Any]:
    return {
        "base_url": address,
        "viewport": SIZES[size],
        "has_touch": size == "phone",
        "permissions": ["clipboard-read", "clipboard-write"],
    }


@pytest.fixture(autouse=True)
def quiet(context: BrowserContext, address: str) -> Iterator[None]:
    """See to it that no page complains, and that none asks anybody but the service."""
    complaints: list[str] = []
    asked: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def note(request: Request) -> None:
        asked.append(request.url)

    def watch(page: Page) -> None:
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    context.set_default_timeout(PATIENCE)
    context.on("page", watch)
    context.on("request", note)
    yield
    assert complaints == []
    assert asked
    assert [url for url in asked if not url.startswith((f"{address}/", "data:"))] == []
