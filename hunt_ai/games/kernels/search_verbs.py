"""More verbs, for searchers: captures alone, what history may still change, and keys of images. See `verbs.py`."""

from numba.extending import overload

from hunt_ai.games.kernels import hunt, hunt_search, jungle, jungle_search

FAMILIES = {hunt.HuntRules: hunt_search, jungle.JungleRules: jungle_search}


def capture_moves(rules, position, moves):
    """Write the legal captures into `moves` [max_moves] int32; (number of legal moves, of captures), int64."""
    return FAMILIES[type(rules)].capture_moves(rules, position, moves)


def plies_left(rules, position):
    """Plies without progress until the game is drawn, int64; below 1 where it is."""
    return FAMILIES[type(rules)].plies_left(rules, position)


def free_plies(rules, position):
    """How far ahead history cannot matter, int64.

    In every position reached in fewer plies than this, moves and outcome are those of a position with the same key and
    no history: no ban is in force there and the limit on plies without progress is not reached.
    """
    return FAMILIES[type(rules)].free_plies(rules, position)


def history_key(rules, position):
    """uint64 that stands for all that `key` leaves out: counters and history."""
    return FAMILIES[type(rules)].history_key(rules, position)


def progress(rules, position):
    """0 to 1, float64: how much of its goal of captures side 0 has reached; 0 where a game has no such goal."""
    return FAMILIES[type(rules)].progress(rules, position)


def with_table(rules, table):
    """Rules of the same class around another `table` [words] uint64."""
    return type(rules)(table)


def _family(rules):
    return FAMILIES[rules.instance_class]


@overload(capture_moves)
def _capture_moves(rules, position, moves):
    family_capture_moves = _family(rules).capture_moves
    return lambda rules, position, moves: family_capture_moves(rules, position, moves)


@overload(plies_left)
def _plies_left(rules, position):
    family_plies_left = _family(rules).plies_left
    return lambda rules, position: family_plies_left(rules, position)


@overload(free_plies)
def _free_plies(rules, position):
    family_free_plies = _family(rules).free_plies
    return lambda rules, position: family_free_plies(rules, position)


@overload(history_key)
def _history_key(rules, position):
    family_history_key = _family(rules).history_key
    return lambda rules, position: family_history_key(rules, position)


@overload(progress)
def _progress(rules, position):
    family_progress = _family(rules).progress
    return lambda rules, position: family_progress(rules, position)


@overload(with_table)
def _with_table(rules, table):
    record = rules.instance_class
    return lambda rules, table: record(table)
