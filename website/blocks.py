"""Code blocks of the pages: each is run by a test, or says in a remark why it is not.

A block with prompts of Python is a doctest. ``<!-- run: deal -->`` before a block has it dealt,
``console`` blocks are typed and compared, ``<!-- run: … -->`` names what else runs it, and
``<!-- not run: reason -->`` tells why nothing does; ``<!-- not run on this page: reason -->`` tells
it once for all blocks of a page.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

REMARK = re.compile(r"^\s*<!-- (run|not run): (.+) -->$")
WHOLE = re.compile(r"^<!-- not run on this page: (.+) -->$", re.MULTILINE)
FENCE = re.compile(r"^(\s*)```(\w*)\s*$")
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s")
INDENT = " " * 4
TOLD = re.compile(r"^( *)<!-- not run: (.+) -->\n( *```[^`]*```)$", re.MULTILINE)


class CodeBlock(NamedTuple):
    """Its first line, its language, and the remark before it: ``run`` or ``not run``, and why."""

    line: int
    language: str
    text: str
    remark: str = ""
    why: str = ""

    @property
    def is_doctest(self) -> bool:
        return ">>> " in self.text

    @property
    def is_told(self) -> bool:
        """Whether it is run, or says why it is not."""
        return bool(self.is_doctest or self.remark or self.language == "console")


def show_remarks(page: str) -> str:
    """A page whose reader sees, under each block that is not run, why it is not."""
    page = TOLD.sub(r"\3\n\n\1<small>Not run by the tests: \2.</small>", page)
    return WHOLE.sub(r"<small>Not run by the tests on this page: \1.</small>", page)


def code_blocks(page: str) -> Iterator[CodeBlock]:
    lines = page.splitlines()
    whole = WHOLE.search(page)
    at, item = 0, False
    while at < len(lines):
        start, language = at, ""
        if fence := FENCE.match(lines[at]):
            language = fence[2]
            at = next(n for n in range(at + 1, len(lines)) if lines[n].strip() == "```")
            text = lines[start + 1 : at]
        elif lines[at].startswith(INDENT) and not item and (not at or not lines[at - 1].strip()):
            while at + 1 < len(lines) and (
                lines[at + 1].startswith(INDENT) or not lines[at + 1].strip()
            ):
                at += 1
            text = lines[start : at + 1]
        else:
            if lines[at].strip():
                item = bool(ITEM.match(lines[at])) or (item and lines[at].startswith("  "))
            at += 1
            continue
        remark, why = _remark(lines[:start])
        if whole and not remark:
            remark, why = "not run", whole[1]
        yield CodeBlock(start + 1, language, "\n".join(text), remark, why)
        at += 1


def _remark(before: list[str]) -> tuple[str, str]:
    """Of the line before, or of that before an empty one."""
    for line in reversed(before[-2:]):
        if found := REMARK.match(line):
            return found[1], found[2]
        if line.strip():
            break
    return "", ""
