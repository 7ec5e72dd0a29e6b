"""The measurements of networks behind `hunt-ai bench`: evaluations a second, alone and in self-play.

By processor time, after warm-up. Networks are those that ship, or new where none does; positions are of random play.
"""

import functools
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.app.rates import best_rate
from hunt_ai.core.errors import UserError
from hunt_ai.core.tasks import map_tasks
from hunt_ai.games.catalog import load_game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.network import Network, batch_evaluator, new_network
from hunt_ai.network.onnx_export import INPUT, OUTPUTS, export_onnx, random_rows
from hunt_ai.network.settings import NetworkSettings
from hunt_ai.network.trained_networks import trained_network
from hunt_ai.network.weights_file import load_network, save_network
from hunt_ai.search.mcts_evaluators import BatchEvaluator
from hunt_ai.train.self_play import Games, Generation, play_games
from hunt_ai.train.settings import SelfPlaySettings

BATCHES = (1, 32, 256)
GAMES = 64  # of self-play, for each worker
Rates = dict[str, dict[str, float]]


def measure_network(rules: Ruleset, seconds: float, workers: int) -> dict[str, Any]:
    """network_widths: units by layer. network_evaluations_per_s: see `measure_evaluations`. self_play_*: see
    `measure_self_play`.
    """
    network = network_of(rules)
    return {
        "network_widths": list(network.settings.widths),
        "network_evaluations_per_s": measure_evaluations(network, seconds),
        **measure_self_play(network, seconds, workers),
    }


def network_of(rules: Ruleset) -> Network:
    """The one that ships for a game, or a new one with the default widths."""
    try:
        path = trained_network(rules)
    except UserError:
        return new_network(rules, NetworkSettings(), 1)
    return load_network(path, rules)


def measure_evaluations(network: Network, seconds: float) -> Rates:
    """Evaluations a second by one thread, by way and batch; each with its features, legal moves, priors and value."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return {
            way: {str(size): evaluation_rate(evaluate, random_rows(network.rules, size), seconds) for size in BATCHES}
            for way, evaluate in ways(network)
        }
    finally:
        torch.set_num_threads(threads)


def evaluation_rate(evaluate: BatchEvaluator, rows: np.ndarray, seconds: float) -> float:
    def work() -> int:
        evaluate(rows)
        return len(rows)

    return best_rate(work, seconds)


def ways(network: Network) -> Iterator[tuple[str, BatchEvaluator]]:
    """(name, evaluator) of each way to evaluate a network on a CPU that is installed here."""
    import torch

    from hunt_ai.network.torch_network import TorchNetwork, model_evaluator

    rules, model = network.rules, TorchNetwork(network).eval().requires_grad_(False)
    yield "reference", batch_evaluator(network)
    yield "torch", model_evaluator(rules, model)
    features = torch.zeros(1, network.arrays["embedding"].shape[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch.jit about itself
        frozen = torch.jit.freeze(torch.jit.trace(model, features))  # type: ignore[no-untyped-call]
        yield "torch_frozen", model_evaluator(rules, frozen)

    def in_bfloat16(features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            results, actions = model(features)
        return results, actions

    yield "torch_bf16", model_evaluator(rules, in_bfloat16)
    try:
        import onnx  # noqa: F401
        import onnxruntime
    except ImportError:
        return
    with tempfile.TemporaryDirectory(prefix="hunt_ai-") as folder:
        path = Path(folder) / "network.onnx"
        export_onnx(network, path)
        content = path.read_bytes()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session: Any = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])

    def in_onnxruntime(features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        results, actions = session.run(list(OUTPUTS), {INPUT: features.numpy()})
        return torch.from_numpy(results), torch.from_numpy(actions)

    yield "onnxruntime", model_evaluator(rules, in_onnxruntime)


def measure_self_play(network: Network, seconds: float, workers: int) -> dict[str, Any]:
    """GAMES whole games by each of `workers` processes at once, at least 1, with the settings of self-play's defaults.

    self_play_share_of_standalone: evaluations a second in self-play as a share of the reference's best rate, measured
    in the same processes.
    """
    with tempfile.TemporaryDirectory(prefix="hunt_ai-") as folder:
        path = Path(folder) / "network.safetensors"
        save_network(path, network)
        nothing = np.empty((0, 0, network.rules.words), dtype=np.uint64)
        settings = SelfPlaySettings(games=GAMES, together=GAMES)
        tasks = (
            Generation(network.rules.name, path, "cpu", settings, (1, number), nothing) for number in range(workers)
        )
        measured = list(map_tasks((functools.partial(_play_and_compare, task, seconds) for task in tasks), workers))
    played = [games for games, _ in measured]
    evaluations = sum(games.evaluations / games.seconds for games in played)
    return {
        "self_play_workers": workers,
        "self_play_positions_per_s": sum(games.positions / games.seconds for games in played),
        "self_play_games_per_hour": sum(3600 * len(games.outcomes) / games.seconds for games in played),
        "self_play_evaluations_per_s": evaluations,
        "self_play_share_of_standalone": evaluations / sum(alone for _, alone in measured),
    }


def _play_and_compare(task: Generation, seconds: float) -> tuple[Games, float]:
    """(the games of a task, the reference's best rate alone)."""
    rules = load_game(task.game)
    evaluate = batch_evaluator(load_network(task.network, rules))
    alone = max(evaluation_rate(evaluate, random_rows(rules, size), seconds) for size in BATCHES)
    play_games(replace(task, settings=task.settings.model_copy(update={"max_plies": 2})))  # compiles
    return play_games(task), alone
