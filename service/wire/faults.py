"""What can be wrong with a request: it is not our JSON, or it is no question that the contract knows."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

_SHOWN: Final = 40
NO_PARAMS: Final[Mapping[str, object]] = MappingProxyType({})


class Malformed(Exception):
    """The body cannot be read; `code` is that of the problem, `detail` a sentence that a client may be shown."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class FieldError(NamedTuple):
    """One fault of a document: its code, where it is (a JSON pointer), a sentence, and what would do."""

    code: str
    pointer: str
    message: str
    params: Mapping[str, object] = NO_PARAMS


class Invalid(Exception):
    """The document breaks the schema; `errors` names every fault, in the order of the schema."""

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__(errors)
        self.errors = errors

    def under(self, member: str | int) -> Iterator[FieldError]:
        """Return the faults as they are seen from the object or list that has this member."""
        step = f"/{escaped(str(member))}"
        return (error._replace(pointer=step + error.pointer) for error in self.errors)


def escaped(member: str) -> str:
    """Return a member's name as a JSON pointer writes it.

    >>> escaped("a/b~c")
    'a~1b~0c'
    """
    return member.replace("~", "~0").replace("/", "~1")


def pointer(place: Sequence[str | int]) -> str:
    """Return the JSON pointer to a place.

    >>> pointer(("melds", 0, "cards"))
    '/melds/0/cards'
    """
    return "".join(f"/{escaped(str(step))}" for step in place)


def shortened(text: str) -> str:
    """Return what a message shows of a client's text."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
