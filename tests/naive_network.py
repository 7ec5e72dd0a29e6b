"""A network's forward pass in float64 with plain matrices, and networks to try it on."""

import numpy as np
from all_games import random_game

from hunt_ai import Game, load_game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.hunt.text import unpack_row
from hunt_ai.network.network import Network, new_network
from hunt_ai.network.observation import Observation, spread
from hunt_ai.network.settings import NetworkSettings


def some_network(name: str, widths: tuple[int, ...] = (16, 8), seed: int = 1) -> Network:
    """A network that has opinions: biases are not 0, and logits differ by a few units."""
    network = new_network(load_game(name), NetworkSettings(widths=widths), seed)
    rng = np.random.default_rng(seed)
    for name, array in network.arrays.items():
        if name.endswith("_bias"):
            array[:] = 0.3 * rng.normal(size=array.shape)
    network.arrays["heads"][:] *= 10
    return network


def some_games(name: str, count: int, plies: int = 9) -> list[Game]:
    """Games that are not over, each some plies longer."""
    games = []
    for seed in range(count):
        game = random_game(name, seed, plies * seed % 100)
        while game.outcome():
            game.pop()
        games.append(game)
    return games


def softmax(logits: np.ndarray) -> np.ndarray:
    weights = np.exp(logits - logits.max())
    return weights / weights.sum()


def progress(game: Game) -> float:
    """Of side 0 to its goal, 0 to 1."""
    if not isinstance(game.rules, HuntGame):
        return 0.0
    return unpack_row(game.rules.settings, game.row).captured / game.rules.settings.capture_goal


def forward(network: Network, game: Game, draws: float = 0.0) -> tuple[np.ndarray, float]:
    """(priors [A], value for the side to move), float64."""
    observation = Observation(network.rules)
    arrays = {name: array.astype(np.float64) for name, array in network.arrays.items()}
    dense = spread(observation.active(game.row[None]), observation.size)[0].astype(np.float64)
    units = np.maximum(dense @ arrays["embedding"] + arrays["embedding_bias"], 0)
    for number in range(1, len(network.settings.widths)):
        matrix, bias = arrays[f"layer{number}"][game.side], arrays[f"layer{number}_bias"][game.side]
        units = np.maximum(units @ matrix + bias, 0)
    logits = units @ arrays["heads"][game.side] + arrays["heads_bias"][game.side]
    first, drawn, second = softmax(logits[:3])
    priors = softmax(np.where(game.legal_mask(), logits[3:], -np.inf))
    value = first - second + drawn * draws * progress(game)
    return priors, value if game.side == 0 else -value
