"""``pitboss serve``: the tables, in a browser and for programs."""

import argparse
from functools import partial
from typing import Any


def run_serve(options: argparse.Namespace) -> None:
    from pitboss.web.server import Options, serve

    given = Options(
        options.host,
        options.port,
        options.database,
        options.data,
        options.https,
        tuple(options.origin),
    )
    serve(given, partial(print, flush=True))


def add_serve(commands: "argparse._SubParsersAction[Any]") -> None:
    """Register ``serve``."""
    serve = commands.add_parser("serve", help="open the tables, in a browser and for programs")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    serve.add_argument("--port", type=int, default=8765, help="the port, or 0 for any free one")
    serve.add_argument(
        "--database",
        default="",
        metavar="FILE|postgresql://…",
        help="where the house keeps everything (default: a file in the data folder)",
    )
    serve.add_argument(
        "--data", default="", metavar="FOLDER", help="the data folder, which holds the house's key"
    )
    serve.add_argument(
        "--https", action="store_true", help="a proxy in front of this server speaks https"
    )
    serve.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a further address at which browsers reach it, such as https://tables.example",
    )
    serve.set_defaults(run="serve:run_serve")
