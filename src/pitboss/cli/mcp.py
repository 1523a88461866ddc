"""``pitboss mcp``: the games for agents, over standard input and output."""

import argparse
import logging


def run_mcp(options: argparse.Namespace) -> None:
    from pitboss.agents import make_server

    logging.basicConfig(level=logging.WARNING)  # standard output is the protocol's
    make_server().run("stdio")
