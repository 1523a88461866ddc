"""The pages of docs/: what is made from data is current, every code block runs or says why not, and
none is left out of the navigation. PITBOSS_UPDATE=1 writes made pages anew."""

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli.main import build_parser, main
from pitboss.games import OURS, find_game
from pitboss.odds.cache import SHIPPED, find
from pitboss.odds.registry import find_leaks, find_solver, has_leaks
from pitboss.odds.request import read_request
from pitboss.rounds.script import run_script
from website import pages, results
from website.blocks import CodeBlock, code_blocks
from website.build import stage
from website.navigation import DOCS, all_pages, navigation

ROOT = DOCS.parent
PLACEHOLDERS = re.compile(r"\bTABLE\b|…|\\$")


def blocks() -> list[tuple[str, CodeBlock]]:
    return [
        (page, block)
        for page in all_pages()
        for block in code_blocks((DOCS / page).read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("path", pages.PAGES)
def test_a_page_made_from_data_is_current(path: str) -> None:
    if os.environ.get("PITBOSS_UPDATE"):
        pages.write(path)
    assert pages.read(path) == pages.PAGES[path]()


def test_every_block_is_run_or_says_why_not() -> None:
    assert [f"{page}:{block.line}" for page, block in blocks() if not block.is_told] == []


def test_scripts_of_the_pages_are_dealt() -> None:
    scripts = [(page, block) for page, block in blocks() if (block.remark, block.why) == DEAL]
    assert len(scripts) > 10
    for page, block in scripts:
        assert run_script(json.loads(block.text)).status == "settled", f"{page}:{block.line}"


DEAL = ("run", "deal")


def test_what_is_typed_at_a_console_answers_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    typed = [(page, block) for page, block in blocks() if block.language == "console"]
    assert typed
    for page, block in typed:
        command, _, answer = block.text.partition("\n")
        assert main(shlex.split(command.removeprefix("$ pitboss "))) == 0
        assert capsys.readouterr().out.rstrip() == answer.rstrip(), f"{page}:{block.line}"


def commands() -> Iterator[tuple[str, str]]:
    for page, block in blocks():
        for line in block.text.splitlines():
            if re.match(r"\s*pitboss [a-z]", line) and not PLACEHOLDERS.search(line):
                yield f"{page}:{block.line}", line.partition("#")[0].strip()


def test_a_command_on_a_page_is_one_that_the_parser_takes() -> None:
    """What is not run is parsed at least; ``fair.md`` has a text that only begins so."""
    found = [(at, line) for at, line in commands() if line != "pitboss deal 1"]
    assert len(found) > 20
    for at, line in found:
        words = [word for word in shlex.split(line)[1:] if word != "|"]
        assert build_parser().parse_args(words).command == words[0], at


def test_the_navigation_has_every_page_once() -> None:
    def pages_of(nav: object) -> Iterator[str]:
        if isinstance(nav, str):
            yield nav
        elif isinstance(nav, list):
            yield from (page for entry in nav for page in pages_of(entry))
        elif isinstance(nav, dict):
            yield from (page for entry in nav.values() for page in pages_of(entry))

    assert sorted(pages_of(navigation())) == all_pages()


def test_no_page_is_without_a_place_in_a_section() -> None:
    assert [name for part in navigation() for name in part][-1] != "More"


TELLING = [
    *(page for page in all_pages() if page.startswith(("start/", "guides/"))),
    "adding-a-game.md",
    "agents.md",
    "environments.md",
]


@pytest.mark.parametrize("path", TELLING)
def test_start_and_guide_end_with_what_to_do_next(path: str) -> None:
    heads = re.findall(r"^## (.+)$", (DOCS / path).read_text(encoding="utf-8"), re.MULTILINE)
    assert heads[-1] == "What to do next"


def test_the_readme_shows_a_round_on_its_first_screen() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:12]
    assert any("(docs/screens/round.svg)" in line for line in first)


def test_results_have_every_printed_table_and_every_shipped_leak() -> None:
    kept = results.kept()
    for key in OURS:
        game = find_game(key)
        for wager, tables in game.paytables.items():
            assert {f"{key}/{wager}/{code}" for code in tables} <= set(kept)
        if has_leaks(key):
            settings, counted = read_request(key, {}).settings, find_leaks(key)
            for leak in counted.LEAKS:
                shipped = find(counted.count_leak(leak, settings), [SHIPPED]) is not None
                assert shipped == (f"{key}/leak/{leak}" in kept)


def test_edges_of_the_results_are_those_of_the_figures_page() -> None:
    """That page is counted anew by a test of its own."""
    figures = (DOCS / "figures.md").read_text(encoding="utf-8")
    for entry in results.kept().values():
        answer = entry["answer"]
        if entry["kind"] == "leak":
            edge = answer["leaks"][0]["player_edge"]
            told = edge.get("exact") or f"± {100 * edge['standard_error']:.4f}"
        elif "break_even_meter" in answer:
            told = f"${answer['break_even_meter']['value']:,.2f}"
        elif "house_edge" in answer:
            told = answer["house_edge"]["exact"]
        else:
            continue
        assert f"| {told} |" in figures, entry["id"]


@pytest.mark.parametrize(
    "name", ["buyout/first", "holdout/hand", "super-omaha/flop-bonus/SOA-02", "buyout/leak/hole"]
)
def test_a_result_is_what_its_command_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    entry = results.kept()[name]
    assert main(shlex.split(entry["command"])[1:]) == 0
    assert json.loads(capsys.readouterr().out) == entry["answer"]


@pytest.mark.parametrize(
    ("key", "wager", "code"),
    [
        ("buyout", "first", ""),
        ("duki", "bonus", "bonus-3"),
        ("super-omaha", "flop-bonus", "SOA-01"),
    ],
)
def test_rulings_on_the_room_move_no_price(key: str, wager: str, code: str) -> None:
    rulings, solver = find_game(key).source.rulings, find_solver(key)
    usual = results.ask(key, wager, code, {})
    assert usual
    figures = solver.price(usual)
    for name in sorted(results.HOUSE & rulings.keys()):
        asked = results.ask(key, wager, code, {name: rulings[name].options[-1]})
        assert asked
        assert solver.price(asked) == figures, name


SAMPLE = """# Page

    indented

- item

    text of the item

<!-- not run: because -->
```sh
rm -rf /
```

```python
>>> 1
1
```
"""


def test_blocks_are_found_with_their_remarks() -> None:
    found = list(code_blocks(SAMPLE))
    assert [(b.line, b.remark, b.is_told) for b in found] == [
        (3, "", False), (10, "not run", True), (14, "", True),
    ]  # fmt: skip
    whole = list(code_blocks(f"{SAMPLE}\n<!-- not run on this page: a reason -->\n"))
    assert [block.is_told for block in whole] == [True, True, True]


def test_a_reader_of_the_site_sees_what_is_not_run_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("website.build.STAGE", tmp_path / "docs")
    stage()
    for page in all_pages():
        there = (tmp_path / "docs" / page).read_text(encoding="utf-8")
        for block in code_blocks((DOCS / page).read_text(encoding="utf-8")):
            if block.remark == "not run":
                assert f": {block.why}.</small>" in there, f"{page}:{block.line}"
