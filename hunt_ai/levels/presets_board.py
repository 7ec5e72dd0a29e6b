"""The board and the rule tables of a game, as a program that draws it and plays by it needs them."""

from typing import Annotated, Literal, cast

from pydantic import Field, StrictBool

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.jungle.board import (
    BEAST_TITLES,
    BEASTS,
    DENS,
    LION,
    RAT,
    RIVERS,
    ROWS,
    TIGER,
    TRAPS,
    WATER,
)  # fmt: skip
from hunt_ai.games.jungle.ruleset import JungleGame
from hunt_ai.games.jungle.table import list_jumps, list_steps
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.levels.presets_record import Count, Name, Number, Place, Record, Titles

Step = tuple[Place, Place]
Places = tuple[Place, ...]


class PointRecord(Record):
    """A point, or the middle of a cell: x to the right, y up, one step = 1."""

    name: Place
    x: Number
    y: Number


class LineRecord(Record):
    """A line to draw. quarry_only: the pack may stand at both ends and not step along it (drawn dashed, say)."""

    start: Place
    end: Place
    quarry_only: StrictBool


class AreaRecord(Record):
    """Places that look alike: grassland, cliff, mountain, group, river, den, trap. owner: side of a den or trap."""

    kind: Name
    points: Places
    owner: Count | None


class BoardRecord(Record):
    """A board: lines between points, or a grid of cells.

    points: in the order that features count them in. ranks: the rows of a position text, from the top, left to right.
    """

    style: Literal["points", "cells"]
    points: tuple[PointRecord, ...]
    lines: tuple[LineRecord, ...]
    areas: tuple[AreaRecord, ...]
    ranks: tuple[Places, ...]


class HuntTables(Record):
    """The rules of a hunt game. Steps are (from, to), jumps (from, over, to); areas are lists of points.

    quarry_steps, pack_steps: onto an empty point. jumps: of the quarry, over a point with dogs to an empty one, taking
    one dog. pack_area: where dogs may stand. placement_area: where they are placed while some are in hand, and then
    none steps. home: the pack wins once no quarry stands in it; null where there is no such rule. group_points: where
    two dogs or more can stand; while a group stands, only a dog of a group steps. capture_goal: dogs taken that win.
    pack_stuck, groups_stuck: a pack without a move passes or loses; groups without a step make the pack pass, or free
    the single dogs. progress: what sets the count of plies without progress to 0. judgement: ends, the first that holds
    counts. no_progress_limit: plies without progress that draw. repetition_draw: times that a position (without its
    last field) has stood that draw, 0 for never.
    """

    family: Literal["hunt"] = "hunt"
    quarry_letter: Name
    pack_letter: Name
    quarry_steps: tuple[Step, ...]
    pack_steps: tuple[Step, ...]
    jumps: tuple[tuple[Place, Place, Place], ...]
    pack_area: Places
    placement_area: Places
    home: Places | None
    group_points: Places
    quarry_count: Count
    dogs: Count
    hand: Count
    capture_goal: Count
    pack_stuck: Literal["pass", "lose"]
    groups_stuck: Literal["pass", "free"]
    progress: tuple[Literal["capture", "placement", "ungroup"], ...]
    judgement: tuple[Literal["captures", "driven-out", "immobilised", "no-progress"], ...]
    no_progress_limit: Count
    repetition_draw: Count


class RiverJump(Record):
    """A jump from `start` to `to` over the water cells of `path`, which are part of `river`."""

    start: Place
    to: Place
    along: Literal["file", "rank"]
    path: Places
    river: Places


class BeastRecord(Record):
    """A beast. rank: the stronger takes the weaker and its like. jumps: the ways in which it jumps the river."""

    letter: Name
    rank: Count
    title: Titles
    jumps: Literal["both", "rank", "file", "none"]
    enters_water: StrictBool


class JungleTables(Record):
    """The rules of a jungle game. steps: (from, to). beasts: the weakest first, upper case for side 0 in texts.

    dens, traps: by side. The first of `beasts` takes the last and is not taken by it, but in a trap of the taker's
    side every beast can be taken. rats_take_across_bank: a rat takes a rat from water to land and back; nothing else
    takes across the bank, but for jumps. trapped_may_take: whether a beast in an enemy trap may take. jump_blockers:
    the other side's rat on the path, or any rat in that river.
    A beast may not enter a cell that it entered `ban_repeats` times or more in its side's last `ban_window` moves,
    unless it entered a trap in these moves or, where `chase_lifts_ban`, the other side could take it where it stands
    (bans not looked at). If a side's last `ban_run` moves were all of one beast and entered at most `ban_cells` cells,
    no trap among them, it may enter none of these. 0 repeats, or a run of 0: no such ban. all_banned: a side whose
    moves are all banned has none, or the bans are lifted. Timeouts are no moves of a history.
    """

    family: Literal["jungle"] = "jungle"
    steps: tuple[Step, ...]
    jumps: tuple[RiverJump, ...]
    water: Places
    dens: tuple[Place, Place]
    traps: tuple[Places, Places]
    beasts: tuple[BeastRecord, ...]
    jump_blockers: Literal["enemy-rat-on-path", "any-rat-in-river"]
    rats_take_across_bank: StrictBool
    trapped_may_take: StrictBool
    ban_repeats: Count
    ban_window: Count
    chase_lifts_ban: StrictBool
    ban_run: Count
    ban_cells: Count
    all_banned: Literal["lose", "lift"]
    judgement: tuple[Literal["den", "no-beasts", "immobilised", "no-progress"], ...]
    no_progress_limit: Count
    repetition_draw: Count


Tables = Annotated[HuntTables | JungleTables, Field(discriminator="family")]


def board_record(rules: Ruleset) -> BoardRecord:
    """The board of a game."""
    diagram = rules.diagram
    ranks = rules.board.ranks if isinstance(rules, HuntGame) else ROWS
    return BoardRecord(
        style=diagram.style,
        points=tuple(PointRecord(name=name, x=float(x), y=float(y)) for name, (x, y) in diagram.places.items()),
        lines=tuple(LineRecord(start=line.start, end=line.end, quarry_only=line.quarry_only) for line in diagram.lines),
        areas=tuple(AreaRecord(kind=area.kind, points=area.places, owner=area.owner) for area in diagram.areas),
        ranks=ranks,
    )


def tables_record(rules: Ruleset) -> HuntTables | JungleTables:
    """The rule tables of a game."""
    return _hunt_tables(rules) if isinstance(rules, HuntGame) else _jungle_tables(cast(JungleGame, rules))


def _hunt_tables(rules: HuntGame) -> HuntTables:
    settings = rules.settings
    order = {point: number for number, point in enumerate(rules.points)}

    def steps(pairs: frozenset[Step]) -> tuple[Step, ...]:
        return tuple(sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])))

    def area(points: frozenset[str]) -> Places:
        return tuple(point for point in rules.points if point in points)

    return HuntTables(
        quarry_letter=settings.quarry.letter,
        pack_letter=settings.pack.letter,
        quarry_steps=steps(settings.quarry_steps),
        pack_steps=steps(settings.pack_steps),
        jumps=tuple(sorted(rules.board.jumps, key=lambda jump: [order[point] for point in jump])),
        pack_area=area(settings.pack_area),
        placement_area=area(settings.placement_area),
        home=area(rules.board.regions[settings.driven_out_of]) if settings.driven_out_of else None,
        group_points=settings.group_points,
        quarry_count=rules.quarry_count,
        dogs=rules.dogs,
        hand=settings.hand,
        capture_goal=settings.capture_goal,
        pack_stuck=settings.pack_stuck,
        groups_stuck=settings.groups_stuck,
        progress=settings.progress,
        judgement=settings.judgement,
        no_progress_limit=settings.no_progress_limit,
        repetition_draw=settings.repetition_draw,
    )


def _jungle_tables(rules: JungleGame) -> JungleTables:
    settings = rules.settings
    order = rules.bits
    ways = {LION: settings.lion_jumps, TIGER: settings.tiger_jumps}

    def area(cells: frozenset[str]) -> Places:
        return tuple(cell for cell in rules.points if cell in cells)

    return JungleTables(
        steps=tuple(sorted(list_steps(), key=lambda pair: (order[pair[0]], order[pair[1]]))),
        jumps=tuple(
            RiverJump(
                start=start,
                to=to,
                along="file" if way < 2 else "rank",
                path=area(path),
                river=area(next(river for river in RIVERS if path <= river)),
            )
            for start, to, way, path in list_jumps()
        ),
        water=area(WATER),
        dens=DENS,
        traps=(area(TRAPS[0]), area(TRAPS[1])),
        beasts=tuple(
            BeastRecord(
                letter=letter,
                rank=1 + number,
                title=Titles(en=BEAST_TITLES[number][0], zh=BEAST_TITLES[number][1]),
                jumps=ways.get(number, "none"),
                enters_water=number == RAT,
            )
            for number, letter in enumerate(BEASTS)
        ),
        jump_blockers=settings.jump_blockers,
        rats_take_across_bank=settings.rats_take_across_bank,
        trapped_may_take=settings.trapped_may_take,
        ban_repeats=settings.ban_repeats,
        ban_window=settings.ban_window,
        chase_lifts_ban=settings.chase_lifts_ban,
        ban_run=settings.ban_run,
        ban_cells=settings.ban_cells,
        all_banned=settings.all_banned,
        judgement=settings.judgement,
        no_progress_limit=settings.no_progress_limit,
        repetition_draw=settings.repetition_draw,
    )
