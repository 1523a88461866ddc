"""Papers of the design that is shown, as files: each sheet as HTML and PDF, and the pack."""

from base64 import b64decode
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlencode

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.extras import EXTRAS
from pitboss.odds.registry import is_counted_anew
from pitboss.odds.request import JACKPOT
from pitboss.refusal import Refused
from pitboss.reports.papers import Asked, check_paper, sheets_of
from pitboss.reports.pdf import PAPERS
from pitboss.web.common.visits import Viewing
from pitboss.web.pages.design import words
from pitboss.web.pages.design.bench import start, wait_for
from pitboss.web.pages.design.design import Design, query_of
from pitboss.web.pages.design.desk import Question, read_shown, show
from pitboss.web.pages.site import page_router, pairs

router = page_router()
MEDIA = {".html": "text/html", ".pdf": "application/pdf", ".zip": "application/zip"}
PACK = "pack"
FILE_SECONDS = 15.0
"""How long a browser that asks for a file is let wait before it is shown how far that is."""


@router.get("/designer/papers")
async def papers_page(visit: Viewing) -> HTMLResponse:
    """What there is; with ``sheet`` also how far that paper is."""
    design = read_shown(dict(visit.query))
    paper = visit.query.get("paper", "")
    paper = paper if paper in PAPERS else next(iter(PAPERS))
    sheet, suffix = visit.query.get("sheet", ""), visit.query.get("suffix", "")
    values = {
        "missing": find_missing(),
        "sheets": [(name, *words.SHEETS[name]) for name in _sheets(design)],
        "papers": pairs(PAPERS),
        "is_own": design.is_edited or bool(design.chosen_rulings),
        "paper": paper,
        "link": lambda name, ending: _file_address(design, name, ending, paper),
        "asked": (sheet, suffix),
    }

    def question() -> Question | None:
        return _question(design, sheet, suffix, paper) if sheet else None

    return await show(visit, design, "/designer/papers", question, values)


@router.get("/designer/paper")
async def paper_file(visit: Viewing) -> Response:
    """The file; where making it takes longer, the page that says how far it is."""
    design = read_shown(dict(visit.query))
    names = ("sheet", "suffix", "paper")
    sheet, suffix, paper = (visit.query.get(name, "") for name in names)
    question = _question(design, sheet, suffix, check_paper(paper or next(iter(PAPERS))))
    job = await start(visit, question.kind, question.asked, question.is_long)
    job = await wait_for(visit, job, FILE_SECONDS)
    if job.is_done and job.problem:
        raise Refused(job.problem)
    if not job.is_done:
        query = {"sheet": sheet, "suffix": suffix, "paper": paper}
        return RedirectResponse(f"/designer/papers?{query_of(design)}&{urlencode(query)}", 303)
    own = "-designed" if design.is_edited or design.chosen_rulings else ""
    name = f"{design.key}-{sheet}{own}{suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(b64decode(job.value["data"]), media_type=MEDIA[suffix], headers=headers)


def find_missing() -> str:
    """What papers need and is not installed here, in one line; nothing where all of it is."""
    for module in EXTRAS["papers"]:
        if find_spec(module) is None:
            return words.no_papers(module=module)
    return ""


def _sheets(design: Design) -> list[str]:
    """Those of the game; a round's report is on the round's own page."""
    return [name for name in sheets_of(design.game) if name != "round"]


def _file_address(design: Design, sheet: str, suffix: str, paper: str) -> str:
    asked = urlencode({"sheet": sheet, "suffix": suffix, "paper": paper})
    return f"/designer/paper?{query_of(design)}&{asked}"


def _question(design: Design, sheet: str, suffix: str, paper: str) -> Question:
    if missing := find_missing():
        raise Refused(missing)
    if sheet == PACK and suffix == ".zip":
        document = design.document()
        own = {"tables": _own(design), "rulings": document["rulings"]}
        return Question("pack", {"game": design.key, "paper": paper, **own}, True)
    if sheet not in _sheets(design) or suffix not in (".html", ".pdf"):
        has = ", ".join((*_sheets(design), PACK))
        raise Refused(f"paper {sheet[:20]!r}{suffix[:8]}: there is none; there are {has}")
    return Question(
        "report", _asked(design, sheet, suffix, paper), is_counted_anew(design.request())
    )


def _asked(design: Design, sheet: str, suffix: str, paper: str) -> dict[str, Any]:
    """A sheet of the designed table; of the wager's printed tables where nothing is changed. Sheets
    of the main game take its table alone, and a jackpot's its terms."""
    rulings = design.document()["rulings"]
    wager = design.wager if sheet == "par" and design.wager != JACKPOT else ""
    terms = {name: text for name, text in design.jackpot.items() if text and name != "players"}
    asked = Asked(design.game, "", "", _own(design), rulings, terms).about(sheet, wager)
    return {
        "game": design.key,
        "sheet": sheet,
        "suffix": suffix,
        "paper": paper,
        "wager": wager,
        "tables": asked.tables,
        "rulings": rulings,
        "terms": asked.terms,
    }


def _own(design: Design) -> dict[str, Any]:
    """The table that is designed; nothing where it is a printed one."""
    return dict(design.document()["paytables"]) if design.is_edited else {}
