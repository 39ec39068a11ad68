"""What the README says is what happens."""

import json
import re
from pathlib import Path

from service.app import create_app
from service.web import first_question

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_first_question_gets_the_answer_in_the_readme() -> None:
    assert f"```sh\n{first_question.command('http://127.0.0.1:8000')}\n```" in README
    answer = (
        create_app().test_client().post(first_question.PATH, data=first_question.BODY, content_type="application/json")
    )
    shown = re.search(r"```json\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    # The two hashes are cut short: they say nothing to a reader, and change with every option.
    cut = re.sub(r'"(sha256:|d_)[0-9a-f]+"', r'"\1..."', answer.text)
    assert json.loads(shown[1]) == json.loads(cut)


def test_every_target_that_the_readme_shows_is_there_to_make() -> None:
    makefile = (Path(__file__).parent.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?m)(?:^|`)make ([a-z-]+)", README):
        assert f"\n{target}:" in makefile
