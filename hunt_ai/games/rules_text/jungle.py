"""The rules of a jungle rule set in words."""

from hunt_ai.games.jungle import board
from hunt_ai.games.jungle.board import BEAST_TITLES, BEASTS, CELLS, DENS, WAYS
from hunt_ai.games.jungle.ruleset import JungleGame
from hunt_ai.games.jungle.spec import JungleSettings
from hunt_ai.games.jungle.text import read_beasts
from hunt_ai.games.kernels.jungle_layout import FLAG_NAMES
from hunt_ai.games.rules_text import shared
from hunt_ai.games.rules_text.jungle_bans import bans_on_repetition
from hunt_ai.games.rules_text.shared import Pair, Section, both, capital, listed

SIDES: tuple[Pair, Pair] = ("Red", "红方"), ("Blue", "蓝方")


def jungle_sections(game: JungleGame) -> list[Section]:
    rules = game.settings
    sections = [
        Section(("Board and pieces", "棋盘与棋子"), _pieces(rules)),
        Section(("Start position", "开局"), _start(game), game.ascii_board(game.start)),
        Section(("Moves", "走法"), _moves(rules)),
        Section(("Captures", "吃子"), _captures(rules)),
        Section(("Bans on repetition", "重复走子的禁令"), bans_on_repetition(rules)),
        Section(("Winning", "胜负"), _winning(rules)),
        Section(("Draws", "和棋"), _draws(rules)),
        Section(("Clock", "计时"), shared.clock(rules)),
        Section(("How moves are written", "着法写法"), _notation(game)),
    ]
    return [section for section in sections if section.items]


# -- board and start ---------------------------------------------------------------------------------------------------


def _pieces(rules: JungleSettings) -> list[Pair]:
    traps = [[cell for cell in CELLS if cell in cells] for cells in board.TRAPS]
    rivers = [[cell for cell in CELLS if cell in river] for river in board.RIVERS]
    spans, spans_zh = ([f"{river[0]}{to}{river[-1]}" for river in rivers] for to in (" to ", " 到 "))
    beasts, beasts_zh = (
        [f"{title[language].lower()} {letter}" for title, letter in zip(BEAST_TITLES, BEASTS, strict=True)][::-1]
        for language in range(2)
    )
    return [
        (
            "The board has 7 files, a to g, and 9 ranks, 1 to 9. The pieces, called beasts, stand on its cells.",
            "棋盘有 a 至 g 共 7 列，1 至 9 共 9 行。棋子称为兽，放在格子里。",
        ),
        (
            f"Red's den (@) is {DENS[0]}, with the traps (#) {listed(traps[0])}; Blue's den is {DENS[1]}, with the "
            f"traps {listed(traps[1])}. Two rivers of water (~) cover {listed(spans)}.",
            f"红方兽穴（@）在 {DENS[0]}，陷阱（#）在 {'、'.join(traps[0])}；"
            f"蓝方兽穴在 {DENS[1]}，陷阱在 {'、'.join(traps[1])}。两条小河（~）占 {'、'.join(spans_zh)}。",
        ),
        (
            f"From strong to weak, the beasts are {listed(beasts)}. Red's are shown in capital letters, Blue's in "
            "small letters.",
            f"兽由强到弱是：{'、'.join(beasts_zh)}。红方记作大写字母，蓝方记作小写字母。",
        ),
        *_armies(rules),
    ]


def _armies(rules: JungleSettings) -> list[Pair]:
    """Which beasts each side has at the start."""
    start = read_beasts(rules.start).values()
    numbers = [[beast for beast in reversed(range(len(BEASTS))) if (side, beast) in start] for side in range(2)]
    if all(len(beasts) == len(BEASTS) for beasts in numbers):
        number = len(BEASTS)
        return [(f"Each side has one of each, {number} beasts in all.", f"双方各有每种兽一只，共 {number} 只。")]
    items = []
    for (name, chinese), beasts in zip(SIDES, numbers, strict=True):
        english = [f"{'an' if BEAST_TITLES[n][0][0] in 'AEIOU' else 'a'} {BEAST_TITLES[n][0].lower()}" for n in beasts]
        has = listed(english) if beasts else "no beasts"
        has_zh = f"有{'、'.join(BEAST_TITLES[n][1] for n in beasts)}" if beasts else "没有兽"
        items.append((f"{name} has {has}.", f"{chinese}{has_zh}。"))
    return items


def _start(game: JungleGame) -> list[Pair]:
    english, chinese = SIDES[game.first]
    return [
        (f"{english} moves first. The sides take turns, one move a turn.", f"{chinese}先走，双方轮流，每次走一步。")
    ]


# -- moves and captures ------------------------------------------------------------------------------------------------


def _moves(rules: JungleSettings) -> list[Pair]:
    items = [
        (
            "Each turn, one beast goes one cell up, down, left or right, to an empty cell or onto an enemy beast that "
            "it may capture.",
            "每次走一只兽，向上、下、左、右走一格，走到空格，或者走到可以吃掉的敌兽那一格。",
        ),
        (
            "No beast may enter its own side's den. Traps may be entered, one's own too.",
            "不能走进己方兽穴。陷阱可以进，己方的也可以。",
        ),
        ("Only the rat may enter water.", "只有鼠可以下河。"),
    ]
    if rules.lion_jumps == rules.tiger_jumps:
        items.append(_jumps("the lion and the tiger", "狮和虎", rules.lion_jumps, "jump"))
    else:
        items.append(_jumps("the lion", "狮", rules.lion_jumps, "jumps"))
        items.append(_jumps("the tiger", "虎", rules.tiger_jumps, "jumps"))
    if _may_jump(rules):
        items.append(
            (
                "A jump goes from the cell beside the water straight to the first cell of land beyond.",
                "跳河时从河边的格子沿直线跳到对岸的第一格陆地。",
            )
        )
        items.append(_blockers(rules))
    if not bans_on_repetition(rules):
        items.append(("A beast may go to and fro as often as its side likes.", "同一只兽可以任意来回走动，没有限制。"))
    items.append(("Nobody may pass.", "任何一方都不能停一步不走。"))
    return items


def _jumps(who: str, who_zh: str, jumps: str, verb: str) -> Pair:
    return {
        "both": (
            f"{capital(who)} may jump over a river, left or right over two cells of water, up or down over three.",
            f"{who_zh}可以跳河：横向跳过两格水面，或纵向跳过三格水面。",
        ),
        "rank": (
            f"{capital(who)} may jump over a river only left or right, over two cells of water, never up or down.",
            f"{who_zh}只能横向跳河，跳过两格水面，不能纵向跳。",
        ),
        "file": (
            f"{capital(who)} may jump over a river only up or down, over three cells of water, never left or right.",
            f"{who_zh}只能纵向跳河，跳过三格水面，不能横向跳。",
        ),
        "none": (f"{capital(who)} never {verb} over a river.", f"{who_zh}不能跳河。"),
    }[jumps]


def _may_jump(rules: JungleSettings) -> bool:
    return {rules.lion_jumps, rules.tiger_jumps} != {"none"}


def _blockers(rules: JungleSettings) -> Pair:
    if rules.jump_blockers == "enemy-rat-on-path":
        return (
            "An enemy rat in the water on the path of a jump blocks it; one's own rat does not.",
            "跳过的水面上有敌方的鼠时不能跳；己方的鼠不挡路。",
        )
    return (
        "A rat anywhere in a river, of either side, blocks every jump over that river.",
        "河里任何一格有鼠，无论敌我，都不能跳过这条河。",
    )


def _captures(rules: JungleSettings) -> list[Pair]:
    across = both(", except rat by rat", "，只有鼠吃鼠例外", rules.rats_take_across_bank)
    trapped = {
        True: ("A beast in an enemy trap may still capture.", "走进敌方陷阱的兽仍可吃子。"),
        False: (
            "A beast in an enemy trap has lost its strength: it may move, not capture.",
            "走进敌方陷阱的兽失去战斗力，可以走，不能吃子。",
        ),
    }[rules.trapped_may_take]
    items = [
        ("A beast captures an enemy beast of its own strength or weaker.", "兽可以吃掉同级或较弱的敌兽。"),
        (
            "But the rat captures the elephant, and the elephant does not capture the rat.",
            "例外：鼠可以吃象，象不能吃鼠。",
        ),
        (
            "In one's own traps every enemy beast may be captured, by any beast: even a rat by the elephant.",
            "敌兽走进己方陷阱，己方任何兽都可以吃它，象也可以吃鼠。",
        ),
        trapped,
        (
            f"Nothing is captured from land into the water or from the water onto land{across[0]}. "
            "In the water, a rat may capture a rat.",
            f"陆地与水中的兽不能互吃{across[1]}。同在水中的鼠可以互吃。",
        ),
    ]
    if _may_jump(rules):
        items.append(("A jump captures by the same rules of strength.", "跳河吃子同样按强弱规则。"))
    return items


# -- endings and notation ----------------------------------------------------------------------------------------------


def _winning(rules: JungleSettings) -> list[Pair]:
    titles = {
        "den": ("the den entered", "进入兽穴"),
        "no-beasts": ("no beasts left", "兽被吃光"),
        "immobilised": ("no legal move", "无子可走"),
        "no-progress": ("the draw for lack of captures", "久无吃子判和"),
    }
    return [
        ("A side wins at once when one of its beasts enters the enemy den.", "己方任何一只兽走进敌方兽穴，立即获胜。"),
        ("A side wins when the enemy has no beasts left.", "吃光敌方的兽即获胜。"),
        ("A side wins when the enemy is to move and has no legal move.", "轮到敌方走，而敌方无子可走，即获胜。"),
        *shared.judgement(rules.judgement, FLAG_NAMES, titles),
        *shared.match_rules(rules),
    ]


def _draws(rules: JungleSettings) -> list[Pair]:
    idle = [("turns lost on time", "超时失去的一步")] if shared.turns_are_lost(rules) else []
    barred = bool(bans_on_repetition(rules)) and rules.all_banned == "lose"
    unless = both(
        ", unless the side to move has lost by having no legal move",
        "（轮到走的一方因无子可走已经告负的除外）",
        barred,
    )
    same = "the same beasts on the same cells, the same side to move", "双方的兽位置相同，轮到同一方走"
    return [shared.no_progress(rules, [("a capture", "吃子")], idle), *shared.draws(rules, same, unless)]


def _notation(game: JungleGame) -> list[Pair]:
    """How moves are written: a step of the start position, and moves that this game can have."""
    rules, beasts = game.settings, read_beasts(game.settings.start)
    steps = [
        (start, to)
        for start, (side, beast) in sorted(beasts.items())
        for to in (board.step(start, way) for way in WAYS)
        if side == game.first and to and to not in beasts and to != DENS[side]
        if to not in board.WATER or beast == board.RAT
    ]
    start, to = steps[0] if steps else ("a3", "a4")
    items = [
        (f"A step: {start}-{to}, from {start} to {to}.", f"走一格：{start}-{to}，从 {start} 走到 {to}。"),
        (f"A capture: {start}x{to}, if an enemy were on {to}.", f"吃子：若 {to} 上有敌兽，吃它写作 {start}x{to}。"),
    ]
    ways = {"both": WAYS, "file": WAYS[:2], "rank": WAYS[2:], "none": ()}
    allowed = [*ways[rules.lion_jumps], *ways[rules.tiger_jumps]]
    jumps = [(cell, jump[0]) for way in allowed for cell in CELLS if (jump := board.river_jump(cell, way))]
    if jumps:
        start, to = jumps[0]
        items.append(
            (
                f"A river jump: {start}-{to}, or {start}x{to} where it captures.",
                f"跳河：{start}-{to}；同时吃子写作 {start}x{to}。",
            )
        )
    return items
