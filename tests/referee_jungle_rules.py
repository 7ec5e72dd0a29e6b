"""Dou Shou Qi (Jungle) as data for the naive referee: board, rule parameters and the names of events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee_base import words

JUNGLE_EVENTS = words(
    """
    step capture equal-rank-capture rat-takes-elephant rat-takes-rat-in-water rat-takes-rat-across-bank
    take-in-own-trap elephant-takes-rat-in-trap trapped-beast-captures river-jump river-jump-capture
    jump-over-own-rat jump-past-enemy-rat
    rank-refused elephant-may-not-take-rat trapped-beast-may-not-capture rat-may-not-take-rat-across-bank
    rat-may-not-take-elephant-across-bank own-den-refused water-refused
    jump-blocked-by-own-rat-on-path jump-blocked-by-enemy-rat-on-path
    jump-blocked-by-own-rat-off-path jump-blocked-by-enemy-rat-off-path tiger-may-not-jump-along-file
    ban-7-3 ban-7-3-lifted-by-trap ban-7-3-lifted-by-chase ban-7-3-lifted-by-chase-across-river ban-7-3-outside-window
    ban-17-5 ban-17-5-lifted-by-trap ban-17-5-while-chased ban-17-5-sixth-cell
    banned-capture banned-jump ban-across-timeout immobilised-by-bans
    den no-beasts immobilised no-progress timeout timeout-loses timeout-not-in-a-row
    den-before-no-beasts den-before-immobilised den-before-no-progress
    no-beasts-before-immobilised no-beasts-before-no-progress immobilised-before-no-progress
    timeout-before-immobilised timeout-before-no-progress
    """
)

DIRECTIONS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
ALONG = {"up": "file", "down": "file", "left": "rank", "right": "rank"}
FILES, RANKS = "abcdefg", range(1, 10)


def neighbour(cell: str, way: str) -> str | None:
    """The next cell that way, None off the board."""
    right, up = DIRECTIONS[way]
    letter, rank = chr(ord(cell[0]) + right), int(cell[1]) + up
    return f"{letter}{rank}" if letter in FILES and rank in RANKS else None


NEIGHBOURS = {f"{x}{y}": {way: neighbour(f"{x}{y}", way) for way in DIRECTIONS} for x in FILES for y in RANKS}


@dataclass(frozen=True)
class JungleDefinition:
    """The rules of one rule set. Cells are names such as `d1`; beasts are their upper-case letters.

    strength: weakest first. also_takes, never_takes: (attacker, victim) pairs against the order of strength.
    jumps: along which of "rank", "file" a beast jumps rivers. A rat blocks a jump when it swims on the path, or with
    rat_blocks_whole_river anywhere in that river; own rats block only with own_rat_blocks.
    timeouts_lose: how many lost turns in a row lose the game.
    ban_7_3_*, ban_17_5_*: a window of None switches the ban off.
    """

    start: str = "l.....t/.d...c./r.p.w.e/......./......./......./E.W.P.R/.C...D./T.....L r 0"
    dens: Mapping[str, str] = field(default_factory=lambda: {"red": "d1", "blue": "d9"})
    traps: Mapping[str, frozenset[str]] = field(
        default_factory=lambda: {"red": words("c1 e1 d2"), "blue": words("c9 e9 d8")}
    )
    rivers: tuple[frozenset[str], ...] = (words("b4 b5 b6 c4 c5 c6"), words("e4 e5 e6 f4 f5 f6"))
    strength: str = "RCDWPTLE"
    also_takes: frozenset[tuple[str, str]] = frozenset({("R", "E")})
    never_takes: frozenset[tuple[str, str]] = frozenset({("E", "R")})
    swimmers: frozenset[str] = frozenset("R")
    jumps: Mapping[str, frozenset[str]] = field(
        default_factory=lambda: {"L": words("rank file"), "T": words("rank file")}
    )
    own_rat_blocks: bool = False
    rat_blocks_whole_river: bool = False
    rat_takes_rat_across_bank: bool = True
    trapped_beast_may_capture: bool = False
    timeouts_lose: int = 1
    no_progress_limit: int | None = 200
    ban_7_3_window: int | None = 7
    ban_7_3_entries: int = 3
    ban_7_3_lifted_by_trap: bool = True
    ban_7_3_lifted_by_chase: bool = True
    ban_17_5_window: int | None = 17
    ban_17_5_cells: int = 5
    ban_17_5_lifted_by_trap: bool = True

    def takes_by_rank(self, attacker: str, victim: str) -> bool:
        if (attacker, victim) in self.also_takes:
            return True
        if (attacker, victim) in self.never_takes:
            return False
        return self.strength.index(attacker) >= self.strength.index(victim)


def other(side: str) -> str:
    return "blue" if side == "red" else "red"


def between(start: str, to: str) -> list[str]:
    """The cells strictly between two cells on one file or rank."""
    way = next(way for way in DIRECTIONS if to in ray(start, way))
    line = ray(start, way)
    return line[: line.index(to)]


def ray(start: str, way: str) -> list[str]:
    line, cell = [], NEIGHBOURS[start][way]
    while cell is not None:
        line.append(cell)
        cell = NEIGHBOURS[cell][way]
    return line
