"""The verbs that every rule set answers, dispatched on the class of the rules record when a kernel is compiled.

Everything above the rules (perft, playouts, search, solving) is written with these and names no game. `rules` is a
`HuntRules` or `JungleRules`; `position` a tuple of uint64 words; `row` a `uint64[K]` array; a side is 0 or 1.

The laws, tested for every game: `legal_moves`, `nth_move` and `count_moves` agree; `decode` undoes `encode`;
`next_key(r, p, key(r, p), m) == key(r, play(r, p, m))`; `action_to_move` undoes `move_to_action`.
"""

from numba.extending import overload

from hunt_ai.games.kernels import hunt, jungle

FAMILIES = {hunt.HuntRules: hunt, jungle.JungleRules: jungle}


def decode(rules, row):
    """The position that `row` [K] holds."""
    return FAMILIES[type(rules)].decode(rules, row)


def encode(rules, position, row):
    """Write `position` into `row` [K], in place."""
    FAMILIES[type(rules)].encode(rules, position, row)


def side_to_move(rules, position):
    """0 or 1, int64."""
    return FAMILIES[type(rules)].side_to_move(rules, position)


def count_moves(rules, position):
    """Number of legal moves, int64, whether or not the game is over by another rule."""
    return FAMILIES[type(rules)].count_moves(rules, position)


def legal_moves(rules, position, moves):
    """Write the legal moves into `moves` [max_moves] int32, in place; their number, int64."""
    return FAMILIES[type(rules)].legal_moves(rules, position, moves)


def nth_move(rules, position, k):
    """The k-th move (int64, below the count) in the order of `legal_moves`, int32."""
    return FAMILIES[type(rules)].nth_move(rules, position, k)


def random_move(rules, position, word):
    """(number of legal moves, one of them by the random uint64 `word`, or -1 where there is none)."""
    return FAMILIES[type(rules)].random_move(rules, position, word)


def play(rules, position, move):
    """The position after the legal `move`."""
    return FAMILIES[type(rules)].play(rules, position, move)


def pass_turn(rules, position):
    """The position after the turn was lost by time: the other side to move, one more ply without progress."""
    return FAMILIES[type(rules)].pass_turn(rules, position)


def is_capture(rules, position, move):
    """Whether the legal `move` takes something."""
    return FAMILIES[type(rules)].is_capture(rules, position, move)


def judge(rules, position, count):
    """The outcome code (see `outcomes.py`) of a position with `count` legal moves."""
    return FAMILIES[type(rules)].judge(rules, position, count)


def key(rules, position):
    """Zobrist key, uint64 (Zobrist 1970): pieces, hand, group heights and side to move; no counters, no history."""
    return FAMILIES[type(rules)].key(rules, position)


def next_key(rules, position, old_key, move):
    """The key after `move` from `position`, whose key is `old_key`."""
    return FAMILIES[type(rules)].next_key(rules, position, old_key, move)


def move_to_action(rules, position, move):
    """Index of `move` in the game's list of actions, int64."""
    return FAMILIES[type(rules)].move_to_action(rules, position, move)


def action_to_move(rules, position, action):
    """The move that `action` stands for with this side to move, int32, legal or not; -1 where it can never be one."""
    return FAMILIES[type(rules)].action_to_move(rules, position, action)


def _family(rules):
    return FAMILIES[rules.instance_class]


@overload(decode)
def _decode(rules, row):
    family_decode = _family(rules).decode
    return lambda rules, row: family_decode(rules, row)


@overload(encode)
def _encode(rules, position, row):
    family_encode = _family(rules).encode
    return lambda rules, position, row: family_encode(rules, position, row)


@overload(side_to_move)
def _side_to_move(rules, position):
    family_side_to_move = _family(rules).side_to_move
    return lambda rules, position: family_side_to_move(rules, position)


@overload(count_moves)
def _count_moves(rules, position):
    family_count_moves = _family(rules).count_moves
    return lambda rules, position: family_count_moves(rules, position)


@overload(legal_moves)
def _legal_moves(rules, position, moves):
    family_legal_moves = _family(rules).legal_moves
    return lambda rules, position, moves: family_legal_moves(rules, position, moves)


@overload(nth_move)
def _nth_move(rules, position, k):
    family_nth_move = _family(rules).nth_move
    return lambda rules, position, k: family_nth_move(rules, position, k)


@overload(random_move)
def _random_move(rules, position, word):
    family_random_move = _family(rules).random_move
    return lambda rules, position, word: family_random_move(rules, position, word)


@overload(play)
def _play(rules, position, move):
    family_play = _family(rules).play
    return lambda rules, position, move: family_play(rules, position, move)


@overload(pass_turn)
def _pass_turn(rules, position):
    family_pass_turn = _family(rules).pass_turn
    return lambda rules, position: family_pass_turn(rules, position)


@overload(is_capture)
def _is_capture(rules, position, move):
    family_is_capture = _family(rules).is_capture
    return lambda rules, position, move: family_is_capture(rules, position, move)


@overload(judge)
def _judge(rules, position, count):
    family_judge = _family(rules).judge
    return lambda rules, position, count: family_judge(rules, position, count)


@overload(key)
def _key(rules, position):
    family_key = _family(rules).key
    return lambda rules, position: family_key(rules, position)


@overload(next_key)
def _next_key(rules, position, old_key, move):
    family_next_key = _family(rules).next_key
    return lambda rules, position, old_key, move: family_next_key(rules, position, old_key, move)


@overload(move_to_action)
def _move_to_action(rules, position, move):
    family_move_to_action = _family(rules).move_to_action
    return lambda rules, position, move: family_move_to_action(rules, position, move)


@overload(action_to_move)
def _action_to_move(rules, position, action):
    family_action_to_move = _family(rules).action_to_move
    return lambda rules, position, action: family_action_to_move(rules, position, action)
