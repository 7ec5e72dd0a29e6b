"""The results of the tournaments here in Markdown: `python experiments/search/strength/summary.py`.

Reads the NAME.json that `hunt-ai tournament NAME.toml --json` printed.
"""

import json
from pathlib import Path


def rows(document: dict) -> list[str]:
    """For each two players in each game: their score with its interval, then wins, draws and losses with each side."""
    lines = []
    for game, found in document["games"].items():
        for score in found["scores"]:
            player, opponent = score["player"], score["opponent"]
            if score["mean"] < 0.5 or not score["pairs"] or (score["mean"] == 0.5 and player > opponent):
                continue
            low, high = score["interval"]
            cells = [
                f"{pairing['wins0']} {pairing['draws']} {pairing['wins1']}"
                if side == 0
                else f"{pairing['wins1']} {pairing['draws']} {pairing['wins0']}"
                for side, name in enumerate(found["sides"])
                for pairing in found["pairings"]
                if (pairing[name], pairing[found["sides"][1 - side]]) == (player, opponent)
            ]
            lines.append(
                f"| {game} | `{player}` | `{opponent}` | {score['mean']:.1%} [{low:.1%}, {high:.1%}] "
                f"| {found['sides'][0]} {cells[0]} | {found['sides'][1]} {cells[1]} |"
            )
    return lines


def main() -> None:
    print("| game | player | against | score, 95 % | with one side | with the other |\n|---|---|---|---|---|---|")
    for path in sorted(Path(__file__).parent.glob("*.json")):
        print("\n".join(rows(json.loads(path.read_text()))))


if __name__ == "__main__":
    main()
