"""The designer: a wager's pay table edited row by row, its rulings and a jackpot's terms, priced
beside the approved table. The page's address holds the whole design, so a link shares it."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from pitboss.games import all_games, find_game, game_keys
from pitboss.games.contract import Game
from pitboss.house.log import canonical
from pitboss.odds.request import JACKPOT, main_wager, read_request
from pitboss.paytable import TERMS, PayTable
from pitboss.refusal import Refused
from pitboss.rounds.telling import wager_title
from pitboss.web.common.gate import NotFound, status_of
from pitboss.web.common.shared import Shared
from pitboss.web.common.visits import Viewing
from pitboss.web.pages.figures import compare, price_both
from pitboss.web.pages.floor.setup import ruling_options
from pitboss.web.pages.jobs import Job, Jobs
from pitboss.web.pages.site import page_router, pairs, render, show_page

router = page_router()
WAIT_SECONDS = 4.0
"""Most counts are there by then; the page waits for them rather than showing that it waits."""

TERM_LABELS = {
    "meter": "Meter, dollars",
    "seed": "Seed, dollars",
    "rate": "Part of a wager to the meter",
    "amount": "Wager, dollars",
    "players": "Players, for envy pays",
}
FIRST_TERMS = {"meter": "50000", "seed": "10000", "rate": "0.2", "amount": "1", "players": "6"}
OWN_CODE = "designed"


class EditedRow(NamedTuple):
    """A row as printed and as it stands in the form; an empty pay leaves it out."""

    event: str
    hand: str
    printed: str
    pay: str
    printed_envy: str
    envy: str
    dead: str

    @property
    def is_changed(self) -> bool:
        return self.pay != self.printed or self.envy != self.printed_envy


class Design(NamedTuple):
    """Everything on the page."""

    game: Game
    wager: str
    code: str
    terms: str
    rows: list[EditedRow]
    rulings: dict[str, str]
    jackpot: dict[str, str]
    ratio: str

    @property
    def key(self) -> str:
        return self.game.source.key

    @property
    def table(self) -> PayTable | None:
        return self.game.paytables.get(self.wager, {}).get(self.code)

    @property
    def is_poker(self) -> bool:
        return self.game.read_seating is not None

    @property
    def takes_ratio(self) -> bool:
        """Whether its figures depend on how much is wagered on it for each unit of the first."""
        return self.wager == self.game.face.joint

    @property
    def is_edited(self) -> bool:
        table = self.table
        return table is not None and (
            self.terms != table.terms or any(row.is_changed for row in self.rows)
        )

    @property
    def chosen_rulings(self) -> dict[str, str]:
        """Those that are not the default."""
        options = self.game.source.rulings
        return {
            name: value for name, value in self.rulings.items() if value != options[name].options[0]
        }

    def approved_document(self) -> dict[str, Any]:
        """The printed table under the usual rulings, as a file for the command."""
        return {"paytables": {self.wager: self.code} if self.table else {}, "rulings": {}}

    def document(self) -> dict[str, Any]:
        """The designer's own table and rulings, as a file for the command."""
        own = self.approved_document()["paytables"]
        if self.is_edited:
            rows = [
                [row.event, row.hand, row.pay, *([row.envy] if row.envy else [])]
                for row in self.rows
                if row.pay
            ]
            own = {self.wager: {"code": OWN_CODE, "terms": self.terms, "rows": rows}}
        return {"paytables": own, "rulings": self.chosen_rulings}

    def options(self) -> list[str]:
        """The command's options beside the file."""
        given = {**self.jackpot, "bonus-ratio": self.ratio}
        terms = [f"--{name}={text}" for name, text in given.items() if text]
        return [self.key, "--wager", self.wager, *terms]

    def check(self) -> None:
        """Refuse now what the command would refuse."""
        terms = {name: text for name, text in self.jackpot.items() if text}
        players = terms.pop("players", "1")
        given = {"wager": self.wager, "jackpot": terms, "players": players, **self.document()}
        read_request(self.key, {**given, "bonus_ratio": self.ratio or None})

    def changes(self) -> Iterator[tuple[str, str, str]]:
        """What was changed, from what, to what."""
        for row in self.rows:
            if row.pay != row.printed:
                yield row.hand, row.printed, row.pay or "no row"
        for row in self.rows:
            if row.envy != row.printed_envy:
                yield f"{row.hand}, envy", row.printed_envy or "–", row.envy or "–"
        if self.table and self.terms != self.table.terms:
            yield "pays", self.table.terms, self.terms
        for name, value in self.chosen_rulings.items():
            yield f"ruling {name}", self.game.source.rulings[name].options[0], value

    def label(self) -> list[str]:
        """A jackpot's table is not among the settings that are labelled; a house may choose the
        bonus table where the document says so."""
        spot = self.game.source.spots.get(self.wager)
        if not self.is_edited or (spot and spot.house_table):
            return []
        return [f"not as approved: this pay table for {self.wager} is not printed"]


def wagers_of(game: Game) -> dict[str, str]:
    """What can be priced, with its title."""
    main = main_wager(game)
    if game.read_seating:
        return {main: "Final hands"}
    names = dict.fromkeys([main, *game.paytables])
    return {name: "Jackpot" if name == JACKPOT else wager_title(game, name) for name in names}


def read_design(given: Mapping[str, str]) -> Design:
    """The page's fields; what is missing or unknown is as printed."""
    game = find_game(given.get("game", "") or game_keys()[0])
    wagers = wagers_of(game)
    wager = given.get("wager", "")
    wager = wager if wager in wagers else next(iter(wagers))
    printed = game.paytables.get(wager, {})
    code = given.get("code", "")
    if code not in printed:
        code = game.default_paytables.get(wager) or next(iter(printed), "")
    table = printed.get(code)
    is_same = given.get("of", f"{wager} {code}") == f"{wager} {code}"
    fields = given if is_same else {}
    terms = fields.get("terms", "")
    rulings = {}
    for name, ruling in game.source.rulings.items():
        value = given.get(f"ruling.{name}", "")[:40]
        is_good = value in ruling.options or (ruling.form and value)
        rulings[name] = value if is_good else ruling.options[0]
    jackpot = FIRST_TERMS if wager == JACKPOT else {}
    return Design(
        game,
        wager,
        code,
        terms if terms in TERMS else table.terms if table else "",
        list(_rows(table, fields)) if table else [],
        rulings,
        {name: given.get(name, text)[:20] for name, text in jackpot.items()},
        given.get("ratio", "")[:20] if wager == game.face.joint else "",
    )


def _rows(table: PayTable, given: Mapping[str, str]) -> Iterator[EditedRow]:
    for cells in table.to_json()["rows"]:  # type: ignore[attr-defined]
        event, hand, pay, *envy = cells
        shown = envy[0] if envy else ""
        yield EditedRow(
            *(event, hand, pay, given.get(f"pay.{event}", pay).strip()[:20]),
            *(shown, given.get(f"envy.{event}", shown).strip()[:20]),
            table.dead.get(event, ""),
        )


def count_jobs(shared: Shared | None) -> Jobs:
    """Counts of both tables; a design that was counted before is there at once."""
    return Jobs("pitboss-designer", workers=2, most=6, shared=shared)


@router.get("/designer")
async def designer_page(visit: Viewing) -> HTMLResponse:
    """Both tables' figures, or how far the count has come; ``?part=1`` for the figures alone."""
    given = dict(visit.query)
    try:
        design = read_design(given)
    except Refused as refusal:
        raise NotFound(str(refusal)) from None
    job, problem, status = None, "", 200
    try:
        design.check()
        counted = design.options(), design.approved_document(), design.document()
        job = visit.services.keep(count_jobs, visit.services.settings.shared).start(
            canonical(counted), lambda job: price_both(*counted, job)
        )
    except Refused as refusal:
        problem, status = str(refusal), status_of(refusal)
    if job and not given.get("part"):
        await asyncio.get_running_loop().run_in_executor(None, job.wait, WAIT_SECONDS)
    values = {**design_values(design, job), "query": visit.request.url.query}
    values["problem"] = problem or (job.problem if job else "")
    if given.get("part"):
        return HTMLResponse(render("designer/result.html", **values))
    return show_page(visit, "designer/page.html", values, status)


def design_values(design: Design, job: Job | None) -> dict[str, Any]:
    result = None
    if job and job.is_done and job.value:
        before, after = job.value
        result = {
            **compare(design.wager, before, after),
            "changed": list(design.changes()),
            "labels": after["labels"] or design.label(),
            "sides": ("five held", "three held") if design.is_poker else ("approved", "yours"),
        }
    return {
        "design": design,
        "games": [(game.source.key, game.source.title) for game in all_games()],
        "wagers": wagers_of(design.game).items(),
        "codes": pairs(design.game.paytables.get(design.wager, {})),
        "all_terms": pairs(TERMS),
        # A ruling that is written freely has no options; how many sit there changes no figure.
        "rulings": [
            (ruling, {} if ruling.form else ruling_options(ruling))
            for ruling in design.game.source.rulings.values()
            if ruling.name != "seats"
        ],
        "labels": TERM_LABELS,
        "job": job,
        "result": result,
    }


@router.get("/designer/table.json")
async def download(request: Request) -> Response:
    """The design as a file for ``pitboss odds --paytable``."""
    design = read_design(dict(request.query_params))
    design.check()
    name = f"{design.key}-{design.wager}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    text = json.dumps(design.document(), indent=2)
    return Response(text, media_type="application/json", headers=headers)
