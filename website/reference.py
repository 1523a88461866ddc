"""Reference pages made from the real thing: the parser, the docstrings, the routes."""

import ast
import inspect
from collections.abc import Iterator
from itertools import groupby
from textwrap import dedent
from typing import Any

import pitboss
from pitboss.cli.main import COMMANDS, Option
from pitboss.web.app import API
from website.markdown import table

DOCTEST = ">>> "
PROMPTS = (DOCTEST, "... ", "...")


def commands_page() -> str:
    parts = [COMMANDS_HEAD]
    rows = [(f"[`{name}`](#{name})", help) for name, (_, help, *_) in COMMANDS.items()]
    parts.append(table(("command", "what it does"), rows))
    for name, (_, help, *options) in COMMANDS.items():
        parts.append(f"## {name}\n\n{help[:1].upper()}{help[1:]}.\n")
        parts.append(f"`{' '.join(['pitboss', name, *map(_usage, options)])}`\n")
        parts.append(table(("argument", "what it is"), map(_option, options)))
    return "\n".join(parts)


def _usage(option: Option) -> str:
    names, how = option
    if not names[0].startswith("-"):
        shown = names[0].upper()
        return f"[{shown}]" if how.get("nargs") == "?" else shown
    shown = names[-1] if how.get("action") == "store_true" else f"{names[-1]} {_value(option)}"
    return shown if how.get("required") else f"[{shown}]"


def _value(option: Option) -> str:
    names, how = option
    return str(how.get("metavar") or names[-1].lstrip("-").upper())


def _option(option: Option) -> tuple[str, str]:
    names, how = option
    shown = ", ".join(f"`{name}`" for name in names)
    if names[0].startswith("-") and how.get("action") != "store_true":
        shown += f" `{_value(option)}`"
    again = "; may be given again" if how.get("action") == "append" else ""
    told = str(how.get("help") or "the game: `buyout`, `duki`, `super-omaha` or `holdout`")
    return shown, told.replace("%%", "%") + again


def python_page() -> str:
    """Every name of ``import pitboss``."""
    parts = [PYTHON_HEAD]
    for name in sorted(pitboss.__all__, key=str.lower):
        found: Any = getattr(pitboss, name)
        if name == "games":
            parts.append("## games\n\n`games()`\n\nThe keys of the games.\n")
            continue
        parts.append(f"## {name}\n\n`{_signature(name, found)}`\n\n{_told(found)}")
        if inspect.isclass(found):
            parts += _members(found)
    return "\n".join(parts)


def _signature(name: str, found: Any) -> str:
    """As it is written in the source, which does not hang on the version of Python."""
    node = ast.parse(dedent(inspect.getsource(found))).body[0]
    if isinstance(node, ast.ClassDef):
        return f"class {name}"
    assert isinstance(node, ast.FunctionDef)
    answer = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{name}({ast.unparse(node.args)}){answer}".replace("'", "")


def _members(found: type) -> Iterator[str]:
    for name, member in vars(found).items():
        if name.startswith("_") or not inspect.getdoc(member):
            continue
        raw = getattr(member, "fget", None) or getattr(member, "__func__", member)
        is_value = isinstance(member, property)
        shown = f"{found.__name__}.{name}" if is_value else _signature(name, raw)
        yield f"### {found.__name__}.{name}\n\n`{shown}`\n\n{_told(raw)}"


def _told(found: Any) -> str:
    """A docstring with its examples in blocks."""
    parts = []
    for part in (inspect.getdoc(found) or "").split("\n\n"):
        if part.startswith(DOCTEST):
            lines = [_example(line) for line in part.splitlines()]
            block = "\n".join(lines)
            parts.append(f"<!-- run: as a doctest of the package -->\n```python\n{block}\n```\n")
        else:
            parts.append(part.replace("``", "`") + "\n")
    return "\n".join(parts)


def _example(line: str) -> str:
    """A line of a doctest as code, or as a remark where it is an answer: the package's own
    doctests run it, and are not run twice."""
    if line.startswith(PROMPTS):
        return line[len(DOCTEST) :]
    return f"# {line}"


def http_page() -> str:
    rows: list[tuple[str, str, str]] = []
    for route in (route for router in API for route in router.routes):
        path, methods = f"/api{getattr(route, 'path', '')}", getattr(route, "methods", None) or ()
        told = (inspect.getdoc(getattr(route, "endpoint", None)) or "").split("\n\n")[0]
        rows += [(path, method, told) for method in sorted(methods)]
    parts = [HTTP_HEAD]
    for group, found in groupby(sorted(rows), key=lambda row: row[0].split("/")[2]):
        shown = [(f"`{method}`", f"`{path}`", told) for path, method, told in found]
        parts.append(f"## {group}\n\n{table(('method', 'address', 'what it does'), shown)}")
    return "\n".join(parts)


COMMANDS_HEAD = """# Commands

Everything that `pitboss` can do at a terminal. Begin with `pitboss play` (a hand), `pitboss serve`
(tables in the browser), `pitboss odds duki` (exact figures) or `pitboss rules duki`.

Made from the parser that `pitboss` itself uses. Every command prints for people; with `--json` it
prints one JSON document and nothing else. Bad input ends with status 2 and one line that names the
input and what is allowed; nothing is written then.
"""
PYTHON_HEAD = """# Python, name by name

To look a function up when you know its name.

Made from the docstrings of `import pitboss`; every example is run as a test of the package. What
stands behind `#` is the answer. [Pitboss in Python](../python.md) tells it as a story.
"""
HTTP_HEAD = """# HTTP, address by address

To look an address up when you know what you want. [The API](../api.md) tells how they go together:
sessions, commands, streams, refusals.

Made from the routes of the server. A running server has the whole description, with what each
address takes and answers, as OpenAPI at `/api/openapi.json`; [files](files.md#schemas) has the
other schemas.
"""
