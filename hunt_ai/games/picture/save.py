"""The picture of a game: as SVG text, or written to a file whole or not at all."""

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.games.picture.diagram import Mark
from hunt_ai.games.picture.png import write_png
from hunt_ai.games.picture.scene import Scene, make_scene
from hunt_ai.games.picture.svg import scene_to_svg

if TYPE_CHECKING:
    from hunt_ai.games.game import Game

_MOVE = re.compile(r"(?:([a-z][0-9]+)[-x]|@)([a-z][0-9]+)")


def game_scene(
    game: "Game",
    arrows: Sequence[str] = (),
    last_move: bool = True,
    language: str = "en",
    ranked: bool = False,
    title: str | None = None,
) -> Scene:
    """The position of `game` with its last move marked and move texts as arrows; UserError for what is no move text.

    ranked: each arrow is fainter than the one before. title: the game's where it is None.
    """
    rules = game.rules
    marks = [_mark(game, text) for text in arrows]
    if bad := next((text for text, mark in zip(arrows, marks, strict=True) if mark is None), None):
        raise UserError(f"arrow {bad!r}: it is no move between points of {rules.name}")
    return make_scene(
        rules.diagram,
        rules.pieces(game.row),
        title=getattr(rules.settings.title, language) if title is None else title,
        caption=rules.caption(game.row, language),
        last_move=_mark(game, game.moves[-1]) if last_move and game.moves else None,
        arrows=[mark for mark in marks if mark],
        ranked=ranked,
    )


def game_svg(game: "Game", arrows: Sequence[str] = (), last_move: bool = True, language: str = "en") -> str:
    """The picture as a standalone SVG document."""
    return scene_to_svg(game_scene(game, arrows, last_move, language))


def save_svg(game: "Game", path: Path, arrows: Sequence[str] = (), language: str = "en", ranked: bool = False) -> None:
    """Write the picture as SVG."""
    _write(path, scene_to_svg(game_scene(game, arrows, language=language, ranked=ranked)).encode())


def save_png(game: "Game", path: Path, arrows: Sequence[str] = (), language: str = "en", ranked: bool = False) -> None:
    """Write the picture as PNG."""
    stream = io.BytesIO()
    write_png(game_scene(game, arrows, language=language, ranked=ranked), stream)
    _write(path, stream.getvalue())


def drawable(game: "Game", move: str) -> bool:
    """Whether a move text can be drawn as an arrow: a pass cannot."""
    return _mark(game, move) is not None


def _mark(game: "Game", move: str) -> Mark | None:
    """The places of a move text; None for a pass, an event, or no move of this board."""
    found = _MOVE.fullmatch(move)
    if not found or any(place not in game.rules.bits for place in found.groups() if place) or found[1] == found[2]:
        return None
    return Mark(found[1], found[2])


def _write(path: Path, content: bytes) -> None:
    with whole_file(path, "picture") as part:
        part.write_bytes(content)
