"""A game's network as the document describes it: its files, what goes in, what comes out."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StrictStr

from hunt_ai.games.ruleset import Ruleset
from hunt_ai.levels.presets_record import Count, Digest, Name, Record, Text
from hunt_ai.network.kernels.network_layout import RESULTS
from hunt_ai.network.observation import IDLE_STEPS, Observation

BlockName = Literal[
    "quarry", "pack", "heights", "reach", "taken", "targets", "pairs", "hand", "captured", "idle", "side",
    "beasts", "entered", "run",
]  # fmt: skip

_IDLE = (
    f"feature i is 1 if floor(idle * {IDLE_STEPS + 1} / no_progress_limit) is at least i + 1, "
    f"idle being the plies without progress"
)
_HUNT = {
    "quarry": "feature p: a quarry piece stands on point p",
    "pack": "feature p: one dog or more stands on point p",
    "heights": "feature h * points + p: at least h + 2 dogs stand on point p",
    "reach": "feature p: point p is empty and one of quarry_steps leads there from a quarry piece",
    "taken": "feature p: dogs stand on p and one of jumps leads over p from a quarry piece to an empty point, whoever "
    "is to move",
    "targets": "feature p: no dog is in hand, and one of pack_steps leads to the empty point p from dogs that may "
    "step (of groups alone while groups stand, but of all where groups_stuck is free and no group can step), whoever "
    "is to move",
    "pairs": "feature q * points + p: a quarry piece stands on point q, and dogs stand on point p",
    "hand": "feature i: at least i + 1 dogs are in hand",
    "captured": "feature i: at least i + 1 dogs have been taken",
    "idle": _IDLE,
    "side": "feature 0: the pack is to move",
}
_JUNGLE = {
    "beasts": "feature (side * 8 + beast) * cells + c: that beast of that side stands on cell c; beasts count from 0 "
    "in the order of the rules' beasts",
    "taken": "feature side * cells + c: the other side could take the beast of that side on cell c by a step or a "
    "jump, bans not looked at, whoever is to move",
    "entered": "feature (side * 3 + t) * cells + c: one beast of that side, taken since or not, entered cell c at "
    "least t + 1 times within the side's last 7 moves (fewer, if fewer were played)",
    "idle": _IDLE,
    "run": "feature side * 8 + i: the beast that made the side's last move made at least i + 10 of its last moves in a "
    "row, of 17 that are looked at",
    "side": "feature 0: blue is to move",
}


class FileRecord(Record):
    """A file beside the document, by its path in the same folder."""

    path: Annotated[StrictStr, Field(pattern=r"^(networks|conformance)/[a-z][a-z0-9-]{0,40}\.(onnx|safetensors|json)$")]
    bytes: Count
    sha256: Digest


class BlockRecord(Record):
    """Features from `offset` on, `length` of them, each 0 or 1; `meaning` says when it is 1."""

    name: BlockName
    offset: Count
    length: Count
    meaning: Text


class InputRecord(Record):
    """The input: float32 [batch, size]. Points, cells and p, q, c count in the order of the board's points."""

    name: Name
    size: Count
    blocks: tuple[BlockRecord, ...]


class OutputRecord(Record):
    """An output: float32 [batch, size]."""

    name: Name
    size: Count
    meaning: Text


class NetworkRecord(Record):
    """The network that the levels play with.

    onnx: for ONNX runtimes; its numbers are those of `safetensors`, hunt_ai's own file. widths: units of the layers.
    """

    onnx: FileRecord
    safetensors: FileRecord
    widths: tuple[StrictInt, ...]
    input: InputRecord
    results: OutputRecord
    actions: OutputRecord


def input_record(rules: Ruleset) -> InputRecord:
    """What the network sees of a position of these rules."""
    from hunt_ai.network.onnx_export import INPUT

    observation, points = Observation(rules), len(rules.points)
    meanings = _HUNT if rules.family == "hunt" else _JUNGLE
    blocks = tuple(
        BlockRecord.model_validate(
            {
                "name": part.name,
                "offset": observation.starts[part.name],
                "length": part.size(points),
                "meaning": meanings[part.name],
            }
        )
        for part in observation.parts
    )
    return InputRecord(name=INPUT, size=observation.size, blocks=blocks)


def network_record(rules: Ruleset, widths: tuple[int, ...], onnx: FileRecord, safetensors: FileRecord) -> NetworkRecord:
    """The description of a network whose files are these."""
    from hunt_ai.network.onnx_export import OUTPUTS

    first, second = rules.sides
    results = (
        f"logits: {first} win, a draw, {second} win. The value for the side to move is the chance of its win less that "
        f"of the other's, after softmax"
    )
    actions = "logits of the actions in their order; the policy is the softmax over those of the legal moves alone"
    return NetworkRecord(
        onnx=onnx,
        safetensors=safetensors,
        widths=widths,
        input=input_record(rules),
        results=OutputRecord(name=OUTPUTS[0], size=RESULTS, meaning=results),
        actions=OutputRecord(name=OUTPUTS[1], size=len(rules.actions), meaning=actions),
    )
