"""Files of networks: what comes back, and that no other bytes do."""

import json
import os
import pickle
from pathlib import Path
from random import Random

import numpy as np
import pytest
from naive_network import some_network
from safetensors.numpy import load_file, save_file

from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game
from hunt_ai.network.network import Network
from hunt_ai.network.weights_file import (
    _checksum,
    load_network,
    read_game,
    read_notes,
    rounded,
    save_network,
)  # fmt: skip

TIGER = "double-tiger"


def alike(one: Network, other: Network) -> bool:
    return one.settings == other.settings and all(
        np.array_equal(one.arrays[name], other.arrays[name]) for name in {*one.arrays, *other.arrays}
    )


def rewrite(path: Path, changed: dict[str, np.ndarray | None] | None = None, **metadata: str) -> None:
    """The file again with other arrays or metadata, and a checksum that fits."""
    from safetensors import safe_open

    with safe_open(path, framework="numpy") as file:
        found = file.metadata()
    arrays = {name: array for name, array in (load_file(path) | (changed or {})).items() if array is not None}
    found |= metadata
    save_file(arrays, path, found | {"checksum": _checksum(arrays, found)})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "one" / "tiger.safetensors"
    save_network(file, some_network(TIGER, (4, 3)), {"iterations": 7, "名": "虎"})
    return file


@pytest.mark.parametrize("name", [TIGER, "jungle-arena", "dog-deer{capture_goal=5}"])
def test_what_is_saved_comes_back(name: str, tmp_path: Path) -> None:
    network = some_network(name, (8, 4, 2))
    file = tmp_path / "network.safetensors"
    save_network(file, network)
    back = load_network(file, network.rules)
    assert back.rules is network.rules
    assert alike(back, rounded(network))
    assert alike(rounded(back), back)
    assert all(array.dtype == np.float32 for array in back.arrays.values())
    for array, kept in back.arrays.items():
        assert np.allclose(kept, network.arrays[array], rtol=1e-3, atol=1e-6)
    assert read_game(file) == name
    assert read_notes(file) == {}
    content = file.read_bytes()
    save_network(file, back)
    assert file.read_bytes() == content
    assert os.listdir(tmp_path) == [file.name]


def test_notes(path: Path) -> None:
    assert read_notes(path) == {"iterations": 7, "名": "虎"}


def test_every_cut_is_noticed(path: Path) -> None:
    content, rules = path.read_bytes(), load_game(TIGER)
    for length in [*range(64), *Random(1).sample(range(len(content)), 200), len(content) - 1]:
        path.write_bytes(content[:length])
        with pytest.raises(UserError):
            load_network(path, rules)
    for more in (b"\0", b"x" * 1000, content):
        path.write_bytes(content + more)
        with pytest.raises(UserError):
            load_network(path, rules)


def test_fuzzed_bytes_are_noticed(path: Path) -> None:
    """Nothing but a refusal in one line, or what the file held before."""
    content, rules, rng = path.read_bytes(), load_game(TIGER), Random(2)
    network, begins = load_network(path, rules), 8 + int.from_bytes(content[:8], "little")
    refused = unharmed = 0
    for number in range(4000):
        changed = bytearray(content)
        for _ in range(rng.choice([1, 1, 2, 5, 50])):
            at = rng.randrange(begins if number % 2 else len(changed))
            changed[at] = rng.choice([changed[at] ^ 1 << rng.randrange(8), rng.randrange(256)])
        if number % 10 == 0:
            at = rng.randrange(len(changed))
            del changed[at : at + rng.randrange(20)]
        path.write_bytes(changed)
        try:
            assert alike(load_network(path, rules), network)
        except UserError as error:
            refused += str(error).startswith(f"{path}: ")
        else:
            unharmed += 1
    assert refused + unharmed == 4000
    assert unharmed < 100


def test_random_bytes_are_noticed(tmp_path: Path) -> None:
    rng, file = Random(3), tmp_path / "file"
    for length in (0, 1, 7, 8, 9, 100, 5000):
        file.write_bytes(rng.randbytes(length))
        with pytest.raises(UserError, match="no safetensors file"):
            load_network(file, load_game(TIGER))


class Trap:
    """A pickle that would run code."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple:
        return (self.mark.touch, ())


def test_other_files_are_refused(tmp_path: Path) -> None:
    import torch

    rules = load_game(TIGER)
    file = tmp_path / "file"
    file.write_bytes(pickle.dumps(Trap(tmp_path / "run")))
    with pytest.raises(UserError, match="no safetensors file"):
        load_network(file, rules)
    torch.save({"weights": torch.zeros(3)}, file)
    with pytest.raises(UserError, match="no safetensors file"):
        load_network(file, rules)
    assert not (tmp_path / "run").exists()
    for metadata in (None, {}, {"format": "pt"}):
        save_file({"weights": np.zeros(3, np.float32)}, file, metadata)
        with pytest.raises(UserError, match="no network of hunt_ai"):
            load_network(file, rules)
    with pytest.raises(UserError, match="No such file"):
        load_network(tmp_path / "missing", rules)
    for other in (tmp_path, Path("/dev/null")):
        with pytest.raises(UserError, match="it is no file"):
            load_network(other, rules)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(UserError, match="it is no file"):
            load_network(tmp_path / "pipe", rules)


def test_other_rules_are_refused(path: Path) -> None:
    for name in (f"{TIGER}{{capture_goal=5}}", f"{TIGER}{{no_progress_limit=100}}", "jungle-arena"):
        with pytest.raises(UserError, match=r"it is of 'double-tiger' with rules '\w+', not of") as caught:
            load_network(path, load_game(name))
        assert "\n" not in str(caught.value)
    load_network(path, load_game(f"{TIGER}{{turn_seconds=5}}"))  # the same rules


@pytest.mark.parametrize(
    ("metadata", "words"),
    [({"version": "2"}, "its version is '2', and this program reads 1"), ({"format": "x"}, "no network of hunt_ai"),
     ({"settings": "{"}, "settings cannot be read"), ({"settings": "[" * 100_000}, "settings cannot be read"),
     ({"settings": "3"}, "settings cannot be read"), ({"settings": '{"widths": []}'}, "widths"),
     ({"settings": '{"widths": [4, 3], "depth": 2}'}, "depth"), ({"settings": '{"widths": [4, "3"]}'}, "widths"),
     ({"settings": '{"widths": [4, 5]}'}, "heads has shape"), ({"settings": '{"widths": [4000, 4000]}'}, "has shape")],
)  # fmt: skip
def test_metadata_that_do_not_fit(path: Path, metadata: dict[str, str], words: str) -> None:
    rewrite(path, **metadata)
    with pytest.raises(UserError, match=words) as caught:
        load_network(path, load_game(TIGER))
    assert "\n" not in str(caught.value)


def test_the_checksum_is_needed(path: Path) -> None:
    arrays = load_file(path)
    rewrite(path)
    load_network(path, load_game(TIGER))
    for metadata in ({}, {"checksum": "0" * 64}):
        save_file(arrays, path, {"format": "hunt_ai network", "version": "1", "game": TIGER, **metadata})
        with pytest.raises(UserError, match="its checksum does not fit"):
            read_game(path)


def test_arrays_that_do_not_fit(path: Path) -> None:
    content, heads = path.read_bytes(), load_file(path)["heads"]
    broken = heads.copy()
    broken[1, 2, 3] = np.nan
    for changed, words in (
        ({"heads": broken}, "heads has numbers that are not finite"),
        ({"heads": heads.astype(np.float32) * np.inf}, "heads has numbers that are not finite"),
        ({"heads": heads.astype(np.float64)}, "not of 16 or 32 bits"),
        ({"heads": heads.astype(np.int16)}, "not of 16 or 32 bits"),
        ({"heads": heads[:1]}, r"heads has shape \(1, .*\), not \(2, "),
        ({"heads": heads.transpose(0, 2, 1).copy()}, "heads has shape"),
        ({"heads": None}, "heads has shape None"),
        ({"more": heads}, "more has shape"),
        ({"heads": heads[0, 0, 0]}, "heads has shape"),
    ):
        path.write_bytes(content)
        rewrite(path, {name: None if array is None else np.asarray(array) for name, array in changed.items()})
        with pytest.raises(UserError, match=words):
            load_network(path, load_game(TIGER))
    path.write_bytes(content)
    rewrite(path, {"heads": heads.astype(np.float32)})
    assert alike(load_network(path, load_game(TIGER)), rounded(some_network(TIGER, (4, 3))))


def test_types_that_numpy_lacks(path: Path) -> None:
    import torch
    from safetensors.torch import save_file as save_tensors

    save_tensors({"heads": torch.zeros(3, dtype=torch.bfloat16)}, path, {"format": "hunt_ai network", "version": "1"})
    with pytest.raises(UserError):
        load_network(path, load_game(TIGER))


def test_notes_that_cannot_be_read(path: Path) -> None:
    for notes in ("{", "3", "[" * 100_000):
        rewrite(path, notes=notes)
        with pytest.raises(UserError, match="notes cannot be read"):
            read_notes(path)


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="the network cannot be written"):
        save_network(tmp_path / "file" / "network", some_network(TIGER, (4,)))
    with pytest.raises(UserError, match="the network cannot be written"):
        save_network(tmp_path, some_network(TIGER, (4,)))


def test_metadata_are_one_readable_document(path: Path) -> None:
    content = path.read_bytes()
    metadata = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])["__metadata__"]
    assert set(metadata) == {"format", "version", "game", "hash", "settings", "notes", "checksum"}
    assert metadata["hash"] == load_game(TIGER).hash
