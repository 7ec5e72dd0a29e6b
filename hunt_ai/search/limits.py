"""What a search may spend."""

from dataclasses import dataclass

from hunt_ai.core.errors import UserError

MAX_DEPTH = 200
MAX_COUNT = 10**15


@dataclass(frozen=True)
class Limits:
    """A search ends at the first limit that it reaches; None is no such limit. Counts repeat, seconds do not.

    depth: plies of alpha-beta's deepest iteration, 1 to 200.
    nodes: positions on which moves are generated or evaluated, each counted once.
    simulations: of MCTS; each adds at most one node to the tree.
    seconds: of wall clock.
    """

    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, most in (("depth", MAX_DEPTH), ("nodes", MAX_COUNT), ("simulations", MAX_COUNT)):
            count = getattr(self, name)
            if count is not None and not 1 <= count <= most:
                raise UserError(f"{name}: {count} is not a number from 1 to {most}")
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise UserError(f"seconds: {self.seconds} is not a time above 0")
