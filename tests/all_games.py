"""The games that every law is tested on: the catalog's, variants, and files."""

from pathlib import Path
from random import Random

from hunt_ai import Game

FILES = Path(__file__).parent / "games"
CATALOG = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead", "bagh-chal", "fox-and-geese")
VARIANTS = (
    "dog-deer{hand=3,start='./.../..D../.ooo./.o.o./.ooo./..D../.../...',capture_goal=4}",
    "double-tiger{groups_stuck='free',progress=['capture']}",
    "double-tiger{first='pack',pack.directions=['up','left','right']}",
    "beat-the-wolf{pack_stuck='lose',no_progress_limit=40}",
    "jungle-arena{ban_repeats=2,ban_window=5,ban_run=6,ban_cells=3,all_banned='lift'}",
    "jungle-bighead{ban_repeats=1,ban_window=3,ban_run=0,first='blue',chase_lifts_ban=false}",
)
ALL_GAMES = (*CATALOG, *VARIANTS, *(str(path) for path in sorted(FILES.glob("*.toml"))))


def random_game(game: str, seed: int, plies: int) -> Game:
    """A game after so many random moves, fewer where it ends before; sides shuffle their last piece now and then."""
    rng = Random(seed)
    played = Game(game)
    for _ in range(plies):
        moves = played.legal_moves()
        if not moves:
            break
        back = back_and_forth(played.moves, moves)
        played.push(back if back and rng.random() < 0.5 else rng.choice(moves))
    return played


def back_and_forth(past: list[str], moves: list[str]) -> str | None:
    """The move that takes the piece which the side to move moved last back to where it came from, if it is legal."""
    if len(past) < 2 or not set("-x") & set(past[-2]):
        return None
    start, to = past[-2].replace("x", "-").split("-")
    return next((move for move in moves if move == f"{to}-{start}"), None)
