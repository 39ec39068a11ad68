"""Readers of objects that have no fault, each a function that is written from the schema before which it stands.

A schema looks up what reads each member and names every fault; that takes longer than to judge most of what is asked.
A plain reader takes what its schema takes, as long as it is written as usual (5 and not 5.0), and makes the same of it.
It raises one of `NOT_PLAIN` for everything else, which the schema then reads from the beginning.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from service.rules.cards import CARDS

from .faults import Invalid
from .fields import KIND, Boolean, CardList, Choice, Closed, Integer, OneCard, Part, Parts, Tag, Union

Reader: TypeAlias = Callable[[Any], Any]


class NotPlainError(Exception):
    """The schema is to read it."""


#: What a plain reader raises, be it by looking up what is not there.
NOT_PLAIN: Final = (NotPlainError, Invalid, LookupError, TypeError)

_REFUSE: Final = "    raise NotPlainError"
#: Two schemas of a class read alike.
_WRITTEN: Final[dict[type, Reader]] = {}


def record_reader(schema: Closed[Any], *, beside: str | None = None, around: Reader | None = None) -> Reader:
    """Return the plain reader of an object of which a record is built; anything else the schema itself reads.

    A member named `beside` has been read already. `around` is given the record, and by their names those members that
    the record does not have.
    """
    record: Any = schema.builds
    if not hasattr(record, "_fields"):
        return schema.load
    names: dict[str, Any] = {"record": record, "new": tuple.__new__, "around": around, "NotPlainError": NotPlainError}
    names |= {f"no_{name}": default for name, default in record._field_defaults.items()}
    needed = sum(field.required for field in schema.fields.values()) + (beside is not None)
    lines = ["if type(data) is not dict:", _REFUSE, f"known = {needed}", "more = {}"]
    for name, field in schema.fields.items():
        names[f"read_{name}"] = _reader_of(field)
        reading = [f"{name} = data[{name!r}]", *_lines(name, field)]
        if name not in record._fields and name != KIND:
            reading.append(f"more[{name!r}] = {name}")
        if not field.required:
            reading = [f"if {name!r} in data:", "    known += 1", *(f"    {line}" for line in reading)]
            if name in record._fields:
                reading += ["else:", f"    {name} = no_{name}"]
        lines += reading
    members = "".join([f"{name}, " if name in schema.fields else f"no_{name}, " for name in record._fields])
    lines += ["if len(data) != known:", _REFUSE, f"built = new(record, ({members}))"]
    lines += ["return built" if around is None else "return around(built, **more) if more else around(built)"]
    source = "\n    ".join(["def read(data):", *lines])
    exec(compile(source, f"<plain reader of {type(schema).__name__}>", "exec"), names)  # noqa: S102 - it is all ours
    reader: Reader = names["read"]
    return reader


def _plain_reader(schema: Any) -> Reader:
    """Return the plain reader of an object or a union."""
    if isinstance(schema, Union):
        branches = {kind: _plain_reader(branch) for kind, branch in schema.branches.items()}
        return lambda data: branches[data[KIND]](data)
    reader = _WRITTEN.get(type(schema))
    if reader is None:
        reader = _WRITTEN[type(schema)] = record_reader(schema)
    return reader


def _reader_of(field: Any) -> Reader | Mapping[str, Any]:
    """Return what turns a member, or each of its parts, into what is built of it: a function, or a table of words."""
    match field:
        case OneCard():
            return CARDS
        case CardList():
            return field.spellings
        case Choice():
            return field.words
        case Part() | Parts():
            return _plain_reader(field.schema)
    reader: Reader = field.read
    return reader


def _lines(name: str, field: Any) -> list[str]:
    """Return the lines that look at a member and turn it into what is built of it."""
    match field:
        case Tag():
            return [f"if {name} != {field.word!r}:", _REFUSE]
        case Boolean():
            return [f"if {name} is not True and {name} is not False:", _REFUSE]
        case Integer():
            return [f"if type({name}) is not int or not {field.minimum} <= {name} <= {field.maximum}:", _REFUSE]
        case CardList() | Parts():
            each = f"read_{name}[each]" if isinstance(field, CardList) else f"read_{name}(each)"
            listed = f"type({name}) is list and {field.minimum} <= len({name}) <= {field.maximum}"
            return [f"if not ({listed}):", _REFUSE, f"{name} = tuple([{each} for each in {name}])"]
        case OneCard() | Choice():
            return [f"{name} = read_{name}[{name}]"]
    return [f"{name} = read_{name}({name})"]
