"""Writing features into a list: masks of points, and numbers as thermometers."""

import numpy as np

from hunt_ai.core.kernel_cache import inlined
from hunt_ai.core.kernels.bits import ONE, lowest


@inlined
def write_plane(layout, ordinals_at, mask, at, active, count):
    """Append `at` + ordinal for each point of `mask`; the new count."""
    while mask:
        active[count] = np.int32(at + layout[ordinals_at + np.int64(lowest(mask))])
        count += 1
        mask &= mask - ONE
    return count


@inlined
def write_thermometer(number, at, most, active, count):
    """Append the features at + 0, at + 1, ... that say `number` is at least 1, 2, ..., `most`; the new count."""
    for i in range(min(number, most)):
        active[count] = np.int32(at + i)
        count += 1
    return count
