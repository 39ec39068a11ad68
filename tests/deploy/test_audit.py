"""What is made of the answers of the vulnerability service."""

import json

from tests.deploy.audit import finding

SOUND = {"name": "flask", "version": "3.1.3", "vulns": []}
SILENT = {"name": "redis", "skip_reason": "Dependency not found on PyPI and could not be audited: redis (8.1.0)"}
VULNERABLE = {
    "name": "gunicorn",
    "version": "27.0.1",
    "vulns": [{"id": "PYSEC-0000-1", "fix_versions": ["27.0.2"], "aliases": [], "description": ""}],
}


def report(*dependencies: object) -> str:
    return json.dumps({"dependencies": dependencies, "fixes": []})


def test_sound_packages_pass() -> None:
    assert finding(report(SOUND)) == (True, ["No vulnerability is known of the 1 packages in requirements.lock."])


def test_a_known_vulnerability_fails_whatever_else_is_unknown() -> None:
    assert finding(report(SOUND, SILENT, VULNERABLE)) == (
        False,
        ["gunicorn 27.0.1: PYSEC-0000-1, mended in 27.0.2."],
    )


def test_where_nobody_answers_the_audit_says_so_and_passes() -> None:
    assert finding(report(SILENT, SILENT)) == (
        True,
        ["requirements.lock was not audited: the vulnerability service is not reachable."],
    )


def test_one_package_that_nothing_is_known_of_fails() -> None:
    assert finding(report(SOUND, SILENT)) == (False, ["Nothing could be learned about redis."])
