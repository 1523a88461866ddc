"""The protection page: what each leak of cards is worth to a player at the designed table, and what
keeps it from happening. What is shipped is there at once; leaks of a table of one's own can be
counted."""

from typing import Any

from fastapi.responses import HTMLResponse

from pitboss.odds.protection import DEVIATIONS
from pitboss.odds.registry import find_leaks, is_counted_anew
from pitboss.odds.request import main_wager
from pitboss.refusal import Refused
from pitboss.web.common.visits import Viewing
from pitboss.web.pages.design import words
from pitboss.web.pages.design.design import Design
from pitboss.web.pages.design.desk import Question, read_shown, show
from pitboss.web.pages.site import page_router

router = page_router()


@router.get("/designer/protection")
async def protection_page(visit: Viewing) -> HTMLResponse:
    design = read_shown(dict(visit.query))
    name = visit.query.get("count", "")
    values = {
        "deviations": DEVIATIONS,
        "leak_rows": leak_rows,
        "base_edge": base_edge,
    }
    return await show(
        visit, design, "/designer/protection", lambda: _question(design, name), values
    )


def _question(design: Design, name: str) -> Question:
    """Leaks are of the main game, under the design's rulings and, where it is that wager's, its
    table."""
    leaks = find_leaks(design.key).LEAKS
    if name and name not in leaks:
        raise Refused(f"leak {name[:40]!r} is unknown in {design.key}; it has {', '.join(leaks)}")
    document = design.document()
    main = main_wager(design.game)
    tables = {key: table for key, table in document["paytables"].items() if key == main}
    given = {"wager": main, "paytables": tables, "rulings": document["rulings"]}
    asked: dict[str, Any] = {"game": design.key, "given": given}
    shown = design._replace(wager=main, jackpot={}, ratio="")
    is_long = is_counted_anew(shown.request({"paytables": tables, "rulings": document["rulings"]}))
    return Question("protect", {**asked, "count": [name]} if name else asked, is_long or bool(name))


def base_edge(answer: dict[str, Any]) -> str:
    """Without a leak."""
    return words.edge(answer["base"]["player_edge"]["value"])


def leak_rows(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The leaks for people, each with a bar as long as its part of the largest gain."""
    gains = [max(0.0, leak["gain"]["value"]) for leak in answer["leaks"]]
    largest = max(gains, default=0.0) or 1.0
    return [
        {
            **leak,
            "edge": words.edge(leak["player_edge"]["value"]),
            "points": f"{100 * leak['gain']['value']:+.3f}",
            "bar": round(100 * gain / largest, 1),
            "look": "down" if leak["player_edge"]["value"] > 0 else "even",
            "error": _error(leak),
            "known": words.known(leak),
            "shows": f"{leak['rounds_to_show']:,}" if leak["rounds_to_show"] else "never",
            "rule": _rule(leak),
        }
        for leak, gain in zip(answer["leaks"], gains, strict=True)
    ]


def _error(leak: dict[str, Any]) -> str:
    error = leak["player_edge"].get("standard_error")
    return f"± {100 * error:.3f}" if error is not None else ""


def _rule(leak: dict[str, Any]) -> str:
    card = leak.get("card")
    if not card:
        return ""
    part, edge = card["part_of_gain"]["value"], words.edge(card["player_edge"]["value"])
    return words.simple_rule(text=card["text"], part=f"{part:.0%}", edge=edge)
