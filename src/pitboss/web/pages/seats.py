"""A seat's session: since when, with how many chips, and how far up or down."""

from typing import NamedTuple

from pitboss.house import ledger
from pitboss.house.store import Transaction, balances, entries
from pitboss.house.store.entries import Which
from pitboss.house.tables.view import Published
from pitboss.rounds.picture import Picture


def shown_seat(who: str, name: str, stack_cents: int = 0) -> dict[str, object]:
    """A seat of a round that is shown again, with nothing that only a live one does."""
    return {
        "who": who,
        "name": name,
        "kind": "bot" if who.startswith("bot-") else "person",
        "stack_cents": stack_cents,
        "wagers": {},
        "ready": False,
        "away": False,
        "leaving": False,
    }


class Sitting(NamedTuple):
    """What a seat has bought since it was taken."""

    since: str
    bought_cents: int
    balance_cents: int


def read_sitting(transaction: Transaction, table: Published, who: str, seat: int) -> Sitting | None:
    """From the entries of the table's log."""
    taken = entries.search(
        transaction, Which(table.id, ("seat-taken",), who=who), newest_first=True
    )
    first = next((entry for entry in taken if entry.values["who"] == who), None)
    if first is None:
        return None
    which = Which(table.id, ("chips-bought",), who=who, after=first.version)
    account = ledger.seat(table.id, seat)
    bought = sum(
        entry.values["postings"].get(account, 0)
        for entry in (first, *entries.search(transaction, which))
    )
    return Sitting(first.at, bought, read_balance(transaction, who))


def read_balance(transaction: Transaction, who: str) -> int:
    """The chips that a person has away from the tables."""
    return balances.read(transaction, ledger.player(who))


def in_play_cents(table: Published, picture: Picture, seat: int) -> int:
    """What has left the seat's chips for the round in play and is not settled."""
    if table.phase != "playing" or table.opening is None:
        return 0
    place = picture.place(seat)
    if table.setup.is_poker:
        return place.chips_cents - place.won_cents
    return place.open_cents


def net_cents(table: Published, picture: Picture, sitting: Sitting, seat: int) -> int:
    """Up or down since the seat was taken; wagers in play count as still one's own."""
    stack = int(table.seats[seat]["stack_cents"])
    return stack + in_play_cents(table, picture, seat) - sitting.bought_cents
