"""Difficulty levels as data: for each game eight pairs of players' texts, one a side, and what was measured of them."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StrictInt, StrictStr, model_validator

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import read_text
from hunt_ai.core.settings import Settings, check_settings
from hunt_ai.games.catalog import GAMES, load_game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.trained_networks import trained_network

TITLES: tuple[Mapping[str, str], ...] = (
    {"en": "Child", "zh": "童子"},
    {"en": "Beginner", "zh": "初学"},
    {"en": "Casual", "zh": "棋友"},
    {"en": "Club player", "zh": "好手"},
    {"en": "Strong", "zh": "能手"},
    {"en": "Expert", "zh": "高手"},
    {"en": "Master", "zh": "大师"},
    {"en": "Grandmaster", "zh": "宗师"},
)  # by level, the weakest first
LEVELS = len(TITLES)
FOLDER = Path(__file__).parent / "levels"
KINDS = ("net", "alphabeta", "mcts")  # of players that a level may be
MAX_FILE_BYTES = 1_000_000

Number = Annotated[float, Field(allow_inf_nan=False)]


def check_kind(text: str) -> None:
    """ValueError where a player's text names none that a level may be, such as another program."""
    if text.partition(":")[0] not in KINDS:
        raise ValueError(f"a level's player is one of {', '.join(KINDS)}, not {text!r}")


class Interval(Settings):
    """A value and the ends of its 95 % interval."""

    value: Number
    low: Number
    high: Number


class SideLevel(Settings):
    """A level with one side.

    player: its text. rating: Elo with this side above level 1 with it. think_ms: median milliseconds of a move on one
    core.
    """

    player: Annotated[StrictStr, Field(min_length=1, max_length=1000)]
    rating: Interval
    think_ms: Annotated[Number, Field(ge=0)]


class Level(Settings):
    """sides: by name. even: by name, the expected score, a win 1, a draw ½, against the same level with the other side.

    above, pairs: the score against the level below in so many game pairs of the calibration; None for the first level.
    """

    sides: dict[str, SideLevel]
    even: dict[str, Interval]
    above: Interval | None
    pairs: Annotated[StrictInt, Field(ge=0)]


class LevelTable(Settings):
    """The levels of a game, the weakest first.

    rules_hash: of the game that they were calibrated in. network: SHA-256 of the file of the network that they play
    with. seed: of the calibration. notes: where the game did not allow levels as they should be, and why.
    """

    format: Literal[1] = 1
    game: StrictStr
    rules_hash: StrictStr
    network: Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")]
    seed: Annotated[StrictInt, Field(ge=0)]
    levels: Annotated[tuple[Level, ...], Field(min_length=LEVELS, max_length=LEVELS)]
    notes: tuple[StrictStr, ...] = ()

    @model_validator(mode="after")
    def _no_programs(self) -> "LevelTable":
        for level in self.levels:
            for side in level.sides.values():
                check_kind(side.player)
        return self

    def check(self, rules: Ruleset, source: str) -> None:
        """UserError where these are not levels of this game with its network."""
        if self.rules_hash != rules.hash:
            raise UserError(f"{source}: these are levels of {self.game} with other rules than {rules.name}")
        for level in self.levels:
            if {*level.sides} != {*rules.sides}:
                raise UserError(f"{source}: a level has the sides {', '.join(level.sides)}")
        if self.network != network_digest(rules):
            raise UserError(f"{source}: the levels were calibrated with another network than the one that ships")


def network_digest(rules: Ruleset) -> str:
    """SHA-256 of the file of the network that ships for these rules, hex."""
    return hashlib.sha256(trained_network(rules).read_bytes()).hexdigest()


def read_level_table(path: Path) -> LevelTable:
    """The levels in a file of `hunt-ai calibrate`; UserError."""
    try:
        values = json.loads(read_text(path, MAX_FILE_BYTES))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise UserError(f"{path}: these are no levels")
    return check_settings(LevelTable, values, str(path))


def level_path(rules: Ruleset) -> Path | None:
    """The file of the calibrated levels that ship for these rules; None where there are none."""
    paths = (FOLDER / f"{name}.json" for name in GAMES if load_game(name).hash == rules.hash)
    return next((path for path in paths if path.is_file()), None)


def calibrated_games() -> tuple[str, ...]:
    """The games whose levels ship."""
    return tuple(name for name in GAMES if (FOLDER / f"{name}.json").is_file())


def level_table(rules: Ruleset) -> LevelTable:
    """The calibrated levels that ship for these rules; UserError where there are none."""
    path = level_path(rules)
    if path is None:
        raise UserError(f"no levels are calibrated for {rules.name}")
    table = read_level_table(path)
    table.check(rules, str(path))
    return table
