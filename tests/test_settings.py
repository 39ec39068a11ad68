import re
from dataclasses import fields

import pytest

from service.settings import SettingRefused, Settings, read_settings, variable


def test_without_variables_every_setting_has_its_default() -> None:
    assert read_settings({}) == Settings()


def test_other_programs_variables_are_left_alone() -> None:
    assert read_settings({"PORT": "1", "RUMMY_REFEREE_PORT": "tcp://10.0.0.1:80"}) == Settings()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("RUMMY500_HOST", "::", "::"),
        ("RUMMY500_PORT", "0", 0),
        ("RUMMY500_PORT", "65535", 65_535),
        ("RUMMY500_WORKERS", "64", 64),
        ("RUMMY500_THREADS", "1", 1),
        ("RUMMY500_LOG_LEVEL", "warning", "warning"),
        ("RUMMY500_ACCESS_LOG", "on", "on"),
    ],
)
def test_a_variable_sets_its_setting(name: str, text: str, value: object) -> None:
    settings = read_settings({name: text})
    changed = {variable(field.name): getattr(settings, field.name) for field in fields(Settings)}
    assert changed[name] == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("RUMMY500_HOST", ""),
        ("RUMMY500_PORT", ""),
        ("RUMMY500_PORT", "65536"),
        ("RUMMY500_PORT", "-1"),
        ("RUMMY500_PORT", "8e3"),
        ("RUMMY500_PORT", " 80"),
        ("RUMMY500_PORT", "٨٠"),
        ("RUMMY500_PORT", "1" * 5000),
        ("RUMMY500_WORKERS", "0"),
        ("RUMMY500_THREADS", "257"),
        ("RUMMY500_LOG_LEVEL", "WARNING"),
        ("RUMMY500_ACCESS_LOG", "true"),
        ("RUMMY500_PROT", "8000"),
    ],
)
def test_a_setting_that_cannot_be_used_is_refused_by_its_name(name: str, text: str) -> None:
    with pytest.raises(SettingRefused, match=re.escape(name)):
        read_settings({name: text})
