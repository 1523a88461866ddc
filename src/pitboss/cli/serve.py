"""``pitboss serve``: the tables, in a browser and for programs."""

import argparse
import atexit
import os
import sys
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
    # Everything is on disk. The coach may still be at a sum, or have one compiled, which cannot be
    # interrupted; Python would wait for it, for many seconds where the machine is busy.
    atexit._run_exitfuncs()
    sys.stderr.flush()
    os._exit(0)
