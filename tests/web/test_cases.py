"""Every acceptance case whose operations are there, asked over HTTP in process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.asking import (
    CASES,
    PAIRS,
    QUESTIONS,
    SCRIPTS,
    Answer,
    Send,
    answer,
    answered_alike,
    ask,
    faults,
    faults_of_script,
)
from tests.case_files import read_cases

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask
    from flask.testing import FlaskClient

    from tests.case_files import Case


@pytest.fixture
def send(client: FlaskClient) -> Send:
    def carry(method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        response = client.open(path, method=method, data=body, headers=dict(headers))
        return answer(response.status_code, response.headers.items(), response.data)

    return carry


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case["id"])
def test_a_case_is_answered_over_http_as_it_expects(send: Send, case: Case) -> None:
    assert list(faults(ask(send, case), case)) == []


@pytest.mark.parametrize("cases", PAIRS.values(), ids=PAIRS)
def test_cases_that_differ_in_one_option_get_different_answers(send: Send, cases: list[Case]) -> None:
    assert not answered_alike(ask(send, case).document for case in cases)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script["id"])
def test_a_script_of_requests_is_answered_as_it_expects(send: Send, script: Case) -> None:
    assert faults_of_script(send, script) == []


def test_no_case_is_left_out_whose_path_leads_somewhere(app: Flask) -> None:
    addresses = app.url_map.bind("localhost")
    asked = {case["id"] for case in CASES}
    left_out = [case for case in read_cases() if case["id"] not in asked and "path" in case]
    assert [case["id"] for case in left_out if addresses.test(case["path"], case.get("method", "POST"))] == []
    assert len(asked) == len(QUESTIONS) + len(SCRIPTS)
