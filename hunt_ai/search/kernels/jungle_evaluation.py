"""Static evaluation of Dou Shou Qi: a sum of integer weights times features, from the view of the side to move.

Table of weights, int32: two sets of SET_WORDS, for red to move and for blue to move. Blue's board is turned by half, so
both sets read as red's. What each weight is for, and which key of a weights file it is, stands in
`search/jungle_parameters.py`. Bans are not looked at.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest, popcount, rotate
from hunt_ai.games.kernels.jungle_layout import DENS, NO_CELL, SIDE, STEPS, TRAPS
from hunt_ai.games.kernels.jungle_reach import beast_at, jump_target, jumpers_of, sides, step_targets
from hunt_ai.search.kernels.scores import MAX_STATIC

CELLS_AT = 0  # [8, 64] of a beast on a cell, by beast and cell
FREE = 512  # [8] of a beast that no enemy beast left could take by rank
CHASED, CHASES = 520, 528  # [8] of a beast of the side to move that could be taken now; of an enemy beast likewise
NEAREST, ENEMY_NEAREST = 536, 552  # [16] by the least distance of a beast of the side to the other side's den
LEAD, ENEMY_LEAD = 568, 577  # [9] by how much nearer to that den it is than the den's defenders, -4 to 4
PREY, MOBILITY, IN_TRAPS, GUARDS, TEMPO = range(586, 591)
SET_WORDS = 591

MOST_LEAD = 4
FAR_AWAY = np.int64(15)
_LAST_CELL = np.int64(62)
_RAT, _ELEPHANT = np.uint64(0), np.uint64(7)


class JungleEvaluation(NamedTuple):
    """Weights of one jungle rule set."""

    weights: np.ndarray  # [2 * SET_WORDS] int32, writable


@kernel
def _distance(cell, den):
    """Steps between two cells as if all were land, int64."""
    return abs(cell // 7 - den // 7) + abs(cell % 7 - den % 7)


@kernel
def _survey(weights, at, position, side):
    """(sum of the cells' weights, set of the beasts by number, least distances to the enemy's and to the own den)."""
    score, beasts, attack, defence = np.int64(0), ZERO, FAR_AWAY, FAR_AWAY
    left = sides(position, side)[0]
    while left:
        cell = lowest(left)
        beast = beast_at(position, cell)
        beasts |= bit(beast)
        place = np.int64(cell) if side == 0 else _LAST_CELL - np.int64(cell)
        score += np.int64(weights[at + CELLS_AT + 64 * np.int64(beast) + place])
        attack = min(attack, _distance(place, 59))
        defence = min(defence, _distance(place, 3))
        left &= left - ONE
    return score, beasts, attack, defence


@kernel
def _predators(beast):
    """The set of beasts that can take `beast` by rank."""
    stronger = (~ZERO << beast) & np.uint64(255)
    if beast == _RAT:
        return stronger & ~bit(_ELEPHANT)
    if beast == _ELEPHANT:
        return stronger | ONE
    return stronger


@kernel
def _by_rank(weights, at, own, enemy):
    """(sum of the weights of beasts in the set `own` that none of `enemy` could take, pairs in which one could)."""
    score, pairs = np.int64(0), np.int64(0)
    while own:
        beast = lowest(own)
        threats = _predators(beast) & enemy
        if threats:
            pairs += np.int64(popcount(threats))
        else:
            score += np.int64(weights[at + FREE + np.int64(beast)])
        own &= own - ONE
    return score, pairs


@kernel
def _attacked(table, position, side):
    """(mask of the enemy beasts that `side` could take now, number of its steps), bans not looked at."""
    enemy = sides(position, side)[1]
    targets, steps = ZERO, ZERO
    for d in range(4):
        here = step_targets(table, position, side, d)
        targets |= here
        steps += popcount(here)
    jumpers = jumpers_of(table, position, side)
    while jumpers:
        start = lowest(jumpers)
        for d in range(4):
            to = jump_target(table, position, side, start, d)
            if to != NO_CELL:
                targets |= bit(to)
        jumpers &= jumpers - ONE
    return targets & enemy, np.int64(steps)


@kernel
def _beasts_score(weights, at, position, mask):
    """The sum of the weights, listed from `at` by beast, of the beasts on `mask`."""
    score = np.int64(0)
    while mask:
        score += np.int64(weights[at + np.int64(beast_at(position, lowest(mask)))])
        mask &= mask - ONE
    return score


@kernel
def _guard_cells(table, side):
    """Mask of the traps of `side` and of the cells beside them, its den left out."""
    traps = table[TRAPS + side]
    cells = traps
    for d in range(4):
        cells |= rotate(traps & table[STEPS + 2 * d + 1], table[STEPS + 2 * d])
    return cells & ~table[DENS + side]


@kernel
def _lead(attack, defence):
    return max(min(defence - attack, MOST_LEAD), -MOST_LEAD) + MOST_LEAD


@kernel
def static_score(evaluation, rules, position):
    table, weights = rules.table, evaluation.weights
    side = np.int64(position[9] & SIDE)
    foe = 1 - side
    at = side * SET_WORDS
    own, enemy = sides(position, side)
    score, beasts, attack, defence = _survey(weights, at, position, side)
    enemy_score, enemy_beasts, enemy_attack, enemy_defence = _survey(weights, at, position, foe)
    score -= enemy_score
    free, hunted = _by_rank(weights, at, beasts, enemy_beasts)
    enemy_free, prey = _by_rank(weights, at, enemy_beasts, beasts)
    score += free - enemy_free + np.int64(weights[at + PREY]) * (prey - hunted)
    takes, steps = _attacked(table, position, side)
    taken, enemy_steps = _attacked(table, position, foe)
    score += _beasts_score(weights, at + CHASED, position, taken) + _beasts_score(weights, at + CHASES, position, takes)
    score += np.int64(weights[at + MOBILITY]) * (steps - enemy_steps)
    score += np.int64(weights[at + NEAREST + attack]) + np.int64(weights[at + ENEMY_NEAREST + enemy_attack])
    score += np.int64(weights[at + LEAD + _lead(attack, enemy_defence)])
    score += np.int64(weights[at + ENEMY_LEAD + _lead(enemy_attack, defence)])
    in_traps = np.int64(popcount(own & table[TRAPS + foe])) - np.int64(popcount(enemy & table[TRAPS + side]))
    guards = np.int64(popcount(own & _guard_cells(table, side))) - np.int64(popcount(enemy & _guard_cells(table, foe)))
    score += np.int64(weights[at + IN_TRAPS]) * in_traps + np.int64(weights[at + GUARDS]) * guards
    return max(min(score + np.int64(weights[at + TEMPO]), MAX_STATIC), -MAX_STATIC)
