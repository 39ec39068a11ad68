import html
import json
import re
from pathlib import Path

import pytest
import yaml
from flask.testing import FlaskClient

from service.web import first_question, pages
from service.web.problems import PROBLEMS

PAGES = ["/", "/rulebook", "/docs", "/problems", "/problems/not-found"]
STATIC = Path(pages.__file__).parent / "static"


def test_the_playground_shows_the_first_question_and_the_answer_it_really_gets(client: FlaskClient) -> None:
    text = html.unescape(client.get("/").text)
    answer = client.post(first_question.PATH, data=first_question.BODY, content_type="application/json").text
    assert first_question.command("http://localhost") in text
    assert answer in text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_every_link_leads_somewhere(client: FlaskClient, path: str) -> None:
    page = client.get(path)
    assert page.content_type == "text/html; charset=utf-8"
    assert re.findall(r"<script[^>]*>[^<]", page.text) == []
    assert re.findall(r"<[^>]* (?:style|on\w+)=", page.text) == []
    places = re.findall(r' id="([^"]+)"', page.text)
    assert len(set(places)) == len(places)
    addresses = set(re.findall(r'(?:href|src)="([^"]+)"', page.text))
    assert addresses
    for address in addresses:
        if address.startswith("#"):
            assert address[1:] in places
            continue
        assert address.startswith("/")
        with client.get(address) as response:
            assert response.status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_run_only_our_own_scripts_and_only_where_it_needs_them(client: FlaskClient, path: str) -> None:
    policy = dict(each.split(" ", 1) for each in client.get(path).headers["Content-Security-Policy"].split("; "))
    scripts = {"script-src": "'self'", "connect-src": "'self'"} if path in ("/", "/docs") else {}
    in_style, in_pictures = (" 'unsafe-inline'", " data:") if path == "/docs" else ("", "")
    fonts = {"font-src": "'self' data:"} if path == "/docs" else {}
    nothing_else = {"default-src": "'none'", "frame-ancestors": "'none'", "base-uri": "'none'", "form-action": "'none'"}
    styles = {"style-src": f"'self'{in_style}", "img-src": f"'self'{in_pictures}"}
    assert policy == scripts | fonts | nothing_else | styles


def test_a_script_names_no_other_address() -> None:
    for script in STATIC.rglob("*.js"):
        assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^$]\S+", script.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", pages.SWAGGER_UI)
def test_the_docs_are_drawn_by_packaged_files(client: FlaskClient, name: str) -> None:
    response = client.get(f"/static/swagger-ui/{name}")
    assert (response.status_code, response.mimetype) == (200, pages.SWAGGER_UI[name])


@pytest.mark.parametrize("name", ["index.html", "..%2f__init__.py", "swagger-ui.js"])
def test_of_the_package_only_what_the_docs_load_is_handed_out(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/swagger-ui/{name}").status_code == 404


def test_the_rulebook_has_a_place_for_every_code_and_option(client: FlaskClient) -> None:
    text = html.unescape(client.get("/rulebook").text)
    book = client.get("/v1/rules").json
    assert book is not None
    for rule in book["rules"]:
        told = text.split(f'<article class="rule" id="{rule["code"]}">')[1].split("</article>")[0]
        assert rule["sentence"] in told
        assert "; ".join(rule["sources"]) in told
        for name in rule["options"]:
            assert f'<a href="#option-{name}"><code>{name}</code></a>' in told
    for option in book["options"]:
        told = text.split(f'<article class="rule" id="option-{option["name"]}">')[1].split("</article>")[0]
        assert option["sentence"] in told
        for ruleset, value in option["by_ruleset"].items():
            (line,) = [line for line in told.splitlines() if re.search(rf"\b{ruleset}\b(?!_)|every ruleset", line)]
            assert f"<code>{json.dumps(value).strip(chr(34))}</code>" in line


def test_the_host_a_client_names_is_shown_as_text(client: FlaskClient) -> None:
    page = client.get("/", headers={"Host": "<b>x"}).text
    assert "<b>" not in page


def test_an_address_without_anything_is_a_page_for_whoever_asks_for_one(client: FlaskClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    page = client.get("/rulesbook", headers=browser)
    assert (page.status_code, page.mimetype, page.headers["Vary"]) == (404, "text/html", "Accept")
    assert "There is nothing here" in page.text
    for other in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        assert client.get("/rulesbook", headers=other).mimetype == "application/problem+json"
    assert client.post("/rulesbook", headers=browser).mimetype == "application/problem+json"


def test_the_list_of_problems_names_them_all(client: FlaskClient) -> None:
    text = client.get("/problems").text
    for problem in PROBLEMS.values():
        assert f'<a href="{problem.type}"><code>{problem.code}</code></a>' in text


def test_the_contract_is_handed_out_as_it_is_written(client: FlaskClient) -> None:
    response = client.get("/openapi.yaml")
    assert response.content_type == "application/yaml"
    assert response.data == pages.contract()


def test_the_contract_as_json_says_the_same(client: FlaskClient) -> None:
    response = client.get("/openapi.json")
    assert response.content_type == "application/json"
    assert response.json == yaml.safe_load(pages.contract())


def test_readers_of_old_and_new_yaml_see_the_same_contract() -> None:
    """YAML 1.1 takes a bare `off` for false, and `off` is a value of our options."""
    contract = yaml.compose(pages.contract().decode())
    assert contract is not None
    plain = plain_scalars(contract)
    assert not [text for text in plain if re.fullmatch(r"(?i)y|n|yes|no|on|off", text)]


def test_no_member_of_the_contract_stands_twice() -> None:
    """PyYAML takes the second silently; readers of other languages refuse the whole document."""
    contract = yaml.compose(pages.contract().decode())
    assert contract is not None
    assert repeated_members(contract) == []


def repeated_members(node: yaml.Node) -> list[str]:
    if isinstance(node, yaml.MappingNode):
        names = [key.value for key, _ in node.value]
        repeated = [name for name in names if names.count(name) > 1]
        return repeated + [name for _, value in node.value for name in repeated_members(value)]
    return [name for part in node.value for name in repeated_members(part)] if isinstance(node.value, list) else []


def plain_scalars(node: yaml.Node) -> list[str]:
    if isinstance(node, yaml.ScalarNode):
        return [node.value] if node.style is None else []
    if isinstance(node, yaml.MappingNode):
        return [text for pair in node.value for part in pair for text in plain_scalars(part)]
    return [text for part in node.value for text in plain_scalars(part)]
