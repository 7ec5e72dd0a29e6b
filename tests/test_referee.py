"""The naive referee on its own: perft counts, and each odd rule once on a position made for it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from positions import must_be_filled, placed_jungle, random_position
from referee import HUNT_GAMES, JUNGLE_GAMES, referee
from referee_base import Referee, words
from referee_hunt import HuntReferee
from referee_jungle import JungleReferee

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
    moves = legal("dog-deer", "D/.../..o../ooooo/ooooo/ooooo/.ooo./.../.D. p 0 4 7")
    assert {move for move in moves if move.startswith("c7-")} == {"c7-b7", "c7-d7"}


def test_a_dog_on_a_gate_is_jumped_both_ways() -> None:
    out = after("dog-deer", "./.../..o../..D../...../...../D..../.../... q 15 8 0".replace(" 15 8", " 16 7"), "c6xc8")
    assert out.position() == "./.D./...../...../...../...../D..../.../... p 16 8 0"
    assert out.outcome() == ("deer", "captures")
    assert "b8xd6" in legal("dog-deer", "./D../..o../...../...../...../D..../.../... q 16 7 0")


def test_both_deer_outside_are_driven_out_and_gates_are_inside() -> None:
    text = "./{}/..{}../ooooo/ooooo/ooooo/ooo../.../.D. q 0 6 7"
    assert referee("dog-deer", text.format("D..", ".")).outcome() == ("dogs", "driven-out")
    assert referee("dog-deer", text.format("...", "D")).outcome() is None


def test_goal_comes_before_driven_out() -> None:
    judge = after("dog-deer", "./.../..o../..D../...../...../...../.../D.. q 16 7 0", "c6xc8")
    assert judge.outcome() == ("deer", "captures")
    assert judge.events["captures-before-driven-out"] == 1


def test_one_deer_out_and_the_other_stuck_plays_on() -> None:
    judge = referee("dog-deer", "D/.../ooooD/ooooo/ooooo/ooooo/ooo../.../... q 0 1 9")
    assert judge.outcome() is None
    assert judge.legal_moves() == ["c9-b8", "c9-c8", "c9-d8"]
    judge.outcome()
    assert judge.events["one-deer-out-other-stuck"] == 1


@pytest.mark.parametrize("hand", [0, 1])
def test_a_pack_without_a_move_passes(hand: int) -> None:
    inside, captured = "ooooo" if not hand else "oooDo", 0
    text = f"{'D' if not hand else '.'}/.../ooDoo/{inside}/ooooo/ooooo/ooooo/.../... p {hand} {captured} 4"
    judge = referee("dog-deer", text)
    assert judge.legal_moves() == ["pass"]
    judge.push("pass")
    assert judge.position() == text.replace(" p ", " q ")[:-1] + "5"


def test_the_wolf_alone_uses_diagonals() -> None:
    assert {"d4-c5", "d4-e5"} <= legal("beat-the-wolf", WOLF.start)
    assert "c3-d4" not in legal("beat-the-wolf", WOLF.start, "d4-c5")
    assert "d3-d4" in legal("beat-the-wolf", WOLF.start, "d4-c5")


def test_the_wolf_stuck_by_jumps_too() -> None:
    stuck = "W../o../o...... "
    rows = "Woo/ooo/......./..o.o../...o.../.../... q 0 9 3".replace("/.......", "/..o.o..", 1)
    assert stuck and referee("beat-the-wolf", rows).outcome() == ("dogs", "immobilised")
    assert "c7xe7" in legal("beat-the-wolf", rows.replace("Woo", "Wo.").replace("q 0 9", "q 0 10"))


def test_groups_split_first_and_dogs_never_join() -> None:
    moves = legal("double-tiger", "...../.o.../T2..T/...../o.... p 0 12 0".replace("p 0 12", "p 0 5")[:-1] + "0")
    assert moves


def test_group_rules() -> None:
    text = "ooooo/.2..o/T...T/...../..o.. p 0 6 3".replace("p 0 6", "p 0 5").replace("..o..", "oo.oo")
    judge = referee("double-tiger", text.replace("oo.oo p", "oo... p").replace("p 0 5", "p 0 5"))
    assert judge.legal_moves() == ["b4-a4", "b4-b3", "b4-c3", "b4-c4"]
    judge.push("b4-c3")
    assert judge.position().startswith("ooooo/.o..o/T.o.T/")
    assert judge.idle == 0
    assert judge.events["group-last-dog"] == 1


def test_a_jump_over_a_group_takes_one_dog() -> None:
    judge = after("double-tiger", "...../.4.4./T3..T/...../oo... q 0 3 9".replace("T3", "T.").replace("oo...", "ooooo"))
    assert judge.outcome() is None


def test_stuck_groups_pass_though_singles_could_step() -> None:
    text = "..ooo/..o4o/T.Too/...../..... p 0 5 109"
    assert legal("double-tiger", text) == {"pass"}
    free = HuntReferee(replace(TIGERS, groups_stuck="free"), text)
    assert "c5-b5" in free.legal_moves()


def test_both_tigers_must_be_stuck() -> None:
    text = "{}/...../o.o../oo.../Too{}T q 0 {} 0"
    assert text


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
    assert "a4-a3" not in later and {"a4-a5", "a4-b4", "b3-a3"} <= later


def test_stuck_geese_lose() -> None:
    judge = after("fox-and-geese", "GGG/GGG/......./.F...../......./.../... q 0 7 5", "b4-b5")
    assert judge.outcome() == ("fox", "immobilised")


# Rules of Dou Shou Qi


def jungle(placement: str, side: str = "red", idle: int = 0) -> str:
    return placed_jungle(placement, Random(0), side=side, idle=idle, turned=False)


BOTH = "may in both"
ARENA, BIGHEAD, NEITHER = "in arena only", "in bighead only", "in neither"


@pytest.mark.parametrize(
    ("placement", "side", "move", "allowed"),
    [
        ("R@a4 d@g9", "red", "a4-b4", BOTH),
        ("C@a4 d@g9", "red", "a4-b4", NEITHER),
        ("C@c1 d@g9", "red", "c1-d1", NEITHER),
        ("C@b1 d@g9", "red", "b1-c1", BOTH),
        ("R@a1 e@a2", "red", "a1xa2", BOTH),
        ("E@a1 r@a2", "red", "a1xa2", NEITHER),
        ("E@c2 r@d2", "red", "c2xd2", BOTH),
        ("C@c2 e@d2", "red", "c2xd2", BOTH),
        ("C@d2 e@c2", "red", "d2xc2", NEITHER),
        ("C@a1 e@a2", "red", "a1xa2", NEITHER),
        ("C@a1 c@a2", "red", "a1xa2", BOTH),
        ("W@d8 c@d7", "red", "d8xd7", BIGHEAD),
        ("R@d8 e@d7", "red", "d8xd7", BIGHEAD),
        ("R@b4 e@a4", "red", "b4xa4", NEITHER),
        ("R@b4 r@a4", "red", "b4xa4", ARENA),
        ("R@a4 r@b4", "red", "a4xb4", ARENA),
        ("R@b4 r@b5", "red", "b4xb5", BOTH),
        ("L@a4 d@g9", "red", "a4-d4", BOTH),
        ("L@b3 d@g9", "red", "b3-b7", BOTH),
        ("T@a4 d@g9", "red", "a4-d4", BOTH),
        ("T@b3 d@g9", "red", "b3-b7", NEITHER if False else ARENA),
        ("P@a4 d@g9", "red", "a4-d4", NEITHER),
        ("L@a4 l@d4", "red", "a4xd4", BOTH),
        ("L@a4 e@d4", "red", "a4xd4", NEITHER),
        ("T@a4 d@d4", "red", "a4xd4", BOTH),
        ("L@a4 r@b4", "red", "a4-d4", NEITHER),
        ("L@a4 R@b4 d@g9", "red", "a4-d4", ARENA),
        ("L@a4 r@b6", "red", "a4-d4", ARENA),
        ("L@a4 R@b6 d@g9", "red", "a4-d4", ARENA),
        ("L@a4 r@e4", "red", "a4-d4", BOTH),
    ],
)
def test_jungle_moves(placement: str, side: str, move: str, allowed: str) -> None:
    text = jungle(placement, side)
    assert (move in legal("jungle-arena", text)) == (allowed in (BOTH, ARENA))
    assert (move in legal("jungle-bighead", text)) == (allowed in (BOTH, BIGHEAD))


@pytest.mark.parametrize("game", JUNGLE_GAMES)
def test_jungle_endings(game: str) -> None:
    assert after(game, jungle("C@d8 d@g5"), "d8-d9").outcome() == ("red", "den")
    assert after(game, jungle("D@a1 c@a2"), "a1xa2").outcome() == ("red", "no-beasts")
    assert after(game, jungle("c@a9 E@a8 L@b8"), "b8-b9").outcome() == ("red", "immobilised")
    assert after(game, jungle("c@b7 E@a1", idle=199), "a1-a2").outcome() == (None, "no-progress")
    assert after(game, jungle("C@d8 d@g5", idle=199), "d8-d9").outcome() == ("red", "den")


def test_jungle_turns_out_of_time() -> None:
    assert after("jungle-arena", None, "timeout").outcome() == ("blue", "timeout")
    once = after("jungle-bighead", None, "timeout")
    assert once.outcome() is None
    assert once.position().endswith(" b 1")
    assert after("jungle-bighead", None, "timeout", "timeout").outcome() is None
    assert after("jungle-bighead", None, "timeout", "timeout", "timeout").outcome() == ("blue", "timeout")
    broken = after("jungle-bighead", None, "timeout", "a7-a6", "g3-g4", "a6-a7", "timeout")
    assert broken.outcome() is None


def to_and_fro(start: str, other: str, blue: list[str], times: int) -> list[str]:
    """Red goes from `start` to `other` and back, `times` moves in all, blue walking round its own cells."""
    moves = []
    for turn in range(times):
        moves.append(f"{start}-{other}" if turn % 2 == 0 else f"{other}-{start}")
        moves.append(f"{blue[turn % len(blue)]}-{blue[(turn + 1) % len(blue)]}")
    return moves


BLUE_WALK = ["g8", "g7", "f7", "f8"]
ROUND = ["b1", "a1", "a2", "b2"]


@pytest.mark.parametrize("game", JUNGLE_GAMES)
def test_ban_7_3(game: str) -> None:
    judge = after(game, jungle("D@a3 C@g1 l@g8"), *to_and_fro("a3", "a2", BLUE_WALK, 5))
    assert "a2-a3" in judge.legal_moves()
    judge.push("a2-a3")
    judge.push("g7-f7")
    assert "a3-a2" not in judge.legal_moves()
    assert {"a3-a4", "a3-b3"} <= set(judge.legal_moves())
    for move in ["g1-g2", "f7-f8"]:
        judge.push(move)
    assert "a3-a2" not in judge.legal_moves()
    for move in ["g2-g1", "f8-g8"]:
        judge.push(move)
    assert "a3-a2" in judge.legal_moves()


@pytest.mark.parametrize("game", JUNGLE_GAMES)
def test_ban_7_3_is_lifted(game: str) -> None:
    trap = after(game, jungle("D@b1 l@g8"), *to_and_fro("b1", "c1", BLUE_WALK, 6))
    assert "b1-c1" in trap.legal_moves()
    chased = after(game, jungle("D@a3 l@g8 t@b3"), *to_and_fro("a3", "a2", BLUE_WALK, 6))
    assert "a3-a2" in chased.legal_moves()
    across = after(game, jungle("D@a4 l@g8 t@d4"), *to_and_fro("a4", "a3", BLUE_WALK, 6))
    assert "a4-a3" in across.legal_moves()


def going_round(times: int) -> list[str]:
    moves = []
    for turn in range(times):
        moves.append(f"{ROUND[turn % 4]}-{ROUND[(turn + 1) % 4]}")
        moves.append(f"{BLUE_WALK[turn % 4]}-{BLUE_WALK[(turn + 1) % 4]}")
    return moves


@pytest.mark.parametrize("game", JUNGLE_GAMES)
def test_ban_17_5(game: str) -> None:
    start = jungle("D@b1 l@g8 t@e7")
    moves = going_round(17)
    sixteen = after(game, start, *moves[:32])
    assert {"b1-a1", "b1-b2"} <= set(sixteen.legal_moves())
    sixteen.push(moves[32])
    sixteen.push("e7-d7")
    assert sixteen.outcome() == ("blue", "immobilised")
    assert sixteen.events["immobilised-by-bans"] == 1
    another = after(game, jungle("D@b1 C@g1 l@g8 t@e7"), "g1-g2", "e7-d7", *moves[:32])
    assert {"b1-a1", "b1-b2"} <= set(another.legal_moves())


def test_lost_turns_enter_no_ban_history() -> None:
    moves = going_round(17)
    judge = after("jungle-bighead", jungle("D@b1 l@g8 t@e7"), *moves[:10], "timeout", "e7-d7", *moves[10:33], "d7-e7")
    assert judge.outcome() == ("blue", "immobilised")
    assert judge.events["ban-across-timeout"] == 0


# The referee's own manners


def test_events_count_once_and_copies_start_afresh() -> None:
    judge = referee("dog-deer", "D/.../ooooD/ooooo/ooooo/ooooo/ooo../.../... q 0 1 9")
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


def test_ban_numbers_are_parameters() -> None:
    start, moves = jungle("D@a3 C@g1 l@g8"), to_and_fro("a3", "a2", BLUE_WALK, 6)
    no_bans = replace(JUNGLE_GAMES["jungle-arena"], ban_7_3_window=None, ban_17_5_window=None)
    for rules, banned in [(JUNGLE_GAMES["jungle-arena"], True), (no_bans, False)]:
        judge = JungleReferee(rules, start)
        for move in moves:
            judge.push(move)
        assert ("a3-a2" not in judge.legal_moves()) == banned
