"""The naive referee of Dou Shou Qi on its own: each odd rule on a position made for it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from positions import placed_jungle
from referee import JUNGLE_GAMES, referee
from referee_base import Referee
from referee_jungle import JungleReferee


def legal(game: str, position: str, *moves: str) -> set[str]:
    return set(after(game, position, *moves).legal_moves())


def after(game: str, position: str | None, *moves: str) -> Referee:
    judge = referee(game, position)
    for move in moves:
        judge.push(move)
    return judge


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
        ("T@b3 d@g9", "red", "b3-b7", ARENA),
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


def test_ban_numbers_are_parameters() -> None:
    start, moves = jungle("D@a3 C@g1 l@g8"), to_and_fro("a3", "a2", BLUE_WALK, 6)
    no_bans = replace(JUNGLE_GAMES["jungle-arena"], ban_7_3_window=None, ban_17_5_window=None)
    for rules, banned in [(JUNGLE_GAMES["jungle-arena"], True), (no_bans, False)]:
        judge = JungleReferee(rules, start)
        for move in moves:
            judge.push(move)
        assert ("a3-a2" not in judge.legal_moves()) == banned
