"""A UGI program for tests that plays any game legally, by the moves that its seed says. The protocol is its own.

`good.py MODE N` does so for N moves and then dies, hangs, cheats or resigns.
"""

import os
import random
import sys
import time

from hunt_ai import Game

name = "double-tiger"
mode, lasts = (sys.argv[1], int(sys.argv[2])) if len(sys.argv) == 3 else ("", 0)
numbers = random.Random(0)
game = Game(name)
moves_made = 0
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
        Game(name).legal_moves()  # what is slow the first time
        print("readyok", flush=True)
    elif word == "setoption" and rest[1] == "Game":
        name = text.strip().partition(" value ")[2]
    elif word == "setoption" and rest[1] == "Seed":
        numbers = random.Random(int(rest[3]))
    elif word == "position":
        where, _, moves = text.strip().partition(" moves ")
        fen = where.partition(" fen ")[2]
        game = Game(name, position=fen or None, moves=moves.split())
    elif word == "uginewgame":
        moves_made = 0
    elif word == "go":
        moves_made += 1
        move = numbers.choice(game.legal_moves())
        if mode and moves_made > lasts:
            if mode == "dies":
                os._exit(3)
            if mode == "hangs":
                time.sleep(1000)
            move = "resign" if mode == "resigns" else "z9-z8"
        print(f"info depth 1 score cp {len(game.moves)} pv {move}", f"bestmove {move}", sep="\n", flush=True)
    elif word == "quit":
        break
