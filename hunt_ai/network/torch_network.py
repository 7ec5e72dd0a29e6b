"""The same network in torch: to learn with, to evaluate large batches on a GPU, and to export."""

from collections.abc import Callable, Mapping

import numpy as np
import torch
from torch import nn

from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.kernels.network_layout import RESULTS
from hunt_ai.network.network import Network, shapes
from hunt_ai.network.observation import Observation, spread
from hunt_ai.search.mcts_evaluators import BatchEvaluator, legal_masks

Model = Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]


class TorchNetwork(nn.Module):
    """Features [B, F] float32 to logits of results [B, 3] and of actions [B, A]. Parameters are `Network.arrays`."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.rules, self.settings = network.rules, network.settings
        self.depth = len(self.settings.widths)
        for name in shapes(self.rules, self.settings):
            self.register_parameter(name, nn.Parameter(torch.tensor(np.asarray(network.arrays[name]))))

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Both sides' layers are applied and the mover's results taken: the last feature says who moves."""
        parameters = dict(self.named_parameters())
        hidden = torch.relu(features @ parameters["embedding"] + parameters["embedding_bias"])
        names = [f"layer{number}" for number in range(1, self.depth)]
        sides = []
        for side in (0, 1):
            units = hidden
            for name in names:
                units = torch.relu(units @ parameters[name][side] + parameters[f"{name}_bias"][side])
            sides.append(units @ parameters["heads"][side] + parameters["heads_bias"][side])
        logits = torch.where(features[:, -1:] > 0, sides[1], sides[0])
        return logits[:, :RESULTS], logits[:, RESULTS:]


def numbers(state: Mapping[str, torch.Tensor]) -> dict[str, np.ndarray]:
    """A state as float32 arrays of their own, by name."""
    return {name: tensor.detach().to("cpu", torch.float32).numpy().copy() for name, tensor in state.items()}


def torch_evaluator(network: Network, device: str = "cpu", draws: float = 0.0) -> BatchEvaluator:
    """The network as a batch evaluator in torch; as the reference to about 1e-4. For large batches on a GPU."""
    return model_evaluator(network.rules, TorchNetwork(network).to(device).eval(), device, draws)


def model_evaluator(rules: Ruleset, model: Model, device: str = "cpu", draws: float = 0.0) -> BatchEvaluator:
    """A model from features [B, F] to logits of results and of actions as a batch evaluator."""
    observation = Observation(rules)

    @torch.inference_mode()
    def evaluate(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        features = torch.from_numpy(spread(observation.active(rows), observation.size)).to(device)
        results, logits = model(features)
        legal = torch.from_numpy(legal_masks(rules, rows)).to(device)
        priors = torch.softmax(logits.float().masked_fill(~legal, -torch.inf), dim=1)
        chances = torch.softmax(results.float(), dim=1)
        values = chances[:, 0] - chances[:, 2]
        if draws:
            from hunt_ai.games.kernels.rows import progress_rows

            progress_rows(rules.kernel_rules, rows, progress := np.empty(len(rows), dtype=np.float32))
            values += chances[:, 1] * draws * torch.from_numpy(progress).to(device)
        values *= 1 - 2 * features[:, -1]
        return priors.cpu().numpy(), values.cpu().numpy()

    return evaluate
