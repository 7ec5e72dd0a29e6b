"""Positions for the tests of MCTS-Solver: small ones, and those of games that alpha-beta plays with some random moves.

`python tests/mcts_positions.py > tests/mcts_wins.txt` writes wins in 5, 7 and 9 plies anew, as lines
SOURCE GAME|POSITION|PLIES.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from positions import placed_jungle, random_hunt, tight_hunt
from referee import HUNT_GAMES

from hunt_ai import Game, load_game
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.limits import Limits

FIVE = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
WINS = Path(__file__).parent / "mcts_wins.txt"
EACH, TRIES = 3, 400  # wins of each length, positions looked at


def small_game(name: str, rng: Random) -> Game:
    """Jungle with two to four beasts; a hunt with few dogs, or with the quarry nearly stuck."""
    if name not in HUNT_GAMES:
        return Game(name, placed_jungle("", rng, extras=(1, 2), idle=0))
    if rng.random() < 0.5:
        return Game(name, tight_hunt(name, rng, idle=0))
    most = HUNT_GAMES[name].capture_goal - 1
    return Game(name, random_hunt(name, rng, captured=rng.randint(most // 2, most), idle=0))


def small_games(name: str) -> Iterator[Game]:
    for seed in range(TRIES):
        yield small_game(name, Random(seed))


def played_games(name: str) -> Iterator[Game]:
    """Every other position, from the end on, of the last 24 plies of noisy games."""
    searcher = AlphaBeta(load_game(name), table_mb=1)
    for seed in range(TRIES // 4):
        game, rng = Game(name), Random(seed)
        noise = rng.choice([0.15, 0.3, 1.0])
        while game.outcome() is None and len(game.moves) < 200:
            moves = game.legal_move_values()
            game.push_value(
                rng.choice(moves) if rng.random() < noise else searcher.search(game, Limits(nodes=300)).move
            )
        for _ in range(min(12, len(game.moves) // 2)):
            game.pop()
            yield Game(name, game.position())
            game.pop()


def wins_of(games: Iterator[Game], searcher: AlphaBeta) -> Iterator[tuple[Game, int]]:
    """Games whose side to move wins, EACH of every length, and the plies of the shortest win."""
    found: Counter[int] = Counter()
    for game in games:
        if game.outcome() is None:
            searcher.clear()
            score = searcher.search(game, Limits(depth=10, nodes=50_000)).score
            if score.kind == "win" and score.number in (5, 7, 9) and found[score.number] < EACH:
                found[score.number] += 1
                yield game, score.number


def read_wins() -> list[tuple[str, str, str, int]]:
    """(source, name of the game, position, plies) of every line of WINS."""
    lines = [line.split("|") for line in WINS.read_text().splitlines()]
    return [(*source.split(" "), position, int(plies)) for source, position, plies in lines]


def main() -> None:
    for name in FIVE:
        searcher = AlphaBeta(load_game(name))
        sources = {"small": small_games} | ({"played": played_games} if name in HUNT_GAMES else {})
        for source, games in sources.items():
            for game, plies in wins_of(games(name), searcher):
                print(f"{source} {name}|{game.position()}|{plies}", flush=True)


if __name__ == "__main__":
    main()
