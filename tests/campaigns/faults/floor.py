"""Who plays during the trials: people at five tables, and two tables that move by themselves."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from pitboss.house import access
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.tables.play import Command
from tests.campaigns.floor_plan import CHIPS, SEATS, Spot, lay_out
from tests.house.guests import OPERATOR, open_table

ENOUGH_CENTS = 10_000_000_00
AUTOMATIC = 2
PRACTICE_PLAYERS = 3


class Floor(NamedTuple):
    """The tables of people, those with practice players, and everyone's session."""

    spots: tuple[Spot, ...]
    automatic: tuple[Spot, ...]
    tokens: Mapping[str, str]

    @property
    def names(self) -> dict[str, str]:
        spots = (*self.spots, *self.automatic)
        return {person.name: person.id for spot in spots for person in spot.people}


def furnish(house: House) -> Floor:
    """Open the tables and let everyone in, before the server starts."""
    tokens: dict[str, str] = {}

    def admit(name: str) -> Person:
        begun = house.do(partial(access.begin_guest, at=datetime.now(UTC), name=name))
        person: Person = begun.session.person
        tokens[person.id] = begun.token
        house.issue_chips(person, ENOUGH_CENTS)
        return person

    spots = [
        spot._replace(people=tuple(admit(f"Guest {at}{seat}") for seat in range(SEATS)))
        for at, spot in enumerate(lay_out(house), 1)
    ]
    automatic = [
        Spot(open_automatic(house), "holdout", (admit(f"Guest {at}"),)) for at in range(AUTOMATIC)
    ]
    return Floor(tuple(spots), tuple(automatic), tokens)


def open_automatic(house: House) -> str:
    """A table at which one person plays and the house does everything else."""
    table = open_table(house, "holdout")
    for seat in range(2, 2 + PRACTICE_PLAYERS):
        house.ask(Command(table, "seat-bot", OPERATOR, {"seat": seat, "chips": CHIPS}))
    return table
