"""MCTS as its definition reads: a tree of Python objects over `Game`, for tests to compare with."""

import math
from dataclasses import dataclass, field

import numpy as np
from naive_proofs import wins_playing

from hunt_ai import Game
from hunt_ai.search.kernels.evaluators import score_value

IMPOSSIBLE = 1 << 30  # a proof number


@dataclass
class Node:
    game: Game
    prior: float = 0.0
    values: list[float] = field(default_factory=list)  # side 0's
    children: dict[int, "Node"] = field(default_factory=dict)
    proof: float | None = None  # side 0's value
    distance: int = 0
    judged: bool = False
    numbers: tuple[int, int] = (0, 0)  # proof numbers of a win of side 0 and of side 1


def value_of(game: Game, evaluation) -> float:
    """Side 0's value of an unfinished position by the static evaluation; 0 without one."""
    if evaluation is None:
        return 0.0
    value = score_value(score_of(game, evaluation))
    value = value if game.side == 0 else -value
    return math.floor(value * 65536 + 0.5) / 65536


def score_of(game: Game, evaluation) -> int:
    from mcts_kernels import static_score_of

    return int(static_score_of(evaluation, game.rules.kernel_rules, game.row))


def expand(node: Node, evaluation, spread: int) -> None:
    for move in node.game.legal_move_values():
        after = node.game.copy()
        after.push_value(move)
        node.children[move] = Node(after)
    weights = [1.0] * len(node.children)
    if spread:
        from hunt_ai.search.kernels.evaluators import power_of_ten

        scores = [
            score_of(child.game, evaluation) * (1 if child.game.side == node.game.side else -1)
            for child in node.children.values()
        ]
        weights = [float(np.float32(power_of_ten((max(scores) - score) * 400 // spread))) for score in scores]
    for child, weight in zip(node.children.values(), weights, strict=True):
        child.prior = float(np.float32(weight / sum(weights)))


def select(node: Node, settings, proving: bool) -> Node:
    sign = 1 if node.game.side == 0 else -1
    best, best_score = None, -math.inf
    side, unproved = node.game.side, [child for child in node.children.values() if child.proof is None]
    least = min((child.numbers[side] for child in unproved), default=None)
    for child in node.children.values():
        if settings.solver and child.proof == -sign:
            continue
        if proving and (child.proof is not None or child.numbers[side] > least):
            continue
        n = len(child.values)
        if child.proof is not None:
            q = sign * child.proof
        elif n:
            q = sign * sum(child.values) / n
        else:
            q = sign * sum(node.values) / len(node.values) - settings.urgency
        score = q + settings.exploration * math.sqrt(len(node.values)) * child.prior / (1 + n)
        if score > best_score:
            best, best_score = child, score
    return best


def prove(node: Node) -> None:
    win = 1.0 if node.game.side == 0 else -1.0
    children = list(node.children.values())
    wins = [child.distance for child in children if child.proof == win]
    if wins:
        node.proof, node.distance = win, 1 + min(wins)
    elif all(child.proof is not None for child in children):
        if any(child.proof == 0 for child in children):
            node.proof, node.distance = 0.0, 0
        else:
            node.proof, node.distance = -win, 1 + max(child.distance for child in children)


def prove_up(path: list[Node]) -> None:
    for node in reversed(path):
        prove(node)
        if node.proof is None:
            return


def result_of(game: Game) -> float | None:
    """Side 0's value of a finished game, None for an unfinished one."""
    outcome = game.outcome()
    if outcome is None:
        return None
    if outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner == game.rules.sides[0] else -1.0


def judge_children(node: Node) -> None:
    node.judged = True
    for child in node.children.values():
        child.proof = result_of(child.game)
        needed = {child.game.side: 1, 1 - child.game.side: len(child.game.legal_moves())}
        child.numbers = needed[0], needed[1]


def count_proofs(node: Node) -> None:
    side, children = node.game.side, node.children.values()
    least = min(child.numbers[side] for child in children if child.proof is None)
    total = sum(child.numbers[1 - side] for child in children if child.proof is None)
    if any(child.proof == 0 for child in children):
        total = IMPOSSIBLE
    needed = {side: least, 1 - side: min(total, IMPOSSIBLE)}
    node.numbers = needed[0], needed[1]


def look_ahead(node: Node, plies: int) -> None:
    """Prove a node that is not over by what is forced within one or two plies."""
    side = node.game.side
    for distance, winner in enumerate([side, 1 - side][:plies], 1):
        if wins_playing(node.game, winner, distance):
            node.proof, node.distance = 1.0 - 2 * winner, distance
            return


def search(game: Game, settings, simulations: int, evaluation=None, spread: int = 0) -> Node:
    root = Node(game.copy())
    for _ in range(simulations):
        if root.proof is not None:
            break
        path = [root]
        proving = bool(settings.proving and len(root.values) % settings.proving == 0)
        while path[-1].proof is None and path[-1].values:
            if not path[-1].children:
                expand(path[-1], evaluation, spread)
                if settings.solver:
                    judge_children(path[-1])
                    prove_up(path)
                    if path[-1].proof is not None:
                        break
            path.append(select(path[-1], settings, proving))
        leaf = path[-1]
        if leaf.proof is None:
            leaf.proof = result_of(leaf.game)
            if leaf.proof is None and leaf is not root:
                look_ahead(leaf, min(settings.probe, 1) if game.rules.settings.repetition_draw else settings.probe)
                if leaf.proof is not None:
                    prove_up(path[:-1])
        value = leaf.proof if leaf.proof is not None else value_of(leaf.game, evaluation)
        for node in path:
            node.values.append(value)
        for node in reversed(path):
            if settings.proving and node.judged and node.proof is None:
                count_proofs(node)
    return root
