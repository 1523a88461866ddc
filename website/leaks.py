"""What a seen card is worth to a player, what to do against it, and the rule that would use it."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pitboss.reports.sheet import percent, suited, whole
from website.markdown import table

Leak = dict[str, Any]

WORTH = ("leak", "what is known", "player's edge", "gain", "rounds until it shows", "method")
SKIPPED = frozenset({"seen", "text"})


def leaks(rows: list[Leak]) -> Iterator[str]:
    if not rows:
        return
    yield HEAD
    yield table(WORTH, map(_worth, rows), (2, 3, 4))
    yield "### What to do against them\n"
    for counter, same in groupby(rows, key=lambda row: row["counter_measure"]):
        yield f"- **{_names(same)}:** {counter}"
    cards = [row for row in rows if "card" in row]
    if cards:
        yield f"\n{CARDS}"
    for row in cards:
        yield from _card(row)
    yield ""


def _names(rows: Any) -> str:
    return ", ".join(f"`{row['leak']}`" for row in rows)


def _worth(row: Leak) -> tuple[str, ...]:
    return (
        f"`{row['leak']}`",
        row["what"],
        percent(row["player_edge"]["value"]),
        percent(row["gain"]["value"]),
        whole(row["rounds_to_show"]) if row["rounds_to_show"] else "never",
        row["method"],
    )


def _card(row: Leak) -> Iterator[str]:
    card = row["card"]
    part = percent(card["part_of_gain"]["value"], 1)
    yield f"**`{row['leak']}`**, {part} of the gain: {suited(card['text'])}.\n"
    rows = card.get("rows", ())
    if not rows:
        return
    if "text" in rows[0]:
        yield table(("seen", "play"), [(r["seen"], suited(r["text"])) for r in rows])
        return
    names = [name for name in rows[0] if name not in SKIPPED]
    heads = ("seen", *(name.replace("_", " ") for name in names))
    body = [(r["seen"], *(str(r[name]) for name in names)) for r in rows]
    yield table(heads, body, range(1, len(heads)))


HEAD = """## Leaks, and how to stop them

A leak is a card that a player gets to see and should not: a dealer who lifts a corner, a machine
that flashes, a friend in the next seat. This is what each is worth to someone who then plays
perfectly. **Player's edge** is what such a player wins per unit of the first wager: above 0 % the
house loses. **Rounds until it shows** is how many rounds it takes before the gain stands out from
luck. *Exact* is counted over every deal; *sampled* is the mean of exact values on sampled deals.
"""
CARDS = """### Rules that would use them

What to watch for: rules short enough to remember, and how much of the gain each brings a player.
"""
