"""Where everything stands in the flat array that numbers the positions of one jungle ending.

An ending's beasts have *slots*: the red ones first, on either side the strongest first. An index runs over both sides
to move alike, with one digit a beast, that of the last slot running fastest:

    index = sum over the slots of weight of the slot * number of the beast's cell among those it may stand on

A rat may stand on all cells but the dens (61), other beasts on all of them that are land (49): whoever enters a den has
ended the game. Indices with two beasts on one cell stand for no position.
"""

MOST_BEASTS = 4
CELL_WORDS = 64  # of a row by cell

# `numbers`, int64
BEASTS, REDS, SIZE = range(3)  # beasts, red ones among them, indices
BEAST_OF = 4  # [4] number of the beast of each slot
WEIGHTS = 8  # [4]
CELLS_AT = 16  # [4][64] cell by its number among those that the slot's beast may stand on
PLACES_AT = CELLS_AT + MOST_BEASTS * CELL_WORDS  # [4][64] what the slot's beast on a cell adds to the index
MIRRORED_AT = PLACES_AT + MOST_BEASTS * CELL_WORDS  # [4][64] what it adds to that of the left-right mirror image
# For each slot whose beast was taken, where the words of the ending that is left begin, by the side to move; and what
# each slot's beast on a cell adds to the index there, 0 for the taken one.
LOWER_STARTS = MIRRORED_AT + MOST_BEASTS * CELL_WORDS  # [4][2]
LOWER_PLACES = LOWER_STARTS + MOST_BEASTS * 2  # [4][4][64]
NUMBERS = LOWER_PLACES + MOST_BEASTS * MOST_BEASTS * CELL_WORDS
