"""The board of Dou Shou Qi: cells by name, water, dens and traps.

9   . . # D # . .      D den, # trap, ~ water; red below, blue above
8   . . . # . . .
7   . . . . . . .
6   . ~ ~ . ~ ~ .
5   . ~ ~ . ~ ~ .
4   . ~ ~ . ~ ~ .
3   . . . . . . .
2   . . . # . . .
1   . . # D # . .
    a b c d e f g
"""

FILES, RANKS = "abcdefg", range(1, 10)
CELLS = tuple(f"{file}{rank}" for rank in RANKS for file in FILES)
BITS = {cell: number for number, cell in enumerate(CELLS)}
ROWS = tuple(tuple(f"{file}{rank}" for file in FILES) for rank in reversed(RANKS))
RIVERS = tuple(frozenset(f"{file}{rank}" for file in files for rank in (4, 5, 6)) for files in ("bc", "ef"))
WATER = frozenset().union(*RIVERS)
DENS = ("d1", "d9")
TRAPS = (frozenset({"c1", "e1", "d2"}), frozenset({"c9", "e9", "d8"}))
BEASTS = "RCDWPTLE"  # by number: a beast's strength less one
RAT, TIGER, LION = 0, 5, 6
BEAST_TITLES = (
    ("Rat", "鼠"), ("Cat", "猫"), ("Dog", "狗"), ("Wolf", "狼"), ("Leopard", "豹"), ("Tiger", "虎"), ("Lion", "狮"),
    ("Elephant", "象"),
)  # fmt: skip
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))  # (files, ranks): up, down, right, left


def step(cell: str, way: tuple[int, int], count: int = 1) -> str | None:
    """The cell `count` steps away, None off the board."""
    file, rank = FILES.index(cell[0]) + way[0] * count, int(cell[1:]) + way[1] * count
    return f"{FILES[file]}{rank}" if 0 <= file < 7 and 1 <= rank <= 9 else None


def river_jump(cell: str, way: tuple[int, int]) -> tuple[str, frozenset[str]] | None:
    """(landing cell, water cells on the path) from a land cell over the water beside it; None without water."""
    path: list[str] = []
    here = step(cell, way)
    while here in WATER:
        path.append(here)
        here = step(here, way)
    return (here, frozenset(path)) if path and here and cell not in WATER else None
