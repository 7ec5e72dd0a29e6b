"""A UGI program for tests that knows no game: it answers what its arguments say, or misbehaves as they say.

Everything it is told goes into the file LOG, after a line `pid N` for each start. Standard library only.
"""

import argparse
import os
import signal
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("log")
parser.add_argument("--play", default="nothing", help="what stands behind bestmove")
parser.add_argument("--option", action="append", default=[], help="what stands behind `option name`")
parser.add_argument("--before", action="append", default=[], help="a line in front of bestmove")
parser.add_argument("--sleep", type=float, default=0.0, help="seconds a search takes")
parser.add_argument("--mode", default="")
arguments = parser.parse_args()
mode = arguments.mode
log = open(arguments.log, "a", encoding="utf-8")  # noqa: SIM115


def say(line: str) -> None:
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def note(line: str) -> None:
    log.write(line + "\n")
    log.flush()


def sleep_forever() -> None:
    while True:
        time.sleep(10)


def go(number: int) -> None:
    if mode == "dies" and number == 3:
        sys.stderr.buffer.write("first words\n引擎坏了: the end\n\n".encode())
        sys.exit(3)
    if mode == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "hangs":
        sleep_forever()
    if mode == "waits-for-stop":
        return
    if mode == "long-line":
        sys.stdout.write("x" * 3_000_000)
    if mode == "bad-utf8":
        sys.stdout.buffer.write(b"info string \xff\xfe\n\xff\n")
    if mode == "errors":
        sys.stderr.write("an error\n" * 100_000)
    if mode == "closes-output":
        os.close(1)
        sleep_forever()
    end = time.monotonic() + arguments.sleep
    while mode == "floods" and time.monotonic() < end:
        say("info depth 1 score cp 7 pv nothing\n" * 100)
    time.sleep(max(0.0, end - time.monotonic()))
    for line in arguments.before:
        say(line)
    say(f"bestmove {arguments.play}")


note(f"pid {os.getpid()}")
if mode == "dies-at-start":
    sys.exit("no licence")
if mode == "hangs-at-start":
    sleep_forever()
if mode == "ignores-quit":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
searches = 0
for text in sys.stdin.buffer:
    line = text.decode().rstrip("\n")
    note(line)
    if line == "ugi":
        say("Welcome! 欢迎")
        say("id name scripted")
        for option in arguments.option:
            say(f"option name {option}")
        say("ugiok")
        if mode == "deaf":
            sleep_forever()
    elif line == "isready":
        if mode == "early" and searches < 2:
            say("bestmove too-early")
        say("readyok")
    elif line.startswith("go"):
        searches += 1
        go(searches)
    elif line == "stop" and mode == "waits-for-stop":
        say(f"bestmove {arguments.play}")
    elif line == "quit" and mode != "ignores-quit":
        sys.exit()
if mode == "ignores-quit":
    sleep_forever()
