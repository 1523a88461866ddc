"""Places that name a game by its key, or import its package, outside the games and their solvers.

A key counts where it is a whole string of Python, and anywhere in a template, style sheet or
script. A longer text, such as a doctest, a help line or an example in a docstring, shows a reader
what to type and decides nothing: it does not count.
"""

import ast
import re
from collections.abc import Iterator

from pitboss.games import OURS
from tests.tidy.tree import File, text_files

PACKAGE = "src/pitboss/"
HOMES = (f"{PACKAGE}games/", f"{PACKAGE}odds/")
SCREENS = (".html", ".css", ".js", ".svg", ".toml")
FOLDERS = {package.rpartition(".")[2] for package in OURS.values()}
_KEY = re.compile(rf"(?<![A-Za-z])({'|'.join(OURS)})(?![A-Za-z])")


def named_games() -> list[str]:
    """Each place once, as its file and what it names."""
    files = [
        file
        for file in text_files()
        if file.path.startswith(PACKAGE) and not file.path.startswith(HOMES)
    ]
    found = [f"{file.path.removeprefix(PACKAGE)}: {what}" for file in files for what in names(file)]
    return sorted(set(found))


def names(file: File) -> Iterator[str]:
    if file.path.endswith(SCREENS):
        yield from (match[1] for match in _KEY.finditer(file.text))
    elif file.is_python:
        for node in ast.walk(ast.parse(file.text)):
            yield from named_by(node)


def named_by(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)) if text in OURS:
            yield text
        case ast.Import(names=aliases):
            yield from (alias.name for alias in aliases if is_of_a_game(alias.name))
        case ast.ImportFrom(module=str(module), names=aliases):
            full = [module, *(f"{module}.{alias.name}" for alias in aliases)]
            yield from (name for name in full[:1] if is_of_a_game(name))
            if not is_of_a_game(module):
                yield from (name for name in full[1:] if is_of_a_game(name))


def is_of_a_game(module: str) -> bool:
    """``pitboss.games.duki.score`` or ``pitboss.odds.duki``."""
    parts = module.split(".")
    return (
        parts[0] == "pitboss"
        and parts[1:2] in (["games"], ["odds"])
        and parts[2:3] != []
        and (parts[2] in FOLDERS)
    )
