"""The only marshmallow fields and schemas that are used: strict ones.

marshmallow's own take "5" for 5, "yes" for true and a newline after a pattern. These take what the contract says and
name every fault with its pointer.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from marshmallow import Schema
from marshmallow.fields import Field

from service.rules.cards import CARDS, MELD_CARDS, Card
from service.rules.questions import Cards

from . import limits
from .faults import FieldError, Invalid

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
E = TypeVar("E", bound=StrEnum)

KIND: Final = "kind"
_JSON_TYPES: Final = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a number",
    float: "a number",
    bool: "a boolean",
    type(None): "null",
}


def refused(code: str, message: str, **params: object) -> Invalid:
    """Return the fault of one value, as it is seen from that value."""
    return Invalid([FieldError(code, "", message, params)])


def wrong_type(wanted: str, value: object) -> Invalid:
    """Return the fault of a value that is of another JSON type."""
    return refused("WRONG_TYPE", f"This must be {wanted}, not {_JSON_TYPES[type(value)]}.")


def not_one_of(allowed: Iterable[str]) -> Invalid:
    """Return the fault of a text that is none of the allowed words."""
    words = list(allowed)
    return refused("BAD_VALUE", f"This must be {' or '.join(words)}.", allowed=words)


def missing(member: str) -> Iterable[FieldError]:
    """Return the fault of an object without this member, at the place where it would be."""
    return refused("REQUIRED", f"{member} is missing.").under(member)


class Strict(Field[T]):
    """A field that takes a value as it is or refuses it; null is a value of another type."""

    def read(self, value: object) -> T:
        """Return what a JSON value says; raise Invalid with every fault that it has."""
        raise NotImplementedError

    def deserialize(self, value: Any, attr: object = None, data: object = None, **_: object) -> T:  # noqa: ARG002
        """Return what a JSON value says, as `read` does."""
        return self.read(value)


class Integer(Strict[int]):
    """A whole number from `minimum` to `maximum`; 5.0 is one, "5" and true are none."""

    def __init__(self, minimum: int, maximum: int, *, required: bool = False) -> None:
        super().__init__(required=required)
        self.minimum = minimum
        self.maximum = maximum

    def read(self, value: object) -> int:
        """Return the number."""
        number = _whole_number(value)
        if not self.minimum <= number <= self.maximum:
            raise refused(
                "OUT_OF_RANGE",
                f"This must be from {self.minimum} to {self.maximum}.",
                minimum=self.minimum,
                maximum=self.maximum,
            )
        return number


class Amount(Strict[int]):
    """One of a few whole numbers."""

    def __init__(self, amounts: Collection[int], *, required: bool = False) -> None:
        super().__init__(required=required)
        self.amounts = sorted(amounts)

    def read(self, value: object) -> int:
        """Return the number."""
        number = _whole_number(value)
        if number not in self.amounts:
            raise refused("BAD_VALUE", f"This must be {' or '.join(map(str, self.amounts))}.", amounts=self.amounts)
        return number


class Boolean(Strict[bool]):
    """True or false, and nothing that is like them."""

    def read(self, value: object) -> bool:
        """Return the boolean."""
        if not isinstance(value, bool):
            raise wrong_type("a boolean", value)
        return value


class Text(Strict[str]):
    """A text of a length that fits a pattern from its first character to its last."""

    def __init__(self, pattern: str, minimum: int, maximum: int, *, required: bool = False) -> None:
        super().__init__(required=required)
        self.pattern = pattern
        self.minimum = minimum
        self.maximum = maximum
        self._fits = re.compile(pattern).fullmatch

    def read(self, value: object) -> str:
        """Return the text."""
        if not isinstance(value, str):
            raise wrong_type("a text", value)
        _check_length(len(value), self.minimum, self.maximum, "characters")
        if self._fits(value) is None:
            raise refused("BAD_VALUE", f"This must match {self.pattern}.", pattern=self.pattern)
        return value


class Choice(Strict[E]):
    """One of a few words."""

    def __init__(self, words: Iterable[E], *, required: bool = False) -> None:
        super().__init__(required=required)
        self.words: dict[str, E] = {word.value: word for word in words}

    def read(self, value: object) -> E:
        """Return the word."""
        if not isinstance(value, str):
            raise wrong_type("a text", value)
        word = self.words.get(value)
        if word is None:
            raise not_one_of(self.words)
        return word


class Tag(Strict[str]):
    """The one word in `kind` that tells an object of a union from the others."""

    def __init__(self, word: str) -> None:
        super().__init__(required=True)
        self.word = word

    def read(self, value: object) -> str:
        """Return the word."""
        if value != self.word:
            raise not_one_of((self.word,))
        return self.word


class OneCard(Strict[Card]):
    """A card of a hand or a pile."""

    def read(self, value: object) -> Card:
        """Return the card."""
        card = CARDS.get(value) if isinstance(value, str) else None
        if card is None:
            raise _not_a_card(value, CARDS)
        return card


class CardList(Strict[Cards]):
    """Cards of a hand or a pile, in the order given."""

    spellings: ClassVar[Mapping[str, Card]] = CARDS

    def __init__(self, minimum: int = 0, *, required: bool = False) -> None:
        super().__init__(required=required)
        self.minimum = minimum
        self.maximum = limits.CARDS

    def read(self, value: object) -> Cards:
        """Return the cards; every bad one is named."""
        if not isinstance(value, list):
            raise wrong_type("a list of cards", value)
        _check_length(len(value), self.minimum, self.maximum, "cards")
        try:
            return tuple(map(self.spellings.__getitem__, value))
        except (KeyError, TypeError):
            raise Invalid(
                [
                    fault
                    for index, code in enumerate(value)
                    if not isinstance(code, str) or code not in self.spellings
                    for fault in _not_a_card(code, self.spellings).under(index)
                ]
            ) from None


class MeldCardList(CardList):
    """Cards of a meld or a lay-off, where a joker may be named."""

    spellings = MELD_CARDS


class Schemas(Protocol[T_co]):
    """What reads an object: a schema, or a union of them."""

    def load(self, data: object) -> T_co:
        """Return what a JSON object says; raise Invalid with every fault that it has."""


class Part(Strict[T]):
    """An object inside another."""

    def __init__(self, schema: Schemas[T], *, required: bool = False) -> None:
        super().__init__(required=required)
        self.schema = schema

    def read(self, value: object) -> T:
        """Return what the object says."""
        return self.schema.load(value)


class Parts(Strict[tuple[T, ...]]):
    """Objects of one kind, in the order given."""

    def __init__(self, schema: Schemas[T], maximum: int, minimum: int = 0, *, required: bool = False) -> None:
        super().__init__(required=required)
        self.schema = schema
        self.minimum = minimum
        self.maximum = maximum

    def read(self, value: object) -> tuple[T, ...]:
        """Return what the objects say; every fault of each is named."""
        return read_list(value, self.schema.load, self.minimum, self.maximum)


class IntegerList(Strict[tuple[int, ...]]):
    """Whole numbers, in the order given."""

    def __init__(self, each: Integer, maximum: int, *, required: bool = False) -> None:
        super().__init__(required=required)
        self.each = each
        self.minimum = 0
        self.maximum = maximum

    def read(self, value: object) -> tuple[int, ...]:
        """Return the numbers; every bad one is named."""
        return read_list(value, self.each.read, self.minimum, self.maximum)


class Closed(Schema, Generic[T_co]):
    """An object that takes no member but its own; `load` builds of them what the rules know it as.

    marshmallow's own `load` names unknown members in no fixed order, and takes one that is called `_schema` for the
    object itself. A `Tag` tells the object's kind and is no part of what is built.
    """

    builds: ClassVar[Callable[..., Any]]

    def __init__(self) -> None:
        super().__init__()
        self._readers: dict[str, Callable[[object], Any]] = {}
        for name, member in self.fields.items():
            if not isinstance(member, Strict):
                raise TypeError(f"{name} is read by {type(member).__name__}, which is not strict.")
            self._readers[name] = member.read
        self._required = tuple(name for name, member in self.fields.items() if member.required)

    def load(self, data: object, **_: object) -> T_co:
        """Return what a JSON object says; raise Invalid with every fault that it has."""
        if not isinstance(data, dict):
            raise wrong_type("an object", data)
        read: dict[str, Any] = {}
        faults: list[FieldError] = []
        reader_of = self._readers.get
        for name, value in data.items():
            reader = reader_of(name)
            try:
                if reader is None:
                    raise self.unknown_member(name)
                read[name] = reader(value)
            except Invalid as invalid:
                faults.extend(invalid.under(name))
                if len(faults) >= limits.ERRORS:
                    break
        for name in self._required:
            if name not in data:
                faults.extend(missing(name))
        return self.finish(data, read, faults)

    def finish(self, data: Mapping[str, object], read: dict[str, Any], faults: list[FieldError]) -> T_co:  # noqa: ARG002
        """Return what the rules know an object as; raise Invalid where it has faults.

        `read` are its members that could be read.
        """
        if faults:
            raise Invalid(faults)
        read.pop(KIND, None)
        built: T_co = self.builds(**read)
        return built

    def unknown_member(self, name: str) -> Invalid:  # noqa: ARG002
        """Return the fault of a member that this object does not take."""
        return refused("UNKNOWN_MEMBER", f"There is no such member here, only {', '.join(self._readers)}.")


class Union(Generic[T_co]):
    """An object of one of several kinds, told apart by its `kind`."""

    def __init__(self, *branches: Closed[T_co]) -> None:
        self.branches: dict[str, Closed[T_co]] = {}
        for branch in branches:
            tag = branch.fields[KIND]
            if not isinstance(tag, Tag):
                raise TypeError(f"{type(branch).__name__} has no tag.")
            self.branches[tag.word] = branch

    def load(self, data: object) -> T_co:
        """Return what an object of one of the kinds says; raise Invalid with every fault that it has."""
        kind, members = read_kind(data, self.branches)
        return self.branches[kind].load(members)


def read_kind(data: object, kinds: Collection[str]) -> tuple[str, dict[str, object]]:
    """Return of which of these kinds an object says that it is, and its members; raise Invalid where it is of none."""
    if not isinstance(data, dict):
        raise wrong_type("an object", data)
    if KIND not in data:
        raise Invalid(list(missing(KIND)))
    kind = data[KIND]
    if not isinstance(kind, str):
        raise Invalid(list(wrong_type("a text", kind).under(KIND)))
    if kind not in kinds:
        raise Invalid(list(not_one_of(kinds).under(KIND)))
    return kind, data


def _whole_number(value: object) -> int:
    if type(value) is int:
        return value
    if isinstance(value, float):
        if value.is_integer():
            return int(value)
        raise refused("WRONG_TYPE", "This must be a whole number, not one with a fraction.")
    raise wrong_type("a whole number", value)


def _check_length(length: int, minimum: int, maximum: int, counted: str) -> None:
    if length > maximum:
        raise refused("TOO_LONG", f"This has {length} {counted}; {maximum} are the most.", maximum=maximum)
    if length < minimum:
        raise refused("TOO_SHORT", f"This has {length} {counted}; {minimum} is the least.", minimum=minimum)


def unread_list(value: object, minimum: int, maximum: int) -> list[object]:
    """Return a list as it came, if it is one of such a length."""
    if not isinstance(value, list):
        raise wrong_type("a list", value)
    _check_length(len(value), minimum, maximum, "members")
    return value


def read_list(value: object, read: Callable[[object], T], minimum: int, maximum: int) -> tuple[T, ...]:
    """Return the members of a list; every fault of each is named."""
    faults: list[FieldError] = []
    members: list[T] = []
    for index, member in enumerate(unread_list(value, minimum, maximum)):
        try:
            members.append(read(member))
        except Invalid as invalid:
            faults.extend(invalid.under(index))
            if len(faults) >= limits.ERRORS:
                break
    if faults:
        raise Invalid(faults)
    return tuple(members)


def _not_a_card(value: object, spellings: Mapping[str, Card]) -> Invalid:
    if not isinstance(value, str):
        return wrong_type("a card", value)
    if value in MELD_CARDS:
        return refused("BAD_CARD", "A joker has a name in melds and lay-offs only; here it is JK.")
    if value.strip().upper() in spellings:
        return refused("BAD_CARD", f"A card is written {_CARDS_WRITTEN}, in upper case and without blanks.")
    return refused("BAD_CARD", f"This is no card. A card is written {_CARDS_WRITTEN}.")


_CARDS_WRITTEN: Final = "as its rank and suit, like 10H or AS, and a joker JK"
