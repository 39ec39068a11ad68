"""The numbers of the contract."""

from service.wire.limits import LIMITS


def test_the_limits_are_those_that_were_promised() -> None:
    assert LIMITS == {
        "body_bytes": 65536,
        "batch_body_bytes": 4194304,
        "json_depth": 16,
        "cards": 112,
        "melds": 72,
        "moves": 60,
        "batch_items": 1000,
        "seats": 8,
        "name_length": 40,
        "errors": 50,
    }
