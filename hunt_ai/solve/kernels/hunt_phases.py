"""Boolean search over the acyclic phases of a hunt game: dogs in hand to place, groups to break up.

One side, the *attacker*, asks: do I win within so many plies? Values are distances: the plies to its win, NO_WIN for
none. The search is depth-first with a null window (Pearl 1980: SCOUT's test) and fail-soft, so that each answer is a
bound on the distance, and asking again with the bound closes in on it (Plaat et al. 1996: MTD). A table remembers for
each position, up to symmetry, the greatest lower and the least upper bound. Flat positions are looked up in the solved
slices.

Only passes lead from a phase back into itself, and steps of single dogs where these are free while all groups are
stuck. A position met again on the path is no win: the attacker's shortest win never comes back to a position. What
follows from that about positions further down the path holds on this path only, and is not remembered (`LOW` is the ply
that it depends on).
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bits import ONE
from hunt_ai.core.kernels.random import mix
from hunt_ai.games.kernels.hunt import HuntRules, count_moves, judge, legal_moves, play
from hunt_ai.games.kernels.hunt_layout import (
    BYTE,
    HAND_SHIFT,
    HEIGHTS_SHIFT,
    JUMP,
    KIND_SHIFT,
    SIDE,
)  # fmt: skip
from hunt_ai.games.kernels.outcomes import ONGOING, WINNER_BITS
from hunt_ai.solve.kernels.hunt_index import SliceIndex, class_of_placement, permuted_ordinals, placement_number
from hunt_ai.solve.kernels.hunt_index_layout import PLACEMENT_AUTOMORPHISM, PLACEMENT_NUMBERS, PLACEMENTS_AT
from hunt_ai.solve.kernels.hunt_tables import IDLE_OFF, NOT_THERE, HuntTables, is_flat, table_word
from hunt_ai.solve.kernels.values import DRAWN, distance_of, winner_of

NO_WIN = 60_000
MAX_PLIES = 1024
ANYWHERE = MAX_PLIES  # LOW of a value that does not depend on the path

# frames [MAX_PLIES, 8] int64
COUNT, NEXT, LIMIT, BEST, LOW, BEGUN, WANDERED, SPARE = range(8)
# state [8] int64
PLY, ATTACKER, NODES, RESULT, STATUS, HITS = range(6)
RUNNING, DONE, TABLE_MISSING, TOO_DEEP = range(4)

BUCKET = 8  # words: four pairs of key and entry, one cache line
_LOWER, _UPPER = np.uint64(16), np.uint64(0xFFFF)


class Phases(NamedTuple):
    """What the search works on."""

    rules: HuntRules
    tables: HuntTables
    numbering: SliceIndex  # of any flat slice: placements and automorphisms
    packing: np.ndarray  # [4] uint64, shifts of the fields of a key: heights, hand, side, class
    heights: np.ndarray  # [automorphisms, 4, 256] uint64, images of the bytes of HEIGHTS
    memory: np.ndarray  # [buckets * BUCKET] uint64
    history: np.ndarray  # [2, 4096] int64, by attacker or not: how often a move decided
    frames: np.ndarray  # [MAX_PLIES, 8] int64
    rows: np.ndarray  # [MAX_PLIES, 3] uint64
    keys: np.ndarray  # [MAX_PLIES] uint64
    moves: np.ndarray  # [MAX_PLIES, max_moves] int32
    state: np.ndarray  # [8] int64


@inlined
def phase_key(work, position):
    """A number that is the same for a position and what the first automorphism to its placement's class makes of it."""
    quarry, pack, counters = position
    index = work.numbering
    placement = placement_number(index, quarry)
    automorphism = index.numbers[index.numbers[PLACEMENTS_AT] + PLACEMENT_NUMBERS * placement + PLACEMENT_AUTOMORPHISM]
    result = permuted_ordinals(index, automorphism, pack)
    raised = counters >> HEIGHTS_SHIFT
    byte = 0
    while raised:
        result |= work.heights[automorphism, byte, np.int64(raised & BYTE)] << work.packing[0]
        raised >>= np.uint64(8)
        byte += 1
    result |= ((counters >> HAND_SHIFT) & BYTE) << work.packing[1]
    result |= (counters & SIDE) << work.packing[2]
    return result | np.uint64(class_of_placement(index, placement)) << work.packing[3]


@inlined
def bucket_of(work, key):
    """Where the bucket of a key begins in the memory."""
    return np.int64(mix(key) & np.uint64(len(work.memory) // BUCKET - 1)) * BUCKET


@inlined
def look_up(work, key):
    """(lower bound, upper bound) on the distance of a position."""
    at = bucket_of(work, key)
    for slot in range(at, at + BUCKET, 2):
        if work.memory[slot] == key + ONE:
            entry = work.memory[slot + 1]
            return np.int64(entry & _UPPER), np.int64((entry >> _LOWER) & _UPPER)
    return np.int64(0), np.int64(NO_WIN)


@inlined
def keep(work, key, lower, upper, effort):
    """Remember bounds in place of the same position's, else of what in the bucket took the least nodes to find."""
    at = bucket_of(work, key)
    place, least = at, np.int64(1) << 40
    for slot in range(at, at + BUCKET, 2):
        entry = work.memory[slot + 1]
        here = np.int64(entry >> np.uint64(32))
        if work.memory[slot] == key + ONE:
            lower = max(lower, np.int64(entry & _UPPER))
            upper = min(upper, np.int64((entry >> _LOWER) & _UPPER))
            effort = max(effort, here)
            place = slot
            break
        if work.memory[slot] == 0:
            here = np.int64(-1)
        if here < least:
            place, least = slot, here
    work.memory[place] = key + ONE
    work.memory[place + 1] = (
        np.uint64(lower) | np.uint64(upper) << _LOWER | np.uint64(min(effort, np.int64(0xFFFFFFFF))) << np.uint64(32)
    )


@inlined
def history_slot(move):
    return np.int64(move) & np.int64(4095)


@inlined
def order_moves(work, ply, count, attacks):
    """Sort the moves of a ply: the attacker's captures, then by how often they decided elsewhere; insertion sort.

    A defender does better to change little: fewer positions come up.
    """
    moves = work.moves[ply]
    for i in range(1, count):
        move = moves[i]
        score = move_score(work, move, attacks)
        j = i - 1
        while j >= 0 and move_score(work, moves[j], attacks) < score:
            moves[j + 1] = moves[j]
            j -= 1
        moves[j + 1] = move


@inlined
def move_score(work, move, attacks):
    score = work.history[attacks, history_slot(move)]
    if attacks and np.uint64(move) >> KIND_SHIFT == JUMP:
        score += np.int64(1) << 50
    return score


@kernel
def begin(work, row, attacker, limit):
    """Ask whether `attacker` (side 0 or 1) wins the position of `row` within `limit` plies; then call `search`."""
    state = work.state
    state[PLY], state[ATTACKER], state[NODES], state[STATUS] = -1, attacker, 0, RUNNING
    for i in range(3):
        work.rows[0, i] = row[i]
    work.rows[0, 2] &= IDLE_OFF
    work.frames[0, LIMIT] = limit
    work.frames[0, WANDERED] = 0


@kernel
def search(work, budget):
    """Go on for about `budget` nodes; whether the search has ended: then STATUS and RESULT say how.

    RESULT at most the limit: the attacker wins within RESULT plies. Above it: not within fewer than RESULT.
    """
    state, frames = work.state, work.frames
    end = state[NODES] + budget
    while state[NODES] < end:
        ply = state[PLY] + 1
        value, low = enter(work, ply)
        if state[STATUS] != RUNNING:
            return True
        if value < 0:  # it has moves to try
            state[PLY] = ply
        else:
            # hand the value down to the ply before, and on as long as plies are done with
            while True:
                ply -= 1
                state[PLY] = ply
                if ply < 0:
                    state[RESULT], state[STATUS] = value, DONE
                    return True
                frame = frames[ply]
                value = min(value + 1, np.int64(NO_WIN))
                attacks = np.int64(work.rows[ply, 2] & SIDE) == state[ATTACKER]
                decided = value <= frame[LIMIT] if attacks else value > frame[LIMIT]
                if attacks:
                    frame[BEST] = min(frame[BEST], value)
                    frame[LOW] = min(frame[LOW], low)
                else:
                    frame[BEST] = max(frame[BEST], value)
                    frame[LOW] = low
                if not decided and frame[NEXT] < frame[COUNT]:
                    break
                value, low = leave(work, ply, decided, attacks)
        step_on(work)
    return False


@inlined
def step_on(work):
    """Play the next move of the current ply into the row of the following one."""
    ply = work.state[PLY]
    frame = work.frames[ply]
    move = work.moves[ply, frame[NEXT]]
    frame[NEXT] += 1
    before = work.rows[ply, 0], work.rows[ply, 1], work.rows[ply, 2]
    quarry, pack, counters = play(work.rules, before, move)
    work.rows[ply + 1, 0], work.rows[ply + 1, 1], work.rows[ply + 1, 2] = quarry, pack, counters & IDLE_OFF
    after = work.frames[ply + 1]
    after[LIMIT] = frame[LIMIT] - 1
    progress = (before[2] ^ counters) & IDLE_OFF & ~SIDE  # a capture, a placement, or a group that lost a dog
    after[WANDERED] = 0 if progress else frame[WANDERED] + 1


@inlined
def enter(work, ply):
    """(value, LOW) of the position of `ply`; value -1 where its moves are to be tried, which are then set out."""
    state, frame = work.state, work.frames[ply]
    state[NODES] += 1
    position = work.rows[ply, 0], work.rows[ply, 1], work.rows[ply, 2]
    limit = frame[LIMIT]
    code = judge(work.rules, position, count_moves(work.rules, position))
    if code != ONGOING:
        wins = (code & WINNER_BITS) - 1 == state[ATTACKER]
        return np.int64(0) if wins else np.int64(NO_WIN), np.int64(ANYWHERE)
    if is_flat(position[2]):
        word = table_word(work.tables, position)
        if word == NOT_THERE:
            state[STATUS] = TABLE_MISSING
        elif word == DRAWN or winner_of(word) != state[ATTACKER]:
            return np.int64(NO_WIN), np.int64(ANYWHERE)
        return distance_of(word), np.int64(ANYWHERE)
    if limit <= 0:
        return np.int64(1), np.int64(ANYWHERE)
    key = phase_key(work, position)
    work.keys[ply] = key
    lower, upper = look_up(work, key)
    if upper <= limit:
        state[HITS] += 1
        return upper, np.int64(ANYWHERE)
    if lower > limit:
        state[HITS] += 1
        return lower, np.int64(ANYWHERE)
    for back in range(4, frame[WANDERED] + 1, 2):
        if work.keys[ply - back] == key:
            return np.int64(NO_WIN), np.int64(ply - back)
    if ply + 2 >= MAX_PLIES:
        state[STATUS] = TOO_DEEP
        return np.int64(NO_WIN), np.int64(0)
    attacks = np.int64(position[2] & SIDE) == state[ATTACKER]
    count = legal_moves(work.rules, position, work.moves[ply])
    order_moves(work, ply, count, np.int64(attacks))
    frame[COUNT], frame[NEXT], frame[BEGUN], frame[LOW] = count, 0, state[NODES], ANYWHERE
    frame[BEST] = NO_WIN if attacks else 0
    return np.int64(-1), np.int64(ANYWHERE)


@inlined
def leave(work, ply, decided, attacks):
    """(value, LOW) of a position that is done with; they are remembered."""
    state, frame = work.state, work.frames[ply]
    value, low = frame[BEST], frame[LOW]
    effort = state[NODES] - frame[BEGUN]
    if decided:
        work.history[np.int64(attacks), history_slot(work.moves[ply, frame[NEXT] - 1])] += 1
    if value <= frame[LIMIT]:
        keep(work, work.keys[ply], np.int64(0), value, effort)
        return value, np.int64(ANYWHERE)
    if low >= ply:
        keep(work, work.keys[ply], value, np.int64(NO_WIN), effort)
        low = np.int64(ANYWHERE)
    return value, low
