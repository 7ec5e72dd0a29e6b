"""Presets read back: everything is checked before anything is used, and nothing in them is run."""

import functools
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from hunt_ai.core.errors import UserError, one_line
from hunt_ai.core.settings import Settings, check_settings
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.levels.conformance import FORMAT as CONFORMANCE
from hunt_ai.levels.conformance import ConformanceDocument
from hunt_ai.levels.presets_choice import choice_record
from hunt_ai.levels.presets_document import FORMAT, MAJOR, GameRecord, PresetsDocument, rules_of
from hunt_ai.levels.presets_network import FileRecord, network_record
from hunt_ai.levels.presets_players import check_player_record, rebuilt_player
from hunt_ai.levels.presets_text import checksum
from hunt_ai.network.network import Network
from hunt_ai.network.weights_file import load_network
from hunt_ai.players.level_player import LevelPlayer
from hunt_ai.players.level_table import LEVELS
from hunt_ai.players.player import Player
from hunt_ai.search.parameters import Values, checked_numbers
from hunt_ai.search.weights import evaluation_keys

DOCUMENT = "presets.json"
MAX_BYTES, MAX_FILE_BYTES = 64_000_000, 1 << 30


@dataclass(frozen=True)
class GamePresets:
    """A game of the presets: its rules, its network and its levels, ready to play."""

    record: GameRecord
    rules: Ruleset
    network: Network
    conformance: ConformanceDocument

    def level(self, number: int, side: str | None = None) -> Player:
        """The player of a level, 1 to 8, for both sides, or of one side by name; UserError. It is one's own."""
        if not 1 <= number <= LEVELS:
            raise UserError(f"there are levels 1 to {LEVELS}, not {number}")
        if side is None:
            return PresetLevel(self, number)
        if side not in self.rules.sides:
            raise UserError(f"{self.record.id} has the sides {' and '.join(self.rules.sides)}, not {side!r}")
        record = self.record.levels[number - 1].sides[side]
        return rebuilt_player(record.player, record.settings, self.network, self.values)

    @functools.cached_property
    def values(self) -> Sequence[Values] | None:
        """The numbers of the evaluation by side to move, where a level needs them."""
        if self.record.evaluation is None:
            return None
        return [{key: list(numbers) for key, numbers in side.items()} for side in self.record.evaluation]

    def game(self, position: str | None = None, moves: Sequence[str] = ()) -> Game:
        """A game by these rules."""
        return Game(self.rules, position, moves)


class PresetLevel(LevelPlayer):
    """A level of presets: the moves of `level:N` in the program that wrote them."""

    def __init__(self, presets: GamePresets, level: int) -> None:
        super().__init__(f"level:{level}", level, None)
        self._presets = presets

    def _made(self, rules: Ruleset) -> tuple[Player, ...]:
        if rules.hash != self._presets.rules.hash:
            raise UserError(f"{self.text}: this level is of {self._presets.rules.name}, not of {rules.name}")
        return tuple(self._presets.level(self.level, side) for side in rules.sides)


@dataclass(frozen=True)
class Presets:
    """The presets of a folder. `presets["double-tiger"].level(4)` is a player."""

    path: Path
    document: PresetsDocument
    by_name: Mapping[str, GamePresets]

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games."""
        return tuple(self.by_name)

    def __getitem__(self, name: str) -> GamePresets:
        return self.by_name[name]


def load(path: str | os.PathLike[str]) -> Presets:
    """The presets in a folder, or beside a document; UserError, one clear line, where anything in them is wrong."""
    given = Path(path)
    document_path = given / DOCUMENT if given.is_dir() else given
    try:
        document = _document(document_path)
        games = {game.id: _game(document_path, game) for game in document.games}
    except RecursionError:
        raise UserError(f"{document_path}: the document is nested too deeply") from None
    except UserError as error:
        raise UserError(one_line(str(error))) from None
    return Presets(document_path, document, games)


def _document(path: Path) -> PresetsDocument:
    content = _content(path, MAX_BYTES)
    values = _json(path, content)
    if values.get("format") != FORMAT:
        raise UserError(f"{path}: this is no document of hunt_ai presets")
    _check_version(path, values)
    said = values.get("checksum")
    if not isinstance(said, str) or checksum(content, said) != said:
        raise UserError(f"{path}: the document is damaged, or somebody changed it (its checksum does not fit)")
    document = check_settings(PresetsDocument, values, str(path))
    numbers = {"definition"}
    if document.choice.model_dump(exclude=numbers) != choice_record().model_dump(exclude=numbers):
        raise UserError(f"{path}: choice: this program draws moves by other numbers")
    return document


def _game(path: Path, game: GameRecord) -> GamePresets:
    folder = path.parent
    try:
        rules = rules_of(game)
        for level in game.levels:
            for name, side in level.sides.items():
                check_player_record(side.player, rules, side.settings)
                if side.needs_search != (side.settings.kind != "policy"):
                    raise UserError(f"level {level.number} with {name}: needs_search is wrong")
        _check_evaluation(game, rules)
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    files = {record.path: _file(folder, record) for record in (game.network.onnx, game.network.safetensors)}
    network = load_network(files[game.network.safetensors.path], rules)
    described = network_record(rules, network.settings.widths, game.network.onnx, game.network.safetensors)
    if _without_words(described) != _without_words(game.network):
        raise UserError(f"{path}: games.{game.id}.network: this is not what its file holds")
    conformance = _conformance(_file(folder, game.conformance), game)
    return GamePresets(game, rules, network, conformance)


def _without_words(record: Settings) -> Any:
    """A record without its `meaning`s, whose wording may change."""

    def less(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: less(part) for key, part in value.items() if key != "meaning"}
        return [less(part) for part in value] if isinstance(value, list | tuple) else value

    return less(record.model_dump())


def _check_evaluation(game: GameRecord, rules: Ruleset) -> None:
    kinds = {side.settings.kind for level in game.levels for side in level.sides.values()}
    if game.evaluation is None:
        if kinds & {"alphabeta", "mcts"}:
            raise UserError("evaluation: a level needs it, and it is not there")
        return
    keys = {key.name: len(key.slots) for key in evaluation_keys(rules)}
    for side in game.evaluation:
        if side.keys() != keys.keys():
            raise UserError(f"games.{game.id}.evaluation: its keys are not those of the game")
        for name, numbers in side.items():
            checked_numbers(name, list(numbers), keys[name], f"games.{game.id}.evaluation")


def _conformance(path: Path, game: GameRecord) -> ConformanceDocument:
    values = _json(path, _content(path, MAX_BYTES))
    if values.get("format") != CONFORMANCE:
        raise UserError(f"{path}: this is no file of conformance vectors")
    _check_version(path, values)
    document = check_settings(ConformanceDocument, values, str(path))
    if (document.game, document.rules_hash) != (game.id, game.rules_hash):
        raise UserError(f"{path}: these are vectors of another game than {game.id}")
    return document


# -- files


def _file(folder: Path, record: FileRecord) -> Path:
    """The path of a file beside the document that is as the document says."""
    path = folder / record.path
    if os.path.realpath(path) != os.path.join(os.path.realpath(folder), *record.path.split("/")):
        raise UserError(f"{path}: it leads elsewhere: presets stand in one folder, without links")
    content = _content(path, MAX_FILE_BYTES)
    if len(content) != record.bytes or hashlib.sha256(content).hexdigest() != record.sha256:
        raise UserError(f"{path}: it is not the file that the presets name (its size or checksum does not fit)")
    return path


def _content(path: Path, most: int) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise UserError(f"{path}: it is no file")
        if path.stat().st_size > most:
            raise UserError(f"{path}: the file is larger than {most} bytes")
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: the file cannot be read ({error.strerror or error})") from None


def _json(path: Path, content: bytes) -> dict[str, Any]:
    try:
        values = json.loads(content.decode("utf-8"), parse_constant=_no_number)
    except ValueError as error:  # not UTF-8 or JSON, or a number too long for Python
        raise UserError(f"{path}: the file is not JSON ({error})") from None
    except RecursionError:
        raise UserError(f"{path}: the file is nested too deeply") from None
    if not isinstance(values, dict):
        raise UserError(f"{path}: the file holds no object")
    return values


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _check_version(path: Path, values: dict[str, Any]) -> None:
    version = values.get("version")
    major = version.get("major") if isinstance(version, dict) else None
    if isinstance(major, bool) or not isinstance(major, int):
        raise UserError(f"{path}: it does not say its version")
    if major != MAJOR:
        raise UserError(f"{path}: its version is {major}, and this program reads {MAJOR}")
