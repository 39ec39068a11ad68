"""The command `rummy-referee`: starts the service, set up by environment variables."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import fields
from typing import TYPE_CHECKING

from gunicorn.app.base import BaseApplication
from gunicorn.util import import_app

from service import __version__
from service.serving import APPLICATION, gunicorn_settings
from service.settings import SettingRefused, Settings, read_settings, variable

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
    parser.parse_args()
    try:
        settings = read_settings(os.environ)
    except SettingRefused as refusal:
        sys.stderr.write(f"rummy-referee: {refusal}\n")
        sys.exit(2)
    Server(settings).run()


def settings_help() -> list[str]:
    """List every setting, its default and what it means, a line each."""
    return [f"  {variable(one.name):20} {one.metadata['meaning']} (default {one.default})" for one in fields(Settings)]
