"""The naive referee on its own: perft counts, and each odd rule once on a position made for it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from positions import must_be_filled, random_position
from referee import HUNT_GAMES, JUNGLE_GAMES, referee
from referee_base import Referee, words
from referee_hunt import HuntReferee

PERFT_FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
DEER, WOLF, TIGERS = HUNT_GAMES["dog-deer"], HUNT_GAMES["beat-the-wolf"], HUNT_GAMES["double-tiger"]


def perft_cases() -> list[tuple[str, str, int, int]]:
    cases = []
    for path in PERFT_FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("position "):
                position = line.removeprefix("position ")
            elif line and not line.startswith("#"):
                depth, leaves = map(int, line.split(" "))
                cases.append((path.stem, position, depth, leaves))
    return cases


@pytest.mark.parametrize(("game", "position", "depth", "leaves"), perft_cases())
def test_perft(game: str, position: str, depth: int, leaves: int) -> None:
    assert referee(game, position).perft(depth) == leaves


@pytest.mark.parametrize("path", PERFT_FILES, ids=lambda path: path.stem)
def test_the_start_is_the_contracts(path: Path) -> None:
    assert f"position {referee(path.stem).position()}\n" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [*HUNT_GAMES, *JUNGLE_GAMES])
def test_texts_are_printed_as_read(game: str) -> None:
    rng = Random(f"texts {game}")
    for _ in range(300):
        text = random_position(game, rng)
        assert referee(game, text).position() == text


def legal(game: str, position: str, *moves: str) -> set[str]:
    return set(after(game, position, *moves).legal_moves())


def after(game: str, position: str | None, *moves: str) -> Referee:
    judge = referee(game, position)
    for move in moves:
        judge.push(move)
    return judge


# Boards of the hunt games


def test_dog_deer_board() -> None:
    assert len(DEER.points) == 35
    assert not DEER.diagonal["b3"]
    assert DEER.diagonal["c3"] == words("b4 d4 b2 d2")
    through_gates = ["d6 c7 b8", "c6 c7 c8", "b6 c7 d8", "d4 c3 b2", "c4 c3 c2", "b4 c3 d2"]
    for line in [*through_gates, "a1 c1 e1", "c3 b2 a1", "c3 d2 e1", "b2 c2 d2", "c7 c8 c9", "b8 c8 d8"]:
        start, over, to = line.split(" ")
        assert {(start, over, to), (to, over, start)} <= DEER.straight
    assert not [triple for triple in DEER.straight if triple[1] in words("b8 d8 a1 e1 c9")]


def test_cross_board() -> None:
    assert len(WOLF.points) == 33
    assert WOLF.diagonal["d4"] == words("c3 e3 c5 e5")
    assert WOLF.diagonal["c2"] == words("d1 d3")
    assert WOLF.diagonal["b3"] == words("a4 c4")
    assert not HUNT_GAMES["fox-and-geese"].straight & {("c3", "d4", "e5")}


def test_a_deer_outside_always_has_a_move() -> None:
    for deer in combinations(sorted(DEER.driven_out), 2):
        judge = HuntReferee(replace(DEER, driven_out=frozenset()))
        judge.quarry, judge.pack = set(deer), dict.fromkeys(DEER.pack_region, 1)
        assert judge.legal_moves()


def test_five_dogs_cannot_hold_the_wolf() -> None:
    assert min(len(must_be_filled(WOLF, [point])) for point in WOLF.points) > 5


@pytest.mark.parametrize("game", [WOLF, TIGERS], ids=["wolf", "tigers"])
def test_empty_points_always_touch_a_dog(game) -> None:
    """Take away any quarry: the rest of the board stays in one piece by the pack's own steps."""
    for quarry in combinations(sorted(game.points), len(HuntReferee(game).quarry)):
        rest = game.points - set(quarry)
        reached, frontier = set(), [min(rest)]
        while frontier:
            point = frontier.pop()
            if point not in reached:
                reached.add(point)
                frontier += [to for to in game.pack_steps[point] if to in rest]
        assert reached == rest


# Rules of the hunt games


def test_dogs_in_hand_are_placed_on_the_grassland_first() -> None:
    moves = legal("dog-deer", "./.../..D../.ooo./.o.o./.ooo./..D../.../... p 16 0 0")
    assert len(moves) == 15
    assert all(move.startswith("@") and move[1:] in DEER.pack_region for move in moves)


def test_dogs_stay_on_the_grassland() -> None:
    moves = legal("dog-deer", "D/.../..o../D...o/ooooo/ooooo/ooooo/.../... p 0 7 7")
    assert {move for move in moves if move.startswith("c7-")} == {"c7-b7", "c7-d7", "c7-b6", "c7-c6", "c7-d6"}


def test_a_dog_on_a_gate_is_jumped_both_ways() -> None:
    assert "c6xc8" in legal("dog-deer", "./.../..o../..D../...../...../..D../.../... q 16 7 0")
    assert "b8xd6" in legal("dog-deer", "./D../..o../...../...../...../..D../.../... q 16 7 0")
    out = after("dog-deer", "./.../..o../..D../...../...../..D../.../... q 16 7 0", "c6xc8")
    assert out.position() == "./.D./...../...../...../...../..D../.../... p 16 8 0"
    assert out.events["jump-over-gate"] == 1


def test_both_deer_outside_are_driven_out_and_gates_are_inside() -> None:
    outside = "./D../...../ooooo/ooooo/ooooo/ooo../.../.D. q 0 6 7"
    on_a_gate = "./.../..D../ooooo/ooooo/ooooo/ooo../.../.D. q 0 6 7"
    assert referee("dog-deer", outside).outcome() == ("dogs", "driven-out")
    assert referee("dog-deer", on_a_gate).outcome() is None


def test_goal_comes_before_driven_out() -> None:
    judge = after("dog-deer", "./.../..o../..D../...../...../...../.../D.. q 16 7 0", "c6xc8")
    assert judge.outcome() == ("deer", "captures")
    assert judge.events["captures-before-driven-out"] == 1


def test_one_deer_out_and_the_other_stuck_plays_on() -> None:
    judge = referee("dog-deer", "D/.../ooooD/ooooo/ooooo/ooooo/ooo../.../... q 0 2 9")
    assert judge.outcome() is None
    assert judge.legal_moves() == ["c9-b8", "c9-c8", "c9-d8"]
    judge.outcome()
    assert judge.events["one-deer-out-other-stuck"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "D/.../ooDoo/ooooo/ooooo/ooooo/ooooo/.../... p 0 0 4",
        "./.../ooDoo/ooooo/ooDoo/ooooo/ooooo/.../... p 1 0 4",
    ],
)
def test_a_pack_without_a_move_passes(text: str) -> None:
    judge = referee("dog-deer", text)
    assert judge.legal_moves() == ["pass"]
    judge.push("pass")
    assert judge.position() == text.replace(" p ", " q ").replace(" 4", " 5")


def test_the_wolf_alone_uses_diagonals() -> None:
    assert {"d4-c5", "d4-e5"} <= legal("beat-the-wolf", WOLF.start)
    assert "c3-d4" not in legal("beat-the-wolf", WOLF.start, "d4-c5")
    assert "d3-d4" in legal("beat-the-wolf", WOLF.start, "d4-c5")


def test_a_stuck_wolf_loses_and_one_jump_saves_it() -> None:
    stuck = "Woo/ooo/..o.o../...o.../......./.../... q 0 9 3"
    assert referee("beat-the-wolf", stuck).outcome() == ("dogs", "immobilised")
    assert legal("beat-the-wolf", "Wo./ooo/..o.o../...o.../......./.../... q 0 10 3") == {"c7xe7"}


def test_groups_split_first_and_dogs_never_join() -> None:
    judge = referee("double-tiger", "ooooo/.2..o/T...T/...../ooo.. p 0 5 3")
    assert judge.legal_moves() == ["b4-a4", "b4-b3", "b4-c3", "b4-c4"]
    judge.push("b4-c3")
    assert judge.position() == "ooooo/.o..o/T.o.T/...../ooo.. q 0 5 0"
    assert judge.events["group-last-dog"] == 1
    judge.push("timeout")
    judge.push("timeout")
    judge.push("timeout")
    assert "c3-c2" in judge.legal_moves()


def test_a_jump_over_a_group_takes_one_dog() -> None:
    judge = after("double-tiger", "oooo./.4.../T...T/.4.../..... q 0 4 9", "a3xc1")
    assert judge.position() == "oooo./.4.../....T/.3.../..T.. p 0 5 0"
    assert judge.outcome() is None


def test_stuck_groups_pass_though_singles_could_step() -> None:
    text = "..ooo/..o4o/T.Too/...../..... p 0 5 109"
    assert legal("double-tiger", text) == {"pass"}
    free = HuntReferee(replace(TIGERS, groups_stuck="free"), text)
    assert "c5-b5" in free.legal_moves()


def test_both_tigers_must_be_stuck() -> None:
    assert referee("double-tiger", "ToooT/oo.oo/o.o.o/...../o.... q 0 5 0").outcome() == ("dogs", "immobilised")
    one_free = referee("double-tiger", "ToooT/oo.o./o.o.o/...../oo... q 0 5 0")
    assert one_free.legal_moves() == ["e5-e4"]
    assert one_free.events["quarry-partly-stuck"] == 1


def test_no_progress_is_a_draw_at_the_limit() -> None:
    text = WOLF.start.replace("q 0 0 0", "q 0 0 199")
    assert referee("beat-the-wolf", text).outcome() is None
    assert after("beat-the-wolf", text, "d4-d5").outcome() == (None, "no-progress")
    assert after("beat-the-wolf", text, "timeout").outcome() == (None, "no-progress")


def test_a_hunt_turn_out_of_time_passes() -> None:
    judge = after("beat-the-wolf", None, "timeout", "timeout", "timeout")
    assert judge.position() == WOLF.start.replace("q 0 0 0", "p 0 0 3")
    assert judge.outcome() is None


def test_goats_move_first_and_geese_never_back() -> None:
    assert referee("bagh-chal").side_to_move == "goats"
    assert len(referee("bagh-chal").legal_moves()) == 21
    geese = legal("fox-and-geese", HUNT_GAMES["fox-and-geese"].start, "d4-d5")
    assert geese == {f"{file}3-{file}4" for file in "abcdefg"}
    later = legal("fox-and-geese", HUNT_GAMES["fox-and-geese"].start, "d4-d5", "a3-a4", "d5-d6")
    assert "a4-a3" not in later
    assert {"a4-a5", "a4-b4", "b3-a3"} <= later


def test_stuck_geese_lose() -> None:
    judge = after("fox-and-geese", "GGG/GGG/......./.F...../......./.../... q 0 7 5", "b4-b5")
    assert judge.outcome() == ("fox", "immobilised")


# The referee's own manners


def test_events_count_once_and_copies_start_afresh() -> None:
    judge = referee("dog-deer", "D/.../ooooD/ooooo/ooooo/ooooo/ooo../.../... q 0 2 9")
    for _ in range(3):
        judge.legal_moves()
    assert judge.events["quarry-partly-stuck"] == 1
    twin = judge.copy()
    twin.push("c9-b8")
    assert judge.legal_moves() == ["c9-b8", "c9-c8", "c9-d8"]
    assert twin.events == {"step": 1}


def test_what_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="not a legal move: d4-d2"):
        referee("beat-the-wolf").push("d4-d2")
    with pytest.raises(ValueError, match="the game is over"):
        after("jungle-arena", None, "timeout", "timeout")
