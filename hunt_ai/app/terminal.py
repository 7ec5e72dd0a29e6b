"""A plain game on standard input and output: works in a terminal and over a pipe."""

from collections.abc import Mapping, Sequence

from hunt_ai.core.errors import one_line
from hunt_ai.games.game import Game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.jungle.board import BEAST_TITLES, BEASTS
from hunt_ai.games.ruleset import Outcome
from hunt_ai.players.player import Player

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "intro": "You play {side}. Type a move or its number; help lists the commands.",
        "help": "A move such as {example}, or its number.  undo: take back  ·  moves: list them again  ·  quit: stop",
        "hunt_board": "On the board: {quarry_letter} {quarry}, {pack_letter} {pack}{groups}, . empty.",
        "groups": " (2, 3, 4: so many on one point)",
        "jungle_board": "On the board: {beasts}; upper case red, lower case blue; ~ river, # trap, @ den, . empty.",
        "moves": "Moves:",
        "prompt": "{side}> ",
        "played": "{side}: {move}",
        "illegal": "{move}: {reason}.",
        "no_number": "There is no move number {number}; there are {count}.",
        "nothing_to_undo": "There is nothing to take back.",
        "stopped": "Stopped.",
        "won": "{side} won ({termination}) after {plies} plies.",
        "drawn": "A draw ({termination}) after {plies} plies.",
        "record": "Moves played: {moves}",
        "position": "Position: {position}",
        "both": "both sides",
    },
    "zh": {
        "intro": "你执{side}。输入着法或编号；输入“帮助”或 help 查看命令。",
        "help": "输入着法（如 {example}）或编号。悔棋（undo） · 着法（moves）：再列一遍 · 结束（quit）",
        "hunt_board": "棋盘上：{quarry_letter} {quarry}，{pack_letter} {pack}{groups}，. 空点。",
        "groups": "（2、3、4：一点上叠几只）",
        "jungle_board": "棋盘上：{beasts}；大写红方，小写蓝方；~ 河，# 陷阱，@ 兽穴，. 空格。",
        "moves": "着法：",
        "prompt": "{side}> ",
        "played": "{side}：{move}",
        "illegal": "{move} 不是此刻合法的着法。输入“着法”或 moves 查看。",
        "no_number": "没有编号 {number}；共有 {count} 种着法。",
        "nothing_to_undo": "没有可悔的棋。",
        "stopped": "已结束。",
        "won": "{side}胜（{termination}），共 {plies} 步。",
        "drawn": "和棋（{termination}），共 {plies} 步。",
        "record": "着法记录：{moves}",
        "position": "局面：{position}",
        "both": "双方",
    },
}
TERMINATIONS_ZH = {
    "captures": "吃够子数", "immobilised": "无子可动", "driven-out": "被赶出草原", "den": "进入兽穴",
    "no-beasts": "棋子吃光", "no-progress": "久无进展", "timeout": "超时", "repetition": "局面重复",
}  # fmt: skip
ALIASES = {"悔棋": "undo", "着法": "moves", "结束": "quit", "帮助": "help", "exit": "quit", "?": "help"}
COLUMNS = 5


class _Stop(Exception):
    """The person has had enough."""


def play_in_terminal(game: Game, human: Sequence[str], opponent: Player, language: str) -> None:
    """Play `game` on until it is over or the person stops; `human` names the sides that the person plays."""
    say = TEXTS[language]
    titles = {name: game.rules.side_titles[number][language] for number, name in enumerate(game.rules.sides)}
    own = say["both"] if len(human) == 2 else titles[human[0]]
    print(say["intro"].format(side=own))
    try:
        while (outcome := game.outcome()) is None:
            side = game.side_to_move
            if side in human:
                _ask(game, human, titles, language)
            else:
                move = game.rules.move_text(game.row, opponent.choose(game))
                game.push(move)
                print(say["played"].format(side=titles[side], move=move))
    except _Stop:
        print(say["stopped"])
        _print_end(game, say)
        return
    except KeyboardInterrupt:
        print()
        _print_end(game, say)
        raise
    _print_board(game, language)
    print(result_line(game, outcome, language))
    _print_end(game, say)


def _ask(game: Game, human: Sequence[str], titles: Mapping[str, str], language: str) -> None:
    """Take one move, or one taking back, from the person."""
    say = TEXTS[language]
    moves = game.legal_moves()
    print()
    _print_board(game, language)
    _print_moves(moves, say)
    while True:
        try:
            line = input(say["prompt"].format(side=titles[game.side_to_move])).strip()
        except EOFError:
            print()  # nobody has ended the prompt's line
            raise _Stop from None
        word = ALIASES.get(line.lower(), line.lower())
        if word == "quit":
            raise _Stop
        if word == "undo":
            if _undo(game, human):
                return
            print(say["nothing_to_undo"])
        elif word == "help":
            print(say["help"].format(example=moves[0]))
            print(_legend(game, language))
        elif word in ("", "moves"):
            _print_moves(moves, say)
        elif word.isascii() and word.isdigit() and len(word) < 10:
            if 1 <= int(word) <= len(moves):
                game.push(moves[int(word) - 1])
                return
            print(say["no_number"].format(number=word, count=len(moves)))
        elif word in moves:
            game.push(word)
            return
        else:
            print(say["illegal"].format(move=one_line(word), reason=game.rules.why_illegal(game.row, word)))


def _undo(game: Game, human: Sequence[str]) -> bool:
    """Take back to the person's last decision; False where there was none."""
    turns = [ply for ply in range(len(game.moves)) if _mover(game, ply) in human]
    if not turns:
        return False
    while len(game.moves) > turns[-1]:
        game.pop()
    return True


def _mover(game: Game, ply: int) -> str:
    """The side that played move number `ply`: sides alternate, passes and lost turns included."""
    away = len(game.moves) - ply
    return game.rules.sides[(game.side + away) % 2]


def _legend(game: Game, language: str) -> str:
    """What the letters on the board stand for."""
    say = TEXTS[language]
    if isinstance(game.rules, HuntGame):
        settings = game.rules.settings
        return say["hunt_board"].format(
            quarry_letter=settings.quarry.letter,
            quarry=getattr(settings.quarry.title, language),
            pack_letter=settings.pack.letter,
            pack=getattr(settings.pack.title, language),
            groups=say["groups"] if settings.group_points else "",
        )
    titles = [title[language == "zh"] for title in BEAST_TITLES]
    beasts = [f"{letter} {title.lower()}" for letter, title in zip(BEASTS, titles, strict=True)]
    return say["jungle_board"].format(beasts=" ".join(beasts) if language == "zh" else ", ".join(beasts))


def _print_board(game: Game, language: str) -> None:
    print(game.rules.ascii_board(game.row))
    print(game.rules.caption(game.row, language))


def _print_moves(moves: Sequence[str], say: Mapping[str, str]) -> None:
    print(say["moves"])
    for start in range(0, len(moves), COLUMNS):
        row = moves[start : start + COLUMNS]
        print("  ".join(f"{start + place + 1:>3} {move:<9}" for place, move in enumerate(row)).rstrip())


def result_line(game: Game, outcome: Outcome, language: str) -> str:
    """How a game ended, in words."""
    say = TEXTS[language]
    titles = {name: game.rules.side_titles[number][language] for number, name in enumerate(game.rules.sides)}
    termination = TERMINATIONS_ZH[outcome.termination] if language == "zh" else outcome.termination
    template = say["won" if outcome.winner else "drawn"]
    side = titles[outcome.winner] if outcome.winner else ""
    return template.format(side=side, termination=termination, plies=len(game.moves))


def _print_end(game: Game, say: Mapping[str, str]) -> None:
    if game.moves:
        print(say["record"].format(moves=" ".join(game.moves)))
    print(say["position"].format(position=game.position()))
