"""A training run: iterations of self-play with fixed weights, then learning, then now and then matches."""

import math
import os
import shutil
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.core.resources import room_for
from hunt_ai.core.settings import check_settings, read_toml
from hunt_ai.core.tasks import TaskPool
from hunt_ai.games.catalog import load_game
from hunt_ai.network.network import is_finite, new_network
from hunt_ai.network.weights_file import rounded, save_network
from hunt_ai.train.evaluation import check_evaluation, evaluate
from hunt_ai.train.examples import DRAWN, Examples, join, load_examples, save_examples
from hunt_ai.train.metrics import games_summary
from hunt_ai.train.run_folder import BEST, RunFolder, State, file_digest, settings_digest
from hunt_ai.train.self_play import Games, Generation, generate, trees_bytes
from hunt_ai.train.settings import TrainSettings

EARLIER_ROWS = 2048  # of each group of earlier games, that the games of an iteration may begin from


@dataclass(frozen=True)
class Progress:
    """What a run does now: `done` of `total` games of iteration `iteration`; line: its metrics, once it is done."""

    iteration: int
    stage: str
    done: int = 0
    total: int = 0
    line: dict[str, Any] | None = None


def read_config(path: Path) -> TrainSettings:
    """The settings of a TOML file; UserError."""
    return check_settings(TrainSettings, read_toml(path), str(path))


class Training:
    """A run in its folder, which this process holds. `report` hears of its progress and may raise KeyboardInterrupt."""

    def __init__(
        self, folder: RunFolder, settings: TrainSettings, workers: int, report: Callable[[Progress], None]
    ) -> None:
        import torch

        from hunt_ai.train.learner import Learner

        torch.set_num_threads(settings.learner_threads)
        self.folder, self.settings, self._workers, self._report = folder, settings, workers, report
        self.rules = load_game(settings.game)
        network = new_network(self.rules, settings.network, settings.seed)
        self._learner = Learner(network, settings.learning, settings.device)
        if folder.is_new():
            self.state = State(self.rules.name, self.rules.hash, settings_digest(settings))
            self._parts: dict[int, Examples] = {}
            name = _name("network", 0)
            save_network(folder / name, network, self._notes(0))
            folder.write_metrics([])
            folder.write_state(self.state, [name])
        else:
            self.state = folder.read_state()
            if self.state.hash != self.rules.hash:
                raise UserError(
                    f"{folder.folder}: it is a run of {self.state.game} with other rules than {self.rules.name}"
                )
            if self.state.settings != settings_digest(settings):
                raise UserError(f"{folder.folder}: its configuration is not the one that the run began with")
            if self.state.iteration:
                self._learner.load(folder / _name("learner", self.state.iteration))
            self._parts = {number: load_examples(folder / _name("games", number)) for number in self.state.window}
        self.lines = folder.metrics(self.state.iteration)
        if missing := self.state.iteration - len(self.lines):
            warnings.warn(f"{folder / 'metrics.jsonl'}: {missing} lines are missing or damaged", stacklevel=2)
        folder.write_metrics(self.lines)
        folder.tidy()

    @property
    def network(self) -> Path:
        """The file of the network that plays now."""
        return self.folder / _name("network", self.state.iteration)

    def iterations(self, until: int) -> Iterator[dict[str, Any]]:
        """Run what is left of the run's iterations, or of those up to `until`; the metrics of each."""
        with TaskPool(self._workers) as pool:
            while self.state.iteration < min(until, self.settings.iterations):
                yield self._iteration(self.state.iteration + 1, pool)

    def _iteration(self, number: int, pool: TaskPool) -> dict[str, Any]:
        begun, spent = time.monotonic(), _processor_seconds()
        games = self._generate(number, pool)
        generated = time.monotonic()
        examples = join([one.examples for one in games])
        made = self.state.examples + len(examples)
        parts, window = self._window({**self._parts, number: examples}, made)
        self._report(Progress(number, "learning"))
        losses = self._learn(join(list(parts.values())), len(examples), number)
        network = rounded(self._learner.averaged())
        if not (is_finite(network) and math.isfinite(sum((losses["loss"] or {}).values()))):
            raise UserError(
                f"{self.folder.folder}: learning diverged in iteration {number}; a lower learning.rate helps"
            )
        learnt = time.monotonic()
        save_examples(self.folder / _name("games", number), examples)
        self._learner.save(self.folder / _name("learner", number))
        path = self.folder / _name("network", number)
        seconds = self.state.processor_seconds + _processor_seconds() - spent + _children(games, self._workers)
        save_network(path, network, self._notes(number))
        line = {
            "iteration": number,
            **games_summary(self.rules.sides, games, examples),
            **losses,
            "window": sum(window.values()),
            "seconds": {"self_play": generated - begun, "learning": learnt - generated},
            "processor_seconds": seconds,
        }
        changed = [_name("games", number), _name("learner", number), path.name]
        best, best_digest = self.state.best, self.state.best_digest
        if number % self.settings.evaluation.every == 0 or number == self.settings.iterations:
            self._report(Progress(number, "matches"))
            found = evaluate(self.settings, self.rules, path, self._workers)
            line["evaluation"] = found
            line["seconds"]["evaluation"] = time.monotonic() - learnt
            if best is None or found["score"] >= best:
                best = found["score"]
                with whole_file(self.folder / BEST, "network") as part:
                    shutil.copyfile(path, part)
                best_digest = file_digest(self.folder / BEST)
        state = replace(
            self.state,
            iteration=number,
            examples=made,
            window=window,
            processor_seconds=seconds,
            best=best,
            best_digest=best_digest,
        )
        self._commit(state, changed, parts, line)
        self._report(Progress(number, "done", line=line))
        return line

    def _generate(self, number: int, pool: TaskPool) -> list[Games]:
        settings = self.settings.self_play
        earlier = self._earlier(np.random.default_rng([self.settings.seed, number, 0]))
        tasks = [
            Generation(
                self.settings.game,
                self.network,
                self.settings.device,
                settings,
                (self.settings.seed, number, task),
                earlier,
            )
            for task in range(1, 1 + settings.games // settings.together)
        ]
        games = []
        self._report(Progress(number, "games", 0, settings.games))
        for one in generate(tasks, pool):
            games.append(one)
            self._report(Progress(number, "games", len(games) * settings.together, settings.games))
        return games

    def _earlier(self, rng: np.random.Generator) -> np.ndarray:
        """[groups, n, K]: positions of games that side 0 won, that side 1 won and of others, drawn at random."""
        parts = list(self._parts.values())
        if not any(map(len, parts)):
            return np.empty((0, 0, self.rules.words), dtype=np.uint64)
        rows = np.concatenate([part.rows for part in parts])
        ends = np.minimum(np.concatenate([part.outcomes for part in parts]), DRAWN)
        groups = [rows[ends == end] for end in np.unique(ends)]
        return np.stack([rows[rng.integers(len(rows), size=EARLIER_ROWS)] for rows in groups])

    def _window(self, parts: dict[int, Examples], made: int) -> tuple[dict[int, Examples], dict[int, int]]:
        """The newest parts that are learnt from: up to `window` positions, fewer while the run is young.

        made: positions of all iterations so far. The window holds the last `window_growth` of them (KataGo lets its
        window grow so, Wu 2019), and no less than the newest part.
        """
        learning = self.settings.learning
        most = min(learning.window, math.ceil(learning.window_growth * made))
        kept: dict[int, Examples] = {}
        total = 0
        for number in sorted(parts, reverse=True):
            if kept and total + len(parts[number]) > most:
                break
            kept[number] = parts[number]
            total += len(parts[number])
        kept = dict(sorted(kept.items()))
        return kept, {number: len(part) for number, part in kept.items()}

    def _learn(self, examples: Examples, new: int, number: int) -> dict[str, Any]:
        learning, iterations = self.settings.learning, self.settings.iterations
        if not len(examples):
            return {"loss": None}
        rng = np.random.default_rng([self.settings.seed, number, 1 << 32])
        along = (number - 1) / max(iterations - 1, 1)
        rate = learning.last_rate + (learning.rate - learning.last_rate) * 0.5 * (1 + math.cos(math.pi * along))
        losses = self._learner.learn(examples, max(1, round(learning.reuse * new / learning.batch)), rate, rng)
        return {
            "loss": {"policy": losses.policy, "value": losses.value},
            "policy_entropy": losses.entropy,
            "steps": losses.steps,
            "rate": rate,
        }

    def _notes(self, number: int) -> dict[str, Any]:
        return {"iteration": number, "settings": self.settings.model_dump(mode="json")}

    def _commit(self, state: State, changed: list[str], parts: dict[int, Examples], line: dict[str, Any]) -> None:
        """The iteration is done: nothing before this was, and nothing after it can undo it."""
        needed = {_name("games", number) for number in parts}
        state.files = {name: digest for name, digest in self.state.files.items() if name in needed}
        lines = [*self.lines, line]
        self.folder.write_metrics(lines)
        self.folder.write_state(state, changed, self.state)
        self.folder.tidy()
        self.state, self.lines, self._parts = state, lines, parts


def start_training(
    folder: RunFolder,
    config: Path | None,
    resume: bool,
    workers: int,
    report: Callable[[Progress], None],
    programs: bool = False,
) -> Training:
    """A run of a configuration file in a new folder, or one that goes on; UserError where the folder is not as said.

    programs: whether the programs that it names as opponents may be run. A run that was killed before its first state
    is new, and goes on too.
    """
    kept = folder / "config.toml"
    if resume:
        if folder.is_new() and (folder.has_iterations() or not kept.exists()):
            what = "the files of its state are gone" if folder.has_iterations() else "there is no run to resume"
            raise UserError(f"{folder.folder}: {what}")
        settings = read_config(kept if kept.exists() or config is None else config)
        if config is not None and read_config(config) != settings:
            raise UserError(f"{config}: it is not the configuration that the run in {folder.folder} began with")
    else:
        if not folder.is_new() or folder.has_iterations():
            raise UserError(f"{folder.folder}: there is a run already; --resume goes on with it")
        if config is None:
            raise UserError("a new run needs a configuration file")
        settings = read_config(config)
    _check_device(settings.device)
    rules = load_game(settings.game)
    if lack := room_for(max(workers, 1) * trees_bytes(rules, settings.self_play)).lack:
        raise UserError(f"self_play.together, self_play.simulations: {lack}")
    check_evaluation(settings, rules, folder.folder, programs)
    if not resume and config is not None:
        _keep(config, kept)
    training = Training(folder, settings, workers, report)
    if config is not None and not kept.exists():
        _keep(config, kept)
    return training


def _keep(config: Path, kept: Path) -> None:
    with whole_file(kept, "configuration") as part:
        shutil.copyfile(config, part)


def _check_device(device: str) -> None:
    import torch

    if device != "cpu" and int(device.partition(":")[2] or 0) >= torch.cuda.device_count():
        raise UserError(f"device: there is no {device} on this machine")


def _name(kind: str, number: int) -> str:
    return f"{kind}-{number:05}.safetensors"


def _processor_seconds() -> float:
    times = os.times()
    return times.user + times.system


def _children(games: list[Games], workers: int) -> float:
    """Processor time of the games that other processes played."""
    return sum(one.seconds for one in games) if workers else 0.0
