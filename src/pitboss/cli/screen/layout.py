"""Lines of text put below and beside each other, never wider than the terminal."""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from pitboss.cli.screen.text import Text

Lines = list[Text]


def wrapped(text: str, width: int, indent: int = 0, style: str = "") -> Lines:
    """A paragraph; its second and further lines are indented."""
    room, left = max(width, indent + 8), " " * indent
    pieces = wrap(text, room, subsequent_indent=left, break_on_hyphens=False)
    return [Text(piece, style) for piece in pieces]


def labelled(label: str, text: str, width: int, indent: int) -> Lines:
    """A label in bold, and a paragraph beside it."""
    lines = wrapped(f"{label:<{indent}}{text}", width, indent)
    if lines:
        lines[0].stylize("bold", 0, len(label))
    return lines


def flowing(pieces: Iterable[Text], width: int, gap: str = "  ") -> Lines:
    """Pieces side by side, going on in the next line where the width ends."""
    lines: Lines = []
    for piece in pieces:
        if not piece:
            continue
        if lines and lines[-1].cell_len + len(gap) + piece.cell_len <= width:
            lines[-1].append(gap, "dim").append_text(piece)
        else:
            lines += broken(Text().append_text(piece), width)
    return lines


def broken(text: Text, width: int) -> Lines:
    """A line that is too long, in several; words stay whole where they can."""
    if text.cell_len <= width:
        return [text.copy()]
    cut = text.plain.rfind(" ", 1, width + 1)
    cut = cut if cut > 0 else width
    head, tail = text.divide([cut])
    head.rstrip()
    return [head, *broken(tail[len(tail) - len(tail.plain.lstrip()) :], width)]


def block_width(block: Sequence[Text]) -> int:
    return max((line.cell_len for line in block), default=0)


def beside(blocks: Sequence[Lines], width: int, gap: int = 3) -> Lines:
    """Blocks in a row; those that do not fit come below."""
    rows: list[list[Lines]] = []
    used = width + 1
    for block in blocks:
        needed = block_width(block) + gap
        if used + needed - gap > width:
            rows.append([])
            used = 0
        rows[-1].append(block)
        used += needed
    return [
        line for row in rows for line in columns(row, [block_width(block) + gap for block in row])
    ]


def columns(blocks: Sequence[Lines], widths: Sequence[int]) -> Lines:
    """Blocks side by side, each in a column of its width."""
    lines = []
    for number in range(max(map(len, blocks), default=0)):
        line = Text()
        for block, wide in zip(blocks, widths, strict=True):
            part = block[number] if number < len(block) else Text()
            line.append_text(part).append(" " * (wide - part.cell_len))
        line.rstrip()
        lines.append(line)
    return lines


def centred(block: Sequence[Text], width: int) -> Lines:
    """Every line moved to the middle."""
    return [Text(" " * ((width - line.cell_len) // 2)).append_text(line) for line in block]
