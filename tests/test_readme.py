"""What the README says is what happens."""

import json
import re
from pathlib import Path

from service.web import first_question
from tests import readme

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
