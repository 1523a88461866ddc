"""Words for people in code that decides: they belong into the ``words`` module beside it.

Prose is two words in a row. Refusals stay where they are raised, with the rule and the limit that
they name; lines of the log and failed assertions are for whoever runs the house or mends the code.
"""

import ast
import re
from collections.abc import Iterator

from tests.tidy.tree import File

LOGIC = ("src/pitboss/web/pages/", "src/pitboss/training/")
SCRIPTS = "src/pitboss/web/pages/static/js/"

PROSE = re.compile(
    r"(?<![\w.#-])[^\W\d_]{2,}[,;.!?…]? (?:\{\} )?[^\W\d_]{2,}(?![\w(=:/-])|\b[A-Z][a-z]+ \{\}"
)
REFUSALS = ("Refused", "Illegal", "NotFound", "Forbidden", "Full")
NAMING = ("read_whole", "clean_name", "parse_dollars", "read_day")
"""Are given the name of something, for the refusal of it."""

LOGS = "_LOG"
ALLOWED = {
    "first wager": "a unit of the odds",
    "big blind": "a unit of the odds",
    "ghost back": "classes of an element",
    "ghost coin": "classes of an element",
    "num down": "classes of an element",
    "const KEPT = {};\n{}": "a script",
    "drill: this showing was answered already; go on to the next": "a refusal of two places",
}
"""What only looks like it, and why."""


def stray_words(file: File) -> Iterator[str]:
    """Each text outside of a ``words`` module that reads like something said to people."""
    if file.path.startswith(SCRIPTS) and not file.path.endswith("/words.js"):
        found = script_texts(file.text)
    elif file.path.startswith(LOGIC) and file.is_python and not file.path.endswith("/words.py"):
        found = texts(ast.parse(file.text))
    else:
        return
    for line, text in found:
        if PROSE.search(text) and text not in ALLOWED:
            yield f"{file.path}:{line} {text[:60]!r} belongs into a module of words"


def texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts with their lines, ``{}`` for what is put into them; none that is no one's to read on a
    page."""
    match node:
        case ast.Raise() | ast.Assert() | ast.Expr(value=ast.Constant()):
            return
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in REFUSALS:
            return
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name == LOGS:
            return
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in NAMING:
            yield from texts(first)
        case ast.Constant(value=str(text)):
            yield node.lineno, text
        case ast.JoinedStr(values=parts):
            told = [part.value if isinstance(part, ast.Constant) else "{}" for part in parts]
            yield node.lineno, "".join(map(str, told))
        case _:
            for child in ast.iter_child_nodes(node):
                yield from texts(child)


_SELECTOR = r"(?:closest|matches|querySelector(?:All)?)\((?:\"[^\"]*\"|`[^`]*`)"
_SCRIPT = re.compile(
    r"//[^\n]*|/\*.*?\*/|" + _SELECTOR + r"|\"((?:\\.|[^\"\\\n])*)\"|`((?:\\.|[^`\\])*)`", re.DOTALL
)


def script_texts(script: str) -> Iterator[tuple[int, str]]:
    """The same of a script, whose quotes are double or backward."""
    for match in _SCRIPT.finditer(script):
        text = re.sub(r"\$\{[^}]*\}", "{}", match[1] or match[2] or "")
        text = re.sub(r"<[^>]*>", "", text)
        yield script.count("\n", 0, match.start()) + 1, text
