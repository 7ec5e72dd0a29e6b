"""Seeded generators of legal-looking position texts, for every game. Imports the referee's definitions only.

`random_position(game, rng)` suits any test; the others set up what random play hardly ever meets.
All texts keep to the contract: the dogs add up, nothing stands where it may not, no counter is past its limit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from referee import HUNT_GAMES, JUNGLE_GAMES, HuntDefinition, HuntReferee, JungleReferee
from referee_base import words

Board = dict[str, tuple[str, str]]

TOP_OF_THE_CROSS = words("c6 d6 e6 c7 d7 e7")
FIFTH_RANK = words("a5 b5 c5 d5 e5 f5 g5")


def random_position(game: str, rng: Random) -> str:
    """Any stage of the game; now and then a finished position."""
    return random_hunt(game, rng) if game in HUNT_GAMES else random_jungle(rng)


def pack_size(game: HuntDefinition) -> int:
    start = HuntReferee(game)
    return sum(start.pack.values()) + start.hand


def hunt_text(
    game: HuntDefinition, quarry: Collection[str], pack: Mapping[str, int], mover: str, hand: int, idle: int
) -> str:
    """The text of a position; what is neither on the board nor in hand has been taken."""
    position = HuntReferee(game)
    position.quarry, position.pack, position.mover, position.hand = set(quarry), dict(pack), mover, hand
    position.captured = pack_size(game) - sum(pack.values()) - hand
    position.idle = idle
    return position.position()


def random_hunt(
    name: str,
    rng: Random,
    *,
    captured: int | None = None,
    hand: int | None = None,
    idle: int | None = None,
    mover: str | None = None,
    quarry: Collection[str] | None = None,
    groups: bool = True,
) -> str:
    """A random position of a hunt game, with what is given fixed."""
    game = HUNT_GAMES[name]
    if quarry is None:
        quarry = rng.sample(sorted(game.points), len(HuntReferee(game).quarry))
    if captured is None:
        captured = rng.randrange(game.capture_goal)
    if hand is None:
        hand = rng.choice([0, rng.randint(0, min(game.hand, pack_size(game) - captured))])
    on_board = pack_size(game) - captured - hand
    room = sorted(game.pack_region - set(quarry))
    if on_board > len(room):
        hand, on_board = hand + on_board - len(room), len(room)
    pack: dict[str, int] = {}
    for point in sorted(game.group_points - set(quarry)) if groups else []:
        dogs = rng.choice([0, 2, 3, 4])
        if 0 < dogs <= on_board:
            pack[point] = dogs
            on_board -= dogs
    singles = rng.sample([point for point in room if point not in pack], on_board)
    pack |= dict.fromkeys(singles, 1)
    if idle is None:
        idle = rng.choice([0, rng.randint(0, 50), rng.randint(0, 199)])
    return hunt_text(game, quarry, pack, mover or rng.choice(["quarry", "pack"]), hand, idle)


def must_be_filled(game: HuntDefinition, quarry: Collection[str]) -> set[str]:
    """The points that dogs must hold so that no quarry piece has a step or a jump."""
    near = {to for start in quarry for to in game.lines[start]} - set(quarry)
    beyond = {to for start in quarry for over, to in game.jumps[start] if over not in quarry}
    return (near | beyond) - set(quarry)


def tight_hunt(name: str, rng: Random, *, captured: int | None = None, idle: int | None = None) -> str:
    """The quarry stuck but for one point, which a dog beside it can fill; the pack to move, none in hand.

    With `captured` given the point is filled already and the quarry is to move.
    """
    game, size = HUNT_GAMES[name], pack_size(HUNT_GAMES[name])
    while True:
        quarry = huddle(game, rng)
        needed = must_be_filled(game, quarry)
        least = size - game.capture_goal + 1
        dogs = size - captured if captured is not None else rng.randint(least, size)
        spare = sorted(game.pack_region - needed - set(quarry))
        if not needed <= game.pack_region or not 0 <= dogs - len(needed) <= len(spare):
            continue
        extra = set(rng.sample(spare, dogs - len(needed)))
        pack = needed | extra
        if captured is not None:
            return hunt_text(game, quarry, dict.fromkeys(pack, 1), "quarry", 0, idle or 0)
        holes = [(start, hole) for start in spare for hole in game.pack_steps[start] if hole in needed]
        if not holes or len(extra) == len(spare):
            continue
        start, hole = rng.choice(sorted(holes))
        pack = pack - {hole} | {start}
        if len(pack) == dogs - 1:
            pack.add(rng.choice([point for point in spare if point not in pack]))
        return hunt_text(game, quarry, dict.fromkeys(pack, 1), "pack", 0, rng.randint(0, 198) if idle is None else idle)


def huddle(game: HuntDefinition, rng: Random) -> set[str]:
    """The quarry's pieces on random pack points, often beside one another."""
    quarry = {rng.choice(sorted(game.pack_region))}
    while len(quarry) < len(HuntReferee(game).quarry):
        near = {to for start in quarry for to in game.lines[start]} & game.pack_region
        quarry.add(rng.choice(sorted(near if rng.random() < 0.5 else game.pack_region)))
    return quarry


def full_grassland(rng: Random, hand: int) -> str:
    """dog-deer: no room for a dog, the pack to move; with none in hand, one deer is outside or eight dogs less one."""
    game = HUNT_GAMES["dog-deer"]
    outside = [] if hand or rng.random() < 0.3 else [rng.choice(sorted(game.driven_out))]
    inside = rng.sample(sorted(game.pack_region), 1) if outside else [rng.choice(["c7", "c3"])]
    if not outside:
        inside.append(rng.choice(sorted(game.pack_region - set(inside))))
    pack = game.pack_region - set(inside)
    return hunt_text(game, outside + inside, dict.fromkeys(pack, 1), "pack", hand, rng.randint(0, 150))


def deer_at_the_gates(rng: Random, on_the_gate: bool = False, **fixed: int) -> str:
    """dog-deer: one deer outside, the other on a gate or in front of one, the deer to move."""
    outside = rng.choice(sorted(HUNT_GAMES["dog-deer"].driven_out))
    inside = rng.choice(["c7", "c3"] if on_the_gate else ["c6", "b6", "d6", "c4", "b4", "d4"])
    return random_hunt("dog-deer", rng, quarry=[outside, inside], mover="quarry", hand=0, **fixed)


def deer_jumping_out(rng: Random) -> str:
    """dog-deer: the second deer can jump out over a gate and take the eighth dog by it."""
    while True:
        text = deer_at_the_gates(rng, captured=7)
        position = HuntReferee(HUNT_GAMES["dog-deer"], text)
        gate_jumps = [f"{start}x{to}" for start in position.quarry for to in HUNT_GAMES["dog-deer"].driven_out]
        if any(jump in position.legal_moves() for jump in gate_jumps):
            return text


def stuck_groups(rng: Random) -> str:
    """double-tiger: a group or two, every neighbour of theirs taken; the pack to move."""
    game = HUNT_GAMES["double-tiger"]
    while True:
        groups = rng.sample(sorted(game.group_points), rng.choice([1, 1, 2]))
        pack = {point: rng.randint(2, 4) for point in groups}
        near = sorted({to for group in groups for to in game.lines[group]} - set(groups))
        tigers = set(rng.sample(near, rng.choice([1, 2])))
        while len(tigers) < 2:
            tigers.add(rng.choice(sorted(game.points - set(near) - set(groups))))
        pack |= {point: 1 for point in near if point not in tigers}
        dogs = sum(pack.values())
        if pack_size(game) - game.capture_goal < dogs <= pack_size(game):
            return hunt_text(game, tigers, pack, "pack", 0, rng.randint(0, 150))


def goats_shut_in(rng: Random) -> str:
    """bagh-chal: tigers all round the empty points, so that no goat has a step; the goats to move, none in hand."""
    game = HUNT_GAMES["bagh-chal"]
    while True:
        empty = {rng.choice(sorted(game.points))}
        while rng.random() < 0.4:
            empty.add(rng.choice(sorted({to for point in empty for to in game.lines[point]})))
        fence = {to for point in empty for to in game.lines[point]} - empty
        if len(fence) > 4 or len(empty) > game.capture_goal:
            continue
        spare = sorted(game.points - empty - fence)
        tigers = fence | set(rng.sample(spare, 4 - len(fence)))
        pack = dict.fromkeys(game.points - empty - tigers, 1)
        return hunt_text(game, tigers, pack, "pack", 0, rng.randint(0, 150))


def geese_at_the_top(rng: Random, mover: str = "quarry") -> str:
    """fox-and-geese: no goose has a move, or with the pack to move, one goose less."""
    game = HUNT_GAMES["fox-and-geese"]
    geese = TOP_OF_THE_CROSS | (FIFTH_RANK if rng.random() < 0.5 else frozenset())
    fox = rng.choice(sorted(game.points - geese))
    if mover == "pack":
        moved = rng.choice(sorted(geese))
        below = [point for point in game.points if moved in game.pack_steps[point] and point not in geese | {fox}]
        if below:
            geese = geese - {moved} | {rng.choice(sorted(below))}
    return hunt_text(game, [fox], dict.fromkeys(geese, 1), mover, 0, rng.randint(0, 198))


def jungle_text(board: Board, side: str, idle: int) -> str:
    position = JungleReferee(JUNGLE_GAMES["jungle-arena"])
    position.board, position.side, position.idle = board, side, idle
    return position.position()


JUNGLE = JungleReferee(JUNGLE_GAMES["jungle-arena"])
LAND = sorted({f"{file}{rank}" for file in "abcdefg" for rank in range(1, 10)} - JUNGLE.water - {"d1", "d9"})
WATER = sorted(JUNGLE.water)
BANKS = sorted(words("a4 a5 a6 d4 d5 d6 g4 g5 g6 b3 c3 e3 f3 b7 c7 e7 f7"))


def random_jungle(rng: Random, *, most: int = 8, idle: int | None = None) -> str:
    """Up to `most` beasts a side anywhere they may stand; now and then a side has none or is in the enemy den."""
    return placed_jungle("", rng, extras=(0 if rng.random() < 0.05 else 1, most), idle=idle, turned=True)


def placed_jungle(
    placement: str,
    rng: Random,
    *,
    extras: tuple[int, int] = (0, 0),
    side: str = "red",
    idle: int | None = None,
    turned: bool = True,
) -> str:
    """Beasts as `placement` says, more of them at random, and with `turned` the whole mirrored and colours exchanged.

    A placement such as `L@a4,a5 r@b4` puts the red lion on one of the listed cells and the blue rat on `b4`.
    extras: the least and the most further beasts a side.
    """
    while True:
        board: Board = {}
        for item in placement.split():
            letter, _, choices = item.partition("@")
            board[rng.choice(choices.split(","))] = ("red" if letter.isupper() else "blue", letter.upper())
        if len(board) == len(placement.split()):
            break
    for owner in ("red", "blue"):
        missing = sorted(set("RCDWPTLE") - {beast for who, beast in board.values() if who == owner})
        for beast in rng.sample(missing, min(len(missing), rng.randint(*extras))):
            open_cells = [cell for cell in free_cells(owner, beast, rng) if cell not in board]
            board[rng.choice(open_cells)] = (owner, beast)
    assert all(beast == "R" or cell not in JUNGLE.water for cell, (_, beast) in board.items()), placement
    if not board:
        board["a1"] = ("red", "T")
    if turned and rng.random() < 0.5:
        board = {f"{chr(ord('a') + ord('g') - ord(cell[0]))}{cell[1]}": what for cell, what in board.items()}
    if turned and rng.random() < 0.5:
        board = {f"{cell[0]}{10 - int(cell[1])}": (swapped(owner), beast) for cell, (owner, beast) in board.items()}
        side = swapped(side)
    if idle is None:
        idle = rng.choice([0, rng.randint(0, 50), rng.randint(0, 199)])
    return jungle_text(board, side, idle)


def swapped(side: str) -> str:
    return "blue" if side == "red" else "red"


def free_cells(owner: str, beast: str, rng: Random) -> list[str]:
    """Where a random beast may go: rarely the enemy den (red's only, so that both are never entered)."""
    if beast == "R" and rng.random() < 0.5:
        return WATER
    if beast in "LT" and rng.random() < 0.5:
        return BANKS
    return [*LAND, "d9"] if owner == "red" and rng.random() < 0.1 else LAND
