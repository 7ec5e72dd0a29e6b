"""A level's player with all its settings, those of its text and those that it leaves to the program."""

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from hunt_ai.core.errors import UserError
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.levels.presets_record import Count, Name, Number, Record
from hunt_ai.network.network import Network
from hunt_ai.players.level_table import KINDS
from hunt_ai.players.network_player import SEARCH, NetPlayer
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Player
from hunt_ai.players.search_players import AlphaBetaPlayer, MctsPlayer
from hunt_ai.search.mcts_settings import PLAY, MCTSSettings
from hunt_ai.search.parameters import Values
from hunt_ai.search.selectivity import load_selectivity

Scalar = StrictBool | StrictInt | Number | StrictStr | None
Milliseconds = Annotated[StrictInt, Field(ge=1)] | None


class PolicyRecord(Record):
    """Draws a move by the network's policy, without search; `choice` in the document says how, to the bit.

    wins: a move that wins at once is played, the likeliest of them. temperature, least: of the draw.
    """

    kind: Literal["policy"] = "policy"
    wins: StrictBool
    temperature: Number
    least: Number


class NetworkSearchRecord(Record):
    """Monte Carlo tree search with the network; moves are then drawn by visits as by a policy, but for proved ones.

    simulations, movetime (ms): of a move. forget: whether each move is searched from nothing. table: megabytes of tree.
    search: what hunt_ai's searcher is made with.
    """

    kind: Literal["network-search"] = "network-search"
    simulations: Count | None
    movetime: Milliseconds
    temperature: Number
    least: Number
    forget: StrictBool
    table: Count
    search: dict[Name, Scalar]


class MctsRecord(Record):
    """Monte Carlo tree search with the evaluation of the document, or with rollouts cut off after `cutoff` plies."""

    kind: Literal["mcts"] = "mcts"
    simulations: Count | None
    movetime: Milliseconds
    rollouts: Count | None
    cutoff: Count | None
    forget: StrictBool
    table: Count
    search: dict[Name, Scalar]


class AlphaBetaRecord(Record):
    """Alpha-beta with the evaluation of the document.

    depth, nodes, movetime (ms): limits of a move. noise: hundredths by which the evaluation of a position is off at
    most, by the seed; null for none. forget: whether each move is searched from nothing. table: megabytes.
    selectivity: parts of the search in use. without: keys of the evaluation that it does without.
    """

    kind: Literal["alphabeta"] = "alphabeta"
    depth: Count | None
    nodes: Count | None
    movetime: Milliseconds
    noise: Count | None
    forget: StrictBool
    table: Count
    selectivity: tuple[Name, ...]
    without: tuple[Name, ...]


PlayerRecord = Annotated[PolicyRecord | NetworkSearchRecord | MctsRecord | AlphaBetaRecord, Field(discriminator="kind")]


def player_record(text: str, rules: Ruleset) -> PolicyRecord | NetworkSearchRecord | MctsRecord | AlphaBetaRecord:
    """All settings of the player that a level's text names; UserError where it needs a file of its own."""
    if text.partition(":")[0] not in KINDS:
        raise UserError(f"{text}: a level's player is one of {', '.join(KINDS)}")
    player = make_player(text)
    if isinstance(player, NetPlayer) and player.path is None:
        return _network_record(player)
    if isinstance(player, MctsPlayer) and "solved" not in player.settings:
        given = player.settings
        return MctsRecord(
            simulations=player.limits.simulations,
            movetime=given.get("movetime"),
            rollouts=given.get("rollouts"),
            cutoff=given.get("cutoff"),
            forget=bool(given.get("forget", 0)),
            table=given.get("table", 128),
            search=_search(PLAY, given.get("exploration")),
        )
    if isinstance(player, AlphaBetaPlayer) and "solved" not in player.settings:
        given = player.settings
        parts = given.get("selectivity", tuple(sorted(load_selectivity(rules))))
        return AlphaBetaRecord(
            depth=player.limits.depth,
            nodes=player.limits.nodes,
            movetime=given.get("movetime"),
            noise=given.get("noise"),
            forget=bool(given.get("forget", 0)),
            table=given.get("table", 16),
            selectivity=() if parts == ("none",) else parts,
            without=given.get("without", ()),
        )
    raise UserError(f"{text}: a level in presets is net, mcts or alphabeta, and needs no file of its own")


def check_player_record(text: str, rules: Ruleset, record: Record) -> None:
    """UserError where this program would play a level by other settings than those of a document."""
    found = player_record(text, rules)
    if isinstance(found, AlphaBetaRecord) and isinstance(record, AlphaBetaRecord):
        found = found.model_copy(update={"selectivity": record.selectivity})  # those of the document are played with
    if found != record:
        raise UserError(f"{text}: this program plays it with other settings than the document says")


def _network_record(player: NetPlayer) -> PolicyRecord | NetworkSearchRecord:
    given = player.settings
    temperature, least = given.get("temperature", 0.0), given.get("least", 0.0)
    if player.policy:
        return PolicyRecord(wins=player.wins, temperature=temperature, least=least)
    return NetworkSearchRecord(
        simulations=player.limits.simulations,
        movetime=given.get("movetime"),
        temperature=temperature,
        least=least,
        forget=bool(given.get("forget", 0)),
        table=given.get("table", 64),
        search=_search(SEARCH, given.get("exploration")),
    )


def _search(settings: MCTSSettings, exploration: float | None) -> dict[str, Any]:
    found = dataclasses.asdict(settings)
    return found if exploration is None else found | {"exploration": exploration}


def rebuilt_player(
    text: str, record: Record | None, network: Network, values: Sequence[Values] | None = None
) -> Player:
    """The player of a level with the network and the evaluation of a document; UserError.

    Its settings are those of the text, which `check_player_record` compares with the record.
    """
    player = make_player(text)
    if isinstance(player, NetPlayer):
        player.network = network
    elif isinstance(player, AlphaBetaPlayer | MctsPlayer):
        player.values = values
        if isinstance(record, AlphaBetaRecord):
            player.settings["selectivity"] = record.selectivity or ("none",)
    return player
