"""Random playouts: uniform legal moves to the end of the game."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.random import next_random
from hunt_ai.games.kernels.verbs import decode, judge, play, random_move


@kernel
def playouts(rules, row, games, state, tally):
    """Play `games` random games from `row` [K]; (moves played, random state to go on with).

    tally: [64] int64, changed in place: one more at the outcome code of each game.
    """
    moves = np.int64(0)
    start = decode(rules, row)
    for _ in range(games):
        position = start
        while True:
            state = next_random(state)
            count, move = random_move(rules, position, state)
            code = judge(rules, position, count)
            if code:
                tally[code] += 1
                break
            position = play(rules, position, move)
            moves += 1
    return moves, state
