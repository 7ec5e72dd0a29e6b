"""Position texts: every kind of bad input is refused with a message of its own; good ones are printed as they are read."""

import pytest

from hunt_ai import Game, InvalidPosition

TIGERS = "...../.4.4./T...T/.4.4./..... q 0 0 0"
DEER = "./.../..D../.ooo./.o.o./.ooo./..D../.../... q 16 0 0"
JUNGLE = "l.....t/.d...c./r.p.w.e/......./......./......./E.W.P.R/.C...D./T.....L r 0"
EMPTY = "......./" * 8

BAD_HUNT = {
    "missing rank": (".4.4./T...T/.4.4./..... q 0 0 0", "4 ranks where the board has 5 (missing rank)"),
    "extra rank": ("...../" + TIGERS, "6 ranks where the board has 5 (extra rank)"),
    "missing point": (TIGERS.replace("T...T", "T..T"), "rank 3 'T..T' has 4 points, the board has 5 (missing point)"),
    "extra point": (TIGERS.replace("T...T", "T....T"), "rank 3 'T....T' has 6 points, the board has 5 (extra point)"),
    "unknown character": (TIGERS.replace(".4.4./T", ".4x4./T"), "unknown character 'x' on c4"),
    "digit one": (TIGERS.replace(".4.4./T", ".4.1./T"), "unknown character '1' on d4"),
    "digit five": (TIGERS.replace(".4.4./T", ".4.5./T"), "unknown character '5' on d4"),
    "too few tigers": (TIGERS.replace("T...T", "T...."), "1 of 'T' where the game has 2"),
    "too many tigers": (TIGERS.replace("T...T", "T.T.T"), "3 of 'T' where the game has 2"),
    "dogs do not add up": (TIGERS.replace(".4.4./T", ".4.3./T"), "15 on the board + 0 in hand + 0 taken are 15 dogs"),
    "taken do not add up": (TIGERS.replace("q 0 0 0", "q 0 1 0"), "16 on the board + 0 in hand + 1 taken are 17 dogs"),
    "hand past its limit": (TIGERS.replace("q 0 0 0", "q 1 0 0"), "HAND 1 is past its limit of 0"),
    "goal passed": ("...../.3.3./T...T/.3.../..... q 0 7 0", "CAPTURED 7 is past the capture goal of 6"),
    "group off its point": ("..4../.4.../T...T/.4.4./..... q 0 0 0", "a group on c5, which is no group's point"),
    "side of another game": (TIGERS.replace(" q ", " r "), "side 'r' is none of this game's: q or p"),
    "idle past its limit": (TIGERS.replace("q 0 0 0", "q 0 0 201"), "IDLE 201 is past its limit of 200"),
    "huge number": (TIGERS.replace("q 0 0 0", "q 0 0 " + "9" * 30), "is past its limit of 200"),
    "double zero": (TIGERS.replace("q 0 0 0", "q 0 0 00"), "IDLE '00' is not a number in plain decimal form"),
    "plus sign": (TIGERS.replace("q 0 0 0", "q 0 +0 0"), "CAPTURED '+0' is not a number in plain decimal form"),
    "minus sign": (TIGERS.replace("q 0 0 0", "q 0 0 -1"), "IDLE '-1' is not a number in plain decimal form"),
    "other digits": (TIGERS.replace("q 0 0 0", "q 0 0 ٣"), "IDLE '٣' is not a number in plain decimal form"),
    "two spaces": (TIGERS.replace(" q ", "  q "), "fields are not separated by one space"),
    "missing field": (TIGERS.removesuffix(" 0"), "found 4 of 5 fields"),
    "extra field": (TIGERS + " 0", "found 6 of 5 fields"),
    "trailing space": (TIGERS + " ", "fields are not separated by one space"),
    "newline": (TIGERS + "\n", "IDLE '0\\n' is not a number in plain decimal form"),
    "empty": ("", "found 0 of 5 fields"),
    "very long": ("x" * 100_000, "100000 characters are too many for any position"),
}
BAD_DEER = {
    "dog on the cliff": (
        DEER.replace("./.../..D", "o/.../..D").replace("q 16", "q 15"),
        "'o' on c9, where dogs may not stand",
    ),
    "dog on the mountain": (DEER.replace("/.../... q 16", "/.o./... q 15"), "'o' on c2, where dogs may not stand"),
    "a group where there are none": (DEER.replace(".ooo./.o.o.", ".2oo./.o.o."), "unknown character '2' on b6"),
    "hand over the start's": (
        "./.../..D../.ooo./...../.ooo./..D../.../... q 18 0 0",
        "HAND 18 is past its limit of 16",
    ),
}
BAD_JUNGLE = {
    "missing rank": (JUNGLE.replace("/.......", "", 1), "8 ranks where the board has 9 (missing rank)"),
    "extra point": (
        JUNGLE.replace("l.....t", "l......t"),
        "rank 9 'l......t' has 8 points, the board has 7 (extra point)",
    ),
    "unknown character": (JUNGLE.replace("l.....t", "l..x..t"), "unknown character 'x' on d9"),
    "foreign letter": (JUNGLE.replace("l.....t", "l..ŀ..t"), "unknown character 'ŀ' on d9"),
    "same beast twice": (JUNGLE.replace(".d...c.", ".d.r.c."), "the beast 'r' stands twice, the second time on a7"),
    "no beasts": (EMPTY + "....... r 0", "there are no beasts at all"),
    "beast in its own den": (JUNGLE.replace("T.....L", "T..L..."), "'L' on d1, its own den"),
    "both dens entered": ("...R..." + "/......." * 7 + "/...r... r 0", "both dens are entered"),
    "cat in the water": (
        "......./......./......./......./......./.c...../......./......./R...... r 0",
        "'c' on b4, in water that only rats enter",
    ),
    "side of another game": (JUNGLE.replace(" r ", " q "), "side 'q' is none of this game's: r or b"),
    "idle past its limit": (JUNGLE.replace("r 0", "r 201"), "IDLE 201 is past its limit of 200"),
    "double zero": (JUNGLE.replace("r 0", "r 00"), "IDLE '00' is not a number in plain decimal form"),
    "missing field": (JUNGLE.removesuffix(" 0"), "found 2 of 3 fields"),
}
CASES = [
    pytest.param(game, *case, id=f"{game}: {name}")
    for game, cases in (("double-tiger", BAD_HUNT), ("dog-deer", BAD_DEER), ("jungle-arena", BAD_JUNGLE))
    for name, case in cases.items()
]


@pytest.mark.parametrize(("game", "text", "message"), CASES)
def test_bad_positions_are_refused(game: str, text: str, message: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        Game(game, position=text)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_messages_are_all_different() -> None:
    messages = set()
    for case in CASES:
        with pytest.raises(InvalidPosition) as refusal:
            Game(case.values[0], position=case.values[1])
        messages.add((case.values[0], str(refusal.value)))
    assert len(messages) == len(CASES)


@pytest.mark.parametrize(
    ("game", "text", "winner", "termination"),
    [
        ("double-tiger", "ooooo/ooooo/T...T/...../..... q 0 6 0", "tigers", "captures"),
        ("double-tiger", "...../.4.4./T...T/.4.4./..... p 0 0 200", None, "no-progress"),
        ("dog-deer", "./.D./...../.ooo./.o.o./.ooo./...../.D./... p 16 0 1", "dogs", "driven-out"),
        ("dog-deer", "./.../ooDoo/ooooo/ooooo/ooooo/ooDoo/.../... q 1 0 0", None, None),
        ("jungle-arena", "...R.../......./......./......./......./......./......./......./r...... b 1", "red", "den"),
        (
            "jungle-arena",
            "......./......./......./......./......./......./......./......./R...... b 0",
            "red",
            "no-beasts",
        ),
        (
            "jungle-arena",
            "r....../......./......./......./......./......./......./......./R...... b 200",
            None,
            "no-progress",
        ),
    ],
)
def test_finished_positions_are_judged(game: str, text: str, winner: str | None, termination: str | None) -> None:
    played = Game(game, position=text)
    assert played.position() == text
    outcome = played.outcome()
    assert (outcome and (outcome.winner, outcome.termination)) == (termination and (winner, termination))
    assert (played.legal_moves() == []) == (termination is not None)
