"""Game records: one JSON object a line, which `hunt_ai.Game` can replay and judge again."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from hunt_ai.arena.contest import Contest
from hunt_ai.core.errors import UserError
from hunt_ai.core.files import part_of
from hunt_ai.games.game import TIMEOUT, Game

RULES_TERMINATIONS = frozenset(
    {"captures", "immobilised", "driven-out", "den", "no-beasts", "no-progress", "repetition", TIMEOUT}
)  # those that a replay must reach by itself
TRUNCATED = "truncated"
DRAWN = frozenset({"agreement", TRUNCATED})  # of the others, those without a winner
DECIDED = frozenset({"resignation", "crash", "hang", "illegal-move"})  # those with one
MATCH_TERMINATIONS = DRAWN | DECIDED | {"proved"}


def contest_record(contest: Contest, players: Mapping[str, str], **more: Any) -> dict[str, Any]:
    """The record of a finished contest; `players` by side name, the first mover first; `more`: how it came about."""
    game, outcome, match = contest.game, contest.outcome, contest.rules.changed()
    if outcome is None:
        raise ValueError("the contest goes on")
    record = {
        "game": game.rules.name,
        "rules_hash": game.rules.hash,
        "position": game.start_position(),
        "moves": game.moves,
        "winner": outcome.winner,
        "termination": outcome.termination,
        "scored": contest.scored,
        "players": dict(players),
        **more,
    }
    return record | ({"detail": contest.detail} if contest.detail else {}) | ({"match": match} if match else {})


def write_line(record: Mapping[str, Any], stream: TextIO) -> None:
    """One record, one line, on the disk's side of the program before this returns."""
    stream.write(json.dumps(record, ensure_ascii=False) + "\n")
    stream.flush()


def append_record(record: Mapping[str, Any], path: Path) -> None:
    """Add one record to a file of them, which is made if it is not there; UserError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+", encoding="utf-8") as stream:
            stream.seek(0)
            before = stream.read()
            if before and not before.endswith("\n"):
                stream.write("\n")
            write_line(record, stream)
    except OSError as error:
        raise UserError(f"{path}: the file cannot be written ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: the file is not UTF-8 text") from None


def read_records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line number, record) of each line; UserError names the file and the line that is none."""
    try:
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    yield number, check_record(line, f"{path}:{number}")
    except OSError as error:
        raise UserError(f"{path}: the file cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: the file is not UTF-8 text") from None


def check_record(line: str, where: str) -> dict[str, Any]:
    """The record that `line` holds, its fields of the right kinds."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{where}: the line is not JSON ({error})") from None
    kinds: Mapping[str, type | tuple[type, ...]] = {
        "game": str, "position": str, "moves": list, "winner": (str, type(None)), "termination": str, "players": dict,
        "rules_hash": (str, type(None)),
    }  # fmt: skip
    if not isinstance(record, dict):
        raise UserError(f"{where}: the line is no game record")
    for field, kind in kinds.items():
        if field not in record and field != "rules_hash":
            raise UserError(f"{where}: the record lacks the field {field!r}")
        if not isinstance(record.get(field), kind):
            raise UserError(f"{where}: the record's field {field!r} is {record[field]!r}")
    if not all(isinstance(text, str) for text in [*record["moves"], *record["players"].values()]):
        raise UserError(f"{where}: the record's moves and players are texts")
    return record


def replay(record: Mapping[str, Any], where: str) -> Game:
    """The game of a record, played again; UserError where the rules do not agree with what it says."""
    try:
        game = Game(record["game"], position=record["position"])
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    stored = record.get("rules_hash")
    if stored is not None and stored != game.rules.hash:
        raise UserError(
            f"{where}: the game was played by other rules of {game.rules.name} (hash {stored}, now {game.rules.hash})"
        )
    for ply, move in enumerate(record["moves"], 1):
        try:
            game.push(move)
        except UserError as error:
            raise UserError(f"{where}: ply {ply}: {error}") from None
    _check_outcome(game, record, where)
    return game


def _check_outcome(game: Game, record: Mapping[str, Any], where: str) -> None:
    outcome, termination = game.outcome(), record["termination"]
    if outcome is None and termination in RULES_TERMINATIONS:
        raise UserError(f"{where}: the game is not over after its {len(game.moves)} plies, yet ended by {termination}")
    if outcome and (outcome.winner, outcome.termination) != (record["winner"], termination):
        raise UserError(
            f"{where}: the rules say {outcome.winner or 'draw'} by {outcome.termination}, the record "
            f"{record['winner'] or 'draw'} by {termination}"
        )
    if record["winner"] not in (None, *game.rules.sides):
        raise UserError(f"{where}: the winner {record['winner']!r} is no side of {game.rules.name}")
    if set(record["players"]) != set(game.rules.sides):
        raise UserError(f"{where}: the players are not those of the sides {' and '.join(game.rules.sides)}")
    if termination not in RULES_TERMINATIONS | MATCH_TERMINATIONS:
        raise UserError(f"{where}: no game ends by {termination!r}")
    drawn = record["winner"] is None
    if (drawn and termination in DECIDED) or (not drawn and termination in DRAWN):
        raise UserError(f"{where}: {termination} with the winner {record['winner']!r}")


class RecordFile:
    """A file of records being written: complete lines in FILE.PID.part, which takes the place of FILE when closed.

    Stopped by Ctrl-C or an error, what was finished becomes FILE all the same, unless that is nothing: then an earlier
    FILE stays. Killed, what was finished is left in FILE.PID.part. Once closed, `records` are those in FILE.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records: list[Mapping[str, Any]] = []
        self._part, self._target = part_of(path)

    def __enter__(self) -> "RecordFile":
        try:
            self._target.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self._part.open("w", encoding="utf-8")
        except OSError as error:
            raise self._unwritable(error) from None
        return self

    def write(self, record: Mapping[str, Any]) -> None:
        self.records.append(record)
        try:
            write_line(record, self._stream)
        except OSError as error:
            raise self._unwritable(error) from None

    def __exit__(self, *_: object) -> None:
        try:
            self._stream.close()
            if self._part != self._target:
                with self._part.open("rb") as stream:
                    del self.records[sum(1 for _ in stream) :]  # the last where Ctrl-C came before it was written
                if self.records:
                    os.replace(self._part, self._target)
                else:
                    self._part.unlink()
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> UserError:
        return UserError(f"{self.path}: the file cannot be written ({error.strerror or error})")
