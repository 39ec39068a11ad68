"""Why a request about a game is not carried out, in words that any front may show."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Refused(Exception):
    """The request is not carried out and nothing has changed.

    `code` is a problem of the contract, `detail` a sentence, `members` what else a client is told.
    """

    def __init__(self, code: str, detail: str, **members: object) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.members: Mapping[str, object] = members
