"""What the rules texts of both families share: sentences in two languages, the layout, clock, draws and judgement.

A sentence is a pair, English and Chinese; a section is a heading with sentences, each printed as one item.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hunt_ai.games.settings import GameSettings, Title

Pair = tuple[str, str]  # English, Chinese
WIDTHS = {"en": 80, "zh": 78}  # columns; 78: an item's mark and 38 full-width characters
BULLET = "- "

# -- layout ------------------------------------------------------------------------------------------------------------

# What no line break may fall into: a word, or one wide character, with the punctuation that opens or closes it.
_TOKEN = re.compile(r"[（「《]*(?:[^\s\u2e80-\uffff]+|[^\s（「《])[，。、；：！？）」》]*|\s+|.")


@dataclass(frozen=True)
class Section:
    """A heading, what stands under it as it is (a board), and the sentences."""

    heading: Pair
    items: Sequence[Pair]
    picture: str = ""


def render(title: Title, sections: Iterable[Section], language: str) -> str:
    """The text, without a line break at the end."""
    number = ("en", "zh").index(language)
    name = wrap((title.en, title.zh)[number], WIDTHS[language])
    blocks = ["\n".join([*name, "=" * max(map(columns, name), default=0)])]
    for section in sections:
        lines = [section.heading[number], *section.picture.splitlines()]
        for item in section.items:
            wrapped = wrap(item[number], WIDTHS[language] - len(BULLET))
            lines += [(" " * len(BULLET) if n else BULLET) + line for n, line in enumerate(wrapped)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def wrap(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` columns; Chinese breaks between characters, but never before a full stop."""
    lines = [""]
    for token in _TOKEN.findall(text):
        if columns(lines[-1] + token.rstrip()) <= width:
            lines[-1] += token
            continue
        lines[-1] = lines[-1].rstrip()
        while columns(token) > width:
            lines.append(token[: width // 2])
            token = token[width // 2 :]
        lines.append(token.lstrip())
    return [line.rstrip() for line in lines if line.strip()]


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


# -- words -------------------------------------------------------------------------------------------------------------


def both(english: str, chinese: str, when: bool) -> Pair:
    """The pair, or nothing: a clause of a sentence that only some games have."""
    return (english, chinese) if when else ("", "")


def count(number: int, noun: str) -> str:
    """A number of things in English: 1 move, 2 moves."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(names: Sequence[str], last: str = "and") -> str:
    """An English list: a, b and c."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def capital(text: str) -> str:
    """`text` with a capital first letter, to begin a sentence."""
    return text[:1].upper() + text[1:]


def ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# -- sentences that both families have ---------------------------------------------------------------------------------


def clock(settings: GameSettings) -> list[Pair]:
    seconds = settings.turn_seconds
    if not seconds:
        return [("There is no clock.", "不限时。")]
    limit = f"Each turn has {count(seconds, 'second')}.", f"每步限时 {seconds} 秒。"
    end = {
        "pass": (
            "A side that runs out of time loses that turn and nothing else.",
            "超时的一方只失去这一步，改由对方走。",
        ),
        "lose": ("A side that runs out of time has lost the game.", "超时的一方当即判负。"),
        "second-loses": (
            "A side that runs out of time loses that turn; the second time in a row, it loses the game.",
            "超时的一方失去这一步，改由对方走；同一方连续两次超时判负。",
        ),
    }[settings.time_out]
    return [(f"{limit[0]} {end[0]}", limit[1] + end[1])]


def turns_are_lost(settings: GameSettings) -> bool:
    """Whether a turn can be lost by time with the game going on."""
    return settings.turn_seconds > 0 and settings.time_out != "lose"


def no_progress(settings: GameSettings, progress: Sequence[Pair], idle: Sequence[Pair]) -> Pair:
    """The draw for lack of progress. `progress`: what counts as such; `idle`: other turns that are counted as moves."""
    limit = settings.no_progress_limit
    rounds = both(f" ({count(limit // 2, 'round')})", f"（{limit // 2} 回合）", limit % 2 == 0)
    kinds, kinds_zh = listed([kind for kind, _ in progress], "or"), "、".join(kind for _, kind in progress)
    row = both(" in a row", "连续", bool(progress) and limit > 1)
    english = f"The game is drawn after {count(limit, 'move')}{row[0]}{rounds[0]}"
    chinese = f"双方合计{row[1]} {limit} 步{rounds[1]}" if row[1] else f"双方合计走满 {limit} 步{rounds[1]}"
    if not progress:
        english, chinese = f"{english} if nobody has won by then", f"{chinese}仍未分出胜负"
    elif len(progress) == 1:
        english, chinese = f"{english} without {kinds}", f"{chinese}没有{kinds_zh}"
    else:
        english, chinese = f"{english} without progress, which is {kinds}", f"{chinese}没有进展（{kinds_zh}才算进展）"
    turns = listed([turn for turn, _ in idle])
    counted = both(f", and so do {turns}", f"；{'和'.join(turn for _, turn in idle)}也各算一步", bool(idle))
    return f"{english}; the moves of both sides count{counted[0]}.", f"{chinese}，判和{counted[1]}。"


def draws(settings: GameSettings, same: Pair, unless: Pair = ("", "")) -> list[Pair]:
    """Repetition and agreement. `same`: what makes two positions the same; `unless`: what comes before the draw."""
    times = settings.repetition_draw
    if not times:
        repeated = "Repeating a position is no draw by itself.", "局面重复本身不算和棋。"
    elif times == 1:
        repeated = (
            f"A position is a draw the first time it stands on the board{unless[0]}: the game ends at its start.",
            f"任何局面一出现就判和{unless[1]}，开局也不例外。",
        )
    else:
        repeated = (
            f"The game is drawn when the same position ({same[0]}) stands for the {ordinal(times)} time{unless[0]}.",
            f"同一局面（{same[1]}）第 {times} 次出现时判和{unless[1]}。",
        )
    return [repeated, ("The two sides may agree on a draw.", "双方同意可以和棋。")]


def match_rules(settings: GameSettings) -> list[Pair]:
    """What else decides a game, or lets it count for nothing."""
    items = [("A side that resigns or leaves has lost.", "认输或中途离开的一方判负。")]
    if settings.unscored_rounds:
        rounds = settings.unscored_rounds
        within = "round" if rounds == 1 else f"{rounds} rounds"
        items.append(
            (
                f"A game that is over within its first {within} is not scored, except in competition.",
                f"{rounds} 个回合之内结束的对局不计分，比赛除外。",
            )
        )
    return items


def judgement(order: Sequence[str], usual: Sequence[str], titles: Mapping[str, Pair]) -> list[Pair]:
    """Which ending counts when several come at once; nothing where the order is the usual one of those in `titles`."""
    order, usual = ([name for name in names if name in titles] for names in (order, usual))
    if order == usual:
        return []
    ends, ends_zh = ("; ".join(titles[name][0] for name in order), "；".join(titles[name][1] for name in order))
    return [
        (
            f"Where one move brings several endings, the first of these counts: {ends}.",
            f"一步棋同时满足几种终局条件时，按以下次序取最先的一种：{ends_zh}。",
        )
    ]
