"""How a hunt game ends, in words."""

from hunt_ai.games.kernels.hunt_layout import FLAG_NAMES
from hunt_ai.games.rules_text.hunt_words import HuntWords
from hunt_ai.games.rules_text.shared import Pair, both, draws, judgement, match_rules, no_progress, turns_are_lost


def winning(words: HuntWords) -> list[Pair]:
    rules, quarry, pack = words.rules, words.quarry, words.pack
    items = [_capture_goal(words)] if words.jumps else []
    if rules.pack_stuck == "lose":
        also = both("also ", "也", bool(words.jumps))
        items.append(
            (
                f"{quarry.begin} {also[0]}{quarry.verb('wins', 'win')} when {pack.the} {pack.verb('is', 'are')} to "
                f"move and {pack.verb('has', 'have')} no legal move.",
                f"轮到{pack.side_zh}走而无子可走，{also[1]}是{quarry.side_zh}胜。",
            )
        )
    number = "两" if quarry.pieces == 2 else f" {quarry.pieces} "
    all_zh = quarry.zh if quarry.pieces == 1 else f"{number}枚{quarry.zh}都"
    some = both(" One that can still move keeps the game going.", "只要有一枚还能动，就不算困死。", quarry.pieces > 1)
    items.append(
        (
            f"{pack.begin} {pack.verb('wins', 'win')} when {quarry.the} {quarry.verb('is', 'are')} to move and "
            f"{'can neither step nor jump' if quarry.pieces == 1 else 'none of them can step or jump'}.{some[0]}",
            f"轮到{quarry.side_zh}走，而{all_zh}走不了也跳不了，{pack.side_zh}获胜。{some[1]}",
        )
    )
    home = words.regions.name("driven_out_of")
    if home:
        all_of = "both" if quarry.pieces == 2 else f"all {quarry.pieces}"
        who = quarry.the if quarry.pieces == 1 else f"{all_of} of {quarry.the}"
        items.append(
            (
                f"{pack.begin} also {pack.verb('wins', 'win')} as soon as {who} {quarry.verb('stands', 'stand')} "
                f"outside {home[0]}, whoever is to move.",
                f"无论轮到谁走，只要{all_zh}在{home[1]}之外，{pack.side_zh}立即获胜。",
            )
        )
    titles = {
        "captures": ("enough captures", "吃够子数"),
        "driven-out": (f"{quarry.the} outside {home[0]}", f"{quarry.zh}在{home[1]}之外") if home else ("", ""),
        "immobilised": ("no legal move", "无子可走"),
        "no-progress": ("the draw for lack of progress", "无进展判和"),
    }
    missing = {"captures": words.jumps, "driven-out": home}
    ends = {name: title for name, title in titles.items() if missing.get(name, True)}
    return [*items, *judgement(rules.judgement, FLAG_NAMES, ends), *match_rules(rules)]


def _capture_goal(words: HuntWords) -> Pair:
    quarry, pack, goal = words.quarry, words.pack, words.rules.capture_goal
    left = pack.pieces - goal
    what = f"{goal} of the {pack.pieces} {pack.name}" if left else f"all {goal} {pack.name}" if goal > 1 else pack.one
    rest = both(f", which leaves {left}", f"（剩 {left} 枚）", left > 0 and not words.rules.hand)
    together = both(" between them", "合计", quarry.pieces > 1)
    return (
        f"{quarry.begin} {quarry.verb('wins', 'win')} as soon as {quarry.verb('it has', 'they have')} captured {what}"
        f"{together[0]}{rest[0]}.",
        f"{quarry.zh}{together[1]}吃掉 {goal} 枚{pack.zh}{rest[1]}，{quarry.side_zh}立即获胜。",
    )


def draws_of(words: HuntWords) -> list[Pair]:
    rules, pack = words.rules, words.pack
    possible = {
        "capture": (("a capture", "吃子"), bool(words.jumps)),
        "placement": (("a placement", "放子"), rules.hand > 0),
        "ungroup": (
            (f"a step of {pack.one} off a group", f"{pack.zh}从组里走出"),
            bool(rules.group_points and rules.pack_steps),
        ),
    }
    progress = [title for name, (title, happens) in possible.items() if happens and name in rules.progress]
    idle = []
    if rules.pack_stuck == "pass":
        idle.append(("passes", "停步"))
    if turns_are_lost(rules):
        idle.append(("turns lost on time", "超时失去的一步"))
    hand = both(", as many in hand", "，手中枚数相同", rules.hand > 0)
    same = f"the same pieces on the same points{hand[0]}, the same side to move", f"棋子位置相同{hand[1]}，轮到同一方走"
    return [no_progress(rules, progress, idle), *draws(rules, same)]
