"""The situations of the playground are what their sentences say, and its questions are those of the contract."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.web import pages
from tests.contract.document import operations

FOLDER = pages.PACKAGE / "web" / "static" / "playground"
SITUATIONS: list[dict[str, Any]] = json.loads((FOLDER / "situations.json").read_text(encoding="utf-8"))
PATHS = dict(re.findall(r'(\w+): \{ label: "[^"]+", path: "([^"]+)"', (FOLDER / "questions.js").read_text("utf-8")))


def brief(answer: dict[str, Any]) -> dict[str, Any]:
    """Say of an answer what a situation promises."""
    names = ["legal", "valid", "points", "must_use", "net"]
    told: dict[str, Any] = {name: answer[name] for name in names if name in answer}
    told["codes"] = [violation["code"] for violation in answer["violations"]]
    if "seats" in answer:
        told["nets"] = [seat["net"] for seat in answer["seats"]]
    if "choices" in answer:
        moves = [choice["move"] for choice in answer["choices"] if choice["legal"]]
        told["depths"] = [move["count"] for move in moves if "count" in move]
    if "result" in answer:
        told["went_out"] = answer["result"]["went_out"]
    if "moves" in answer and "legal" not in answer:
        told["moves"] = len(answer["moves"])
    for violation in answer["violations"][:1]:
        told |= {"params": violation["params"]} if "params" in violation else {}
    return told


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation["id"])
def test_a_situation_is_judged_as_its_sentence_says(client: FlaskClient, situation: dict[str, Any]) -> None:
    path = PATHS[situation["kind"]]
    answer = client.post(path, json=situation["body"])
    assert answer.status_code == 200
    assert brief(answer.get_json()) == situation["expect"]
    for ruleset, expected in situation.get("by_ruleset", {}).items():
        assert brief(client.post(path, json=situation["body"] | {"ruleset": ruleset}).get_json()) == expected


def test_situations_compared_are_told_for_every_ruleset_that_takes_so_many_seats(client: FlaskClient) -> None:
    rulesets = client.get("/v1/rulesets").get_json()["rulesets"]
    compared = [situation for situation in SITUATIONS if "by_ruleset" in situation]
    assert compared
    for situation in compared:
        seats = situation["body"].get("players", 4)
        taking = [each["id"] for each in rulesets if each["players"]["min"] <= seats <= each["players"]["max"]]
        assert list(situation["by_ruleset"]) == taking
        assert len({json.dumps(told, sort_keys=True) for told in situation["by_ruleset"].values()}) > 1


def test_every_question_of_the_playground_is_one_of_the_contract_and_has_a_situation() -> None:
    assert set(PATHS.values()) <= {each.path for each in operations() if each.method == "post"}
    assert {situation["kind"] for situation in SITUATIONS} == set(PATHS)
    assert len({situation["id"] for situation in SITUATIONS}) == len(SITUATIONS) >= 12
