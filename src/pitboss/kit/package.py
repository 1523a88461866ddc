"""A game's package outside Pitboss: one is written anew, or found in a folder.

Only installed packages are games here. A folder that is to be checked is installed, as it were, for
that one run: its entry point is read from its ``pyproject.toml``.
"""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from pkgutil import get_data
from string import Template

from pitboss.games import game_keys
from pitboss.refusal import Refused

LONGEST_KEY = 20
"""A table's id has room for so much of it."""
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SUFFIX = ".template"
HOMES = {
    "": ("pyproject.toml", "README.md"),
    "src/{package}": (
        *("__init__.py", "source.toml", "paytables.toml", "face.toml"),
        *("score.py", "rules.py", "words.py", "lessons.py"),
    ),
    "tests": ("test_game.py",),
}
"""The files of a package, by the folder they stand in."""


def write_package(name: str, folder: Path) -> list[Path]:
    """A small game of this name that works, in a new folder; the files that were written."""
    words = check_name(name)
    if folder.exists():
        raise Refused(f"-o {folder}: it is there already; name a folder that is not")
    if not folder.absolute().parent.is_dir():
        raise Refused(f"-o {folder}: the folder {folder.parent} is not there")
    texts = dict(filled(words))
    try:
        for path, text in texts.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Refused(f"-o {folder}: cannot be written: {error.strerror or error}") from None
    return [folder / path for path in texts]


def check_name(name: str) -> dict[str, str]:
    """What the templates call a game of this name; a name that cannot be a key is refused."""
    what = f"name {name[:40]!r}"
    if not KEY.fullmatch(name) or len(name) > LONGEST_KEY:
        raise Refused(
            f"{what}: a game's key is up to {LONGEST_KEY} small letters, digits and hyphens, such"
            " as two-cards"
        )
    if name in game_keys():
        raise Refused(f"{what}: a game of that key is installed; choose another name")
    package = name.replace("-", "_")
    if iskeyword(package) or find_spec(package):
        raise Refused(f"{what}: Python has a module {package} already; choose another name")
    parts = name.split("-")
    initials = "".join(part[0] for part in parts if part[0].isalpha())
    rule = initials if len(initials) > 1 else re.sub(r"[^a-z]", "", name)
    title = " ".join(map(str.capitalize, parts))
    return {"key": name, "package": package, "title": title, "rule": rule.upper()}


def filled(words: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each file's place in the package, and its text."""
    for home, names in HOMES.items():
        for name in names:
            text = get_data(__package__, f"template/{name}{SUFFIX}")
            assert text is not None, name
            path = Path(home.format(**words)) / name
            yield path.as_posix(), Template(text.decode()).substitute(words)
