"""The docs, the rulebook and the problems in a browser, and every page read by axe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

PAGES = ["/", "/#low-ace", "/#score-sheet", "/#going-out", "/#two-homes", "/#first-meld", "/rulebook", "/problems"]


def faults(page: Page, **options: Any) -> list[str]:
    response = Axe().run(page, options=options or None).response
    return [f"{each['id']}: {node['html']}" for each in response["violations"] for node in each["nodes"]]


@pytest.mark.parametrize("path", [*PAGES, "/problems/validation-failed"])
def test_axe_finds_no_fault_in_light_and_dark(page: Page, path: str) -> None:
    page.goto(path)
    if path.startswith("/#") or path == "/":
        expect(page.locator("#headline strong")).to_be_visible()
        page.evaluate("document.querySelectorAll('details').forEach((each) => each.setAttribute('open', ''))")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert faults(page) == []


def test_an_operation_is_tried_out_in_the_docs(page: Page) -> None:
    page.goto("/docs")
    page.locator("#operations-verdicts-judgeMeld .opblock-summary-control").click()
    operation = page.locator("#operations-verdicts-judgeMeld")
    operation.locator(".opblock-section-request-body .examples-select select").select_option("gap")
    expect(operation.locator("textarea")).to_have_value(re.compile("9H"))
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table .response .response-col_status")).to_contain_text("200")
    expect(operation.locator(".live-responses-table")).to_contain_text("RUN_HAS_GAP")


def test_the_docs_show_every_operation(page: Page, address: str) -> None:
    page.goto("/docs")
    expect(page.locator("#operations-verdicts-judgeMeld")).to_be_visible()
    contract = page.request.get(f"{address}/openapi.json").json()
    methods = [
        each["operationId"] for item in contract["paths"].values() for each in item.values() if "responses" in each
    ]
    assert page.locator(".opblock").count() == len(methods)


def test_the_links_of_the_rulebook_lead_to_their_places(page: Page) -> None:
    page.goto("/rulebook")
    links = page.locator("main a[href^='#']").evaluate_all("links => links.map(link => link.hash)")
    assert len(links) > 100
    there = page.evaluate("links => links.filter((link) => !document.querySelector(link))", links)
    assert there == []
    page.get_by_role("link", name="set_suits").first.click()
    expect(page.locator("article:target")).to_contain_text("A set shows no suit twice")


def test_every_page_is_reached_from_the_bar(page: Page) -> None:
    page.goto("/problems/validation-failed")
    for name, title in (
        ("Rulebook", "Rulebook"),
        ("Problems", "Problems"),
        ("Docs", "Docs"),
        ("Playground", "Rummy Referee"),
    ):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        expect(page).to_have_title(re.compile(title))
    expect(page.locator("#headline strong")).to_be_visible()


def test_the_skip_link_is_the_first_to_be_reached(page: Page) -> None:
    page.goto("/rulebook")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
