"""Which input and which network: `python experiments/network/compare.py RUN [--seconds S]`.

On the positions of a training run three kinds of network learn for the same processor time, with the run's settings of
learning. They are compared by their losses on the games of the last iteration, which none has learnt from, and by how
many positions a second they evaluate (one thread, batches of 256, torch):

    dense     what hunt_ai has: features [B, F], the first layer on pairs of points too
    flat      the same without the pairs
    graph     features by point [B, N, C], residual layers over the board's lines, heads on pairs of points
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from hunt_ai.games.catalog import load_game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.kernels.network_layout import RESULTS
from hunt_ai.network.network import new_network
from hunt_ai.network.observation import Observation
from hunt_ai.network.settings import NetworkSettings
from hunt_ai.network.torch_network import TorchNetwork
from hunt_ai.train.batches import Batches
from hunt_ai.train.examples import join, load_examples
from hunt_ai.train.learner import cross_entropies
from hunt_ai.train.training import read_config


class Flat(nn.Module):
    """A dense network that does not see the pairs of points."""

    def __init__(self, rules: Ruleset, settings: NetworkSettings) -> None:
        super().__init__()
        observation = Observation(rules)
        keep = torch.ones(observation.size)
        if "pairs" in observation.starts:
            start = observation.starts["pairs"]
            keep[start : start + len(rules.points) ** 2] = 0
        self.register_buffer("keep", keep)
        self.inner = TorchNetwork(new_network(rules, settings, 1))

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.inner(features * self.keep)


class Graph(nn.Module):
    """Residual layers in which a point sees its neighbours, and the mean of all points."""

    def __init__(self, rules: Ruleset, width: int, depth: int) -> None:
        super().__init__()
        observation, n = Observation(rules), len(rules.points)
        self.n = n
        planes = [part for part in observation.parts if part.planes]
        others = [part for part in observation.parts if part.length]
        starts = observation.starts
        self.planes = [starts[part.name] + n * k for part in planes for k in range(part.planes)]
        self.others = [starts[part.name] + k for part in others for k in range(part.length)]
        self.register_buffer("lines", torch.tensor(neighbours(rules)))
        self.enter = nn.Linear(len(self.planes), width)
        self.whole = nn.Linear(len(self.others), width)
        self.own = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.near = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        self.mean = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        places = {point: number for number, point in enumerate(rules.points)}
        ends = [[places.get(part.strip("@"), 0) for part in action.split("-")] for action in rules.actions]
        self.register_buffer("starts", torch.tensor([end[0] for end in ends]))
        self.register_buffer("ends", torch.tensor([end[-1] for end in ends]))
        self.sides = nn.ModuleList(nn.ModuleDict({
            "start": nn.Linear(width, width), "end": nn.Linear(width, width), "result": nn.Linear(2 * width, RESULTS),
        }) for _ in (0, 1))  # fmt: skip
        self.bias = nn.Parameter(torch.zeros(2, len(rules.actions)))

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        points = torch.stack([features[:, at : at + self.n] for at in self.planes], dim=2)
        hidden = torch.relu(self.enter(points) + self.whole(features[:, self.others])[:, None])
        for own, near, mean in zip(self.own, self.near, self.mean, strict=True):
            around = near(self.lines @ hidden) + mean(hidden.mean(dim=1, keepdim=True))
            hidden = hidden + torch.relu(own(hidden) + around)
        pooled = torch.cat([hidden.mean(dim=1), hidden.amax(dim=1)], dim=1)
        answers = []
        for side, heads in enumerate(self.sides):
            start, end = heads["start"](hidden)[:, self.starts], heads["end"](hidden)[:, self.ends]
            logits = (start * end).sum(dim=2) / start.shape[2] ** 0.5 + self.bias[side]
            answers.append(torch.cat([heads["result"](pooled), logits], dim=1))
        chosen = torch.where(features[:, -1:] > 0, answers[1], answers[0])
        return chosen[:, :RESULTS], chosen[:, RESULTS:]


def neighbours(rules: Ruleset) -> np.ndarray:
    """[N, N] float32: 1 between points that a line joins, divided by the most lines of a point."""
    places = {point: number for number, point in enumerate(rules.points)}
    lines = np.zeros((len(places), len(places)), dtype=np.float32)
    if isinstance(rules, HuntGame):
        for one, other in rules.board.lines:
            lines[places[one], places[other]] = lines[places[other], places[one]] = 1
    else:
        for one in places:
            for other in places:
                if abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) == 1:
                    lines[places[one], places[other]] = 1
    return lines / lines.sum(axis=1).max()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--seconds", type=float, default=60, help="processor time that each learns")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    config = read_config(arguments.run / "config.toml")
    rules, settings = load_game(config.game), config.learning
    *earlier, last = sorted(arguments.run.glob("games-*.safetensors"))
    examples, unseen = join([load_examples(path) for path in earlier]), load_examples(last)
    batches = Batches(rules, settings)
    test = batches.whole(unseen)
    print(f"{rules.name}: {len(examples)} positions to learn from, {len(unseen)} of later games held back")
    models = {
        "dense 384, 64": TorchNetwork(new_network(rules, NetworkSettings(widths=(384, 64)), 1)),
        "dense 128, 32": TorchNetwork(new_network(rules, NetworkSettings(widths=(128, 32)), 1)),
        "flat 384, 64": Flat(rules, NetworkSettings(widths=(384, 64))),
        "graph 32 x 3": Graph(rules, 32, 3),
        "graph 64 x 4": Graph(rules, 64, 4),
    }
    print(f"{'network':14} {'parameters':>10} {'samples':>9} {'policy':>7} {'result':>7} {'positions/s':>12}")
    for name, model in models.items():
        torch.manual_seed(1)
        rng = np.random.default_rng(1)
        optimiser = torch.optim.AdamW(model.parameters(), weight_decay=settings.weight_decay, fused=True)
        begun, seen = time.process_time(), 0
        while (spent := time.process_time() - begun) < arguments.seconds:
            for group in optimiser.param_groups:
                group["lr"] = settings.rate + (settings.last_rate - settings.rate) * spent / arguments.seconds
            policy, result = cross_entropies(model, batches.drawn(examples, rng))
            optimiser.zero_grad()
            (policy + settings.value_weight * result).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), settings.gradient_limit)
            optimiser.step()
            seen += settings.batch
        with torch.inference_mode():
            policy, result = cross_entropies(model, test)
            features = torch.from_numpy(test.features[:256])
            begun, count = time.process_time(), 0
            while time.process_time() - begun < 1:
                model(features)
                count += len(features)
            rate = count / (time.process_time() - begun)
        parameters = sum(parameter.numel() for parameter in model.parameters())
        print(
            f"{name:14} {parameters:10,} {seen:9,} {float(policy):7.3f} {float(result):7.3f} {rate:12,.0f}", flush=True
        )


if __name__ == "__main__":
    main()
