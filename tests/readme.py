"""What the README shows of the service: tables made from the rules, and answers to its questions.

`python -m tests.readme` writes both into it.
"""

from __future__ import annotations

import json
import re
import shlex
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from service.app import create_app
from service.rules.options import OPTIONS, RULESETS, OptionSpec, OptionValue
from service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

LINE: Final = 120
README: Final = Path(__file__).parent.parent / "README.md"


def tables() -> dict[str, str]:
    """Give every table under the name that its marks in the README carry."""
    return {"rulesets": rulesets_table(), "options": options_table(), "round": round_table()}


def rulesets_table() -> str:
    """List the rulesets with what sets each apart from the default one."""
    default = next(iter(RULESETS.values()))
    rows = ["| ruleset | players | differs from the default in |", "|---|---|---|"]
    for ruleset in RULESETS.values():
        values = {
            name: getattr(ruleset.options, name)
            for name in OPTIONS
            if getattr(ruleset.options, name) != getattr(default.options, name)
        }
        differs = ", ".join(f"`{name}: {shown(value)}`" for name, value in values.items())
        players = (
            str(ruleset.min_players)
            if ruleset.min_players == ruleset.max_players
            else f"{ruleset.min_players} to {ruleset.max_players}"
        )
        rows.append(f"| `{ruleset.id}` | {players} | {differs or 'it is the default'} |")
    return "\n".join(rows)


def options_table() -> str:
    """List the options with their values, the default first."""
    rows = ["| option | values, default first | what it decides |", "|---|---|---|"]
    rows += [f"| `{spec.name}` | {values_of(spec)} | {spec.sentence} |" for spec in OPTIONS.values()]
    return "\n".join(rows)


#: A short round, as the seats play that the table below tells of.
SEED: Final = "round 62"


def round_table() -> str:
    """Have a round played by seats that lay what counts most, and tell it turn by turn."""
    with asking() as asker:
        wanted = {"ruleset": "nordic", "seats": [{}, {}, {}], "seed": SEED}
        game = asker.client.post("/v1/games", json=wanted).json
        assert game is not None
        path = f"/v1/games/{game['game_id']}"
        tokens = [{"Authorization": f"Bearer {seat['token']}"} for seat in game["seats"]]
        view, turns = game["view"], [["", "", "", ""]]
        events: list[dict[str, Any]] = []
        while "seat_to_act" in view:
            seat = view["seat_to_act"]
            offered = asker.client.get(f"{path}/legal-moves", headers=tokens[seat]).json
            assert offered is not None
            move = chosen(offered["moves"])
            etag = {"If-Match": f'"{view["version"]}"'}
            played = asker.client.post(f"{path}/moves", json=move, headers=tokens[seat] | etag).json
            assert played is not None
            told(turns, seat, move, played)
            view, events = played["view"], played["events"]
        scores = next(each["scores"] for each in events if each["type"] == "round_over")
    rows = ["| seat | draws | lays | discards |", "|---|---|---|---|"]
    rows += [f"| {' | '.join(turn)} |" for turn in turns if turn[0]]
    out = "".join(f"Seat {seat} is out. " for seat, count in enumerate(view["hand_counts"]) if count == 0)
    worth = ", ".join(f"seat {seat} {score:+d}" for seat, score in enumerate(scores))
    return "\n".join([*rows, "", f"{out}The round is worth: {worth}."])


def chosen(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """Choose the play that counts most, discards that are of use, the stock, or the last discard offered."""
    ranks = {"lay_meld": 4, "lay_off": 4, "take_discards": 3, "draw_stock": 2, "discard": 1}

    def rank(each: dict[str, Any]) -> tuple[int, int]:
        useless = each["move"]["kind"] == "take_discards" and not each.get("uses")
        return (0 if useless else ranks.get(each["move"]["kind"], 0), each["points"])

    move: dict[str, Any] = max(reversed(moves), key=rank)["move"]
    return move


def told(turns: list[list[str]], seat: int, move: dict[str, Any], played: dict[str, Any]) -> None:
    """Enter a move in the last row of the table; a draw begins a new one."""
    cards = " ".join(move.get("cards", [move.get("card", "")]))
    if move["kind"] in ("draw_stock", "take_discards"):
        whence = "stock" if move["kind"] == "draw_stock" else "pile"
        turns.append([str(seat), f"{whence}: {' '.join(played['events'][0]['cards'])}", "", ""])
    elif move["kind"] == "discard":
        turns[-1][3] = cards
    else:
        worth = (
            f"{cards}{' on ' + move['meld_id'] if move['kind'] == 'lay_off' else ''} ({played['verdict']['points']})"
        )
        turns[-1][2] = f"{turns[-1][2]}, {worth}".removeprefix(", ")


def values_of(spec: OptionSpec) -> str:
    """Word the values of an option.

    >>> values_of(OPTIONS["min_run_length"])
    '3; 3 to 4'
    """
    if spec.minimum is not None:
        return f"{spec.default}; {spec.minimum} to {spec.maximum}"
    others = [value for value in spec.values if value != spec.default]
    return ", ".join(shown(value) for value in (spec.default, *others))


def shown(value: OptionValue) -> str:
    """Write a value as JSON has it, without quotes.

    >>> shown(True)
    'true'
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def with_tables(text: str) -> str:
    """Give the README with its tables as they should be."""
    for name, table in tables().items():
        marks = re.compile(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text = marks.sub(lambda match, table=table: f"{match[1]}\n{table}\n\n{match[2]}", text)  # type: ignore[misc]
    return text


#: A question as curl asks it, and the answer that stands below it.
ASKED: Final = re.compile(
    r"(```sh\ncurl http://127\.0\.0\.1:8000(?P<path>\S+) .*?-d '(?P<body>.*?)'\n```\n+"
    r"(?:[^`]*\n)?```json\n)(?P<answer>.*?)```",
    re.DOTALL,
)


def answers() -> list[tuple[str, str]]:
    """Give each answer that the README shows, beside the one that the service gives."""
    text = README.read_text(encoding="utf-8")
    with asking() as asker:
        return [(match["answer"], asker.answer_to(match)) for match in ASKED.finditer(text)]


class Asker:
    """A reader at the command line, who keeps the id of the last game and the token of the seat that is to act."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.kept: dict[str, str] = {}

    def answer_to(self, asked: re.Match[str]) -> str:
        """Ask the service, and lay its answer out for a reader."""
        command = asked[0].partition("\n```\n")[0].removeprefix("```sh\n")
        words = shlex.split(re.sub(r"\$([A-Z]+)", lambda name: self.kept[name[1]], command))
        headers = dict(word.split(": ", 1) for flag, word in pairwise(words) if flag == "-H")
        path = words[1].removeprefix("http://127.0.0.1:8000")
        answer = self.client.post(path, data=asked["body"], headers=headers)
        document = json.loads(answer.text)
        if "seats" in document and "game_id" in document:
            token = document["seats"][document["view"]["seat_to_act"]]["token"]
            self.kept = {"GAME": document["game_id"], "TOKEN": token}
        return laid_out(cut_short(document)) + "\n"


@contextmanager
def asking() -> Iterator[Asker]:
    """Give somebody who asks a service that keeps games for the while."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(store_url=f"sqlite:///{folder}/games.db", log_level="error"))
        yield Asker(app.test_client())
        app.extensions["games"].close()


def cut_short(value: object) -> object:
    """Leave out what says nothing to a reader: hashes, ids and tokens, and what options a game has.

    >>> cut_short({"commitment": "0" * 64, "options": {"jokers": "none"}})
    {'commitment': '...', 'options': {'...': '...'}}
    """
    if isinstance(value, dict):
        return {name: {"...": "..."} if name == "options" else cut_short(each) for name, each in value.items()}
    if isinstance(value, list):
        return [cut_short(each) for each in value]
    return UNSPEAKING.sub("...", value) if isinstance(value, str) else value


UNSPEAKING: Final = re.compile(r"(?<=^sha256:)[0-9a-f]+$|(?<=^d_)[0-9a-f]+$|^[0-9a-f]{32,64}(\..+)?$")


def laid_out(value: object, indent: str = "") -> str:
    """Write JSON with a line for each member of what is too long for one.

    >>> print(laid_out({"legal": True, "points": 6}))
    {"legal": true, "points": 6}
    """
    line = json.dumps(value)
    if len(indent) + len(line) <= LINE:
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        members = [f"{inner}{json.dumps(name)}: {laid_out(each, inner)}" for name, each in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + laid_out(each, inner) for each in value) + f"\n{indent}]"
    return line


def with_answers(text: str) -> str:
    """Give the README with its answers as the service gives them."""
    with asking() as asker:
        return ASKED.sub(lambda match: f"{match[1]}{asker.answer_to(match)}```", text)


if __name__ == "__main__":
    README.write_text(with_answers(with_tables(README.read_text(encoding="utf-8"))), encoding="utf-8")
