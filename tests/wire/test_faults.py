"""Pointers to faults."""

import pytest

from service.wire.faults import FieldError, Invalid, escaped, pointer, shortened


@pytest.mark.parametrize(
    ("place", "written"),
    [
        ((), ""),
        (("cards", 2), "/cards/2"),
        (("melds", 0, "lay_offs", 1, "cards", 0), "/melds/0/lay_offs/1/cards/0"),
        (("a/b", "~1", ""), "/a~1b/~01/"),
    ],
)
def test_a_place_is_written_as_a_json_pointer(place: tuple[str | int, ...], written: str) -> None:
    assert pointer(place) == written


def test_a_name_is_escaped_tilde_first() -> None:
    assert escaped("~/") == "~0~1"


def test_faults_are_seen_from_further_out() -> None:
    inner = Invalid([FieldError("BAD_CARD", "/1", "no card"), FieldError("REQUIRED", "", "missing", {"a": 1})])
    assert list(inner.under("a/b")) == [
        FieldError("BAD_CARD", "/a~1b/1", "no card"),
        FieldError("REQUIRED", "/a~1b", "missing", {"a": 1}),
    ]


def test_a_message_shows_no_more_than_the_beginning_of_a_long_text() -> None:
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 40 + "..."
