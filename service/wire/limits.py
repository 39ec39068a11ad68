"""How much a request may hold: the numbers of the contract."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

BODY_BYTES: Final = 65_536
BATCH_BODY_BYTES: Final = 4_194_304
JSON_DEPTH: Final = 16
NUMBER_DIGITS: Final = 308
CARDS: Final = 112
MELDS: Final = 72
MOVES: Final = 60
BATCH_ITEMS: Final = 1000
SEATS: Final = 8
NAME_LENGTH: Final = 40
ID_LENGTH: Final = 64
ERRORS: Final = 50
ROUNDS: Final = 1000
POTS: Final = 4
#: More than there are seats: a list of the wrong length is told in words of the game.
SCORES: Final = 64
#: Of a record, in all its rounds.
RECORDED_MOVES: Final = 10_000
RESHUFFLES: Final = 16
SALT_LENGTH: Final = 128
SEED_LENGTH: Final = 128
#: The largest count, seat number, score or total.
NUMBER: Final = 1_000_000

#: The limits of the contract that the service tells of itself.
MOST: Final[Mapping[str, int]] = MappingProxyType(
    {
        "body_bytes": BODY_BYTES,
        "batch_body_bytes": BATCH_BODY_BYTES,
        "json_depth": JSON_DEPTH,
        "cards": CARDS,
        "melds": MELDS,
        "moves": MOVES,
        "batch_items": BATCH_ITEMS,
        "seats": SEATS,
        "name_length": NAME_LENGTH,
        "errors": ERRORS,
    }
)

#: The limits in force in this process, which its operator may have lowered.
LIMITS: Final[dict[str, int]] = dict(MOST)


def lower(lowered: Mapping[str, int]) -> None:
    """Put limits in force that are lower than promised; what is not named is as the contract says."""
    LIMITS.update(MOST)
    LIMITS.update(lowered)
