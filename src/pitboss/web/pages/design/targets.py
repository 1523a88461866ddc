"""The target search: all whole-number pay tables of the wager within bands for its figures, each
one click from being a design."""

from typing import Any, NamedTuple

from fastapi.responses import HTMLResponse

from pitboss.odds.fit.wish import RANKS, Wish, first_table, read_wish
from pitboss.odds.request import main_wager
from pitboss.refusal import Refused
from pitboss.reports.sheet import group_digits
from pitboss.web.common.visits import Viewing, Visit
from pitboss.web.pages.design import words
from pitboss.web.pages.design.design import Design, query_of, read_design
from pitboss.web.pages.design.desk import Question, read_shown, show
from pitboss.web.pages.site import page_router, pairs

router = page_router()
LIMITS = ("10", "20", "50", "100")
LONGEST = 12


class Band(NamedTuple):
    """A band of the form: its two ends as they were given, and what the sliders reach over."""

    name: str
    title: str
    low: str
    high: str
    least: float
    most: float
    step: float

    @property
    def given(self) -> str | None:
        """In the words of the command; an end that is left open is as far as any figure goes."""
        if not (self.low or self.high):
            return None
        least, most = words.FARTHEST[self.name]
        return f"{self.low or least}..{self.high or most}"


@router.get("/designer/target")
async def target_page(visit: Viewing) -> HTMLResponse:
    design = read_shown(dict(visit.query))
    bands, rows, problem = _bands(visit), [], ""
    try:
        usual = _usual(design)
        rows = _rows(visit, usual)
    except Refused as refusal:
        problem = str(refusal)
    values = {
        "bands": bands,
        "rows": rows,
        "no_target": problem,
        "ranks": [(name, words.RANKS[name]) for name in RANKS],
        "rank": _chosen(visit, "rank", RANKS),
        "limits": pairs(LIMITS),
        "limit": _chosen(visit, "limit", LIMITS, "20"),
        "any_order": bool(visit.query.get("any_order")),
        "found_tables": lambda answer: found_tables(design, answer),
    }

    def question() -> Question | None:
        if problem or not visit.query.get("find"):
            return None
        return _question(design, values)

    return await show(visit, design, "/designer/target", question, values)


def _chosen(visit: Visit, name: str, among: tuple[str, ...], usual: str = "") -> str:
    given = visit.query.get(name, "")
    return given if given in among else usual or among[0]


def _bands(visit: Visit) -> list[Band]:
    return [
        Band(name, title, *_ends(visit, name, firsts), *reach)
        for name, (title, firsts, reach) in words.BANDS.items()
    ]


def _ends(visit: Visit, name: str, firsts: tuple[str, str]) -> tuple[str, str]:
    """As they were given, or the first ones."""
    low, high = (visit.query.get(f"{name}.{end}") for end in ("low", "high"))
    given = firsts if low is None and high is None else (low or "", high or "")
    return given[0].strip()[:LONGEST], given[1].strip()[:LONGEST]


def _usual(design: Design) -> Wish:
    """What is looked for where nothing is said of the rows."""
    table = first_table(design.game, design.wager)
    given = {"wager": table.wager, "edge": "0..1", "rulings": design.chosen_rulings}
    return read_wish(design.key, given)


def _rows(visit: Visit, usual: Wish) -> list[Band]:
    """The bounds of each row that pays odds."""
    hands = {row.event: row.hand for row in usual.table.rows}
    found = []
    for event, bounds in usual.bounds.items():
        ends = _ends(visit, f"row.{event}", (str(bounds.least), str(bounds.most)))
        found.append(Band(event, hands[event], *ends, 1, bounds.most, 1))
    return found


def _question(design: Design, values: dict[str, Any]) -> Question:
    """What is refused of the form is refused before anything is begun."""
    bands = {band.name: band.given for band in values["bands"]}
    rows = {row.name: f"{row.low or row.least}..{row.high or row.most}" for row in values["rows"]}
    wish = {
        "wager": design.wager,
        **{name: given for name, given in bands.items() if given is not None},
        "rows": rows,
        "rank": values["rank"],
        "limit": values["limit"],
        "any_order": values["any_order"],
        "rulings": design.chosen_rulings,
    }
    read_wish(design.key, wish)
    is_long = design.wager in (main_wager(design.game), design.game.face.joint)
    return Question("fit", {"game": design.key, "wish": wish}, is_long)


def found_tables(design: Design, answer: dict[str, Any]) -> dict[str, Any]:
    """How many were screened and found, and each that is listed with the address of its design."""
    first = first_table(design.game, design.wager)
    hands = {row.event: row.hand for row in first.rows}
    tables = []
    for table in answer["tables"]:
        pays = {f"pay.{event}": str(pay) for event, pay in table["rows"].items()}
        own = {f"ruling.{name}": value for name, value in design.chosen_rulings.items()}
        base = {"game": design.key, "wager": design.wager, "code": first.code}
        kept = {k: v for k, v in pays.items() if v.isdigit()}
        made = read_design({**base, "of": f"{design.wager} {first.code}", **kept, **own})
        tables.append(
            {
                "query": query_of(made),
                "edge": f"{100 * table['house_edge']['value']:.4f} %",
                "exact": table["house_edge"]["exact"],
                "hit": f"{100 * table['hit_frequency']['value']:.3f} %",
                "deviation": f"{table['standard_deviation']['value']:.3f}",
                "pays": list(table["rows"].values()),
            }
        )
    return {
        "heads": [hands[event] for event in answer["tables"][0]["rows"]],
        "tables": tables,
        "screened": group_digits(answer["screened"]),
        "found": group_digits(answer["found"]),
        "is_all": str(len(tables)) == answer["found"],
    }
