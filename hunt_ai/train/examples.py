"""Positions to learn from, and the files they are kept in."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file

DRAWN, UNDECIDED = 2, 3  # outcomes, the latter of a game that was cut off; 0 and 1 are winners
ENDS = np.array([1.0, -1.0, 0.0])  # what the others are worth for side 0


@dataclass(frozen=True)
class Examples:
    """n positions of self-play whose policy is a target.

    rows [n, K] uint64; policies [n, A] float16, sum to 1; values [n] float32, the root's for side 0, -1 to 1; outcomes
    [n] int8, of their games; ends [n] float32, what the game's last position is worth for side 0: by the rules, or the
    last root value of a game that was given up or cut off; plies_left [n] int16, to there.
    """

    rows: np.ndarray
    policies: np.ndarray
    values: np.ndarray
    outcomes: np.ndarray
    ends: np.ndarray
    plies_left: np.ndarray

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, chosen: np.ndarray) -> "Examples":
        """Those of the indices, or of the slice."""
        return Examples(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def result_targets(self, root_share: float, discount: float) -> np.ndarray:
        """[n, 3] float32: chances that side 0 wins, of a draw, that side 1 wins.

        The end of the game weighs 1 - root_share, the root's value root_share (value targets of off-policy AlphaZero,
        Willemsen et al. 2021); where a win was proved, that is the end, whatever came of it. With each ply that the end
        is away it counts `discount` times as much, the rest as a draw: the winner hurries and the loser resists.
        """
        ends = np.where(np.abs(self.values) >= 1, self.values, self.ends)
        ends = ends * discount ** self.plies_left.astype(np.float64)
        mixed: np.ndarray = (1 - root_share) * chances(ends) + root_share * chances(self.values)
        return mixed.astype(np.float32)


def chances(values: np.ndarray) -> np.ndarray:
    """[n, 3]: win of side 0, draw, win of side 1, for values [n] of side 0 if only one side may win."""
    return np.stack([np.maximum(values, 0), 1 - np.abs(values), np.maximum(-values, 0)], axis=1)


def join(parts: Sequence[Examples]) -> Examples:
    """All of them, in order."""
    return Examples(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Examples)))


def save_examples(path: Path, examples: Examples) -> None:
    """Write them, whole or not at all; UserError where that cannot be done."""
    from safetensors.numpy import save

    with whole_file(path, "games") as part:
        part.write_bytes(save({field.name: getattr(examples, field.name) for field in fields(Examples)}))


def load_examples(path: Path) -> Examples:
    """What `save_examples` wrote."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        arrays = load(path.read_bytes())
        return Examples(**arrays)
    except OSError as error:
        raise UserError(f"{path}: the games cannot be read ({error.strerror or error})") from None
    except (SafetensorError, TypeError, ValueError, KeyError) as error:
        raise UserError(f"{path}: these are no games, or they are damaged ({error})") from None
