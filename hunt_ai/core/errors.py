"""Errors that are the user's to mend. The command line prints them as one line; nothing else may look like them."""

LONGEST = 600


class UserError(ValueError):
    """Bad input: the message is one clear line that says what is wrong and where."""


def one_line(text: str) -> str:
    """`text` fit to be printed on one line of a terminal: no control characters, not endless."""
    safe = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(text.split()))
    return safe if len(safe) <= LONGEST else f"{safe[:LONGEST]}…"
