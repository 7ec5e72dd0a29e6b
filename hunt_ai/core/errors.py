"""Errors that are the user's to mend. The command line prints them as one line; nothing else may look like them."""


class UserError(ValueError):
    """Bad input: the message is one clear line that says what is wrong and where."""
