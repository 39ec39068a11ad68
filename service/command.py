"""The command `rummy-referee`: starts the service, set up by environment variables."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import Field, fields
from typing import TYPE_CHECKING, Any, NoReturn

from gunicorn.app.base import BaseApplication
from gunicorn.util import import_app

from service import __version__
from service.serving import APPLICATION, gunicorn_settings
from service.settings import (
    FILE,
    SettingRefused,
    Settings,
    is_secret,
    read_settings,
    unknown_variables,
    variable,
)

if TYPE_CHECKING:
    from gunicorn._types import _WSGIAppType


class Server(BaseApplication):
    """gunicorn, told its settings by us and not by its own command line."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Hand gunicorn our settings."""
        for name, value in gunicorn_settings(self.settings).items():
            self.cfg.set(name, value)

    def load(self) -> _WSGIAppType:
        """Build the application, once in each worker."""
        return import_app(APPLICATION)


def main() -> None:
    """Serve until stopped; a setting that cannot be used ends the command with one sentence and status 2."""
    parser = ArgumentParser(
        prog="rummy-referee",
        description="Serves the Rummy Referee over HTTP.",
        epilog="Environment variables:\n" + "\n".join(settings_help()),
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("--check", action="store_true", help="show the settings in force, secrets hidden, and exit")
    asked = parser.parse_args()
    try:
        settings = read_settings(os.environ)
        if asked.check:
            check(settings)
    except SettingRefused as refusal:
        sys.stderr.write(f"rummy-referee: {refusal}\n")
        sys.exit(2)
    Server(settings).run()


def check(settings: Settings) -> NoReturn:
    """Show the settings in force, if a service can be built from them, and exit."""
    # It is built by workers otherwise, which prepare for it before anything of it is loaded.
    from service.app import create_app  # noqa: PLC0415

    create_app(settings)
    for warning in unknown_variables(os.environ):
        sys.stderr.write(f"rummy-referee: {warning}\n")
    for name, value in settings.shown().items():
        sys.stdout.write(f"{variable(name)}={value}\n")
    sys.exit()


def settings_help() -> list[str]:
    """List every setting, its default and what it means, a line each."""
    return [_help(setting) for setting in fields(Settings)]


def _help(setting: Field[Any]) -> str:
    default = f"default {setting.default}" if setting.default != "" else "not set by default"
    file = f"; {variable(setting.name)}{FILE} may name a file that holds it" if is_secret(setting) else ""
    return f"  {variable(setting.name):26} {setting.metadata['meaning']} ({default}{file})"
