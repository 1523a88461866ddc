"""The order of the pages. A page that no section names stands under More, so that none is lost."""

from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
INDEX, DECISIONS = "index.md", "decisions"

SECTIONS: dict[str, tuple[str, ...]] = {
    "Start": tuple(
        f"start/{who}.md"
        for who in (
            "player",
            "dealer",
            "operator",
            "regulator",
            "designer",
            "researcher",
            "developer",
        )
    ),
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
        "running.md",
        "operations.md",
        "people.md",
        "browser.md",
        "training.md",
        "review.md",
        "papers.md",
        "reports.md",
        "releasing.md",
    ),
    "Reference": (
        "reference/commands.md",
        "python.md",
        "reference/python.md",
        "api.md",
        "reference/http.md",
        "reference/files.md",
        "phh.md",
        "columns.md",
        "settings.md",
        "limits.md",
    ),
    "Explanation": (
        "architecture.md",
        "odds.md",
        "fair.md",
        "shuffle.md",
        "verifier.md",
        "audit.md",
        "house.md",
        "durability.md",
        "scale.md",
        "trust.md",
        "clauses.md",
        "decisions/index.md",
    ),
    "Results": ("results/index.md", "figures.md", "optimum.md"),
}
"""Those that are not there are left out; decisions follow their index by themselves."""


def all_pages() -> list[str]:
    return sorted(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md"))


def navigation() -> list[dict[str, Any]]:
    """As the site's builder takes it: titles are those of the pages."""
    there = set(all_pages())
    placed = {
        section: [page for page in pages if page in there] for section, pages in SECTIONS.items()
    }
    decisions = decision_pages()
    named = {INDEX, *decisions, *(page for pages in placed.values() for page in pages)}
    nav: list[dict[str, Any]] = [{"Pitboss": INDEX}]
    for section, pages in placed.items():
        entries: list[Any] = list(map(entry, pages))
        if section == "Explanation" and decisions:
            entries.append({"Decisions, one by one": list(map(entry, decisions))})
        nav.append({section: entries})
    if more := sorted(there - named):
        nav.append({"More": list(map(entry, more))})
    return nav


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

Why things are as they are: what was chosen, what else there was, and what it cost. A page each,
kept as it was decided.

"""
