"""What a search says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Score:
    """An opinion of a position, from the point of view of the side to move.

    `cp`: hundredths, within ±20000; expected score (win 1, draw ½) 1 / (1 + 10^(-cp / 400)). `win`, `loss`: proved,
    within so many plies; that is the exact distance where alpha-beta ended its search by itself.
    """

    kind: Literal["cp", "win", "loss"]
    number: int


@dataclass(frozen=True)
class SearchResult:
    """The outcome of one search of a position that is not over. Values are those of `side`, the side to move there.

    move: value of the best move.
    value: expected result for `side`, -1 (lost) to 1 (won).
    score: the same as a score; a proof holds under the game's true history.
    pv: values of the moves of the principal variation, `move` first; they can be played.
    nodes, simulations, depth: what was spent and reached; simulations is 0 for alpha-beta.
    policy: root policy, by value of each legal move; sums to 1.
    """

    move: int
    side: int
    value: float
    score: Score
    pv: tuple[int, ...]
    nodes: int
    depth: int
    simulations: int = 0
    seconds: float = 0.0
    policy: Mapping[int, float] = field(default_factory=dict)
