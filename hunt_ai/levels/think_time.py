"""How long a player thinks."""

import statistics
import time
from collections.abc import Iterable

from hunt_ai.arena.store import PlayedGame
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.players.parse import make_player

POSITIONS = 40


def think_ms(rules: Ruleset, text: str, side: int, games: Iterable[PlayedGame]) -> float:
    """Median milliseconds of processor time for a move with a side, in positions from all parts of these games.

    What was found in one position does not help in the next. 0 where the side was never to move.
    """
    positions = []
    for played in games:
        game = Game(rules, played.position)
        for number, move in enumerate(played.moves):
            if number >= played.opening and game.side == side:
                positions.append(game.copy())
            game.push(move)
    chosen = positions[:: max(1, len(positions) // POSITIONS)][:POSITIONS]
    if not chosen:
        return 0.0
    player = make_player(text)
    times = []
    for game in (chosen[0], *chosen):  # the first is not counted: something may be loaded then
        player.reset(1)
        player.prepare(game)
        begun = time.process_time()
        player.choose(game)
        times.append(time.process_time() - begun)
    player.close()
    return 1000 * statistics.median(times[1:])
