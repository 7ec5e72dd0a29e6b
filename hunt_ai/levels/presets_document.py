"""The presets document: what an app needs to offer the games and their levels. Its JSON Schema is made from this.

The checksum is the SHA-256 of the document's file with the checksum's own 64 digits, where they first stand, replaced
by 64 zeros: any program can check it, and any change shows.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from hunt_ai.games.catalog import make_game
from hunt_ai.games.rules_text import rules_text
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.levels.move_order import move_order
from hunt_ai.levels.presets_board import BoardRecord, Tables, board_record, tables_record
from hunt_ai.levels.presets_choice import ChoiceRecord
from hunt_ai.levels.presets_network import FileRecord, NetworkRecord
from hunt_ai.levels.presets_players import PlayerRecord, player_record
from hunt_ai.levels.presets_record import Count, Digest, Name, Number, Record, Text, Titles, Version
from hunt_ai.players.level_table import LEVELS, TITLES, LevelTable
from hunt_ai.players.level_table import Interval as MeasuredInterval
from hunt_ai.search.parameters import Values
from hunt_ai.search.weights import side_values

FORMAT: Final = "hunt_ai presets"
MAJOR, MINOR = 1, 0
SIDE_LETTERS = {"hunt": ("q", "p"), "jungle": ("r", "b")}


class IntervalRecord(Record):
    """A measured value and the ends of its 95 % interval."""

    value: Number
    low: Number
    high: Number


class SideRecord(Record):
    """A side. letter: its mark in position texts when it is to move."""

    name: Name
    title: Titles
    letter: Name


class MatchRecord(Record):
    """Rules of a match, not of the board.

    turn_seconds: a turn's clock, 0 for none. time_out: what running out of time does: the turn passes, or the side
    loses, or loses with its second in a row. unscored_rounds: games over within so many rounds are not scored.
    """

    turn_seconds: Count
    time_out: Literal["pass", "lose", "second-loses"]
    unscored_rounds: Count


class SideLevelRecord(Record):
    """A level with one side.

    player: hunt_ai's text of the player; settings: all of it. needs_search: whether it needs hunt_ai's searchers;
    otherwise the network and `choice` are all there is. rating: Elo above level 1 with this side. think_ms: median
    milliseconds of a move on one core of the machine that measured.
    """

    player: Name
    settings: PlayerRecord
    needs_search: StrictBool
    rating: IntervalRecord
    think_ms: Number


class LevelRecord(Record):
    """A level. sides: by name. even: expected score of each side, a win 1, a draw ½, against the same level.

    above, pairs: the score against the level below in so many game pairs; null for the first level.
    """

    number: Annotated[StrictInt, Field(ge=1, le=LEVELS)]
    title: Titles
    sides: dict[Name, SideLevelRecord]
    even: dict[Name, IntervalRecord]
    above: IntervalRecord | None
    pairs: Count


class GameRecord(Record):
    """A game.

    settings: its rules as hunt_ai reads them, complete; rules_hash: of these, without titles and match rules. sides: by
    side number, first: the side that moves first in `start`. rules_text: for players. rules: tables for programs.
    actions: every move that the game can ever have; a capture a3xb3 is the action a3-b3. move_order: by side number,
    its actions in the order that legal moves have where one is drawn. evaluation: numbers of the static evaluation by
    side to move and key, null where no level needs it. notes: where the levels are not as they should be, and why.
    seed: of the calibration. conformance: examples to check a program against.
    """

    id: Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9-]{0,40}$")]
    family: Literal["hunt", "jungle"]
    title: Titles
    rules_hash: Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{16}$")]
    settings: dict[str, Any]
    sides: tuple[SideRecord, SideRecord]
    first: Annotated[StrictInt, Field(ge=0, le=1)]
    rules_text: Titles
    match: MatchRecord
    board: BoardRecord
    rules: Tables
    start: Name
    actions: tuple[Name, ...]
    move_order: tuple[tuple[Count, ...], tuple[Count, ...]]
    network: NetworkRecord
    evaluation: tuple[dict[Name, tuple[StrictInt, ...]], dict[Name, tuple[StrictInt, ...]]] | None
    levels: Annotated[tuple[LevelRecord, ...], Field(min_length=LEVELS, max_length=LEVELS)]
    seed: Count
    notes: tuple[Text, ...]
    conformance: FileRecord


class PresetsDocument(Record):
    """Difficulty presets of hunt_ai.

    checksum: SHA-256 of this file with these 64 digits, where they first stand, replaced by zeros. tolerance: by how
    much, relatively, a program's policy may differ from the one of the conformance files; their moves are the same
    within it.
    """

    format: Literal["hunt_ai presets"]
    version: Version
    checksum: Digest
    made_by: Name
    tolerance: Number
    choice: ChoiceRecord
    games: Annotated[tuple[GameRecord, ...], Field(min_length=1, max_length=100)]

    @model_validator(mode="after")
    def _each_game_once(self) -> "PresetsDocument":
        names = [game.id for game in self.games]
        if len({*names}) < len(names):
            raise ValueError("a game stands twice")
        return self


def game_record(rules: Ruleset, table: LevelTable, network: NetworkRecord, conformance: FileRecord) -> GameRecord:
    """Everything the document says of a game."""
    settings, letters = rules.settings, SIDE_LETTERS[rules.family]
    levels = tuple(_level_record(rules, table, number) for number in range(1, LEVELS + 1))
    evaluation = _evaluation(rules) if _needs_evaluation(levels) else None
    return GameRecord.model_validate(
        {
            "id": rules.name,
            "family": rules.family,
            "title": settings.title.model_dump(),
            "rules_hash": rules.hash,
            "settings": settings.model_dump(mode="json"),
            "sides": tuple(
                {"name": name, "title": dict(title), "letter": letter}
                for name, title, letter in zip(rules.sides, rules.side_titles, letters, strict=True)
            ),
            "first": rules.first,
            "rules_text": {"en": rules_text(rules, "en"), "zh": rules_text(rules, "zh")},
            "match": {
                "turn_seconds": settings.turn_seconds,
                "time_out": settings.time_out,
                "unscored_rounds": settings.unscored_rounds,
            },
            "board": board_record(rules),
            "rules": tables_record(rules),
            "start": rules.start_text,
            "actions": rules.actions,
            "move_order": move_order(rules),
            "network": network,
            "evaluation": evaluation,
            "levels": levels,
            "seed": table.seed,
            "notes": table.notes,
            "conformance": conformance,
        }
    )


def _level_record(rules: Ruleset, table: LevelTable, number: int) -> LevelRecord:
    level = table.levels[number - 1]
    sides = {}
    for name in rules.sides:
        side = level.sides[name]
        settings = player_record(side.player, rules)
        sides[name] = SideLevelRecord(
            player=side.player,
            settings=settings,
            needs_search=settings.kind != "policy",
            rating=_interval(side.rating),
            think_ms=side.think_ms,
        )
    return LevelRecord(
        number=number,
        title=Titles(**TITLES[number - 1]),
        sides=sides,
        even={name: _interval(level.even[name]) for name in rules.sides},
        above=None if level.above is None else _interval(level.above),
        pairs=level.pairs,
    )


def _interval(measured: MeasuredInterval) -> IntervalRecord:
    return IntervalRecord(value=measured.value, low=measured.low, high=measured.high)


def _needs_evaluation(levels: tuple[LevelRecord, ...]) -> bool:
    return any(side.settings.kind in ("alphabeta", "mcts") for level in levels for side in level.sides.values())


def _evaluation(rules: Ruleset) -> tuple[Values, ...]:
    return tuple({key: [int(n) for n in numbers] for key, numbers in side.items()} for side in side_values(rules))


def rules_of(game: GameRecord) -> Ruleset:
    """The rules that a document says; ValueError where its parts contradict one another."""
    rules = make_game(game.id, game.settings)
    derived = {
        "family": (game.family, rules.family),
        "rules_hash": (game.rules_hash, rules.hash),
        "sides": (tuple(side.name for side in game.sides), rules.sides),
        "first": (game.first, rules.first),
        "start": (game.start, rules.start_text),
        "board": (game.board, board_record(rules)),
        "rules": (game.rules, tables_record(rules)),
        "actions": (game.actions, rules.actions),
        "move_order": (game.move_order, move_order(rules)),
    }
    for key, (said, found) in derived.items():
        if said != found:
            raise ValueError(f"games.{game.id}.{key}: this is not what its settings say")
    for level, number in zip(game.levels, range(1, LEVELS + 1), strict=True):
        if level.number != number or {*level.sides} != {*rules.sides} or {*level.even} != {*rules.sides}:
            raise ValueError(f"games.{game.id}.levels: level {number} is not there, or not for both sides")
    return rules
