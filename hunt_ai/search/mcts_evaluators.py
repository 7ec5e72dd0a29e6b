"""Batch evaluators, and kernel evaluators lifted to them.

A batch evaluator takes rows [B, K] uint64 of unfinished positions and returns priors [B, A] float32 over the game's
actions, from 0, and values [B] float32 for the sides to move, -1 to 1. Of the priors the search keeps the legal
actions' and scales them to sum to 1; one that wants to know which are legal asks `legal_masks`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.weights import load_evaluation

BatchEvaluator = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


def lift(rules: Ruleset, evaluator: Any, seed: int = 1) -> BatchEvaluator:
    """A kernel evaluator as a batch evaluator; `seed` is for its rollouts, which differ from call to call."""
    from hunt_ai.core.kernels.random import mix
    from hunt_ai.search.kernels.mcts_batch import evaluate_rows

    moves, weights = np.empty(rules.max_moves, dtype=np.int32), np.empty(rules.max_moves, dtype=np.float32)
    state = np.uint64(int(mix(np.uint64(seed))) or 1)

    def evaluate(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        nonlocal state
        priors = np.empty((len(rows), len(rules.actions)), dtype=np.float32)
        values = np.empty(len(rows), dtype=np.float32)
        after = evaluate_rows(rules.kernel_rules, evaluator, rows, moves, weights, state, priors, values)
        state = np.uint64(after)
        return priors, values

    return evaluate


def legal_masks(rules: Ruleset, rows: np.ndarray) -> np.ndarray:
    """[B, A] bool: which actions are legal in rows [B, K]."""
    from hunt_ai.search.kernels.mcts_batch import mark_legal

    legal = np.empty((len(rows), len(rules.actions)), dtype=np.bool_)
    mark_legal(rules.kernel_rules, rows, np.empty(rules.max_moves, dtype=np.int32), legal)
    return legal


def checked(evaluation: tuple[np.ndarray, np.ndarray], games: int, actions: int) -> tuple[np.ndarray, np.ndarray]:
    """What a batch evaluator returned, as the kernels take it; UserError where it cannot be an evaluation."""
    priors, values = (np.ascontiguousarray(part, dtype=np.float32) for part in evaluation)
    if priors.shape != (games, actions) or values.shape != (games,):
        shapes = f"{priors.shape} and {values.shape}, not {(games, actions)} and {(games,)}"
        raise UserError(f"an evaluator returned shapes {shapes}")
    if not (np.isfinite(priors).all() and np.isfinite(values).all()):
        raise UserError("an evaluator returned numbers that are not finite")
    return priors, values


def default_evaluator(rules: Ruleset) -> Any:
    """The kernel evaluator for play without a network."""
    from hunt_ai.search.kernels.evaluators import StaticEvaluator

    return StaticEvaluator(load_evaluation(rules))
