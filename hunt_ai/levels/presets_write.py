"""Writing presets: a folder, whole or not at all. The same games, levels and networks make the same bytes."""

import contextlib
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path

from pydantic import BaseModel

import hunt_ai
from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import GAMES, load_game
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.levels.conformance import TOLERANCE, ConformanceDocument, conformance_document
from hunt_ai.levels.conformance_positions import Mover, chosen_cases
from hunt_ai.levels.presets_choice import choice_record
from hunt_ai.levels.presets_document import FORMAT, MAJOR, MINOR, GameRecord, LevelRecord, PresetsDocument, game_record
from hunt_ai.levels.presets_load import DOCUMENT
from hunt_ai.levels.presets_network import FileRecord, network_record
from hunt_ai.levels.presets_players import rebuilt_player
from hunt_ai.levels.presets_record import Version
from hunt_ai.levels.presets_text import ZEROS, json_text, signed
from hunt_ai.network.network import Network
from hunt_ai.network.onnx_export import export_onnx
from hunt_ai.network.trained_networks import trained_network
from hunt_ai.network.weights_file import load_network
from hunt_ai.players.level_table import LevelTable, calibrated_games, level_table

SCHEMA, CONFORMANCE_SCHEMA, README = "presets.schema.json", "conformance.schema.json", "README.md"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_OURS = re.compile(
    rf"{re.escape(DOCUMENT)}|{re.escape(SCHEMA)}|{re.escape(CONFORMANCE_SCHEMA)}|{re.escape(README)}|"
    r"networks/[a-z0-9-]+\.(onnx|safetensors)|conformance/[a-z0-9-]+\.json"
)

Progress = Callable[[str], None]


def export_presets(out: Path, games: Sequence[str] | None = None, progress: Progress | None = None) -> PresetsDocument:
    """Write the presets of these games (None: of all that have calibrated levels) into the folder `out`; UserError.

    Presets that stand there already are replaced; any other folder that is not empty is left alone.
    """
    rules = _asked_for(games)
    tables = [level_table(one) for one in rules]
    with _whole_folder(out) as folder:
        records = []
        for one, table in zip(rules, tables, strict=True):
            if progress is not None:
                progress(one.name)
            records.append(_write_game(folder, one, table))
        document = PresetsDocument(
            format=FORMAT,
            version=Version(major=MAJOR, minor=MINOR),
            checksum=ZEROS,
            made_by=f"hunt_ai {hunt_ai.__version__}",
            tolerance=TOLERANCE,
            choice=choice_record(),
            games=tuple(records),
        )
        text = signed(json_text(document.model_dump(mode="json")))
        _write(folder / DOCUMENT, text)
        _write(folder / SCHEMA, schema_text(PresetsDocument))
        _write(folder / CONFORMANCE_SCHEMA, schema_text(ConformanceDocument))
        _write(folder / README, readme_text(document))
    return document.model_copy(update={"checksum": json.loads(text)["checksum"]})


def _asked_for(games: Sequence[str] | None) -> list[Ruleset]:
    """The rules of the games asked for, in the catalog's order, each once."""
    if games is None:
        games = calibrated_games()
        if not games:
            raise UserError("no game has calibrated levels: there is nothing to export")
    unknown = [name for name in games if name not in GAMES]
    if unknown:
        raise UserError(f"presets are of the games {', '.join(GAMES)}, not of {unknown[0]!r}")
    if not games:
        raise UserError("no game is asked for")
    return [load_game(name) for name in GAMES if name in games]


def _write_game(folder: Path, rules: Ruleset, table: LevelTable) -> GameRecord:
    source = trained_network(rules)
    content, network = source.read_bytes(), load_network(source, rules)
    weights, onnx = f"networks/{rules.name}.safetensors", f"networks/{rules.name}.onnx"
    (folder / "networks").mkdir(exist_ok=True)
    (folder / weights).write_bytes(content)
    export_onnx(network, folder / onnx)
    described = network_record(
        rules, network.settings.widths, _file_record(folder, onnx), _file_record(folder, weights)
    )
    vectors = f"conformance/{rules.name}.json"
    cases = chosen_cases(rules, [_by_policy(network)])
    document = conformance_document(rules, network, table, cases)
    _write(folder / vectors, json_text(document.model_dump(mode="json")))
    return game_record(rules, table, described, _file_record(folder, vectors))


def _by_policy(network: Network) -> Mover:
    """Plays by the network, a different game each time: positions as levels meet them."""
    player = rebuilt_player("net:policy,temperature=1,least=0.05", None, network)
    games = iter(range(1_000_000))

    def move(game: Game) -> str:
        if len(game.moves) < 2:
            player.reset(next(games))
        return game.rules.move_text(game.row, player.choose(game))

    return move


def _file_record(folder: Path, path: str) -> FileRecord:
    content = (folder / path).read_bytes()
    return FileRecord(path=path, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


# -- schemas and words


def schema_text(model: type[BaseModel]) -> str:
    """The JSON Schema of documents of a kind."""
    return json_text({"$schema": DIALECT, **model.model_json_schema()})


def readme_text(document: PresetsDocument) -> str:
    """What an app's developer reads first."""
    rows = [
        f"| `{game.id}` | {game.title.en} · {game.title.zh} | {' / '.join(side.name for side in game.sides)} | "
        f"{game.network.input.size} | {len(game.actions)} | "
        f"{', '.join(str(level.number) for level in game.levels if _without_search(level))} |"
        for game in document.games
    ]
    template = resources.files("hunt_ai.levels").joinpath("presets_readme.md").read_text(encoding="utf-8")
    version = f"{document.version.major}.{document.version.minor}"
    for mark, text in (("GAMES", "\n".join(rows)), ("VERSION", version), ("TOLERANCE", f"{document.tolerance:g}")):
        template = template.replace(f"{{{mark}}}", text)
    return template


def _without_search(level: LevelRecord) -> bool:
    return not any(side.needs_search for side in level.sides.values())


# -- the folder


@contextlib.contextmanager
def _whole_folder(out: Path) -> Iterator[Path]:
    """A folder to write to, which becomes `out` when the block ends well and is gone when it does not."""
    target = Path(os.path.realpath(out))
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    old = target.with_name(f"{target.name}.{os.getpid()}.old.part")
    _check_replaceable(out, target)
    try:
        try:
            part.mkdir(parents=True)
            yield part
            _check_replaceable(out, target)  # it may have changed meanwhile
            if target.exists():
                os.replace(target, old)
            try:
                os.replace(part, target)
            except OSError:
                if old.exists():
                    os.replace(old, target)
                raise
        finally:
            shutil.rmtree(part, ignore_errors=True)
            if target.exists():
                shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise UserError(f"{out}: the presets cannot be written ({error.strerror or error})") from None


def _check_replaceable(out: Path, target: Path) -> None:
    """UserError where a folder that is no presets' own, or a file, would be lost."""
    if not target.exists():
        return
    if not target.is_dir():
        raise UserError(f"{out}: this is no folder")
    paths = [path for path in target.rglob("*") if path.is_symlink() or not path.is_dir()]
    if not paths and not any(target.iterdir()):
        return
    stray = [path for path in paths if not _OURS.fullmatch(path.relative_to(target).as_posix())]
    if stray or not _is_presets(target / DOCUMENT):
        reason = f"it holds {stray[0].relative_to(target).as_posix()!r}" if stray else f"it holds no {DOCUMENT} of ours"
        raise UserError(f"{out}: this folder is not one of presets ({reason}); name one that is not there yet")


def _is_presets(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return f'"format": "{FORMAT}"'.encode() in file.read(200)
    except OSError:
        return False
