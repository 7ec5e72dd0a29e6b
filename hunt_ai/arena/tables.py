"""Results of matches as tables and sentences."""

import statistics
from collections.abc import Mapping, Sequence

from hunt_ai.arena.ratings import Estimate, Ratings
from hunt_ai.arena.results import GameResults, PairScore
from hunt_ai.arena.summary import Share
from hunt_ai.core.text_table import NONE, format_table


def side_table(result: GameResults) -> str:
    """How often each side won, over all games and for each player with it."""
    rows = []
    for number, side in enumerate(result.rules.sides):
        rows.append([side, "all", *_share_cells(result.shares(side=number))])
        for player in result.players:
            shares = result.shares(player, number)
            if shares["won"].games:
                rows.append([side, player, *_share_cells(shares)])
    return format_table(["side", "player", "games", "won", "95 % interval", "drawn", "lost", "truncated"], rows, 2)


def _share_cells(shares: Mapping[str, Share]) -> list[str]:
    low, high = shares["won"].interval
    return [
        str(shares["won"].games),
        f"{shares['won'].rate:.1%}",
        f"{low:.1%} to {high:.1%}",
        *(f"{shares[name].rate:.1%}" for name in ("drawn", "lost", "truncated")),
    ]


def cross_table(result: GameResults) -> str:
    """Each player's mean score against each other over complete game pairs."""
    rows = [[one, *(_score_cell(result.score(one, other)) for other in result.players)] for one in result.players]
    return format_table(["player", *result.players], rows)


def _score_cell(score: PairScore | None) -> str:
    return NONE if score is None else f"{score.mean:.1%} [{score.low:.1%}, {score.high:.1%}]"


def rating_table(ratings: Ratings, sides: Sequence[str]) -> str:
    """Ratings overall and per side, and the likelihood of superiority over the player below."""
    rows = []
    for place, rated in enumerate(ratings.players):
        below = ratings.names[place + 1 : place + 2]
        rows.append(
            [
                rated.player,
                estimate_text(rated.overall),
                *map(estimate_text, rated.sides),
                f"{ratings.superiority(rated.player, below[0]):.1%}" if below else NONE,
                str(rated.games),
            ]
        )
    return format_table(["player", "rating", *(f"with {side}" for side in sides), "above next", "games"], rows)


def estimate_text(estimate: Estimate) -> str:
    """An estimate in Elo with half the width of its interval."""
    return f"{estimate.value:+.0f} ± {estimate.high - estimate.value:.0f}"


def advantage_text(ratings: Ratings, sides: Sequence[str]) -> str:
    """Side advantage and draw tendency in a sentence."""
    draws = ratings.draw_probability
    return (
        f"Advantage of {sides[0]} between two players as strong as {ratings.anchor}: "
        f"{estimate_text(ratings.advantage)}. Between equals {draws.value:.1%} of games are drawn "
        f"({draws.low:.1%} to {draws.high:.1%})."
    )


def termination_table(result: GameResults) -> str:
    """How the games ended."""
    rows = [
        [name, NONE if winner is None else result.rules.sides[winner], str(count), f"{count / result.games:.1%}"]
        for (name, winner), count in result.ends()
    ]
    return format_table(["termination", "winner", "games", "share"], rows, 2)


def length_text(result: GameResults) -> str:
    """Lengths in a sentence."""
    lengths = result.lengths
    return (
        f"{result.games} games, {len(result.distinct)} different ones; {statistics.fmean(lengths):.1f} plies on "
        f"average, median {statistics.median(lengths):g}, from {min(lengths)} to {max(lengths)}."
    )


def game_tables(result: GameResults, ratings: Ratings | None) -> list[tuple[str, str]]:
    """(heading, text) of all that is said of a game; `ratings` are the result's."""
    sides = result.rules.sides
    parts = []
    if ratings:
        warnings = "".join(f"\n\nWarning: {warning}" for warning in ratings.warnings)
        parts.append(
            (
                "Ratings (Elo, 95 % intervals)",
                f"{rating_table(ratings, sides)}\n\n{advantage_text(ratings, sides)}{warnings}",
            )
        )
    parts.append(("Win rates per side (Wilson intervals)", side_table(result)))
    if len(result.players) > 1:
        parts.append(("Scores of game pairs (bootstrap intervals over pairs)", cross_table(result)))
    total = result.total
    left_out = f"\n\n{total.unscored} games were over too soon to be scored." if total.unscored else ""
    parts.append(("How the games ended", f"{termination_table(result)}\n\n{length_text(result)}{left_out}"))
    return parts
