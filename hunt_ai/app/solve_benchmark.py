"""The measurement of solving behind `hunt-ai bench`."""

from hunt_ai.app.rates import best_rate
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.solve.estimate import prepare_sample
from hunt_ai.solve.retrograde import solve_slice


def measure_solving(rules: Ruleset, seconds: float) -> dict[str, float]:
    """One slice, with a few dogs, solved by one thread; nothing for a game that is not solved slice by slice.

    solved_positions_per_s: positions, either side to move, a second; solved_positions: of the slice, at most
    2 SAMPLE_SIZE.
    """
    if not isinstance(rules, HuntGame):
        return {}
    game, here, lower = prepare_sample(rules)
    positions = 0

    def solve() -> float:
        nonlocal positions
        positions = 2 * len(solve_slice(game, here, lower).words[0])
        return positions

    rate = best_rate(solve, seconds)
    return {"solved_positions_per_s": rate, "solved_positions": positions}
