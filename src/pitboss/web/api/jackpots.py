"""Jackpots of the house: their terms, meters and tables."""

import json
from fractions import Fraction

from fastapi import APIRouter

from pitboss.house.store import Transaction
from pitboss.money import dollars, floor_cents
from pitboss.web.api import answers
from pitboss.web.api.described import BY_ANYONE, CHANGED, TO_CHANGE, says
from pitboss.web.api.requests import Jackpot, given_values
from pitboss.web.common.errors import Json
from pitboss.web.common.security import Acting, Shared, Viewing

router = APIRouter(tags=["jackpots"])

Rows = list[tuple[str, str, str, str]]


@router.get("/jackpots", **says(answers.Jackpots, 401, by=BY_ANYONE))
async def list_jackpots(services: Shared, visitor: Viewing) -> Json:
    """Every jackpot, what its meter shows and which open tables are linked to it."""
    rows = await services.look(_read_rows)
    tables = await services.tables()
    found = [
        {
            "jackpot": name,
            "name": title,
            **json.loads(kept),
            "meter": dollars(floor_cents(Fraction(value))),
            "tables": [
                table.id
                for table in tables
                if name in table.setup.jackpots and table.phase != "closed"
            ],
        }
        for name, title, kept, value in rows
    ]
    return Json({"jackpots": found})


def _read_rows(transaction: Transaction) -> Rows:
    rows = transaction.execute("SELECT id, name, terms, value FROM jackpots ORDER BY name, id")
    return [(str(name), str(title), str(kept), str(value)) for name, title, kept, value in rows]


@router.post("/jackpots", status_code=201, **says(answers.JackpotOpened, *CHANGED, by=TO_CHANGE))
async def open_jackpot(services: Shared, visitor: Acting, jackpot: Jackpot) -> Json:
    """Open a jackpot that tables may link to."""
    given = given_values(jackpot)
    name = await services.read(services.house.open_jackpot, visitor.person, given)
    return Json({"jackpot": name}, 201)
