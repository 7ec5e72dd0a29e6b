"""Files are written whole or not at all, and what is no plain file is never replaced."""

import os
import stat
import threading
from pathlib import Path

import pytest

from hunt_ai.arena.record import RecordFile
from hunt_ai.core.errors import UserError
from hunt_ai.core.files import part_of, whole_file


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    with whole_file(path, "text") as part:
        part.write_text("whole")
        assert not path.exists()
    assert path.read_text() == "whole"
    with pytest.raises(ZeroDivisionError), whole_file(path, "text") as part:
        part.write_text("half" * (1 // 0))
    assert path.read_text() == "whole"
    assert list(path.parent.iterdir()) == [path]


def test_links_stay_links(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    with whole_file(link, "text") as part:
        part.write_text("new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_devices_and_pipes_are_written_to_and_never_replaced(tmp_path: Path) -> None:
    assert part_of(Path(os.devnull))[0] == part_of(Path(os.devnull))[1]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    for write in ("whole", "records"):
        reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
        reader.start()
        if write == "whole":
            with whole_file(pipe, "text") as part:
                part.write_text("through")
        else:
            with RecordFile(pipe) as records:
                records.write({"n": 1})
        reader.join(10)
        assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert read == ["through", '{"n": 1}\n']


def test_a_folder_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="the text cannot be written"), whole_file(tmp_path, "text") as part:
        part.write_text("x")
    with pytest.raises(UserError, match="the file cannot be written"), RecordFile(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_earlier_file_survives_a_run_without_a_result(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("earlier")
    with pytest.raises(KeyboardInterrupt), RecordFile(path):
        raise KeyboardInterrupt
    assert path.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [path]
