"""The program in docs/api.md plays as it says."""

import re
import subprocess
import sys
from pathlib import Path

from tests.web.room import Room
from tests.web.serving import Serving

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_program_plays(room: Room) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found
    server = Serving(room.app)
    try:
        done = subprocess.run(
            [sys.executable, "-c", found[1], server.address],
            capture_output=True,
            text=True,
            timeout=30,
        )
    finally:
        server.stop()
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["round 1", "round 2", "round 3"]
    assert lines[3] == "balance 1000.00", "chips of a practice table are nobody's own"


def test_every_address_is_on_the_page(room: Room) -> None:
    text = PAGE.read_text()
    for path in room.browser().get("/api/openapi.json").json()["paths"]:
        assert f"/{path.split('/')[2]}" in text, path
