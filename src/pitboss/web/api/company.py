"""People at the tables, beside what they play: the name that a guest goes by, and quick reactions
from a closed list, which go to whoever looks at a table and are kept nowhere."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from pitboss.house import access, desk
from pitboss.house.company.reactions import WORDS, shown
from pitboss.web.api.answers import BY_ANYONE, CHANGED, TO_CHANGE, Answer, PersonShown, says
from pitboss.web.api.requests import Asked, Name, OneOf
from pitboss.web.common.gate import Json
from pitboss.web.common.services import TableId, find_table
from pitboss.web.common.visits import Acting

router = APIRouter(tags=["tables"])


class Reaction(Asked):
    word: Annotated[str, OneOf(*WORDS)] = Field(description="one of GET /reactions")


class ReactionShown(Answer):
    """Who said it, from which seat, and in words."""

    table: str
    seat: int
    name: str
    word: str
    text: str


class ReactionWords(Answer):
    reactions: dict[str, str] = Field(description="what may be said, by its name")


class OwnName(Asked):
    name: Name


@router.post("/name", **says(PersonShown, *CHANGED, by=TO_CHANGE))
async def choose_name(visit: Acting, asked: OwnName) -> Json:
    """Go by another name, as a guest; it is shown with the mark of guests, at your seats too."""
    services = visit.services
    services.limits.take_reaction(visit.session.key)
    person = await services.change(visit.person, access.name_guest, asked.name)
    await services.read(desk.name_seats, services.house, person)
    return Json(person._asdict())


@router.get("/reactions", **says(ReactionWords, 401, by=BY_ANYONE))
async def list_reactions() -> Json:
    """What people at a table may say to each other."""
    return Json({"reactions": dict(WORDS)})


@router.post("/tables/{table_id}/reactions", **says(ReactionShown, 404, *CHANGED, by=TO_CHANGE))
async def react(visit: Acting, table_id: TableId, asked: Reaction) -> Json:
    """Say something to everyone who looks at the table, from your seat. It is on no log."""
    table = await find_table(visit.services, table_id)
    visit.services.limits.take_reaction(visit.session.key)
    said = visit.services.house.reactions.say(table, visit.person.id, asked.word)
    return Json(shown(said))
