"""Numbers that a network's arrays and its kernels agree on."""

RESULTS = 3  # logits of: side 0 wins, a draw, side 1 wins; those of the actions come after them
LEAST_POWER = 60  # powers of two below 2^-60 count as 0
