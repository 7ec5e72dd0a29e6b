"""A jungle rule set: settings turned into texts, moves, actions, symmetry and the kernels' record."""

import functools
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from hunt_ai.games.jungle.board import (
    BEAST_TITLES,
    BEASTS,
    BITS,
    CELLS,
    DENS,
    LION,
    RAT,
    RIVERS,
    ROWS,
    TIGER,
    TRAPS,
    WATER,
    WAYS,
    river_jump,
    step,
)  # fmt: skip
from hunt_ai.games.jungle.spec import JungleSettings
from hunt_ai.games.jungle.text import (
    SIDES,
    JunglePosition,
    pack_row,
    read_beasts,
    read_position,
    unpack_row,
    write_position,
)  # fmt: skip
from hunt_ai.games.kernels.jungle_layout import POSITION_WORDS
from hunt_ai.games.picture.diagram import Area, Diagram, Piece
from hunt_ai.games.ruleset import Automorphism, InvalidPosition, Row, Ruleset
from hunt_ai.games.settings import InvalidGame

_MOVE = re.compile(r"([a-g][1-9])([-x])([a-g][1-9])")


def _a(beast: int) -> str:
    name = BEAST_TITLES[beast][0].lower()
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


class JungleGame(Ruleset):
    """One jungle rule set or variant; InvalidGame where its start position is none."""

    family = "jungle"
    words = POSITION_WORDS
    sides = SIDES
    points = CELLS
    bits = BITS
    max_moves = 40  # eight beasts, four ways each, and the jumps of lion and tiger
    settings: JungleSettings

    def __init__(self, name: str, settings: JungleSettings) -> None:
        super().__init__(name, settings)
        try:
            self._start = JunglePosition(read_beasts(settings.start), self.first, 0)
        except InvalidPosition as error:
            raise InvalidGame(f"{name}: start: {str(error).removeprefix('position: ')}") from None

    @property
    def first(self) -> int:
        return SIDES.index(self.settings.first)

    @property
    def start_text(self) -> str:
        return write_position(self._start)

    @property
    def side_titles(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        return {"en": "Red", "zh": "红方"}, {"en": "Blue", "zh": "蓝方"}

    # -- texts

    def parse_position(self, text: str) -> Row:
        return pack_row(read_position(text, self.settings.no_progress_limit))

    def format_position(self, row: Row) -> str:
        return write_position(unpack_row(row))

    def move_text(self, row: Row, move: int) -> str:
        start, to = move & 63, move >> 6
        taken = int(row[0] | row[1]) >> to & 1
        return f"{CELLS[start]}{'x' if taken else '-'}{CELLS[to]}"

    def why_illegal(self, row: Row, text: str) -> str:
        found = _MOVE.fullmatch(text)
        if not found:
            return "it is no move text such as a3-a4, a3xa4 or d4-a4"
        start, mark, to = found.groups()
        position = unpack_row(row)
        side, beast = position.beasts.get(start, (None, 0))
        if side != position.side:
            return f"{start} holds no beast of the side to move, {SIDES[position.side]}"
        if reason := self._why_out_of_reach(position, beast, start, to):
            return reason
        target = position.beasts.get(to)
        if target and target[0] == side:
            return f"{to} holds a beast of the same side"
        if target and (reason := self._why_not_taken(position, beast, start, target[1], to)):
            return reason
        if reason := self._why_banned(row, start, to):
            return reason
        right = "x" if target else "-"
        return (
            f"{to} is {'occupied' if target else 'empty'}: write {start}{right}{to}"
            if mark != right
            else "it is banned"
        )

    def _why_out_of_reach(self, position: JunglePosition, beast: int, start: str, to: str) -> str | None:
        name = _a(beast)
        if to == DENS[position.side]:
            return "a beast may not enter its own den"
        if any(step(start, way) == to for way in WAYS):
            return f"only rats enter water, and {start} holds {name}" if to in WATER and beast != RAT else None
        for number, way in enumerate(WAYS):
            jump = river_jump(start, way)
            if jump and jump[0] == to:
                return self._why_no_jump(position, beast, number, jump[1])
        return f"{to} is not one step from {start}" + (" nor a river jump away" if beast in (TIGER, LION) else "")

    def _why_no_jump(self, position: JunglePosition, beast: int, way: int, path: frozenset[str]) -> str | None:
        jumps = {LION: self.settings.lion_jumps, TIGER: self.settings.tiger_jumps}.get(beast, "none")
        name = _a(beast)
        if jumps == "none":
            return f"{name} does not jump the river"
        if jumps not in ("both", "file" if way < 2 else "rank"):
            return f"{name} jumps the river only along a {jumps}"
        any_rat = self.settings.jump_blockers == "any-rat-in-river"
        cells = next(river for river in RIVERS if path <= river) if any_rat else path
        for cell, (side, other) in position.beasts.items():
            if cell in cells and other == RAT and (any_rat or side != position.side):
                return f"the rat on {cell} blocks the jump"
        return None

    def _why_not_taken(self, position: JunglePosition, beast: int, start: str, target: int, to: str) -> str | None:
        name, other = _a(beast), _a(target)
        rats = beast == target == RAT
        if (start in WATER) != (to in WATER) and not (rats and self.settings.rats_take_across_bank):
            return f"{name} may not take {other} across the bank"
        if start in TRAPS[1 - position.side] and not self.settings.trapped_may_take:
            return f"what stands on {start} is in an enemy trap and has lost its strength"
        if to in TRAPS[position.side] or (beast == RAT and target == len(BEASTS) - 1):
            return None
        if beast < target or (target == RAT and beast == len(BEASTS) - 1):
            return f"{name} may not take {other}"
        return None

    def _why_banned(self, row: Row, start: str, to: str) -> str | None:
        from hunt_ai.games.kernels.rows import jungle_bans

        rules = self.settings
        by_repeats, by_run = (int(cells) >> BITS[to] & 1 for cells in jungle_bans(self.kernel_rules, row, BITS[start]))
        if by_repeats:
            return (
                f"the {rules.ban_window}-{rules.ban_repeats} ban: this beast entered {to} {rules.ban_repeats} times or "
                f"more within its side's last {rules.ban_window} moves"
            )
        if by_run:
            return (
                f"the {rules.ban_run}-{rules.ban_cells} ban: the last {rules.ban_run} moves were all this beast's, "
                f"within {rules.ban_cells} cells, {to} among them"
            )
        return None

    # -- pictures

    def pieces(self, row: Row) -> dict[str, Piece]:
        return {
            cell: Piece(side, BEASTS[beast], 1, BEAST_TITLES[beast][0])
            for cell, (side, beast) in unpack_row(row).beasts.items()
        }

    def caption(self, row: Row, language: str = "en") -> str:
        position = unpack_row(row)
        side, limit = self.side_titles[position.side][language], self.settings.no_progress_limit
        if language == "zh":
            return f"轮到{side} · 无吃子 {position.idle}/{limit}"
        return f"{side} to move · {position.idle} of {limit} plies without a capture"

    def ascii_board(self, row: Row) -> str:
        rows = self.format_position(row).split(" ")[0].split("/")
        ground = dict.fromkeys(WATER, "~") | dict.fromkeys(TRAPS[0] | TRAPS[1], "#") | dict.fromkeys(DENS, "@")
        lines = [
            f"{cells[0][1:]:>2} "
            + " ".join(ground.get(cell, ".") if c == "." else c for cell, c in zip(cells, part, strict=True))
            for cells, part in zip(ROWS, rows, strict=True)
        ]
        return "\n".join([*lines, "   a b c d e f g"])

    @functools.cached_property
    def diagram(self) -> Diagram:
        places = {cell: (float("abcdefg".index(cell[0])), float(cell[1:])) for cell in CELLS}
        areas = [Area("river", tuple(sorted(river))) for river in RIVERS]
        areas += [Area("trap", tuple(sorted(traps)), side) for side, traps in enumerate(TRAPS)]
        areas += [Area("den", (den,), side) for side, den in enumerate(DENS)]
        return Diagram("cells", places, (), tuple(areas))

    # -- what kernels and searchers take

    @functools.cached_property
    def kernel_rules(self) -> Any:
        from hunt_ai.games.jungle.table import build_table
        from hunt_ai.games.kernels.jungle import JungleRules

        return JungleRules(build_table(self.settings))

    @functools.cached_property
    def _action_pairs(self) -> tuple[tuple[str, str], ...]:
        from hunt_ai.games.jungle.table import list_actions

        return list_actions(self.settings)

    @functools.cached_property
    def actions(self) -> tuple[str, ...]:
        return tuple(f"{start}-{to}" for start, to in self._action_pairs)

    @functools.cached_property
    def automorphisms(self) -> tuple[Automorphism, ...]:
        from hunt_ai.games.jungle.table import list_jumps, list_steps
        from hunt_ai.games.symmetry import automorphisms

        colours = [
            (cell in WATER, *(cell == den for den in DENS), *(cell in traps for traps in TRAPS)) for cell in CELLS
        ]
        steps = [(BITS[a], BITS[b]) for a, b in list_steps()]
        along = [[(BITS[a], BITS[b]) for a, b, way, _ in list_jumps() if way in ways] for ways in ((0, 1), (2, 3))]
        number = {pair: n for n, pair in enumerate(self._action_pairs)}
        result = []
        for mapping in automorphisms(colours, [steps, *along], ()):
            actions = [number[CELLS[mapping[BITS[a]]], CELLS[mapping[BITS[b]]]] for a, b in self._action_pairs]
            result.append(Automorphism(np.array(mapping), np.array(actions)))
        return tuple(result)

    def transform(self, row: Row, automorphism: Automorphism) -> Row:
        image = [*(int(cell) for cell in automorphism.points), 63]  # 63 stands for no cell
        words = [0] * POSITION_WORDS
        old = [int(word) for word in row]
        for word in range(5):
            words[word] = sum(1 << image[cell] for cell in range(len(CELLS)) if old[word] >> cell & 1)
        for recent, older in ((5, 6), (7, 8)):
            lanes = [old[recent] >> 9 * lane & 511 for lane in range(7)]
            words[recent] = sum((lane & 448 | image[lane & 63]) << 9 * n for n, lane in enumerate(lanes))
            words[older] = sum(image[old[older] >> 6 * lane & 63] << 6 * lane for lane in range(10))
        words[9] = old[9]
        return np.array(words, dtype=np.uint64)

    def image_table(self, automorphism: Automorphism) -> np.ndarray:
        from hunt_ai.games.jungle.table import move_zobrist_words

        return move_zobrist_words(self.kernel_rules.table, automorphism.points)
