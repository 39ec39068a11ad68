"""What an operator may set, read once from environment variables that begin with RUMMY500_.

The prefix is the game's and not the service's name, because orchestrators inject `<SERVICE>_PORT`.
Nothing here knows of cards, and nothing else reads the environment.
"""

from __future__ import annotations

import re
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from service.store import TIME_TO_LIVE
from service.wire import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PREFIX: Final = "RUMMY500_"
FILE: Final = "_FILE"
LEAST_SECRET: Final = 16
LOG_LEVELS: Final = ("debug", "info", "warning", "error", "critical")
SWITCH: Final = ("on", "off")
MASK: Final = "***"


class SettingRefused(Exception):
    """A variable of the environment cannot be used; the message names it and says what it takes."""


def _number(default: int, least: int, most: int, meaning: str) -> Any:
    return field(default=default, metadata={"least": least, "most": most, "meaning": meaning})


def _limit(name: str, meaning: str) -> Any:
    """Declare a limit of the contract: it may be lowered, and never be more than was promised."""
    return _number(limits.MOST[name], 1, limits.MOST[name], meaning)


def _text(default: str, meaning: str, **more: Any) -> Any:
    return field(default=default, metadata={"meaning": meaning, **more})


def _secret(default: str, meaning: str, mask: Callable[[str], str], **more: Any) -> Any:
    """Declare a text that is shown to nobody; it may come from the file that the variable with _FILE names."""
    return field(default=default, repr=False, metadata={"meaning": meaning, "mask": mask, **more})


def masked_url(url: str) -> str:
    """Hide who we are at a server.

    >>> masked_url("redis://me:secret@store:6379/0")
    'redis://***@store:6379/0'
    """
    return re.sub(r"//.*@", f"//{MASK}@", url)


def masked_keys(keys: str) -> str:
    """Hide keys, but not their number.

    >>> masked_keys("one,two")
    '***,***'
    """
    return ",".join(MASK for key in keys.split(",") if key)


_KEYS: Final = (
    rf"[^,\s]{{{LEAST_SECRET},}}(,[^,\s]{{{LEAST_SECRET},}})*",
    f"secrets of at least {LEAST_SECRET} characters, a comma between",
)
_ORIGINS: Final = (r"https?://[^\s/,*]+(,https?://[^\s/,*]+)*", "origins like https://table.example, a comma between")
_RATE: Final = (r"[1-9][0-9]{0,5}/(second|minute|hour)|off", "a number of requests and a time as 600/minute, or off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The service's settings, all of them valid.

    `meaning` is shown by `rummy-referee --help`; `least` and `most` bound a number, `words` lists the texts allowed,
    `form` is what a text must look like and how that is said, `mask` hides a secret.
    """

    host: str = _text("127.0.0.1", "address to listen on")
    port: int = _number(8000, 0, 65_535, "port to listen on; 0 takes a free one")
    workers: int = _number(2, 1, 64, "worker processes; one a core is plenty")
    connections: int = _number(1000, 1, 100_000, "connections that each worker holds at once")
    waiters: int = _number(500, 1, 100_000, "requests in each worker that may wait for events at once")
    stream_seconds: int = _number(50, 1, 55, "seconds that a stream of events lasts; clients go on with a new one")
    drain_seconds: int = _number(
        0, 0, 300, "seconds between SIGTERM and the end of listening, in which /readyz sends clients elsewhere"
    )
    grace_seconds: int = _number(25, 2, 600, "seconds that running requests may still take when the service stops")
    store_url: str = _secret(
        "sqlite:///rummy-referee.db",
        "where games are kept: sqlite:///FILE, redis://HOST, rediss://, redis+sentinel://, redis+cluster://, or none",
        masked_url,
    )
    store_connections: int = _number(32, 1, 1000, "connections that each worker opens to a Redis at most")
    time_to_live: int = _number(int(TIME_TO_LIVE), 1, 31_536_000, "seconds that a game is kept after its last move")
    token_keys: str = _secret(
        "",
        "secrets that sign the tokens of games, a comma between: the first signs, all are believed; without any one is "
        "made and kept with the games",
        masked_keys,
        form=_KEYS,
    )
    chosen_deals: str = _text("on", "whether a game may be dealt from a deck or seed of the client", words=SWITCH)
    api_keys: str = _secret(
        "",
        "keys of which every request under /v1 must carry one as X-API-Key, a comma between",
        masked_keys,
        form=_KEYS,
    )
    rate_limit: str = _text("off", "requests that a client may send under /v1, as 600/minute", form=_RATE)
    rate_limit_url: str = _secret(
        "",
        "the Redis that counts them for all instances; without it the store's, else each worker counts for itself",
        masked_url,
        form=(r"rediss?://\S+", "a URL that begins with redis:// or rediss://"),
    )
    proxies: int = _number(0, 0, 8, "proxies in front of the service, each of which adds to X-Forwarded-For")
    cors_origins: str = _text("", "web sites that may ask from a browser, a comma between", form=_ORIGINS)
    body_bytes: int = _limit("body_bytes", "bytes that the body of a request may have")
    batch_body_bytes: int = _limit("batch_body_bytes", "bytes that the body of a batch or record may have")
    batch_items: int = _limit("batch_items", "questions that a batch may have")
    json_depth: int = _limit("json_depth", "levels that the body of a request may have")
    log_level: str = _text("info", "least grave message that is logged", words=LOG_LEVELS)
    access_log: str = _text("on", "one line a request in the log, of level info", words=SWITCH)
    metrics: str = _text("on", "whether /metrics tells what is measured", words=SWITCH)
    tracing: str = _text(
        "off", "whether requests are traced by OpenTelemetry, which its own OTEL_ variables set up", words=SWITCH
    )

    def shown(self) -> dict[str, object]:
        """Give the settings as they may be shown, with secrets hidden."""
        values = ((setting.name, getattr(self, setting.name), setting.metadata) for setting in fields(self))
        return {name: metadata["mask"](value) if "mask" in metadata else value for name, value, metadata in values}


_FIELDS: Final[Mapping[str, Field[Any]]] = {PREFIX + setting.name.upper(): setting for setting in fields(Settings)}


def variable(name: str) -> str:
    """Name the environment variable that a setting is read from.

    >>> variable("port")
    'RUMMY500_PORT'
    """
    return PREFIX + name.upper()


def is_secret(setting: Field[Any]) -> bool:
    """Tell whether a setting may also be read from a file."""
    return "mask" in setting.metadata


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings from these variables; one that is absent keeps its default.

    >>> read_settings({"RUMMY500_PORT": "8080"}).port
    8080
    """
    given = {}
    for name, setting in _FIELDS.items():
        text = environment.get(name)
        if is_secret(setting) and name + FILE in environment:
            if text is not None:
                raise SettingRefused(f"{name} and {name}{FILE} are both there; one of them is enough.")
            text = _content(name + FILE, environment[name + FILE])
        if text is not None:
            given[setting.name] = _value(name, text, setting)
    return Settings(**given)


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Give a warning for each variable with our prefix that no setting reads: it is often a typing error.

    >>> unknown_variables({"RUMMY500_PROT": "8080"})
    ['RUMMY500_PROT is no setting of this service and changes nothing; is RUMMY500_PORT meant?']
    """
    known = [*_FIELDS, *(name + FILE for name, setting in _FIELDS.items() if is_secret(setting))]
    unknown = sorted(name for name in environment if name.startswith(PREFIX) and name not in known)
    warnings = []
    for name in unknown:
        meant = get_close_matches(name.removeprefix(PREFIX), [each.removeprefix(PREFIX) for each in known], 1)
        end = f"; is {PREFIX}{meant[0]} meant?" if meant else "."
        warnings.append(f"{name} is no setting of this service and changes nothing{end}")
    return warnings


def _content(name: str, path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise SettingRefused(f"{name} must name a file that can be read: {type(error).__name__}.") from error


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
    # What cannot be used is not repeated: there may be a secret in it.
    form, told = setting.metadata.get("form", (".*", ""))
    if not re.fullmatch(form, text, re.DOTALL):
        raise SettingRefused(f"{name} must be {told}.")
    return text
