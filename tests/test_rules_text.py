"""The rules in words: every setting that changes a game changes its text, and the text says nothing that is not so.

`CHANGES` names for each key of the settings a game and the same with the key changed; a new key fails the test until it
stands there or, with a reason, in `SAYS_NOTHING`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from itertools import pairwise, permutations
from pathlib import Path
from typing import Literal

import pytest

from hunt_ai.games.boards import NAMED_BOARDS, Board, grid_place, make_board, named_board
from hunt_ai.games.catalog import GAMES, MORE_GAMES, load_game
from hunt_ai.games.game import Game
from hunt_ai.games.hunt.spec import HuntSettings, SideSettings
from hunt_ai.games.jungle.spec import JungleSettings
from hunt_ai.games.rules_text import rules_text
from hunt_ai.games.rules_text.hunt_board import straight_lines

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
EVERY_GAME = (*GAMES, *MORE_GAMES)
WIDTHS = {"en": 80, "zh": 2 + 2 * 38}  # columns: in Chinese the item's mark and 38 full-width characters

NUMBERS = {  # points, quarry, pack, hand, capture goal, plies and rounds to the draw, seconds
    "dog-deer": (35, 2, 24, 8, 16, 200, 100, 60),
    "beat-the-wolf": (33, 1, 17, 12, 5, 200, 100, 60),
    "double-tiger": (25, 2, 16, 6, 10, 200, 100, 60),
    "jungle-arena": (7, 9, 8, 3, 17, 5, 200, 100, 60, 10),
    "jungle-bighead": (7, 9, 8, 3, 17, 5, 200, 100, 60),
    "bagh-chal": (25, 4, 20, 5, 200, 100, 60),
    "fox-and-geese": (33, 1, 13, 8, 5, 200, 100, 60),
}

SAYS_NOTHING = {
    "format": "a number of the file format",
    "family": "another family is another game",
    "quarry.name": "a name in records, no rule",
    "pack.name": "a name in records, no rule",
}
SMALLER = "grassland=['a3','b3','b4','c4','d4','b5','d5','b6','c6','d6','c3','c7']"
GATE = "regions={gate=['a3','b3']}"
JUDGED = "judgement=['no-progress','%s','%s','%s']"
CHANGES: dict[str, list[tuple[str, str]]] = {
    "title": [("double-tiger", "double-tiger{title={en='Another',zh='另一种棋'}}")],
    "start": [
        ("double-tiger", "double-tiger{start='...../.4.4./.T.T./.4.4./.....'}"),
        (
            "jungle-arena",
            "jungle-arena{start='l.....t/.d...c./r...w.e/......./......./......./E.W.P.R/.C...D./T.....L'}",
        ),
    ],
    "no_progress_limit": [
        ("double-tiger", "double-tiger{no_progress_limit=100}"),
        ("double-tiger{no_progress_limit=100}", "double-tiger{no_progress_limit=101}"),
        ("jungle-arena", "jungle-arena{no_progress_limit=1}"),
    ],
    "repetition_draw": [
        ("double-tiger", "double-tiger{repetition_draw=3}"),
        ("double-tiger{repetition_draw=3}", "double-tiger{repetition_draw=1}"),
        ("jungle-arena", "jungle-arena{repetition_draw=4}"),
    ],
    "turn_seconds": [
        ("double-tiger", "double-tiger{turn_seconds=30}"),
        ("jungle-arena", "jungle-arena{turn_seconds=0}"),
    ],
    "time_out": [
        ("double-tiger", "double-tiger{time_out='lose'}"),
        ("double-tiger", "double-tiger{time_out='second-loses'}"),
        ("jungle-arena", "jungle-arena{time_out='pass'}"),
        ("jungle-arena", "jungle-arena{time_out='second-loses'}"),
    ],
    "unscored_rounds": [
        ("double-tiger", "double-tiger{unscored_rounds=1}"),
        ("jungle-arena", "jungle-arena{unscored_rounds=0}"),
    ],
    "board": [
        ("beat-the-wolf", "beat-the-wolf{board='cross-33'}"),
        ("beat-the-wolf", "beat-the-wolf{board='cross-33-alquerque'}"),
    ],
    "regions": [("dog-deer", f"dog-deer{{regions={{{SMALLER}}}}}")],
    "quarry.letter": [("double-tiger", "double-tiger{quarry={letter='K'},start='...../.4.4./K...K/.4.4./.....'}")],
    "quarry.title": [("double-tiger", "double-tiger{quarry={title={en='Cats',zh='猫'}}}")],
    "quarry.directions": [
        ("double-tiger", "double-tiger{quarry={directions=['up','down','left','right']}}"),
        ("double-tiger", "double-tiger{quarry={directions=[]}}"),
    ],
    "pack.letter": [
        ("beat-the-wolf", "beat-the-wolf{pack={letter='d'},start='.../.../d.....d/d..W..d/.d.d.d./ddd/ddd'}")
    ],
    "pack.title": [("double-tiger", "double-tiger{pack={title={en='Men',zh='兵'}}}")],
    "pack.directions": [
        ("fox-and-geese", "fox-and-geese{pack={directions=['up','down','left','right']}}"),
        ("fox-and-geese", "fox-and-geese{pack={directions=['up']}}"),
        ("beat-the-wolf", "beat-the-wolf{pack={directions=['up','down','left','right','up-left']}}"),
    ],
    "first": [("double-tiger", "double-tiger{first='pack'}"), ("jungle-arena", "jungle-arena{first='blue'}")],
    "hand": [
        ("dog-deer", "dog-deer{hand=12}"),
        ("dog-deer", "dog-deer{hand=0}"),
        ("double-tiger", "double-tiger{hand=1}"),
    ],
    "capture_goal": [
        ("double-tiger", "double-tiger{capture_goal=5}"),
        ("double-tiger", "double-tiger{capture_goal=16}"),
    ],
    "pack_region": [("dog-deer", "dog-deer{pack_region='field',regions={field=" + SMALLER.partition("=")[2] + "}}")],
    "placement_region": [("dog-deer", f"dog-deer{{{GATE},placement_region='gate'}}")],
    "driven_out_of": [("dog-deer", f"dog-deer{{{GATE},driven_out_of='gate'}}")],
    "group_points": [("double-tiger", "double-tiger{group_points=['b2','d2','b4','d4','c3']}")],
    "pack_stuck": [
        ("double-tiger", "double-tiger{pack_stuck='lose'}"),
        ("fox-and-geese", "fox-and-geese{pack_stuck='pass'}"),
    ],
    "groups_stuck": [("double-tiger", "double-tiger{groups_stuck='free'}")],
    "progress": [
        ("double-tiger", "double-tiger{progress=['capture']}"),
        ("double-tiger", "double-tiger{progress=['ungroup']}"),
        ("double-tiger", "double-tiger{progress=[]}"),
        ("dog-deer", "dog-deer{progress=['capture']}"),
    ],
    "judgement": [
        ("dog-deer", f"dog-deer{{{JUDGED % ('driven-out', 'captures', 'immobilised')}}}"),
        ("double-tiger", f"double-tiger{{{JUDGED % ('driven-out', 'captures', 'immobilised')}}}"),
        ("jungle-arena", f"jungle-arena{{{JUDGED % ('den', 'no-beasts', 'immobilised')}}}"),
    ],
    "lion_jumps": [("jungle-arena", f"jungle-arena{{lion_jumps='{ways}'}}") for ways in ("rank", "file", "none")],
    "tiger_jumps": [("jungle-arena", f"jungle-arena{{tiger_jumps='{ways}'}}") for ways in ("rank", "file", "none")],
    "jump_blockers": [("jungle-arena", "jungle-arena{jump_blockers='any-rat-in-river'}")],
    "rats_take_across_bank": [("jungle-arena", "jungle-arena{rats_take_across_bank=false}")],
    "trapped_may_take": [("jungle-arena", "jungle-arena{trapped_may_take=true}")],
    "ban_repeats": [
        ("jungle-arena", "jungle-arena{ban_repeats=0}"),
        ("jungle-arena", "jungle-arena{ban_repeats=2}"),
    ],
    "ban_window": [("jungle-arena", "jungle-arena{ban_window=6}")],
    "chase_lifts_ban": [("jungle-arena", "jungle-arena{chase_lifts_ban=false}")],
    "ban_run": [("jungle-arena", "jungle-arena{ban_run=0}"), ("jungle-arena", "jungle-arena{ban_run=11}")],
    "ban_cells": [("jungle-arena", "jungle-arena{ban_cells=4}"), ("jungle-arena", "jungle-arena{ban_cells=17}")],
    "all_banned": [("jungle-arena", "jungle-arena{all_banned='lift'}")],
}


def text_of(game: str, language: Language) -> str:
    return rules_text(load_game(game), language)


def columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


def keys() -> set[str]:
    hunt = set(HuntSettings.model_fields) - {"quarry", "pack"}
    sides = {f"{side}.{key}" for side in ("quarry", "pack") for key in SideSettings.model_fields}
    return hunt | sides | set(JungleSettings.model_fields)


def test_every_key_is_looked_at() -> None:
    assert keys() == CHANGES.keys() | SAYS_NOTHING.keys()
    assert not CHANGES.keys() & SAYS_NOTHING.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CHANGES)
def test_a_changed_key_changes_the_text(key: str, language: Language) -> None:
    for base, variant in CHANGES[key]:
        assert text_of(base, language) != text_of(variant, language), variant
        check_shape(text_of(variant, language), language)


def test_keys_of_both_families_are_changed_in_both() -> None:
    shared = set(HuntSettings.model_fields) & set(JungleSettings.model_fields)
    for key in shared - SAYS_NOTHING.keys() - {"title"}:
        assert {base.startswith("jungle") for base, _ in CHANGES[key]} == {True, False}, key


# -- shape -------------------------------------------------------------------------------------------------------------


def check_shape(text: str, language: Language) -> None:
    lines = text.split("\n")
    assert all(columns(line) <= WIDTHS[language] for line in lines), max(lines, key=columns)
    assert all(line == line.rstrip() for line in lines)
    assert not any(line.lstrip(" -")[:1] in set("，。、；：）") for line in lines if line), (
        "a line begins with a full stop"
    )
    assert "None" not in text
    assert "  " not in re.sub(r"(?m)^ .*$", "", text), "two spaces in a sentence"
    assert not re.search(r"\.\.|。。|，。|；。|：。| [.,;]|（）|\(\)|方方", re.sub(r"(?m)^ ?\d* [^一-鿿]*$", "", text))
    if language == "en":
        assert text.isascii()
    else:
        strange = set(re.findall(r"[A-Za-z][A-Za-z0-9]+", text)) - {"pass"}
        assert not [word for word in strange if not re.fullmatch(r"[a-z]\d{1,2}(x[a-z]\d{1,2})?", word)], strange


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", EVERY_GAME)
def test_bundled_games(game: str, language: Language) -> None:
    rules, text = load_game(game), text_of(game, language)
    check_shape(text, language)
    assert text.split("\n")[0] == getattr(rules.settings.title, language)
    assert rules.ascii_board(rules.start) in text
    assert set(map(str, NUMBERS[game])) <= set(re.findall(r"\d+", text))
    for title in rules.side_titles:
        assert title[language] in text
    assert len(text.split("\n\n")) == (10 if rules.family == "jungle" else 9)


def test_numbers_of_a_variant() -> None:
    english, chinese = (
        text_of("double-tiger{capture_goal=5,no_progress_limit=100}", language).replace("\n  ", " ")
        for language in LANGUAGES
    )
    assert "captured 5 of the 16 Dogs between them, which leaves 11" in english
    assert "after 100 moves in a row (50 rounds)" in english
    assert "吃掉 5 枚犬（剩 11 枚）" in chinese
    assert "100 步（50 回合）" in chinese
    assert "200" not in english + chinese


# -- what is said, and what is not -------------------------------------------------------------------------------------

SAID = [  # game, what the English text says, what it does not say
    ("double-tiger", ["The Tigers move first", "none of them can step or jump", "they must pass"], ["hand", "region"]),
    (
        "beat-the-wolf",
        ["The Wolf moves first", "The Wolf wins", "for the Wolf alone"],
        ["group", "hand", "none of them"],
    ),
    ("dog-deer", ["both of the Deer stand outside the grassland", "16 in hand", "c7 and c3"], ["group"]),
    ("bagh-chal", ["The Goats move first", "20 pieces, all in hand"], ["group", "region"]),
    (
        "fox-and-geese",
        ["up, left or right, never down", "Nobody may pass.", "no diagonal"],
        ["must pass", ": pass", "hand"],
    ),
    ("jungle-arena", ["lost its strength", "except rat by rat", "7-3 ban", "one's own rat does not"], ["second time"]),
    (
        "jungle-bighead",
        ["may still capture", "only left or right", "anywhere in a river", "second time"],
        ["except rat"],
    ),
    ("jungle-arena{ban_repeats=4}", ["17-5 ban"], ["7-4", "chase"]),
    ("jungle-arena{ban_cells=1}", ["7-3 ban"], ["17"]),
    ("jungle-arena{ban_repeats=0,ban_run=0}", ["to and fro"], ["ban", "Ban"]),
    ("jungle-arena{lion_jumps='none',tiger_jumps='none'}", ["never jump"], ["blocks", "A jump", "river jump"]),
    ("double-tiger{turn_seconds=0}", ["no clock"], ["seconds", "on time"]),
    ("double-tiger{progress=[]}", ["if nobody has won"], ["progress", "without"]),
    ("double-tiger{quarry={directions=[]}}", ["The Tigers never step"], ["any step"]),
    ("double-tiger{pack={directions=[]}}", ["The Dogs never step"], ["off a group"]),
    ("double-tiger{group_points=[],start='...../.o.o./T...T/.o.o./.....',capture_goal=4}", ["all 4 Dogs"], ["roup"]),
    ("double-tiger{start='...../.o.o./T...T/.o.o./.....',capture_goal=1}", ["none at the start"], ["digit"]),
    ("dog-deer{hand=0}", ["the grassland"], ["hand", "lacement"]),
    ("dog-deer{regions={none=[]},driven_out_of='none'}", ["grassland"], ["outside", "none:"]),
]


@pytest.mark.parametrize(("game", "said", "unsaid"), SAID)
def test_says_what_is_so_and_nothing_else(game: str, said: list[str], unsaid: list[str]) -> None:
    text = text_of(game, "en").replace("\n  ", " ")
    assert [words for words in said if words not in text] == []
    assert [words for words in unsaid if words in text] == []


@pytest.mark.parametrize("game", EVERY_GAME)
def test_examples_are_moves_of_the_game(game: str) -> None:
    rules = load_game(game)
    for language in LANGUAGES:
        last = text_of(game, language).split("\n\n")[-1]
        moves = re.findall(r"@[a-z]\d|[a-z]\d[-x][a-z]\d|\bpass\b", last.replace("forced pass", ""))
        assert 2 <= len(moves) <= 4
        assert all(move.replace("x", "-") in rules.actions for move in moves)
        assert moves[0] in Game(rules).legal_moves() or (game, moves[0]) == ("dog-deer", "@a3")


# -- boards ------------------------------------------------------------------------------------------------------------


def sample_boards() -> list[Board]:
    bent = make_board(
        {"a1": (0, 1), "b1": (1.5, 1), "c1": (2, 1), "c2": (2, 2)}, [("a1", "b1"), ("b1", "c1"), ("c1", "c2")]
    )
    forked = make_board(
        ["a1", "b1", "c1", "d1"], [("a1", "b1"), ("b1", "c1"), ("b1", "d1"), ("c1", "d1")]
    )  # straight on from a1-b1 in two ways
    long = make_board([f"a{n}" for n in range(1, 31)], [(f"a{n}", f"a{n + 1}") for n in range(1, 30)])
    return [*map(named_board, NAMED_BOARDS), bent, forked, long]


@pytest.mark.parametrize("board", sample_boards())
def test_straight_lines_are_the_lines_and_the_jumps(board: Board) -> None:
    paths = straight_lines(board)
    pairs = {pair for path in paths for pair in pairwise(path)}
    assert pairs | {(b, a) for a, b in pairs} == board.lines
    triples = {path[n : n + 3] for path in paths for n in range(len(path) - 2)}
    assert triples | {triple[::-1] for triple in triples} == set(board.jumps)
    assert len(set(paths)) == len(paths)


@pytest.mark.parametrize("name", NAMED_BOARDS)
def test_words_about_the_grid_boards(name: str) -> None:
    """What the text says of a grid: lines between all orthogonal neighbours, and between which diagonal ones."""
    board = named_board(name)
    grid = [point for point in board.points if name != "deer-35" or 3 <= grid_place(point)[1] <= 7]
    crossed = {point for point in grid if any("-" in board.direction(point, to) for to in board.neighbours[point])}
    for a, b in permutations(grid, 2):
        (x, y), (v, w) = grid_place(a), grid_place(b)
        far = abs(x - v) + abs(y - w)
        corners = {f"{chr(97 + x)}{w}", f"{chr(97 + v)}{y}"} <= set(grid)
        diagonal = abs(x - v) == abs(y - w) == 1 and {a, b} <= crossed and corners
        assert ((a, b) in board.lines) == (far == 1 or diagonal)


OWN_GAME = """
format = 1
title = { en = "Own", zh = "自定" }
start = "T../o2./T.o"
capture_goal = 3
hand = 1
group_points = ["b2"]
pack_region = "field"
placement_region = "gate"
driven_out_of = "home"
groups_stuck = "free"
pack_stuck = "lose"
progress = ["placement"]
[board]
points = { a1=[0,1], b1=[1.5,1], c1=[2,1], a2=[0,2], b2=[1,2], c2=[2,2], a3=[0,3], b3=[1,3], c3=[2,3] }
lines = ["a1-b2-c3", "a1-b1-c1-c2-c3-b3-a3-a2-a1", "b1-b2-b3", "a2-b2-c2"]
[regions]
field = ["a1", "a2", "b1", "b2", "c1", "c2"]
gate = ["a1", "c1"]
home = ["a3", "b3", "c3", "a1"]
[quarry]
name = "reds"
letter = "T"
title = { en = "The Reds", zh = "红方" }
[pack]
name = "blues"
letter = "o"
title = { en = "Blues", zh = "蓝兵" }
directions = ["up", "up-left", "up-right"]
"""


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN_GAME, encoding="utf-8")
    english, chinese = (text_of(str(path), language).replace("\n  ", " ") for language in LANGUAGES)
    for language in LANGUAGES:
        check_shape(text_of(str(path), language), language)
    for words in (
        "a1-b2-c3", "b1 (1.5, 1)", "Region field: the 6 points from a1 to c2", "Region gate: a1 c1", "both of the Reds",
        "outside region home", "an empty point of region gate", "never leave region field",
        "only up, up-left or up-right",
        "stand only on b2", "single pieces may", "without a placement", "The Reds also win when the Blues are to move",
    ):  # fmt: skip
        assert words in english
    for words in ("甲区：a1 到 c2 的 6 个点", "乙区的空点", "两枚红子都在丙区之外", "向上、向左上或向右上走"):
        assert words in chinese.replace(" ", "").replace("\n", "") or words in chinese


def test_a_board_without_lines_or_jumps(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    sides = (
        "[quarry]\nname='q'\nletter='Q'\ntitle={en='Q',zh='甲'}\n[pack]\nname='p'\nletter='p'\ntitle={en='P',zh='乙'}\n"
    )
    head = "title={en='Bare',zh='空'}\nstart='Qp'\ncapture_goal=1\n"
    path.write_text(f"{head}{sides}[board]\npoints=['a1','b1']\nlines=[]\n", encoding="utf-8")
    english, chinese = (text_of(str(path), language) for language in LANGUAGES)
    assert "No lines join them." in english
    assert "nothing is ever captured" in english
    assert "The Q wins" not in english
    assert "没有吃子" in chinese


# -- the interface -----------------------------------------------------------------------------------------------------


def test_no_other_language() -> None:
    with pytest.raises(ValueError, match="en and zh"):
        rules_text(load_game("double-tiger"), "de")  # type: ignore[arg-type]


def test_needs_no_numba() -> None:
    program = (
        "import sys, hunt_ai; from hunt_ai.games.rules_text import rules_text\n"
        f"for game in {EVERY_GAME!r}:\n    rules_text(hunt_ai.load_game(game), 'en')\n"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
