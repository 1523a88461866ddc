"""The limits of size and wording. Each check takes one file and yields what is wrong with it.

There is no list of exceptions: a file that breaks a limit is changed, or the limit is.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from tests.tidy.tree import File

FILE_LINES = 400
FUNCTION_LINES = 50
PARAMETERS = 5
PUBLIC_METHODS = 12
MODULES_IN_A_PACKAGE = 21
PACKAGES = 48
GERUNDS = 12
EMPTY_NAMES = ("base", "core", "helpers", "manager", "misc", "utils")

# A letter in brackets keeps a pattern from matching its own text.
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|X[X]X)\b")
LOCAL_PATH = re.compile(r"(?<![\w.])/(?:work|root|home|Users)/")
PACKAGE_HOST = re.compile(r"pypi\.org|pythonhosted\.org|npm[j]s", re.IGNORECASE)
CLAIM = re.compile(r"\b(?:certified|compliant)\b", re.IGNORECASE)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def long_file(file: File) -> Iterator[str]:
    lines = len(file.text.splitlines())
    if file.is_python and lines > FILE_LINES:
        yield f"{file.path}: {lines} lines, at most {FILE_LINES}"


def long_function(file: File) -> Iterator[str]:
    for function in _functions(file):
        lines = (function.end_lineno or function.lineno) - function.lineno + 1
        if lines > FUNCTION_LINES:
            yield f"{_place(file, function)}: {lines} lines, at most {FUNCTION_LINES}"


def many_parameters(file: File) -> Iterator[str]:
    """But for a game's score and for ranks, which take as many cards as a hand has."""
    if file.path.startswith("tests/"):
        return
    ranks = file.path.startswith("src/pitboss/cards/")
    for function in _functions(file):
        if function.name == "score" and file.path.endswith("/score.py"):
            continue
        if ranks and function.name.startswith("rank_"):
            continue
        count = len(_parameters(function.args) - {"self", "cls"})
        if count > PARAMETERS:
            yield f"{_place(file, function)}: {count} parameters, at most {PARAMETERS}"


def large_class(file: File) -> Iterator[str]:
    for node in _nodes(file):
        if not isinstance(node, ast.ClassDef):
            continue
        names = {inner.name for inner in node.body if isinstance(inner, Function)}
        count = sum(not name.startswith("_") for name in names)
        if count > PUBLIC_METHODS:
            yield f"{_place(file, node)}: {count} public methods, at most {PUBLIC_METHODS}"


def empty_name(file: File) -> Iterator[str]:
    for name in PurePosixPath(file.path).with_suffix("").parts:
        if file.is_python and name in EMPTY_NAMES:
            yield f"{file.path}: the name {name} says nothing about what is inside"


def unfinished(file: File) -> Iterator[str]:
    yield from _matches(file, UNFINISHED, "finish it or file an issue")


def local_path(file: File) -> Iterator[str]:
    yield from _matches(file, LOCAL_PATH, "a path of one machine")


def package_host(file: File) -> Iterator[str]:
    yield from _matches(file, PACKAGE_HOST, "the address of a package host")


def claim(file: File) -> Iterator[str]:
    """Only a laboratory or a regulator may say these words; source.toml quotes their conditions."""
    path = PurePosixPath(file.path)
    if path.parts[0] in {"README.md", "docs", "src"} and path.name != "source.toml":
        yield from _matches(file, CLAIM, "only a laboratory or a regulator may claim this")


def crowded_packages(files: Iterable[File]) -> Iterator[str]:
    """Rooms with too many modules, and rooms made for one."""
    modules = Counter(path.parent for path in _modules(files) if path.name != "__init__.py")
    for package, count in sorted(modules.items()):
        if count > MODULES_IN_A_PACKAGE:
            yield f"{package}: {count} modules, at most {MODULES_IN_A_PACKAGE}"
        if count == 1:
            yield f"{package}: a package for one module"


def many_packages(files: Iterable[File]) -> Iterator[str]:
    count = sum(path.name == "__init__.py" for path in _modules(files))
    if count > PACKAGES:
        yield f"src/pitboss: {count} packages, at most {PACKAGES}"


def many_gerunds(files: Iterable[File]) -> Iterator[str]:
    """A room is named for what it holds; some nouns of the games end in -ing too."""
    found = [str(path) for path in _modules(files) if path.stem.endswith("ing")]
    if len(found) > GERUNDS:
        yield f"{len(found)} modules are named by a gerund, at most {GERUNDS}: {', '.join(found)}"


def _modules(files: Iterable[File]) -> list[PurePosixPath]:
    paths = [PurePosixPath(file.path) for file in files if file.is_python]
    return [path for path in paths if path.parts[:2] == ("src", "pitboss")]


def _nodes(file: File) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(file.text, file.path)) if file.is_python else iter(())


def _functions(file: File) -> Iterator[Function]:
    return (node for node in _nodes(file) if isinstance(node, Function))


def _parameters(arguments: ast.arguments) -> set[str]:
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    starred = [arguments.vararg, arguments.kwarg]
    return {argument.arg for argument in (*named, *starred) if argument}


def _place(file: File, node: Function | ast.ClassDef) -> str:
    return f"{file.path}:{node.lineno} {node.name}"


def _matches(file: File, pattern: re.Pattern[str], reason: str) -> Iterator[str]:
    for number, line in enumerate(file.text.splitlines(), start=1):
        for match in pattern.finditer(line):
            yield f"{file.path}:{number} {match[0]!r}: {reason}"
