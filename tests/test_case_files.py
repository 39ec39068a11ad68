import pytest

from tests.case_files import differences

ANSWER = {"legal": False, "violations": [{"code": "RUN_HAS_GAP", "cards": ["9H"]}], "points": 0}

FITTING = [
    {},
    {"legal": False},
    {"violations": [{"code": "RUN_HAS_GAP"}]},
    {"violations#": 1, "points?": True, "meld?": False},
    {"violations+": [{"cards": ["9H"]}], "violations-": [{"code": "NOT_A_MELD"}]},
    {"violations~": [{"cards": ["9H"], "code": "RUN_HAS_GAP"}]},
    {"codes_first": "RUN_HAS_GAP", "codes_include": ["RUN_HAS_GAP"]},
    {"codes_first": ["NOT_A_MELD", "RUN_HAS_GAP"]},
]

DIFFERING = [
    {"legal": True},
    {"points": False},
    {"meld": {}},
    {"meld?": True},
    {"points?": False},
    {"violations": []},
    {"violations": {}},
    {"violations#": 2},
    {"violations~": []},
    {"violations+": [{"code": "NOT_A_MELD"}]},
    {"violations-": [{"code": "RUN_HAS_GAP"}]},
    {"codes_first": "NOT_A_MELD"},
    {"codes_include": ["RUN_HAS_GAP", "NOT_A_MELD"]},
]


@pytest.mark.parametrize("expected", FITTING, ids=str)
def test_an_answer_that_fits_has_no_differences(expected: object) -> None:
    assert list(differences(expected, ANSWER)) == []


@pytest.mark.parametrize("expected", DIFFERING, ids=str)
def test_an_answer_that_does_not_fit_has_a_difference(expected: object) -> None:
    assert len(list(differences(expected, ANSWER))) == 1
