"""The evaluation of a game: its weights from the package's files, as the record that kernels take."""

from typing import Any

import numpy as np

from hunt_ai.games.ruleset import Ruleset


def load_evaluation(rules: Ruleset) -> Any:
    """The evaluation record of a game, for `kernels.evaluation.static_score`."""
    if rules.family == "hunt":
        from hunt_ai.search.kernels.hunt_evaluation import HuntEvaluation

        return HuntEvaluation(np.array([100, 10, 5], dtype=np.int32))
    from hunt_ai.search.kernels.jungle_evaluation import JungleEvaluation

    return JungleEvaluation(np.array([100], dtype=np.int32))
