"""Games by name, variant and file: what is accepted, and that every bad one is refused with its key and reason."""

import os
from pathlib import Path

import pytest
from all_games import ALL_GAMES, CATALOG, FILES

from hunt_ai import Game, InvalidGame, load_game
from hunt_ai.games.catalog import MORE_GAMES

TIGER = """
format = 1
title = { en = "T", zh = "虎" }
board = "alquerque-5x5"
start = "...../...../T.o../...../....."
capture_goal = 1
[quarry]
name = "tiger"
letter = "T"
title = { en = "Tiger", zh = "虎" }
[pack]
name = "dog"
letter = "o"
title = { en = "Dog", zh = "犬" }
"""
BOARD = """
[board]
points = ["a1", "b1", "c1"]
lines = ["a1-b1-c1"]
"""

BAD_VARIANTS = {
    "double-tiger{capture_goal=0}": "capture_goal: input should be greater than or equal to 1",
    "double-tiger{capture_goal=17}": "capture_goal: 17 is more than the game's 16 dogs",
    "double-tiger{capture_goal=true}": "capture_goal: input should be a valid integer",
    "double-tiger{capture_goal=5.0}": "capture_goal: input should be a valid integer",
    "double-tiger{capture_goal='5'}": "capture_goal: input should be a valid integer",
    "double-tiger{capturegoal=5}": "capturegoal: unknown key; did you mean capture_goal?",
    "double-tiger{xyz=5}": "xyz: unknown key",
    "double-tiger{capture_goal}": "the variant cannot be read",
    "double-tiger{capture_goal=5,capture_goal=6}": "the variant cannot be read",
    "double-tiger{capture_goal=5": "a variant ends with a closing brace",
    "double-tiger{capture_goal=5}}": "the variant cannot be read",
    "double-tiger{a=[[[[": "a variant ends with a closing brace",
    "double-tiger{no_progress_limit=0}": "no_progress_limit: input should be greater than or equal to 1",
    "double-tiger{no_progress_limit=20000}": "no_progress_limit: input should be less than or equal to 10000",
    "double-tiger{first='dogs'}": "first: input should be 'quarry' or 'pack' (given: 'dogs')",
    "double-tiger{pack={letter='T'}}": "pack.letter: 'T' is the quarry's letter too",
    "double-tiger{pack={letter='oo'}}": "pack.letter: ",
    "double-tiger{pack={colour='red'}}": "pack.colour: unknown key",
    "double-tiger{pack={name='tigers'}}": "pack.name: 'tigers' is the quarry's name too",
    "double-tiger{pack.directions=['north']}": "pack.directions.0: ",
    "double-tiger{group_points=['z9']}": "group_points: z9 is no point of the board",
    "double-tiger{group_points=['b2','b2']}": "group_points: point b2 stands twice",
    "double-tiger{driven_out_of='meadow'}": "driven_out_of: no region is named 'meadow'",
    "double-tiger{progress=['capture','sleep']}": "progress.1: ",
    "double-tiger{judgement=['captures']}": "judgement: must name each of captures, driven-out, immobilised, no-progress once",
    "double-tiger{start='.....'}": "start: 1 ranks where the board has 5",
    "double-tiger{start='...../.5.5./T...T/.4.4./.....'}": "start: unknown character '5' on b4",
    "double-tiger{start='...../...../...../...../oooooo'}": "start: rank 1",
    "double-tiger{start='...../...../...../...../ooooo'}": "start: there is no 'T' on the board",
    "double-tiger{start='...../...../...../...../T....'}": "start: 0 dogs on the board and in hand",
    "double-tiger{board='deer-35'}": "start: 5 ranks where the board has 9",
    "double-tiger{board='deer-36'}": "board: no board is named 'deer-36'",
    "double-tiger{format=2}": "format: input should be 1 (given: 2)",
    "double-tiger{base='dog-deer'}": "base: a variant is of the game in front of it",
    "double-tiger{family='chess'}": "family: 'chess' is neither hunt nor jungle",
    "double-tiger{family='jungle'}": "unknown key",
    "double-tiger{hand=65}": "hand: input should be less than or equal to 64",
    "jungle-arena{ban_window=8}": "ban_window: input should be less than or equal to 7",
    "jungle-arena{hand=3}": "hand: unknown key",
    "jungle-arena{lion_jumps='diagonal'}": "lion_jumps: ",
    "jungle-arena{start='......./......./......./......./......./......./......./......./.......'}": "start: there are no beasts",
    "tiger": "no game is named 'tiger'",
    "double-tigre": "did you mean double-tiger?",
    "": "no game is named ''",
    "no/such.toml": "no/such.toml: the file cannot be read",
    "Double-Tiger": "did you mean double-tiger?",
}
BAD_FILES = {
    "not TOML": ("title = ", "the file is not TOML"),
    "title missing": (TIGER.replace('title = { en = "T", zh = "虎" }\n', "", 1), "title: this key is missing"),
    "Chinese title missing": (TIGER.replace(', zh = "虎" }\nboard', " }\nboard"), "title.zh: this key is missing"),
    "no board": (TIGER.replace('board = "alquerque-5x5"\n', ""), "board: this key is missing"),
    "two jumps": (
        TIGER.replace('board = "alquerque-5x5"', "").replace("...../...../T.o../...../.....", "T.o")
        + '[board]\npoints = { a1 = [0, 0], b1 = [1, 0], c1 = [2, 0] }\nlines = ["a1-b1-c1", "a1-c1"]',
        "board: a1-c1 is both a step and a jump over b1",
    ),
    "unknown point in a line": (
        TIGER.replace('board = "alquerque-5x5"', "") + BOARD.replace('"a1-b1-c1"', '"a1-d1"'),
        "lines: 'a1-d1' goes through 'd1', which is no point of the board",
    ),
    "a line of one point": (
        TIGER.replace('board = "alquerque-5x5"', "") + BOARD.replace('"a1-b1-c1"', '"a1"'),
        "lines: 'a1' is no path",
    ),
    "a point twice": (
        TIGER.replace('board = "alquerque-5x5"', "") + BOARD.replace('"c1"]', '"b1"]'),
        "point b1 stands twice",
    ),
    "a bad point name": (TIGER.replace('board = "alquerque-5x5"', "") + BOARD.replace('"c1"]', '"C1"]'), "board"),
    "too many points": (
        TIGER.replace('board = "alquerque-5x5"', "")
        + "[board]\nlines=[]\npoints=["
        + ",".join(f'"{file}{rank}"' for file in "abcde" for rank in range(1, 15))
        + "]",
        "a board has 2 to 64 points, not 70",
    ),
    "region off the board": (TIGER + '[regions]\nhome = ["z1"]', "regions.home: z1 is no point of the board"),
    "base is no text": ("base = 3", "base: names a game"),
    "base unknown": ('base = "double-tigre"', "did you mean double-tiger?"),
    "control characters": (TIGER.replace('en = "T"', 'en = "T\\u001b[2J"'), "title.en: "),
}


@pytest.mark.parametrize(("game", "message"), BAD_VARIANTS.items())
def test_bad_games_are_refused(game: str, message: str) -> None:
    with pytest.raises(InvalidGame) as refusal:
        load_game(game)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("content", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_bad_files_are_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "game.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidGame) as refusal:
        load_game(str(path))
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value) or "double-tigre" in str(refusal.value)


def test_odd_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "large.toml").write_text("#" * 2_000_000)
    (tmp_path / "deep.toml").write_text("a = " + "[" * 50_000)
    (tmp_path / "loop.toml").write_text('base = "./loop.toml"')
    (tmp_path / "folder.toml").mkdir()
    for name in ("binary", "large", "deep", "loop", "folder"):
        with pytest.raises(InvalidGame):
            load_game(str(tmp_path / f"{name}.toml"))
    with pytest.raises(InvalidGame, match="named by a text"):
        load_game(3)


def test_a_game_is_the_same_object_until_its_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(TIGER, encoding="utf-8")
    first = load_game(str(path))
    assert load_game(str(path)) is first
    path.write_text(TIGER.replace("T.o..", "T.oo."), encoding="utf-8")
    os.utime(path, (1, 1))
    assert load_game(str(path)).dogs == 2


def test_a_file_can_build_on_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(TIGER, encoding="utf-8")
    (tmp_path / "next.toml").write_text('base = "./base.toml"\nno_progress_limit = 7', encoding="utf-8")
    rules = load_game(f"{tmp_path / 'next.toml'}{{pack={{name='hounds'}}}}")
    assert rules.settings.no_progress_limit == 7
    assert rules.sides == ("tiger", "hounds")


def test_names_and_hashes() -> None:
    assert len({load_game(game).hash for game in ALL_GAMES}) == len(ALL_GAMES)
    assert load_game("double-tiger{capture_goal=6}").hash == load_game("double-tiger").hash
    assert load_game("double-tiger{title={en='X'}}").hash == load_game("double-tiger").hash
    assert load_game("double-tiger{ capture_goal = 5 }").hash == load_game("double-tiger{capture_goal=5}").hash
    assert (
        load_game(str(FILES / "small-tiger.toml")).hash
        == load_game("double-tiger{capture_goal=4,no_progress_limit=60}").hash
    )


@pytest.mark.parametrize("game", CATALOG)
def test_titles_sides_and_starts(game: str) -> None:
    rules = load_game(game)
    assert rules.settings.title.en
    assert rules.settings.title.zh
    assert rules.sides_in_order[0] == Game(game).side_to_move
    assert Game(game).position() == rules.start_text
    assert set(MORE_GAMES) < set(CATALOG)


def test_a_changed_base_is_noticed_and_marks_of_windows_editors_are_read(tmp_path: Path) -> None:
    base, top = tmp_path / "base.toml", tmp_path / "top.toml"
    base.write_text(TIGER, encoding="utf-8-sig")
    top.write_text('base = "./base.toml"', encoding="utf-8-sig")
    assert load_game(str(top)).dogs == 1
    base.write_text(TIGER.replace("T.o..", "T.oo."), encoding="utf-8-sig")
    assert load_game(str(top)).dogs == 2


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(InvalidGame, match="the variant cannot be read"):
        load_game(f"double-tiger{{capture_goal={'9' * 5000}}}")
