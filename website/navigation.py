"""The order of the pages. A page that no section names stands under More, so that none is lost."""

from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parents[1] / "docs"
INDEX, DECISIONS = "index.md", "decisions"


class Group(NamedTuple):
    """Pages of a section under a heading of their own."""

    title: str
    pages: tuple[str, ...]


WHO = ("player", "dealer", "operator", "regulator", "designer", "researcher", "developer")

SECTIONS: dict[str, tuple[str | Group, ...]] = {
    "Start": tuple(f"start/{who}.md" for who in WHO),
    "Games": (
        "games/index.md",
        "games/buyout.md",
        "games/duki.md",
        "games/super-omaha.md",
        "games/holdout.md",
        "rulings.md",
    ),
    "Guides": (
        "guides/run-a-card-room.md",
        "guides/check-a-round.md",
        "guides/design-a-table.md",
        "guides/train-dealers.md",
        "adding-a-game.md",
        "environments.md",
        "agents.md",
        Group("At the table", ("browser.md", "in-the-page.md", "training.md", "review.md")),
        Group(
            "A house that runs",
            ("running.md", "operations.md", "people.md", "limits.md", "reports.md"),
        ),
        Group("Pay tables and papers", ("designing.md", "papers.md")),
        Group("Pitboss itself", ("pages.md", "releasing.md")),
    ),
    "Reference": (
        "words.md",
        "reference/commands.md",
        "settings.md",
        Group("Python", ("python.md", "reference/python.md")),
        Group("HTTP", ("api.md", "reference/http.md")),
        Group("Files", ("reference/files.md", "phh.md", "columns.md")),
    ),
    "Explanation": (
        "architecture.md",
        Group("Exactness", ("odds.md", "trust.md")),
        Group("Fairness", ("fair.md", "shuffle.md", "verifier.md", "audit.md")),
        Group("Durability and scale", ("house.md", "durability.md", "scale.md")),
        Group("Decisions and clauses", ("decisions/index.md", "clauses.md")),
    ),
    "Results": ("results/index.md", "figures.md", "optimum.md"),
}
"""Those that are not there are left out; decisions follow their index by themselves."""


def all_pages() -> list[str]:
    return sorted(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md"))


def navigation() -> list[dict[str, Any]]:
    """As the site's builder takes it: titles are those of the pages."""
    there = set(all_pages())
    decisions = decision_pages()
    named = {INDEX, *decisions}
    nav: list[dict[str, Any]] = [{"Pitboss": INDEX}]
    for section, parts in SECTIONS.items():
        entries: list[Any] = []
        for part in parts:
            pages = [page for page in _pages(part) if page in there]
            named |= set(pages)
            found = list(map(entry, pages))
            entries += [{part.title: found}] if isinstance(part, Group) else found
        if section == "Explanation" and decisions:
            entries.append({"Decisions, one by one": list(map(entry, decisions))})
        nav.append({section: entries})
    if more := sorted(there - named):
        nav.append({"More": list(map(entry, more))})
    return nav


def _pages(part: str | Group) -> tuple[str, ...]:
    return part.pages if isinstance(part, Group) else (part,)


def decision_pages() -> list[str]:
    files = sorted((DOCS / DECISIONS).glob("[0-9]*.md"))
    return [f"{DECISIONS}/{file.name}" for file in files]


def entry(page: str) -> dict[str, str]:
    return {title_of(page): page}


def title_of(page: str) -> str:
    """What its first heading says."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("# ") for line in lines if line.startswith("# "))


def decisions_page() -> str:
    """The list of decisions, by number."""
    lines = [
        f"- [{title_of(page)}]({page.removeprefix(f'{DECISIONS}/')})" for page in decision_pages()
    ]
    return HEAD + "\n".join(lines) + "\n"


HEAD = """# Decisions

Why things are as they are. For whoever asks "why not simply …?" before a change: each page says
what was chosen, what else there was, and what it cost. They are kept as they were decided, the
oldest first; what the house looks like now is in the [architecture](../architecture.md).

"""
