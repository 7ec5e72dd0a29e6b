"""Matches of a checkpoint against fixed opponents, per side, and its share of exact values kept."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hunt_ai.arena.accuracy import accuracy, tally
from hunt_ai.arena.statistics import bootstrap_interval
from hunt_ai.arena.store import PlayedGame
from hunt_ai.arena.tournament import Tournament, TournamentSettings
from hunt_ai.core.errors import UserError
from hunt_ai.core.settings import check_settings
from hunt_ai.games.catalog import load_game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.players.parse import make_player, runs_program
from hunt_ai.train.settings import EvaluationSettings, TrainSettings

NET = "net"


def check_evaluation(settings: TrainSettings, rules: Ruleset, folder: Path, programs: bool) -> None:
    """UserError where the opponents and tables cannot be had, or the networks in `folder` cannot be players."""
    if not str(folder).isprintable() or {*str(folder)} & {*",="}:
        raise UserError(f"{folder}: the path of a run has no comma and no =, for it stands in the text of a player")
    for opponent in settings.evaluation.opponents:
        _tournament_settings(settings, _player_text(settings, folder / "network.safetensors"), opponent)
        if runs_program(opponent) and not programs:
            raise UserError(
                f"the opponent {opponent!r} runs a program; if you trust the configuration, say --allow-programs"
            )
        player = make_player(opponent)
        try:
            player.check(rules)
        finally:
            player.close()
    if settings.evaluation.tables:
        accuracy("random", Path(settings.evaluation.tables), rules.name)  # checks before it begins


def evaluate(settings: TrainSettings, rules: Ruleset, network: Path, workers: int) -> dict[str, Any]:
    """What the network in a file is worth, as JSON types: see `match_document`; `accuracy` where tables are at hand."""
    text = _player_text(settings, network)
    matches = [
        play_match(_tournament_settings(settings, text, opponent), workers)
        for opponent in settings.evaluation.opponents
    ]
    found: dict[str, Any] = {"matches": matches}
    scores = [match["score"] for match in matches]
    found["score"] = sum(scores) / len(scores) if scores else 0.5
    if settings.evaluation.tables:
        found["accuracy"] = _accuracy(settings.evaluation, rules, text, workers)
    return found


def _player_text(settings: TrainSettings, network: Path) -> str:
    return f"net:{network},simulations={settings.evaluation.simulations}"


def _tournament_settings(settings: TrainSettings, text: str, opponent: str) -> TournamentSettings:
    evaluation = settings.evaluation
    return match_settings(settings.game, text, opponent, evaluation.pairs, settings.seed, evaluation.opening_plies)


def match_settings(
    game: str, network: str, opponent: str, pairs: int, seed: int, opening_plies: int
) -> TournamentSettings:
    """A match of the player `network` against another in game pairs, from openings of so many random plies."""
    openings = {"kind": "random", "plies": opening_plies} if opening_plies else {"kind": "start"}
    values = {
        "name": "evaluation",
        "games": (game,),
        "players": ({"player": network, "name": NET}, {"player": opponent}),
        "pairs": pairs,
        "seed": seed,
        "openings": openings,
    }
    return check_settings(TournamentSettings, values, "evaluation")


def play_match(settings: TournamentSettings, workers: int) -> dict[str, Any]:
    """The result of a match, see `match_document`."""
    tournament = Tournament(settings)
    games = [game for batch in tournament.play(tournament.fixtures(), workers) for game in batch]
    return match_document(load_game(settings.games[0]).sides, settings.players[1].player, games)


def match_document(sides: Sequence[str], opponent: str, games: Sequence[PlayedGame]) -> dict[str, Any]:
    """Results of the network, which plays each opening with both sides in turn: `sides` won, drawn and lost, by side.

    score: its mean score, `interval` the bootstrap interval over pairs; games without result are left out.
    """
    counts = {side: [0, 0, 0] for side in sides}
    pair_scores: dict[int, list[float]] = {}
    for game in games:
        if game.points is None:
            continue
        seat = 0 if game.fixture.player0 == NET else 1
        points = game.points[seat]
        counts[sides[seat]][int(2 - 2 * points)] += 1
        pair_scores.setdefault(game.fixture.pair, []).append(points)
    means = [sum(points) / len(points) for points in pair_scores.values()]
    return {
        "opponent": opponent,
        "sides": counts,
        "score": sum(means) / len(means) if means else 0.5,
        "interval": list(bootstrap_interval(means)) if len(means) > 1 else [0.0, 1.0],
    }


def _accuracy(evaluation: EvaluationSettings, rules: Ruleset, text: str, workers: int) -> dict[str, Any]:
    judged = list(accuracy(text, Path(evaluation.tables), rules.name, evaluation.positions, workers=workers))
    return {
        "all": tally(judged).as_document(),
        "sides": {
            name: tally(one for one in judged if one.side == side).as_document()
            for side, name in enumerate(rules.sides)
        },
    }
