"""The learner: a network, its optimiser and its running mean, taught from examples."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.network.network import Network, shapes
from hunt_ai.network.observation import Observation, spread
from hunt_ai.network.torch_network import TorchNetwork, numbers
from hunt_ai.search.mcts_evaluators import legal_masks
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


class Learner:
    """Adam with decoupled weight decay (Loshchilov and Hutter 2019); `averaged` is the exponential mean of its steps.

    Self-play uses that mean, which varies less than the last step (as KataGo does, Wu 2019).
    """

    def __init__(self, network: Network, settings: LearningSettings, device: str = "cpu") -> None:
        self.rules, self.settings, self._device = network.rules, settings, device
        self._observation = Observation(self.rules)
        self._images = [
            (self._observation.image(automorphism).astype(np.int32), automorphism.actions)
            for automorphism in self.rules.automorphisms
        ]
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
        for batch in self._batches(examples, steps, rng):
            sums += self._step(*batch)
        policy, value, entropy = (sums / max(steps, 1)).tolist()
        return Losses(policy, value, entropy, steps)

    def _step(self, features: np.ndarray, legal: np.ndarray, policies: np.ndarray, results: np.ndarray) -> np.ndarray:
        x, mask, policy, result = (
            torch.from_numpy(part).to(self._device) for part in (features, legal, policies, results)
        )
        result_logits, logits = self.model(x)
        policy_loss = functional.cross_entropy(logits.masked_fill(~mask, ILLEGAL), policy)
        value_loss = functional.cross_entropy(result_logits, result)
        self._optimiser.zero_grad(set_to_none=True)
        (policy_loss + self.settings.value_weight * value_loss).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.gradient_limit)
        self._optimiser.step()
        self.steps += 1
        weight = 1 - min(self.settings.averaging, (self.steps - 1) / (self.steps + 9))  # early steps are soon forgotten
        with torch.no_grad():
            for name, value in self.model.named_parameters():
                self._mean[name].lerp_(value, weight)
        entropy = -(policies * np.log(np.maximum(policies, 1e-9))).sum(axis=1).mean()
        return np.array([float(policy_loss.detach()), float(value_loss.detach()), entropy])

    def _batches(
        self, examples: Examples, steps: int, rng: np.random.Generator
    ) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
        """(features [B, F], legal [B, A], policies [B, A], results [B, 3]), each under an automorphism at random."""
        for _ in range(steps):
            chosen = examples.take(np.sort(rng.integers(len(examples), size=self.settings.batch)))
            active = self._observation.active(chosen.rows)
            legal, policies = legal_masks(self.rules, chosen.rows), chosen.policies.astype(np.float32)
            if self.settings.augment and len(self._images) > 1:
                self._turn(active, legal, policies, rng)
            policies /= policies.sum(axis=1, keepdims=True)
            results = chosen.result_targets(self.settings.root_value_share, self.settings.discount)
            yield spread(active, self._observation.size), legal, policies, results

    def _turn(self, active: np.ndarray, legal: np.ndarray, policies: np.ndarray, rng: np.random.Generator) -> None:
        """Replace each position by its image under an automorphism drawn at random."""
        drawn = rng.integers(len(self._images), size=len(active))
        for number, (features, actions) in enumerate(self._images):
            rows = np.flatnonzero(drawn == number)
            turned = active[rows]
            active[rows] = np.where(turned >= 0, features[turned], -1)
            for array in (legal, policies):
                image = np.empty_like(array[rows])
                image[:, actions] = array[rows]
                array[rows] = image

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
