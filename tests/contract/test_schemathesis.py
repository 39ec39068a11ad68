"""schemathesis against the application itself: every check, fewer questions than the running service is asked."""

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from service.app import create_app
from service.settings import Settings

from . import schemathesis_checks  # noqa: F401 - registers the check
from .document import PATH

# To make up questions that hold all others takes longer than all others: the running service is asked them.
LONG = ["judgeBatch", "judgeRecord"]

config = SchemathesisConfig.from_path(Path(__file__).with_name("schemathesis.toml"))
schema = schemathesis.openapi.from_path(PATH, config=config).exclude(operation_id=LONG)
schema.app = create_app(Settings(store_url=f"sqlite:///{Path(mkdtemp())}/games.db", stream_seconds=1, access_log="off"))


@schema.parametrize()
# A batch of questions is slow to make up on a busy machine, which is no fault of the application.
@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
def test_the_application_keeps_its_contract(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate()
