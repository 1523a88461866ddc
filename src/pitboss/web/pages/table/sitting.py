"""A seat's session, as the log has it."""

from typing import NamedTuple

from pitboss.games.words import past_words
from pitboss.house import ledger
from pitboss.house.store import Transaction, entries
from pitboss.house.store.entries import Which
from pitboss.house.tables.practice import is_practice
from pitboss.house.tables.state import Published
from pitboss.web.common.services import Services
from pitboss.web.pages.table.words import late

MOST_SITTINGS = 2_000


class Sitting(NamedTuple):
    """A seat's session: since when, what it has bought, and the chips away from the tables."""

    since: str
    bought_cents: int
    balance_cents: int


class Sittings:
    """Sittings at practice tables as they were last read: until somebody brings chips they stay the
    same, and a message is drawn without a wait for the database. At other tables the chips away
    from the table may change at any time."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], tuple[tuple[int, int], Sitting]] = {}

    async def find(self, services: Services, table: Published, who: str, seat: int) -> Sitting:
        key, moment = (table.id, who), (seat, table.funded)
        kept = self._kept.get(key)
        if kept is None or kept[0] != moment or not is_practice(table.setup):
            if len(self._kept) >= MOST_SITTINGS:
                self._kept.clear()
            found = await services.look(read_sitting, table, who, seat)
            kept = self._kept[key] = (moment, found)
        return kept[1]


def read_sitting(transaction: Transaction, table: Published, who: str, seat: int) -> Sitting:
    """From the entries of the table's log."""
    balance = entries.read_balance(transaction, ledger.player(who))
    if is_practice(table.setup):
        balance = table.setup.buy_in[1]  # practice chips are there for the taking
    which = Which(table.id, ("seat-taken",), who=who)
    taken = entries.search(transaction, which, newest_first=True)
    first = next((entry for entry in taken if entry.values["who"] == who), None)
    if first is None:
        return Sitting("", 0, balance)
    which = Which(table.id, ("chips-bought",), who=who, after=first.version)
    account = ledger.seat(table.id, seat)
    bought = sum(
        entry.values["postings"].get(account, 0)
        for entry in (first, *entries.search(transaction, which))
    )
    return Sitting(first.at, bought, balance)


def read_late(transaction: Transaction, table: Published, seat: int) -> str:
    """``Time ran out: folded for you``, where the clock took the seat's last decision of the
    round; else nothing."""
    if not (table.setup.decision_seconds and any(d.seat == seat for d in table.decisions)):
        return ""
    which = Which(table.id, ("decided",))
    for entry in entries.search(transaction, which, newest_first=True, most=len(table.decisions)):
        if entry.values["seat"] == seat and entry.values["round"] == table.round:
            told = table.setup.game.words.told(entry.values["action"])
            by_table = entry.values["by"] == "table"
            return late(done=past_words(told)) if by_table else ""
    return ""
