"""What an iteration of training reports: a line of metrics.jsonl."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, FiniteFloat, ValidationError

from hunt_ai.train.examples import ENDS, UNDECIDED, Examples
from hunt_ai.train.self_play import Games
from hunt_ai.train.starts import START_KINDS

CALIBRATION_BINS = 10
CUT_OFF = "cut off"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Losses(_Strict):
    policy: FiniteFloat
    value: FiniteFloat


class _Match(_Strict):
    opponent: str
    sides: dict[str, list[int]]
    score: FiniteFloat
    interval: list[FiniteFloat]


class _Evaluation(_Strict):
    matches: list[_Match]
    score: FiniteFloat
    accuracy: dict[str, Any] | None = None


class _Line(_Strict):
    """The README says what each key means."""

    iteration: int
    games: int
    examples: int
    positions: int
    evaluations: int
    outcomes: dict[str, dict[str, int]]
    plies: FiniteFloat
    entropy: dict[str, FiniteFloat | None]
    calibration: list[list[FiniteFloat]]
    would_resign: int
    wrongly: int
    loss: _Losses | None
    policy_entropy: FiniteFloat | None = None
    steps: int | None = None
    rate: FiniteFloat | None = None
    window: int
    seconds: dict[str, FiniteFloat]
    processor_seconds: FiniteFloat
    evaluation: _Evaluation | None = None


def read_line(text: bytes) -> dict[str, Any] | None:
    """A line of metrics; None where it is damaged."""
    try:
        line = json.loads(text)
        _Line.model_validate(line)
    except (ValueError, RecursionError, ValidationError):
        return None
    return dict(line)


def games_summary(sides: tuple[str, str], games: Sequence[Games], examples: Examples) -> dict[str, Any]:
    """What an iteration's games and their examples were, as JSON types."""
    outcomes, kinds = (np.concatenate([getattr(one, name) for one in games]) for name in ("outcomes", "kinds"))
    plies = np.concatenate([one.plies for one in games])
    names = (*sides, "draw", CUT_OFF)

    def counts(chosen: np.ndarray) -> Mapping[str, int]:
        return dict(zip(names, np.bincount(outcomes[chosen], minlength=4).tolist(), strict=True))

    policies = examples.policies.astype(np.float64)
    entropy = -(policies * np.log(np.maximum(policies, 1e-9))).sum(axis=1)
    movers = (examples.rows[:, -1] & np.uint64(1)).astype(int)
    return {
        "games": len(outcomes),
        "examples": len(examples),
        "positions": sum(one.positions for one in games),
        "evaluations": sum(one.evaluations for one in games),
        "outcomes": {"all": counts(np.ones(len(outcomes), dtype=bool))}
        | {kind: counts(kinds == number) for number, kind in enumerate(START_KINDS)},
        "plies": float(plies.mean()),
        "entropy": {side: _mean(entropy[movers == n]) for n, side in enumerate(sides)},
        "calibration": calibration(examples),
        "would_resign": sum(one.would_resign for one in games),
        "wrongly": sum(one.wrongly for one in games),
    }


def calibration(examples: Examples) -> list[list[float]]:
    """Root values against outcomes: for each tenth of -1 to 1 [positions, mean value, mean outcome], for side 0.

    Games that were cut off or given up are left out: how they would have ended nobody knows.
    """
    ends = ENDS[np.minimum(examples.outcomes, len(ENDS) - 1)]
    played = (examples.outcomes != UNDECIDED) & (examples.ends == ends)
    values, ends = examples.values[played].astype(np.float64), ends[played]
    places = np.clip(((values + 1) / 2 * CALIBRATION_BINS).astype(int), 0, CALIBRATION_BINS - 1)
    rows = []
    for place in range(CALIBRATION_BINS):
        chosen = places == place
        rows.append([int(chosen.sum()), _mean(values[chosen]) or 0.0, _mean(ends[chosen]) or 0.0])
    return rows


def _mean(values: np.ndarray) -> float | None:
    return float(values.mean()) if len(values) else None
