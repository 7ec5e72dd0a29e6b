"""Pictures: valid, deterministic, showing what they must, written whole or not at all."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from all_games import ALL_GAMES, random_game

from hunt_ai import Game
from hunt_ai.core.errors import UserError
from hunt_ai.games.picture.diagram import Area, Diagram, Line, Mark, Piece
from hunt_ai.games.picture.save import game_svg, save_png, save_svg
from hunt_ai.games.picture.scene import make_scene
from hunt_ai.games.picture.svg import scene_to_svg

DIAGRAM = Diagram("points", {"a1": (0, 0), "b1": (1, 0)}, (Line("a1", "b1"),), (Area("swamp", ("a1",)),))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_game_has_a_picture(game: str, tmp_path: Path) -> None:
    played = random_game(game, 1, 15)
    svg = game_svg(played, arrows=played.legal_moves()[:2])
    assert svg == game_svg(played, arrows=played.legal_moves()[:2])
    shown = texts(svg)
    for piece in played.rules.pieces(played.row).values():
        label = str(piece.count) if piece.count > 1 else piece.letter
        assert label in shown or label == "o"
    assert played.rules.caption(played.row) in shown
    save_png(played, tmp_path / "board.png")
    save_png(played, tmp_path / "again.png")
    content = (tmp_path / "board.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert content == (tmp_path / "again.png").read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


def test_hostile_texts_are_escaped() -> None:
    scene = make_scene(DIAGRAM, {"a1": Piece(0, "<")}, title='<script>&"', caption="]]>")
    svg = scene_to_svg(scene)
    assert "<script>" not in svg
    assert texts(svg)[-2:] == ['<script>&"', "]]>"]


def test_empty_boards_and_odd_marks() -> None:
    for last in (None, Mark(None, "a1"), Mark("a1", "b1")):
        ElementTree.fromstring(scene_to_svg(make_scene(DIAGRAM, {}, last_move=last, arrows=[Mark(None, "b1")])))


@pytest.mark.parametrize("arrow", ["a3-z9", "a3", "pass", "a3-a3", "<a3-a4>"])
def test_an_arrow_must_be_a_move_of_the_board(arrow: str) -> None:
    with pytest.raises(UserError, match="arrow"):
        game_svg(Game("double-tiger"), arrows=[arrow])


def test_nothing_is_left_where_a_picture_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "file").write_text("")
    for target in (tmp_path / "file" / "x.svg", tmp_path / "folder.svg"):
        for save in (save_svg, save_png):
            with pytest.raises(UserError, match="cannot be written"):
                save(Game("double-tiger"), target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.svg"]


def test_chinese_pictures() -> None:
    assert "双虎棋" in game_svg(Game("double-tiger"), language="zh")


def test_a_chinese_png_without_a_chinese_font_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hunt_ai.games.picture import png

    monkeypatch.setattr(png, "CHINESE_FONTS", ())
    with pytest.raises(UserError, match="needs a Chinese font"):
        save_png(Game("double-tiger"), tmp_path / "zh.png", language="zh")
    assert not list(tmp_path.iterdir())
