"""The networks that ship: there, small, of the games as they are, and players by the name `net`."""

import pytest

from hunt_ai import Game, load_game
from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import GAMES
from hunt_ai.network.trained_networks import TRAINED, trained_network
from hunt_ai.network.weights_file import load_network, read_notes
from hunt_ai.players.parse import make_player

MOST_BYTES = 1_500_000
SHIPPED = sorted(path.stem for path in TRAINED.glob("*.safetensors"))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_ships(name: str) -> None:
    rules = load_game(name)
    path = trained_network(rules)
    assert path.stat().st_size <= MOST_BYTES
    load_network(path, rules)
    assert read_notes(path)["settings"]["game"] == name
    assert name in GAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("text", ["net:policy", "net:policy,temperature=1", "net:simulations=16"])
def test_it_plays_by_name(name: str, text: str) -> None:
    player, game = make_player(text), Game(name)
    player.reset(1)
    for _ in range(4):
        game.push_value(player.choose(game))


def test_other_games_have_none() -> None:
    with pytest.raises(UserError, match=r"net: no network ships for fox-and-geese; hunt-ai train makes one"):
        make_player("net").check(load_game("fox-and-geese"))
    with pytest.raises(UserError, match="no network ships for"):
        trained_network(load_game("dog-deer{capture_goal=4}"))
