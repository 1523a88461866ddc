"""A floor for the campaigns: tables of all four games, two on one link, and their guests."""

from typing import NamedTuple

from pitboss.house.engine import House
from pitboss.house.log import Person
from tests.house.guests import omaha_table, open_jackpot, open_table

SEATS = 3
CHIPS = 300
GAMES = ("duki", "buyout", "super-omaha", "super-omaha", "holdout")


class Spot(NamedTuple):
    """A table, its game and the people who play there."""

    table: str
    game: str
    people: tuple[Person, ...]


def lay_out(house: House, seats: int = SEATS) -> list[Spot]:
    """Open the tables; both tables of Super Omaha are linked by one jackpot."""
    jackpot = open_jackpot(house)
    spots = []
    for number, game in enumerate(GAMES, 1):
        setup = {"table": omaha_table(jackpot)} if game == "super-omaha" else {}
        table = open_table(house, game, **setup)
        spots.append(Spot(table, game, people_of(number, seats)))
    return spots


def people_of(number: int, seats: int) -> tuple[Person, ...]:
    return tuple(
        Person(f"guest-{number}-{seat}", f"Guest {number}{seat}", "guest")
        for seat in range(1, seats + 1)
    )


def find_spots(house: House, seats: int = SEATS) -> list[Spot]:
    """The same tables as an earlier process opened them, in the order of their games."""
    tables = sorted(house.floor.published.values(), key=lambda t: (GAMES.index(t.setup.key), t.id))
    return [
        Spot(table.id, table.setup.key, people_of(number, seats))
        for number, table in enumerate(tables, 1)
    ]
