"""The façade: what `Game` promises beyond the rules themselves."""

import pytest

import hunt_ai
from hunt_ai import Game, IllegalMove, Outcome


def test_a_session() -> None:
    game = Game("double-tiger")
    assert game.side_to_move == "tigers"
    assert game.legal_moves() == sorted(game.legal_moves())
    game.push("a3xc1")
    assert game.side_to_move == "dogs"
    assert game.moves == ["a3xc1"]
    assert game.position() == "...../.4.4./....T/.3.4./..T.. p 0 1 0"
    assert game.pop() == "a3xc1"
    assert game.moves == []
    with pytest.raises(IndexError):
        game.pop()


WHY = [
    ("double-tiger", [], "pass", "nobody may pass by choice"),
    ("double-tiger", [], "@c3", "tigers are to move, and only dogs are placed"),
    ("double-tiger", [], "a3xb3", "a3-b3 is a step and takes nothing: write a3-b3"),
    ("double-tiger", [], "a3-c1", "it takes what stands on b2: write a3xc1"),
    ("double-tiger", [], "a3-e1", "no line leads from a3 to e1"),
    ("double-tiger", [], "a3-b4", "b4 is not empty"),
    ("double-tiger", [], "b2-b3", "b2 holds no piece of the side to move, tigers"),
    ("double-tiger", [], "c3-c4", "c3 holds no piece of the side to move, tigers"),
    ("double-tiger", [], "a3-z9", "'z9' is no point of the board"),
    ("double-tiger", [], "hello", "it is no move text"),
    ("double-tiger", [], "", "it is no move text"),
    ("double-tiger", [], "a3-a2\n", "it is no move text"),
    ("double-tiger", ["a3-a2", "b4-b5", "a2-a3"], "b5-a5", "while a group stands, one of a group must step"),
    ("double-tiger", ["a3-a2"], "b2xa1", "dogs never capture"),
    ("double-tiger", ["a3-a2"], "@c3", "no dogs are in hand"),
    ("dog-deer", ["c7-b8"], "b6-a6", "while dogs are in hand, one must be placed"),
    ("dog-deer", ["c7-b8"], "@c8", "dogs may not be placed on c8"),
    ("dog-deer", ["c7-b8"], "@b6", "b6 is not empty"),
    ("dog-deer", ["c7-b8"], "@z1", "'z1' is no point of the board"),
    ("beat-the-wolf", ["d4-d5"], "c3-b4", "dogs may not step up-left"),
    ("jungle-arena", [], "a3-a5", "a5 is not one step from a3"),
    ("jungle-arena", [], "c3-c4", "only rats enter water, and c3 holds a wolf"),
    ("jungle-arena", [], "a3xa4", "a4 is empty: write a3-a4"),
    ("jungle-arena", [], "b2-b2", "b2 is not one step from b2"),
    ("jungle-arena", [], "d5-d6", "d5 holds no beast of the side to move, red"),
    ("jungle-arena", [], "timeout ", "it is no move text"),
]


@pytest.mark.parametrize(("game", "moves", "move", "reason"), WHY)
def test_an_illegal_move_says_why(game: str, moves: list[str], move: str, reason: str) -> None:
    played = Game(game, moves=moves)
    before = played.position()
    with pytest.raises(IllegalMove) as refusal:
        played.push(move)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert played.position() == before


JUNGLE_WHY = [
    ("jungle-arena", "......./......./......./......./......./......./......./..R..../..E...r r 0", "c1-d1", "its own den"),
    ("jungle-arena", "......./......./......./......./......./......./......./..R..../..E...r r 0", "c1-c2", "of the same side"),
    ("jungle-arena", "......./......./......./......./......./......./......./..r..../..E...d r 0", "c1xc2", "an elephant may not take a rat"),
    ("jungle-arena", "......./......./......./......./......./......./......./.Ce..../......d r 0", "b2xc2", "a cat may not take an elephant"),
    ("jungle-arena", "......./......./......./......./......./.R...../.e...../......./......d r 0", "b4xb3", "across the bank"),
    ("jungle-bighead", "......./......./......./......./......./.R...../.r...../......./......d r 0", "b4xb3", "across the bank"),
    ("jungle-arena", "......./..eE.../......./......./......./......./......./......./....... r 0", "d8xc8", "has lost its strength"),
    ("jungle-arena", "......./......./......./......./......./.r...../.L...../......./......d r 0", "b3-b7", "the rat on b4 blocks the jump"),
    ("jungle-bighead", "......./......./......./..R..../......./......./.L...../......./......d r 0", "b3-b7", "the rat on c6 blocks the jump"),
    ("jungle-bighead", "......./......./......./......./......./......./.T...../......./......d r 0", "b3-b7", "a tiger jumps the river only along a rank"),
    ("jungle-arena", "......./......./......./......./......./......./.P...../......./......d r 0", "b3-b7", "a leopard does not jump the river"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "move", "reason"), JUNGLE_WHY)
def test_an_illegal_jungle_move_says_why(game: str, position: str, move: str, reason: str) -> None:
    played = Game(game, position=position)
    with pytest.raises(IllegalMove) as refusal:
        played.push(move)
    assert reason in str(refusal.value)


def test_the_bans_say_their_names() -> None:
    lone = Game("jungle-arena", position="......./......./......./......./......./......./r....E./......./....... r 0")
    for _ in range(3):
        for move in ("f3-g3", "a3-a2", "g3-f3", "a2-a3"):
            lone.push(move)
    with pytest.raises(IllegalMove, match="the 7-3 ban: this beast entered g3 3 times or more"):
        lone.push("f3-g3")


def test_the_long_run_ban_says_its_name() -> None:
    played = Game(
        "jungle-arena", position="......./......./......./......./......./......./r....E./......./....... r 0"
    )
    tour = ["f3-f2", "f2-g2", "g2-g3", "g3-f3"]
    for ply in range(17):
        played.push(tour[ply % 4])
        played.push(["a3-a2", "a2-b2", "b2-b3", "b3-a3"][ply % 4])
    with pytest.raises(IllegalMove, match="the 17-5 ban: the last 17 moves were all this beast's"):
        played.push("f2-g2")
    played.push("f2-f1")


@pytest.mark.parametrize(
    ("game", "events", "outcome"),
    [
        ("double-tiger", ["timeout"] * 6, None),
        ("jungle-arena", ["timeout"], Outcome("blue", "timeout")),
        ("jungle-bighead", ["timeout"], None),
        ("jungle-bighead", ["timeout", "timeout"], None),
        ("jungle-bighead", ["timeout", "a7-a6", "timeout"], Outcome("blue", "timeout")),
        ("jungle-bighead", ["timeout", "timeout", "timeout"], Outcome("blue", "timeout")),
        ("jungle-bighead", ["timeout", "a7-a6", "a3-a4", "a6-a7", "timeout"], None),
    ],
)
def test_turns_lost_by_time(game: str, events: list[str], outcome: Outcome | None) -> None:
    played = Game(game, moves=events)
    assert played.outcome() == outcome
    assert played.position().endswith(f" {len(events)}")


def test_a_turn_lost_by_time_enters_no_ban_history() -> None:
    with_time, without = (Game("jungle-bighead") for _ in range(2))
    for _ in range(3):
        for move in ("a3-a4", "a7-a6", "a4-a3", "a6-a7"):
            with_time.push(move)
            without.push(move)
    with_time.push("timeout")
    with_time.push("g7-g6")
    without.push("g3-g4")
    without.push("g7-g6")
    assert "a3-a4" not in with_time.legal_moves()
    assert "a3-a4" in Game("jungle-bighead", position=with_time.position()).legal_moves()


def test_no_event_after_the_end() -> None:
    played = Game("double-tiger", position="ooooo/ooooo/T...T/...../..... q 0 6 0")
    for move in ("timeout", "a3-a2"):
        with pytest.raises(IllegalMove, match="the game is over"):
            played.push(move)


def test_a_repetition_draw_where_the_rules_have_one() -> None:
    played = Game(
        "double-tiger{repetition_draw=2,group_points=[],start='...../...../T...T/...../ooooo',capture_goal=1}"
    )
    for move in ("a3-a4", "a1-a2", "a4-a3", "a2-a1"):
        assert played.outcome() is None
        played.push(move)
    assert played.outcome() == Outcome(None, "repetition")


def test_copies_go_their_own_way() -> None:
    game = Game("double-tiger", moves=["a3xc1"])
    copy = game.copy()
    copy.push(copy.legal_moves()[0])
    assert len(game.moves) == 1
    assert game.position() != copy.position()


def test_printing_a_game_shows_the_board() -> None:
    text = str(Game("double-tiger"))
    assert " 3 T . . . T\n" in text
    assert text.endswith("Tigers to move · 0 of 6 taken · 0 of 200 plies idle")
    assert "<svg" in Game("double-tiger")._repr_svg_()
    assert repr(Game("double-tiger")) == f"Game('double-tiger', position={Game('double-tiger').position()!r})"


def test_public_names_are_all_there() -> None:
    for name in hunt_ai.__all__:
        assert getattr(hunt_ai, name) is not None
    with pytest.raises(AttributeError):
        hunt_ai.nothing  # noqa: B018
