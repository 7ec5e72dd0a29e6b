"""`hunt_ai.perft` against the counts that came with the rules, and deeper ones frozen here."""

from pathlib import Path

import pytest

import hunt_ai

FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
# Counted by the kernels after they agreed with the naive referee, and by plain C++ programs with other tables.
DEEPER = {
    ("dog-deer", 6): 4_859_152,
    ("beat-the-wolf", 7): 1_275_472,
    ("double-tiger", 6): 11_671_600,
    ("jungle-arena", 5): 5_111_620,
    ("jungle-bighead", 5): 5_111_620,
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_known_counts(path: Path) -> None:
    position = None
    for line in path.read_text().splitlines():
        if line.startswith("position "):
            position = line.removeprefix("position ")
        elif line and not line.startswith("#"):
            depth, leaves = map(int, line.split())
            counted = hunt_ai.perft(path.stem, depth, position=position)
            assert counted == leaves, hunt_ai.divide(path.stem, depth, position)


@pytest.mark.parametrize(("game", "depth"), DEEPER)
def test_deeper_counts(game: str, depth: int) -> None:
    assert hunt_ai.perft(game, depth) == DEEPER[game, depth]


def test_depth_zero_is_one_leaf_and_a_finished_game_has_none_below() -> None:
    position = "ooooo/ooooo/T...T/...../..... q 0 6 0"
    assert hunt_ai.perft("double-tiger", 0, position=position) == 1
    assert hunt_ai.perft("double-tiger", 1, position=position) == 0
    assert hunt_ai.perft("double-tiger", 3, position=position) == 0


def test_slices_do_not_change_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    import hunt_ai.games.perft as module

    monkeypatch.setattr(module, "SLICE", 3)
    assert hunt_ai.perft("double-tiger", 4) == 60_676


@pytest.mark.parametrize("depth", [-1, 101, 1.5, "3", True, None])
def test_bad_depths(depth: object) -> None:
    with pytest.raises(ValueError, match="depth"):
        hunt_ai.perft("double-tiger", depth)


def test_repetitions_are_counted_by_perft_too() -> None:
    position = "l....../......./......./......./......./......./......./......./......L r 0"
    game = "jungle-arena{repetition_draw=2,ban_repeats=0,ban_run=0}"
    without = "jungle-arena{ban_repeats=0,ban_run=0}"
    assert hunt_ai.perft(game, 3, position=position) == hunt_ai.perft(without, 3, position=position)
    assert hunt_ai.perft(game, 5, position=position) < hunt_ai.perft(without, 5, position=position)
