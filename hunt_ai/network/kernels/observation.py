"""What a network sees of a position, as a verb dispatched on the class of the rules: see `network/observation.py`."""

from typing import NamedTuple

import numpy as np
from numba.extending import overload

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.hunt import HuntRules
from hunt_ai.games.kernels.jungle import JungleRules
from hunt_ai.games.kernels.verbs import decode
from hunt_ai.network.kernels import hunt_observation, jungle_observation

FAMILIES = {HuntRules: hunt_observation, JungleRules: jungle_observation}


class Observer(NamedTuple):
    """Where the features of one rule set stand, for kernels."""

    layout: np.ndarray  # [words] int64, see the families' modules


def observe(observer, rules, position, active):
    """Write the features that hold into `active` [most] int32, in place, none twice; their number, int64."""
    return FAMILIES[type(rules)].observe(observer, rules, position, active)


@overload(observe)
def _observe(observer, rules, position, active):
    family_observe = FAMILIES[rules.instance_class].observe
    return lambda observer, rules, position, active: family_observe(observer, rules, position, active)


@kernel
def observe_rows(observer, rules, rows, active):
    """active [B, most] int32: the features that hold in rows [B, K], then -1."""
    for b in range(len(rows)):
        count = observe(observer, rules, decode(rules, rows[b]), active[b])
        for i in range(count, active.shape[1]):
            active[b, i] = -1


@kernel
def spread_rows(active, dense):
    """dense [B, F] float32: 1 for the features in active [B, most], else 0."""
    for b in range(len(active)):
        dense[b] = np.float32(0)
        for i in range(active.shape[1]):
            if active[b, i] < 0:
                break
            dense[b, active[b, i]] = np.float32(1)
