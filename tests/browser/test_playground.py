"""Every control of the playground, used as a person uses it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.test_playground import SITUATIONS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

pytestmark = pytest.mark.slow


@pytest.fixture
def table(page: Page) -> Page:
    """Give the playground with nothing on the table."""
    page.goto("/")
    expect(headline(page)).to_contain_text("Legal")
    ask_for(page, "Meld")
    page.get_by_role("button", name="Start afresh").click()
    return page


def headline(page: Page) -> Locator:
    return page.locator("#headline")


def field(place: Page | Locator, name: str) -> Locator:
    """Find the one control of this name, whatever its kind."""
    found = place.get_by_role("combobox", name=name, exact=True)
    for role in ("spinbutton", "textbox", "checkbox"):
        found = found.or_(place.get_by_role(role, name=name, exact=True))
    return found


def codes(page: Page) -> list[str]:
    return page.locator("#reasons .reasons .code").all_text_contents()


def ask_for(page: Page, kind: str) -> None:
    page.get_by_role("radio", name=kind, exact=True).check(force=True)


def zone(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def put(page: Page, place: str, cards: str) -> None:
    """Choose a place and click cards of the deck into it."""
    zone(page, place).get_by_role("button", name=place, exact=True).click()
    for card in cards.split():
        page.locator(f"#deck [data-card='{card}']").click()


def press(page: Page, place: str, cards: str) -> None:
    for card in cards.split():
        zone(page, place).locator(f".card[data-card='{card}']").click()


def ask(page: Page, verdict: str) -> None:
    page.get_by_role("button", name="Ask the referee").click()
    expect(headline(page)).to_contain_text(verdict)
    expect(page.locator("#verdict")).not_to_have_class("stale")


def test_every_situation_shows_its_sentence_and_its_verdict(page: Page) -> None:
    page.goto("/")
    chips = page.locator("#situations button")
    expect(chips).to_have_count(len(SITUATIONS))
    shown = ""
    for situation in SITUATIONS:
        page.get_by_role("button", name=situation["title"], exact=True).click()
        expect(page.locator("#told")).to_have_text(situation["sentence"])
        # Two situations may have one headline.
        expect(page.locator("#json")).not_to_have_text(shown)
        shown = page.locator("#json").text_content() or ""
        expected: dict[str, Any] = situation["expect"]
        words = {True: "Legal", False: "Not legal"} if "legal" in expected else {True: "Valid", False: "Not possible"}
        expect(page.locator("#headline strong")).to_have_text(words[bool(expected.get("legal", expected.get("valid")))])
        expect(page.locator("#reasons .reasons .code")).to_have_text(expected["codes"])
        answer = json.loads(page.locator("#json").text_content() or "")
        assert [violation["code"] for violation in answer["violations"]] == expected["codes"]
        assert answer.get("points") == expected.get("points")
        for code in page.locator("#reasons .code").all():
            assert code.get_attribute("href") == f"/rulebook#{code.text_content()}"


def test_the_question_sent_is_the_situation_and_nothing_is_lost_on_the_table(page: Page) -> None:
    sent: list[tuple[str, Any]] = []
    page.on("request", lambda each: sent.append((each.url, each.post_data_json)) if each.method == "POST" else None)
    page.goto("/")
    expect(headline(page)).to_contain_text("Legal")
    for situation in SITUATIONS:
        if "by_ruleset" in situation:
            continue
        sent.clear()
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.get_by_role("button", name=situation["title"], exact=True).click()
        [(_, body)] = sent
        extra = {"melds", "seat", "stock_count"}
        if situation["kind"] == "meld":
            extra = {"hand"}
        assert {name: value for name, value in body.items() if name in situation["body"]} == situation["body"]
        assert set(body) - set(situation["body"]) <= extra


def test_cards_are_clicked_into_the_hand_marked_and_judged(table: Page) -> None:
    put(table, "Hand", "5H 6H 7H KC")
    ask_button = table.get_by_role("button", name="Ask the referee")
    ask_button.click()
    expect(table.locator("#missing")).to_contain_text("Mark the cards")
    press(table, "Hand", "5H 6H 7H")
    ask(table, "18 points")
    expect(table.locator("#reasons .with-points")).to_have_count(3)
    press(table, "Hand", "KC")
    expect(table.locator("#verdict")).to_have_class("stale")
    ask(table, "Not legal")
    assert codes(table) == ["NOT_A_MELD"]
    put(table, "Hand", "KC")
    expect(zone(table, "Hand").locator(".card")).to_have_count(3)
    table.get_by_role("button", name="Clear Hand").click()
    expect(zone(table, "Hand").locator(".card")).to_have_count(0)


def test_cards_can_be_typed(table: Page) -> None:
    field(table, "Or type cards").fill("qs ks TS zz")
    table.get_by_role("button", name="Add", exact=True).click()
    expect(zone(table, "Hand").locator(".card")).to_have_count(3)
    expect(table.get_by_role("alert").filter(has_text="No card: ZZ.")).to_be_visible()
    expect(field(table, "Or type cards")).to_have_value("ZZ")


def test_facts_that_are_no_cards_are_part_of_the_question(table: Page) -> None:
    put(table, "Hand", "AS 2S 3S 9D")
    press(table, "Hand", "AS 2S 3S")
    field(table, "Seat has melded").select_option("no")
    field(table, "Ace").select_option("high")
    ask(table, "Not legal")
    assert codes(table) == ["ACE_END_BARRED"]
    field(table, "Ace").select_option("low")
    ask(table, "6 points")


def test_a_meld_is_put_on_the_table_and_cards_are_laid_off(table: Page) -> None:
    ask_for(table, "Lay-off")
    put(table, "Hand", "8H 9H")
    table.get_by_role("button", name="Add a meld to the table").click()
    press(table, "Hand", "9H")
    table.get_by_role("button", name="Ask the referee").click()
    expect(table.locator("#missing")).to_contain_text("no cards yet")
    put(table, "Meld m1", "5H 6H 7H")
    field(zone(table, "Meld m1"), "seat").fill("2")
    field(table, "Laid off on").select_option("m1")
    ask(table, "Not legal")
    expect(table.locator(".reasons").get_by_text("Would fit:")).to_be_visible()
    expect(table.get_by_role("img", name="8 of hearts")).to_be_visible()
    press(table, "Hand", "8H")
    ask(table, "17 points")
    table.get_by_role("button", name="Add a lay-off to m1").click()
    put(table, "Laid off on m1, 1", "4H")
    ask(table, "17 points")
    table.get_by_role("button", name="Remove Laid off on m1, 1").click()
    table.get_by_role("button", name="Remove Meld m1").click()
    expect(zone(table, "Meld m1")).to_have_count(0)


def test_the_depth_of_a_pickup_is_marked_on_the_pile_and_its_use_may_be_told(table: Page) -> None:
    ask_for(table, "Pickup")
    put(table, "Hand", "3C 3D 8S")
    put(table, "Discard pile", "5C 3H QS")
    table.get_by_role("button", name="Ask the referee").click()
    expect(table.locator("#missing")).to_contain_text("deepest card")
    press(table, "Discard pile", "QS")
    ask(table, "Not legal")
    assert codes(table) == ["DUG_CARD_HAS_NO_USE"]
    press(table, "Discard pile", "3H")
    field(table, "Cards in stock").fill("11")
    ask(table, "Legal")
    field(table, "Cards").fill("3h 3c 3d")
    table.get_by_role("button", name="Add move").click()
    ask(table, "9 points")
    table.get_by_role("button", name="Remove move 1").click()
    table.get_by_role("button", name="Clear Discard pile").click()
    expect(zone(table, "Discard pile").locator(".card")).to_have_count(0)


def test_a_discard_tells_what_was_drawn(table: Page) -> None:
    field(table, "Ruleset").select_option("nordic")
    ask_for(table, "Discard")
    put(table, "Hand", "5C QD")
    press(table, "Hand", "QD")
    table.get_by_role("button", name="Ask the referee").click()
    expect(table.locator("#missing")).to_contain_text("drawn this turn")
    put(table, "Drawn this turn", "QD")
    ask(table, "Legal")
    field(table, "Drawn from").select_option("discard_pile")
    ask(table, "Not legal")
    assert codes(table) == ["JUST_TAKEN"]
    field(table, "The dug card was used").check()
    expect(table.locator("#snippet")).to_contain_text('"used": true')


def test_a_turn_is_told_move_by_move(table: Page) -> None:
    ask_for(table, "Turn")
    put(table, "Hand", "3C 3D 8S")
    put(table, "Discard pile", "5C AH KS 3H QS 4D")
    add = table.get_by_role("button", name="Add move")
    add.click()
    expect(table.locator("#move-fault")).to_contain_text("Mark the deepest discard")
    press(table, "Discard pile", "3H")
    add.click()
    hand = "Hand after the moves below"
    expect(zone(table, hand).locator(".card")).to_have_count(6)
    field(table, "Move").select_option("lay_meld")
    add.click()
    expect(table.locator("#move-fault")).to_contain_text("Mark or type")
    press(table, hand, "3C 3D 3H")
    add.click()
    field(table, "Move").select_option("discard")
    press(table, hand, "8S")
    add.click()
    expect(zone(table, hand).locator(".card")).to_have_count(2)
    ask(table, "9 points")
    expect(table.locator("#reasons .moves li.right")).to_have_count(3)
    table.get_by_role("button", name="Remove move 2").click()
    ask(table, "Not legal")
    expect(table.locator("#reasons .moves li.wrong")).to_have_count(1)
    assert codes(table) == ["DUG_CARD_UNUSED"]


def test_a_turn_may_draw_lay_off_and_pass(table: Page) -> None:
    ask_for(table, "Turn")
    put(table, "Hand", "8H 2C")
    table.get_by_role("button", name="Add a meld to the table").click()
    put(table, "Meld m1", "5H 6H 7H")
    for move, cards, on in (("draw_stock", "kd", ""), ("lay_off", "8h", "m1"), ("discard", "kd", "")):
        field(table, "Move").select_option(move)
        field(table, "Cards").fill(cards)
        field(table, "On").select_option(on)
        table.get_by_role("button", name="Add move").click()
    field(table, "Seat").fill("1")
    ask(table, "8 points")
    field(table, "Cards in stock").fill("0")
    ask(table, "Not legal")
    for _ in range(3):
        table.get_by_role("button", name="Remove move 1").click()
    field(table, "Move").select_option("pass")
    table.get_by_role("button", name="Add move").click()
    ask(table, "Legal")


def test_legal_moves_are_listed_for_either_phase(table: Page) -> None:
    ask_for(table, "Legal moves")
    put(table, "Hand", "3C 3D 8S")
    put(table, "Discard pile", "5C 3H")
    field(table, "First turn of the seat").check()
    ask(table, "2 moves")
    field(table, "Phase").select_option("play")
    put(table, "Drawn this turn", "8S")
    ask(table, "3 moves")


def test_a_hand_is_scored(table: Page) -> None:
    ask_for(table, "Score a hand")
    put(table, "Hand", "AC KD 9S")
    ask(table, "34 points")
    expect(table.locator("#reasons .points")).to_have_text(["15", "10", "9"])


def test_the_score_sheet_tells_each_cards_worth(table: Page) -> None:
    ask_for(table, "Score sheet")
    field(table, "Seats").select_option("2")
    put(table, "Left in hand, seat 1", "KD")
    field(zone(table, "Left in hand, seat 1"), "total before").fill("95")
    table.get_by_role("button", name="Add a meld to the table").click()
    put(table, "Meld m1", "2S 3S 4S")
    table.get_by_role("button", name="Add a lay-off to m1").click()
    put(table, "Laid off on m1, 1", "5S")
    field(zone(table, "Laid off on m1, 1"), "seat").fill("1")
    field(table, "Went out").select_option("0")
    ask(table, "9 / -5")
    expect(table.get_by_text("Seat 1: -5, total 90")).to_be_visible()
    expect(table.locator("#reasons .points")).to_have_text(["2", "3", "4", "5", "-10"])
    field(table, "Round ended").select_option("stock")
    ask(table, "Not possible")  # seat 0 holds no card, so that it went out


def test_a_rummy_call_names_caller_and_discarder(table: Page) -> None:
    field(table, "Ruleset").select_option("pagat")
    ask_for(table, "Rummy call")
    table.get_by_role("button", name="Add a meld to the table").click()
    put(table, "Meld m1", "7S 8S 9S")
    put(table, "Discard pile", "10S")
    press(table, "Discard pile", "10S")
    field(table, "Discarded by seat").fill("2")
    ask(table, "Legal")
    field(table, "The next seat has drawn").check()
    ask(table, "Not legal")
    assert codes(table) == ["CALL_TOO_LATE"]


def test_the_same_question_is_compared_under_all_rulesets_that_take_so_many_seats(page: Page) -> None:
    page.goto("/#low-ace")
    rows = page.locator("#comparison tbody tr")
    expect(rows).to_have_count(11)
    differing = page.locator("#comparison tr.differs")
    expect(differing).to_have_count(4)
    expect(page.locator("[data-ruleset=nordic]")).to_contain_text("25 points")
    expect(page.locator("[data-ruleset=persian_hoyle]")).to_contain_text("verdict, points, reasons")
    field(page, "Seats").select_option("3")
    page.get_by_role("button", name="Ask the referee").click()
    expect(rows).to_have_count(9)
    field(page, "Compare rulesets").uncheck()
    expect(page.locator("#comparison")).to_be_hidden()


def test_an_option_can_be_replaced_and_taken_back(table: Page) -> None:
    put(table, "Hand", "3C 3D 3S KH")
    press(table, "Hand", "3C 3D 3S")
    field(table, "Seat has melded").select_option("no")
    table.get_by_text("Options").first.click()
    field(table, "Option").select_option("first_meld_minimum")
    field(table, "Value of first_meld_minimum").fill("30")
    table.get_by_role("button", name="Set", exact=True).click()
    field(table, "Option").select_option("boodle")
    field(table, "Value of boodle").select_option("true")
    table.get_by_role("button", name="Set", exact=True).click()
    expect(table.locator("#overridden")).to_have_text(" (2 changed)")
    ask(table, "Not legal")
    assert codes(table) == ["FIRST_MELD_BELOW_MINIMUM"]
    table.get_by_role("button", name="Take back first_meld_minimum: 30").click()
    ask(table, "9 points")


def test_a_candidate_is_taken_with_a_click(page: Page) -> None:
    page.goto("/#joker-two-readings")
    expect(headline(page)).to_contain_text("Not legal")
    page.get_by_role("button", name="7 of hearts", exact=True).and_(page.locator(".choice")).click()
    expect(headline(page)).to_contain_text("Legal26 points")
    field(page, "The joker stands for").select_option("4H")
    ask(page, "26 points")
    expect(page.locator("#json")).to_contain_text("JK=4H")
    page.get_by_role("button", name="The two homes of the 10 of clubs").click()
    page.locator(".choice", has_text="m2").click()
    expect(headline(page)).to_contain_text("Legal10 points")


def test_the_question_in_code_gets_the_verdict_that_the_page_shows(page: Page) -> None:
    page.goto("/#first-meld")
    expect(headline(page)).to_contain_text("Not legal")
    shown = json.loads(page.locator("#json").text_content() or "")
    runners = {
        "curl": ["bash", "-c"],
        "Python": [sys.executable, "-c"],
        "JavaScript": ["node", "--input-type=module", "-e"],
    }
    for language, runner in runners.items():
        page.get_by_role("button", name=language, exact=True).click()
        page.get_by_role("button", name="Copy code").click()
        expect(page.locator("#copied")).to_have_text("Code copied.")
        code = page.evaluate("navigator.clipboard.readText()")
        assert code == page.locator("#snippet").text_content()
        run = subprocess.run([*runner, code], capture_output=True, text=True, timeout=20, check=True)
        assert shown["decision_id"] in run.stdout
        if language != "JavaScript":
            assert json.loads(run.stdout) == shown


def test_a_link_restores_the_position(page: Page, context: BrowserContext) -> None:
    page.goto("/#stuck-hand")
    expect(headline(page)).to_contain_text("Not legal")
    field(page, "Cards in stock").fill("7")
    page.get_by_role("button", name="Copy link to this position").click()
    expect(page.locator("#copied")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    other = context.new_page()
    other.goto(link)
    expect(headline(other)).to_contain_text("Not legal")
    assert other.locator("#snippet").text_content() == page.locator("#snippet").text_content()
    assert codes(other) == ["DEAD_END"]
    other.goto("/#deep-dig")
    expect(headline(other)).to_contain_text("Legal")
    other.goto("/#bm90aGluZw")
    expect(other.locator("#missing")).to_have_text("This link holds no position.")


def test_everything_can_be_done_from_the_keyboard(table: Page) -> None:
    keys = table.keyboard
    table.locator("#deck [tabindex='0']").focus()
    keys.press("ArrowDown")
    for _ in range(3):
        keys.press("ArrowRight")
        keys.press("Enter")
    expect(zone(table, "Hand").locator(".card")).to_have_count(3)
    expect(table.locator("#deck [data-card='4H']")).to_be_focused()
    zone(table, "Hand").locator(".card").first.focus()
    for _ in range(3):
        keys.press("Space")
        keys.press("Tab")
    table.get_by_role("button", name="Ask the referee").focus()
    keys.press("Enter")
    expect(headline(table)).to_contain_text("9 points")
    zone(table, "Hand").locator(".card").last.focus()
    keys.press("Delete")
    expect(zone(table, "Hand").locator(".card")).to_have_count(2)


def test_a_violation_leads_to_its_rule(page: Page) -> None:
    page.goto("/#stuck-hand")
    page.get_by_role("link", name="DEAD_END").click()
    expect(page.locator("article:target h3")).to_have_text("DEAD_END")
    expect(page.locator("article:target")).to_be_in_viewport()


@pytest.mark.parametrize("fragment", ["", "#low-ace", "#score-sheet", "#going-out", "#what-now"])
def test_nothing_sticks_out_sideways(page: Page, fragment: str) -> None:
    page.goto(f"/{fragment}")
    expect(headline(page)).to_contain_text(re.compile("Legal|Valid"))
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
