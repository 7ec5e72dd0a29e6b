"""The naive referee of the two rule sets of Dou Shou Qi (Jungle). Imports referee_base and its own rules only."""

from __future__ import annotations

from referee_base import Outcome, Referee
from referee_jungle_rules import ALONG, FILES, NEIGHBOURS, RANKS, JungleDefinition, between, other


class JungleReferee(Referee):
    """State: `board` from cell to (side, beast), and what each side's beasts entered since the given position.

    `entered[side]` lists (beast, cell, turn) oldest first; turns count the side's lost turns too, only to be counted
    as events: the bans look at moves.
    """

    def __init__(self, definition: JungleDefinition, position: str | None = None) -> None:
        super().__init__()
        self.definition = definition
        self.water = frozenset().union(*definition.rivers)
        rows, side, idle = (position or definition.start).split(" ")
        self.board: dict[str, tuple[str, str]] = {}
        for rank, letters in zip(reversed(RANKS), rows.split("/"), strict=True):
            for file, letter in zip(FILES, letters, strict=True):
                if letter != ".":
                    definition.strength.index(letter.upper())
                    self.board[f"{file}{rank}"] = ("red" if letter.isupper() else "blue", letter.upper())
        self.side, self.idle = {"r": "red", "b": "blue"}[side], int(idle)
        self.entered: dict[str, tuple] = {"red": (), "blue": ()}
        self.turns = {"red": 0, "blue": 0}
        self.lost_turns = {"red": 0, "blue": 0}
        self.lost_turns_in_a_row = {"red": 0, "blue": 0}

    def _letter(self, cell: str) -> str:
        if cell not in self.board:
            return "."
        side, beast = self.board[cell]
        return beast if side == "red" else beast.lower()

    def position(self) -> str:
        rows = "/".join("".join(self._letter(f"{file}{rank}") for file in FILES) for rank in reversed(RANKS))
        return f"{rows} {self.side[0]} {self.idle}"

    @property
    def side_to_move(self) -> str:
        return self.side

    def copy(self) -> JungleReferee:
        twin = object.__new__(JungleReferee)
        Referee.__init__(twin)
        twin.definition, twin.water, twin.side, twin.idle = self.definition, self.water, self.side, self.idle
        twin.board, twin.entered, twin.turns = dict(self.board), dict(self.entered), dict(self.turns)
        twin.lost_turns, twin.lost_turns_in_a_row = dict(self.lost_turns), dict(self.lost_turns_in_a_row)
        twin._judged = self._judged
        return twin

    def _assess(self) -> tuple[list[Outcome], dict[str, tuple], set[str]]:
        game, sides = self.definition, {side for side, _ in self.board.values()}
        unbanned, notes = self._moves_but_for_bans()
        moves = {text: move for text, move in unbanned.items() if not self._banned(move, notes)}
        ends: list[Outcome] = []
        for side in ("red", "blue"):
            if self.lost_turns_in_a_row[side] >= game.timeouts_lose:
                ends.append((other(side), "timeout"))
        for side in ("red", "blue"):
            if game.dens[side] in self.board:
                ends.append((other(side), "den"))
        ends += [(other(side), "no-beasts") for side in ("red", "blue") if side not in sides]
        if not moves:
            ends.append((other(self.side), "immobilised"))
        if game.no_progress_limit is not None and self.idle >= game.no_progress_limit:
            ends.append((None, "no-progress"))
        if ends:
            notes = {ends[0][1]}
            if ends[0][1] == "immobilised" and unbanned:
                notes = {"immobilised-by-bans"}
            if ends[0][1] == "timeout":
                notes = {"timeout-loses"}
        return ends, moves, notes

    def _moves_but_for_bans(self) -> tuple[dict[str, tuple], set[str]]:
        moves, notes = {}, set()
        for start in [cell for cell, (side, _) in self.board.items() if side == self.side]:
            for to, jumped in self._reach(start, notes):
                moves[f"{start}{'x' if to in self.board else '-'}{to}"] = (start, to, jumped)
        return moves, notes

    def _reach(self, start: str, notes: set[str]) -> list[tuple[str, bool]]:
        """(cell, by a jump?) for every cell the beast on `start` may move to, bans aside."""
        side, beast = self.board[start]
        reached = []
        for way, to in NEIGHBOURS[start].items():
            if to is None:
                continue
            if to == self.definition.dens[side]:
                notes.add("own-den-refused")
            elif to in self.water and beast not in self.definition.swimmers:
                if beast in self.definition.jumps:
                    landing = self._jump(start, way, notes)
                    if landing is not None:
                        reached.append((landing, True))
                else:
                    notes.add("water-refused")
            elif self._may_arrive(start, to, notes):
                reached.append((to, False))
        return reached

    def _jump(self, start: str, way: str, notes: set[str]) -> str | None:
        """Where the beast on `start` lands when it jumps the water that way; None when it may not."""
        side, beast = self.board[start]
        path, to = [], NEIGHBOURS[start][way]
        while to in self.water:
            path.append(to)
            to = NEIGHBOURS[to][way]
        if to is None or to == self.definition.dens[side] or not self._may_arrive(start, to, notes):
            return None
        blockers = self._blockers(side, path)
        notes |= blockers
        if blockers:
            return None
        if ALONG[way] not in self.definition.jumps[beast]:
            notes.add("tiger-may-not-jump-along-file")
            return None
        return to

    def _rats_in_river(self, side: str, path: list[str]) -> set[tuple[str, str]]:
        """(own or enemy, on-path or off-path) for each rat that swims in the river of `path`."""
        river = next(river for river in self.definition.rivers if path[0] in river)
        return {
            ("own" if self.board[cell][0] == side else "enemy", "on-path" if cell in path else "off-path")
            for cell in river
            if cell in self.board
        }

    def _blockers(self, side: str, path: list[str]) -> set[str]:
        return {
            f"jump-blocked-by-{owner}-rat-{place}"
            for owner, place in self._rats_in_river(side, path)
            if (owner == "enemy" or self.definition.own_rat_blocks)
            and (place == "on-path" or self.definition.rat_blocks_whole_river)
        }

    def _may_arrive(self, start: str, to: str, notes: set[str]) -> bool:
        """Whether `to` is empty, or holds an enemy that the beast on `start` may take."""
        if to not in self.board:
            return True
        game, (side, beast), (owner, victim) = self.definition, self.board[start], self.board[to]
        if owner == side:
            return False
        if to not in game.traps[side] and not game.takes_by_rank(beast, victim):
            notes.add("elephant-may-not-take-rat" if (beast, victim) == ("E", "R") else "rank-refused")
            return False
        across_bank = (start in self.water) != (to in self.water)
        if across_bank and not (beast == victim == "R" and game.rat_takes_rat_across_bank):
            notes.add(f"rat-may-not-take-{'rat' if victim == 'R' else 'elephant'}-across-bank")
            return False
        if start in game.traps[owner] and not game.trapped_beast_may_capture:
            notes.add("trapped-beast-may-not-capture")
            return False
        return True

    def _chased(self, cell: str) -> set[str]:
        """How an enemy could take the beast on `cell`, bans aside: a subset of step, jump."""
        enemies = [start for start, (side, _) in self.board.items() if side != self.board[cell][0]]
        return {
            "jump" if jumped else "step" for start in enemies for to, jumped in self._reach(start, set()) if to == cell
        }

    def _banned(self, move: tuple, notes: set[str]) -> bool:
        start, to, jumped = move
        bans = self._ban_7_3(start, to, notes) | self._ban_17_5(start, to, notes)
        notes |= bans
        if bans and to in self.board:
            notes.add("banned-capture")
        if bans and jumped:
            notes.add("banned-jump")
        return bool(bans)

    def _in_a_trap(self, entered: list[str]) -> bool:
        return any(cell in traps for cell in entered for traps in self.definition.traps.values())

    def _ban_7_3(self, start: str, to: str, notes: set[str]) -> set[str]:
        game, beast, past = self.definition, self.board[start][1], self.entered[self.side]
        if game.ban_7_3_window is None:
            return set()
        recent = past[-game.ban_7_3_window :]
        mine = [cell for who, cell, _ in recent if who == beast]
        just_outside = [cell for who, cell, _ in past[: -game.ban_7_3_window][-1:] if who == beast]
        if mine.count(to) < game.ban_7_3_entries:
            if mine.count(to) + just_outside.count(to) == game.ban_7_3_entries:
                notes.add("ban-7-3-outside-window")
            return set()
        if game.ban_7_3_lifted_by_trap and self._in_a_trap(mine):
            notes.add("ban-7-3-lifted-by-trap")
            return set()
        chase = self._chased(start) if game.ban_7_3_lifted_by_chase else set()
        if chase:
            notes.add("ban-7-3-lifted-by-chase")
            if chase == {"jump"}:
                notes.add("ban-7-3-lifted-by-chase-across-river")
            return set()
        return self._ban("ban-7-3", recent)

    def _ban_17_5(self, start: str, to: str, notes: set[str]) -> set[str]:
        game, beast = self.definition, self.board[start][1]
        if game.ban_17_5_window is None:
            return set()
        recent = self.entered[self.side][-game.ban_17_5_window :]
        entered = [cell for _, cell, _ in recent]
        if len(recent) < game.ban_17_5_window or {who for who, _, _ in recent} != {beast} or to not in entered:
            return set()
        if len(set(entered)) > game.ban_17_5_cells:
            if len(set(entered)) == game.ban_17_5_cells + 1:
                notes.add("ban-17-5-sixth-cell")
            return set()
        if game.ban_17_5_lifted_by_trap and self._in_a_trap(entered):
            notes.add("ban-17-5-lifted-by-trap")
            return set()
        if self._chased(start):
            notes.add("ban-17-5-while-chased")
        return self._ban("ban-17-5", recent)

    def _ban(self, name: str, recent: tuple) -> set[str]:
        lost_a_turn = self.turns[self.side] - recent[0][2] > len(recent) - 1
        return {name, "ban-across-timeout"} if lost_a_turn else {name}

    def _play(self, move: tuple) -> None:
        start, to, jumped = move
        self._count_move(start, to, jumped)
        beast = self.board[start][1]
        captured = to in self.board
        self.board[to] = self.board.pop(start)
        longest = 1 + max(self.definition.ban_7_3_window or 0, self.definition.ban_17_5_window or 0)
        self.turns[self.side] += 1
        self.entered[self.side] = (*self.entered[self.side], (beast, to, self.turns[self.side]))[-longest:]
        self.lost_turns_in_a_row[self.side] = 0
        self._end_ply(captured)

    def _time_out(self) -> None:
        if self.lost_turns[self.side] and not self.lost_turns_in_a_row[self.side]:
            self.events["timeout-not-in-a-row"] += 1
        self.turns[self.side] += 1
        self.lost_turns[self.side] += 1
        self.lost_turns_in_a_row[self.side] += 1
        self._end_ply(False)

    def _end_ply(self, captured: bool) -> None:
        self.idle = 0 if captured else self.idle + 1
        self.side = other(self.side)

    def _count_move(self, start: str, to: str, jumped: bool) -> None:
        game, (side, beast) = self.definition, self.board[start]
        names = ["river-jump" if jumped else "step"]
        if jumped:
            rats = self._rats_in_river(side, between(start, to))
            names += ["jump-over-own-rat"] if ("own", "on-path") in rats else []
            names += ["jump-past-enemy-rat"] if ("enemy", "off-path") in rats else []
        if to in self.board:
            owner, victim = self.board[to]
            names += ["capture"] + (["river-jump-capture"] if jumped else [])
            names += ["equal-rank-capture"] if beast == victim else []
            names += ["rat-takes-elephant"] if (beast, victim) == ("R", "E") else []
            names += ["trapped-beast-captures"] if start in game.traps[owner] else []
            if beast == victim == "R" and start in self.water:
                names += ["rat-takes-rat-in-water"] if to in self.water else []
            if (start in self.water) != (to in self.water):
                names += ["rat-takes-rat-across-bank"]
            if not game.takes_by_rank(beast, victim):
                names += ["elephant-takes-rat-in-trap"] if (beast, victim) == ("E", "R") else []
                names += ["take-in-own-trap"]
        self.events.update(names)
