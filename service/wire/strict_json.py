"""A reader that takes JSON and nothing but JSON, and a writer that writes it compactly.

Python's own reader also takes a byte order mark, NaN, a member twice, halves of surrogate pairs, and any depth. orjson
takes a member twice and rounds numbers, but is so fast that it may first try: what it writes as it was read has lost
nothing. Everything else is read by the slower reader, which names each fault.
"""

import json
import re
from collections import Counter
from itertools import accumulate
from math import isinf
from typing import Final, NoReturn

import orjson

from .faults import Malformed, shortened
from .limits import LIMITS, NUMBER_DIGITS

_STRING: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BLANKS: Final = b" \t\n\r"
_ALIKE: Final = bytes.maketrans(b"{}", b"[]")
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_NOT_MARKS: Final = bytes(set(_NOT_BRACKETS) - set(b'"\\'))
_STEP: Final = {ord("["): 1, ord("]"): -1}
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def read(body: bytes) -> object:
    """Return the value of a JSON text; raise Malformed if it is none or not one that is safe to read.

    >>> read(b'{"cards": ["5H"]}')
    {'cards': ['5H']}
    """
    depth = LIMITS["json_depth"]
    is_deeper = _is_deeper(body, depth)
    if not is_deeper and (plain := _read_plain(body)) is not None:
        return plain
    if body.startswith(b"\xef\xbb\xbf"):
        raise Malformed("BAD_ENCODING", "The body begins with a byte order mark.")
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Malformed("BAD_ENCODING", f"The body is not UTF-8: byte {error.start} cannot be read.") from None
    if is_deeper:
        raise Malformed("JSON_TOO_DEEP", f"The body is nested more than {depth} deep.")
    try:
        document: object = _READER.decode(text)
    except json.JSONDecodeError as error:
        raise Malformed(
            "MALFORMED_JSON", f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        ) from None
    if "\\ud" in text or "\\uD" in text:
        _refuse_halves(document)
    return document


def write(document: object) -> bytes:
    """Return a document as compact UTF-8, its members in the order given; its whole numbers have 64 bits at most."""
    return orjson.dumps(document)


def written(document: object) -> orjson.Fragment:
    """Return a part of a document that is written before the rest.

    >>> write({"a": written({"b": 1})})
    b'{"a":{"b":1}}'
    """
    return orjson.Fragment(write(document))


def _read_plain(body: bytes) -> object:
    """Return the value of a text that is written back as it was; None where it is not, or is no JSON."""
    try:
        document: object = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    written_back, compact = write(document), body.translate(None, _BLANKS)
    is_plain = written_back == compact or written_back.translate(None, _BLANKS) == compact
    return document if is_plain else None


def _is_deeper(body: bytes, depth: int) -> bool:
    # As many opening brackets as levels are no harm however they lie; most bodies have fewer.
    if body.count(b"[") + body.count(b"{") <= depth:
        return False
    # Texts without brackets in them vanish; where any other mark is left, texts are looked for one by one.
    brackets = body.translate(_ALIKE, _NOT_MARKS).replace(b'""', b"")
    if b'"' in brackets or b"\\" in brackets:
        brackets = _STRING.sub(b"", body).translate(_ALIKE, _NOT_BRACKETS)
    left = brackets
    for _ in range(depth):
        # The innermost level goes.
        left = left.replace(b"[]", b"")
        if not left:
            return False
    return max(accumulate(map(_STEP.__getitem__, brackets))) > depth


def _refuse_halves(document: object) -> None:
    if _SURROGATE.search(json.dumps(document, ensure_ascii=False)):
        raise Malformed("BAD_ENCODING", "A text has half of a surrogate pair, which is no character.")


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = json.dumps(shortened(max(counts, key=counts.__getitem__)))
        raise Malformed("DUPLICATE_MEMBER", f"An object has the member {twice} more than once.")
    return members


def _whole_number(digits: str) -> int:
    if len(digits) > NUMBER_DIGITS:
        raise _out_of_range(digits)
    return int(digits)


def _decimal_number(digits: str) -> float:
    number = float(digits)
    mantissa = digits.lower().partition("e")[0]
    if isinf(number) or (number == 0 and mantissa.strip("-0.")):
        raise _out_of_range(digits)
    return number


def _out_of_range(digits: str) -> Malformed:
    return Malformed("NUMBER_OUT_OF_RANGE", f"The number {shortened(digits)} is beyond any range.")


def _no_constant(name: str) -> NoReturn:
    raise Malformed("MALFORMED_JSON", f"The body is not JSON: {name} is no number.")


_READER: Final = json.JSONDecoder(
    object_pairs_hook=_members, parse_int=_whole_number, parse_float=_decimal_number, parse_constant=_no_constant
)
