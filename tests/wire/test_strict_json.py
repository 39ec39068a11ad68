"""What is read as JSON, and what is refused with which code."""

import json
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.wire import strict_json
from service.wire.faults import Malformed
from service.wire.limits import JSON_DEPTH

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)

NUMBERS = ["1", "-0", "0.0", "1.50", "1e5", "1E5", "1e400", "1e-400", str(2**64), "9" * 309, "18446744073709551615"]
TEXTS = ['"a"', '"a b"', '"ab"', r'"\u0061"', r'"\\"', r'"\""', '"[{"', '"]"', r'"\ud800"', r'"\ud83c\udccf"', '"é"']
#: Texts as clients may write them, though not all should.
WRITTEN = st.recursive(
    st.sampled_from([*NUMBERS, *TEXTS, "true", "null", "NaN", " ", ""]),
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda each: f"[{', '.join(each)}]")
        | st.lists(st.tuples(st.sampled_from(TEXTS), inner).map(": ".join), max_size=4).map(
            lambda each: f"{{{','.join(each)}}}"
        )
    ),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"cards": ["5H"]}', {"cards": ["5H"]}),
        (b" \t\r\n[] \n", []),
        (b"5.0", 5.0),
        (b"0.0", 0),
        (b"0e5", 0),
        (b"-0", 0),
        (b"1e300", 1e300),
        (b"9" * 308, int("9" * 308)),
        (b"null", None),
        ('"\u00e9"'.encode(), "\u00e9"),
        (rb'"\ud83c\udccf"', "\U0001f0cf"),
        (rb'"\\ud800"', "\\ud800"),
        (b"[" * JSON_DEPTH + b"]" * JSON_DEPTH, json.loads("[" * JSON_DEPTH + "]" * JSON_DEPTH)),
        (b'["[[[[[[[[[[[[[[[[[[[[[[[[\\"[[[["]', ['[[[[[[[[[[[[[[[[[[[[[[[["[[[[']),
        (b"[" + b",".join([b"[]"] * 40) + b"]", [[]] * 40),
        (b"[" + b",".join([b'{"]": "["}'] * 40) + b"]", [{"]": "["}] * 40),
        (b'[{"a": 1}, {"a": 1}]', [{"a": 1}] * 2),
        (b'{"a b": 1, "ab": 1}', {"a b": 1, "ab": 1}),
        (rb'"\u0041\/\n"', "A/\n"),
        (b"[1E2, 18446744073709551616, 0.10]", [100.0, 2**64, 0.1]),
    ],
)
def test_json_is_read(body: bytes, value: object) -> None:
    assert strict_json.read(body) == value


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "MALFORMED_JSON"),
        (b"  ", "MALFORMED_JSON"),
        (b'{"cards": ["5H"', "MALFORMED_JSON"),
        (b'{"cards": []} x', "MALFORMED_JSON"),
        (b"{} {}", "MALFORMED_JSON"),
        (b"{'cards': []}", "MALFORMED_JSON"),
        (b"[1,]", "MALFORMED_JSON"),
        (b"01", "MALFORMED_JSON"),
        (b"+1", "MALFORMED_JSON"),
        (b".5", "MALFORMED_JSON"),
        (b"NaN", "MALFORMED_JSON"),
        (b"[Infinity]", "MALFORMED_JSON"),
        (b"[-Infinity]", "MALFORMED_JSON"),
        (b'"a\nb"', "MALFORMED_JSON"),
        (b'"a', "MALFORMED_JSON"),
        (b"// none\n{}", "MALFORMED_JSON"),
        (b'{"a": 1, "a": 1}', "DUPLICATE_MEMBER"),
        (b'[{"b": {"a": 1, "c": 2, "a": 3}}]', "DUPLICATE_MEMBER"),
        (rb'{"\ud800": 1, "\ud800": 2}', "DUPLICATE_MEMBER"),
        (rb'{"a": 1, "\u0061": 1}', "DUPLICATE_MEMBER"),
        (rb'[{"a": 1, "a": 1}, "\u0061"]', "DUPLICATE_MEMBER"),
        (b"[" * 17 + b"]" * 17, "JSON_TOO_DEEP"),
        (b"[" * 1_000_000, "JSON_TOO_DEEP"),
        (b"[" * 500_000 + b"]" * 500_000, "JSON_TOO_DEEP"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "JSON_TOO_DEEP"),
        (b'{"]":[' * 9 + b"]}" * 9, "JSON_TOO_DEEP"),
        (b'["]",' * 17 + b"1" + b"]" * 17, "JSON_TOO_DEEP"),
        (rb'["\"]",' * 17 + b"1" + b"]" * 17, "JSON_TOO_DEEP"),
        (b"\xef\xbb\xbf{}", "BAD_ENCODING"),
        ("{}".encode("utf-16"), "BAD_ENCODING"),
        (b'"\xff"', "BAD_ENCODING"),
        (b'"\xed\xa0\x80"', "BAD_ENCODING"),
        (rb'["\ud800"]', "BAD_ENCODING"),
        (rb'["\udC00\uD800"]', "BAD_ENCODING"),
        (rb'{"\uDFFF": 1}', "BAD_ENCODING"),
        (b"1e999", "NUMBER_OUT_OF_RANGE"),
        (b"[-1e999]", "NUMBER_OUT_OF_RANGE"),
        (b"1e-999", "NUMBER_OUT_OF_RANGE"),
        (b"9" * 309, "NUMBER_OUT_OF_RANGE"),
        (b"-" + b"9" * 10_000, "NUMBER_OUT_OF_RANGE"),
        (b"9" * 10_000 + b".5", "NUMBER_OUT_OF_RANGE"),
    ],
)
def test_what_is_not_our_json_is_refused(body: bytes, code: str) -> None:
    with pytest.raises(Malformed) as refusal:
        strict_json.read(body)
    assert refusal.value.code == code
    assert len(refusal.value.detail.encode()) < 200


@given(VALUES)
def test_what_is_written_is_read(value: object) -> None:
    assert strict_json.read(strict_json.write(value)) == value


@given(st.binary(max_size=60) | st.text(alphabet='[]{}",:0123456789.eE+-\\ud8nulltrfas ', max_size=60).map(str.encode))
def test_any_bytes_are_read_as_python_reads_them_or_refused(body: bytes) -> None:
    try:
        value = strict_json.read(body)
    except Malformed:
        return
    assert value == json.loads(body)


@given(WRITTEN, st.integers(0, 20))
def test_the_quick_way_reads_and_refuses_as_the_slow_way_does(text: str, depth: int) -> None:
    body = ("[" * depth + text + "]" * depth).encode()
    quick = outcome(body)
    with patch.object(strict_json, "_read_plain", return_value=None):
        assert outcome(body) == quick


def outcome(body: bytes) -> str:
    """Tell what is read, or why nothing is."""
    try:
        return repr(strict_json.read(body))
    except Malformed as refusal:
        return f"{refusal.code} {refusal.detail}"


@given(st.dictionaries(st.text(), VALUES, min_size=1), VALUES)
def test_a_member_that_is_there_twice_is_found(members: dict[str, object], again: object) -> None:
    body = strict_json.write(members)
    twice = strict_json.write({next(iter(members)): again})
    with pytest.raises(Malformed) as refusal:
        strict_json.read(twice[:-1] + b"," + body[1:])
    assert refusal.value.code == "DUPLICATE_MEMBER"


def test_what_is_written_is_compact_utf8_in_the_order_given() -> None:
    assert strict_json.write({"b": ["é", 1], "a": True}) == '{"b":["é",1],"a":true}'.encode()
