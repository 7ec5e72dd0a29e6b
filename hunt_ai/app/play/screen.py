"""The board and the moves as lines of text: plain, or in colour for a screen that is drawn anew each time."""

import math
import re
from collections.abc import Mapping, Sequence

from hunt_ai.app.play.texts import TEXTS, piece_symbol, screen_key
from hunt_ai.core.width import clip, display_width, pad
from hunt_ai.games.game import Game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.jungle.board import BEAST_TITLES, BEASTS

CLEAR = "\x1b[H\x1b[2J"
PITCH = 3  # columns from file to file, in colour
GAP = 4  # columns between the board and the moves
CELL = 9  # columns that a move and its number take
COLOURS = {"hunt": ("1;33", "1;36"), "jungle": ("1;31", "1;94")}  # by side number
GROUND = {"~": "36", "#": "35", "@": "1;35", ".": "2"}
GROUND_ZH = {"#": "阱", "@": "穴"}
POINT = re.compile(r"[a-z][0-9]+")


def paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def picture(game: Game, moves: Sequence[str], width: int, language: str, colour: bool, over: bool = False) -> list[str]:
    """The board, the moves beside it (below where that is too narrow), and what the board does not show.

    over: nobody is to move any more.
    """
    board = _coloured_board(game, language) if colour else game.rules.ascii_board(game.row).split("\n")
    columns = max(display_width(_bare(line)) for line in board)
    beside = width - columns - GAP
    caption = game.rules.caption(game.row, language)
    if over:
        caption = caption.partition(" · ")[2]
    if not moves:
        return [*board, caption]
    say = TEXTS[language]
    most = (beside + 1) // CELL
    if most * len(board) < len(moves):  # no room beside it
        listed = move_table(moves, math.ceil(len(moves) / max((width + 1) // CELL, 1)))
        return [*board, caption, say["moves"], *listed]
    listed = [say["moves"], *move_table(moves, len(board) - 1 if most * (len(board) - 1) >= len(moves) else len(board))]
    if len(listed) > len(board):
        listed.pop(0)
    listed += [""] * (len(board) - len(listed))
    both = [
        (line + " " * (columns - display_width(_bare(line)) + GAP) + right).rstrip()
        for line, right in zip(board, listed, strict=True)
    ]
    return [*both, caption]


def move_table(moves: Sequence[str], most_rows: int) -> list[str]:
    """The moves with their numbers in at most so many rows, numbered downwards."""
    columns = math.ceil(len(moves) / most_rows)
    rows = math.ceil(len(moves) / columns)
    cells = [pad(f"{number:>2} {move}", CELL) for number, move in enumerate(moves, 1)]
    return ["".join(cells[row::rows]).rstrip() for row in range(rows)]


def full_screen(
    game: Game,
    moves: Sequence[str],
    heading: Sequence[str],
    recent: str,
    width: int,
    language: str,
    over: bool = False,
) -> list[str]:
    """All of the screen but for what was said last and the prompt."""
    top = [paint(clip(heading[0], width), "1"), *(paint(clip(line, width), "2") for line in heading[1:])]
    key = [paint(clip(line, width), "2") for line in screen_key(game.rules, language)]
    return [*top, "", *picture(game, moves, width, language, True, over), *([recent] if recent else []), *key]


def _bare(line: str) -> str:
    """A line without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def _coloured_board(game: Game, language: str) -> list[str]:
    """The plain board, its characters exchanged and painted; the points of the last move stand out."""
    *ranks, files = game.rules.ascii_board(game.row).split("\n")
    symbols = _symbols(game, language)
    last = set(POINT.findall(game.moves[-1])) if game.moves else set()
    names = files[3::2]
    lines = []
    for line in ranks:
        cells = []
        for file, character in zip(names, line[3::2].ljust(len(names)), strict=True):
            point = f"{file}{line[:2].strip()}"
            ground = GROUND_ZH.get(character, character) if language == "zh" else character
            text, code = symbols.get(point, (ground, GROUND.get(character, "0")))
            cells.append(paint(pad(text, 2), f"{code};7" if point in last else code) if text != " " else "  ")
            cells.append(" " * (PITCH - 2))
        lines.append(paint(line[:2], "2") + " " + "".join(cells))
    return [*lines, "   " + paint("".join(pad(file, PITCH) for file in names), "2")]


def _symbols(game: Game, language: str) -> Mapping[str, tuple[str, str]]:
    """(text, colour) of what stands on the board, by point."""
    rules = game.rules
    colours = COLOURS["hunt" if isinstance(rules, HuntGame) else "jungle"]
    symbols = {}
    for point, piece in rules.pieces(game.row).items():
        if isinstance(rules, HuntGame):
            text = piece_symbol(rules, piece.side, piece.count, language)
        elif language == "zh":
            text = BEAST_TITLES[BEASTS.index(piece.letter)][1]
        else:
            text = piece.letter if piece.side == 0 else piece.letter.lower()
        symbols[point] = (text, colours[piece.side])
    return symbols
