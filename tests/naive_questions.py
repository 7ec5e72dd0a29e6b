"""The sets of one-bit questions in a small slice, by plain sweeps over a dictionary."""

import itertools

import numpy as np
from naive_values import positions_of

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.kernels.rows import row_moves, row_play
from hunt_ai.solve.one_slice import Question
from hunt_ai.solve.slices import Slice

IDLE = np.uint64(0xFFFF << 17)


def naive_members(game: HuntGame, here: Slice, question: Question) -> dict[bytes, int]:
    """The round in which each member is found, by the row's bytes."""
    asker = 0 if question is Question.CAPTURE else 1
    found: dict[bytes, int] = {}
    steps: dict[bytes, list[bytes]] = {}
    moves = np.empty(game.max_moves, dtype=np.int32)
    for row in positions_of(game, here):
        key, count_and_code = row.tobytes(), row_moves(game.kernel_rules, row, moves)
        count, code = count_and_code
        if code:
            if (code & 3) - 1 == asker:
                found[key] = 0
            continue
        after = []
        jumps = False
        for move in moves[:count]:
            other = np.empty_like(row)
            row_play(game.kernel_rules, row, move, other)
            other[2] &= ~IDLE
            if move >> 18 == 1:
                jumps = True
            else:
                after.append(other.tobytes())
        if (question is Question.CAPTURE and jumps) or (question is Question.CONFINE and not after):
            found[key] = 0
        elif not (question is Question.WIN and jumps):
            steps[key] = after
    for number in itertools.count(1):
        new = {}
        for key, after in steps.items():
            mover = key[16] & 1
            members = [found.get(other, number) < number for other in after]
            if key not in found and (any(members) if mover == asker else all(members)):
                new[key] = number
        if not new:
            return found
        found.update(new)
    raise AssertionError("unreachable")
