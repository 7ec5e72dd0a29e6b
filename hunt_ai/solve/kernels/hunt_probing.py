"""Asking solved tables of a hunt game: as an evaluation for both searchers, and for the values after moves.

Importing this enters `SolvedEvaluation` among the evaluations of `hunt_ai.search`.
"""

from typing import Any, NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.hunt import count_moves, judge, play, side_to_move
from hunt_ai.games.kernels.outcomes import ONGOING, WINNER_BITS
from hunt_ai.search.kernels import evaluation as evaluations
from hunt_ai.search.kernels.evaluation import static_score as other_static_score
from hunt_ai.search.kernels.scores import MAX_STATIC
from hunt_ai.solve.kernels.hunt_tables import IDLE_OFF, NOT_THERE, HuntTables, table_word
from hunt_ai.solve.kernels.values import DRAWN, distance_of, winner_of

_FARTHEST = np.int64(1000)


class SolvedEvaluation(NamedTuple):
    """A static evaluation that knows the value of every position in the tables."""

    evaluation: Any  # HuntEvaluation
    tables: HuntTables


@kernel
def known_word(evaluation, rules, position):
    return table_word(evaluation.tables, position)


@kernel
def static_score(evaluation, rules, position):
    word = table_word(evaluation.tables, position)
    if word == NOT_THERE:
        return other_static_score(evaluation.evaluation, rules, position)
    if word == DRAWN:
        return np.int64(0)
    score = MAX_STATIC - min(distance_of(word), _FARTHEST)
    return score if winner_of(word) == side_to_move(rules, position) else -score


class _Verbs:
    """What the registries ask of it."""

    known_word = staticmethod(known_word)
    static_score = staticmethod(static_score)


evaluations.FAMILIES[SolvedEvaluation] = evaluations.KNOWING[SolvedEvaluation] = _Verbs


@kernel
def word_at(rules, tables, row):
    """The word of any position, see `values.py`, plies without progress left out; NOT_THERE where it is not known."""
    position = row[0], row[1], row[2] & IDLE_OFF
    code = judge(rules, position, count_moves(rules, position))
    if code != ONGOING:
        return code & WINNER_BITS  # 1 + winner, in no plies
    return table_word(tables, position)


@kernel
def words_after(rules, tables, row, moves, rows, words):
    """Write the positions after `moves` [n] int32 into `rows` [n, 3] uint64 and their words into `words` [n] int64."""
    position = row[0], row[1], row[2]
    for i in range(len(moves)):
        rows[i, 0], rows[i, 1], rows[i, 2] = play(rules, position, moves[i])
        words[i] = word_at(rules, tables, rows[i])
