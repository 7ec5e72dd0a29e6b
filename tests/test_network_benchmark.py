"""The networks' part of `hunt-ai bench`."""

import json

import numpy as np
import pytest
from naive_network import some_network

from hunt_ai.app.main import main
from hunt_ai.app.network_benchmark import BATCHES, ways
from hunt_ai.network.onnx_export import random_rows

pytestmark = pytest.mark.slow  # most of the time is compiling


def test_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["bench", "--games", "double-tiger", "--parts", "network", "--workers", "1"]
    assert main([*arguments, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["games"]["double-tiger"]
    assert set(figures) == {
        "network_widths", "network_evaluations_per_s", "self_play_workers", "self_play_positions_per_s",
        "self_play_games_per_hour", "self_play_evaluations_per_s", "self_play_share_of_standalone",
    }  # fmt: skip
    rates = figures["network_evaluations_per_s"]
    assert {"reference", "torch", "torch_frozen", "torch_bf16"} <= set(rates) <= {*rates, "onnxruntime"}
    for by_batch in rates.values():
        assert list(by_batch) == [str(size) for size in BATCHES]
        assert min(by_batch.values()) > 1
    assert 0.05 < figures["self_play_share_of_standalone"] < 1.2
    assert figures["self_play_workers"] == 1
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "evaluations/s, reference, in batches of 1, 32, 256" in out
    assert "of the network's best alone" in out


@pytest.mark.parametrize("name", ["double-tiger", "jungle-arena"])
def test_all_ways_give_about_the_same_numbers(name: str) -> None:
    network = some_network(name)
    rows = random_rows(network.rules, 32)
    found = {way: evaluate(rows) for way, evaluate in ways(network)}
    for way, numbers in found.items():
        for one, other in zip(numbers, found["reference"], strict=True):
            assert np.abs(one - other).max() < (0.15 if way == "torch_bf16" else 1e-5), way
