"""Saved games: one JSON document that says how the game stands and who plays it."""

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StrictInt, StrictStr

from hunt_ai.arena.match_rules import Seconds
from hunt_ai.core.errors import UserError
from hunt_ai.core.files import read_text, whole_file
from hunt_ai.core.settings import Settings, check_settings
from hunt_ai.games.game import Game

FORMAT = 1
KIND = "hunt_ai saved game"
MAX_FILE_BYTES = 4_000_000

Text = Annotated[StrictStr, Field(min_length=1, max_length=4000)]


class SavedGame(Settings):
    """A game in the terminal.

    game: name, variant or path of its file. rules_hash: of its rules. position, moves: where it began and what was
    played. human: names of the sides that a person plays. opponent: text of the other side's player, which `seed` is
    for; None where a person plays both. turn_seconds: as asked for, None for what the rules say.
    """

    kind: Literal["hunt_ai saved game"] = "hunt_ai saved game"
    format: Literal[1] = 1
    game: Text
    rules_hash: Text
    position: Text
    moves: tuple[Text, ...] = ()
    human: Annotated[tuple[Text, ...], Field(min_length=1, max_length=2)]
    opponent: Text | None
    seed: Annotated[StrictInt, Field(ge=0, lt=2**64)]
    language: Literal["en", "zh"] = "en"
    turn_seconds: Seconds | None = None

    def replay(self, source: str) -> Game:
        """The game, its moves played again; UserError where the rules do not agree with what the file says."""
        try:
            game = Game(self.game, position=self.position)
            if game.rules.hash != self.rules_hash:
                raise UserError(f"the game was played by other rules of {self.game} than those of today")
            for move in self.moves:
                game.push(move)
        except UserError as error:
            raise UserError(f"{source}: {error}") from None
        if len({*self.human}) != len(self.human) or not {*self.human} <= {*game.rules.sides}:
            raise UserError(f"{source}: human: {', '.join(self.human)} are not sides of {self.game}")
        if (self.opponent is None) != (len(self.human) == 2):
            raise UserError(f"{source}: opponent: there is one where a person plays one side, and only there")
        return game


def read_saved(path: Path) -> SavedGame:
    """The game saved in a file; UserError, with one clear line, where that is none."""
    try:
        values = json.loads(read_text(path, MAX_FILE_BYTES))
    except (RecursionError, ValueError) as error:
        if isinstance(error, UserError):
            raise
        values = None
    if not isinstance(values, dict) or values.get("kind") != KIND:
        raise UserError(f"{path}: this is no saved game")
    number = values.get("format")
    if isinstance(number, int) and number > FORMAT:
        raise UserError(f"{path}: the game was saved by a newer hunt_ai (format {number}; this one reads {FORMAT})")
    return check_settings(SavedGame, values, str(path))


def write_saved(saved: SavedGame, path: Path) -> None:
    """Write the file whole. Only a file that is a saved game is replaced; UserError."""
    if path.exists() or path.is_symlink():
        if not path.is_file():
            raise UserError(f"{path}: this is no file that a game could be saved in")
        try:
            read_saved(path)
        except UserError:
            raise UserError(f"{path}: the file is there and is no saved game; it stays as it is") from None
    with whole_file(path, "saved game") as part:
        part.write_text(json.dumps(saved.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n", "utf-8")
