"""Summaries of game records: counts, table, chart and the command, and that damage is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from hunt_ai.app.main import main
from hunt_ai.arena.statistics import wilson_interval
from hunt_ai.arena.summary import draw_chart, format_table, summarise_files
from hunt_ai.core.errors import UserError

PNG = b"\x89PNG\r\n\x1a\n"
TIGERS = {"tigers": "greedy", "dogs": "random"}


def record(winner: str | None, plies: int = 4, termination: str = "captures", **more: Any) -> dict[str, Any]:
    return {
        "game": "double-tiger",
        "position": "...../.4.4./T...T/.4.4./..... q 0 0 0",
        "moves": ["pass"] * plies,
        "winner": winner,
        "termination": termination,
        "players": TIGERS,
        "seed": 1,
        **more,
    }


def write(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Ten games: the tigers win six, the dogs one, two are drawn, one was cut off."""
    return write(
        tmp_path / "games.jsonl",
        *[record("tigers", plies=10)] * 6,
        record("dogs", 40, "immobilised"),
        *[record(None, 100, "no-progress")] * 2,
        record(None, 300, "truncated"),
    )


def test_counts(games: Path) -> None:
    (summary,) = summarise_files([games])
    assert (summary.game, summary.games, summary.players) == ("double-tiger", 10, TIGERS)
    assert {side: share.count for side, share in summary.wins.items()} == {"tigers": 6, "dogs": 1}
    assert list(summary.wins) == ["tigers", "dogs"]
    assert (summary.draws.count, summary.truncated) == (2, 1)
    assert summary.mean_plies == 60.0
    assert summary.terminations == {"captures": 6, "no-progress": 2, "immobilised": 1, "truncated": 1}
    assert summary.wins["tigers"].interval == wilson_interval(6, 10)


def test_a_pairing_is_one_summary_over_all_files(games: Path, tmp_path: Path) -> None:
    swapped = {"tigers": "random", "dogs": "greedy"}
    more = write(tmp_path / "more.jsonl", record("dogs"), record("dogs", players=swapped))
    other = write(tmp_path / "other.jsonl", record("dogs", rules_hash="abc"))
    assert [summary.games for summary in summarise_files([games, more, other])] == [11, 1, 1]


def test_table(games: Path) -> None:
    lines = format_table(summarise_files([games])).splitlines()
    assert lines[0] == "double-tiger: 10 games, 60.0 plies on average"
    assert lines[1].split() == ["tigers", "(greedy)", "6", "won", "60.0%", "[31.3%,", "83.2%]"]
    assert lines[2].split() == ["dogs", "(random)", "1", "won", "10.0%", "[1.8%,", "40.4%]"]
    assert lines[3].split()[:3] == ["draws", "2", "20.0%"]
    assert lines[-1] == "rates with 95 % Wilson intervals"


def test_chart_is_a_picture_and_the_same_each_time(games: Path, tmp_path: Path) -> None:
    summaries = summarise_files([games])
    charts = [tmp_path / "new folder" / "one.png", tmp_path / "two.png"]
    for chart in charts:
        draw_chart(summaries, chart)
        assert chart.read_bytes().startswith(PNG)
    assert charts[0].read_bytes() == charts[1].read_bytes()
    assert sorted(path.name for path in charts[0].parent.iterdir()) == ["one.png"]


def test_a_chart_that_fails_leaves_the_old_one(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chart = tmp_path / "chart.png"
    chart.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(UserError, match=r"chart\.png: the picture cannot be written \(No space left"):
        draw_chart(summarise_files([games]), chart)
    assert chart.read_bytes() == b"old"
    assert {path.name for path in tmp_path.iterdir()} == {"games.jsonl", "chart.png"}


def test_command(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "chart.png"
    assert main(["summary", str(games), "--chart", str(chart)]) == 0
    out, err = capsys.readouterr()
    assert out == f"{format_table(summarise_files([games]))}\nchart written to {chart}\n"
    assert err == ""
    assert chart.read_bytes().startswith(PNG)
    assert main(["summary", str(games), "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert document["wins"]["tigers"] == {"count": 6, "rate": 0.6, "interval": list(wilson_interval(6, 10))}
    assert document["games"] == sum(document["terminations"].values()) == 10


GOOD = json.dumps(record("dogs"))
DAMAGE = {
    "cut off": (GOOD[:40], "the line is not JSON"),
    "no object": ("[1, 2]", "the line is no game record"),
    "a field is missing": (json.dumps({"game": "double-tiger"}), "the record lacks the field 'position'"),
    "a field of another kind": (json.dumps(record("dogs", moves=7)), "the record's field 'moves' is 7"),
    "a winner of another game": (json.dumps(record("red")), "the winner 'red' is none of the record's two sides"),
}


@pytest.mark.parametrize("case", DAMAGE)
def test_a_damaged_line_is_named(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line, message = DAMAGE[case]
    path = tmp_path / "damaged.jsonl"
    path.write_text(f"{GOOD}\n\n{line}\n{GOOD}\n", encoding="utf-8")
    chart = tmp_path / "chart.png"
    assert main(["summary", str(path), "--chart", str(chart)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"error: {path}:3: {message}")
    assert not chart.exists()


def test_files_without_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, absent = write(tmp_path / "empty.jsonl"), tmp_path / "absent.jsonl"
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, message in ((empty, "the file holds no games"), (absent, "cannot be read"), (binary, "is not UTF-8")):
        assert main(["summary", str(path)]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"error: {path}: ")
        assert message in err


def test_an_empty_file_beside_a_full_one_is_named(games: Path, tmp_path: Path) -> None:
    empty = write(tmp_path / "empty.jsonl")
    with pytest.raises(UserError, match="empty"):
        summarise_files([games, empty])
