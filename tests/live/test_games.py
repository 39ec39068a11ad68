"""Many clients at one table, over real connections to several worker processes: nothing is lost, doubled or leaked."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from tests.live.clients import Client, Reply, history, new_game
from tests.live.conftest import START, running
from tests.store.servers import Server, one_server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with one_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="module", params=["sqlite", "redis"])
def workers(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the service with two worker processes on each store; gives host and port."""
    changed = {"RUMMY500_WORKERS": "2"}
    if request.param == "redis":
        changed["RUMMY500_STORE_URL"] = request.getfixturevalue("redis").url
    with running(*START, **changed) as address:
        yield address


def test_of_sixteen_clients_with_one_version_one_plays(workers: str) -> None:
    game = new_game(workers)
    barrier = Barrier(16)

    def draw(_: int) -> int:
        client = game.client(1)
        client.send("GET", game.path)
        barrier.wait()
        return client.send("POST", f"{game.path}/moves", {"kind": "draw_stock"}, If_Match='"1"').status

    with ThreadPoolExecutor(16) as pool:
        statuses = sorted(pool.map(draw, range(16)))
    assert statuses == [200, *[412] * 15]
    assert [event["type"] for event in history(game)] == ["card_drawn"]


def test_one_key_sent_by_many_at_once_plays_once(workers: str) -> None:
    game = new_game(workers)
    barrier = Barrier(8)

    def draw(_: int) -> Reply:
        client = game.client(1)
        client.send("GET", game.path)
        barrier.wait()
        headers = {"If_Match": '"1"', "Idempotency_Key": "double-click"}
        return client.send("POST", f"{game.path}/moves", {"kind": "draw_stock"}, **headers)

    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(draw, range(8)))
    assert {reply.status for reply in replies} == {200}
    assert len({json.dumps(reply.document) for reply in replies}) == 1
    assert sum("Idempotency-Replayed" not in reply.headers for reply in replies) == 1
    assert len(history(game)) == 1


def test_an_event_reaches_those_who_wait_within_a_moment_and_questions_are_answered_meanwhile(workers: str) -> None:
    game = new_game(workers)
    played = [0.0]

    def wait(_: int) -> float:
        reply = game.client(0).send("GET", f"{game.path}/events?after=1&wait=20")
        assert [event["type"] for event in reply.document["events"]] == ["card_drawn"]
        return time.monotonic() - played[0]

    with ThreadPoolExecutor(20) as pool:
        waiting = [pool.submit(wait, number) for number in range(20)]
        time.sleep(1)
        asked = time.monotonic()
        assert Client(workers).send("POST", "/v1/verdicts/meld", {"cards": ["5H", "6H", "7H"]}).status == 200
        assert time.monotonic() - asked < 1
        played[0] = time.monotonic()
        game.client(1).send("POST", f"{game.path}/moves", {"kind": "draw_stock"}, If_Match='"1"')
        late = sorted(each.result() for each in waiting)
    # 300 ms are promised; a machine that does other things too is given more.
    assert late[len(late) // 2] < 1
    assert late[-1] < 3


def test_while_the_store_hangs_questions_are_answered_and_games_come_back(redis: Server) -> None:
    with running(*START, RUMMY500_STORE_URL=redis.url) as address:
        game, other = new_game(address), new_game(address)
        redis.hang()
        try:
            asked = time.monotonic()
            away = game.client(0).send("GET", game.path)
            assert time.monotonic() - asked < 2
            assert (away.status, away.document["code"], away.headers["Retry-After"]) == (503, "STORE_UNAVAILABLE", "1")
            assert game.client(0).send("GET", other.path).document["code"] == "WRONG_TOKEN"
            assert Client(address, "nonsense").send("GET", other.path).document["code"] == "UNAUTHENTICATED"
            assert game.client(0).send("POST", f"{game.path}/end", {}).document["code"] == "WRONG_TOKEN"
            assert Client(address).send("POST", "/v1/verdicts/meld", {"cards": ["5H", "6H", "7H"]}).status == 200
            assert Client(address).send("GET", "/readyz").document == {"status": "warn"}
        finally:
            redis.wake()
        assert game.client(0).send("GET", game.path).status == 200
        assert Client(address).send("GET", "/readyz").document == {"status": "pass"}


@pytest.mark.slow
def test_sixty_four_clients_at_one_table_lose_and_double_nothing(workers: str) -> None:
    game = new_game(workers, seats=8, ruleset="nordic")
    turns = 24
    slowest = [0.0] * 64

    def sit(number: int) -> None:
        seat, client = number % 8, game.client(number % 8)
        while True:
            asked = time.monotonic()
            read = client.send("GET", game.path)
            slowest[number] = max(slowest[number], time.monotonic() - asked)
            if read.document["version"] > 2 * turns or "seat_to_act" not in read.document:
                return
            if read.document["seat_to_act"] == seat:
                body = {"kind": "draw_stock"}
                if read.document["phase"] == "play":
                    body = {"kind": "discard", "card": read.document["drawn"]["cards"][0]}
                reply = client.send("POST", f"{game.path}/moves", body, If_Match=read.headers["ETag"])
                assert reply.status in (200, 412), reply
            else:
                client.send("GET", f"{game.path}/events?after={read.document['last_event']}&wait=2")

    with ThreadPoolExecutor(64) as pool:
        list(pool.map(sit, range(64)))
    listed = history(game)
    assert [event["version"] for event in listed] == list(range(2, len(listed) + 2))
    assert [event["type"] for event in listed] == ["card_drawn", "discarded"] * (len(listed) // 2)
    assert max(slowest) < 5
