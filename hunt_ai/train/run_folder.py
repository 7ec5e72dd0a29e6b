"""The folder of a training run: what is in it, and how it survives kills, damage and full disks.

    config.toml             the run's settings, as they were given
    state.json              the iteration that is done, the files it needs, counters; checksums of them and of itself
    state-before.json       the same of the iteration before
    games-00012.safetensors     positions of that iteration
    learner-00012.safetensors   all that learning goes on from
    network-00012.safetensors   the network that plays next
    best.safetensors        the best network so far, by its matches
    metrics.jsonl           a line for each iteration

An iteration's files are written first, then its line of metrics, then the state that names them. What a kill leaves
behind it is known to no state, and is removed.
"""

import hashlib
import json
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import read_text, whole_file
from hunt_ai.core.locks import sole_writer
from hunt_ai.train.metrics import read_line
from hunt_ai.train.settings import TrainSettings

VERSION = 1
MAX_STATE = 10_000_000
BEST = "best.safetensors"
_OF_ITERATION = re.compile(r"(games|learner|network)-(\d{5,})\.safetensors")
_HALF_WRITTEN = re.compile(r"(.*)\.\d+\.part")
_ALWAYS = ("config.toml", "state.json", "state-before.json", "metrics.jsonl", BEST)


@dataclass
class State:
    """Where a run stands.

    hash, settings: of the game's rules; of the configuration. iteration: how many are done. examples: positions of all
    of them. window: the iterations whose games are learnt from, with their numbers of positions. files: checksum by
    name of all files needed to go on. processor_seconds: spent so far, on all cores. best, best_digest: score and
    checksum of the best network, None before the first matches.
    """

    game: str
    hash: str
    settings: str
    iteration: int = 0
    examples: int = 0
    window: dict[int, int] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    processor_seconds: float = 0.0
    best: float | None = None
    best_digest: str | None = None
    version: int = VERSION


class RunFolder:
    """A run's folder; `held` by one process at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within the block no other process trains there; the folder is made."""
        failed = f"{self.folder}: the folder cannot be written to"
        was_there = self.folder.exists()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{failed} ({error.strerror or error})") from None
        try:
            with sole_writer(self / "training.lock", f"{self.folder}: another process is training there", failed):
                yield
        finally:
            if not was_there:
                with suppress(OSError):  # there is something in it
                    self.folder.rmdir()

    # -- the state

    def is_new(self) -> bool:
        """Whether no iteration is done."""
        return not ((self / "state.json").exists() or (self / "state-before.json").exists())

    def has_iterations(self) -> bool:
        """Whether there are files of an iteration that was played, done or not."""
        return any(int(found[2]) for found in map(_OF_ITERATION.fullmatch, self._names()) if found)

    def _names(self) -> list[str]:
        return [path.name for path in self.folder.iterdir()] if self.folder.is_dir() else []

    def read_state(self) -> State:
        """Of the last iteration whose files are all whole, with a warning where that is not the last; UserError.

        Without games of an earlier iteration, or the best network, the run can go on: a warning says so.
        """
        faults: list[str] = []
        for name in ("state.json", "state-before.json"):
            try:
                state = self._read_state(self / name)
            except UserError as error:
                faults.append(str(error))
                continue
            if faults:
                warnings.warn(f"{faults[0]}; the run goes on from iteration {state.iteration}", stacklevel=2)
            self._do_without(state)
            return state
        raise UserError("; ".join(dict.fromkeys(faults)))

    def _read_state(self, path: Path) -> State:
        try:
            values = json.loads(read_text(path, MAX_STATE))
            version, digest = values["version"], values.pop("digest")
            window = {int(number): size for number, size in values["window"].items()}
            state = State(**values | {"window": window}) if version == VERSION else None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise UserError(f"{path}: the file is damaged") from None
        if state is None:
            raise UserError(f"{path}: its version is {version!r}, and this program reads {VERSION}")
        if digest != _digest(state):
            raise UserError(f"{path}: the file is damaged")
        for name in sorted(state.files.keys() - _earlier_games(state).keys()):
            self._check(name, state.files[name])
        return state

    def _do_without(self, state: State) -> None:
        """Take from a state what is damaged and can be spared."""
        for name, number in _earlier_games(state).items():
            try:
                self._check(name, state.files[name])
            except UserError as error:
                warnings.warn(f"{error}; its games are learnt from no more", stacklevel=3)
                del state.files[name], state.window[number]
        try:
            if state.best_digest is not None:
                self._check(BEST, state.best_digest)
        except UserError as error:
            warnings.warn(f"{error}, or of an iteration that is lost; the next matches choose the best", stacklevel=3)
            state.best = state.best_digest = None

    def _check(self, name: str, expected: str) -> None:
        """UserError where a file is not as it was written."""
        if not (self / name).is_file():
            raise UserError(f"{self / name}: the file is missing")
        if file_digest(self / name) != expected:
            raise UserError(f"{self / name}: the file is damaged")

    def write_state(self, state: State, changed: Sequence[str], before: State | None = None) -> None:
        """Make `state` the run's, after the files named in `changed` were written; the state `before` is kept."""
        state.files |= {name: file_digest(self / name) for name in changed}
        for name, one in (("state-before.json", before), ("state.json", state)):
            if one is not None:
                with whole_file(self / name, "state") as part:
                    part.write_text(json.dumps(asdict(one) | {"digest": _digest(one)}, indent=1), encoding="utf-8")

    def tidy(self) -> None:
        """Remove games, learners, networks and half-written files that neither state needs."""
        needed: set[str] = set()
        for name in ("state.json", "state-before.json"):
            try:
                needed |= set(json.loads(read_text(self / name, MAX_STATE))["files"])
            except (UserError, ValueError, TypeError, KeyError, RecursionError):
                continue
        for name in self._names():
            half = _HALF_WRITTEN.fullmatch(name)
            whole = half[1] if half else name
            ours = _OF_ITERATION.fullmatch(whole) or (half and whole in _ALWAYS)
            if ours and name not in needed:
                (self / name).unlink(missing_ok=True)

    # -- metrics

    def metrics(self, until: int) -> list[dict[str, Any]]:
        """The lines of metrics of the iterations up to `until`; damaged lines are passed over. UserError."""
        path = self / "metrics.jsonl"
        try:
            lines = path.read_bytes().splitlines() if path.exists() else []
        except OSError as error:
            raise UserError(f"{path}: the metrics cannot be read ({error.strerror or error})") from None
        found = {line["iteration"]: line for line in map(read_line, lines) if line is not None}
        return [found[number] for number in sorted(found) if number <= until]

    def write_metrics(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Write all lines of metrics, whole or not at all."""
        with whole_file(self / "metrics.jsonl", "metrics") as part:
            part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def _earlier_games(state: State) -> dict[str, int]:
    """Iteration by name of the files of games but the newest."""
    found = {name: _OF_ITERATION.fullmatch(name) for name in state.files}
    return {
        name: int(one[2]) for name, one in found.items() if one and one[1] == "games" and int(one[2]) < state.iteration
    }


def settings_digest(settings: TrainSettings) -> str:
    """32 hex digits that stand for a configuration."""
    return _text_digest(settings.model_dump_json())


def _digest(state: State) -> str:
    return _text_digest(json.dumps(asdict(state), sort_keys=True))


def _text_digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def file_digest(path: Path) -> str:
    """32 hex digits that change with any byte of a file; UserError where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
    except OSError as error:
        raise UserError(f"{path}: the file cannot be read ({error.strerror or error})") from None
