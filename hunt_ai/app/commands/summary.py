"""`hunt-ai summary`: win rates per side from files of game records."""

import argparse

from hunt_ai.app.arguments import add_json, named_path, print_json

HELP = "win rates per side from files of games, as a table and a chart"
EXAMPLE = "summary results/*.jsonl --chart win-rates.png"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", type=named_path, help="game records, JSON Lines")
    parser.add_argument("--chart", metavar="PNG", type=named_path, help="draw a bar chart with intervals")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.arena.summary import draw_chart, format_table, summarise_files

    summaries = summarise_files(arguments.files)
    if arguments.chart:
        draw_chart(summaries, arguments.chart)
    if arguments.json:
        print_json([summary.as_document() for summary in summaries])
    else:
        print(format_table(summaries))
        if arguments.chart:
            print(f"chart written to {arguments.chart}")
    return 0
