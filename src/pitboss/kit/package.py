"""A game's package outside Pitboss: one is written anew, or found in a folder.

Only installed packages are games here. A folder that is to be checked is installed, as it were, for
that one run: its entry point is read from its ``pyproject.toml``.
"""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from pkgutil import get_data
from string import Template
from typing import NamedTuple

from pitboss.games import GROUP, OURS, brought, find_game, game_keys, load_game
from pitboss.games.contract import Game
from pitboss.refusal import Refused

LONGEST_KEY = 20
"""A table's id has room for so much of it."""
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PROJECT = "pyproject.toml"
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


class Found(NamedTuple):
    """A game to be checked, and where its tests are, if they are anywhere."""

    game: Game
    tests: Path | None


def find_package(given: str) -> list[Found]:
    """The game of an installed key, or the games of a folder with a ``pyproject.toml``."""
    if given in game_keys():
        game = find_game(given)
        return [Found(game, find_tests(Path(str(find_spec(game.package).origin))))]  # type: ignore[union-attr]
    folder = Path(given)
    if not (folder / PROJECT).is_file():
        raise Refused(
            f"package {given[:60]!r}: neither an installed game ({', '.join(game_keys())}) nor a"
            f" folder with a {PROJECT}"
        )
    return [Found(game, find_tests(folder / PROJECT)) for game in load_folder(folder)]


def load_folder(folder: Path) -> Iterator[Game]:
    """The games that a folder's ``pyproject.toml`` declares, loaded from that folder."""
    import tomllib

    try:
        project = tomllib.loads((folder / PROJECT).read_text("utf-8"))["project"]
        declared = dict(project["entry-points"][GROUP])
    except (KeyError, TypeError, ValueError, OSError) as fault:
        raise Refused(f"{folder / PROJECT}: no entry point of {GROUP}: {fault}") from None
    sys.path[:0] = [str(place) for place in (folder / "src", folder) if place.is_dir()]
    for key, value in declared.items():
        taken = OURS.get(key) or (brought().get(key) and brought()[key].value)
        if taken and taken != value:
            raise Refused(
                f"game {key!r} is brought by two packages, {taken} and {value}; rename one"
            )
        yield load_game(EntryPoint(key, value, GROUP))


def find_tests(file: Path) -> Path | None:
    """The folder of tests of the project that a file belongs to."""
    for folder in file.absolute().parents:
        if (folder / PROJECT).is_file():
            return folder / "tests" if (folder / "tests").is_dir() else None
    return None


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
