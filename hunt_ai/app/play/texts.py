"""What the terminal game says, in both languages, and the commands that it understands."""

import re
from collections.abc import Mapping, Sequence

from hunt_ai.core.width import display_width, pad
from hunt_ai.games.game import Game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.jungle.board import BEAST_TITLES, BEASTS
from hunt_ai.games.ruleset import Outcome, Ruleset
from hunt_ai.players.level_table import LEVELS, TITLES
from hunt_ai.search.result import Score

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "title": "{title} · you play {side} · against {opponent}",
        "title_both": "{title} · you play both sides",
        "intro": "Type a move or its number; help lists the commands.",
        "level": "level {level} ({title})",
        "help": "Type a move as the list writes it ({example}), or its number. Commands:",
        "help_moves": "the board and the moves again (Enter does so too)",
        "help_hint": "what a good player would do, after a second's thought",
        "help_undo": "take back your last move",
        "help_level": f"change the opponent at any time: 1, {TITLES[0]['en']}, to {LEVELS}, {TITLES[-1]['en']}",
        "help_draw": "offer or accept a draw; the computer agrees if it is not better off",
        "help_resign": "give up: the other side wins",
        "help_save": "keep the game in a file; hunt-ai play --resume FILE goes on with it",
        "help_quit": "stop here (Ctrl-D does so too)",
        "help_clock": "You have {seconds:g} seconds a turn. Reading this, or a hint, does not stop the clock.",
        "hunt_board": "On the board: {quarry_letter} {quarry}, {pack_letter} {pack}{groups}, . empty.",
        "groups": " (2, 3, 4: so many on one point)",
        "jungle_board": "On the board: {beasts}; upper case red, lower case blue; ~ river, # trap, @ den, . empty.",
        "jungle_key": "RED, upper case · blue, lower case · ~ river  # trap  @ den",
        "moves": "Moves:",
        "prompt": "{side}> ",
        "prompt_clock": "{side} ({seconds} s)> ",
        "prompt_late": "{side} (only {seconds} s left)> ",
        "played": "{side}: {move}",
        "timeout": "out of time",
        "thinking": "{side}: thinking… (Ctrl-C stops the game)",
        "preparing": "{side}: getting ready… (Ctrl-C stops the game)",
        "illegal": "{move}: {reason}.",
        "unknown": "{word} is neither a move here nor a command; help lists the commands.",
        "no_number": "There is no move number {number}; there are {count}.",
        "nothing_to_undo": "There is nothing to take back.",
        "undone": "Taken back: {moves}.",
        "no_argument": "{word} stands alone, without anything behind it.",
        "hint": "Hint: {move}, number {number}. {side}: {opinion}.",
        "hinting": "Looking for a hint…",
        "no_hint": "No hint: {reason}.",
        "level_now": "The opponent is {opponent}. level N changes it: 1 ({first}) to {count} ({last}).",
        "level_bad": "Levels go from 1 ({first}) to {count} ({last}), as in: level 4.",
        "level_set": "From its next move on, the opponent is {opponent}.",
        "level_fails": "The opponent stays as it is: {reason}.",
        "no_opponent": "You play both sides; there is no opponent.",
        "save_where": "Say where: save FILE.",
        "saved": "Saved in {file}. hunt-ai play --resume {file} goes on with it.",
        "not_saved": "Not saved: {reason}.",
        "draw_offered": "You offer a draw. Now make your move: the answer comes with the other side's next one.",
        "draw_declined": "The draw was declined.",
        "draw_open": "A draw is on offer: draw accepts it, a move declines it.",
        "time_pass": "Your time ran out: the turn passes to the other side.",
        "time_second-loses": "Your time ran out: the turn passes; twice in a row loses the game.",
        "stopped": "Stopped.",
        "won": "{side} won ({termination}) after {plies}.",
        "drawn": "A draw ({termination}) after {plies}.",
        "ply": "1 ply",
        "plies": "{count} plies",
        "you_won": "You won.",
        "you_lost": "You lost.",
        "record": "Moves played: {moves}",
        "position": "Position: {position}",
        "recorded": "The game was added to {file}.",
        "not_recorded": "The game is not over: nothing was added to {file}.",
        "op_win": "a sure win, in {plies} at most",
        "op_loss": "lost against best play, within {plies}",
        "op_much_better": "much better ({percent} % of the points expected)",
        "op_better": "somewhat better ({percent} % of the points expected)",
        "op_even": "about even ({percent} % of the points expected)",
        "op_worse": "somewhat worse ({percent} % of the points expected)",
        "op_much_worse": "much worse ({percent} % of the points expected)",
    },
    "zh": {
        "title": "{title} · 你执{side} · 对手：{opponent}",
        "title_both": "{title} · 双方都由你走",
        "intro": "输入着法或编号；输入“帮助”或 help 查看命令。",
        "level": "{level} 级（{title}）",
        "help": "按列表的写法输入着法（如 {example}），或输入编号。命令：",
        "help_moves": "重新显示棋盘和着法（直接回车也行）",
        "help_hint": "想一秒钟，看看好手会怎么走",
        "help_undo": "收回你的上一步",
        "help_level": f"换对手的等级，从它的下一步起：1（{TITLES[0]['zh']}）到 {LEVELS}（{TITLES[-1]['zh']}）",
        "help_draw": "提出和棋，或同意对方提和；电脑不觉得自己占优就会同意",
        "help_resign": "认输，对方获胜",
        "help_save": "存盘；以后用 hunt-ai play --resume 文件 接着下",
        "help_quit": "到此为止（Ctrl-D 也行）",
        "help_clock": "每步限时 {seconds:g} 秒；看帮助、看提示时不停钟。",
        "hunt_board": "棋盘上：{quarry_letter} {quarry}，{pack_letter} {pack}{groups}，. 空点。",
        "groups": "（2、3、4：一点上叠几只）",
        "jungle_board": "棋盘上：{beasts}；大写红方，小写蓝方；~ 河，# 陷阱，@ 兽穴，. 空格。",
        "jungle_key": "红字红方 · 蓝字蓝方 · ~ 河 · 阱 陷阱 · 穴 兽穴",
        "moves": "着法：",
        "prompt": "{side}> ",
        "prompt_clock": "{side}（{seconds} 秒）> ",
        "prompt_late": "{side}（只剩 {seconds} 秒）> ",
        "played": "{side}：{move}",
        "timeout": "超时",
        "thinking": "{side}：思考中……（按 Ctrl-C 结束对局）",
        "preparing": "{side}：准备中……（按 Ctrl-C 结束对局）",
        "illegal": "{move} 不是此刻合法的着法。输入“着法”或 moves 查看。",
        "unknown": "{word} 既不是此刻的着法，也不是命令。输入“帮助”或 help 查看命令。",
        "no_number": "没有编号 {number}；共有 {count} 种着法。",
        "nothing_to_undo": "没有可悔的棋。",
        "undone": "已收回：{moves}。",
        "no_argument": "{word} 后面不用再写别的。",
        "hint": "提示：{move}（编号 {number}）。{side}：{opinion}。",
        "hinting": "正在想提示……",
        "no_hint": "没有提示：{reason}。",
        "level_now": "对手现在是 {opponent}。用“等级 N”更换：1（{first}）到 {count}（{last}）。",
        "level_bad": "等级从 1（{first}）到 {count}（{last}），例如：等级 4。",
        "level_set": "从对手的下一步起，换成 {opponent}。",
        "level_fails": "对手没有变：{reason}。",
        "no_opponent": "双方都由你走，没有对手。",
        "save_where": "请写明文件：存盘 文件名。",
        "saved": "已存入 {file}。用 hunt-ai play --resume {file} 接着下。",
        "not_saved": "没有存上：{reason}。",
        "draw_offered": "你提出和棋。请先走棋，对方走下一步时答复。",
        "draw_declined": "对方没有同意和棋。",
        "draw_open": "对方提和：输入“提和”或 draw 同意，走棋即为不同意。",
        "time_pass": "你超时了：轮到对方走。",
        "time_second-loses": "你超时了：轮到对方走；连续两次超时判负。",
        "stopped": "已结束。",
        "won": "{side}胜（{termination}），共 {plies}。",
        "drawn": "和棋（{termination}），共 {plies}。",
        "ply": "1 步",
        "plies": "{count} 步",
        "you_won": "你赢了。",
        "you_lost": "你输了。",
        "record": "着法记录：{moves}",
        "position": "局面：{position}",
        "recorded": "对局已记入 {file}。",
        "not_recorded": "对局没有下完，没有记入 {file}。",
        "op_win": "必胜（至多 {plies}）",
        "op_loss": "对方走对的话必败（{plies}之内）",
        "op_much_better": "优势明显（预期得分 {percent}%）",
        "op_better": "略占优势（预期得分 {percent}%）",
        "op_even": "大致均势（预期得分 {percent}%）",
        "op_worse": "略处下风（预期得分 {percent}%）",
        "op_much_worse": "明显处于下风（预期得分 {percent}%）",
    },
}
TERMINATIONS_ZH = {
    "captures": "吃够子数", "immobilised": "无子可动", "driven-out": "被赶出草原", "den": "进入兽穴",
    "no-beasts": "棋子吃光", "no-progress": "久无进展", "timeout": "超时", "repetition": "局面重复",
    "resignation": "认输", "agreement": "双方同意", "crash": "程序出错", "hang": "没有回应",
    "illegal-move": "走了违规的棋",
    "truncated": "步数已满", "proved": "胜负已定",
}  # fmt: skip
PLAYERS_ZH = {"random": "随机", "greedy": "贪吃"}
COMMANDS = ("moves", "hint", "undo", "level", "draw", "resign", "save", "quit", "help")
ALIASES = {
    "着法": "moves", "棋盘": "moves", "": "moves", "提示": "hint", "悔棋": "undo", "等级": "level", "难度": "level",
    "提和": "draw", "求和": "draw", "和棋": "draw", "认输": "resign", "存盘": "save", "保存": "save", "结束": "quit",
    "退出": "quit", "exit": "quit", "帮助": "help", "?": "help",
}  # fmt: skip
WRITTEN = {
    "en": {"level": "level N", "save": "save FILE"},
    "zh": {
        "moves": "着法 moves", "hint": "提示 hint", "undo": "悔棋 undo", "level": "等级 N（level N）",
        "draw": "提和 draw", "resign": "认输 resign", "save": "存盘 文件（save）", "quit": "结束 quit",
    },
}  # fmt: skip
MARKS = re.compile(r"[-@x ]")
BOUNDS = ((0.85, "op_much_better"), (0.6, "op_better"), (0.4, "op_even"), (0.15, "op_worse"))


def side_titles(rules: Ruleset, language: str) -> dict[str, str]:
    """The sides' titles by name."""
    return {name: titles[language] for name, titles in zip(rules.sides, rules.side_titles, strict=True)}


def result_line(game: Game, outcome: Outcome, language: str) -> str:
    """How a game ended, in words."""
    termination = TERMINATIONS_ZH[outcome.termination] if language == "zh" else outcome.termination
    side = side_titles(game.rules, language)[outcome.winner] if outcome.winner else ""
    template = TEXTS[language]["won" if outcome.winner else "drawn"]
    return template.format(side=side, termination=termination, plies=plies(len(game.moves), language))


def plies(count: int, language: str) -> str:
    return TEXTS[language]["ply" if count == 1 else "plies"].format(count=count)


def opinion(score: Score, language: str) -> str:
    """What a score says of its side, in words."""
    say = TEXTS[language]
    if score.kind != "cp":
        return say["op_win" if score.kind == "win" else "op_loss"].format(plies=plies(score.number, language))
    expected = 1 / (1 + 10 ** (-score.number / 400))
    key = next((key for bound, key in BOUNDS if expected >= bound), "op_much_worse")
    return say[key].format(percent=round(100 * expected))


def help_lines(game: Game, example: str, seconds: float | None, language: str, colour: bool) -> list[str]:
    """All commands, a line each, and what the board's letters are."""
    say = TEXTS[language]
    words = [(WRITTEN[language].get(command, command), say[f"help_{command}"]) for command in COMMANDS[:-1]]
    column = max(display_width(word) for word, _ in words) + 2
    lines = [say["help"].format(example=example), *(f"  {pad(word, column)}{text}" for word, text in words)]
    clock = [say["help_clock"].format(seconds=seconds)] if seconds else []
    return lines + clock + (screen_key(game.rules, language) if colour else [legend(game.rules, language)])


def legend(rules: Ruleset, language: str) -> str:
    """What the letters on the plain board stand for."""
    if isinstance(rules, HuntGame):
        return _of_hunt(rules, language)
    titles = [title[language == "zh"] for title in BEAST_TITLES]
    beasts = [f"{letter} {title.lower()}" for letter, title in zip(BEASTS, titles, strict=True)]
    joined = " ".join(beasts) if language == "zh" else ", ".join(beasts)
    return TEXTS[language]["jungle_board"].format(beasts=joined)


def screen_key(rules: Ruleset, language: str) -> list[str]:
    """The same for the board in colour, in lines that fit 80 columns."""
    say = TEXTS[language]
    if isinstance(rules, HuntGame):
        titles = side_titles(rules, language).values()
        symbols = [f"{piece_symbol(rules, side, 1, language)} {title}" for side, title in enumerate(titles)]
        symbols = [text for text in symbols if text[0] != text[2:]]  # a piece that is drawn as its title
        line = " · ".join(symbols) + (say["groups"] if rules.settings.group_points else "")
        return [line.strip(" （）")] if line else []
    beasts = " · ".join(f"{letter} {title[0].lower()}" for letter, title in zip(BEASTS, BEAST_TITLES, strict=True))
    return ([beasts] if language == "en" else []) + [say["jungle_key"]]


def _of_hunt(rules: HuntGame, language: str) -> str:
    say, settings = TEXTS[language], rules.settings
    return say["hunt_board"].format(
        quarry_letter=settings.quarry.letter,
        quarry=getattr(settings.quarry.title, language),
        pack_letter=settings.pack.letter,
        pack=getattr(settings.pack.title, language),
        groups=say["groups"] if settings.group_points else "",
    )


def piece_symbol(rules: HuntGame, side: int, count: int, language: str) -> str:
    """A piece on the board in colour: its letter, or in Chinese its title where that is one character."""
    kind = (rules.settings.quarry, rules.settings.pack)[side]
    if count > 1:
        return str(count)
    return kind.title.zh if language == "zh" and display_width(kind.title.zh) == 2 else kind.letter


def level_words(count: int, language: str) -> Mapping[str, object]:
    """What a text that speaks of all levels is filled with."""
    return {"first": TITLES[0][language], "last": TITLES[count - 1][language], "count": count}


def opponent_words(text: str, language: str) -> str:
    """A player as its opponent reads of it: a level by its title, any other by its text."""
    level = level_number(text)
    if level is None:
        return f"{PLAYERS_ZH[text]} {text}" if language == "zh" and text in PLAYERS_ZH else text
    return TEXTS[language]["level"].format(level=level, title=TITLES[level - 1][language])


def level_number(text: str) -> int | None:
    """The level that a player's text names, None where it names another player."""
    name, _, settings = text.partition(":")
    number = settings.partition(",")[0]
    return int(number) if name == "level" and number.isdigit() and 1 <= int(number) <= LEVELS else None


def closest(text: str, moves: Sequence[str]) -> str | None:
    """The one move that is meant by a text without its marks, or with others: c4 is @c4, a3b3 is a3-b3."""
    meant = [move for move in moves if MARKS.sub("", move) == MARKS.sub("", text)]
    return meant[0] if len(meant) == 1 else None
