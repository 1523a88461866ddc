"""Play now: a session if there is none, a practice table, players if wished, and a seat."""

from typing import Any

from pitboss.games import find_game, game_keys
from pitboss.house import ledger
from pitboss.house.person import Person
from pitboss.house.store import Transaction
from pitboss.house.store.jackpots import read_terms
from pitboss.house.tables.view import Published
from pitboss.house.tables.work import Command
from pitboss.refusal import Refused
from pitboss.web.common.errors import NotFound
from pitboss.web.common.settings import Services
from pitboss.web.common.tables import carry_out, find_table, open_table

USUAL_CENTS = 500_00


def practice_setup(key: str, jackpots: list[str]) -> dict[str, Any]:
    """A table of one's own: no clock, and the house's jackpots where the game has them."""
    if key not in game_keys():
        raise NotFound(f"game {key[:20]!r}: there are {', '.join(game_keys())}")
    game = find_game(key)
    setup = {**game.face.practice.setup, "game": key, "practice": True}
    setup["name"] = f"{game.source.title} practice"
    setup["clock"] = {"decision": 0, "wagers": 0}
    if jackpots:
        setup["table"] = {
            **setup.get("table", {}),
            "jackpots": [{"jackpot": name} for name in jackpots],
        }
    return setup


def pick_jackpots(transaction: Transaction, key: str) -> list[str]:
    """The house's jackpots as far as the game has sensors, all of one type and each of its own
    hands."""
    sensors = len(find_game(key).jackpot_spots)
    if not sensors:
        return []
    picked: dict[str, tuple[str, str]] = {}
    for name, terms in sorted(read_terms(transaction).items()):
        types = {kind for _, kind in picked.values()}
        if terms.family not in picked and types <= {terms.type}:
            picked[terms.family] = (name, terms.type)
    return [name for name, _ in sorted(picked.values(), key=lambda pair: pair[0])][:sensors]


async def find_own(services: Services, person: Person, key: str) -> Published | None:
    """The person's open practice table of a game."""
    tables = await services.tables()
    return next(
        (t for t in tables if t.owner == person.id and t.setup.key == key and t.phase != "closed"),
        None,
    )


async def open_practice(services: Services, person: Person, key: str, bots: bool) -> str:
    """The person's practice table of this game, opened if need be, with a seat taken."""
    own = await find_own(services, person, key)
    if own is None:
        jackpots = await services.look(pick_jackpots, key)
        setup = practice_setup(key, jackpots)
        table_id = await open_table(services, person, setup)
    else:
        table_id = own.id
    table = await find_table(services, table_id)
    if all(seat["who"] != person.id for seat in table.seats.values()):
        await _sit(services, person, table)
    if bots or table.setup.is_poker:
        await _seat_bots(services, person, await find_table(services, table_id))
    return table_id


async def bring_chips(services: Services, person: Person, table: Published) -> None:
    """Practice chips for whoever is short of what one usually sits down with."""
    wanted = min(USUAL_CENTS, table.setup.buy_in[1])
    balance = await services.read(services.house.balance, ledger.player(person.id))
    if balance < wanted:
        await services.read(services.house.issue_chips, person)


async def _sit(services: Services, person: Person, table: Published) -> None:
    await bring_chips(services, person, table)
    seat = table.setup.game.face.practice.own_seat
    given = {} if seat in table.seats else {"seat": seat}
    await carry_out(services, Command(table.id, "sit", person, given))


async def _seat_bots(services: Services, person: Person, table: Published) -> None:
    """Practice players, unless some sit there already."""
    if any(seat["kind"] == "bot" for seat in table.seats.values()):
        return
    for seat in table.setup.game.face.practice.player_seats:
        if seat not in table.seats:
            given = {"seat": seat, "level": "medium"}
            await carry_out(services, Command(table.id, "seat-bot", person, given))


async def sit_free(services: Services, person: Person, table: Published) -> None:
    """The first free seat of a table, for whoever came by its link."""
    if any(seat["who"] == person.id for seat in table.seats.values()):
        raise Refused("seat: you sit at this table already")
    await bring_chips(services, person, table)
    await carry_out(services, Command(table.id, "sit", person, {}))
