"""``pitboss new`` and ``check``: a game as a package of its own."""

import argparse
from pathlib import Path

from pitboss.kit.package import write_package


def run_new(options: argparse.Namespace) -> None:
    folder = Path(options.output or options.name)
    for file in write_package(options.name, folder):
        print(file)
    print(f"Next: pip install --editable {folder}; pitboss play {options.name}")
