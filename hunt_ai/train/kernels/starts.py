"""Positions for games to begin from."""

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.random import next_random
from hunt_ai.games.kernels.outcomes import ONGOING
from hunt_ai.games.kernels.verbs import count_moves, decode, encode, judge, play, random_move

_TRIES = 100


@kernel
def wander(rules, plies, state, rows):
    """Play plies [n] int64 random moves, or fewer, in rows [n, K], unfinished positions, in place; next random state.

    A game that ends on the way is begun anew, and after many tries it is stopped where it was a ply before its end.
    """
    for k in range(len(rows)):
        for attempt in range(_TRIES):
            position = decode(rules, rows[k])
            done = 0
            while done < plies[k]:
                state = next_random(state)
                _, move = random_move(rules, position, state)
                after = play(rules, position, move)
                if judge(rules, after, count_moves(rules, after)) != ONGOING:
                    break
                position = after
                done += 1
            if done == plies[k] or attempt == _TRIES - 1:
                encode(rules, position, rows[k])
                break
    return state
