"""From a jungle rule set's settings to the flat table its kernels read, and to its list of actions."""

from collections.abc import Iterable

import numpy as np

from hunt_ai.games.jungle.board import (
    BITS,
    CELLS,
    DENS,
    LION,
    RIVERS,
    TIGER,
    TRAPS,
    WATER,
    WAYS,
    river_jump,
    step,
)  # fmt: skip
from hunt_ai.games.jungle.spec import JungleSettings
from hunt_ai.games.kernels import jungle_layout as at
from hunt_ai.games.zobrist import zobrist_words

_ALONG = {"both": (0, 1, 2, 3), "file": (0, 1), "rank": (2, 3), "none": ()}  # numbers of WAYS


def list_steps() -> frozenset[tuple[str, str]]:
    """All (from, to) between neighbouring cells."""
    return frozenset((cell, to) for cell in CELLS for way in WAYS if (to := step(cell, way)))


def list_jumps() -> tuple[tuple[str, str, int, frozenset[str]], ...]:
    """All (from, to, number of the way, water on the path) of river jumps."""
    jumps = ((cell, number, river_jump(cell, way)) for cell in CELLS for number, way in enumerate(WAYS))
    return tuple((cell, jump[0], number, jump[1]) for cell, number, jump in jumps if jump)


def list_actions(settings: JungleSettings) -> tuple[tuple[str, str], ...]:
    """Every (from, to) a move can have, ordered by cells; nothing enters a den except from the other side."""
    allowed = {*_ALONG[settings.lion_jumps], *_ALONG[settings.tiger_jumps]}
    pairs = list_steps() | {(start, to) for start, to, way, _ in list_jumps() if way in allowed}
    return tuple(sorted(pairs, key=lambda pair: (BITS[pair[0]], BITS[pair[1]])))


def build_table(settings: JungleSettings) -> np.ndarray:
    """[words] uint64, writable; the layout is `kernels/jungle_layout.py`."""
    table = np.zeros(at.HEADER_WORDS, dtype=np.uint64)
    for number, way in enumerate(WAYS):
        table[at.STEPS + 2 * number] = (7 * way[1] + way[0]) % 64
        table[at.STEPS + 2 * number + 1] = _mask(cell for cell in CELLS if step(cell, way))
        jumpers = [(LION, settings.lion_jumps), (TIGER, settings.tiger_jumps)]
        table[at.JUMP_BEASTS + number] = sum(1 << beast for beast, jumps in jumpers if number in _ALONG[jumps])
    for side in range(2):
        table[at.DENS + side] = _mask([DENS[side]])
        table[at.TRAPS + side] = _mask(TRAPS[side])
    table[at.WATER] = _mask(WATER)
    table[at.RATS_ACROSS] = settings.rats_take_across_bank
    table[at.TRAPPED_TAKES] = settings.trapped_may_take
    table[at.NO_PROGRESS_LIMIT] = settings.no_progress_limit
    table[at.JUDGEMENT] = sum(at.FLAG_NAMES.index(name) << 4 * place for place, name in enumerate(settings.judgement))
    if settings.ban_repeats:
        table[at.BAN_REPEATS] = settings.ban_repeats
        table[at.BAN_LANES] = sum(1 << 9 * lane + 8 for lane in range(settings.ban_window))
        table[at.BAN_LAST_AGE] = max(0, settings.ban_window - 1 - 2 * (settings.ban_repeats - 1))
    table[at.BAN_RUN] = settings.ban_run
    table[at.BAN_CELLS] = settings.ban_cells
    table[at.CHASE_LIFTS] = settings.chase_lifts_ban
    table[at.ALL_BANNED_LIFTS] = settings.all_banned == "lift"
    table[at.ZOBRIST : at.ZOBRIST_SIDE + 1] = zobrist_words(at.ZOBRIST_SIDE + 1 - at.ZOBRIST)

    table[at.JUMP_CELLS : at.JUMP_CELLS + 12 * at.CELLS : 3] = at.NO_CELL
    for start, to, number, path in list_jumps():
        place = at.JUMP_CELLS + 12 * BITS[start] + 3 * number
        table[at.BANK] |= np.uint64(1 << BITS[start])
        if settings.jump_blockers == "enemy-rat-on-path":
            words = BITS[to], _mask(path), 0
        else:
            river = _mask(next(river for river in RIVERS if path <= river))
            words = BITS[to], river, river
        table[place : place + 3] = words

    actions = list_actions(settings)
    table[at.ACTION_OF :] = at.NO_ACTION
    for action, (start, to) in enumerate(actions):
        table[at.ACTION_OF + (BITS[start] << 6 | BITS[to])] = action
    table[at.ACTIONS], table[at.ACTION_MOVES_AT] = len(actions), at.HEADER_WORDS
    moves = [BITS[start] | BITS[to] << 6 for start, to in actions]
    return np.concatenate([table, np.array(moves, dtype=np.uint64)])


def _mask(cells: Iterable[str]) -> int:
    return sum(1 << BITS[cell] for cell in cells)


def move_zobrist_words(table: np.ndarray, image: np.ndarray) -> np.ndarray:
    """`table` with the Zobrist words of each cell replaced by those of its `image` [63]."""
    moved = table.copy()
    words = slice(at.ZOBRIST, at.ZOBRIST_SIDE)
    moved[words].reshape(-1, 64)[:, : at.CELLS] = table[words].reshape(-1, 64)[:, image]
    return moved
