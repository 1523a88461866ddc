"""How a table goes on, for its page: who has gone, without whom one may play on, the pause before
the next hand, the rest of a hand at once, what people may say to each other."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.house.clocks import deals_next
from pitboss.house.company.reactions import WORDS
from pitboss.house.tables.seats import BOT_LEVELS
from pitboss.house.tables.state import Published, seat_of
from pitboss.house.tables.tempo import HELD
from pitboss.house.tables.waiting import may_hurry
from pitboss.web.common.services import Services


class Left(NamedTuple):
    """Someone who has gone and without whom the viewer may play on."""

    seat: int
    name: str


class Flow(NamedTuple):
    """What the viewer sees of it and may ask for."""

    gone: frozenset[int]
    play_on: list[Left]
    is_counted: bool
    """Whether the next hand is dealt by itself, and when is counted down."""
    paused_by: str
    may_hurry: bool
    has_company: bool
    """Whether other people sit at the table, to whom one may say something."""
    is_guest: bool
    """Whether the viewer may choose the name that is shown."""
    reactions: Mapping[str, str] = WORDS
    levels: tuple[str, ...] = BOT_LEVELS


def make_flow(services: Services, table: Published, who: str) -> Flow:
    presence, own = services.house.presence, seat_of(table, who)
    seats = table.seats
    play_on = presence.may_play_on(table, who)
    is_held = table.pace == HELD and table.paced_by in seats
    people = [n for n, seat in seats.items() if seat["kind"] == "person" and n != own]
    return Flow(
        frozenset(presence.gone(table)),
        [Left(number, str(seats[number]["name"])) for number in play_on],
        deals_next(table) and not is_held,
        str(seats[table.paced_by]["name"]) if is_held and table.paced_by else "",
        may_hurry(table, own),
        own in seats and bool(people),
        who.startswith("guest-"),
    )
