"""What templates, style sheets and scripts must keep to: short lines, no game by its name, and in
templates nothing computed."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from pitboss.games import game_keys
from tests.tidy.tree import File

PAGES = "src/pitboss/web/pages/"
LONGEST_LINE = 120
COMPUTED = re.compile(
    r"\.(append|format|join|replace|split|startswith|endswith|strftime)\("
    r"|\|\s*(format|replace|truncate|selectattr|rejectattr|map)\b"
    r"|\[[^\]]*:[^\]]*\]\s*[|}]|\{\s*[\"'][^%]*:"
)
"""Work that belongs to the values which a page is given: text made and cut, lists searched."""


def is_template(file: File) -> bool:
    return file.path.startswith(f"{PAGES}templates/")


def is_style(file: File) -> bool:
    return file.path.startswith(f"{PAGES}static/css/")


def is_script(file: File) -> bool:
    return file.path.startswith(f"{PAGES}static/js/")


def long_line(file: File) -> Iterator[str]:
    if is_template(file) or is_style(file):
        for number, line in enumerate(file.text.splitlines(), 1):
            if len(line) > LONGEST_LINE:
                yield f"{file.path}:{number} {len(line)} characters, at most {LONGEST_LINE}"


def named_game(file: File) -> Iterator[str]:
    """A game is known to a page by what it brings, never by its key."""
    if not (is_template(file) or is_style(file) or is_script(file)):
        return
    keys = {word for key in game_keys() for word in (key, key.replace("-", "_"))}
    names = re.compile(rf"\b({'|'.join(map(re.escape, sorted(keys)))})\b", re.IGNORECASE)
    for number, line in enumerate(file.text.splitlines(), 1):
        if found := names.search(line):
            yield f"{file.path}:{number} names the game {found[0]}"


def computed(file: File) -> Iterator[str]:
    """A template chooses and loops; what it shows was made before."""
    if not is_template(file):
        return
    for number, line in enumerate(file.text.splitlines(), 1):
        for part in re.findall(r"\{[%{].*?[%}]\}", line):
            if COMPUTED.search(part[1:]):
                name = PurePosixPath(file.path).name
                yield f"{file.path}:{number} {name} computes: {part[:60]}"
