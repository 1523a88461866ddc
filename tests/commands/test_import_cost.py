"""Commands that other programs call do not pay for what only people need."""

import json
import subprocess
import sys

import pytest

SCRIPT = {
    "game": "duki",
    "deck": "9h 9c 6s Jd  9d 9s 5h 8c",
    "wagers": {"1": {"ante": 10}},
    "decisions": [[1, "play"]],
}
PROGRAM = """
import sys
from pitboss.cli.main import main
code = main(sys.argv[1:])
print("rich" in sys.modules, "readchar" in sys.modules, file=sys.stderr)
sys.exit(code)
"""


def loaded(*arguments: str) -> str:
    """Whether rich and readchar were loaded."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        input=json.dumps(SCRIPT),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout
    return ran.stderr.strip()


@pytest.mark.parametrize(
    "command",
    [
        "score duki 9h9c6sJd --json",
        "score duki 9h9c6sJd",
        "deal - --json",
        "games --json",
        "rules duki --json",
        "paytables duki --json",
    ],
)
def test_programs_load_no_terminal_library(command: str):
    assert loaded(*command.split()) == "False False"


def test_people_get_it_where_it_is_used():
    assert loaded("deal", "-") == "True False"
