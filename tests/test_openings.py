"""Openings: different up to symmetry, undecided, the same however many are asked for."""

from pathlib import Path
from typing import Any

import pytest
from all_games import CATALOG

from hunt_ai import Game
from hunt_ai.arena.openings import Opening, Openings, OpeningSettings, canonical_text
from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game


def openings(game: str, seed: int = 1, **settings: Any) -> Openings:
    return Openings(load_game(game), OpeningSettings(**settings), seed)


def orientations(game: Game) -> set[str]:
    """The naive twin: every image of the position, with its counters but the last."""
    images = [game.rules.transform(game.row, symmetry) for symmetry in game.rules.automorphisms]
    return {" ".join(game.rules.format_position(image).split(" ")[:-1]) for image in images}


@pytest.mark.parametrize("game", CATALOG)
@pytest.mark.parametrize("settings", [{"kind": "random", "plies": 3}, {"kind": "depth", "plies": 2}], ids=str)
def test_all_different_and_undecided(game: str, settings: dict[str, Any]) -> None:
    found = openings(game, **settings)
    seen: set[str] = set()
    for number in range(20):
        opening = found[number]
        assert len(opening.moves) == settings["plies"]
        after = Game(game, opening.position, opening.moves)
        assert after.outcome() is None
        images = orientations(after)
        assert not images & seen or number >= len(found)
        seen |= images
        assert canonical_text(after.rules, after.row) in images


def test_the_start_only() -> None:
    found = openings("double-tiger")
    assert found[0] == found[7] == Opening(Game("double-tiger").position())
    assert len(found) == 1


def test_the_same_whatever_is_asked_for() -> None:
    late, early = (openings("double-tiger", kind="random", plies=4) for _ in range(2))
    last = late[30]
    assert [early[number] for number in range(31)] == [late[number] for number in range(31)]
    assert early[30] == last
    assert openings("double-tiger", seed=2, kind="random", plies=4)[0] != early[0]


def test_few_come_again() -> None:
    one = openings("double-tiger", kind="random", plies=1)
    every = openings("double-tiger", kind="depth", plies=1)
    assert len(one) == len(every) == 3  # of ten moves; after both captures dogs can only be the fewer
    assert one[3] == one[0]
    assert {one[n].moves for n in range(3)}


def test_every_position_at_depth() -> None:
    """Against all sequences of two moves, one by one."""
    game = Game("beat-the-wolf")
    positions = set()
    for move in game.legal_moves():
        game.push(move)
        for reply in game.legal_moves():
            game.push(reply)
            if game.outcome() is None:
                positions.add(min(orientations(game)))
            game.pop()
        game.pop()
    found = openings("beat-the-wolf", kind="depth", plies=2)
    assert {min(orientations(Game("beat-the-wolf", *found[n]))) for n in range(len(found))} == positions
    assert len(found) == len(positions)


def test_decided_positions_are_left_out(tmp_path: Path) -> None:
    over = "ooooo/ooooo/T...T/...../..... q 0 6 0"
    won_next = "...../...../To..T/ooooo/ooooo q 0 5 0"  # by a3xc3
    kept = "...../...../Too.T/oooo./ooooo q 0 5 0"  # no jump is there
    file = tmp_path / "openings.txt"
    file.write_text(f"{over}\n{won_next}\n{kept}\n", encoding="utf-8")
    found = openings("double-tiger", kind="file", path=str(file))
    assert [found[n].position for n in range(len(found))] == [kept]


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "double-tiger.txt"
    lines = ["startpos", "startpos moves a3-a2 b2-b1 # why", "startpos moves e3-e2 d2-d1", "startpos moves a3xc1"]
    file.write_text("# openings\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
    found = openings("double-tiger", kind="file", path=str(tmp_path / "{game}.txt"))
    assert [found[n].moves for n in range(len(found))] == [(), ("a3-a2", "b2-b1"), ("a3xc1",)]


@pytest.mark.parametrize(
    ("content", "words"),
    [("startpos moves a3-a9\n", r":1: 'a3-a9' is illegal"), ("\nnothing\n", r":2: "), ("# none\n", "no opening"),
     ("ooooo/ooooo/T...T/...../..... q 0 6 0\n", "no opening"), (b"\xff\xfe\xff", "UTF-8")],
)  # fmt: skip
def test_bad_files(tmp_path: Path, content: str | bytes, words: str) -> None:
    file = tmp_path / "openings.txt"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UserError, match=words):
        openings("double-tiger", kind="file", path=str(file))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        openings("double-tiger", kind="file", path=str(tmp_path / "none.txt"))


def test_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hunt_ai.arena.openings.MOST_AT_DEPTH", 300)
    with pytest.raises(UserError, match="more than 300 positions"):
        openings("jungle-arena", kind="depth", plies=5)


@pytest.mark.parametrize(
    "settings",
    [{"kind": "random"}, {"kind": "depth"}, {"kind": "file"}, {"plies": 3}, {"kind": "random", "plies": 2, "path": "x"},
     {"kind": "random", "plies": 0}, {"kind": "all"}],
    ids=str,
)  # fmt: skip
def test_settings_that_do_not_fit(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="1 validation error"):
        OpeningSettings(**settings)
