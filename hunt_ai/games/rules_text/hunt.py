"""The rules of a hunt game in words."""

from collections.abc import Iterable

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.hunt.spec import MAX_GROUP
from hunt_ai.games.rules_text.hunt_board import NO_DIAGONALS, describe_board, points_phrase
from hunt_ai.games.rules_text.hunt_ends import draws_of, winning
from hunt_ai.games.rules_text.hunt_words import HuntWords
from hunt_ai.games.rules_text.shared import Pair, Section, both, capital, clock, count


def hunt_sections(game: HuntGame) -> list[Section]:
    words = HuntWords(game)
    return [
        Section(("Board and pieces", "棋盘与棋子"), _pieces(words)),
        Section(("Start position", "开局"), _start(words), game.ascii_board(game.start)),
        Section(("Moves", "走法"), [*_quarry_moves(words), *_pack_moves(words), *_groups(words), *_stuck(words)]),
        Section(("Captures", "吃子"), _captures(words)),
        Section(("Winning", "胜负"), winning(words)),
        Section(("Draws", "和棋"), draws_of(words)),
        Section(("Clock", "计时"), clock(game.settings)),
        Section(("How moves are written", "着法写法"), _notation(words)),
    ]


def _pieces(words: HuntWords) -> list[Pair]:
    rules, quarry, pack, hand = words.rules, words.quarry, words.pack, words.rules.hand
    on_board = pack.pieces - hand
    where = both(
        f", {on_board} of them on the board and {hand} in hand at the start",
        f"，开局盘上 {on_board} 枚，手中 {hand} 枚",
        hand > 0,
    )
    if hand and not on_board:
        where = ", all in hand at the start", "，开局都在手中"
    return [
        *describe_board(rules),
        *words.regions.definitions(),
        (
            f"{quarry.name}: {count(quarry.pieces, 'piece')}, shown as {rules.quarry.letter}.",
            f"{quarry.side_zh}有 {quarry.pieces} 枚棋子，盘上记作 {rules.quarry.letter}。",
        ),
        (
            f"{pack.name}: {count(pack.pieces, 'piece')}{where[0]}, shown as {rules.pack.letter}.",
            f"{pack.side_zh}有 {pack.pieces} 枚棋子{where[1]}，盘上记作 {rules.pack.letter}。",
        ),
    ]


def _start(words: HuntWords) -> list[Pair]:
    first, pack = words.first, words.pack
    items = [
        (
            f"{first.begin} {first.verb('moves', 'move')} first. The sides take turns, one move a turn.",
            f"{first.side_zh}先走，双方轮流，每次走一步。",
        )
    ]
    if max(words.pack_at.values(), default=1) > 1:
        items.append(
            (f"A digit is a group of that many {pack.name} on one point.", f"数字表示该点上有几枚{pack.zh}成组。")
        )
    return items


def _quarry_moves(words: HuntWords) -> list[Pair]:
    quarry, limit, jumping = words.quarry, words.limits()[0], bool(words.jumps)
    if not words.rules.quarry_steps:
        only = both("; jumps are the only moves", "，只能跳吃", jumping)
        never = f"{quarry.begin} never {quarry.verb('steps', 'step')} along a line{only[0]}."
        return [(never, f"{quarry.zh}不能走步{only[1]}。")]
    jump = both(", or jumps to capture", "，或者跳吃", jumping)
    mover = f"{quarry.side_zh}每次动一枚{quarry.zh}：" if quarry.pieces > 1 else f"{quarry.zh}每次"
    items = [
        (
            f"Each turn, {quarry.one} steps along a line to an empty neighbouring point{jump[0]}.",
            f"{mover}沿线走一步到相邻的空点{jump[1]}。",
        )
    ]
    if limit:
        items.append(
            (f"{quarry.begin} {quarry.verb('steps', 'step')} only {limit[0]}.", f"{quarry.zh}走步时只能{limit[1]}。")
        )
    return items


def _pack_moves(words: HuntWords) -> list[Pair]:
    rules, pack, (quarry_limit, limit), items = words.rules, words.pack, words.limits(), []
    area, placing = words.regions.name("pack_region"), words.regions.name("placement_region")
    has, step = pack.verb("has", "have"), pack.verb("steps", "step")
    if rules.hand:
        where = placing or area or ("", "")
        of, of_zh = both(f" of {where[0]}", f"{where[1]}的", bool(where[0]))
        board = both("; those on the board do not move yet", "，盘上的不能走", bool(rules.pack_steps))
        items.append(
            (
                f"As long as {pack.the} {has} pieces in hand, each of {pack.verb('its', 'their')} turns puts one of "
                f"these on an empty point{of}{board[0]}.",
                f"手中还有{pack.zh}时，{pack.side_zh}每次必须把一枚放到{of_zh}空点上{board[1]}。",
            )
        )
    each = both("Once the hand is empty, each turn", "手中的都放完后，每次", rules.hand > 0)
    if rules.pack_steps:
        items.append(
            (
                f"{each[0] or 'Each turn,'} {pack.one} steps along a line to an empty neighbouring point.",
                f"{each[1] or f'{pack.side_zh}每次'}把一枚{pack.zh}沿线走一步到相邻的空点。",
            )
        )
    else:
        items.append((f"{pack.begin} never {step} along a line.", f"{pack.zh}不能走步。"))
    if area:
        items.append((f"{pack.begin} never {pack.verb('leaves', 'leave')} {area[0]}.", f"{pack.zh}不能离开{area[1]}。"))
    if limit:
        alone = both(
            f"; the diagonal lines are for {words.quarry.the} alone",
            f"；斜线只有{words.quarry.zh}能走",
            limit == NO_DIAGONALS and not quarry_limit,
        )
        items.append((f"{pack.begin} {step} only {limit[0]}{alone[0]}.", f"{pack.zh}只能{limit[1]}{alone[1]}。"))
    return items


def _groups(words: HuntWords) -> list[Pair]:
    rules, pack = words.rules, words.pack
    if not rules.group_points:
        return []
    points = points_phrase(words.game.board, rules.group_points)
    none = both(
        " There is none at the start, and none can form in play.",
        "开局没有组，走棋也不会形成组。",
        all(pieces == 1 for pieces in words.pack_at.values()),
    )
    hand = both(" and no piece in hand", "，手中又没有棋子", rules.hand > 0)
    stuck = {
        "pass": (
            f"Where no piece of any group can step, {pack.the} {pack.verb('has', 'have')} no legal move, even if "
            "single pieces could step.",
            f"各组都走不出时，即使单独的{pack.zh}能走，{pack.side_zh}也算无子可走。",
        ),
        "free": (
            "Where no piece of any group can step, single pieces may.",
            f"各组都走不出时，单独的{pack.zh}可以走。",
        ),
    }
    items = [
        (
            f"2 to {MAX_GROUP} of {pack.the} on one point are a group, shown as their number. Groups can stand only on "
            f"{points[0]}.{none[0]}",
            f"同一点上的 2 至 {MAX_GROUP} 枚{pack.zh}是一组，盘上用数字表示枚数。只有 {points[1]} 可以有组。{none[1]}",
        ),
        (
            f"While there is a group{hand[0]}, the piece that steps must come from a group; single pieces stay put.",
            f"只要还有组{hand[1]}，就必须从组里走出一枚，单独的{pack.zh}不能走。",
        ),
        (
            "No piece ever joins a group or another piece. The last one left on its point is a single piece.",
            f"{pack.zh}不能走进组，也不能并成新组；组里只剩一枚时，就算单独的{pack.zh}。",
        ),
        stuck[rules.groups_stuck],
    ]
    return items if rules.pack_steps else items[:1]


def _stuck(words: HuntWords) -> list[Pair]:
    pack, quarry = words.pack, words.quarry
    if words.rules.pack_stuck == "lose":
        return [("Nobody may pass.", "任何一方都不能停一步不走。")]
    return [
        (
            f"Where {pack.the} {pack.verb('has', 'have')} no legal move, {pack.verb('it', 'they')} must pass: the turn "
            f"goes to {quarry.the}. Nobody may pass by choice.",
            f"{pack.side_zh}无子可走时停一步，改由{quarry.side_zh}走；除此以外，谁也不能停步。",
        )
    ]


def _captures(words: HuntWords) -> list[Pair]:
    rules, quarry, pack = words.rules, words.quarry, words.pack
    never = f"{pack.begin} never {pack.verb('captures', 'capture')}.", f"{pack.zh}不能吃子。"
    if not words.jumps:
        return [
            (
                f"On this board {quarry.the} can never jump over {pack.one}, so nothing is ever captured.",
                f"在这张棋盘上{quarry.zh}无法跳过{pack.zh}，所以没有吃子。",
            )
        ]
    items = [
        (
            f"{capital(quarry.one)} may jump over {pack.one} next to it, straight along the lines to the point right "
            "behind, if that is empty. The piece jumped over is captured and leaves the game.",
            f"{quarry.zh}紧邻一枚{pack.zh}，且同一直线上{pack.zh}后面的一点是空的，就可以跳到那个空点，把这枚{pack.zh}吃掉。",
        )
    ]
    if rules.group_points:
        items.append(
            (
                "A jump over a group takes only one of its pieces; the others stay.",
                "跳过一组时也只吃其中一枚，其余留在原处。",
            )
        )
    if words.limits()[0] or not rules.quarry_steps:
        items.append(("Jumps may go in any direction along the lines.", "跳吃不限方向，沿哪个方向的线都可以。"))
    items.append(("One jump a turn: jumps are never chained.", "每次只跳一下，不能连跳。"))
    if rules.quarry_steps:
        items.append(("Capturing is a choice: any step may be made instead.", "可以不吃：能吃子时也可以选择走步。"))
    return [*items, never]


def _notation(words: HuntWords) -> list[Pair]:
    """How moves are written, with moves that this game can have: of its start position where there are such."""
    rules, order = words.rules, {point: number for number, point in enumerate(words.game.points)}
    taken = {*words.quarry_at, *words.pack_at}
    items = []

    def earliest(moves: Iterable[tuple[str, ...]], movers: Iterable[str]) -> tuple[str, ...] | None:
        """Of `moves`, one that `movers` can make at the start, if any, and the first of these by points."""
        movers = set(movers)

        def rank(move: tuple[str, ...]) -> tuple[bool, bool, list[int]]:
            return move[0] not in movers, move[-1] in taken, [order[point] for point in move]

        return min(moves, key=rank, default=None)

    sides = [(rules.quarry_steps, words.quarry_at), (rules.pack_steps, words.pack_at)]
    sides = sides[words.game.first :] + sides[: words.game.first]
    steps, movers = next((side for side in sides if side[0]), sides[0])
    if rules.hand and rules.placement_area:
        to = min(rules.placement_area, key=lambda point: (point in taken, order[point]))
        items.append((f"A placement: @{to}.", f"放子：@{to}。"))
    if step := earliest(steps, movers):
        start, to = step
        items.append((f"A step: {start}-{to}, from {start} to {to}.", f"走步：{start}-{to}，从 {start} 走到 {to}。"))
    within = [jump for jump in words.jumps if jump[1] in words.pack_at and jump[0] in words.quarry_at] or words.jumps
    if jump := earliest(within, words.quarry_at):
        start, over, to = jump
        items.append(
            (
                f"A jump: {start}x{to}, from {start} to {to}, taking what is on {over}.",
                f"跳吃：{start}x{to}，从 {start} 跳到 {to}，吃掉 {over} 上的一枚。",
            )
        )
    if rules.pack_stuck == "pass":
        items.append(("A forced pass: pass.", "无子可走时停步：pass。"))
    return items
