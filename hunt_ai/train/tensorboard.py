"""Metrics for TensorBoard, where it is installed."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any


def tensorboard_writer(folder: Path) -> Callable[[Mapping[str, Any]], None] | None:
    """What writes a line of metrics into `folder`; None where TensorBoard is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    writer: Any = SummaryWriter(str(folder))

    def write(line: Mapping[str, Any]) -> None:
        for name, value in _scalars("", line):
            writer.add_scalar(name, value, line["iteration"])
        writer.flush()

    return write


def _scalars(name: str, value: Any) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _scalars(f"{name}/{key}" if name else str(key), inner)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _scalars(
                f"{name}/{inner.get('opponent', number) if isinstance(inner, Mapping) else number}", inner
            )
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield name, float(value)
