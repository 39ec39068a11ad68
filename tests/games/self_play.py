"""Games that play themselves: every move comes from the list of legal moves, and cards are counted after each.

Run `python -m tests.games.self_play 2000` to play so many rounds, of every ruleset and number of seats in turn, with
options of chance.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import cycle
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from service.games.saved import load
from service.games.session import Games
from service.rules.options import OPTIONS, RULESETS, contradictions, with_overrides
from service.store import open_store
from service.wire import strict_json
from service.wire.operations import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.tokens import Holder

#: More moves than any round takes.
ENDLESS: Final = 5000
#: Every ruleset with every number of seats that it takes.
TABLES: Final = [
    (ruleset.id, players)
    for ruleset in RULESETS.values()
    for players in range(ruleset.min_players, ruleset.max_players + 1)
]


class SelfPlay:
    """A game whose seats play by themselves."""

    def __init__(
        self,
        games: Games,
        ruleset: str,
        players: int,
        chance: Random,
        options: dict[str, Any],
        seed: str | None = None,
    ) -> None:
        self.games = games
        self.chance = chance
        self.players = players
        request = {"ruleset": ruleset, "seats": [{}] * players, "options": options}
        if seed is not None:
            request["seed"] = seed
        created: Any = strict_json.read(games.create(request).body)
        self.game_id: str = created["game_id"]
        tokens = [seat["token"] for seat in created["seats"]]
        self.seats = [games.player(self.game_id, token) for token in tokens]
        self.host = games.host(self.game_id, created["host_token"])
        self.view: Any = created["view"]
        self.deck = self.cards()
        self.moves = 0

    def cards(self) -> Counter[str]:
        """Count all cards, wherever they lie."""
        round_ = load(self.games.store.read(self.game_id).state).game.round
        lying = [*round_.stock, *round_.table.pile]
        lying += [card for seat in range(self.players) for card in round_.hand(seat)]
        lying += [card for meld in round_.table.melds for card in meld.cards]
        return Counter(card.held.code for card in lying)

    def play_round(self) -> None:
        """Play until the round is over."""
        while "seat_to_act" in self.view:
            self._play_move()
            self.moves += 1
            assert self.moves < ENDLESS, "this round does not end"
            assert self.cards() == self.deck

    def _play_move(self) -> None:
        player, legal = self._choice()
        laying = [each["move"] for each in legal if each["points"]]
        moves = laying if laying and self.chance.random() < 0.7 else [each["move"] for each in legal]
        assert moves, self.view
        version = self.view["version"]
        reply = self.games.play(player, self.chance.choice(moves), version.__eq__, None)
        answer: Any = strict_json.read(reply.body)
        assert answer["version"] == version + 1
        assert answer["view"]["hand_counts"][player.seat or 0] == len(answer["view"]["your_hand"])
        self.view = answer["view"]

    def _choice(self) -> tuple[Holder, list[Any]]:
        """Choose who makes the next move: the seat whose turn it is, now and then another one that may call."""
        if "last_discarder" in self.view and self.chance.random() < 0.2:
            caller = self.seats[self.chance.randrange(self.players)]
            legal: Any = self.games.legal_moves(caller)["moves"]
            if calls := [each for each in legal if each["move"]["kind"] == "call_rummy"]:
                return caller, calls
        player = self.seats[self.view["seat_to_act"]]
        legal = self.games.legal_moves(player)["moves"]
        return player, legal

    def deal(self) -> None:
        """Have the next round dealt."""
        answer: Any = strict_json.read(self.games.deal(self.host, {}, lambda _: True, None).body)
        self.view = answer["view"]

    def record(self) -> Any:
        """End the game and return its record."""
        if not self.view["outcome"]["over"]:
            self.games.end(self.host, {}, lambda _: True, None)
        return strict_json.read(strict_json.write(self.games.record(self.seats[0])))


def is_sound(record: Any) -> bool:
    """Tell whether a record is one of a game played by the rules, with the decks that were promised."""
    verdict: Any = OPERATIONS["judgeRecord"].answer({"record": record})
    return bool(verdict["legal"] and verdict["commitment_holds"])


def options_of_chance(chance: Random, ruleset: str, players: int) -> dict[str, Any]:
    """Choose values for a few options that agree with each other."""
    while True:
        options: dict[str, Any] = {}
        for spec in chance.sample(list(OPTIONS.values()), 4):
            if spec.minimum is not None and spec.maximum is not None:
                options[spec.name] = chance.randint(spec.minimum, spec.maximum)
            else:
                options[spec.name] = chance.choice(spec.values)
        if not contradictions(with_overrides(RULESETS[ruleset].options, options), players):
            return options


def soak(rounds: int, seed: int) -> Iterator[str]:
    """Play so many rounds and tell how each went."""
    chance = Random(seed)
    with TemporaryDirectory() as folder:
        games = Games(open_store(f"sqlite:///{folder}/games.db"))
        for _, (ruleset, players) in zip(range(rounds), cycle(TABLES), strict=False):
            options = options_of_chance(chance, ruleset, players)
            play = SelfPlay(games, ruleset, players, chance, options)
            play.play_round()
            assert is_sound(play.record()), play.game_id
            yield f"{ruleset} {players} {options} {play.moves} moves"
        games.close()


if __name__ == "__main__":
    for told in soak(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 500):
        print(told, flush=True)
