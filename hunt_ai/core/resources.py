"""What is free on this machine: memory and disk."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_CGROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class Room:
    """What work takes and what is free for it, in bytes. folder: that it writes to; None: it takes no disk."""

    memory: int
    disk: int
    folder: Path | None
    free_memory: int | None  # None if unknown
    free_disk: int | None

    @property
    def lack(self) -> str | None:
        """What is known to be too small: `2.0 GB of memory are needed, and 1.0 GB are free`; None for nothing."""
        for needed, free, what in (
            (self.memory, self.free_memory, "of memory"),
            (self.disk, self.free_disk, f"on the disk of {self.folder}"),
        ):
            if free is not None and needed > free:
                return f"{readable_bytes(needed)} {what} are needed, and {readable_bytes(free)} are free"
        return None

    def as_document(self) -> dict[str, Any]:
        return {
            "memory": self.memory,
            "disk": self.disk,
            "free_memory": self.free_memory,
            "free_disk": self.free_disk,
        }


def room_for(memory: int, disk: int = 0, folder: Path | None = None) -> Room:
    """The room for work that takes so many bytes now."""
    return Room(memory, disk, folder, free_memory(), None if folder is None else free_disk(folder))


def free_memory() -> int | None:
    """Bytes that can still be taken without swapping, by the system and by this process's group; None if unknown."""
    known = [room for room in (_system_room(), _group_room()) if room is not None]
    return min(known) if known else None


def free_disk(path: Path) -> int | None:
    """Bytes that can still be written where `path` is or would be made; None if unknown."""
    path = path.absolute()
    try:
        while not path.exists():
            path = path.parent
        return shutil.disk_usage(path).free
    except OSError:
        return None


def readable_bytes(count: float) -> str:
    """`1.2 GB`: three or four characters and a unit, decimal."""
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if count < 999.5 or unit == "TB":
            break
        count /= 1000
    return f"{count:.0f} {unit}" if count >= 9.95 or unit == "B" else f"{count:.1f} {unit}"


def _system_room() -> int | None:
    found = _fields(Path("/proc/meminfo")).get("MemAvailable:")
    return None if found is None else 1024 * found


def _group_room() -> int | None:
    """What the limit of a container leaves; its file cache is not counted, for it goes when memory is asked for."""
    try:
        limit = int((_CGROUP / "memory.max").read_text())
        used = int((_CGROUP / "memory.current").read_text())
    except (OSError, ValueError):  # no limit, or no such system
        return None
    return max(0, limit - used + _fields(_CGROUP / "memory.stat").get("inactive_file", 0))


def _fields(path: Path) -> dict[str, int]:
    """The numbers of a file of lines `NAME NUMBER ...`."""
    try:
        lines = [line.split() for line in path.read_text().splitlines()]
    except OSError:
        return {}
    return {words[0]: int(words[1]) for words in lines if len(words) > 1 and words[1].isdigit()}
