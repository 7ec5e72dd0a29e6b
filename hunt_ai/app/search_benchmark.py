"""The searchers' measurements behind `hunt-ai bench`, by processor time after warm-up."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from hunt_ai.app.rates import RUNS, best_rate
from hunt_ai.games.catalog import load_game
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.limits import Limits
from hunt_ai.search.mcts import MCTS
from hunt_ai.search.mcts_settings import MCTSSettings
from hunt_ai.search.weights import load_evaluation

SIMULATIONS = {"uniform": 100_000, "rollout": 10_000}
TACTICS = Path(__file__).parent / "tactics.txt"
MOST_NODES = 20_000_000  # of a tactical position


class Tactic(NamedTuple):
    """A position in which the side to move wins in so many plies at best."""

    game: str
    position: str
    plies: int


def tactics() -> list[Tactic]:
    lines = (line for line in TACTICS.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [Tactic(game, position, int(plies)) for game, position, plies in (line.split("|") for line in lines)]


def measure_search(rules: Ruleset, seconds: float) -> dict[str, float]:
    """From the start position, each search afresh, the best of RUNS.

    alphabeta_nodes_per_s: in searches of `seconds`; alphabeta_depth_1s: depth finished in one second, by the clock.
    mcts_uniform_simulations_per_s, mcts_rollout_simulations_per_s: of SIMULATIONS with the solver on.
    """
    from hunt_ai.search.kernels.evaluators import RolloutEvaluator, UniformEvaluator

    game, alphabeta = Game(rules), AlphaBeta(rules)

    def deepen(for_seconds: float) -> Any:
        alphabeta.clear()
        return alphabeta.search(game, Limits(seconds=for_seconds))

    def grow(evaluator: Any, simulations: int) -> Callable[[], float]:
        mcts = MCTS(rules, evaluator, MCTSSettings(), nodes=30 * simulations)

        def run() -> float:
            mcts.clear()
            return float(mcts.search(game, Limits(simulations=simulations)).simulations)

        return run

    return {
        "alphabeta_nodes_per_s": best_rate(lambda: deepen(seconds).nodes),
        "alphabeta_depth_1s": max(deepen(1.0).depth for _ in range(RUNS)),
        "mcts_uniform_simulations_per_s": best_rate(grow(UniformEvaluator(), SIMULATIONS["uniform"])),
        "mcts_rollout_simulations_per_s": best_rate(
            grow(RolloutEvaluator(load_evaluation(rules), 1), SIMULATIONS["rollout"])
        ),
    }


def measure_tactics() -> dict[str, float]:
    """Alpha-beta on TACTICS, each with an empty table until a win is proved or MOST_NODES are spent.

    positions, solved: counts; seconds: processor time of all, compiling aside.
    """
    searchers: dict[str, AlphaBeta] = {}
    solved, seconds = 0, 0.0
    for tactic in tactics():
        if tactic.game not in searchers:
            searchers[tactic.game] = AlphaBeta(load_game(tactic.game))
            searchers[tactic.game].search(Game(tactic.game), Limits(nodes=1))  # compiles
        searchers[tactic.game].clear()
        begun = time.process_time()
        solved += first_proof(searchers[tactic.game], Game(tactic.game, tactic.position), MOST_NODES) == "win"
        seconds += time.process_time() - begun
    return {"positions": len(tactics()), "solved": solved, "seconds": seconds}


def first_proof(searcher: AlphaBeta, game: Game, nodes: int) -> str:
    """`win` or `loss` where the search proves one, whether or not its distance is the least, else `cp`."""
    kinds = ["cp"]
    found = searcher.search(
        game, Limits(nodes=nodes), lambda: kinds[-1] != "cp", lambda result: kinds.append(result.score.kind)
    )
    return found.score.kind
