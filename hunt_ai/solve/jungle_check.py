"""Checking solved endings of Dou Shou Qi by the rules: each value must follow from those after its moves."""

from collections.abc import Mapping

import numpy as np

from hunt_ai.games.jungle.text import pack_row, unpack_row
from hunt_ai.games.kernels.outcomes import WINNER_BITS
from hunt_ai.games.kernels.rows import row_moves, row_play
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.jungle_endings import Ending, ending_of
from hunt_ai.solve.jungle_retrograde import SolvedEnding
from hunt_ai.solve.retrograde import Value


def differences(solved: SolvedEnding, lower: Mapping[Ending, SolvedEnding], sample: int, seed: int) -> list[str]:
    """What is wrong with the values of so many random positions; `lower` has the standard endings after captures."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(sample):
        row = solved.random_row(rng)
        value, expected = solved.value(row), _by_moves(row, solved, lower)
        if value != expected:
            found.append(f"{solved.game.format_position(row)}: {value}, and it must be {expected}")
    return found


def _by_moves(row: Row, solved: SolvedEnding, lower: Mapping[Ending, SolvedEnding]) -> Value:
    game = solved.game
    moves = np.empty(game.max_moves, dtype=np.int32)
    count, code = row_moves(game.kernel_rules, row, moves)
    if code:
        return Value((code & int(WINNER_BITS)) - 1, 0)
    values = []
    for move in moves[:count]:
        after = np.empty_like(row)
        row_play(game.kernel_rules, row, move, after)
        values.append(_value_after(after, solved, lower))
    side = game.side_of(row)
    wins = [value.distance for value in values if value.winner == side and value.distance is not None]
    if wins:
        return Value(side, min(wins) + 1)
    losses = [value.distance for value in values if value.winner == 1 - side and value.distance is not None]
    return Value(1 - side, max(losses) + 1) if len(losses) == len(values) else Value(None, None)


def _value_after(row: Row, solved: SolvedEnding, lower: Mapping[Ending, SolvedEnding]) -> Value:
    """The value of a position whose history is forgotten: without it no move is banned."""
    game = solved.game
    fresh = pack_row(unpack_row(row))
    moves = np.empty(game.max_moves, dtype=np.int32)
    code = row_moves(game.kernel_rules, fresh, moves)[1]
    if code:
        return Value((code & int(WINNER_BITS)) - 1, 0)
    ending = ending_of(unpack_row(row)).standard
    return (solved if ending == solved.ending else lower[ending]).value(fresh)
