"""A paper's blocks as Markdown that reads well on a code host too."""

import re
from collections.abc import Iterable, Sequence

from pitboss.cards import format_cards
from pitboss.reports.sheet import NUMBER, Block, Drawing, Facts, Table, Text, suited

FACES = "src/pitboss/web/pages/static/cards"
"""Where the project has its card faces; the build copies them beside the pages."""

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
WIDTH = 52


def cell(text: str) -> str:
    return " ".join(str(text).replace("|", "\\|").split())


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    ends = set(right)
    rules = ["---:" if place in ends else "---" for place in range(len(heads))]
    lines = [heads, rules, *rows]
    return "\n".join(f"| {' | '.join(map(cell, line))} |" for line in lines) + "\n"


def show(block: Block, level: int = 3) -> str:
    """A block under its own heading, where it has one."""
    head = f"{'#' * level} {block.title}\n\n" if block.title else ""
    match block:
        case Table():
            right = [n for n, column in enumerate(block.columns) if column.kind == NUMBER]
            body = table([column.title for column in block.columns], block.rows, right)
            return head + body + (f"\n{block.note}\n" if block.note else "")
        case Facts():
            return head + "".join(f"- **{name}:** {said}\n" for name, said in block.rows)
        case Text():
            several = len(block.paragraphs) > 1
            return head + "".join(f"{'- ' * several}{said}\n" for said in block.paragraphs)
        case Drawing():
            return head + f"{block.says}\n"


def pictures(cards: str | Iterable[int], up: str = "../..") -> str:
    """Cards as pictures, by the faces that the tables use; whoever sees none reads their names."""
    text = cards if isinstance(cards, str) else format_cards(cards)
    names = " ".join(CARD.findall(text))
    shown = [
        f'<img src="{up}/{FACES}/{name}.svg" alt="{suited(name)}" width="{WIDTH}">'
        for name in names.split()
    ]
    return " ".join(shown)


def hand(text: str, up: str = "../..") -> str:
    """A hand as ``pitboss score`` reads it; a stroke parts it from the board."""
    return " &nbsp;/&nbsp; ".join(pictures(part, up) for part in text.split("/"))
