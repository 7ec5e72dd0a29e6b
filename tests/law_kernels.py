"""Verbs that no Python caller needs but the tests, called from small kernels of their own."""

import numpy as np
from numba import njit

from hunt_ai.games.kernels.search_verbs import capture_moves, free_plies
from hunt_ai.games.kernels.verbs import decode, next_key, nth_move, random_move


@njit
def next_key_of(rules, row, key, move):
    return next_key(rules, decode(rules, row), np.uint64(key), move)


@njit
def _nth_move(rules, row, k):
    return nth_move(rules, decode(rules, row), k)


@njit
def _random_move(rules, row, word):
    return random_move(rules, decode(rules, row), word)


@njit
def free_plies_of(rules, row):
    return free_plies(rules, decode(rules, row))


@njit
def capture_moves_of(rules, row, moves):
    return capture_moves(rules, decode(rules, row), moves)


def nth_moves(rules, row, count):
    return [int(_nth_move(rules, row, k)) for k in range(count)]


def random_moves(rules, row, words):
    return [_random_move(rules, row, word) for word in words]
