"""The changes to try: what mutmut's operators make of each module of the core.

mutmut's own runner is not used (docs/decisions says why), only its operators. One is added: a
refusal that is not raised. Wording is left alone: texts for people are read by people.
"""

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
CORE = (
    *("pitboss/games/*.py", "pitboss/games/*/*.py", "pitboss/jackpots/*.py"),
    *("pitboss/money.py", "pitboss/paytable.py", "pitboss/house/ledger.py"),
)

UNCHANGED_CALLS = ("cast", "isinstance", "len", "TypeVar", "NewType")
WORDING = ("words.py", "lesson.py", "lessons.py")
"""Modules that put things into words for people, and pay nobody."""


class Mutant(NamedTuple):
    """One change: where it is, what the line was and is, and the whole module with it."""

    path: str
    function: str
    """Its name with those of its classes; empty for what stands outside all functions."""
    lines: tuple[int, int]
    was: str
    now: str
    source: str
    key: str
    """The same for the same change of the same function, wherever that stands in its module."""

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def name(self) -> str:
        return f"{self.module}.{self.function}" if self.function else self.module


class Span(NamedTuple):
    """A function or method that stands in no other: its name and lines."""

    name: str
    start: int
    end: int


def core_files(only: Iterable[str] = ()) -> list[str]:
    """Paths below the sources, in order; ``only`` picks those that contain one of its words."""
    paths = {path for pattern in CORE for path in SOURCES.glob(pattern)}
    names = sorted(p.relative_to(SOURCES).as_posix() for p in paths if p.name not in WORDING)
    words = tuple(only)
    return [name for name in names if not words or any(word in name for word in words)]


def mutants(path: str) -> list[Mutant]:
    """Every change of a module, without those that change nothing."""
    code = (SOURCES / path).read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(code))
    visitor = _Visitor()
    wrapper.visit(visitor)
    spans = list(functions(ast.parse(code)))
    made: dict[str, Mutant] = {}
    for change in visitor.changes:
        mutant = _mutant(path, code, spans, change)
        if mutant and mutant.source != code:
            made.setdefault(mutant.source, mutant)
    return list(made.values())


class _Change(NamedTuple):
    at: int
    length: int
    lines: tuple[int, int]
    text: str


def _mutant(path: str, code: str, spans: list[Span], change: _Change) -> Mutant | None:
    before = code.encode()
    after = before[: change.at] + change.text.encode() + before[change.at + change.length :]
    source = after.decode()
    span = next((s for s in spans if s.start <= change.lines[0] <= s.end), Span("", 0, 0))
    if not _parses(source, code, span):
        return None
    was, now = _difference(code, source)
    old = code.splitlines()[span.start - 1 : span.end] if span.name else [was]
    text = "\n".join((path, span.name, *old, "", str(change.lines[0] - span.start), was, now))
    key = hashlib.sha256(text.encode()).hexdigest()[:16]
    return Mutant(path, span.name, change.lines, was, now, source, key)


def _parses(source: str, before: str, span: Span) -> bool:
    """Whether a changed module is still Python; the function alone is read, which is quicker."""
    lines = source.splitlines()
    if span.name:
        grown = len(lines) - len(before.splitlines())
        lines = dedent("\n".join(lines[span.start - 1 : span.end + grown])).splitlines()
    try:
        ast.parse("\n".join(lines))
    except SyntaxError:
        return False
    return True


def _difference(old: str, new: str) -> tuple[str, str]:
    """The lines that differ, each side joined and without its indentation."""
    left, right = old.splitlines(), new.splitlines()
    while left and right and left[0] == right[0]:
        left, right = left[1:], right[1:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    return " ".join(map(str.strip, left)), " ".join(map(str.strip, right))


def functions(node: ast.AST, prefix: str = "") -> Iterator[Span]:
    """The functions and methods that stand in no other function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            start = min([child.lineno, *(each.lineno for each in child.decorator_list)])
            yield Span(prefix + child.name, start, child.end_lineno or start)
        elif isinstance(child, ast.ClassDef):
            yield from functions(child, f"{prefix}{child.name}.")


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider, ByteSpanPositionProvider)

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[_Change] = []
        self._in_functions = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
            return False
        if isinstance(node, cst.Call) and _called(node) in UNCHANGED_CALLS:
            return False
        if isinstance(node, cst.FunctionDef):
            self._in_functions += 1
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for changed in operator(node):
                    self._add(node, changed)
        if isinstance(node, cst.Raise) and self._in_functions:
            self._add(node, cst.Pass())
        if _called(node) == "Refused":
            # The refusal's words; the rule that it names is changed.
            for argument in cst.ensure_type(node, cst.Call).args[1:]:
                argument.visit(self)
            return False
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef):
            self._in_functions -= 1

    def _add(self, node: cst.CSTNode, changed: cst.CSTNode) -> None:
        if isinstance(node, cst.BaseString) and not _is_key(node, changed):
            return
        if _called(node) == "Refused" and _first(node) is not _first(changed):
            return
        lines = self.get_metadata(PositionProvider, node)
        span = self.get_metadata(ByteSpanPositionProvider, node)
        own = getattr(node, "lpar", ())
        if own and getattr(changed, "lpar", None) is own:
            changed = changed.with_changes(lpar=(), rpar=())
        text = cst.Module([]).code_for_node(changed).strip()
        at = (lines.start.line, lines.end.line)
        self.changes.append(_Change(span.start, span.length, at, text))


def _is_key(node: cst.BaseString, changed: cst.CSTNode) -> bool:
    """Of the three changes of a string the first, and only of a string that is no wording."""
    first = re.search(r"^\w*[\"']XX", getattr(changed, "value", ""))
    return first is not None and getattr(node, "value", "").count(" ") < 2


def _called(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return str(node.func.value)
    return ""


def _first(node: cst.CSTNode) -> cst.CSTNode | None:
    """The first argument of a call."""
    return node.args[0] if isinstance(node, cst.Call) and node.args else None
