"""What the sentences of a hunt game's rules are made from: its sides in words, its regions, its start.

Sides are named by their titles, as given: "the Tigers", "the Wolf"; a single piece of a side of many is "one of the
Tigers". Verbs agree with the number of pieces, or with a title such as "Dogs" for a side of one.
"""

from dataclasses import dataclass

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.hunt.spec import SideSettings
from hunt_ai.games.hunt.text import read_pieces
from hunt_ai.games.rules_text.hunt_board import Regions, directions_phrase
from hunt_ai.games.rules_text.shared import Pair, capital


@dataclass(frozen=True)
class Side:
    """A side in words: its name with the article, one of its pieces, its Chinese names as a side and as a piece."""

    the: str
    one: str
    name: str
    side_zh: str
    zh: str
    pieces: int
    plural: bool

    def verb(self, singular: str, plural: str) -> str:
        return plural if self.plural else singular

    @property
    def begin(self) -> str:
        return capital(self.the)


def _side(settings: SideSettings, pieces: int) -> Side:
    name, chinese = settings.title.en, settings.title.zh
    the = f"the {name.removeprefix('The ').removeprefix('the ')}"
    plural = pieces > 1 or (name.endswith("s") and not name.endswith(("ss", "us", "is")))
    one = f"one of {the}" if pieces > 1 else f"the piece of {the}" if plural else the
    side_zh, zh = (chinese, f"{chinese[:-1]}子") if chinese.endswith("方") else (f"{chinese}方", chinese)
    return Side(the, one, name, side_zh, zh, pieces, plural)


class HuntWords:
    """What the sentences about one game are made from."""

    def __init__(self, game: HuntGame) -> None:
        self.game, self.rules = game, game.settings
        self.quarry = _side(self.rules.quarry, game.quarry_count)
        self.pack = _side(self.rules.pack, game.dogs)
        self.quarry_at, self.pack_at = read_pieces(self.rules, self.rules.start)
        self.regions = Regions(self.rules)
        self.jumps = [jump for jump in game.board.jumps if jump[1] in self.rules.pack_area]

    @property
    def first(self) -> Side:
        return (self.quarry, self.pack)[self.game.first]

    def limits(self) -> tuple[Pair | None, Pair | None]:
        """The directions that the quarry's and the pack's steps keep to."""
        board, area = self.game.board, self.rules.pack_area
        drawn = frozenset(board.direction(*line) for line in board.lines)
        inside = frozenset(board.direction(*line) for line in board.lines if area.issuperset(line))
        sides = (self.rules.quarry.directions, drawn), (self.rules.pack.directions, inside)
        quarry, pack = (directions_phrase(*side) for side in sides)
        return quarry, pack
