"""`hunt-ai tune`: fit the weights of a game's static evaluation to games of alpha-beta against itself."""

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any

from hunt_ai.app.arguments import add_game, add_json, named_path, number, print_json, whole_number

HELP = "fit the static evaluation of a game to the searches and results of self-play"
MATCH_NODES = 2000  # of each search in the match of new and old weights
EXAMPLE = "tune double-tiger --games 600 --out weights"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--games", metavar="N", type=whole_number(1, 10**6), default=600,
        help="games of self-play a round (default: 600)",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", type=whole_number(0, 2**31), default=1, help="(default: 1)")
    parser.add_argument(
        "--nodes", metavar="N", type=whole_number(1, 10**9), default=500, help="of each search (default: 500)"
    )
    parser.add_argument(
        "--rounds", metavar="N", type=whole_number(1, 100), default=2,
        help="rounds of games, each with the weights of the round before (default: 2)",
    )  # fmt: skip
    parser.add_argument(
        "--decay", metavar="PART", type=number(0, 1), default=0.95,
        help="how much of what a position is worth comes from the one after it, and so from the game's result; the "
        "rest is what its own search says, as in TD(lambda); 1 is Texel's method, 0 RootStrap (default: 0.95)",
    )  # fmt: skip
    parser.add_argument(
        "--spread", metavar="W", type=number(0.1, 10_000), default=200,
        help="how far weights may be expected to move (default: 200)",
    )  # fmt: skip
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--from",
        metavar="DIR",
        type=named_path,
        dest="start",
        help="folder of the weights to begin with (default: shipped)",
    )
    start.add_argument("--by-hand", action="store_true", help="begin with the numbers set by hand that fit the rules")
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=named_path,
        default=Path("weights"),
        help="folder for the new files (default: weights)",
    )
    parser.add_argument(
        "--pairs", metavar="N", type=whole_number(0, 10**6), default=200,
        help="pairs of games between the new and the old weights at 2000 nodes a search, 0: none (default: 200)",
    )  # fmt: skip
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.games.catalog import load_game
    from hunt_ai.search.self_play import paired_match
    from hunt_ai.search.tuning import TuningSettings, hand_values, tune
    from hunt_ai.search.weights import check_savable, load_values, make_evaluation, save_values

    rules = load_game(arguments.game)
    check_savable(rules, arguments.out)
    settings = TuningSettings(
        games=arguments.games,
        seed=arguments.seed,
        nodes=arguments.nodes,
        rounds=arguments.rounds,
        decay=arguments.decay,
        spread=arguments.spread,
    )
    old = [
        hand_values(rules, side) if arguments.by_hand else load_values(rules, side, arguments.start)
        for side in range(2)
    ]
    fits = tune(rules, old, settings, report=lambda line: print(line, file=sys.stderr))
    new = [fit.values for fit in fits]
    origin = f"Tuned by `{arguments.command_line}`."
    paths = [save_values(rules, side, new[side], arguments.out, origin) for side in range(2)]
    document: dict[str, Any] = {
        "game": rules.name,
        "settings": dataclasses.asdict(settings),
        "fits": [
            {"side": fit.side, "positions": fit.positions, "games": fit.games, "log_loss": dict(fit.losses)}
            for fit in (fits[:1] if fits[0] is fits[1] else fits)
        ],
        "files": [str(path) for path in paths],
    }
    stopped = False
    if arguments.pairs:
        try:
            match = paired_match(
                rules, make_evaluation(rules, new), make_evaluation(rules, old), arguments.pairs, MATCH_NODES,
                settings.seed + 1,
            )  # fmt: skip
        except KeyboardInterrupt:
            written = " and ".join(document["files"])
            print(f"interrupted in the match of new and old weights; {written} are written", file=sys.stderr)
            stopped = True
        else:
            document["match"] = dataclasses.asdict(match)
    if arguments.json:
        print_json(document | {"complete": not stopped})
    else:
        _print(document)
    return 130 if stopped else 0


def _print(document: dict[str, Any]) -> None:
    from hunt_ai.search.tuning import counted

    for fit in document["fits"]:
        losses = fit["log_loss"]
        learnt = f"{counted(fit['positions'], 'position')} of {counted(fit['games'], 'game')}"
        print(
            f"{fit['side']} to move: {learnt}; log loss "
            f"{losses['train_before']:.4f} -> {losses['train_after']:.4f}, held out "
            f"{losses['validation_before']:.4f} -> {losses['validation_after']:.4f}"
        )
    if "match" in document:
        match = document["match"]
        played = "no pair was played"
        if match["score"] is not None:
            error = "" if match["error"] is None else f" ± {match['error']:.3f}"
            played = f"{match['score']:.3f}{error} of the points in {counted(match['pairs'], 'pair')}"
        if match["skipped"]:
            played += f"; {counted(match['skipped'], 'pair')} left out whose opening ended the game"
        print(f"new against old: {played}")
        for side, result in match["sides"].items():
            print(
                f"new as {side}: {result['wins']} won, {result['draws']} drawn, {result['losses']} lost "
                f"of {counted(result['games'], 'game')}"
            )
    for path in document["files"]:
        print(path)
