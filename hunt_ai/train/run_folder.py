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
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import read_text, whole_file
from hunt_ai.core.locks import sole_writer

VERSION = 1
MAX_STATE = 10_000_000


@dataclass
class State:
    """Where a run stands.

    iteration: how many are done. window: the iterations whose games are learnt from, with their numbers of positions.
    files: checksum by name of all files needed to go on. processor_seconds: spent so far, on all cores. best: score of
    the best network, None before the first matches.
    """

    game: str
    hash: str
    iteration: int = 0
    window: dict[int, int] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    processor_seconds: float = 0.0
    best: float | None = None
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

    def read_state(self) -> State:
        """Of the last iteration whose files are all whole, with a warning where that is not the last; UserError."""
        faults = []
        for name in ("state.json", "state-before.json"):
            try:
                state = self._checked(self / name)
            except UserError as error:
                faults.append(str(error))
                continue
            if faults:
                warnings.warn(f"{faults[0]}; the run goes on from iteration {state.iteration}", stacklevel=2)
            return state
        raise UserError("; ".join(faults))

    def _checked(self, path: Path) -> State:
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
        for name, expected in state.files.items():
            if not (self / name).is_file():
                raise UserError(f"{self / name}: the file is missing")
            if file_digest(self / name) != expected:
                raise UserError(f"{self / name}: the file is damaged")
        return state

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
        for pattern in ("games-*", "learner-*", "network-*", "*.part"):
            for path in self.folder.glob(pattern):
                if path.name not in needed:
                    path.unlink(missing_ok=True)

    # -- metrics

    def metrics(self, until: int) -> list[dict[str, Any]]:
        """The lines of metrics of the iterations up to `until`; damaged lines are passed over. UserError."""
        path = self / "metrics.jsonl"
        try:
            lines = path.read_bytes().splitlines() if path.exists() else []
        except OSError as error:
            raise UserError(f"{path}: the metrics cannot be read ({error.strerror or error})") from None
        found: dict[int, dict[str, Any]] = {}
        for line in lines:
            try:
                values = json.loads(line)
                number = values["iteration"]
            except (ValueError, TypeError, KeyError, RecursionError):
                continue
            if isinstance(number, int) and number <= until:
                found[number] = values
        return [found[number] for number in sorted(found)]

    def write_metrics(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Write all lines of metrics, whole or not at all."""
        with whole_file(self / "metrics.jsonl", "metrics") as part:
            part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def _digest(state: State) -> str:
    text = json.dumps(asdict(state), sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def file_digest(path: Path) -> str:
    """32 hex digits that change with any byte of a file; UserError where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
    except OSError as error:
        raise UserError(f"{path}: the file cannot be read ({error.strerror or error})") from None
