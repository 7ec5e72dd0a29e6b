"""What a network sees of a position: a vector of features that are 0 or 1.

For hunt games, the first parts by point in the order of `Ruleset.points`:
    quarry, pack            who stands there
    second, third, fourth   dogs above the first of a group, in games with groups
    reach                   empty, and one step away from the quarry
    taken                   a dog that the quarry could take, were it to move
    targets                 where the pack could step, were it to move (none while dogs are in hand)
    pairs                   for each pair of points: quarry on the one, a dog on the other
    hand, captured          thermometers: at least 1, 2, ... dogs in hand, taken
    idle                    a thermometer of plies without progress, in eighths of the limit
    side                    the pack is to move
For Dou Shou Qi, by cell and for each side, red first:
    beasts                  rat, cat, dog, ..., elephant there
    taken                   a beast of the side that the other could take, were it to move
    entered                 cells that one beast entered at least once, twice, three times in the side's last 7 moves
    run                     a thermometer of how many of the last 17 moves one beast made, from 10 on
and `idle`, before `run`, and `side`: blue is to move. `entered` and `run` are what the bans on going to and fro depend
on.

The sides are never swapped: they are different animals. Which moves are legal is no feature: priors are only asked of
legal ones.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Automorphism, Ruleset

IDLE_STEPS = 7


@dataclass(frozen=True)
class Part:
    """Some of the features: `planes` of one for each point, or of one for each pair of points, or `length` others."""

    name: str
    planes: int = 0
    pairs: bool = False
    length: int = 0

    def size(self, points: int) -> int:
        """How many features it has on so many points."""
        return self.planes * points + self.pairs * points**2 + self.length


class Observation:
    """The features of one rule set. `size`: their number F; `most`: at most so many are 1 in a position."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.parts = _hunt_parts(rules) if isinstance(rules, HuntGame) else _jungle_parts()
        points = len(rules.points)
        sizes = [part.size(points) for part in self.parts]
        self.starts = dict(zip((part.name for part in self.parts), np.cumsum([0, *sizes[:-1]]).tolist(), strict=True))
        self.size = sum(sizes)
        if isinstance(rules, HuntGame):
            pairs = rules.quarry_count * min(rules.dogs, points)
            self.most = min(self.size, sum(sizes) - self._pairs_size(points) + pairs)
        else:
            self.most = 2 * (8 + 8 + 7 * 3 + 8) + IDLE_STEPS + 1

    def _pairs_size(self, points: int) -> int:
        return sum(part.pairs * points**2 for part in self.parts)

    @functools.cached_property
    def observer(self) -> Any:
        """The record that kernels take."""
        from hunt_ai.network.kernels.observation import Observer

        layout = _hunt_layout(self) if isinstance(self.rules, HuntGame) else _jungle_layout(self)
        return Observer(layout)

    def active(self, rows: np.ndarray) -> np.ndarray:
        """[B, most] int32: the features that are 1 in rows [B, K], then -1."""
        from hunt_ai.network.kernels.observation import observe_rows

        active = np.empty((len(rows), self.most), dtype=np.int32)
        observe_rows(self.observer, self.rules.kernel_rules, rows, active)
        return active

    def image(self, automorphism: Automorphism) -> np.ndarray:
        """[F] int64: the image of each feature."""
        points = automorphism.points
        n = len(points)
        images: list[np.ndarray] = []
        at = 0
        for part in self.parts:
            for _ in range(part.planes):
                images.append(at + points)
                at += n
            if part.pairs:
                images.append((at + points[:, None] * n + points[None, :]).ravel())
                at += n * n
            images.append(at + np.arange(part.length))
            at += part.length
        return np.concatenate(images)


def spread(active: np.ndarray, size: int) -> np.ndarray:
    """[B, size] float32: 1 for the features listed in active [B, most], else 0."""
    from hunt_ai.network.kernels.observation import spread_rows

    dense = np.empty((len(active), size), dtype=np.float32)
    spread_rows(active, dense)
    return dense


def _hunt_parts(game: HuntGame) -> Sequence[Part]:
    heights = 3 if game.settings.group_points else 0
    return (
        Part("quarry", planes=1),
        Part("pack", planes=1),
        Part("heights", planes=heights),
        Part("reach", planes=1),
        Part("taken", planes=1),
        Part("targets", planes=1),
        Part("pairs", pairs=True),
        Part("hand", length=game.settings.hand),
        Part("captured", length=game.settings.capture_goal - 1),
        Part("idle", length=IDLE_STEPS),
        Part("side", length=1),
    )


def _jungle_parts() -> Sequence[Part]:
    from hunt_ai.network.kernels.jungle_observation import BEAST_KINDS, RUN_STEPS, TIMES

    return (
        Part("beasts", planes=2 * BEAST_KINDS),
        Part("taken", planes=2),
        Part("entered", planes=2 * TIMES),
        Part("idle", length=IDLE_STEPS),
        Part("run", length=2 * RUN_STEPS),
        Part("side", length=1),
    )


def _ordinals(rules: Ruleset, layout: np.ndarray, at: int) -> None:
    for ordinal, point in enumerate(rules.points):
        layout[at + rules.bits[point]] = ordinal


def _hunt_layout(observation: Observation) -> np.ndarray:
    from hunt_ai.network.kernels import hunt_observation as at

    rules, starts = observation.rules, observation.starts
    assert isinstance(rules, HuntGame)
    layout = np.zeros(at.WORDS, dtype=np.int64)
    layout[at.POINTS] = len(rules.points)
    layout[at.QUARRY : at.SIDE_AT + 1] = list(starts.values())
    layout[at.GROUPS] = len(rules.settings.group_points)
    layout[at.HAND_MOST] = rules.settings.hand
    layout[at.CAPTURED_MOST] = rules.settings.capture_goal - 1
    layout[at.IDLE_MOST] = IDLE_STEPS
    _ordinals(rules, layout, at.ORDINALS)
    return layout


def _jungle_layout(observation: Observation) -> np.ndarray:
    from hunt_ai.network.kernels import jungle_observation as at

    layout = np.zeros(at.WORDS, dtype=np.int64)
    layout[at.BEASTS : at.SIDE_AT + 1] = list(observation.starts.values())
    layout[at.IDLE_MOST] = IDLE_STEPS
    _ordinals(observation.rules, layout, at.ORDINALS)
    return layout
