"""Files of networks: safetensors whose metadata say what they are. Nothing in a file is run.

Metadata: format, version, game, hash, as JSON the network's settings and what its makers noted of its training, and the
checksum of all that and of the arrays. Matrices are kept as float16, biases as float32.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.core.settings import check_settings
from hunt_ai.games.catalog import load_game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.network import Network, shapes
from hunt_ai.network.settings import NetworkSettings

FORMAT, VERSION = "hunt_ai network", "1"
MAX_BYTES = 1 << 30


class UnknownGame(UserError):
    """The game that a network's file names cannot be loaded."""


def rounded(network: Network) -> Network:
    """The network as it comes back from a file."""
    arrays = {name: _kept(name, array).astype(np.float32) for name, array in network.arrays.items()}
    return Network(network.rules, network.settings, arrays)


def save_network(path: Path, network: Network, notes: Mapping[str, Any] | None = None) -> None:
    """Write a network's file, whole or not at all; `notes` are JSON. UserError where it cannot be written.

    The same network and notes make the same bytes.
    """
    from safetensors.numpy import save

    metadata = {
        "format": FORMAT,
        "version": VERSION,
        "game": network.rules.name,
        "hash": network.rules.hash,
        "settings": json.dumps(network.settings.model_dump(mode="json")),
        "notes": json.dumps(dict(notes or {}), ensure_ascii=False),
    }
    arrays = {name: _kept(name, array) for name, array in network.arrays.items()}
    content = _in_order(save(arrays, metadata | {"checksum": _checksum(arrays, metadata)}))
    with whole_file(path, "network") as part:
        part.write_bytes(content)


def load_network(path: Path, rules: Ruleset) -> Network:
    """The network in a file; UserError, with one clear line, where it is none, is damaged, or is of another game."""
    arrays, metadata = _read(path)
    if metadata.get("hash") != rules.hash:
        raise UserError(
            f"{path}: it is of {metadata.get('game')!r} with rules {metadata.get('hash')!r}, "
            f"not of {rules.name} with rules {rules.hash!r}"
        )
    try:
        values = json.loads(metadata.get("settings", ""))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise UserError(f"{path}: its settings cannot be read")
    settings = check_settings(NetworkSettings, values, str(path))
    expected = shapes(rules, settings)
    found = {name: array.shape for name, array in arrays.items()}
    if found != expected:
        raise UserError(
            f"{path}: its arrays are not those of {settings.widths} units: {_first_unlike(found, expected)}"
        )
    for name, array in arrays.items():
        if array.dtype not in (np.float16, np.float32) or not np.isfinite(array).all():
            raise UserError(f"{path}: {name} has numbers that are not finite, or not of 16 or 32 bits")
    return Network(rules, settings, {name: arrays[name].astype(np.float32) for name in expected})


def read_game(path: Path) -> str:
    """The name of the game that a network plays: a name, a variant, or the path of a TOML file; UserError."""
    return _read(path)[1].get("game", "")


def game_of(path: Path) -> Ruleset:
    """The rules of the game that a network plays, by the name in its file; UnknownGame where there is none."""
    name = read_game(path)
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            raise UserError(f"{name!r} is no file")  # reading a pipe could take for ever
        return load_game(name)
    except (UserError, ValueError, OSError) as error:
        raise UnknownGame(f"{path}: the game {name!r} that it plays cannot be loaded ({error})") from None


def read_notes(path: Path) -> dict[str, Any]:
    """What a network's makers noted of its training; UserError where the file cannot be read."""
    try:
        notes = json.loads(_read(path)[1].get("notes", "{}"))
    except (ValueError, RecursionError):
        notes = None
    if not isinstance(notes, dict):
        raise UserError(f"{path}: its notes cannot be read")
    return notes


def _read(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Arrays and metadata of a file of this format and version that is whole."""
    arrays, metadata = _open(path)
    if metadata.get("format") != FORMAT:
        raise UserError(f"{path}: this is no network of hunt_ai")
    if metadata.get("version") != VERSION:
        raise UserError(f"{path}: its version is {metadata.get('version')!r}, and this program reads {VERSION}")
    if metadata.get("checksum") != _checksum(arrays, metadata):
        raise UserError(f"{path}: the file is damaged (its checksum does not fit)")
    return arrays, metadata


def _open(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    from safetensors import SafetensorError, safe_open

    try:
        if path.stat().st_size > MAX_BYTES:
            raise UserError(f"{path}: a network has at most {MAX_BYTES} bytes")
        if path.exists() and not path.is_file():
            raise UserError(f"{path}: the network cannot be read (it is no file)")
        with path.open("rb"):
            pass
        with safe_open(path, framework="numpy") as file:
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            return arrays, file.metadata() or {}
    except OSError as error:
        raise UserError(f"{path}: the network cannot be read ({error.strerror or error})") from None
    except (SafetensorError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UserError(f"{path}: this is no safetensors file, or it is damaged ({error})") from None


def _in_order(content: bytes) -> bytes:
    """The same file with its header's keys in order: safetensors leaves that to chance."""
    end = 8 + int.from_bytes(content[:8], "little")
    header = json.dumps(json.loads(content[8:end]), sort_keys=True, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    return len(header).to_bytes(8, "little") + header + content[end:]


def _checksum(arrays: Mapping[str, np.ndarray], metadata: Mapping[str, str]) -> str:
    """64 hex digits, of the arrays and of the metadata but for the checksum itself."""
    described = [[name, str(array.dtype), array.shape] for name, array in sorted(arrays.items())]
    others = {key: value for key, value in metadata.items() if key != "checksum"}
    total = hashlib.sha256(json.dumps([described, others], sort_keys=True).encode())
    for _, array in sorted(arrays.items()):
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()


def _kept(name: str, array: np.ndarray) -> np.ndarray:
    return array.astype(np.float32 if name.endswith("_bias") else np.float16)


def _first_unlike(found: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    name = next(name for name in sorted({*found, *expected}) if found.get(name) != expected.get(name))
    return f"{name} has shape {found.get(name)}, not {expected.get(name)}"
