"""Boards, regions and directions of hunt games in words. The pictures of the boards stand in `games/boards.py`."""

import itertools
from collections.abc import Iterable, Sequence

from hunt_ai.games.boards import DIRECTIONS, ORTHOGONAL, Board, grid_place, named_board
from hunt_ai.games.hunt.spec import HuntSettings
from hunt_ai.games.rules_text.shared import Pair, capital, listed

MAX_LINE_POINTS = 12  # of a straight line in print; longer ones are printed in parts that share two points
REGIONS_ZH = {"grassland": "草原", "cliff": "悬崖", "mountain": "山"}
DIRECTIONS_ZH = dict(zip(DIRECTIONS, ("上", "下", "左", "右", "左上", "右上", "左下", "右下"), strict=True))
NO_DIAGONALS = "along files and ranks, never diagonally", "横走或竖走，不能走斜线"
_FILES_AND_RANKS = (
    "Files (columns) have letters, ranks (rows) have numbers, as on the board below.",
    "列用字母、行用数字表示，见下面的棋盘。",
)


def describe_board(settings: HuntSettings) -> list[Pair]:
    """The points and the lines between them."""
    board = settings.layout
    shape = _NAMED[settings.board](board) if isinstance(settings.board, str) else _own_board(board)
    return [(f"{shape[0]} {_FILES_AND_RANKS[0]}", shape[1] + _FILES_AND_RANKS[1])]


def _grid(english: str, chinese: str, board: Board) -> Pair:
    """Lines between all neighbours on files and ranks, and the diagonals."""
    crossed = [
        point for point in board.points if any("-" in board.direction(point, to) for to in board.neighbours[point])
    ]
    english += " Lines join neighbours along files and ranks; "
    chinese += "横竖相邻的点都有线相连；"
    if not crossed:
        return f"{english}there are no diagonal lines.", f"{chinese}没有斜线。"
    if len(crossed) == len(board.points):
        return (
            f"{english}each small square has both its diagonals.",
            f"{chinese}每个小方格里都有两条斜线。",
        )
    return (
        f"{english}lines also join diagonal neighbours among {' '.join(crossed)}.",
        f"{chinese}{'、'.join(crossed)} 这些点中，斜向相邻的也有线相连。",
    )


def _alquerque(board: Board) -> Pair:
    return _grid("The board has 25 points, five by five.", "棋盘有 25 个点，横五竖五。", board)


def _cross(board: Board) -> Pair:
    return _grid(
        "The board has 33 points in a cross: files c to e have seven points each, ranks 3 to 5 too.",
        "棋盘是 33 个点的十字形：c 至 e 列各七点，3 至 5 行也各七点。",
        board,
    )


def _deer(board: Board) -> Pair:
    square = [point for point in board.points if 3 <= grid_place(point)[1] <= 7]
    inner = Board(
        {point: board.places[point] for point in square},
        frozenset(line for line in board.lines if set(line) <= set(square)),
    )
    english, chinese = _grid(
        "The board has 35 points. In the middle is a square of 25, a3 to e7.",
        "棋盘有 35 个点。中间是 25 点的方形，从 a3 到 e7。",
        inner,
    )
    outside = [line for line in straight_lines(board) if not set(line) <= set(square)]
    areas = {name: board.regions[name] == points for name, points in named_board("deer-35").regions.items()}
    cliff = (" (the cliff)", "（悬崖）") if areas["cliff"] else ("", "")
    mountain = (" (the mountain)", "（山）") if areas["mountain"] else ("", "")
    return (
        f"{english} Above the square is the diamond b8 c8 d8 c9{cliff[0]}, below it the triangle b2 c2 d2 a1 c1 e1"
        f"{mountain[0]}, joined to it at the gates c7 and c3. The straight lines there are {listed(_paths(outside))}.",
        f"{chinese}方形上方是菱形 b8、c8、d8、c9{cliff[1]}，下方是三角形 b2、c2、d2、a1、c1、e1{mountain[1]}，"
        f"由门口 c7 和 c3 与方形相接。那里的直线有 {'、'.join(_paths(outside))}。",
    )


_NAMED = {
    "alquerque-5x5": _alquerque,
    "cross-33": _cross,
    "cross-33-alquerque": _cross,
    "cross-33-diagonals": _cross,
    "deer-35": _deer,
}


def _own_board(board: Board) -> Pair:
    moved = [
        f"{point} ({x:g}, {y:g})"
        for point, (x, y) in board.places.items()
        if (x, y) != tuple(map(float, grid_place(point)))
    ]
    lines = _paths(straight_lines(board))
    english, chinese = f"The board has {len(board.points)} points.", f"棋盘有 {len(board.points)} 个点。"
    if lines:
        english += f" Its straight lines are {listed(lines)}."
        chinese += f"直线有 {'、'.join(lines)}。"
    else:
        english, chinese = f"{english} No lines join them.", f"{chinese}点与点之间没有线。"
    if moved:
        english += f" Drawn elsewhere than their names say (x from file a = 0, y from below): {', '.join(moved)}."
        chinese += f"位置与名称不同的点（括号内先横后竖，a 列为 0）：{'、'.join(moved)}。"
    return english, chinese


def straight_lines(board: Board) -> list[tuple[str, ...]]:
    """The board's lines as straight paths: every line is on one, and every jump is three points in a row of one."""
    onward: dict[tuple[str, str], list[str]] = {}
    for start, over, to in board.jumps:
        onward.setdefault((start, over), []).append(to)
    left = {min(jump, jump[::-1]) for jump in board.jumps}
    paths: list[tuple[str, ...]] = []

    def extend(path: list[str]) -> None:
        """Straight on at the end of `path`, where there is a choice along what is not yet on a path."""
        while ways := onward.get((path[-2], path[-1])):
            path.append(next((to for to in ways if _either(path[-2], path[-1], to) in left), ways[0]))
            left.discard(_either(*path[-3:]))

    order = {point: number for number, point in enumerate(board.points)}
    while left:
        path = list(min(left, key=lambda jump: [order[point] for point in jump]))
        left.discard(_either(*path))
        extend(path)
        path.reverse()
        extend(path)
        path.reverse()
        paths.append(tuple(path if order[path[0]] < order[path[-1]] else path[::-1]))
    joined = {pair for path in paths for pair in itertools.pairwise(path)}
    paths += [(a, b) for a, b in board.lines if order[a] < order[b] and not {(a, b), (b, a)} & joined]
    return sorted(paths, key=lambda path: [order[point] for point in path])


def _either(start: str, over: str, to: str) -> tuple[str, str, str]:
    return min((start, over, to), (to, over, start))


def _paths(lines: Iterable[Sequence[str]]) -> list[str]:
    """Lines in print."""
    step = MAX_LINE_POINTS - 2
    return ["-".join(line[n : n + MAX_LINE_POINTS]) for line in lines for n in range(0, max(1, len(line) - 2), step)]


def points_phrase(board: Board, points: Iterable[str]) -> Pair:
    """Some points of the board, as a block where they are one."""
    chosen = [point for point in board.points if point in set(points)]
    if not chosen:
        return "no point at all", "没有任何点"
    places = [grid_place(point) for point in chosen]
    (left, right), (low, high) = ((min(side), max(side)) for side in zip(*places, strict=True))
    block = (right - left + 1) * (high - low + 1)
    if len(chosen) == block > 4 and left < right and low < high:
        return f"the {block} points from {chosen[0]} to {chosen[-1]}", f"{chosen[0]} 到 {chosen[-1]} 的 {block} 个点"
    return " ".join(chosen), "、".join(chosen)


class Regions:
    """The regions that the rules of a game use, by the names that its text gives them."""

    def __init__(self, settings: HuntSettings) -> None:
        self._board, everywhere = settings.layout, frozenset(settings.layout.points)
        keys = {"pack_region": settings.pack_area, "placement_region": settings.placement_area}
        if settings.driven_out_of:
            keys["driven_out_of"] = self._board.regions[settings.driven_out_of]
        self._names = {
            key: name
            for key, points in keys.items()
            if (name := getattr(settings, key)) and points != everywhere and (key != "driven_out_of" or points)
        }
        if not settings.hand or settings.placement_area == settings.pack_area:
            self._names.pop("placement_region", None)

    def name(self, key: str) -> Pair | None:
        """What the text calls the region of a settings key; None where the key changes nothing."""
        region = self._names.get(key)
        if region is None:
            return None
        strange = [name for name in dict.fromkeys(self._names.values()) if name not in REGIONS_ZH]
        chinese = REGIONS_ZH.get(region) or "甲乙丙"[strange.index(region)] + "区"
        return (f"the {region}" if region in REGIONS_ZH else f"region {region}"), chinese

    def definitions(self) -> list[Pair]:
        """Which points each region is."""
        items = []
        for region, key in {region: key for key, region in self._names.items()}.items():
            english, chinese = self.name(key) or ("", "")
            points = points_phrase(self._board, self._board.regions[region])
            items.append((f"{capital(english)}: {points[0]}.", f"{chinese}：{points[1]}。"))
        return items


def directions_phrase(allowed: Iterable[str], drawn: frozenset[str]) -> Pair | None:
    """Which of the `drawn` directions a side may step in; None where it may in all of them, or there are none."""
    may = [way for way in DIRECTIONS if way in drawn and way in set(allowed)]
    never = [way for way in DIRECTIONS if way in drawn and way not in may]
    straight = drawn.intersection(ORTHOGONAL)
    if not never or not may:
        return None
    if set(may) == straight:
        return NO_DIAGONALS
    if set(never) == straight:
        return "diagonally, never along files or ranks", "走斜线，不能横走或竖走"
    english, chinese = listed(may, "or"), _ways(may) + "走"
    if len(never) <= 2:
        return f"{english}, never {listed(never, 'or')}", f"{chinese}，不能{_ways(never)}走"
    return english, chinese


def _ways(directions: Sequence[str]) -> str:
    """Directions in Chinese."""
    words = [f"向{DIRECTIONS_ZH[way]}" for way in directions]
    return "或".join(["、".join(words[:-1]), words[-1]] if len(words) > 1 else words)
