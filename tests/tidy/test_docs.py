"""docs/rulings.md is made from the games' data; PITBOSS_UPDATE=1 writes it anew."""

import os
from pathlib import Path

from pitboss.games import OURS, find_game

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"

HEAD = """# Rulings

An approved document does not answer every question. Is A-2-3 a straight? Who is paid first? This
page lists each such gap, the answers that a house may choose from, and why. What a choice does to
the edge is on the [game's page](games/index.md).

Where an approved document is silent or can be read in two ways, a named ruling chooses: an option
with a default, checked when a table opens, shown with the rules and recorded in every round. State
law comes first, then the house's rules, then Hoyle. This page is made from the games' own data
(`source.toml`), which is also what `pitboss rules GAME` shows.
"""


def rulings_page() -> str:
    parts = [HEAD]
    for key in OURS:
        source = find_game(key).source
        parts.append(f"## {source.title} (`{key}`)\n")
        parts.append("| ruling | options, default first | why |\n|---|---|---|")
        for ruling in source.rulings.values():
            options = ", ".join(
                f"`{option}`" + (" (what-if only)" if option in ruling.what_if else "")
                for option in ruling.options
            )
            form = {"rake": ", or a percentage with a cap", "amount": ", or an amount"}
            parts.append(
                f"| `{ruling.name}` | {options}{form.get(ruling.form, '')} | {ruling.why} |"
            )
        parts.append("\nFixed readings:\n")
        parts += [f"- {reading}" for reading in source.readings]
        parts.append("")
    return "\n".join(parts)


def test_rulings_page_is_up_to_date() -> None:
    if os.environ.get("PITBOSS_UPDATE"):
        PAGE.write_text(rulings_page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == rulings_page()


def test_every_game_states_its_fixed_readings() -> None:
    for key in OURS:
        assert find_game(key).source.readings, key
