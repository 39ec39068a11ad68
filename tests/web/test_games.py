"""Games over HTTP: tokens, versions, keys, headers and the order in which they are looked at."""

from __future__ import annotations

from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

from service.app import create_app
from service.settings import Settings
from tests.web.seats import DECK, DRAW, SHORT, Table

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse


@pytest.fixture
def table(keeper: FlaskClient) -> Table:
    return Table(keeper)


def code(response: TestResponse) -> str:
    document: Any = response.json
    assert response.content_type == "application/problem+json"
    assert document["status"] == response.status_code
    return str(document["code"])


def test_a_new_game_tells_its_tokens_once_and_no_hand(table: Table) -> None:
    created: Any = table.created.json
    assert table.created.headers["Location"] == table.path
    assert table.created.headers["ETag"] == '"1"'
    assert len({*table.tokens, table.host}) == 3
    assert "your_hand" not in created["view"]
    assert created["commitment"] == created["view"]["commitment"]
    assert not any(token in table.ask(seat).text for token in [*table.tokens, table.host] for seat in (0, 1, "host"))


def test_a_seat_sees_its_hand_and_nobody_elses(table: Table) -> None:
    assert table.view(1)["your_hand"] == ["5H", "6H", "7H", "KS", "KD"]
    assert table.view(0)["your_hand"] == ["2S", "2D", "QC", "8D", "4C"]
    assert "your_hand" not in table.view("host")
    assert table.view("host") == table.view(None)


def test_answers_may_be_kept_by_their_client_alone(table: Table) -> None:
    refused = table.ask("nonsense")
    for response in (table.created, table.ask(0), table.ask(0, "/events"), refused, table.play(0, DRAW)):
        assert response.headers["Cache-Control"] == "private, no-cache"
        assert response.headers["Vary"] == "Authorization"
    assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_a_tag_depends_on_version_and_seat(table: Table) -> None:
    before = [table.tag(seat) for seat in (None, "host", 0, 1)]
    assert before == ['"1"', '"1"', '"1-0"', '"1-1"']
    table.played(1, **DRAW)
    assert table.tag(0) == '"2-0"'


def test_what_a_client_has_already_is_not_sent_again(table: Table) -> None:
    tag = table.tag(0)
    for known in (tag, f"W/{tag}", f'"9-9", {tag}', "*"):
        response = table.ask(0, If_None_Match=known)
        assert (response.status_code, response.data, response.headers["ETag"]) == (304, b"", tag)
        assert response.headers["Cache-Control"] == "private, no-cache"
    assert table.ask(1, If_None_Match=tag).status_code == 200


def test_a_new_token_changes_no_tag_and_makes_no_move_stale(table: Table) -> None:
    tag = table.tag(1)
    fresh: Any = table.client.post(f"{table.path}/seats/1/token", headers=table.headers(1)).json
    assert code(table.ask(1)) == "UNAUTHENTICATED"
    table.tokens[1] = fresh["token"]
    assert table.tag(1) == tag
    assert table.play(1, DRAW, If_Match=tag).status_code == 200


def test_the_host_replaces_any_token_and_a_seat_its_own(table: Table) -> None:
    def rotate(who: int | str | None, seat: int) -> TestResponse:
        return table.client.post(f"{table.path}/seats/{seat}/token", headers=table.headers(who))

    assert code(rotate(0, 1)) == "WRONG_TOKEN"
    assert code(rotate(None, 1)) == "UNAUTHENTICATED"
    assert code(rotate("host", 2)) == "NOT_FOUND"
    by_host: Any = rotate("host", 0).json
    assert by_host["seat"] == 0
    assert code(table.ask(0)) == "UNAUTHENTICATED"
    assert table.view(by_host["token"])["your_seat"] == 0


def test_a_move_needs_the_version_that_was_seen(table: Table) -> None:
    assert code(table.send(1, "/moves", DRAW)) == "PRECONDITION_REQUIRED"
    stale = table.play(1, DRAW, If_Match='"7"')
    document: Any = stale.json
    assert code(stale) == "STALE_STATE"
    assert document["version"] == 1
    assert stale.headers["ETag"] == '"1"'
    for never in ('W/"1"', "1", '"one"', '""', "nothing"):
        assert code(table.play(1, DRAW, If_Match=never)) == "STALE_STATE"
    assert table.play(1, DRAW, If_Match='"5", "1-0"').status_code == 200
    assert table.play(1, {"kind": "discard", "card": "KH"}, If_Match="*").status_code == 200


def test_a_played_move_tells_verdict_events_and_view(table: Table) -> None:
    response = table.play(1, DRAW)
    document: Any = response.json
    assert list(document) == ["version", "verdict", "events", "view"]
    assert response.headers["ETag"] == '"2-1"'
    assert document["version"] == document["view"]["version"] == 2
    assert document["verdict"]["kind"] == "move"
    assert [owed["code"] for owed in document["verdict"]["obligations"]] == ["MUST_DISCARD"]
    drawn = {"seq": 2, "type": "card_drawn", "version": 2, "seat": 1, "count": 1, "cards": ["KH"]}
    assert document["events"] == [drawn]
    assert table.played(1, kind="lay_meld", cards=["KS", "KD", "KH"])["verdict"]["points"] == 30


def test_a_refused_move_changes_nothing(table: Table) -> None:
    response = table.play(1, {"kind": "discard", "card": "KS"})
    document: Any = response.json
    assert code(response) == "MOVE_ILLEGAL"
    assert document["verdict"]["legal"] is False
    assert document["verdict"]["violations"][0]["code"] == "NOT_DRAWN_YET"
    assert table.tag() == '"1"'


def test_a_key_makes_a_request_count_once(table: Table) -> None:
    tag = table.tag()
    first = table.play(1, DRAW, If_Match=tag, Idempotency_Key="a")
    again = table.play(1, DRAW, If_Match=tag, Idempotency_Key="a")
    without_version = table.send(1, "/moves", DRAW, Idempotency_Key="a")
    assert first.status_code == again.status_code == without_version.status_code == 200
    assert first.data == again.data == without_version.data
    assert again.headers["ETag"] == first.headers["ETag"]
    assert [reply.headers.get("Idempotency-Replayed") for reply in (first, again)] == [None, "true"]
    assert code(table.play(1, {"kind": "pass"}, Idempotency_Key="a")) == "KEY_REUSED"
    assert table.view(1)["hand_counts"] == [5, 6]


def test_each_seat_has_keys_of_its_own(table: Table) -> None:
    table.play(1, DRAW, Idempotency_Key="a")
    assert code(table.play(0, DRAW, Idempotency_Key="a")) == "MOVE_ILLEGAL"


def test_a_refused_move_may_be_mended_under_the_same_key(table: Table) -> None:
    assert code(table.play(1, {"kind": "pass"}, Idempotency_Key="a")) == "MOVE_ILLEGAL"
    assert table.play(1, DRAW, Idempotency_Key="a").status_code == 200


@pytest.mark.parametrize("key", ["", "a b", "ä", "a" * 129])
def test_a_key_is_short_and_visible(table: Table, key: str) -> None:
    response = table.play(1, DRAW, Idempotency_Key=key)
    document: Any = response.json
    assert code(response) == "BAD_PARAMETER"
    assert document["errors"][0]["header"] == "Idempotency-Key"


def test_a_draw_says_no_card(table: Table) -> None:
    for what in ("/moves", "/verdicts"):
        for card in ("KH", "2S"):
            response = table.send(1, what, {"kind": "draw_stock", "card": card}, If_Match='"1"')
            document: Any = response.json
            assert code(response) == "VALIDATION_FAILED"
            assert document["errors"][0]["pointer"] == "/card"


def test_a_judged_move_is_not_played(table: Table) -> None:
    legal: Any = table.send(1, "/verdicts", DRAW).json
    illegal: Any = table.send(0, "/verdicts", DRAW).json
    assert (legal["legal"], legal["kind"]) == (True, "move")
    assert [each["code"] for each in illegal["violations"]] == ["NOT_YOUR_TURN"]
    assert table.tag() == '"1"'


def test_a_verdict_is_known_by_game_version_and_move_alone(table: Table) -> None:
    seats = [table.send(seat, "/verdicts", DRAW).json for seat in (0, 1)]
    assert len({verdict["decision_id"] for verdict in seats if verdict}) == 1
    table.played(1, **DRAW)
    later: Any = table.send(1, "/verdicts", DRAW).json
    assert later["decision_id"] != seats[0]["decision_id"]  # type: ignore[index]


def test_what_a_seat_may_do_is_listed(table: Table) -> None:
    listed: Any = table.ask(1, "/legal-moves").json
    assert [each["move"] for each in listed["moves"]] == [DRAW]
    assert [each["code"] for each in listed["obligations"]] == ["MUST_DRAW"]
    waiting: Any = table.ask(0, "/legal-moves").json
    assert (waiting["moves"], waiting["obligations"]) == ([], [])


def play_round(table: Table) -> Any:
    """Let seat 1 go out at once."""
    table.played(1, **DRAW)
    table.played(1, kind="lay_meld", cards=["KS", "KD", "KH"])
    return table.played(1, kind="lay_meld", cards=["5H", "6H", "7H"])


def test_a_round_ends_is_scored_and_another_one_is_dealt(table: Table) -> None:
    assert code(table.send(1, "/rounds", {}, If_Match=table.tag())) == "ROUND_NOT_OVER"
    ended = play_round(table)
    assert [event["type"] for event in ended["events"]] == ["meld_laid", "round_over"]
    assert ended["events"][1]["scores"] == [-26, 48] == ended["view"]["totals"]
    assert ended["events"][1]["seat"] == 1
    assert "seat_to_act" not in ended["view"]
    late: Any = table.play(0, DRAW).json
    assert late["verdict"]["violations"][0]["code"] == "ROUND_OVER"
    assert code(table.send(0, "/rounds", {})) == "PRECONDITION_REQUIRED"
    dealt = table.send(0, "/rounds", {"deck": DECK}, If_Match=table.tag(), Idempotency_Key="next")
    again = table.send(0, "/rounds", {"deck": DECK}, If_Match=table.tag(), Idempotency_Key="next")
    assert (dealt.status_code, again.status_code) == (201, 201)
    document: Any = dealt.json
    assert dealt.data == again.data
    assert [event["type"] for event in document["events"]] == ["round_dealt"]
    view = document["view"]
    assert (view["round"], view["dealer"], view["seat_to_act"], view["totals"]) == (2, 1, 0, [-26, 48])
    assert view["commitment"] == document["events"][0]["commitment"]


def test_a_game_that_is_over_takes_nothing_more(keeper: FlaskClient) -> None:
    table = Table(keeper, options=SHORT | {"rounds": 1})
    ended = play_round(table)
    assert ended["events"][-1] == {
        "seq": 6,
        "type": "game_over",
        "version": 4,
        "outcome": {"over": True, "reason": "ROUND_LIMIT", "winners": [1]},
    }
    tag = table.tag()
    assert code(table.play(0, DRAW)) == "GAME_OVER"
    assert code(table.send(0, "/rounds", {}, If_Match=tag)) == "GAME_OVER"
    assert code(table.send("host", "/end", {}, If_Match=tag)) == "GAME_OVER"
    listed: Any = table.ask(0, "/legal-moves").json
    judged: Any = table.send(0, "/verdicts", DRAW).json
    assert listed["moves"] == []
    assert judged["violations"][0]["code"] == "ROUND_OVER"


def test_the_host_ends_a_game_and_its_record_tells_so(keeper: FlaskClient) -> None:
    table = Table(keeper)
    assert code(table.send(1, "/end", {}, If_Match='"1"')) == "WRONG_TOKEN"
    assert code(table.send("host", "/end", {"now": True}, If_Match='"1"')) == "VALIDATION_FAILED"
    play_round(table)
    table.send(0, "/rounds", {"deck": DECK}, If_Match="*")
    ended: Any = table.send("host", "/end", {}, If_Match=table.tag()).json
    assert ended["view"]["outcome"] == {"over": True, "reason": "TIME_UP", "winners": [1]}
    assert ended["view"]["totals"] == [-26, 48]
    record: Any = table.ask(0, "/record").json
    assert record["time_up"] is True
    assert [len(each["moves"]) for each in record["rounds"]] == [3, 0]
    judged: Any = keeper.post("/v1/verdicts/record", json={"record": record}).json
    assert judged["legal"] is judged["commitment_holds"] is True
    assert judged["outcome"] == ended["view"]["outcome"]


def test_a_record_is_for_seats_and_host_once_the_game_is_over(keeper: FlaskClient) -> None:
    table = Table(keeper, options=SHORT | {"rounds": 1})
    assert code(table.ask(1, "/record")) == "GAME_NOT_OVER"
    play_round(table)
    assert code(table.ask(None, "/record")) == "UNAUTHENTICATED"
    records = [table.ask(seat, "/record") for seat in (0, 1, "host")]
    assert len({record.data for record in records}) == 1
    record: Any = records[0].json
    assert record["rounds"][0]["deck"] == DECK
    assert record["rounds"][0]["scores"] == [-26, 48]
    assert record["seats"] == [{"name": "North"}, {"name": "South"}]
    assert "seed" not in records[0].text


def test_a_deleted_game_is_gone(table: Table) -> None:
    for seat in (None, 0):
        assert table.client.delete(table.path, headers=table.headers(seat)).status_code in {401, 403}
    response = table.client.delete(table.path, headers=table.headers("host"))
    assert (response.status_code, response.data) == (204, b"")
    for gone in (table.ask(0), table.ask(None), table.ask(0, "/events"), table.ask(None, "/events?after=1")):
        assert code(gone) == "GAME_NOT_FOUND"
    assert code(table.client.delete(table.path, headers=table.headers("host"))) == "GAME_NOT_FOUND"


@pytest.mark.parametrize("game", ["never-created-000", "0" * 32, "A" * 32, "0" * 4000])
def test_a_game_that_never_was_is_not_found(keeper: FlaskClient, game: str) -> None:
    for what in ("", "/events", "/events?after=3", "/events/stream"):
        assert code(keeper.get(f"/v1/games/{game}{what}")) == "GAME_NOT_FOUND"
    for what in ("/moves", "/verdicts", "/rounds", "/end", "/seats/0/token"):
        assert code(keeper.post(f"/v1/games/{game}{what}", json={})) == "UNAUTHENTICATED"


OPERATIONS = [
    ("GET", ""),
    ("DELETE", ""),
    ("POST", "/moves"),
    ("POST", "/verdicts"),
    ("GET", "/legal-moves"),
    ("POST", "/rounds"),
    ("GET", "/events"),
    ("GET", "/events/stream"),
    ("POST", "/end"),
    ("GET", "/record"),
    ("POST", "/seats/1/token"),
]


@pytest.mark.parametrize(("method", "what"), OPERATIONS)
def test_no_operation_takes_the_token_of_another_game(table: Table, method: str, what: str) -> None:
    other = Table(table.client)
    body = DRAW if what in ("/moves", "/verdicts") else {}
    for token in (*other.tokens, other.host):
        headers = table.headers(token, If_Match="*")
        response = table.client.open(f"{table.path}{what}", method=method, json=body, headers=headers)
        assert code(response) == "WRONG_TOKEN"


@pytest.mark.parametrize(("method", "what"), OPERATIONS)
def test_no_operation_takes_a_token_that_is_none(table: Table, method: str, what: str) -> None:
    good = table.tokens[1]
    body = DRAW if what in ("/moves", "/verdicts") else {}
    forged = [
        f"{good[:-1]}{'A' if good[-1] != 'A' else 'B'}",
        good.replace(".1.0.", ".0.0."),
        good + "=",
        "",
        good[:-1],
    ]
    headers = [f"Bearer {token}" for token in forged] + [f"Basic {good}", good]
    for authorization in headers:
        response = table.client.open(
            f"{table.path}{what}", method=method, json=body, headers={"Authorization": authorization, "If-Match": "*"}
        )
        assert code(response) == "UNAUTHENTICATED", authorization


@pytest.mark.parametrize(
    ("seat", "method", "what"),
    [
        (1, "DELETE", ""),
        (1, "POST", "/end"),
        (0, "POST", "/seats/1/token"),
        ("host", "POST", "/moves"),
        ("host", "POST", "/verdicts"),
        ("host", "GET", "/legal-moves"),
    ],
)
def test_seats_are_not_hosts_and_hosts_have_no_seat(table: Table, seat: int | str, method: str, what: str) -> None:
    headers = table.headers(seat, If_Match="*")
    response = table.client.open(f"{table.path}{what}", method=method, json=DRAW, headers=headers)
    assert code(response) == "WRONG_TOKEN"


def test_a_deck_is_all_cards_of_the_game(keeper: FlaskClient, table: Table) -> None:
    play_round(table)
    for deck in (DECK[:-1], DECK[:-1] + DECK[:1], [*DECK, "JK"]):
        request = {"seats": [{}, {}], "options": SHORT, "deck": deck}
        response = keeper.post("/v1/games", json=request)
        document: Any = response.json
        assert code(response) == "VALIDATION_FAILED"
        assert {error["pointer"] for error in document["errors"]} == {"/deck"}
        assert code(table.send(0, "/rounds", {"deck": deck}, If_Match="*")) == "VALIDATION_FAILED"


def test_equal_seeds_deal_alike_and_chance_does_not(keeper: FlaskClient) -> None:
    def hands(**wanted: Any) -> list[list[str]]:
        created: Any = keeper.post("/v1/games", json={"seats": [{}, {}], **wanted}).json
        path = f"/v1/games/{created['game_id']}"
        tokens = [seat["token"] for seat in created["seats"]]
        views: list[Any] = [keeper.get(path, headers={"Authorization": f"Bearer {token}"}).json for token in tokens]
        assert {view["dealt"] for view in views} == {"seed" if wanted else "random"}
        return [view["your_hand"] for view in views]

    assert hands(seed="one") == hands(seed="one")
    assert hands(seed="one") != hands(seed="two")
    assert hands() != hands()


@pytest.mark.parametrize("name", ["", "a" * 41, "tab\t", "line\n", 5, None])
def test_a_name_is_a_short_line(keeper: FlaskClient, name: object) -> None:
    response = keeper.post("/v1/games", json={"seats": [{"name": name}, {}]})
    assert code(response) == "VALIDATION_FAILED"


def test_without_a_store_no_games_are_kept_and_questions_are_answered(client: FlaskClient) -> None:
    assert code(client.post("/v1/games", json={"seats": [{}, {}]})) == "STATE_DISABLED"
    for method, what in OPERATIONS:
        assert code(client.open(f"/v1/games/{'0' * 32}{what}", method=method, json={})) == "STATE_DISABLED"
    assert client.get("/readyz").json == {"status": "pass"}
    assert client.post("/v1/verdicts/meld", json={"cards": ["5H", "6H", "7H"]}).status_code == 200


def test_whoever_runs_the_service_may_bar_chosen_deals(tmp_path: Path) -> None:
    app = create_app(Settings(store_url=f"sqlite:///{tmp_path}/games.db", chosen_deals="off"))
    client = app.test_client()
    for wanted in ({"seed": "one"}, {"deck": DECK}):
        assert (
            code(client.post("/v1/games", json={"seats": [{}, {}], "options": SHORT} | wanted)) == "VALIDATION_FAILED"
        )
    created: Any = client.post("/v1/games", json={"seats": [{}, {}]}).json
    headers = {"Authorization": f"Bearer {created['host_token']}", "If-Match": "*"}
    dealt = client.post(f"/v1/games/{created['game_id']}/rounds", json={"deck": DECK}, headers=headers)
    assert code(dealt) == "VALIDATION_FAILED"
    app.extensions["games"].close()


def test_tokens_outlive_the_process_and_a_change_of_keys(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    old, new = "an old secret of 24 bytes", "a new secret of 24 bytes"

    def status(table: Table | None, keys: str = "") -> tuple[Table, int]:
        app = create_app(Settings(store_url=url, token_keys=keys))
        client = app.test_client()
        asked = table or Table(client)
        asked.client = client
        response = asked.ask(1)
        app.extensions["games"].close()
        return asked, response.status_code

    made, _ = status(None)
    assert status(made)[1] == 200
    signed, _ = status(None, old)
    assert status(signed, f"{new},{old}")[1] == 200
    assert status(signed, new)[1] == 401


def test_an_idle_game_is_gone(tmp_path: Path) -> None:
    app = create_app(Settings(store_url=f"sqlite:///{tmp_path}/games.db", time_to_live=1))
    table = Table(app.test_client())
    sleep(1.1)
    for gone in (table.ask(1), table.send(1, "/moves", DRAW, If_Match="*"), table.ask(None, "/events?after=1")):
        assert code(gone) == "GAME_NOT_FOUND"
    app.extensions["games"].close()
