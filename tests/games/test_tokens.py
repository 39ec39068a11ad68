"""Tokens say who holds them, and only ours are believed."""

from __future__ import annotations

import pytest

from service.games.refusals import Refused
from service.games.tokens import Holder, Keys

GAME = "0123456789abcdef" * 2
HOLDERS = [Holder(GAME, 0), Holder(GAME, 7), Holder(GAME, 3, 12), Holder(GAME, None)]
KEYS = Keys([b"a new secret of the house", b"an old secret of the house"])


@pytest.mark.parametrize("holder", HOLDERS, ids=str)
def test_a_token_names_its_holder(holder: Holder) -> None:
    assert KEYS.holder(KEYS.token(holder)) == holder


def test_holders_have_different_tokens() -> None:
    others = [Holder(GAME[::-1], 0), Holder(GAME, 0, 1)]
    macs = {KEYS.token(holder).rpartition(".")[2] for holder in (*HOLDERS, *others)}
    assert len(macs) == len(HOLDERS) + len(others)


def test_the_first_key_signs_and_all_are_believed() -> None:
    old, new = Keys([b"an old secret of the house"]), Keys([b"a new secret of the house"])
    for holder in HOLDERS:
        assert KEYS.token(holder) == new.token(holder)
        assert KEYS.holder(old.token(holder)) == holder
        with pytest.raises(Refused):
            old.holder(new.token(holder))


GOOD = KEYS.token(Holder(GAME, 1))


@pytest.mark.parametrize(
    "token",
    [
        "",
        GAME,
        GOOD[:-1],
        GOOD + "A",
        GOOD + "\n",
        GOOD.replace(".1.0.", ".2.0."),
        GOOD.replace(".1.0.", ".1.1."),
        GOOD.replace(".1.0.", ".1.00."),
        GOOD.replace(".1.0.", ".host.0."),
        GOOD.replace(".1.0.", ".8.0."),
        GOOD.replace(".1.0.", ".1.-0."),
        GOOD.replace(".1.0.", ".1.\u0660."),
        GOOD.replace(GAME, GAME[::-1]),
        GOOD.upper(),
        f"{GAME}.1.0.{'A' * 32}",
        f"{GAME}.1.0.{'ä' * 32}",
    ],
)
def test_no_other_token_is_believed(token: str) -> None:
    with pytest.raises(Refused) as refused:
        KEYS.holder(token)
    assert refused.value.code == "UNAUTHENTICATED"
