"""Writing files whole or not at all."""

import contextlib
import hashlib
import os
import re
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


def read_text(path: Path, most: int, error: type[UserError] = UserError) -> str:
    """The text of a file of at most so many bytes; `error`, with one clear line, where it cannot be read."""
    try:
        if path.stat().st_size > most:
            raise error(f"{path}: the file is larger than {most} bytes")
        return path.read_text(encoding="utf-8-sig")
    except OSError as failure:
        raise error(f"{path}: the file cannot be read ({failure.strerror or failure})") from None
    except UnicodeDecodeError:
        raise error(f"{path}: the file is not UTF-8 text") from None


def readable_name(text: str, identity: str) -> str:
    """A file name without an ending: what can be read of `text`, and a mark that tells `identity` from any other."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")
    return f"{readable[:80]}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"


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
