"""Settings of MCTS."""

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError


@dataclass(frozen=True)
class MCTSSettings:
    """How MCTS chooses; values are -1 to 1.

    exploration: factor of the PUCT term, above 0; 1.25 in AlphaZero.
    urgency: an unvisited child counts as its parent's mean less this; well below 0, every child is visited once first,
        and with uniform priors and rollouts this is UCT in its PUCT form.
    solver: whether results are proved (MCTS-Solver, Winands et al. 2008): children that end the game are seen at a
        node's second visit, proofs propagate, and what is proved lost for the mover is passed over.
    proving: every so many simulations one goes down by proof numbers (Allis et al. 1994), PUCT deciding among equals:
        proof-number search and MCTS in one tree, as by Doe et al. 2022 and Kowalski et al. 2024; None for none. It
        needs the solver and does not go with Gumbel search.
    probe: so many plies, 0 to 2, are looked ahead for a forced end at a node's first visit (after the MCTS-minimax
        hybrids of Baier and Winands 2015). It needs the solver.
    noise: share of Dirichlet noise in the root's priors, 0 to 1, for self-play; 0.25 in AlphaZero.
    noise_alpha: its concentration, above 0; about 10 / number of moves in AlphaZero.
    gumbel: how many moves Gumbel search considers at the root (Danihelka et al. 2022), None for PUCT there too. It
        needs a number of simulations; noise is then not used.
    gumbel_scale: 1 for self-play, 0 for play without chance.
    """

    exploration: float = 1.25
    urgency: float = 0.0
    solver: bool = True
    proving: int | None = None
    probe: int = 0
    noise: float = 0.0
    noise_alpha: float = 0.5
    gumbel: int | None = None
    gumbel_scale: float = 1.0

    def __post_init__(self) -> None:
        checks = {
            "exploration": 0 < self.exploration < math.inf,
            "urgency": math.isfinite(self.urgency),
            "proving": self.proving is None or 1 <= self.proving <= 1000,
            "probe": 0 <= self.probe <= 2,
            "noise": 0 <= self.noise <= 1,
            "noise_alpha": 0 < self.noise_alpha < math.inf,
            "gumbel": self.gumbel is None or 2 <= self.gumbel <= 1000,
            "gumbel_scale": 0 <= self.gumbel_scale < math.inf,
        }
        for name, holds in checks.items():
            if not holds:
                raise UserError(f"{name}: {getattr(self, name)} is out of range")

    def selection(self, simulations: int) -> Any:
        """The record that kernels take, for searches of `simulations` (read by Gumbel search alone)."""
        from hunt_ai.search.kernels.mcts_tree import Selection

        return Selection(
            float(self.exploration),
            float(self.urgency),
            bool(self.solver),
            (self.proving or 0) if self.solver else 0,
            self.probe if self.solver else 0,
            float(self.noise),
            float(self.noise_alpha),
            self.gumbel or 0,
            float(self.gumbel_scale),
            visit_schedule(self.gumbel or 0, simulations),
        )


PLAY = MCTSSettings(proving=2, probe=2)  # without a network


@functools.lru_cache(maxsize=16)
def visit_schedule(considered: int, simulations: int) -> np.ndarray:
    """[considered + 1, simulations] int32: by number of moves considered, visits of the child of each simulation.

    Sequential halving (Karnin et al. 2013): in each of about log2 phases the moves left share an equal part of the
    simulations. Not to be changed: it is made once.
    """
    if not considered:
        return np.zeros((1, 1), dtype=np.int32)
    table = np.zeros((considered + 1, simulations), dtype=np.int32)
    table[1] = np.arange(simulations)
    for m in range(2, considered + 1):
        phases = math.ceil(math.log2(m))
        visits = np.zeros(m, dtype=np.int32)
        left, done = m, 0
        while done < simulations:
            for _ in range(max(1, simulations // (phases * left))):
                part = visits[:left][: simulations - done]
                table[m, done : done + len(part)] = part
                done += len(part)
                visits[:left] += 1
            left = max(2, left // 2)
    return table
