"""Promotions on the floor: those of every table with who made them, and making and ending one."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from fastapi import Response
from fastapi.responses import HTMLResponse

from pitboss.games.promotion import Promotion, bonus_tables, paid_rows
from pitboss.house import store
from pitboss.house.log import Entry
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Which
from pitboss.house.tables.play import Command
from pitboss.house.tables.promotions import (
    PromotionEnded,
    PromotionMade,
    pay_words,
    state_on,
    title_of,
)
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.state import Published
from pitboss.refusal import Refused
from pitboss.rounds.telling import wager_title
from pitboss.web.common.services import TableId, carry_out, find_table
from pitboss.web.common.visits import Fields, Visit, read_act
from pitboss.web.pages.floor import words
from pitboss.web.pages.floor.staff import Staff, attempt, go, show_floor
from pitboss.web.pages.signs import Sign
from pitboss.web.pages.site import page_router
from pitboss.web.pages.words import span

router = page_router()

STEPS = (PromotionMade.word, PromotionEnded.word)
MOST_STEPS = 20
EVERY = "/"
"""Stands between a wager and its hand; without a hand it is every win."""

TEXTS = ("terms", "first", "last", "consent")


class Shown(NamedTuple):
    """A promotion as its card shows it."""

    promotion: Promotion
    state: str
    title: str
    pays: str

    @property
    def signs(self) -> list[Sign]:
        one = self.promotion
        consent = [Sign(words.CONSENT, one.consent)] if one.consent else []
        return [
            Sign(words.PAYS, self.pays),
            Sign(words.DAYS, span(first=one.first, last=one.last)),
            *consent,
        ]


class Step(NamedTuple):
    """What happened to a promotion, when, by whom and why."""

    at: str
    who: str
    what: str
    why: str


def show_promotions(setup: Setup, day: str) -> list[Shown]:
    return [
        Shown(each, state_on(each, day), title_of(setup.game, each), pay_words(each))
        for each in setup.promotions
    ]


def may_promise(table: Published) -> bool:
    """Whether the table offers a bonus wager to players of the house."""
    setup = table.setup
    is_house = table.phase != "closed" and not setup.given["practice"]
    return is_house and bool(bonus_tables(setup.game, setup.settings))


def win_options(setup: Setup) -> Iterator[tuple[str, str]]:
    """The wins that a promotion may add to."""
    for wager, table in bonus_tables(setup.game, setup.settings).items():
        title = wager_title(setup.game, wager)
        yield wager, words.every_win(wager=title)
        for row in paid_rows(table):
            if row.event not in table.dead:
                yield f"{wager}{EVERY}{row.event}", f"{title}, {row.hand}"


def read_steps(transaction: Transaction, table_id: str) -> list[Step]:
    """The last of them as the log has them."""
    names = store.people.read_names(transaction)
    found = store.entries.search(
        transaction, Which(table_id, STEPS), newest_first=True, most=MOST_STEPS
    )
    return [_step(entry, names.get(entry.who, entry.who)) for entry in found]


def _step(entry: Entry, who: str) -> Step:
    body = entry.values
    if entry.kind == PromotionEnded.word:
        return Step(entry.at, who, f"{body['promotion']} ended", body["why"])
    made = body["promotion"]
    what = f"{made['promotion']} made: {made['title']}, {made['pays']}"
    return Step(entry.at, who, f"{what}, {made['first']} to {made['last']}", body["why"])


@router.get("/floor/promotions")
async def promotions_page(visit: Staff) -> HTMLResponse:
    """The promotions of every table."""
    tables = [table for table in await visit.services.tables() if may_promise(table)]
    tables.sort(key=lambda table: (table.setup.game.source.title, table.setup.name, table.id))
    today = visit.services.today
    shown = [(table, show_promotions(table.setup, today)) for table in tables]
    return show_floor(visit, "floor/promotions.html", {"tables": shown, "today": today})


@router.get("/floor/tables/{table_id}/promotions")
async def table_promotions(visit: Staff, table_id: TableId) -> HTMLResponse:
    """One table's, and the forms."""
    return await _show(visit, table_id, {})


async def _show(
    visit: Visit, table_id: str, given: Fields, refusal: Refused | None = None
) -> HTMLResponse:
    table, today = await find_table(visit.services, table_id), visit.services.today
    values: dict[str, Any] = {
        "table": table,
        "may_promise": may_promise(table),
        "promotions": show_promotions(table.setup, today),
        "steps": await visit.services.look(read_steps, table_id),
        "wins": list(win_options(table.setup)),
        "pays": words.PROMOTED.items(),
        "today": today,
        "given": {"first": today, "last": today, **given},
    }
    return show_floor(visit, "floor/promotion.html", values, refusal)


@router.post("/floor/tables/{table_id}/promotions")
async def make_promotion(visit: Staff, table_id: TableId) -> Response:
    """Make one; it is posted from its first day on."""
    fields = await read_act(visit)
    await find_table(visit.services, table_id)
    command = Command(table_id, "make-promotion", visit.person, {"promotion": _read(fields)})
    making = carry_out(visit.services, command)
    done = go(f"/floor/tables/{table_id}/promotions", "promised")
    return await attempt(making, done, partial(_show, visit, table_id, {**fields, "at": "new"}))


def _read(fields: Fields) -> dict[str, str]:
    """The promotion that the form's texts stand for."""
    wager, _, row = fields.get("win", "").partition(EVERY)
    pays = fields.get("pays", "")
    given = {"wager": wager, "row": row, **{name: fields.get(name, "") for name in TEXTS}}
    if pays in words.PROMOTED:
        given[pays] = fields.get("amount", "")
    return {name: text for name, text in given.items() if text.strip() or name == pays}


@router.post("/floor/tables/{table_id}/promotions/{promotion_id}")
async def end_promotion(visit: Staff, table_id: TableId, promotion_id: str) -> Response:
    """Take one off, with a reason."""
    fields = await read_act(visit)
    await find_table(visit.services, table_id)
    given = {"promotion": promotion_id, "why": fields.get("why", "")}
    ending = carry_out(visit.services, Command(table_id, "end-promotion", visit.person, given))
    done = go(f"/floor/tables/{table_id}/promotions", "taken-off")
    show = partial(_show, visit, table_id, {**fields, "at": promotion_id})
    return await attempt(ending, done, show)
