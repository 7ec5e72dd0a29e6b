"""The bans on repetition of a jungle rule set, in words."""

from hunt_ai.games.jungle.spec import JungleSettings
from hunt_ai.games.rules_text.shared import Pair, both, turns_are_lost


def repeats_ban(rules: JungleSettings) -> bool:
    """Whether the ban on repeats ever bars a move.

    At most every second move of a side enters the same cell, and the last of them has left it again.
    """
    return 0 < 2 * rules.ban_repeats <= rules.ban_window


def run_ban(rules: JungleSettings) -> bool:
    """Whether the ban on long runs ever bars a move: one move, or one cell, is no way back."""
    return rules.ban_run > 1 and rules.ban_cells > 1


def bans_on_repetition(rules: JungleSettings) -> list[Pair]:
    """What bars a beast from going to and fro; nothing where no move can ever be banned."""
    items = [ban for ban, real in ((_repeats_ban, repeats_ban(rules)), (_run_ban, run_ban(rules))) if real]
    if not items:
        return []
    lost = both(" A turn lost on time is no move here.", "超时失去的一步不算在内。", turns_are_lost(rules))
    last = {
        "lose": (
            "Banned moves are not legal, captures and jumps included: a side that has no others has no legal move.",
            "被禁的走法一律不合规则，吃子和跳河也不例外；若只剩被禁的走法，就算无子可走。",
        ),
        "lift": (
            "Banned moves are not legal, captures and jumps included; but a side with no others is free of the bans.",
            "被禁的走法一律不合规则，吃子和跳河也不例外；但若只剩被禁的走法，这一步不受禁令限制。",
        ),
    }[rules.all_banned]
    return [
        *(ban(rules) for ban in items),
        (
            f"Entering a cell is arriving there by any move; the cell a move sets out from does not count.{lost[0]}",
            f"走到某格就算进入，吃子和跳河也算；出发的格子不算。{lost[1]}",
        ),
        last,
    ]


def _repeats_ban(rules: JungleSettings) -> Pair:
    window, repeats = rules.ban_window, rules.ban_repeats
    times = "once" if repeats == 1 else f"{repeats} times"
    chased = both(
        ", or if an enemy beast could capture it where it stands now, whatever is banned to the enemy",
        "，或者它此刻有被敌兽吃掉的危险（不管敌方是否受禁）",
        rules.chase_lifts_ban,
    )
    return (
        f"The {window}-{repeats} ban: a beast may not enter a cell that it has entered at least {times} within its "
        f"side's last {window} moves. This is lifted if it entered a trap, of either side, within those moves"
        f"{chased[0]}.",
        f"{window}-{repeats} 禁令：在己方最近 {window} 步之内，同一只兽进入某格已达 {repeats} 次，就不能再进入该格。"
        f"如果它在这 {window} 步内进过陷阱（不论哪方的）{chased[1]}，则不受此限。",
    )


def _run_ban(rules: JungleSettings) -> Pair:
    run, cells = rules.ban_run, rules.ban_cells
    within = both(
        f" and entered at most {cells} different cells with them",
        f"，且进入的不同格子至多 {cells} 个",
        cells < run,
    )
    return (
        f"The {run}-{cells} ban: if one beast made all of its side's last {run} moves{within[0]}, its next move may "
        "not enter any cell that they entered. This is lifted only if one of them entered a trap, of either side.",
        f"{run}-{cells} 禁令：己方最近 {run} 步都由同一只兽走{within[1]}，"
        f"它下一步就不能再进入这 {run} 步里进入过的任何一格。"
        f"只有它在这 {run} 步内进过陷阱（不论哪方的），才不受此限。",
    )
