"""Finds texts that become numbers: ``pitboss.money`` is the one place where what is given does,
with its bounds.

A number made into another kind of number looks the same in the source, so those that are known are
listed in ``numbers.toml``, by file, as they are written there.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

MAKERS = {"Decimal", "Fraction", "int", "float"}
READER = "money.py"
NUMBERS_ONLY = ("odds/", "house/store/")
"""Folders that reckon with what was read before, or read what they wrote themselves."""
GIVEN_TO_ODDS = "odds/request.py"
SHAPES = ("isinstance", "_shape", "holding")
"""They say of which kind a value is to be."""
KNOWN = Path(__file__).with_name("numbers.toml")


def find_readers(package: Path) -> list[str]:
    """``web/page.py: int(text)`` for each place outside the reader that is not listed."""
    known = tomllib.loads(KNOWN.read_text(encoding="utf-8"))
    return [
        f"{name}: {made}"
        for path in sorted(package.rglob("*.py"))
        if is_searched(name := path.relative_to(package).as_posix())
        for made in makes(ast.parse(path.read_text(encoding="utf-8")))
        if made not in known.get(name, ())
    ]


def is_searched(name: str) -> bool:
    return name == GIVEN_TO_ODDS or (name != READER and not name.startswith(NUMBERS_ONLY))


def makes(tree: ast.AST) -> Iterator[str]:
    """Each call that may make a number of a text, and each place where a maker is handed on."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        handed = [*node.args, *(keyword.value for keyword in node.keywords)]
        if _name(node.func) in MAKERS:
            if len(handed) == 1 and not _is_number(handed[0]):
                yield ast.unparse(node)
        elif _name(node.func) not in SHAPES:
            yield from (ast.unparse(node) for one in handed if _name(one) in MAKERS)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_number(node: ast.AST) -> bool:
    """A number as it is written, or the result of a sum or a comparison."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, str) or node.value.strip("-") in ("inf", "0.01")
    return isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare)
