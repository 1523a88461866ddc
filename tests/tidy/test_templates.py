"""Templates, style sheets and scripts: short lines, nothing computed, no game by its name."""

from collections.abc import Callable, Iterator

import pytest

from tests.tidy.templates import PAGES, computed, long_line, named_game
from tests.tidy.tree import File, text_files

Check = Callable[[File], Iterator[str]]
TEMPLATE, STYLE = f"{PAGES}templates/x.html", f"{PAGES}static/css/x.css"


@pytest.mark.parametrize("check", [long_line, named_game, computed])
def test_templates_are_tidy(check: Check) -> None:
    complaints = [complaint for file in text_files() for complaint in check(file)]
    assert not complaints, "\n".join(["", *complaints])


@pytest.mark.parametrize(
    ("check", "path", "text"),
    [
        (long_line, TEMPLATE, "x" * 121),
        (long_line, STYLE, "x" * 121),
        (named_game, TEMPLATE, '{% if source.key == "duki" %}'),
        (named_game, STYLE, ".g-super-omaha { }"),
        (computed, TEMPLATE, '{{ at[:19]|replace("T", " ") }}'),
        (computed, TEMPLATE, '{% if words.startswith("why") %}'),
        (computed, TEMPLATE, '{{ {"s": "x"}[suit] }}'),
        (computed, TEMPLATE, '{% set own = hits|selectattr("next")|list %}'),
    ],
)
def test_what_is_untidy_is_found(check: Check, path: str, text: str) -> None:
    assert list(check(File(path, text)))
