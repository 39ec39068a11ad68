"""What a file of games holds, and how it is written to: a trigger carries out a write, whole or not at all."""

from __future__ import annotations

from typing import Final

from service.store import KEPT_REPLIES

SWEPT_AT_ONCE: Final = 4
"""Each new game clears away so many that have ended: more than come, so that they cannot pile up."""

SCHEMA_VERSION: Final = 1

SCHEMA: Final = (
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, last_event INTEGER NOT NULL,
        replies INTEGER NOT NULL, ends REAL NOT NULL, state BLOB NOT NULL)""",
    "CREATE INDEX games_by_end ON games (ends)",
    # One row holds the events of one commit, `last` is the number of the last of them.
    """CREATE TABLE events (
        game INTEGER NOT NULL, last INTEGER NOT NULL, events BLOB NOT NULL, PRIMARY KEY (game, last)) WITHOUT ROWID""",
    # A new reply takes the place of the one that was kept longest.
    """CREATE TABLE replies (
        game INTEGER NOT NULL, place INTEGER NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL,
        reply BLOB NOT NULL, PRIMARY KEY (game, place), UNIQUE (game, key)) WITHOUT ROWID""",
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    """CREATE TRIGGER game_ends AFTER DELETE ON games BEGIN
        DELETE FROM events WHERE game = OLD.number;
        DELETE FROM replies WHERE game = OLD.number;
    END""",
    "CREATE VIEW beginnings (id, now, ends, state, count, events) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL",
    """CREATE TRIGGER game_begins INSTEAD OF INSERT ON beginnings BEGIN
        DELETE FROM games WHERE id = NEW.id AND ends <= NEW.now;
        DELETE FROM games WHERE number IN (SELECT number FROM games WHERE ends <= NEW.now ORDER BY ends LIMIT $SWEPT);
        INSERT INTO games (id, version, last_event, replies, ends, state)
            VALUES (NEW.id, 1, NEW.count, 0, NEW.ends, NEW.state);
        INSERT INTO events SELECT number, last_event, NEW.events FROM games WHERE id = NEW.id AND NEW.count > 0;
    END""".replace("$SWEPT", str(SWEPT_AT_ONCE)),
    """CREATE VIEW commits (id, version, now, ends, state, count, events, key, fingerprint, reply) AS
        SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL""",
    """CREATE TRIGGER game_goes_on INSTEAD OF INSERT ON commits BEGIN
        UPDATE games SET version = version + 1, last_event = last_event + NEW.count, ends = NEW.ends,
            replies = replies + (NEW.key IS NOT NULL), state = NEW.state
            WHERE id = NEW.id AND ends > NEW.now AND version = NEW.version
            AND NOT EXISTS (SELECT 1 FROM replies WHERE game = number AND key = NEW.key);
        SELECT raise(ABORT, 'refused') WHERE changes() = 0;
        INSERT INTO events SELECT number, last_event, NEW.events FROM games WHERE id = NEW.id AND NEW.count > 0;
        INSERT OR REPLACE INTO replies SELECT number, replies % $KEPT, NEW.key, NEW.fingerprint, NEW.reply
            FROM games WHERE id = NEW.id AND NEW.key IS NOT NULL;
    END""".replace("$KEPT", str(KEPT_REPLIES)),
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
