"""A UGI program for tests that plays any game legally, by the moves that its seed says. The protocol is its own."""

import random
import sys

from hunt_ai import Game

name = "double-tiger"
numbers = random.Random(0)
game = Game(name)
for text in sys.stdin:
    word, *rest = text.split()
    if word == "ugi":
        print(
            "id name good",
            "option name Game type string default x",
            "option name Seed type spin min 0 max 999",
            sep="\n",
        )
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "setoption" and rest[1] == "Game":
        name = text.strip().partition(" value ")[2]
    elif word == "setoption" and rest[1] == "Seed":
        numbers = random.Random(int(rest[3]))
    elif word == "position":
        where, _, moves = text.strip().partition(" moves ")
        fen = where.partition(" fen ")[2]
        game = Game(name, position=fen or None, moves=moves.split())
    elif word == "go":
        move = numbers.choice(game.legal_moves())
        print(f"info depth 1 score cp {len(game.moves)} pv {move}", f"bestmove {move}", sep="\n", flush=True)
    elif word == "quit":
        break
