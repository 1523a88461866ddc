"""``pitboss serve``: the tables, in a browser and for programs."""

import argparse
from functools import partial


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
