"""Where everything stands in a jungle rule set's flat table and in the words of its positions.

Cell = 7 * (rank - 1) + file, 0 to 62 (a1 = 0, d1 = 3, d9 = 59): a step is one shift for all beasts at once.
A beast is its strength less one: rat 0, cat 1, dog 2, wolf 3, leopard 4, tiger 5, lion 6, elephant 7.

Position, ten uint64 words:
    0, 1    masks of the red and the blue beasts
    2, 3, 4 bit planes of the beasts' numbers: on each occupied cell, bits 0, 1, 2 of the beast
    5, 7    red's and blue's last seven moves, newest lowest: lanes of 9 bits, beast << 6 | cell entered; 511 for none
    6, 8    red's and blue's ten moves before those: lanes of 6 bits, the cell entered; 63 for none or where the beast
            differs from the one that made the move seven later (so seventeen moves of one beast show no 63)
    9       bit 0 side to move (0 red, 1 blue) | IDLE 16 bits

Move, int32: from | to << 6.
"""

import numpy as np

ONE = np.uint64(1)

CELLS = 63
NO_CELL = np.uint64(63)
POSITION_WORDS = 10
SIDE = ONE
IDLE_SHIFT = ONE
IDLE_FIELD = np.uint64(0xFFFF)
IDLE_ONE = ONE << IDLE_SHIFT
TO_SHIFT = np.uint64(6)
CELL_FIELD = np.uint64(63)

RECENT_LANE, OLDER_LANE = np.uint64(9), np.uint64(6)
RECENT_FIELD = np.uint64(511)
RECENT_MASK, OLDER_MASK = np.uint64(2**63 - 1), np.uint64(2**60 - 1)
RECENT_OLDEST = np.uint64(54)  # shift of the seventh lane
RECENT_ONES = np.uint64(sum(1 << 9 * i for i in range(7)))
RECENT_MOVES = 7

TIGER, LION = np.uint64(5), np.uint64(6)
STEPS = 0  # [4] shift and mask of the cells with a neighbour that way
DENS, TRAPS, WATER, BANK = 8, 10, 12, 13  # [2], [2] masks by owner; water; land cells beside water
RATS_ACROSS, TRAPPED_TAKES, NO_PROGRESS_LIMIT, JUDGEMENT = 14, 15, 16, 17
JUMP_BEASTS = 18  # [4] bit set of the beasts that may jump that way
BAN_REPEATS, BAN_LANES, BAN_LAST_AGE = (
    22,
    23,
    24,
)  # lanes: the top bit of each lane in the window; repeats 0: no such ban
BAN_RUN, BAN_CELLS, CHASE_LIFTS, ALL_BANNED_LIFTS = 25, 26, 27, 28  # run 0: no such ban
ACTIONS, ACTION_MOVES_AT = 30, 31
ZOBRIST, ZOBRIST_SIDE = 32, 1056  # [2, 8, 64]
JUMP_CELLS = 1088  # [63, 4] landing cell (NO_CELL for none), enemy rats that block, own rats that block
ACTION_OF = 1088 + 756  # [64 * 64] action of from << 6 | to
HEADER_WORDS = ACTION_OF + 4096

NO_ACTION = np.uint64(0xFFFF)
FLAG_DEN, FLAG_NO_BEASTS, FLAG_IMMOBILISED, FLAG_NO_PROGRESS = range(4)
FLAG_NAMES = ("den", "no-beasts", "immobilised", "no-progress")
