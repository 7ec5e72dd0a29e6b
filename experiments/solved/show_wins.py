"""Plays out solved wins under the tests' slow referee: `python experiments/solved/show_wins.py GAME TABLES`.

The winning side plays from the tables. The other resists as long as it can in every third game, moves at random in
another, and does now this, now that in the rest. Games begin at the start position where somebody wins it, else at
positions won at random in the solved slices. Each must be won, and within the stated plies; what is not is printed.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from referee import HUNT_GAMES
from referee_hunt import HuntReferee

from hunt_ai import Game, load_game
from hunt_ai.arena.accuracy import random_row
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.oracle import Oracle
from hunt_ai.solve.slices import flat_slices


def play(oracle: Oracle, row: Row, resistance: float, rng: np.random.Generator) -> tuple[int, int | None]:
    """(plies that the tables promise, plies that the winner took; None where it did not win)."""
    rules = oracle.game
    value = oracle.value(row)
    assert value.winner is not None
    assert value.distance is not None
    game = Game(rules, position=rules.format_position(row))
    referee = HuntReferee(HUNT_GAMES[rules.name], game.position())
    plies = 0
    while not referee.outcome():
        moves = oracle.legal(game.row)
        if rules.side_of(game.row) == value.winner or rng.random() < resistance:
            moves = oracle.keeping(game.row, moves)[1]
        text = rules.move_text(game.row, int(rng.choice(moves)))
        assert text in referee.legal_moves()
        game.push(text)
        referee.push(text)
        plies += 1
    return value.distance, plies if referee.outcome()[0] == rules.sides[value.winner] else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=HUNT_GAMES)
    parser.add_argument("tables", type=Path)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--memory", type=int, default=1024, help="MiB, of the search before dogs only step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slices", action="store_true", help="begin in the slices, whoever wins the start")
    arguments = parser.parse_args()
    rules = load_game(arguments.game)
    oracle, rng = Oracle(arguments.tables, rules, arguments.memory), np.random.default_rng(arguments.seed)
    from_start = not arguments.slices and oracle.value(rules.start).winner is not None
    slices = flat_slices(rules)
    won, longest = 0, 0
    for number in range(arguments.games):
        row = rules.start
        while not from_start:
            row = random_row(rules, slices[rng.integers(len(slices))], int(rng.integers(2)), rng)
            value = oracle.value(row)
            if value.distance and value.distance <= rules.settings.no_progress_limit:
                break
        promised, taken = play(oracle, row, (0.0, 0.5, 1.0)[number % 3], rng)
        longest = max(longest, taken or 0)
        if taken is not None and taken <= promised:
            won += 1
        else:
            print(f"not won in {promised} plies but {taken}: {rules.format_position(row)}", flush=True)
    print(f"{rules.name}: {won} of {arguments.games} games won within the stated plies, the longest in {longest}")


if __name__ == "__main__":
    main()
