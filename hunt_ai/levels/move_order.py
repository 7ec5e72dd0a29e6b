"""The order in which a side's legal moves stand when one is drawn: that of the kernels, as a list of actions."""

from collections.abc import Iterator

import numpy as np

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Ruleset


def move_order(rules: Ruleset) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By side number, the actions that it can ever have in the order of `Game.legal_move_values`."""
    names = {bit: point for point, bit in rules.bits.items()}
    number = {action: n for n, action in enumerate(rules.actions)}
    sides = []
    for side in range(2):
        pairs = _hunt_moves(rules, side) if isinstance(rules, HuntGame) else _jungle_moves(rules)
        texts = [f"@{names[to]}" if start == to else f"{names[start]}-{names[to]}" for start, to in pairs]
        if side == 1 and "pass" in number:
            texts.append("pass")
        sides.append(tuple(number[text] for text in texts))
    return sides[0], sides[1]


def _shifted(mask: int, shift: int) -> list[tuple[int, int]]:
    """(from, to) of the steps by `shift` from the bits of `mask`, by the bit that they lead to."""
    starts = [bit for bit in range(64) if mask >> bit & 1]
    return sorted(((start, (start + shift) % 64) for start in starts), key=lambda pair: pair[1])


def _hunt_moves(rules: HuntGame, side: int) -> Iterator[tuple[int, int]]:
    from hunt_ai.games.kernels import hunt_layout as at

    table = [int(word) for word in rules.kernel_rules.table]
    if side == 1 and rules.settings.hand:
        yield from ((bit, bit) for bit in range(64) if table[at.PLACEMENT_MASK] >> bit & 1)
    first, end = (table[word + 2 * side] for word in (at.QUARRY_STEPS_AT, at.QUARRY_STEPS_END))
    for block in range(first, end, 2 * at.LANES):
        for lane in range(at.LANES):
            yield from _shifted(table[block + at.LANES + lane], table[block + lane])
    if side == 0:
        for jump in range(table[at.JUMPS_AT], table[at.JUMPS_END], 3):
            yield from _shifted(table[jump + 2], (table[jump] + table[jump + 1]) % 64)


def _jungle_moves(rules: Ruleset) -> Iterator[tuple[int, int]]:
    from hunt_ai.games.kernels import jungle_layout as at

    table: np.ndarray = rules.kernel_rules.table
    for way in range(4):
        yield from _shifted(int(table[at.STEPS + 2 * way + 1]), int(table[at.STEPS + 2 * way]))
    for start in range(at.CELLS):
        for way in range(4):
            to = int(table[at.JUMP_CELLS + 12 * start + 3 * way])
            if to != at.NO_CELL and int(table[at.JUMP_BEASTS + way]):
                yield start, to
