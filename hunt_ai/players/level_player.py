"""`level:N`: a calibrated difficulty level of the game at hand."""

from pathlib import Path
from typing import Self

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.players.level_table import LEVELS, level_table, read_level_table
from hunt_ai.players.player import Answer, Player, Turn
from hunt_ai.players.settings_text import Whole


class LevelPlayer(Player):
    """Level 1 to 8 as calibrated: another player for each side. `level:N,FILE` takes it from a calibration's file."""

    proofs_hold = True

    def __init__(self, text: str, level: int, path: Path | None) -> None:
        self.text, self.level = text, level
        self._path = path
        self._seed = 1
        self._rules: Ruleset | None = None
        self._players: tuple[Player, ...] = ()

    @classmethod
    def parse(cls, settings: str | None, text: str) -> Self:
        number, comma, file = (settings or "").partition(",")
        try:
            level = Whole(1, LEVELS).read(number)
        except ValueError as error:
            raise UserError(f"{text}: {number!r} {error}; it reads level:N or level:N,FILE") from None
        if comma and not Path(file).is_file():
            raise UserError(f"{text}: {file!r} is no file that is there")
        return cls(text, level, Path(file) if comma else None)

    def check(self, rules: Ruleset) -> None:
        for player in self._made(rules):
            player.check(rules)

    def _made(self, rules: Ruleset) -> tuple[Player, ...]:
        """The players of the level by side number."""
        from hunt_ai.players.parse import make_player

        try:
            if self._path is None:
                table = level_table(rules)
            else:
                table = read_level_table(self._path)
                table.check(rules, str(self._path))
        except UserError as error:
            raise UserError(f"{self.text}: {error}") from None
        sides = table.levels[self.level - 1].sides
        return tuple(make_player(sides[side].player) for side in rules.sides)

    def reset(self, seed: int) -> None:
        self._seed = seed
        for player in self._players:
            player.reset(seed)

    def prepare(self, game: Game) -> None:
        if self._rules is not game.rules:
            self._players, self._rules = self._made(game.rules), game.rules
            for player in self._players:
                player.check(game.rules)
                player.reset(self._seed)
        for player in self._players:
            player.prepare(game)

    def player_of(self, game: Game) -> Player:
        """The one that plays for the side to move."""
        self.prepare(game)
        return self._players[game.side]

    def choose(self, game: Game) -> int:
        return self.player_of(game).choose(game)

    def answer(self, game: Game, turn: Turn) -> Answer:
        return self.player_of(game).answer(game, turn)
