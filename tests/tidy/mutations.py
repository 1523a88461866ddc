"""A table changes only by ``apply``: what else would change one, found in the sources.

The names of a live table's and a seat's parts are read from their classes. An assignment to one of
them, through anything but ``self``, a change of a mapping that they hold, or a step of the round in
play, is allowed in the modules of entry kinds and in ``apply`` alone.
"""

import ast
from collections.abc import Iterator

from pitboss.house.tables.state import LiveTable, Seat
from tests.tidy.tree import File

HOUSE = "src/pitboss/house/"
"""Whoever else is given a live table has to name its class or the floor where they are found."""
TABLES = "src/pitboss/house/tables/"
MAY_CHANGE = tuple(
    f"{TABLES}{name}.py"
    for name in ("amendments", "apply", "entries", "fair", "promotions", "state", "tempo")
)
MAY_RESTORE = "src/pitboss/house/floor.py"
"""Loads a table from its snapshot before anyone has seen it."""

PARTS = frozenset((*LiveTable.__struct_fields__, *Seat.__struct_fields__))
HELD = ("dealt", "posted", "rotation", "seats", "wagers")
"""The parts that are mappings."""
CHANGES = ("clear", "pop", "popitem", "setdefault", "update")
STEPS = ("decide", "_advance", "_void")
OWN = ("clear_wagers", "restore", "take_back")
"""The methods by which a table changes itself."""


def table_changed(file: File) -> Iterator[str]:
    """A check of one file, like those of ``limits``."""
    if not file.is_python or file.path in MAY_CHANGE or file.path.startswith("tests/"):
        return
    if not (file.path.startswith(HOUSE) or "LiveTable" in file.text or "floor.find(" in file.text):
        return
    for node in ast.walk(ast.parse(file.text)):
        what = _assigned(node) or _called(node, file.path)
        if what:
            line = getattr(node, "lineno", 0)
            yield f"{file.path}:{line}: {what} changes a table; only apply does"


def _assigned(node: ast.AST) -> str:
    """An assignment to, or a deletion of, a part of a table or of what it holds."""
    if isinstance(node, ast.Assign | ast.Delete):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    else:
        return ""
    for target in targets:
        for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            if isinstance(each, ast.Subscript):
                each = each.value
                if not isinstance(each, ast.Attribute) or each.attr not in HELD:
                    continue
            if isinstance(each, ast.Attribute) and each.attr in PARTS and not _is_self(each.value):
                return ast.unparse(each)
    return ""


def _called(node: ast.AST, path: str) -> str:
    """A call that changes a table: a mapping's, the round's, the table's own, or setattr."""
    if not isinstance(node, ast.Call):
        return ""
    called = node.func
    if isinstance(called, ast.Name) and called.id in ("setattr", "delattr"):
        return "" if _is_self(node.args[0]) else ast.unparse(node)
    if not isinstance(called, ast.Attribute):
        return ""
    if called.attr in OWN and not (called.attr == "restore" and path == MAY_RESTORE):
        return ast.unparse(called)
    held = called.value
    if isinstance(held, ast.Attribute) and not _is_self(held.value):
        if called.attr in CHANGES and held.attr in HELD:
            return ast.unparse(called)
        if called.attr in STEPS and held.attr == "running":
            return ast.unparse(called)
    return ""


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")
