"""The seeded choice among moves, defined to the last bit, and how sure it is when shares are a little off."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from pydantic import Field, StrictInt, StrictStr

from hunt_ai.core.kernels import random as mixing
from hunt_ai.levels.presets_record import Number, Record, Text
from hunt_ai.players.network_player import LEAST_TEMPERATURE
from hunt_ai.players.sampling import GAMMA, MASK, STEPS, WEIGHTS

Word = Annotated[StrictStr, Field(pattern=r"^0x[0-9a-f]{16}$")]
DEFINITION = """\
1. The candidates are the legal moves in the order of the side's `move_order`, each with its share: its probability in
   the policy (or its part of the visits of a search). The best has the greatest share; of equals, the first.
2. Where the player has `wins` and moves win at once (after them the side to move has won by the rules), the one of
   these with the greatest share is played, of equals the first, and nothing is drawn.
3. Where the temperature is below `least_temperature`, the best is played, and nothing is drawn.
4. With share s, the best's share b, temperature T and least L, in IEEE 754 double precision: if s > 0, s >= L * b, and
   k = floor(steps * ln(b / s) / T) is less than the number of `weights`, the move's weight is weights[k]; else it is 0.
5. In whole numbers modulo 2^64: z = seed + ply * gamma + gamma; z = (z ^ (z >> 30)) * mix_1;
   z = (z ^ (z >> 27)) * mix_2; z = z ^ (z >> 31). The seed is 0 to 2^64 - 1; the ply is the number of moves, passes and
   timeouts played since the position that the game was set up with.
6. In whole numbers: left = ((z >> 32) * (sum of the weights)) >> 32. Weights are taken from it one after the other in
   the order of the candidates; the move whose weight makes it negative is played.
"""


class ChoiceRecord(Record):
    """How a move is drawn from a policy for a seed. gamma, mix_1, mix_2: words of splitmix64, in hexadecimal."""

    definition: Text
    steps: StrictInt
    weights: tuple[StrictInt, ...]
    gamma: Word
    mix_1: Word
    mix_2: Word
    least_temperature: Number


def choice_record() -> ChoiceRecord:
    """The numbers of `players/sampling.py`."""
    constants: Any = vars(mixing)
    return ChoiceRecord(
        definition=DEFINITION,
        steps=STEPS,
        weights=WEIGHTS,
        gamma=f"0x{GAMMA:016x}",
        mix_1=f"0x{int(constants['_MIX_1']):016x}",
        mix_2=f"0x{int(constants['_MIX_2']):016x}",
        least_temperature=LEAST_TEMPERATURE,
    )


def is_sure(
    shares: Sequence[float], temperature: float, least: float, chosen: int, seed: int, ply: int, margin: float
) -> bool:
    """Whether `chosen` is drawn whatever the shares, each within a factor 1 + margin or 1 / (1 + margin) of these."""
    spread = (1 + margin) ** 2  # of a quotient of two
    best = max(shares)
    if temperature < LEAST_TEMPERATURE:
        return all(share * spread < best for n, share in enumerate(shares) if n != chosen)
    bounds = [_bounds(best / share if share > 0 else np.inf, temperature, least, spread) for share in shares]
    before = [sum(bound[end] for bound in bounds[:chosen]) for end in (0, 1)]
    after = [sum(bound[end] for bound in bounds[chosen + 1 :]) for end in (0, 1)]
    drawn = int(mixing.mix(np.uint64((seed + ply * GAMMA) & MASK))) >> 32

    def left(first: int, own: int, rest: int) -> int:
        return (drawn * (first + own + rest) >> 32) - first

    own_low, own_high = bounds[chosen]
    return left(before[1], own_low, after[0]) >= 0 and left(before[0], own_low, after[1]) < own_low <= own_high


def _bounds(ratio: float, temperature: float, least: float, spread: float) -> tuple[int, int]:
    """(least, greatest) weight of a share that is the best's over `ratio`, to a factor `spread`."""
    return _weight(ratio * spread, temperature, least), _weight(max(ratio / spread, 1.0), temperature, least)


def _weight(ratio: float, temperature: float, least: float) -> int:
    if not np.isfinite(ratio) or least * ratio > 1:
        return 0
    step = int(STEPS * np.log(ratio) / temperature)
    return WEIGHTS[step] if step < len(WEIGHTS) else 0
