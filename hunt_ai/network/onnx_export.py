"""Networks as ONNX, for other programs: features [batch, F] float32 to logits of results and actions."""

import json
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.kernels.network_layout import RESULTS
from hunt_ai.network.network import Network
from hunt_ai.network.observation import Observation, spread

INPUT, OUTPUTS = "features", ("results", "actions")
TOLERANCE = 1e-4


def export_onnx(network: Network, path: Path) -> None:
    """Write a network as ONNX, whole or not at all, if onnxruntime gives the numbers of torch; UserError.

    Any batch size goes. Metadata say game, rules hash and the names of the actions in their order.
    """
    try:
        import onnx
        import onnxruntime
        import torch
    except ImportError as error:
        raise UserError(
            f"ONNX needs packages that are not installed ({error.name}): pip install hunt-ai[onnx]"
        ) from None
    from hunt_ai.network.torch_network import TorchNetwork

    rules, model, observation = network.rules, TorchNetwork(network).eval(), Observation(network.rules)
    features = spread(observation.active(random_rows(rules, 64)), observation.size)
    with tempfile.TemporaryDirectory(prefix="hunt_ai-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the exporter about itself
        plain = Path(folder) / "network.onnx"
        torch.onnx.export(
            model, (torch.from_numpy(features),), str(plain), input_names=[INPUT], output_names=list(OUTPUTS),
            dynamic_axes={name: {0: "batch"} for name in (INPUT, *OUTPUTS)}, dynamo=False,
        )  # fmt: skip
        document: Any = onnx.load(str(plain))
    metadata = {"game": rules.name, "hash": rules.hash, "actions": json.dumps(rules.actions)}
    onnx.helper.set_model_props(document, metadata)
    onnx.checker.check_model(document)
    content = document.SerializeToString()
    session: Any = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    for count in (1, 7, len(features)):
        found = session.run(list(OUTPUTS), {INPUT: features[:count]})
        with torch.inference_mode():
            expected = [part.numpy() for part in model(torch.from_numpy(features[:count]))]
        far = max(float(np.abs(one - other).max()) for one, other in zip(found, expected, strict=True))
        if far > TOLERANCE:
            raise UserError(f"{path}: onnxruntime's numbers are {far:.1e} from torch's: nothing was written")
    with whole_file(path, "network") as part:
        part.write_bytes(content)


def array_widths(network: Network) -> dict[str, int]:
    """How many numbers a position has in each of the arrays."""
    widths = Observation(network.rules).size, RESULTS, len(network.rules.actions)
    return dict(zip((INPUT, *OUTPUTS), widths, strict=True))


def random_rows(rules: Ruleset, count: int) -> np.ndarray:
    """[count, K] uint64: positions of random play that are not over."""
    from hunt_ai.games.kernels.rows import row_moves, row_play

    rng = np.random.default_rng(1)
    rows: list[np.ndarray] = []
    moves = np.empty(rules.max_moves, dtype=np.int32)
    row = rules.start
    while len(rows) < count:
        number, code = row_moves(rules.kernel_rules, row, moves)
        if code:
            row = rules.start
            continue
        rows.append(row)
        after = np.empty_like(row)
        row_play(rules.kernel_rules, row, int(rng.choice(moves[:number])), after)
        row = rules.start if len(rows) % 40 == 0 else after
    return np.array(rows)
