"""The packages of ``examples/games``, found as if an installer had put them there."""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.games import GROUP, find_game
from pitboss.games import brought as find_brought
from pitboss.odds import registry

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "games"
PACKAGES = sorted(file.parent for file in FOLDER.glob("*/pyproject.toml"))


def describe(package: Path, into: Path) -> None:
    """What an installer writes about a package."""
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    about = into / f"{package.name}-{project['version']}.dist-info"
    about.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(head, encoding="utf-8")
    points = project["entry-points"][GROUP]
    lines = "\n".join(f"{key} = {value}" for key, value in points.items())
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}\n", encoding="utf-8")


@contextmanager
def brought(into: Path) -> Iterator[None]:
    """Our games and those of all the examples."""
    for package in PACKAGES:
        describe(package, into)
    before, caches = list(sys.path), (find_brought, find_game, registry.find_solver)
    sys.path[:0] = [str(into), *map(str, PACKAGES)]
    try:
        for kept in caches:
            kept.cache_clear()
        yield
    finally:
        sys.path[:] = before
        for kept in caches:
            kept.cache_clear()
