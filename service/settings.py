"""What an operator may set, read once from environment variables that begin with RUMMY500_.

The prefix is the game's and not the service's name, because orchestrators inject `<SERVICE>_PORT`.
Nothing here knows of cards, and nothing else reads the environment.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX: Final = "RUMMY500_"
LOG_LEVELS: Final = ("debug", "info", "warning", "error", "critical")


class SettingRefused(Exception):
    """A variable of the environment cannot be used; the message names it and says what it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The service's settings, all of them valid.

    `meaning` is shown by `rummy-referee --help`; `least` and `most` bound a number, `words` lists the texts allowed.
    """

    host: str = field(default="127.0.0.1", metadata={"meaning": "address to listen on"})
    port: int = field(
        default=8000, metadata={"meaning": "port to listen on; 0 takes a free one", "least": 0, "most": 65_535}
    )
    workers: int = field(
        default=2, metadata={"meaning": "worker processes; one a core is plenty", "least": 1, "most": 64}
    )
    threads: int = field(default=8, metadata={"meaning": "threads in each worker", "least": 1, "most": 256})
    log_level: str = field(
        default="info", metadata={"meaning": "least grave message that is logged", "words": LOG_LEVELS}
    )
    access_log: str = field(
        default="off", metadata={"meaning": "one line a request on standard output", "words": ("on", "off")}
    )


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings from these variables; one that is absent keeps its default.

    A variable with our prefix that no setting reads is refused too: it is a typing error more often than not.

    >>> read_settings({"RUMMY500_PORT": "8080"}).port
    8080
    """
    settings = {variable(setting.name): setting for setting in fields(Settings)}
    given = {name: text for name, text in environment.items() if name.startswith(PREFIX)}
    if unknown := sorted(given.keys() - settings.keys()):
        raise SettingRefused(f"{unknown[0]} is no setting of this service; there are {', '.join(settings)}.")
    return Settings(**{settings[name].name: _value(name, text, settings[name]) for name, text in given.items()})


def variable(name: str) -> str:
    """Name the environment variable that a setting is read from.

    >>> variable("port")
    'RUMMY500_PORT'
    """
    return PREFIX + name.upper()


def _value(name: str, text: str, setting: Field[Any]) -> Any:
    if isinstance(setting.default, int):
        least, most = setting.metadata["least"], setting.metadata["most"]
        # Longer texts are not read at all: Python gives up on thousands of digits.
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
            raise SettingRefused(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
        return int(text)
    words = setting.metadata.get("words", ())
    if words and text not in words:
        raise SettingRefused(f"{name} must be one of {', '.join(words)}, not {text!r}.")
    if not text:
        raise SettingRefused(f"{name} must not be empty.")
    return text
