"""`hunt-ai sprt`: play two players until it is decided whether one is stronger."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from hunt_ai.app.arguments import (
    add_json,
    add_match_rules,
    add_workers,
    given_match_rules,
    named_path,
    number,
    print_json,
    whole_number,
)
from hunt_ai.core.files import readable_name

if TYPE_CHECKING:
    from hunt_ai.arena.sprt import SprtState
    from hunt_ai.arena.tournament import TournamentSettings

HELP = "test by game pairs whether A is stronger than B, and stop when that is decided"
EXAMPLE = "sprt greedy random --game dog-deer --elo0 0 --elo1 50"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="A", help="a player")
    parser.add_argument("second", metavar="B", help="its opponent")
    parser.add_argument("--game", metavar="GAME", required=True, help="a name, NAME{key=value,...}, or a TOML file")
    parser.add_argument("--elo0", metavar="E", type=number(-2000, 2000), default=0.0, help="H0: A is E above B (0)")
    parser.add_argument("--elo1", metavar="E", type=number(-2000, 2000), default=20.0, help="H1: A is E above B (20)")
    parser.add_argument("--alpha", metavar="P", type=number(0, 0.5), default=0.05, help="rate of wrong H1 (0.05)")
    parser.add_argument("--beta", metavar="P", type=number(0, 0.5), default=0.05, help="rate of wrong H0 (0.05)")
    parser.add_argument(
        "--plies", metavar="N", type=whole_number(0, 100), default=4, help="random plies of each opening (default: 4)"
    )
    parser.add_argument("--openings", metavar="FILE", help="openings from a file instead")
    parser.add_argument(
        "--max-pairs", metavar="N", type=whole_number(1, 10**7), default=10_000, help="give up then (default: 10000)"
    )
    add_match_rules(parser)
    add_workers(parser)
    parser.add_argument("--seed", metavar="S", type=whole_number(0, 2**63 - 1), default=0, help="seed (default: 0)")
    parser.add_argument(
        "--out", metavar="DB", type=named_path, help="the results file (default: results/, named by the test)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from tqdm import tqdm

    from hunt_ai import __version__
    from hunt_ai.arena.sequential import SequentialTest, elo_to_score
    from hunt_ai.arena.sprt import SprtState, run_sprt
    from hunt_ai.arena.tournament import Tournament, run_tournament

    mean0, mean1 = elo_to_score(arguments.elo0), elo_to_score(arguments.elo1)
    test = SequentialTest(mean0, mean1, arguments.alpha, arguments.beta)
    tournament = Tournament(_settings(arguments))
    first, second = (entry.name for entry in tournament.settings.players)
    out = arguments.out or Path("results") / f"{_slug(arguments)}.db"
    about = {"title": f"{first} against {second}", "command": arguments.command_line, "version": __version__}
    state, stopped = SprtState(test), False
    try:
        with run_tournament(tournament, out, arguments.workers, about) as run, tqdm(unit="pair", disable=None) as bar:
            for state in run_sprt(tournament, run, first, test):
                bar.update()
                bar.set_postfix_str(f"LLR {state.ratio:+.2f}, score {state.score:.1%}", refresh=False)
    except KeyboardInterrupt:
        stopped = True
    if arguments.json:
        hypotheses = {"elo0": arguments.elo0, "elo1": arguments.elo1}
        print_json({"players": [first, second], "game": arguments.game, **hypotheses, **state.as_document(),
                    "file": str(out), "complete": not stopped})  # fmt: skip
    else:
        print(f"{first} against {second}, {arguments.game}")
        _print(arguments, state)
        print(f"games in {out}" + ("; started again, the test goes on" if stopped else ""))
    return 130 if stopped else 0


def _settings(arguments: argparse.Namespace) -> "TournamentSettings":
    """The test as a tournament of the two."""
    from hunt_ai.arena.tournament import TournamentSettings
    from hunt_ai.core.settings import check_settings

    openings = {"kind": "random", "plies": arguments.plies} if arguments.plies else {"kind": "start"}
    if arguments.openings:
        openings = {"kind": "file", "path": arguments.openings}
    first, second = arguments.first, arguments.second
    values = {
        "name": "sprt",
        "games": (arguments.game,),
        "players": ({"player": first}, {"player": second, "name": f"{second} (2)" if second == first else second}),
        "pairs": arguments.max_pairs,
        "seed": arguments.seed,
        "openings": openings,
        "match": given_match_rules(arguments),
    }
    return check_settings(TournamentSettings, values, "sprt")


def _print(arguments: argparse.Namespace, state: "SprtState") -> None:
    from hunt_ai.arena.sequential import score_to_elo
    from hunt_ai.arena.statistics import bootstrap_interval

    lower, upper = state.test.bounds
    hypotheses = f"H0: {arguments.elo0:+g} Elo, H1: {arguments.elo1:+g} Elo"
    print(f"  {hypotheses}; alpha {arguments.alpha:g}, beta {arguments.beta:g}")
    print(f"  {state.pairs} game pairs, by A's points 0 to 2: {' '.join(map(str, state.counts))}")
    if state.different < 2 * (state.pairs + state.left_out):
        print(f"  only {state.different} different games: take more openings, for the pairs are not independent")
    if state.left_out:
        print(f"  and {state.left_out} pairs with a game that has no result")
    if state.pairs:
        low, high = bootstrap_interval(state.scores)
        elo = " to ".join(f"{score_to_elo(score):+.0f}" for score in (low, high))
        print(f"  A's score {state.score:.1%} [{low:.1%}, {high:.1%}], {elo} Elo (95 %, as if not stopped early)")
    print(f"  log likelihood ratio {state.ratio:+.2f} within {lower:+.2f} and {upper:+.2f}")
    words = {"H1": f"H1 accepted: A is stronger by {arguments.elo1:+g} Elo rather than {arguments.elo0:+g}",
             "H0": f"H0 accepted: A is stronger by {arguments.elo0:+g} Elo rather than {arguments.elo1:+g}",
             None: "not decided"}  # fmt: skip
    print(f"  {words[state.verdict]}")


def _slug(arguments: argparse.Namespace) -> str:
    """A file name for the test: readable, and another one where other games are played."""
    parts = (arguments.first, arguments.second, arguments.game, arguments.seed, arguments.plies, arguments.openings,
             arguments.turn_seconds, arguments.max_plies)  # fmt: skip
    return f"sprt-{readable_name('-'.join(map(str, parts[:3])), json.dumps(parts))}"
