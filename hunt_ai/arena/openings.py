"""Openings: where the games of a tournament begin, each another one up to symmetry and none of them decided."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import Field, StrictInt, StrictStr, model_validator

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import read_text
from hunt_ai.core.settings import Settings
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Row, Ruleset

FAILURES = 1000  # random openings running that are decided or were there before: then there are no more
MOST_AT_DEPTH = 200_000
MAX_FILE_BYTES = 50_000_000


class Opening(NamedTuple):
    """A position to begin from and the moves that are played from it before the players' turns."""

    position: str
    moves: tuple[str, ...] = ()


class OpeningSettings(Settings):
    """Which openings a tournament uses.

    kind: `start` is the start position only; `random` so many random legal plies from it; `depth` every position after
        so many plies, in random order; `file` those of a file, in its order.
    plies: of `random` and `depth`.
    path: of `file`; {game} in it stands for the game's name. A line holds a position text or `startpos`, and may go on
        with `moves` and the moves; `#` begins a comment.
    """

    kind: Literal["start", "random", "file", "depth"] = "start"
    plies: Annotated[StrictInt, Field(ge=1, le=100)] | None = None
    path: Annotated[StrictStr, Field(min_length=1, max_length=1000)] | None = None

    @model_validator(mode="after")
    def _fitting_keys(self) -> "OpeningSettings":
        for key, kinds in (("plies", ("random", "depth")), ("path", ("file",))):
            if (getattr(self, key) is not None) != (self.kind in kinds):
                raise ValueError(f"kind {self.kind!r} {'needs' if self.kind in kinds else 'takes no'} {key}")
        return self


class Openings:
    """The openings of one game. Number n is the same whatever is asked for; after the last the first comes again."""

    def __init__(self, rules: Ruleset, settings: OpeningSettings, seed: int) -> None:
        self._found: list[Opening] = []
        digest = hashlib.sha256(f"{seed} {rules.name}".encode()).digest()
        generator = np.random.default_rng(np.frombuffer(digest, dtype=np.uint32))
        patience = FAILURES if settings.kind == "random" else None
        self._left_out = 0
        if settings.kind == "start" and Game(rules).outcome() is None:
            self._found.append(Opening(rules.start_text))  # as it is, also where the first move may win
        self._more = self._distinct(rules, _candidates(rules, settings, generator), patience)
        self._complete = False
        if not self._reach(0):
            raise UserError(f"{rules.name}: there is no opening of the kind {settings.kind!r} that is not decided")

    def __getitem__(self, number: int) -> Opening:
        return self._found[number if self._reach(number) else number % len(self._found)]

    def __len__(self) -> int:
        """How many there are; all of them are worked out."""
        while self._reach(len(self._found)):
            pass
        return len(self._found)

    def left_out(self) -> int:
        """How many candidates were decided or there before; all are worked out."""
        return len(self) and self._left_out

    def _distinct(
        self, rules: Ruleset, candidates: Iterator[tuple[Opening, Game]], patience: int | None
    ) -> Iterator[Opening]:
        """Those that are undecided and not there before in another orientation; no more after `patience` others."""
        seen: set[str] = set()
        failures = 0
        for opening, game in candidates:
            key = None if _decided(game) else canonical_text(rules, game.row)
            if key is None or key in seen:
                failures += 1
                self._left_out += 1
                if failures == patience:
                    return
                continue
            failures = 0
            seen.add(key)
            yield opening

    def _reach(self, number: int) -> bool:
        while len(self._found) <= number and not self._complete:
            following = next(self._more, None)
            if following is None:
                self._complete = True
            else:
                self._found.append(following)
        return len(self._found) > number


def opening_file(settings: OpeningSettings, game: str) -> Path | None:
    """The file that holds the openings of `game`, None where they come from none."""
    return Path(settings.path.replace("{game}", game)) if settings.path is not None else None


def _candidates(
    rules: Ruleset, settings: OpeningSettings, generator: np.random.Generator
) -> Iterator[tuple[Opening, Game]]:
    """Openings of the kind and the games after them, in their order; perhaps the same ones again and decided ones."""
    path = opening_file(settings, rules.name)
    if path is not None:
        yield from _read_file(rules, path)
    elif settings.kind == "random":
        while True:
            game = Game(rules)
            for _ in range(settings.plies or 0):
                moves = game.legal_move_values()
                if not moves:
                    break
                game.push_value(moves[generator.integers(len(moves))])
            yield Opening(game.start_position(), tuple(game.moves)), game
    elif settings.kind == "depth":
        games = _all_at_depth(rules, settings.plies or 0)
        for place in generator.permutation(len(games)):
            yield Opening(games[place].start_position(), tuple(games[place].moves)), games[place]


def _decided(game: Game) -> bool:
    """Whether the game is over or the side to move wins with its next move."""
    if game.outcome():
        return True
    side = game.side_to_move
    for move in game.legal_move_values():
        game.push_value(move)
        outcome = game.outcome()
        game.pop()
        if outcome and outcome.winner == side:
            return True
    return False


def canonical_text(rules: Ruleset, row: Row) -> str:
    """The least of the texts of a position's images under the symmetries of the rules, its idle count left out."""
    images = (rules.format_position(rules.transform(row, symmetry)) for symmetry in rules.automorphisms)
    return min(text.rpartition(" ")[0] for text in images)


def _all_at_depth(rules: Ruleset, plies: int) -> list[Game]:
    """One game for each position up to symmetry that can stand on the board after so many plies."""
    layer = {canonical_text(rules, rules.start): Game(rules)}
    for _ in range(plies):
        following: dict[str, Game] = {}
        for game in layer.values():
            for move in game.legal_move_values():
                game.push_value(move)
                following.setdefault(canonical_text(rules, game.row), game.copy())
                game.pop()
            if len(following) > MOST_AT_DEPTH:
                raise UserError(
                    f"{rules.name}: there are more than {MOST_AT_DEPTH} positions after {plies} plies; "
                    'take fewer plies, or openings of the kind "random"'
                )
        layer = following
    return [layer[key] for key in sorted(layer)]


def read_opening_file(path: Path) -> str:
    """The text of an opening file; UserError."""
    return read_text(path, MAX_FILE_BYTES)


def _read_file(rules: Ruleset, path: Path) -> Iterator[tuple[Opening, Game]]:
    for number, line in enumerate(read_opening_file(path).splitlines(), 1):
        position, _, moves = line.partition("#")[0].strip().partition(" moves ")
        if not position:
            continue
        try:
            game = Game(rules, None if position.strip() == "startpos" else position.strip(), moves.split())
        except UserError as error:
            raise UserError(f"{path}:{number}: {error}") from None
        yield Opening(game.start_position(), tuple(game.moves)), game
