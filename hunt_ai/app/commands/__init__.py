"""One module a command: HELP, EXAMPLE, `add_arguments(parser)` and `run(arguments) -> exit status`.

They are all imported to show `--help`, so what is heavy is imported inside `run`.
"""
