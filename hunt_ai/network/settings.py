"""Settings of a network."""

from typing import Annotated

from pydantic import Field

from hunt_ai.core.settings import Settings

Width = Annotated[int, Field(strict=True, ge=1, le=4096)]


class NetworkSettings(Settings):
    """A dense network: layers of so many units each, every one with rectified outputs.

    widths: the first is of the layer on the features, which both sides to move share; the others, and the heads on the
        last one, are the side's own.
    draws: to searches with it a draw of a hunt game is worth so much to side 0, times the share of its goal that is
        captured.
    """

    widths: Annotated[tuple[Width, ...], Field(min_length=1, max_length=16)] = (384, 64)
    draws: Annotated[float, Field(strict=True, ge=0, le=1)] = 0.0
