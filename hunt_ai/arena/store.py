"""The results store: games of a tournament in one SQLite file (WAL), one row a game.

A game is told from all others by its game, who played which side, the number of its game pair and its leg (0, 1: the
sides swapped). What made the games (seed, openings, match rules) is fixed when the file is made; games, players and
pairs may be added. Nothing in a file names a command that is run.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hunt_ai.arena.record import MATCH_TERMINATIONS, RULES_TERMINATIONS, TRUNCATED
from hunt_ai.core.errors import UserError, one_line
from hunt_ai.core.files import whole_file
from hunt_ai.core.locks import sole_writer

APPLICATION_ID = 0x68756E74  # "hunt", in SQLite's header
FORMAT = 1
TABLES = """
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
CREATE TABLE rulesets (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, hash TEXT NOT NULL,
    side0 TEXT NOT NULL, side1 TEXT NOT NULL, first INTEGER NOT NULL, openings TEXT NOT NULL
);
CREATE TABLE games (
    ruleset INTEGER NOT NULL REFERENCES rulesets, player0 INTEGER NOT NULL REFERENCES players,
    player1 INTEGER NOT NULL REFERENCES players, pair INTEGER NOT NULL, leg INTEGER NOT NULL,
    position TEXT NOT NULL, opening INTEGER NOT NULL, moves TEXT NOT NULL,
    winner INTEGER, termination TEXT NOT NULL, scored INTEGER NOT NULL, detail TEXT, seconds REAL NOT NULL,
    UNIQUE (ruleset, player0, player1, pair, leg)
);
"""
JOINED = """games JOIN rulesets ON ruleset = rulesets.id JOIN players AS zero ON player0 = zero.id
    JOIN players AS one ON player1 = one.id"""
GAMES = f"""
SELECT rulesets.name, zero.name, one.name, pair, leg, position, opening, moves, winner, termination, scored, detail,
       seconds FROM {JOINED} ORDER BY rulesets.id, pair, MIN(zero.name, one.name), MAX(zero.name, one.name), leg
"""


class Fixture(NamedTuple):
    """A game to be played: what tells it from all others."""

    game: str  # the text that names the rules
    player0: str  # name of the player of side 0
    player1: str
    pair: int
    leg: int


class PlayedGame(NamedTuple):
    """A game that was played."""

    fixture: Fixture
    position: str  # text of the position it began from
    opening: int  # so many of the moves were played for the players
    moves: tuple[str, ...]
    winner: int | None  # side number
    termination: str
    scored: bool
    detail: str | None
    seconds: float  # spent playing

    @property
    def points(self) -> tuple[float, float] | None:
        """Of side 0 and side 1: win 1, draw ½; None where the game has no result that counts."""
        if not self.scored or self.termination == TRUNCATED:
            return None
        return (0.5, 0.5) if self.winner is None else (float(self.winner == 0), float(self.winner == 1))


@dataclass(frozen=True)
class StoredRules:
    """What the file knows of a game's rules."""

    name: str
    hash: str
    sides: tuple[str, str]
    first: int
    openings: str  # hash of the file of openings, if they come from one


class ResultsStore:
    """An open results file. Made by `open_results` (to add games) and `read_results`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    # -- what the file holds

    def settings(self) -> dict[str, Any]:
        """What the games were made with."""
        with self._reading():
            return {key: json.loads(value) for key, value in self._all("SELECT key, value FROM settings ORDER BY key")}

    def about(self) -> dict[str, str]:
        """What its makers said about it; nothing depends on that."""
        with self._reading():
            return dict(self._all("SELECT key, value FROM about ORDER BY key"))

    def players(self) -> dict[str, str]:
        """Text by name of the players, in the order in which they came."""
        with self._reading():
            return dict(self._all("SELECT name, text FROM players ORDER BY id"))

    def rulesets(self) -> dict[str, StoredRules]:
        """By the text that names each game, in the order in which they came."""
        with self._reading():
            rows = self._all("SELECT name, hash, side0, side1, first, openings FROM rulesets ORDER BY id")
            return {
                name: StoredRules(name, hash, (side0, side1), first, openings)
                for name, hash, side0, side1, first, openings in rows
            }

    def games(self) -> Iterator[PlayedGame]:
        """All games, in an order that does not depend on when they were played."""
        with self._reading():
            for row in self._connection.execute(GAMES):
                yield _played_game(row)

    def fixtures(self) -> set[Fixture]:
        """What has been played."""
        with self._reading():
            rows = self._connection.execute(f"SELECT rulesets.name, zero.name, one.name, pair, leg FROM {JOINED}")
            return {Fixture(*row) for row in rows}

    def _all(self, query: str) -> list[Any]:
        return self._connection.execute(query).fetchall()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError, TypeError) as error:
            if isinstance(error, UserError):
                raise
            what = "cannot be read" if isinstance(error, sqlite3.OperationalError) else "is damaged"
            raise UserError(one_line(f"{self.path}: the results file {what} ({error})")) from None

    # -- adding to it

    def add(self, games: Iterable[PlayedGame]) -> None:
        """Store games for good, all or none of them; their players and rules were given to `open_results`."""
        with _writing(self.path), self._connection:
            self._connection.executemany(
                """INSERT INTO games VALUES (
                    (SELECT id FROM rulesets WHERE name = ?), (SELECT id FROM players WHERE name = ?),
                    (SELECT id FROM players WHERE name = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
                )""",
                [
                    (*game.fixture, game.position, game.opening, " ".join(game.moves), game.winner, game.termination,
                     int(game.scored), game.detail, game.seconds)
                    for game in games
                ],
            )  # fmt: skip

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "ResultsStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _played_game(row: Any) -> PlayedGame:
    fixture, rest = Fixture(*row[:5]), row[5:]
    position, opening, moves, winner, termination, scored, detail, seconds = rest
    if winner not in (None, 0, 1) or termination not in RULES_TERMINATIONS | MATCH_TERMINATIONS:
        raise ValueError(f"{fixture}: ended by {termination!r} with the winner {winner!r}")
    if not all(isinstance(text, str) for text in (position, moves)) or not 0 <= opening <= len(moves.split()):
        raise ValueError(f"{fixture}: its moves or position are none")
    return PlayedGame(
        fixture, position, opening, tuple(moves.split()), winner, termination, bool(scored), detail, float(seconds)
    )


# -- opening


def read_results(path: Path) -> ResultsStore:
    """A results file to read, also one that is being written; UserError where it is none or damaged."""
    _check_file(path)
    store = ResultsStore(path, _connect_to_read(path))
    try:
        _check_format(store)
    except BaseException:
        store.close()
        raise
    return store


@contextlib.contextmanager
def open_results(
    path: Path,
    settings: Mapping[str, Any],
    players: Mapping[str, str],
    rulesets: Sequence[StoredRules],
    about: Mapping[str, str],
) -> Iterator[ResultsStore]:
    """A results file to add to, made if it is not there; one process at a time.

    `about` takes the place of what was said about it before.

    UserError, and the file left as it was, where it is none, damaged, of another format, or was made with other
    settings, another player of a name, or other rules of a game.
    """
    path = Path(os.path.realpath(path))  # two names of one file are one file
    if path.is_dir():
        raise UserError(f"{path}: the results file cannot be made (it is a folder)")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path}: the results file cannot be made ({error.strerror or error})") from None
    busy = f"{path}: another tournament is at work on this file"
    with sole_writer(path.with_name(path.name + ".lock"), busy, f"{path}: the results cannot be written"):
        if os.path.lexists(path):
            with read_results(path) as store:
                _check_same(store, settings, players, rulesets)
        else:
            with (
                whole_file(path, "results file") as part,
                contextlib.closing(_connect(part, "mode=rwc")) as connection,
                _writing(path),
            ):
                _make(connection, settings)
        with contextlib.closing(_connect(path, "mode=rw")) as connection:
            with _writing(path):
                _prepare(connection, players, rulesets, about)
            yield ResultsStore(path, connection)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    try:
        return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=10)
    except sqlite3.Error as error:
        raise UserError(f"{path}: the results file cannot be opened ({error})") from None


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Readers of WAL need two files beside it, and only who may write removes them again."""
    if os.access(path.parent, os.W_OK) and os.access(path, os.W_OK):
        connection = _connect(path, "mode=rw")
        connection.execute("PRAGMA query_only = ON")
        return connection
    return _connect(path, "mode=ro" if path.with_name(path.name + "-wal").exists() else "mode=ro&immutable=1")


def _check_file(path: Path) -> None:
    try:
        if not path.is_file():
            raise UserError(f"{path}: there is no such results file")
        with path.open("rb"):
            pass
    except OSError as error:
        raise UserError(f"{path}: the results file cannot be read ({error.strerror or error})") from None


def _check_format(store: ResultsStore) -> None:
    try:
        ((application,),) = store._all("PRAGMA application_id")
        ((version,),) = store._all("PRAGMA user_version")
        problems = store._all("PRAGMA quick_check(1)")
        strays = store._all("PRAGMA foreign_key_check")
    except sqlite3.DatabaseError as error:
        raise UserError(f"{store.path}: the file is no results file, or damaged ({error})") from None
    if application != APPLICATION_ID:
        raise UserError(f"{store.path}: the file is no results file of hunt_ai")
    if version != FORMAT:
        raise UserError(
            f"{store.path}: the results are in format {version}, this hunt_ai reads format {FORMAT}; "
            + ("use a newer hunt_ai" if version > FORMAT else "run the tournament anew into another file")
        )
    if strays:
        raise UserError(f"{store.path}: the results file is damaged ({len(strays)} games of unknown players or rules)")
    if problems != [("ok",)]:
        raise UserError(one_line(f"{store.path}: the results file is damaged ({problems[0][0]})"))


def _check_same(
    store: ResultsStore, settings: Mapping[str, Any], players: Mapping[str, str], rulesets: Iterable[StoredRules]
) -> None:
    before = store.settings()
    for key in sorted({*before, *settings}):
        if before.get(key) != settings.get(key):
            raise UserError(
                f"{store.path}: its games were played with {key} = {json.dumps(before.get(key))}, "
                f"not {json.dumps(settings.get(key))}; give another file"
            )
    texts = store.players()
    for name, text in players.items():
        if texts.get(name, text) != text:
            raise UserError(f"{store.path}: its player {name} is {texts[name]!r}, not {text!r}; give another file")
    stored = store.rulesets()
    for rules in rulesets:
        if rules.name in stored and stored[rules.name].hash != rules.hash:
            raise UserError(f"{store.path}: its games of {rules.name} were played by other rules; give another file")
        if rules.name in stored and stored[rules.name].openings != rules.openings:
            raise UserError(f"{store.path}: its games of {rules.name} had openings of another file; give another file")


def _make(connection: sqlite3.Connection, settings: Mapping[str, Any]) -> None:
    connection.executescript(TABLES)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    with connection:
        rows = [(key, json.dumps(value)) for key, value in settings.items()]
        connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)
    connection.execute("PRAGMA journal_mode = WAL")


def _prepare(
    connection: sqlite3.Connection,
    players: Mapping[str, str],
    rulesets: Iterable[StoredRules],
    about: Mapping[str, str],
) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")  # a kill loses nothing; a power cut at most the last moments
    with connection:
        connection.executemany("INSERT OR IGNORE INTO players (name, text) VALUES (?, ?)", players.items())
        connection.executemany(
            "INSERT OR IGNORE INTO rulesets (name, hash, side0, side1, first, openings) VALUES (?, ?, ?, ?, ?, ?)",
            [(rules.name, rules.hash, *rules.sides, rules.first, rules.openings) for rules in rulesets],
        )
        connection.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", about.items())


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise UserError(f"{path}: the results cannot be written ({error})") from None
