"""Plays one whole game and asks every kind of question through the client that openapi-python-client generates."""

import sys
from collections.abc import Callable
from typing import Any, Final

from rummy_referee_client import AuthenticatedClient, Client
from rummy_referee_client.api.advice import list_legal_moves
from rummy_referee_client.api.games import create_game, deal_round, get_game, get_record, list_game_moves, play_move
from rummy_referee_client.api.rulebook import list_rulesets
from rummy_referee_client.api.scores import score_game, score_hand, score_round
from rummy_referee_client.api.verdicts import (
    judge_discard,
    judge_lay_off,
    judge_meld,
    judge_pickup,
    judge_record,
    judge_rummy_call,
    judge_turn,
)
from rummy_referee_client.models import (
    Discard,
    DiscardRequest,
    Draw,
    GameCreated,
    GameMoves,
    GameRequest,
    GameScoreRequest,
    GameView,
    HandScoreRequest,
    LayMeld,
    LayOff,
    LayOffRequest,
    LegalMovesRequest,
    MeldRequest,
    MovePlayed,
    PickupRequest,
    Problem,
    Record,
    RecordRequest,
    RoundRequest,
    RoundScoreRequest,
    RulesetList,
    RummyCallRequest,
    TurnRequest,
)
from rummy_referee_client.types import Unset

MOST_MOVES: Final = 3000


def play(address: str, client: Client) -> int:
    """Play a short game to its end and have its record judged; gives the number of moves."""
    wanted = GameRequest.from_dict({"seats": [{}, {}], "seed": "clients", "options": {"target": 40}})
    created = create_game.sync(client=client, body=wanted)
    assert isinstance(created, GameCreated)
    seats = [AuthenticatedClient(base_url=address, token=seat.token) for seat in created.seats]
    for moves in range(MOST_MOVES):
        reply = get_game.sync_detailed(created.game_id, client=seats[0])
        view = reply.parsed
        assert isinstance(view, GameView)
        tag = reply.headers["ETag"]
        if view.outcome.over:
            record = get_record.sync(created.game_id, client=seats[0])
            assert isinstance(record, Record)
            judged = judge_record.sync(client=client, body=RecordRequest(record=record))
            assert judged is not None
            assert not isinstance(judged, Problem)
            assert judged.legal
            return moves
        if isinstance(view.seat_to_act, Unset):
            deal_round.sync(created.game_id, client=seats[0], body=RoundRequest(), if_match=tag)
            continue
        seat = seats[view.seat_to_act]
        offered = list_game_moves.sync(created.game_id, client=seat)
        assert isinstance(offered, GameMoves)
        # Lay what counts most, else draw, else throw a card away.
        kinds = (LayMeld | LayOff, Draw, Discard)
        fitting = [each for kind in kinds for each in offered.moves if isinstance(each.move, kind)] or offered.moves
        best = max(fitting, key=lambda each: each.points)
        played = play_move.sync(created.game_id, client=seat, body=best.move, if_match=tag)
        assert isinstance(played, MovePlayed)
        assert played.verdict.legal
    raise AssertionError("the game does not end")


def ask(client: Client) -> int:
    """Ask what the contract shows being asked; gives the number of questions answered as it says."""
    askers: dict[str, Callable[[dict[str, Any]], Any]] = {
        "judgeMeld": lambda body: judge_meld.sync(client=client, body=MeldRequest.from_dict(body)),
        "judgeLayOff": lambda body: judge_lay_off.sync(client=client, body=LayOffRequest.from_dict(body)),
        "judgePickup": lambda body: judge_pickup.sync(client=client, body=PickupRequest.from_dict(body)),
        "judgeDiscard": lambda body: judge_discard.sync(client=client, body=DiscardRequest.from_dict(body)),
        "judgeTurn": lambda body: judge_turn.sync(client=client, body=TurnRequest.from_dict(body)),
        "judgeRummyCall": lambda body: judge_rummy_call.sync(client=client, body=RummyCallRequest.from_dict(body)),
        "scoreHand": lambda body: score_hand.sync(client=client, body=HandScoreRequest.from_dict(body)),
        "scoreRound": lambda body: score_round.sync(client=client, body=RoundScoreRequest.from_dict(body)),
        "scoreGame": lambda body: score_game.sync(client=client, body=GameScoreRequest.from_dict(body)),
        "listLegalMoves": lambda body: list_legal_moves.sync(client=client, body=LegalMovesRequest.from_dict(body)),
    }
    rulesets = list_rulesets.sync(client=client)
    assert isinstance(rulesets, RulesetList)
    contract: dict[str, Any] = client.get_httpx_client().get("/openapi.json").json()
    count = 0
    for item in contract["paths"].values():
        operation = item.get("post", {})
        if operation.get("operationId") not in askers:
            continue
        shown = operation["responses"]["200"]["content"]["application/json"]["examples"]
        for name, question in operation["requestBody"]["content"]["application/json"]["examples"].items():
            answer = askers[operation["operationId"]](question["value"])
            assert answer.to_dict() == shown[name]["value"], name
            count += 1
    return count


if __name__ == "__main__":
    [_, where] = sys.argv
    with Client(base_url=where) as opened:
        print(play(where, opened), "moves,", ask(opened), "questions")
