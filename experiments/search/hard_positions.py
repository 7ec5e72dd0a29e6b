"""Finds positions whose result is proved and that few moves keep: `python experiments/search/hard_positions.py GAME`.

Games of alpha-beta with a few nodes and some random moves are walked through. A position is taken where a deep search
proves a win that a quick one does not see and at most half of the moves keep (a `win`), or where at least half of the
moves are proved lost and another is not (a `hold`: its other moves may lose too, further off). Written as lines
KIND GAME|POSITION|PLIES|MOVES THAT KEEP IT, the plies of a hold being 0.
"""

import argparse
from collections.abc import Collection, Iterator
from random import Random

from hunt_ai import Game, load_game
from hunt_ai.app.search_benchmark import first_proof
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.limits import Limits
from hunt_ai.search.result import SearchResult

QUICK, DEEP, EACH = 20_000, 3_000_000, 600_000  # nodes: seen at once, proofs of positions, proofs after each move


def walk(rules: Ruleset, seed: int) -> Iterator[Game]:
    """Positions of one noisy game."""
    rng, searcher = Random(seed), AlphaBeta(rules, table_mb=1)
    game, noise = Game(rules), [rng.choice([0.05, 0.2, 0.5, 0.8]) for _ in rules.sides]
    for _ in range(rng.randrange(4, 12)):
        if game.outcome() is None:
            game.push(rng.choice(game.legal_moves()))
    while game.outcome() is None and len(game.moves) < 200:
        yield game
        if rng.random() < noise[game.side]:
            game.push(rng.choice(game.legal_moves()))
        else:
            game.push_value(searcher.search(game, Limits(nodes=1000)).move)


def keeping(game: Game, searcher: AlphaBeta, result: SearchResult) -> tuple[str, list[str]] | None:
    """(kind, moves that keep it) of a position, None where it is not hard."""
    won, lost = [], []
    for move in game.legal_moves():
        after = game.copy()
        after.push(move)
        kind = after_move(after, searcher, game.side)
        won += [move] * (kind == "win")
        lost += [move] * (kind == "loss")
    count = len(game.legal_moves())
    if result.score.kind == "win":
        return ("win", won) if 0 < len(won) <= count // 2 else None
    open_moves = [move for move in game.legal_moves() if move not in lost]
    return ("hold", open_moves) if 0 < len(open_moves) <= count // 2 else None


def after_move(after: Game, searcher: AlphaBeta, side: int) -> str:
    """What is proved for `side` after its move: win, loss or cp."""
    outcome = after.outcome()
    if outcome:
        return "win" if outcome.winner == after.rules.sides[side] else "loss" if outcome.winner else "cp"
    kind = first_proof(searcher, after, EACH)
    return kind if after.side == side or kind == "cp" else {"win": "loss", "loss": "win"}[kind]


def find(rules: Ruleset, seed: int, kinds: Collection[str]) -> str | None:
    """A position of one of `kinds` in the game of this seed, looked for from its end on."""
    searcher, unproved = AlphaBeta(rules, table_mb=64), 0
    for game in reversed([game.copy() for game in walk(rules, seed)]):
        searcher.clear()
        if len(game.legal_moves()) < 4 or first_proof(searcher, game, QUICK) != "cp":
            continue
        result = searcher.search(game, Limits(nodes=DEEP))
        if {"win": "win", "cp": "hold", "loss": ""}[result.score.kind] in kinds:
            hard = keeping(game, searcher, result)
            if hard:
                plies = result.score.number if hard[0] == "win" else 0
                return f"{hard[0]} {rules.name}|{game.position()}|{plies}|{' '.join(hard[1])}"
        unproved += result.score.kind == "cp"
        if unproved == 2:
            return None
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--wins", type=int, default=10)
    parser.add_argument("--holds", type=int, default=20)
    parser.add_argument("--games", type=int, default=1000, help="look at no more games than these")
    arguments = parser.parse_args()
    rules, left = load_game(arguments.game), {"win": arguments.wins, "hold": arguments.holds}
    for seed in range(arguments.games):
        line = find(rules, seed, [kind for kind in left if left[kind] > 0])
        if line:
            left[line.partition(" ")[0]] -= 1
            print(line, flush=True)
        if not any(left.values()):
            return


if __name__ == "__main__":
    main()
