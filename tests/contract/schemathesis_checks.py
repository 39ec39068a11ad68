"""What schemathesis does not know by itself: why a valid question may be refused, and how a page is read."""

from typing import Any

import schemathesis
from schemathesis import Case, CheckContext, DeserializationContext, GenerationMode, Response


@schemathesis.check
def valid_questions_fail_only_by_contradictions(_: CheckContext, response: Response, case: Case[Any]) -> None:
    """Refuse a question that fits the schema only where its options contradict each other or the seats."""
    if response.status_code == 422 and case.meta and case.meta.generation.mode == GenerationMode.POSITIVE:
        codes = {error["code"] for error in response.json()["errors"]}
        assert codes == {"CONTRADICTORY_OPTIONS"}, codes


@schemathesis.deserializer("text/html")
def page(_: DeserializationContext, response: Response) -> str:
    """Read a page as the text that it is."""
    return response.text
