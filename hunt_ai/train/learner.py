"""The learner: a network, its optimiser and its running mean, taught from examples."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.network.network import Network, shapes
from hunt_ai.network.torch_network import TorchNetwork, numbers
from hunt_ai.train.batches import Batch, Batches
from hunt_ai.train.examples import Examples
from hunt_ai.train.settings import LearningSettings

ILLEGAL = -1e9


@dataclass(frozen=True)
class Losses:
    """Means over the steps: cross entropies of policy and result, nats, and the policy targets' own entropy."""

    policy: float
    value: float
    entropy: float
    steps: int


def cross_entropies(model: nn.Module, batch: Batch, device: str = "cpu") -> tuple[torch.Tensor, torch.Tensor]:
    """Of policy and result: means over a batch, nats; legal moves alone share the policy."""
    features, legal, policies, results = (torch.from_numpy(part).to(device) for part in batch)
    result_logits, logits = model(features)
    policy_loss = functional.cross_entropy(logits.masked_fill(~legal, ILLEGAL), policies)
    return policy_loss, functional.cross_entropy(result_logits, results)


class Learner:
    """Adam with decoupled weight decay (Loshchilov and Hutter 2019); `averaged` is the exponential mean of its steps.

    Self-play uses that mean, which varies less than the last step (as KataGo does, Wu 2019).
    """

    def __init__(self, network: Network, settings: LearningSettings, device: str = "cpu") -> None:
        self.rules, self.settings, self._device = network.rules, settings, device
        self._batches = Batches(self.rules, settings)
        self.model = TorchNetwork(network).to(device)
        self._optimiser = torch.optim.AdamW(
            self.model.parameters(), lr=1.0, weight_decay=settings.weight_decay, fused=True
        )
        self._mean = {name: value.detach().clone() for name, value in self.model.named_parameters()}
        self.steps = 0

    def averaged(self) -> Network:
        """The network that plays."""
        return Network(self.rules, self.model.settings, numbers(self._mean))

    def learn(self, examples: Examples, steps: int, rate: float, rng: np.random.Generator) -> Losses:
        """So many steps, each on a batch drawn at random; at this learning rate."""
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        sums = np.zeros(3)
        self.model.train()
        for _ in range(steps):
            sums += self._step(self._batches.drawn(examples, rng))
        policy, value, entropy = (sums / max(steps, 1)).tolist()
        return Losses(policy, value, entropy, steps)

    def _step(self, batch: Batch) -> np.ndarray:
        policy_loss, value_loss = cross_entropies(self.model, batch, self._device)
        self._optimiser.zero_grad(set_to_none=True)
        (policy_loss + self.settings.value_weight * value_loss).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.gradient_limit)
        self._optimiser.step()
        self.steps += 1
        weight = 1 - min(self.settings.averaging, (self.steps - 1) / (self.steps + 9))  # early steps are soon forgotten
        with torch.no_grad():
            for name, value in self.model.named_parameters():
                self._mean[name].lerp_(value, weight)
        entropy = -(batch.policies * np.log(np.maximum(batch.policies, 1e-9))).sum(axis=1).mean()
        return np.array([float(policy_loss.detach()), float(value_loss.detach()), entropy])

    # -- files

    def save(self, path: Path) -> None:
        """Write all that learning goes on from, whole or not at all."""
        from safetensors.torch import save

        tensors = {f"network.{name}": value for name, value in self.model.state_dict().items()}
        tensors |= {f"mean.{name}": value for name, value in self._mean.items()}
        for name, value in self.model.named_parameters():
            for key, moment in self._optimiser.state.get(value, {}).items():
                tensors[f"{key}.{name}"] = torch.as_tensor(moment)
        tensors["steps"] = torch.tensor(self.steps)
        content = save({name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()})
        with whole_file(path, "learner") as part:
            part.write_bytes(content)

    def load(self, path: Path) -> None:
        """Go on from a file of `save`; UserError where it is none of this network."""
        from safetensors import SafetensorError
        from safetensors.torch import load

        try:
            tensors = load(path.read_bytes())
            expected = {name: torch.Size(shape) for name, shape in shapes(self.rules, self.model.settings).items()}
            for kind in ("network", "mean"):
                if {name: tensors[f"{kind}.{name}"].shape for name in expected} != expected:
                    raise UserError(f"{path}: it is of another network")
            self.steps = int(tensors["steps"])
            self.model.load_state_dict({name: tensors[f"network.{name}"] for name in expected})
            self._mean = {name: tensors[f"mean.{name}"].to(self._device) for name in expected}
            if self.steps:
                keys = ("step", "exp_avg", "exp_avg_sq")
                state = {n: {key: tensors[f"{key}.{name}"] for key in keys} for n, name in enumerate(expected)}
                groups = self._optimiser.state_dict()["param_groups"]
                self._optimiser.load_state_dict({"state": state, "param_groups": groups})
        except UserError:
            raise
        except OSError as error:
            raise UserError(f"{path}: the learner cannot be read ({error.strerror or error})") from None
        except (SafetensorError, KeyError, ValueError, RuntimeError) as error:
            raise UserError(f"{path}: this is no learner, or it is damaged ({error})") from None
