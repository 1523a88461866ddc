"""Where rule ids are stated, tested and cited.

A game states its rules in ``source.toml``; a test names the rule it checks with
``@pytest.mark.rule("DUKI-08")``; the code cites rules in comments and strings.
"""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from pitboss.kit.documents import RULE_ID, marked_rules
from tests.tidy.tree import File

GAMES = PurePosixPath("src/pitboss/games")


class Mark(NamedTuple):
    """A rule named by a test; ``rule`` is None where the id is not written out."""

    place: str
    rule: str | None


def stated(files: Iterable[File]) -> dict[str, list[str]]:
    """The ids of each game's rules, in the order of its source."""
    sources = {_game(file): file.text for file in files if _is_part(file, "source.toml")}
    return {game: [rule["id"] for rule in _rules(text)] for game, text in sources.items()}


def faulty(files: Iterable[File]) -> Iterator[str]:
    """Rules that are incomplete, and ids that are badly formed, doubled or shared by two games."""
    owners: dict[str, str] = {}
    seen: set[str] = set()
    for file in files:
        if not _is_part(file, "source.toml"):
            continue
        for rule in _rules(file.text):
            name = rule["id"]
            match = RULE_ID.fullmatch(name)
            if not match:
                yield f"{file.path}: {name} is no rule id such as DUKI-08"
            elif owners.setdefault(match[1], file.path) != file.path:
                yield f"{file.path}: {match[1]} belongs to {owners[match[1]]}"
            if name in seen:
                yield f"{file.path}: {name} is stated twice"
            if not rule.get("section") or not rule.get("text"):
                yield f"{file.path}: {name} needs a section and a text"
            seen.add(name)


def without_source(files: Iterable[File]) -> Iterator[str]:
    """Games whose rules have no document."""
    files = list(files)
    sources = {_game(file) for file in files if _is_part(file, "source.toml")}
    for file in files:
        if _is_part(file, "rules.py") and _game(file) not in sources:
            yield f"{file.path}: no source.toml beside it"


def marks(files: Iterable[File]) -> Iterator[Mark]:
    """Every rule mark in the test files, wherever it stands."""
    for file in files:
        path = PurePosixPath(file.path)
        if path.parts[0] == "tests" and path.match("test_*.py"):
            for line, rule in marked_rules(file.text, file.path):
                yield Mark(f"{file.path}:{line}", rule)


def untested(files: Iterable[File]) -> Iterator[str]:
    """Rules that no test names."""
    files = list(files)
    tested = {mark.rule for mark in marks(files)}
    for game, ids in stated(files).items():
        missing = [rule for rule in ids if rule not in tested]
        if missing:
            yield f"{game}: no test is marked with {' '.join(missing)}"


def unknown_marks(files: Iterable[File]) -> Iterator[str]:
    """Tests that name a rule which does not exist, or name it in a way that hides it from here."""
    files = list(files)
    known = {rule for ids in stated(files).values() for rule in ids}
    for place, rule in marks(files):
        if rule is None:
            yield f"{place}: write the id of the rule out, so that it can be found"
        elif rule not in known:
            yield f"{place}: {rule} is not a rule of any game"


def unknown_citations(files: Iterable[File]) -> Iterator[str]:
    """Citations in the source of rules that do not exist, or that belong to another game.

    Pay-table codes look like rule ids; inside a game they must be in its ``paytables.toml``.
    """
    files = [file for file in files if file.path.startswith("src/")]
    rules = stated(files)
    every_rule = {rule for ids in rules.values() for rule in ids}
    prefixes = {_prefix(rule) for rule in every_rule}
    codes = {
        _game(file): {name for name in _ids(file) if _prefix(name) not in prefixes}
        for file in files
        if _is_part(file, "paytables.toml")
    }
    for file in files:
        game = _game(file)
        known = codes.get(game, set()).union(rules.get(game, every_rule))
        for name in sorted(_ids(file) - known):
            if _prefix(name) in prefixes or (game and file.is_python):
                yield f"{file.path}: {name} is no rule" + (f" of {game}" if game else "")


def _rules(text: str) -> list[dict[str, str]]:
    rules: list[dict[str, str]] = tomllib.loads(text).get("rule", [])
    return rules


def _is_part(file: File, name: str) -> bool:
    path = PurePosixPath(file.path)
    return path.name == name and path.parent.parent == GAMES


def _game(file: File) -> str:
    """The folder of the game that a file belongs to, or nothing."""
    path = PurePosixPath(file.path)
    return path.parts[3] if path.parent != GAMES and path.is_relative_to(GAMES) else ""


def _prefix(rule: str) -> str:
    return rule.partition("-")[0]


def _ids(file: File) -> set[str]:
    return {match[0] for match in RULE_ID.finditer(file.text)}
