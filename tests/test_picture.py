"""Pictures: valid, deterministic, showing what they must, written whole or not at all."""

import io
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import matplotlib
import matplotlib.image
import pytest
from all_games import ALL_GAMES, random_game

from hunt_ai import Game
from hunt_ai.core.errors import UserError
from hunt_ai.games.picture.diagram import Area, Diagram, Line, Mark, Piece
from hunt_ai.games.picture.png import write_png
from hunt_ai.games.picture.rows import in_rows
from hunt_ai.games.picture.save import game_scene, game_svg, save_png, save_svg
from hunt_ai.games.picture.scene import PAPER, Polygon, Scene, Segment, Text, make_scene
from hunt_ai.games.picture.svg import scene_to_svg

DIAGRAM = Diagram("points", {"a1": (0, 0), "b1": (1, 0)}, (Line("a1", "b1"),), (Area("swamp", ("a1",)),))


def png_bytes(scene: Scene) -> bytes:
    stream = io.BytesIO()
    write_png(scene, stream)
    return stream.getvalue()


def run_python(code: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    ).stdout


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
    for last in (None, Mark(None, "a1"), Mark("a1", "b1"), Mark("a1", "a1")):
        ElementTree.fromstring(
            scene_to_svg(make_scene(DIAGRAM, {}, last_move=last, arrows=[Mark(None, "b1"), Mark("b1", "b1")]))
        )


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


def test_the_picture_is_the_same_in_every_process() -> None:
    code = "import hunt_ai; print(hunt_ai.Game('bagh-chal').svg(), hunt_ai.Game('double-tiger').svg(arrows=['a3xc1']))"
    assert len({run_python(code, PYTHONHASHSEED=seed) for seed in "0123"}) == 1


def test_drawing_libraries_are_loaded_only_for_a_png() -> None:
    code = "import sys, hunt_ai.games.picture.save; print({'numpy', 'matplotlib'} & set(sys.modules))"
    assert run_python(code).strip() == "set()"


@pytest.mark.parametrize(
    ("name", "value"),
    [("savefig.bbox", "tight"), ("path.sketch", (1, 100, 2)), ("lines.scale_dashes", False), ("text.usetex", True)],
)
def test_a_users_matplotlib_settings_change_nothing(name: str, value: object) -> None:
    scene = game_scene(Game("double-tiger"))
    plain = png_bytes(scene)
    with matplotlib.rc_context({name: value}):
        assert png_bytes(scene) == plain
        assert matplotlib.rcParams[name] == value


def test_a_png_is_not_blank_and_has_the_size_of_its_scene() -> None:
    scene = game_scene(Game("jungle-arena"))
    pixels = matplotlib.image.imread(io.BytesIO(png_bytes(scene)))
    assert pixels.shape[:2] == (2 * scene.height, 2 * scene.width)
    assert pixels[..., :3].std() > 0.1


def test_scenes_in_rows_keep_their_shapes() -> None:
    one = game_scene(Game("dog-deer"))
    page = in_rows([one, one, one], 2)
    assert (page.width, page.height) == (2 * one.width, 2 * one.height)
    assert in_rows([one], 3).shapes[1:] == one.shapes
    count = len(one.shapes)
    background, first, second, third = page.shapes[0], *(page.shapes[1 + n * count :][:count] for n in range(3))
    assert background == Polygon(((0, 0), (page.width, 0), (page.width, page.height), (0, page.height)), PAPER)
    assert first == one.shapes
    for shapes, right, down in ((second, one.width, 0.0), (third, 0.0, one.height)):
        for moved, shape in zip(shapes, one.shapes, strict=True):
            match shape:
                case Polygon(points):
                    assert moved == replace(shape, points=tuple((x + right, y + down) for x, y in points))
                case Segment(x1, y1, x2, y2):
                    assert moved == replace(shape, x1=x1 + right, y1=y1 + down, x2=x2 + right, y2=y2 + down)
                case _:
                    assert moved == replace(shape, x=shape.x + right, y=shape.y + down)


def test_labels_stay_on_top_of_arrows() -> None:
    """A jump goes right over the group that it takes from: its height must be readable."""
    svg = game_svg(Game("double-tiger"), arrows=["a3xc1"])
    drawn = [element for element in ElementTree.fromstring(svg) if element.tag.endswith(("line", "polygon", "text"))]
    last_arrow = max(n for n, element in enumerate(drawn) if not element.tag.endswith("text"))
    labels = [element.text for element in drawn[last_arrow + 1 :]]
    assert (labels.count("4"), labels.count("T")) == (4, 2)


@pytest.mark.parametrize("character", ["\x00", "\x07", "\ud800", "\uffff"])
def test_what_xml_cannot_hold_is_replaced(character: str) -> None:
    svg = scene_to_svg(make_scene(DIAGRAM, {"a1": Piece(0, character)}, title=f"a{character}b"))
    assert "a\ufffdb" in texts(svg.encode().decode())


@pytest.mark.parametrize("text", ["\x07", "\u0e44\u0e17\u0e22", "\U0001f98c"])
def test_a_png_says_which_text_it_cannot_show(text: str) -> None:
    with pytest.raises(UserError, match="a PNG cannot show"):
        png_bytes(make_scene(DIAGRAM, {}, title=text))


def test_long_texts_fit_on_the_page() -> None:
    caption = "Somebody to move · 16 in hand · 0 of 8 taken · 199 of 200 plies idle"
    scene = make_scene(DIAGRAM, {}, title="name " * 60, caption=caption)
    title, below = [shape for shape in scene.shapes if isinstance(shape, Text)][-2:]
    assert title.text.endswith("…")
    assert scene.title == "name " * 60
    assert below.text == caption
    assert 8 <= title.size < below.size < 13


def test_chinese_pictures() -> None:
    assert "双虎棋" in game_svg(Game("double-tiger"), language="zh")


def test_a_chinese_png_without_a_chinese_font_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hunt_ai.games.picture import png

    monkeypatch.setattr(png, "CHINESE_FONTS", ())
    with pytest.raises(UserError, match="needs a Chinese font"):
        save_png(Game("double-tiger"), tmp_path / "zh.png", language="zh")
    assert not list(tmp_path.iterdir())
