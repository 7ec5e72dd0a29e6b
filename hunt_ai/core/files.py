"""Writing files whole or not at all."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from hunt_ai.core.errors import UserError


def part_of(path: Path) -> tuple[Path, Path]:
    """(where to write until it is whole, what then takes its place): a neighbour of `path`'s own file, links followed.

    A device or a pipe is written to directly: both are that path.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        return target, target
    return target.with_name(f"{target.name}.{os.getpid()}.part"), target


@contextlib.contextmanager
def whole_file(path: Path, kind: str) -> Iterator[Path]:
    """A path to write `path`'s content to, which becomes `path` when the block ends well and is gone when it does not.

    UserError, naming the `kind` of file, where it cannot be written; its folder is made if it is not there.
    """
    part, target = part_of(path)
    try:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            yield part
            if part != target:
                os.replace(part, target)
        except BaseException:
            if part != target:
                part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"{path}: the {kind} cannot be written ({error.strerror or error})") from None
