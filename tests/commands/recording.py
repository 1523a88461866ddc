"""``python -m tests.commands.recording``: a round in the terminal as a picture that moves, for the
README (``docs/screens/round.svg``). Its screens are those of the real program."""

import io
from html import escape
from itertools import accumulate

from rich.console import Console
from rich.text import Text

from tests.commands.terminal import Terminal
from tests.tidy.tree import ROOT

FILE = ROOT / "docs/screens/round.svg"
COLUMNS, ROWS = 86, 25
KEYS = ("d", "a", "p")
READ_SECONDS = 3.0
"""How long the screen before each key, and the last one, is there to be read."""
DRAWN_SECONDS = 0.35
FORMAT = """<g class="{unique_id}-frame"><style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; white-space: pre;
font-size: {char_height}px; line-height: {line_height}px; }}
{styles}</style><defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
<g transform="translate(9, 12)" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></g>"""
"""One screen, without the fonts and the window that rich would draw around it."""


def record() -> list[tuple[str, float]]:
    """Each screen that differs from the one before, and for how long it is seen."""
    terminal = Terminal("play", "duki", "--seed", "3", columns=COLUMNS, rows=ROWS)
    read = set()
    for key in KEYS:
        terminal.wait_for_key()
        read.add(len(terminal.frames))
        terminal.press(key)
    terminal.wait_for_key()
    frames = terminal.frames
    read.add(len(frames))
    terminal.close()
    shown = [
        (frame, READ_SECONDS if number in read else DRAWN_SECONDS)
        for number, frame in enumerate(frames, 1)
    ]
    last = [*(frame for frame, _ in shown[1:]), ""]
    return [one for one, after in zip(shown, last, strict=True) if one[0] != after]


def draw(screen: str, name: str) -> str:
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    for line in (*screen.splitlines(), ""):  # below the last line there is room for its letters
        if "Counting" not in line:
            console.print(Text.from_ansi(line), soft_wrap=True)
    return console.export_svg(title="", code_format=FORMAT, unique_id=name)


def assemble(shown: list[tuple[str, float]]) -> str:
    """All screens above each other, each seen in its turn, over and over."""
    total = sum(seconds for _, seconds in shown)
    begun = [0.0, *accumulate(seconds for _, seconds in shown)]
    parts = []
    for number, (screen, _) in enumerate(shown):
        name = f"s{number}"
        start, end = (100 * begun[number] / total, 100 * begun[number + 1] / total)
        parts.append(
            f"<style>.{name}-frame {{ visibility: hidden; animation: {name} {total:.2f}s step-end"
            f" infinite; }} @keyframes {name} {{ 0% {{ visibility: hidden }} {start:.3f}%"
            f" {{ visibility: visible }} {end:.3f}% {{ visibility: hidden }} }}</style>"
            + draw(screen, name)
        )
    width, height = round(COLUMNS * 12.2 + 18), round((ROWS + 1) * 24.4 + 12)
    title = escape("A round of Duki 4 Poker in the terminal")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>{title}</title>"
        f'<rect width="{width}" height="{height}" rx="8" fill="#101418"/>{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    FILE.write_text(assemble(record()), encoding="utf-8")
    print(FILE.name, FILE.stat().st_size)
