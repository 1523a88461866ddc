"""Amounts become text in ``pitboss.money`` alone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss

PACKAGE = Path(pitboss.__file__).parent
IN_A_TEMPLATE = re.compile(r"\$\{\{")


def amounts_made(package: Path) -> list[str]:
    """``web/page.py`` for each file that puts a sign before an amount, or takes cents apart."""
    found = [
        path
        for path in package.rglob("*.py")
        if path != package / "money.py" and any(_made(ast.parse(path.read_text())))
    ]
    found += [p for p in package.rglob("*.html") if IN_A_TEMPLATE.search(p.read_text())]
    return sorted(str(path.relative_to(package)) for path in found)


def _made(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=[*parts]):
                texts = [part.value for part in parts[:-1] if isinstance(part, ast.Constant)]
                yield from (node for text in texts if str(text).endswith("$"))
            case ast.Call(func=ast.Name(id="divmod"), args=[_, ast.Constant(value=100)]):
                yield node
            case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=",.2f")])):
                yield node


def test_amounts_become_text_in_one_module():
    assert amounts_made(PACKAGE) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.py", 'f"wins ${answer}"'),
        ("page.py", 'f"{cents / 100:,.2f}"'),
        ("page.py", "whole, part = divmod(cents, 100)"),
        ("page.html", "<td>${{ row.paid }}</td>"),
    ],
)
def test_an_amount_made_elsewhere_is_found(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    (tmp_path / "money.py").write_text(text if name.endswith(".py") else "")
    assert amounts_made(tmp_path) == [name]
