"""Where everything stands in a hunt game's flat table and in the words of its positions.

Position, three uint64 words:
    quarry      mask of quarry points
    pack        mask of points with at least one dog
    counters    bit 0 side to move (0 quarry, 1 pack) | HAND 8 bits | CAPTURED 8 bits | IDLE 16 bits
                | HEIGHTS 2 bits a group point: dogs above the first

A point's number is its bit. On boards that fit, bit = row * width + column: a step in one direction is then one shift
for all pieces at once. A *direction* is a shift with the mask of points that have a step that way; boards that do not
fit merely have more directions.

Move, int32: from | to << 6 | over << 12 | kind << 18.
"""

import numpy as np

ONE = np.uint64(1)

SIDE = ONE
HAND_SHIFT, CAPTURED_SHIFT, IDLE_SHIFT, HEIGHTS_SHIFT = (np.uint64(n) for n in (1, 9, 17, 33))
BYTE = np.uint64(0xFF)
IDLE_FIELD = np.uint64(0xFFFF)
HEIGHTS_EVEN = np.uint64(0x5555555)  # lower bit of each height
HAND_ONE, CAPTURED_ONE, IDLE_ONE = ONE << HAND_SHIFT, ONE << CAPTURED_SHIFT, ONE << IDLE_SHIFT
MAX_GROUP_POINTS = 14
MAX_POINTS = 64
POSITION_WORDS = 3

STEP, JUMP, PLACEMENT, PASS = (np.uint64(n) for n in range(4))
TO_SHIFT, OVER_SHIFT, KIND_SHIFT = (np.uint64(n) for n in (6, 12, 18))
POINT_FIELD = np.uint64(63)
PASS_MOVE = PASS << KIND_SHIFT

# Header words: direction lists, and the rules that are numbers. Step directions come in blocks of LANES shifts and then
# their LANES masks, the last block filled up with empty masks, so that a block is one round of vector instructions.
# Jump directions are triples: shift to the jumped point, shift on to the landing point, mask.
QUARRY_STEPS_AT, QUARRY_STEPS_END, PACK_STEPS_AT, PACK_STEPS_END, JUMPS_AT, JUMPS_END = range(6)
LANES = 4
CAPTURE_GOAL, NO_PROGRESS_LIMIT, PLACEMENT_MASK, HOME_MASK = range(6, 10)  # HOME_MASK 0: nobody can be driven out
PACK_STUCK_LOSES, GROUPS_STUCK_FREE = 10, 11
CAPTURE_RESETS, PLACEMENT_RESETS, UNGROUP_RESETS = 12, 13, 14  # all of IDLE where that is progress, else 0
JUDGEMENT = 15  # four nibbles, first judged lowest: which FLAG_ names the termination
PASS_ACTION, ACTIONS, ACTION_MOVES_AT = 16, 17, 18  # list of moves per action: quarry's, then pack's; NO_MOVE if none
GROUP_POINT = 32  # [14] point of each group point
HEIGHT_SHIFT = 48  # [64] shift of a point's height inside HEIGHTS; NO_HEIGHT elsewhere
ZOBRIST_QUARRY, ZOBRIST_PACK, ZOBRIST_HEIGHT, ZOBRIST_HAND, ZOBRIST_SIDE = 112, 176, 240, 304, 560
NEIGHBOURS, JUMPED = 576, 640  # [64] per point: masks of the quarry's steps from it, and of what it could jump over
ACTION_OF = 704  # [64 * 64] action of from << 6 | to; from == to is the placement
HEADER_WORDS = ACTION_OF + 4096

NO_HEIGHT = np.uint64(255)
NO_MOVE = np.uint64(0xFFFFFFFF)
NO_ACTION = np.uint64(0xFFFF)
FLAG_CAPTURES, FLAG_DRIVEN_OUT, FLAG_IMMOBILISED, FLAG_NO_PROGRESS = range(4)
FLAG_NAMES = ("captures", "driven-out", "immobilised", "no-progress")
