"""Jackpots of the house: their terms, meters and tables."""

from fastapi import APIRouter

from pitboss.house.store import jackpots
from pitboss.money import dollars
from pitboss.web.api import answers
from pitboss.web.api.described import BY_ANYONE, CHANGED, TO_CHANGE, says
from pitboss.web.api.requests import Jackpot, given_values
from pitboss.web.common.errors import Json
from pitboss.web.common.security import Acting, Viewing

router = APIRouter(tags=["jackpots"])


@router.get("/jackpots", **says(answers.Jackpots, 401, by=BY_ANYONE))
async def list_jackpots(visit: Viewing) -> Json:
    """Every jackpot, what its meter shows and which open tables are linked to it."""
    known = await visit.services.look(jackpots.read_all)
    tables = await visit.services.tables()
    found = [
        {
            "jackpot": one.id,
            "name": one.name,
            "game": one.game,
            "terms": one.given,
            "meter": dollars(one.meter.displayed_cents),
            "tables": [
                table.id
                for table in tables
                if one.id in table.setup.jackpots and table.phase != "closed"
            ],
        }
        for one in known
    ]
    return Json({"jackpots": found})


@router.post("/jackpots", status_code=201, **says(answers.JackpotOpened, *CHANGED, by=TO_CHANGE))
async def open_jackpot(visit: Acting, jackpot: Jackpot) -> Json:
    """Open a jackpot that tables may link to."""
    given = given_values(jackpot)
    name = await visit.services.read(visit.services.house.open_jackpot, visit.person, given)
    return Json({"jackpot": name}, 201)
