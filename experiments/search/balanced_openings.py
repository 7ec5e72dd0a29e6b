"""Finds openings that either side may win: `python experiments/search/balanced_openings.py GAME > openings/GAME.txt`.

From the start most of these games are won by the same side whoever plays, so two games with sides swapped say nothing.
Games of alpha-beta with random moves, often more of them by one side, are walked through; a position is taken where a
search sees both sides about equal. At most one of a game, each another one up to symmetry.
"""

import argparse
from random import Random

from hunt_ai import Game, load_game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.limits import Limits
from hunt_ai.search.result import SearchResult

WALK, JUDGE = 1000, 50_000  # nodes: of a move on the way, of the verdict
EQUAL = 60  # centipawn-like units, about 8 % in expected score


def is_equal(result: SearchResult) -> bool:
    return result.score.kind == "cp" and abs(result.score.number) <= EQUAL


def opening(rules: Ruleset, seed: int) -> Game | None:
    """A position of the game of this seed, None where it has none."""
    rng, searcher = Random(seed), AlphaBeta(rules, table_mb=4)
    game, noise = Game(rules), [rng.choice([0.05, 0.2, 0.5, 0.8]) for _ in rules.sides]
    equal = []
    for ply in range(60):
        if game.outcome():
            break
        result = searcher.search(game, Limits(nodes=WALK))
        if ply >= 4 and is_equal(result):
            equal.append(game.copy())
        if ply < 4 or rng.random() < noise[game.side]:
            game.push(rng.choice(game.legal_moves()))
        else:
            game.push_value(result.move)
    rng.shuffle(equal)
    searcher.clear()
    return next((game for game in equal[:4] if is_equal(searcher.search(game, Limits(nodes=JUDGE)))), None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=400)
    arguments = parser.parse_args()
    rules, seen, seed = load_game(arguments.game), set(), 0
    while len(seen) < arguments.count:
        game = opening(rules, seed)
        seed += 1
        if game is None:
            continue
        images = frozenset(rules.transform(game.row, automorphism).tobytes() for automorphism in rules.automorphisms)
        if images not in seen:
            seen.add(images)
            print(game.position(), flush=True)


if __name__ == "__main__":
    main()
