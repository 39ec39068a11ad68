import html
import re

import pytest
import yaml
from flask.testing import FlaskClient

from service.web import first_question, pages
from service.web.problems import PROBLEMS

PAGES = ["/", "/problems", "/problems/not-found"]


def test_the_start_page_shows_the_first_question_and_the_answer_it_really_gets(client: FlaskClient) -> None:
    text = html.unescape(client.get("/").text)
    answer = client.post(first_question.PATH, data=first_question.BODY, content_type="application/json").text
    assert first_question.command("http://localhost") in text
    assert answer in text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_every_link_leads_somewhere(client: FlaskClient, path: str) -> None:
    page = client.get(path)
    assert page.content_type == "text/html; charset=utf-8"
    assert "<script" not in page.text
    assert " style=" not in page.text
    addresses = re.findall(r'(?:href|src)="([^"]+)"', page.text)
    assert addresses
    for address in addresses:
        assert address.startswith("/")
        with client.get(address) as response:
            assert response.status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_load_only_our_own_style_and_pictures(client: FlaskClient, path: str) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]
    assert policy.split("; ")[:3] == ["default-src 'none'", "style-src 'self'", "img-src 'self'"]


def test_the_host_a_client_names_is_shown_as_text(client: FlaskClient) -> None:
    page = client.get("/", headers={"Host": "<b>x"}).text
    assert "<b>" not in page


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


def plain_scalars(node: yaml.Node) -> list[str]:
    if isinstance(node, yaml.ScalarNode):
        return [node.value] if node.style is None else []
    if isinstance(node, yaml.MappingNode):
        return [text for pair in node.value for part in pair for text in plain_scalars(part)]
    return [text for part in node.value for text in plain_scalars(part)]
