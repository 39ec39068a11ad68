"""The first question that a newcomer may ask, shown when the service starts, on its start page and in the README."""

from typing import Final

OPERATION: Final = "judgeMeld"
PATH: Final = "/v1/verdicts/meld"
BODY: Final = '{"ruleset": "nordic", "cards": ["QS", "KS", "AS"]}'


def command(base: str) -> str:
    """Word the question as a curl command to the service at this address."""
    return f"curl {base}{PATH} -H 'Content-Type: application/json' \\\n  -d '{BODY}'"
