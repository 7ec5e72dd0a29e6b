"""Static scores of many positions at once."""

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.verbs import decode
from hunt_ai.search.kernels.evaluation import static_score


@kernel
def static_scores(rules, evaluation, rows, scores):
    """scores [N] int64: the static scores of `rows` [N, K], written in place."""
    for i in range(len(rows)):
        scores[i] = static_score(evaluation, rules, decode(rules, rows[i]))
