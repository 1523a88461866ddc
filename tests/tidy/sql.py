"""Finds SQL statements in Python sources: the house's store is the one place for them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

STORE = Path("house", "store")

STATEMENT = re.compile(
    r"\b(SELECT\s.+\sFROM\s|SELECT\s+1\b|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s"
    r"|CREATE\s+(UNIQUE\s+)?(TABLE|INDEX)\s|DROP\s+(TABLE|INDEX)\s|ALTER\s+TABLE\s|PRAGMA\s"
    r"|ORDER\s+BY\s|WHERE\s+\w+\s*(=|<|>|IN\b))",
    re.DOTALL,
)
"""SQL is written in capitals here, and documents are not."""


def find_sql(package: Path) -> list[str]:
    """``house/desk.py:12`` for each text outside the store that reads like a statement."""
    return [
        f"{path.relative_to(package)}:{line}"
        for path in sorted(package.rglob("*.py"))
        if STORE not in path.relative_to(package).parents
        for line, text in _texts(ast.parse(path.read_text()))
        if STATEMENT.search(text)
    ]


def _texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every text of a module with its line; a formatted one without what is put into it."""
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            inside |= {id(part) for part in parts}
            yield node.lineno, " ? ".join(str(part.value) for part in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from [] if id(node) in inside else [(node.lineno, node.value)]
