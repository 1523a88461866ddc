"""Importing the rules loads no compiler, no numbers library and no screen."""

import subprocess
import sys

import pytest

from pitboss.games import OURS

HEAVY = ("numba", "numpy", "rich", "readchar", "asyncio", "argparse")
CODE = """
import sys
import {package}, pitboss.rounds.script
print(*[name for name in {heavy} if name in sys.modules])
"""


@pytest.mark.parametrize("package", OURS.values())
def test_rules_import_nothing_heavy(package: str) -> None:
    code = CODE.format(package=package, heavy=HEAVY)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
