"""Where everything stands in the two flat arrays that number the positions of one slice of a hunt game.

A slice holds all positions with so many dogs on the board, so many in hand and the same heights on the group points. An
index runs over both sides to move alike:

    index = offset of the class of the quarry's placement + colex rank of the set of single dogs

A *placement* is a set of quarry points; its *class* is its orbit under the automorphisms that keep the slice's heights,
and stands for it by its *representative*, the placement of the class with the lowest rank. The dogs are moved by the
same automorphism, and then ranked among the *free points* that the representative leaves: the points a single dog may
stand on, less raised ones (where two or more dogs stand), less the quarry. The colex rank of a set with points
p1 < p2 < ... is C(p1, 1) + C(p2, 2) + ... (the combinatorial number system; Knuth, TAOCP 4A, 7.2.1.3).

A representative that some automorphisms leave in place (its *stabiliser*) stores positions that these turn into one
another under an index each. Such copies always hold the same value; the one of lowest rank is the *canonical* one.

*Ordinals* are the bits of a dog mask renumbered 0, 1, ... over the points a single dog may stand on, in bit order.
"""

from hunt_ai.games.kernels.hunt_layout import MAX_POINTS

CHUNK_BITS = 9  # free points ranked by one look-up
CHUNK = 1 << CHUNK_BITS
CHUNKS = -(-MAX_POINTS // CHUNK_BITS)
MASK_BYTES = 8

# `numbers`, int64
QUARRY_COUNT, SINGLES, CLASSES, SIZE = range(4)  # quarry pieces, single dogs, classes, positions per side to move
FIRST_BYTE, END_BYTE, ORDINAL_BYTES = 4, 5, 6  # bytes of a dog mask that single dogs may stand on; bytes of ordinals
PLACEMENTS_AT, CLASSES_AT, STABILISERS_AT, AUTOMORPHISMS = 7, 8, 9, 10  # the last: those that keep the heights
CHUNK_AT = 16  # [CHUNKS] where each chunk's ranks begin: [dogs in lower chunks][CHUNK] sums of binomials
QUARRY_ORDER = 32  # [64] number of each point among those the quarry may stand on
BINOMIALS = 96  # [65][65] C(n, k) at 65 * n + k
NUMBERS_HEADER = BINOMIALS + 65 * 65
PLACEMENT_OFFSET, PLACEMENT_AUTOMORPHISM, PLACEMENT_CLASS, PLACEMENT_NUMBERS = 0, 1, 2, 3  # one record a placement
# One record a class: first index, end of its indices, free points, placements in it, its stabiliser's place and length
CLASS_OFFSET, CLASS_END, CLASS_FREE, CLASS_ORBIT, CLASS_STABILISER, CLASS_STABILISERS, CLASS_NUMBERS = range(7)

# `masks`, uint64; COUNTERS is the third word of the slice's positions with the quarry to move
RAISED, COUNTERS, REPRESENTATIVES_AT, LOWS_AT, CLASS_LOWS_AT, CLASS_POINTS_AT = range(
    6
)  # COUNTERS: of the slice, quarry to move
SPREAD = 8  # [8][256] the points of a byte of ordinals
PERMUTED = SPREAD + MASK_BYTES * 256  # [automorphisms][8][256] ordinals of the image of a byte of a dog mask
# Then [classes] representatives; [placements][quarry pieces] and [classes][quarry pieces] *lows*: for each quarry point
# of the representative that dogs may stand on, highest first, the mask of lower ordinals; all ones for none.
# Then [classes][64] by point, the mask of the point's number among the class's free points; 0 for other points.
