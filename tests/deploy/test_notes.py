"""What operators are told is all there is, and what is deployed is what the service reads."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from service import __version__
from service.serving import gunicorn_settings
from service.settings import FILE, PREFIX, Settings, is_secret, read_settings, variable
from service.web import logs, metrics

PROJECT = Path(__file__).parent.parent.parent
DEPLOY = PROJECT / "deploy"
NOTES = (DEPLOY / "README.md").read_text(encoding="utf-8")
ALERTS: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"] for rule in group["rules"]
]
POD: dict[str, Any] = yaml.safe_load((DEPLOY / "kubernetes/base/deployment.yaml").read_text())["spec"]["template"]
VARIABLES = {one["name"]: one.get("value") for one in POD["spec"]["containers"][0]["env"]}
COMPOSED: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
METRICS = {
    metrics.ACTIVE,
    *(f"{family.name}_total" if family.type == "counter" else family.name for family in metrics.REGISTRY.collect()),
}
NAMES = {variable(setting.name) for setting in fields(Settings)}
FILES = {variable(setting.name) + FILE for setting in fields(Settings) if is_secret(setting)}


def named(text: str, form: str) -> set[str]:
    return set(re.findall(form, text))


def test_every_setting_is_named_and_no_other() -> None:
    assert named(NOTES, rf"{PREFIX}[A-Z_]+[A-Z]") - FILES == NAMES


def test_every_metric_is_named_with_its_labels_and_no_other() -> None:
    assert named(NOTES, r"\| `(rummy_[a-z_]+)` \|") == METRICS
    for family in metrics.REGISTRY.collect():
        name = f"{family.name}_total" if family.type == "counter" else family.name
        row = next(line for line in NOTES.splitlines() if line.startswith(f"| `{name}` |"))
        told = named(row.split("|")[2], r"[a-z]+")
        assert {label for sample in family.samples for label in sample.labels if label != "le"} <= told


def test_every_field_of_the_log_is_named_and_no_other() -> None:
    table = NOTES.partition("## The log\n")[2].partition("\n## ")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert named(" ".join(first_cells), r"[a-z_]+") == set(logs.FIELDS)


def test_every_alert_has_its_page_in_the_runbook_and_no_page_is_left_over() -> None:
    assert named(NOTES, r"(?m)^### (\w+)$") == {rule["alert"] for rule in ALERTS}


@pytest.mark.parametrize("rule", ALERTS, ids=[rule["alert"] for rule in ALERTS])
def test_an_alert_asks_for_metrics_that_there_are(rule: dict[str, Any]) -> None:
    asked = {re.sub("_(bucket|count|sum)$", "", name) for name in named(rule["expr"], r"\brummy_[a-z_]+")}
    assert asked <= METRICS


def test_the_pods_settings_are_settings() -> None:
    assert VARIABLES.keys() <= NAMES | FILES
    assert COMPOSED["service"]["environment"].keys() <= NAMES | FILES


def test_the_pods_settings_can_be_used() -> None:
    read_settings({name: value for name, value in VARIABLES.items() if not name.endswith(FILE)})
    read_settings(COMPOSED["service"]["environment"])


@pytest.mark.parametrize(
    "example", sorted(DEPLOY.glob("kubernetes/*/secrets.env.example")), ids=lambda it: it.parent.name
)
def test_the_examples_of_secrets_bring_what_the_pod_reads(example: Path) -> None:
    lines = [line for line in example.read_text().splitlines() if line and not line.startswith("#")]
    secrets = dict(line.split("=", 1) for line in lines)
    read = {name.removesuffix(FILE): Path(value).name for name, value in VARIABLES.items() if name.endswith(FILE)}
    assert set(read.values()) <= secrets.keys()
    read_settings({name: secrets[key] for name, key in read.items()})


def test_who_stops_the_service_is_more_patient_than_the_service() -> None:
    settings = read_settings({name: value for name, value in VARIABLES.items() if not name.endswith(FILE)})
    assert settings.drain_seconds > 0
    assert POD["spec"]["terminationGracePeriodSeconds"] > settings.drain_seconds + settings.grace_seconds
    usual = Settings()
    patience = int(COMPOSED["service"]["stop_grace_period"].removesuffix("s"))
    assert patience > usual.drain_seconds + int(str(gunicorn_settings(usual)["graceful_timeout"]))


def test_the_overlays_run_this_version() -> None:
    overlays = [yaml.safe_load(file.read_text()) for file in DEPLOY.glob("kubernetes/*/kustomization.yaml")]
    tags = [image["newTag"] for one in overlays for image in one.get("images", ()) if image["name"] == "rummy-referee"]
    assert tags == [__version__] * 2


def test_git_takes_no_secrets() -> None:
    assert "secrets.env" in (PROJECT / ".gitignore").read_text().splitlines()
