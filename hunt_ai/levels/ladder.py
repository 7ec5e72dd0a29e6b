"""Choosing the levels: of all ladders of pairs of players the one whose steps are the most even. Numbers only."""

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
MODEL_PAIRS = 20  # game pairs that the model of the ratings weighs as much as, beside those that were played
LEAST_RISE = 20.0  # Elo that each side is to rise at least, from level to level
FLAT = 2.0  # cost of a side that does not rise at all
BEYOND = 25.0  # cost of a score outside the bounds, beside that of one at its edge
HEIGHT = 0.4  # what 100 Elo of the last level are worth


class Pair(NamedTuple):
    """A level: places in the pool of the players of side 0 and side 1."""

    first: int
    second: int


class Step(NamedTuple):
    """From a level to the next."""

    below: Pair
    above: Pair


class Strengths(NamedTuple):
    """What is known of a pool of n players.

    points: [n, n], expected points (a win 1, a draw ½) of one with side 0 against another with side 1.
    elo: [n, 2], strength with each side.
    played: by step, game pairs and their mean score for the level above.
    """

    points: Floats
    elo: Floats
    played: Mapping[Step, tuple[int, float]]

    def score(self, step: Step) -> float:
        """Expected score of the level above against the one below, over game pairs."""
        model = (
            self.points[step.above.first, step.below.second] + 1 - self.points[step.below.first, step.above.second]
        ) / 2
        pairs, mean = self.played.get(step, (0, 0.0))
        return float((MODEL_PAIRS * model + pairs * mean) / (MODEL_PAIRS + pairs))


def step_cost(scores: Floats, low: float, high: float) -> Floats:
    """0 in the middle between the bounds, 1 at them, steeply more beyond."""
    away = np.abs(scores - (low + high) / 2) / ((high - low) / 2)
    return away**2 + BEYOND * np.maximum(0.0, away - 1) ** 2


def rise_cost(rises: Floats) -> Floats:
    """Of a side's rise in Elo from one level to the next: nothing from LEAST_RISE on."""
    return FLAT * np.maximum(0.0, 1 - rises / LEAST_RISE)


def choose_ladder(strengths: Strengths, pools: Sequence[Sequence[int]], low: float, high: float) -> list[Pair]:
    """The cheapest ladder, by dynamic programming; `pools` holds the places that each level is chosen from.

    It costs uneven steps, sides that do not rise, and a weak last level.
    """
    layers = [[Pair(first, second) for first in pool for second in pool] for pool in pools]
    costs = np.zeros(len(layers[0]))
    ways: list[NDArray[np.intp]] = []
    for below, above in itertools.pairwise(layers):
        total = costs[:, None] + step_costs(strengths, below, above, low, high)
        ways.append(total.argmin(axis=0))
        costs = total.min(axis=0)
    top = strengths.elo[[pair.first for pair in layers[-1]], 0] + strengths.elo[[pair.second for pair in layers[-1]], 1]
    place = int((costs - HEIGHT * top / 200).argmin())
    ladder = [layers[-1][place]]
    for layer, way in zip(reversed(layers[:-1]), reversed(ways), strict=True):
        place = int(way[place])
        ladder.append(layer[place])
    return ladder[::-1]


def step_costs(strengths: Strengths, below: Sequence[Pair], above: Sequence[Pair], low: float, high: float) -> Floats:
    """[below, above]: costs of the steps from one level to the next."""
    lower, upper = np.array(below), np.array(above)  # [b, 2], [a, 2]
    points, elo = strengths.points, strengths.elo
    as_first = points[upper[None, :, 0], lower[:, None, 1]]
    as_second = 1 - points[lower[:, None, 0], upper[None, :, 1]]
    scores = (as_first + as_second) / 2
    places = {pair: place for place, pair in enumerate(below)}, {pair: place for place, pair in enumerate(above)}
    for step in strengths.played:
        if step.below in places[0] and step.above in places[1]:
            scores[places[0][step.below], places[1][step.above]] = strengths.score(step)
    rises = [elo[upper[None, :, side], side] - elo[lower[:, None, side], side] for side in range(2)]
    return step_cost(scores, low, high) + rise_cost(rises[0]) + rise_cost(rises[1])
