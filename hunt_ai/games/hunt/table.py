"""From a hunt game's settings to the flat table its kernels read, and to its list of actions."""

import functools
from collections.abc import Iterable, Mapping

import numpy as np

from hunt_ai.games.hunt.spec import HuntSettings
from hunt_ai.games.kernels import hunt_layout as at
from hunt_ai.games.zobrist import zobrist_words

PASS_TEXT = "pass"


def list_actions(settings: HuntSettings) -> tuple[tuple[str, str], ...]:
    """Every (from, to) a move can have: steps and jumps by points, then placements (to, to), then the pass ("", "")."""
    order = {point: number for number, point in enumerate(settings.layout.points)}
    pairs = settings.quarry_steps | settings.pack_steps | {(start, to) for start, _, to in settings.layout.jumps}
    actions = sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]]))
    if settings.hand:
        actions += [(point, point) for point in settings.layout.points if point in settings.placement_area]
    if settings.pack_stuck == "pass" or settings.group_points:
        actions.append(("", ""))
    return tuple(actions)


def action_text(pair: tuple[str, str]) -> str:
    start, to = pair
    if not to:
        return PASS_TEXT
    return f"@{to}" if start == to else f"{start}-{to}"


def build_table(settings: HuntSettings) -> np.ndarray:
    """[words] uint64, writable; the layout is `kernels/hunt_layout.py`."""
    bits = settings.layout.bits
    mask = functools.partial(_mask, bits)
    table = np.zeros(at.HEADER_WORDS, dtype=np.uint64)
    tail: list[int] = []

    def append(start_at: int, words: list[int]) -> None:
        """A list behind the header; its start goes into word `start_at`, its end into the next."""
        table[start_at] = at.HEADER_WORDS + len(tail)
        tail.extend(words)
        table[start_at + 1] = at.HEADER_WORDS + len(tail)

    append(at.QUARRY_STEPS_AT, _step_directions(bits, settings.quarry_steps))
    append(at.PACK_STEPS_AT, _step_directions(bits, settings.pack_steps))
    append(at.JUMPS_AT, _jump_directions(bits, settings.layout.jumps))
    for start, to in settings.quarry_steps:
        table[at.NEIGHBOURS + bits[start]] |= np.uint64(1 << bits[to])
    for start, over, _ in settings.layout.jumps:
        table[at.JUMPED + bits[start]] |= np.uint64(1 << bits[over])
    table[at.CAPTURE_GOAL] = settings.capture_goal
    table[at.NO_PROGRESS_LIMIT] = settings.no_progress_limit
    table[at.PLACEMENT_MASK] = mask(settings.placement_area)
    if settings.driven_out_of:
        table[at.HOME_MASK] = mask(settings.layout.regions[settings.driven_out_of])
    table[at.PACK_STUCK_LOSES] = settings.pack_stuck == "lose"
    table[at.GROUPS_STUCK_FREE] = settings.groups_stuck == "free"
    resets = {"capture": at.CAPTURE_RESETS, "placement": at.PLACEMENT_RESETS, "ungroup": at.UNGROUP_RESETS}
    for progress in settings.progress:
        table[resets[progress]] = at.IDLE_FIELD << at.IDLE_SHIFT
    table[at.JUDGEMENT] = sum(at.FLAG_NAMES.index(name) << 4 * place for place, name in enumerate(settings.judgement))
    table[at.HEIGHT_SHIFT : at.HEIGHT_SHIFT + 64] = at.NO_HEIGHT
    for number, point in enumerate(settings.group_points):
        table[at.GROUP_POINT + number] = bits[point]
        table[at.HEIGHT_SHIFT + bits[point]] = int(at.HEIGHTS_SHIFT) + 2 * number

    table[at.ZOBRIST_QUARRY : at.ZOBRIST_SIDE + 1] = zobrist_words(at.ZOBRIST_SIDE + 1 - at.ZOBRIST_QUARRY)
    table[at.ZOBRIST_HEIGHT : at.ZOBRIST_HAND : 4] = 0  # a single dog adds nothing to its pack key

    table[at.ACTION_OF : at.ACTION_OF + 4096] = at.NO_ACTION
    actions = list_actions(settings)
    for number, (start, to) in enumerate(actions):
        if to:
            table[at.ACTION_OF + (bits[start] << 6 | bits[to])] = number
        else:
            table[at.PASS_ACTION] = number
    table[at.ACTIONS], table[at.ACTION_MOVES_AT] = len(actions), at.HEADER_WORDS + len(tail)
    tail.extend(_action_moves(settings, actions))
    return np.concatenate([table, np.array(tail, dtype=np.uint64)])


def _mask(bits: dict[str, int], points: Iterable[str]) -> int:
    return sum(1 << bits[point] for point in points)


def _step_directions(bits: dict[str, int], steps: Iterable[tuple[str, str]]) -> list[int]:
    """Blocks of LANES shifts and the LANES masks of the points that have these steps, the fullest directions first."""
    masks: dict[int, int] = {}
    for start, to in steps:
        shift = (bits[to] - bits[start]) % 64
        masks[shift] = masks.get(shift, 0) | 1 << bits[start]
    directions = sorted(masks.items(), key=lambda item: (-item[1].bit_count(), item[0]))
    directions += [(1, 0)] * (-len(directions) % at.LANES)
    words = []
    for first in range(0, len(directions), at.LANES):
        shifts, sources = zip(*directions[first : first + at.LANES], strict=True)
        words += [*shifts, *sources]
    return words


def _jump_directions(bits: dict[str, int], jumps: Iterable[tuple[str, str, str]]) -> list[int]:
    """(shift to the jumped point, shift on to the landing point, mask of the points that have this jump), ..."""
    masks: dict[tuple[int, int], int] = {}
    for start, over, to in jumps:
        shifts = (bits[over] - bits[start]) % 64, (bits[to] - bits[over]) % 64
        masks[shifts] = masks.get(shifts, 0) | 1 << bits[start]
    ordered = sorted(masks.items(), key=lambda item: (-item[1].bit_count(), item[0]))
    return [word for shifts, mask in ordered for word in (*shifts, mask)]


def _action_moves(settings: HuntSettings, actions: tuple[tuple[str, str], ...]) -> list[int]:
    """The move each action is for the quarry, then for the pack."""
    bits = settings.layout.bits
    over = {(start, to): middle for start, middle, to in settings.layout.jumps}
    quarry, pack = [], []
    for start, to in actions:
        as_quarry = as_pack = int(at.NO_MOVE)
        if not to:
            as_pack = int(at.PASS_MOVE)
        elif start == to:
            as_pack = bits[to] << 6 | int(at.PLACEMENT) << 18
        else:
            step = bits[start] | bits[to] << 6
            if (start, to) in over:
                as_quarry = step | bits[over[start, to]] << 12 | int(at.JUMP) << 18
            elif (start, to) in settings.quarry_steps:
                as_quarry = step
            if (start, to) in settings.pack_steps:
                as_pack = step
        quarry.append(as_quarry)
        pack.append(as_pack)
    return quarry + pack


def move_zobrist_words(table: np.ndarray, settings: HuntSettings, image: Mapping[str, str]) -> np.ndarray:
    """`table` with the Zobrist words of each point replaced by those of its image."""
    moved = table.copy()
    bits, groups = settings.layout.bits, settings.group_points
    for point, to in image.items():
        for words in (at.ZOBRIST_QUARRY, at.ZOBRIST_PACK):
            moved[words + bits[point]] = table[words + bits[to]]
    for number, point in enumerate(groups):
        old = at.ZOBRIST_HEIGHT + 4 * groups.index(image[point])
        moved[at.ZOBRIST_HEIGHT + 4 * number : at.ZOBRIST_HEIGHT + 4 * number + 4] = table[old : old + 4]
    return moved
