"""Games in the store: who asks, what the rules say, one commit.

Every change goes the same way: the token, the reply that was given before, the version that the client has seen, the
rules, and one atomic commit. This room knows no HTTP; it must never show more of a game than `views` chooses.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple, TypeAlias, cast

import orjson

from service.rules import game as games
from service.rules import round as rounds
from service.rules.deal import full_deck
from service.rules.game import Game
from service.rules.legal_moves import MOST_MOVES, LegalMoves
from service.rules.questions import Cards, Move
from service.rules.turns import obligations
from service.rules.verdicts import Obligation
from service.store import GameNotFound, GameStore, KeyReused, Once, StaleVersion, StoredGame, StoreUnavailable
from service.wire import strict_json
from service.wire.answers import Document
from service.wire.digests import commitment, ruleset_digest
from service.wire.games import (
    GAME_MOVE,
    GAME_REQUEST,
    NOTHING_MORE,
    ROUND_REQUEST,
    MoveHead,
    NewGame,
    NextRound,
    bar_chosen_deals,
    refuse_deck,
    write_game_moves,
    write_move_verdict,
)

from . import events
from .events import KeptEvent
from .record import record_of
from .refusals import Refused
from .saved import Kept, dump, load
from .shuffle import shuffled, shuffled_by
from .tokens import GAME_ID, SECRET_BYTES, Holder, Keys
from .views import event_of, snapshot_of, view_of

#: Tells whether the client has seen this version; None where it does not say what it has seen.
Seen: TypeAlias = Callable[[int], bool] | None

_ID_BYTES: Final = 16
_KEY_NAME: Final = "token key"
#: Others write to the same game meanwhile: new tokens, moves of the version that was seen.
_TRIES: Final = 100
_PAGE: Final = 500


class Reply(NamedTuple):
    """What a request is answered: a document as bytes, and the version of the game and the seat that it shows.

    `verdict` is the one on a move that was played just now; `is_over` tells that the game ended with this request.
    """

    body: bytes
    version: int
    seat: int | None
    game_id: str
    replayed: bool = False
    verdict: Document | None = None
    is_over: bool = False


class Change(NamedTuple):
    """What a request makes of a game: the next game, what happened, and what is answered beside the view of it."""

    game: Game
    events: list[KeptEvent]
    answer: Document = {}  # noqa: RUF012 - nobody changes it
    commitment: str | None = None
    dealt: str | None = None


class Games:
    """The games of a store, which may be None where no games are kept."""

    def __init__(self, store: GameStore | None, token_keys: Sequence[bytes] = (), *, chosen_deals: bool = True) -> None:
        self._kept_in = store
        self._chosen_deals = chosen_deals
        self._known_keys: Keys | None = Keys(token_keys) if token_keys else None
        if store is not None:
            with suppress(StoreUnavailable):  # It is asked again with the first token.
                self._keys()

    @property
    def store(self) -> GameStore:
        """The store; Refused (STATE_DISABLED) where there is none."""
        if self._kept_in is None:
            raise Refused("STATE_DISABLED", "No games are kept here.")
        return self._kept_in

    def is_ready(self) -> bool:
        """Tell whether games can be played now; where none are kept, nothing is missing."""
        if self._kept_in is None:
            return True
        try:
            self._kept_in.ping()
        except StoreUnavailable:
            return False
        return True

    def count(self) -> int | None:
        """Count the games that are kept; None where that is not known cheaply."""
        return None if self._kept_in is None else self._kept_in.count()

    def let_go(self) -> None:
        """Let everybody go who waits for events."""
        if self._kept_in is not None:
            self._kept_in.let_go()

    def close(self) -> None:
        """Let go of the store; no game is played afterwards."""
        if self._kept_in is not None:
            self._kept_in.close()

    def _keys(self) -> Keys:
        if self._known_keys is None:
            self._known_keys = Keys([self.store.secret(_KEY_NAME, secrets.token_bytes(SECRET_BYTES))])
        return self._known_keys

    # Who asks.

    def holder(self, game_id: str, token: str | None) -> Holder:
        """Return who holds a token of this game: UNAUTHENTICATED, WRONG_TOKEN. The store is not asked."""
        if token is None:
            raise Refused("UNAUTHENTICATED", "This needs a token of the game.")
        holder = self._keys().holder(token)
        if holder.game_id != game_id:
            raise Refused("WRONG_TOKEN", "This token is of another game.")
        return holder

    def player(self, game_id: str, token: str | None) -> Holder:
        """Return who holds a token of a seat in this game."""
        holder = self.holder(game_id, token)
        if holder.seat is None:
            raise Refused("WRONG_TOKEN", "The host has no seat: use the token of a seat.")
        return holder

    def host(self, game_id: str, token: str | None) -> Holder:
        """Return who holds the token of this game's host."""
        holder = self.holder(game_id, token)
        if holder.seat is not None:
            raise Refused("WRONG_TOKEN", "Only the host may do this.")
        return holder

    def onlooker(self, game_id: str, token: str | None) -> Holder:
        """Return who looks on: without a token somebody who sees what the host sees, the public part."""
        return Holder(game_id, None) if token is None else self.holder(game_id, token)

    def _read(self, holder: Holder, once: Once | None = None) -> tuple[StoredGame, Kept]:
        """Read the game of a holder: GAME_NOT_FOUND; UNAUTHENTICATED for a token that was replaced."""
        if not GAME_ID.fullmatch(holder.game_id):
            raise GameNotFound
        stored = self.store.read(holder.game_id, once)
        kept = load(stored.state)
        self._refuse_old_token(holder, kept)
        return stored, kept

    @staticmethod
    def _refuse_old_token(holder: Holder, kept: Kept) -> None:
        if holder.seat is not None and (holder.seat >= len(kept.epochs) or kept.epochs[holder.seat] != holder.epoch):
            raise Refused("UNAUTHENTICATED", "This token was replaced by another one.")

    # Questions.

    def view(self, holder: Holder) -> Reply:
        """Show the table as this seat may see it."""
        stored, kept = self._read(holder)
        return self._reply(holder, kept.version, view_of(holder.game_id, kept, holder.seat, stored.last_event))

    def judge(self, player: Holder, document: object) -> Document:
        """Judge a move that a seat thinks of; nothing is written."""
        move = GAME_MOVE.load(document)
        _, kept = self._read(player)
        return _judged(player, kept, move)

    def legal_moves(self, player: Holder) -> Document:
        """List what a seat may do now."""
        _, kept = self._read(player)
        game = kept.game
        seat = _seat(player)
        head = _head(player, kept)
        if game.outcome.over:
            return write_game_moves(head, LegalMoves(()))
        moves = tuple(islice(rounds.legal_moves_of(seat, game.round, game.options), MOST_MOVES + 1))
        listed = LegalMoves((), moves[:MOST_MOVES], _owed(game, seat), truncated=len(moves) > MOST_MOVES)
        return write_game_moves(head, listed, tuple(rounds.calls_of(seat, game.round, game.options)))

    def events(self, holder: Holder, after: int, limit: int) -> Document:
        """List what happened after an event, as this seat may see it; from the start on, the table as it is."""
        if after == 0:
            stored, kept = self._read(holder)
            listed = [snapshot_of(holder.game_id, kept, holder.seat, stored.last_event)]
            return {"events": listed, "next_after": stored.last_event}
        if holder.seat is not None or not GAME_ID.fullmatch(holder.game_id):
            self._read(holder)
        read = self.store.events(holder.game_id, after, limit)
        listed = [
            event_of(number, orjson.loads(event), holder.seat)
            for number, event in enumerate(read.events, start=after + 1)
        ]
        return {"events": listed, "next_after": after + len(listed)}

    def wait(self, holder: Holder, after: int, seconds: float) -> bool:
        """Wait until something happens after an event; tells whether it did."""
        return self.store.wait(holder.game_id, after, seconds) > after

    def record(self, holder: Holder) -> Document:
        """Return the whole game, decks revealed, once it is over: GAME_NOT_OVER."""
        stored, kept = self._read(holder)
        if not kept.game.outcome.over:
            raise Refused("GAME_NOT_OVER", "The record is shown once the game is over.")
        happened: list[KeptEvent] = []
        while len(happened) < stored.last_event:
            page = self.store.events(holder.game_id, len(happened), _PAGE).events
            happened += [orjson.loads(event) for event in page]
        return record_of(kept, happened)

    # Changes.

    def create(self, document: object) -> Reply:
        """Begin a game; its tokens are told here and nowhere else."""
        asked = GAME_REQUEST.load(document)
        agreement, new = asked.agreement, cast("NewGame", asked.question)
        players, options = len(new.seats), agreement.options
        if not self._chosen_deals:
            bar_chosen_deals(new)
        if new.deck is not None:
            refuse_deck(new.deck, players, options)
        deck, dealt = _deck(new.deck, new.seed, 1, full_deck(players, options))
        game_id = secrets.token_hex(_ID_BYTES)
        keys = self._keys()
        game = games.new_game(deck, players, options)
        event, promise = _dealt(game, deck)
        kept = Kept(1, agreement.ruleset, game, new.seats, (0,) * players, promise, dealt, new.seed)
        self.store.create(game_id, dump(kept), _numbered([event], 1))
        view = view_of(game_id, kept, None, 1)
        seats = [
            {"seat": seat, "name": name, "token": keys.token(Holder(game_id, seat))}
            for seat, name in enumerate(new.seats)
        ]
        answer: Document = {
            "game_id": game_id,
            "version": kept.version,
            "seats": seats,
            "host_token": keys.token(Holder(game_id, None)),
            "commitment": promise,
            "view": view,
        }
        return self._reply(Holder(game_id, None), kept.version, answer)

    def play(self, player: Holder, document: object, seen: Seen, key: str | None) -> Reply:
        """Play a move: MOVE_ILLEGAL, GAME_OVER."""
        move = GAME_MOVE.load(document)
        return self._change(player, "play", document, seen, key, lambda kept: _played(player, kept, move))

    def deal(self, holder: Holder, document: object, seen: Seen, key: str | None) -> Reply:
        """Deal the next round: ROUND_NOT_OVER, GAME_OVER."""
        asked = ROUND_REQUEST.load(document)
        if not self._chosen_deals:
            bar_chosen_deals(asked)
        return self._change(holder, "deal", document, seen, key, lambda kept: _next_round(kept, asked))

    def end(self, host: Holder, document: object, seen: Seen, key: str | None) -> Reply:
        """End the game as if time were up: GAME_OVER."""
        NOTHING_MORE.load(document)
        return self._change(host, "end", document, seen, key, _ended)

    def rotate(self, holder: Holder, seat: int) -> Document:
        """Give a seat a new token; the old one is worth nothing any more. A seat may do this for itself."""
        if holder.seat not in (None, seat):
            raise Refused("WRONG_TOKEN", "A seat changes no other seat's token.")
        for _ in range(_TRIES):
            stored, kept = self._read(holder)
            if seat >= len(kept.names):
                raise Refused("NOT_FOUND", f"There is no seat {seat} in this game.")
            epochs = tuple(epoch + (number == seat) for number, epoch in enumerate(kept.epochs))
            try:
                self.store.commit(holder.game_id, stored.version, dump(kept._replace(epochs=epochs)))
            except StaleVersion:
                continue
            return {"seat": seat, "token": self._keys().token(Holder(holder.game_id, seat, epochs[seat]))}
        raise StoreUnavailable

    def delete(self, host: Holder) -> None:
        """Remove the game and all that is kept of it."""
        self.store.delete(host.game_id)

    def _change(
        self,
        holder: Holder,
        operation: str,
        document: object,
        seen: Seen,
        key: str | None,
        change: Callable[[Kept], Change],
    ) -> Reply:
        once = None if key is None else _once(holder, operation, document, key)
        try:
            for _ in range(_TRIES):
                try:
                    return self._try(holder, seen, once, change)
                except StaleVersion:
                    continue  # Somebody was faster; what there is now decides.
        except KeyReused:
            raise Refused("KEY_REUSED", "This Idempotency-Key came with another request.") from None
        raise StoreUnavailable

    def _try(self, holder: Holder, seen: Seen, once: Once | None, change: Callable[[Kept], Change]) -> Reply:
        """Change the game as it is now, unless it is changed meanwhile: StaleVersion."""
        stored, kept = self._read(holder, once)
        if stored.reply is not None:
            return _kept_reply(stored.reply, holder)
        version = kept.version
        if seen is None:
            raise Refused("PRECONDITION_REQUIRED", "Say with If-Match which version of the game you have seen.")
        if not seen(version):
            told = f"The game stands at version {version}, not at the one in If-Match."
            raise Refused("STALE_STATE", told, version=version)
        reply, state, happened = self._written(holder, stored, kept, change(kept))
        kept_reply = b"%d %b" % (reply.version, reply.body) if once else b""
        earlier = self.store.commit(holder.game_id, stored.version, state, happened, once=once, reply=kept_reply)
        return reply if earlier is None else _kept_reply(earlier, holder)

    def _written(
        self, holder: Holder, stored: StoredGame, kept: Kept, made: Change
    ) -> tuple[Reply, bytes, list[bytes]]:
        """Return what is answered and what is kept of a change."""
        version = kept.version + 1
        commitment, dealt = made.commitment or kept.commitment, made.dealt or kept.dealt
        after = Kept(version, kept.ruleset, made.game, kept.names, kept.epochs, commitment, dealt, kept.seed)
        happened = [{**event, "version": version} for event in made.events]
        last_event = stored.last_event + len(happened)
        answer: Document = {
            "version": version,
            **made.answer,
            "events": [event_of(stored.last_event + 1 + n, event, holder.seat) for n, event in enumerate(happened)],
            "view": view_of(holder.game_id, after, holder.seat, last_event),
        }
        reply = Reply(
            strict_json.write(answer),
            version,
            holder.seat,
            holder.game_id,
            verdict=cast("Document | None", made.answer.get("verdict")),
            is_over=made.game.outcome.over,
        )
        return reply, dump(after), [strict_json.write(event) for event in happened]

    @staticmethod
    def _reply(holder: Holder, version: int, answer: Document) -> Reply:
        return Reply(strict_json.write(answer), version, holder.seat, holder.game_id)


def _seat(player: Holder) -> int:
    assert player.seat is not None
    return player.seat


def _once(holder: Holder, operation: str, document: object, key: str) -> Once:
    """Return what makes a request count once; each holder has keys of its own."""
    said = json.dumps([operation, document], sort_keys=True, separators=(",", ":"))
    who = "host" if holder.seat is None else str(holder.seat)
    return Once(f"{who}:{key}", sha256(said.encode()).digest())


def _kept_reply(reply: bytes, holder: Holder) -> Reply:
    version, _, body = reply.partition(b" ")
    return Reply(body, int(version), holder.seat, holder.game_id, replayed=True)


def _head(holder: Holder, kept: Kept) -> MoveHead:
    return MoveHead(holder.game_id, kept.version, kept.ruleset, ruleset_digest(kept.game.options))


def _judged(player: Holder, kept: Kept, move: Move) -> Document:
    game, seat = kept.game, _seat(player)
    head = _head(player, kept)
    tried = games.attempt(move, seat, game)
    if tried.violations:
        return write_move_verdict(head, move, tried.violations)
    if games.needs_new_stock(move, game):
        # The order of a new stock is not known yet, and nothing that is answered depends on it.
        tried = games.attempt(move, seat, games.with_new_stock(game, game.round.table.pile[:-1]))
    return write_move_verdict(head, move, (), _owed(tried.game, seat), tried.points)


def _owed(game: Game, seat: int) -> tuple[Obligation, ...]:
    """Return what the turn owes, if it is this seat's."""
    round_ = game.round
    return obligations(round_.table, game.options) if round_.table.seat == seat and round_.ended_by is None else ()


def _played(player: Holder, kept: Kept, move: Move) -> Change:
    game, seat = kept.game, _seat(player)
    if game.outcome.over:
        raise Refused("GAME_OVER", "The game is over.")
    head = _head(player, kept)
    tried = games.attempt(move, seat, game)
    if faults := tried.violations:
        raise Refused("MOVE_ILLEGAL", faults[0].message, verdict=write_move_verdict(head, move, faults))
    new_stock = None
    if games.needs_new_stock(move, game):
        new_stock = _new_stock(kept)
        game = games.with_new_stock(game, new_stock)
        tried = games.attempt(move, seat, game)
    after, end = tried.game, tried.end
    happened = [events.move_made(move, seat, game, after, new_stock)]
    if end is not None:
        happened.append(events.round_over(end, after))
        outcome = after.outcome
        if outcome.over:
            happened.append(events.game_over(outcome))
    return Change(after, happened, {"verdict": write_move_verdict(head, move, (), _owed(after, seat), tried.points)})


def _new_stock(kept: Kept) -> Cards:
    game = kept.game
    discards = game.round.table.pile[:-1]
    if kept.seed is None:
        return shuffled(discards)
    return shuffled_by(kept.seed, f"round {game.number} stock {game.round.reshuffles + 1}", discards)


def _next_round(kept: Kept, asked: NextRound) -> Change:
    game = kept.game
    if game.outcome.over:
        raise Refused("GAME_OVER", "The game is over.")
    if game.round.ended_by is None:
        raise Refused("ROUND_NOT_OVER", "The round is not over.")
    if asked.deck is not None:
        refuse_deck(asked.deck, game.players, game.options)
    deck, dealt = _deck(asked.deck, kept.seed, game.number + 1, full_deck(game.players, game.options))
    after = games.with_next_round(game, deck)
    event, promise = _dealt(after, deck)
    return Change(after, [event], {}, promise, dealt)


def _ended(kept: Kept) -> Change:
    if kept.game.outcome.over:
        raise Refused("GAME_OVER", "The game is over.")
    after = kept.game._replace(time_up=True)
    return Change(after, [events.game_over(after.outcome)])


def _deck(deck: Cards | None, seed: str | None, number: int, full: Cards) -> tuple[Cards, str]:
    """Return the deck of a round in its order, and where that comes from."""
    if deck is not None:
        return deck, "deck"
    if seed is not None:
        return shuffled_by(seed, f"round {number}", full), "seed"
    return shuffled(full), "random"


def _dealt(game: Game, deck: Cards) -> tuple[KeptEvent, str]:
    """Return that a round was dealt, and the promise that its deck is not changed any more."""
    salt = secrets.token_hex(_ID_BYTES)
    promise = commitment(salt, deck)
    return events.round_dealt(game, deck, salt, promise), promise


def _numbered(happened: list[KeptEvent], version: int) -> list[bytes]:
    return [strict_json.write({**event, "version": version}) for event in happened]
