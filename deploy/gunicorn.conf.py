"""gunicorn's settings; those an operator may change come from RUMMY500_ variables (`rummy-referee --help`).

What stands here is only the way to them, because the installed command needs them without this file.
"""

import os

from service.serving import gunicorn_settings
from service.settings import read_settings

globals().update(gunicorn_settings(read_settings(os.environ)))
