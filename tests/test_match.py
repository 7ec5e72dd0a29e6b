"""Matches and records: the same for any number of workers, replayable, and never lost or half-written."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

import pytest
from all_games import CATALOG

from hunt_ai import Game
from hunt_ai.app.main import main
from hunt_ai.arena.match import MAX_GAMES, game_seeds, play_match
from hunt_ai.arena.record import RecordFile, check_record, read_records, replay, write_line
from hunt_ai.core.errors import UserError

FIELDS = ("game", "position", "moves", "winner", "termination", "players", "seed")  # of shared/formats.md
VARIANT = "double-tiger{capture_goal=3}"


def played(game: str = VARIANT, games: int = 6, workers: int = 0, seed: int = 1, **more: Any) -> list[dict[str, Any]]:
    return list(play_match(game, "greedy", "random", games, workers, seed, **more))


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    return played()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("games", [1, 6, 40])
def test_workers_change_nothing(workers: int, games: int) -> None:
    assert played(games=games, workers=workers) == played(games=games)


def test_a_worker_changes_nothing(records: list[dict[str, Any]]) -> None:
    assert played(workers=1) == records


def test_a_longer_match_begins_as_the_shorter(records: list[dict[str, Any]]) -> None:
    assert played(games=9)[:6] == records


def test_another_seed_plays_other_games(records: list[dict[str, Any]]) -> None:
    assert [record["moves"] for record in played(seed=2)] != [record["moves"] for record in records]
    assert len({tuple(record["moves"]) for record in records}) == 6
    seeds = [seed for number in range(100) for start in (0, 1, 2**64 - 1) for seed in game_seeds(start, number)]
    assert len(set(seeds)) == 600


def test_every_field_is_there(records: list[dict[str, Any]]) -> None:
    for number, record in enumerate(records):
        assert {*FIELDS, "rules_hash", "number"} <= {*record}
        assert (record["game"], record["seed"], record["number"]) == (VARIANT, 1, number)
        assert list(record["players"].items()) == [("tigers", "greedy"), ("dogs", "random")]
        assert record["position"] == Game(VARIANT).position()
        assert json.loads(json.dumps(record)) == record


@pytest.mark.parametrize("game", CATALOG)
def test_records_replay(game: str) -> None:
    for record in played(game, games=3):
        again = replay(record, "here")
        outcome = again.outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.termination) == (record["winner"], record["termination"])
        assert again.moves == record["moves"]


def test_a_match_from_a_position_and_the_first_mover_there() -> None:
    position = "...../.4.4./T...T/.4.4./..... p 0 0 0"
    for record in played(position=position, games=2):
        assert record["position"] == position
        assert replay(record, "here").start_position() == position
        assert record["players"] == {"tigers": "greedy", "dogs": "random"}


def test_a_finished_position_is_a_match_of_no_moves() -> None:
    position = "ooooo/ooooo/T...T/...../..... q 0 6 0"
    (record,) = played("double-tiger", games=1, position=position)
    assert (record["moves"], record["winner"], record["termination"]) == ([], "tigers", "captures")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", "greedy", "random", 1, 0, 0), "no game is named 'chess'"),
        ((VARIANT, "greedy", "rnd", 1, 0, 0), "no player is named 'rnd'"),
        ((VARIANT, "greedy", "random", 0, 0, 0), f"games: 0 is not a number from 1 to {MAX_GAMES}"),
        ((VARIANT, "greedy", "random", 1, -1, 0), "workers: -1"),
        ((VARIANT, "greedy", "random", 1, 0, 2**64), "seed: 18446744073709551616"),
        ((VARIANT, "greedy", "random", 1, 0, 0, "nonsense"), "position"),
    ],
)
def test_bad_matches_are_refused_before_they_begin(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(UserError, match=message):
        play_match(*arguments)


# -- records that are not what the rules say


def damaged(record: dict[str, Any], **changes: Any) -> str:
    return json.dumps({**record, **changes})


def without(record: dict[str, Any], field: str) -> str:
    return json.dumps({key: value for key, value in record.items() if key != field})


DAMAGE = {
    "cut off": (lambda record: json.dumps(record)[:-9], "the line is not JSON"),
    "nested deeply": (lambda record: "[" * 100_000, "the line is not JSON"),
    "a huge number": (lambda record: "9" * 10_000, "the line is not JSON"),
    "no object": (lambda record: '"moves"', "the line is no game record"),
    "no moves": (lambda record: without(record, "moves"), "lacks the field 'moves'"),
    "no winner": (lambda record: without(record, "winner"), "lacks the field 'winner'"),
    "moves a text": (lambda record: damaged(record, moves="a1-a2"), "field 'moves' is 'a1-a2'"),
    "a move a number": (lambda record: damaged(record, moves=[3]), "moves and players are texts"),
    "a player a number": (lambda record: damaged(record, players={"tigers": 1}), "moves and players are texts"),
    "another game": (lambda record: damaged(record, game="chess"), "no game is named 'chess'"),
    "another hash": (lambda record: damaged(record, rules_hash="0" * 16), "played by other rules of double-tiger"),
    "another position": (lambda record: damaged(record, position="8/8 w"), "position"),
    "an illegal move": (lambda record: damaged(record, moves=["e3xc1", "a1-b9"]), "ply 2: 'a1-b9' is illegal"),
    "moves too many": (lambda record: damaged(record, moves=[*record["moves"], "a1-a2"]), "the game is over"),
    "moves too few": (lambda record: damaged(record, moves=record["moves"][:-1]), "the game is not over after"),
    "another winner": (
        lambda record: damaged(record, winner="dogs"),
        "the rules say tigers by captures, the record dogs",
    ),
    "another end": (lambda record: damaged(record, termination="den"), "the record tigers by den"),
    "no side": (lambda record: damaged(record, moves=[], termination="adjourned", winner="red"), "'red' is no side of"),
}


@pytest.fixture(scope="module")
def won(records: list[dict[str, Any]]) -> dict[str, Any]:
    return next(record for record in records if (record["winner"], record["termination"]) == ("tigers", "captures"))


@pytest.mark.parametrize("case", DAMAGE)
def test_a_damaged_record_is_one_error(
    case: str, won: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage, message = DAMAGE[case]
    line = damage(won)
    with pytest.raises(UserError, match=r"^here: ") as error:
        replay(check_record(line, "here"), "here")
    assert message in str(error.value)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(won)}\n{line}\n", encoding="utf-8")
    assert main(["replay", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"error: {path}:2: ")
    assert len(err) < 1000


def test_an_unfinished_game_may_be_recorded(won: dict[str, Any]) -> None:
    """One that was given up or cut off: the rules have nothing against it."""
    moves = won["moves"][:2]
    for winner, termination in ((None, "truncated"), ("dogs", "resignation")):
        record = check_record(damaged(won, moves=moves, winner=winner, termination=termination), "here")
        assert replay(record, "here").moves == moves


# -- the file they go to


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_a_record_file_is_a_part_until_it_is_closed(tmp_path: Path, won: dict[str, Any]) -> None:
    path = tmp_path / "new" / "games.jsonl"
    with RecordFile(path) as file:
        file.write(won)
        (part,) = path.parent.iterdir()
        assert part.name.startswith("games.jsonl.")
        assert part.name.endswith(".part")
        assert lines(part) == [json.dumps(won)]
    assert list(path.parent.iterdir()) == [path]
    assert list(read_records(path)) == [(1, won)]


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_finished_games_are_kept(error: type[BaseException], tmp_path: Path, won: dict[str, Any]) -> None:
    path = tmp_path / "games.jsonl"

    def stop_after_two() -> None:
        with RecordFile(path) as file:
            file.write(won)
            file.write(won)
            raise error

    with pytest.raises(error):
        stop_after_two()
    assert list(tmp_path.iterdir()) == [path]
    assert len(lines(path)) == 2


@pytest.mark.parametrize("before", [False, True])
def test_ctrl_c_while_a_game_is_written(
    before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, won: dict[str, Any]
) -> None:
    """The records of the file are those in it, whether the interrupt came before the line or after."""
    path = tmp_path / "games.jsonl"

    def interrupted(record: Mapping[str, Any], stream: TextIO) -> None:
        if not before:
            write_line(record, stream)
        raise KeyboardInterrupt

    def stop_in_the_second(file: RecordFile) -> None:
        with file:
            file.write(won)
            monkeypatch.setattr("hunt_ai.arena.record.write_line", interrupted)
            file.write(won)

    file = RecordFile(path)
    with pytest.raises(KeyboardInterrupt):
        stop_in_the_second(file)
    assert file.records == [won] * (1 if before else 2)
    assert len(lines(path)) == len(file.records)


def test_an_interrupted_match_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], records: list[dict[str, Any]]
) -> None:
    def stopped(*_: object) -> Iterator[dict[str, Any]]:
        yield from records[:3]
        raise KeyboardInterrupt

    monkeypatch.setattr("hunt_ai.arena.match.play_match", stopped)
    path = tmp_path / "games.jsonl"
    assert main(["match", VARIANT, "--out", str(path), "--json"]) == 130
    document = json.loads(capsys.readouterr().out)
    assert (document["games"], document["complete"]) == (3, False)
    assert len(lines(path)) == 3


@pytest.mark.parametrize("place", ["file/games.jsonl", "folder"])
def test_a_place_that_cannot_be_written(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder").mkdir()
    assert main(["match", VARIANT, "--games", "2", "--workers", "0", "--out", str(tmp_path / place)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"error: {tmp_path / place}: the file cannot be written (")
    assert err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "kept"
