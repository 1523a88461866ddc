"""The page of sessions: what many rounds at the designed table come to, exactly, as a fan over the
rounds, with the chance to be ahead and of ruin."""

from typing import Any

from fastapi.responses import HTMLResponse

from pitboss.money import full_money, money, parse_dollars, read_ratio, signed_money
from pitboss.odds.registry import is_counted_anew
from pitboss.odds.request import read_request
from pitboss.odds.sessions.played import PARTS
from pitboss.reports.sheet import whole
from pitboss.web.common.visits import Viewing
from pitboss.web.pages.design import words
from pitboss.web.pages.design.design import Design
from pitboss.web.pages.design.desk import Question, read_shown, show, shown_chart
from pitboss.web.pages.site import page_router

router = page_router()
FIRST = {"rounds": "1000", "unit": "5", "bankroll": "500"}
LONGEST = 20


@router.get("/designer/session")
async def session_page(visit: Viewing) -> HTMLResponse:
    design = read_shown(dict(visit.query))
    fields = {name: visit.query.get(name, text).strip()[:LONGEST] for name, text in FIRST.items()}
    is_jackpot = bool(design.jackpot)
    values = {"fields": fields, "session_values": session_values, "is_jackpot": is_jackpot}
    return await show(visit, design, "/designer/session", lambda: _question(design, fields), values)


def _question(design: Design, fields: dict[str, str]) -> Question:
    """Of one player, whose jackpot wager is as large as the jackpot says."""
    asked = design.asked()
    asked["given"]["players"] = "1"
    given: dict[str, Any] = {name: text for name, text in fields.items() if text}
    if design.jackpot:
        given.pop("unit", None)
    request = read_request(asked["game"], asked["given"])
    accent = design.game.face.colours.card
    return Question(
        "session", {**asked, "session": given, "accent": accent}, is_counted_anew(request)
    )


def session_values(answer: dict[str, Any], accent: str) -> dict[str, Any]:
    """The figures for people, and the chart in the page's own colours."""
    chances = [(words.SESSION[name], f"{100 * answer[name]:.3f} %") for name in words.SESSION]
    if answer["ruin"] is not None:
        ruin = f"{100 * answer['ruin']:.3f} %"
        chances.append((words.ruin(bankroll=full_money(parse_dollars(answer["bankroll"]))), ruin))
    return {
        "rounds": whole(answer["rounds"]),
        "chart": shown_chart(answer["charts"], accent) if answer["charts"] else None,
        "chances": chances,
        "mean": signed_money(round(100 * answer["mean"])),
        "deviation": money(round(100 * answer["standard_deviation"])),
        "parts": [(_percent(part), answer["quantiles"][part]) for part in PARTS],
        "moments": [
            (f"{moment['rounds']:,}", [moment["quantiles"][part] for part in words.FAN])
            for moment in answer["fan"]
        ],
        "error": f"{answer['error_bound']:.1e}",
    }


def _percent(part: str) -> str:
    return f"{float(100 * read_ratio(part, 'chance')):g} %"
