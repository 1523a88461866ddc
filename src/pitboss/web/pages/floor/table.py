"""One table's page for staff: who sits there, what may be done, its last rounds and changes."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.games.source import Cause
from pitboss.house.store import Transaction, alerts, entries, people
from pitboss.house.store.alerts import Alert
from pitboss.house.store.entries import Which
from pitboss.house.tables.view import Published
from pitboss.web.common.past import Line, list_rounds
from pitboss.web.pages.floor.book import DayBook, Figures
from pitboss.web.pages.floor.form import Flat, flatten

MOST_CHANGES = 5
MOST_ROUNDS = 8


class Difference(NamedTuple):
    """A setting that is not what it was."""

    name: str
    before: str
    after: str


class Change(NamedTuple):
    """A change of the settings as the log has it."""

    at: str
    who: str
    why: str
    differences: list[Difference]


class Known(NamedTuple):
    """What the database says of a table."""

    figures: Figures
    alerts: list[Alert]
    rounds: list[Line]
    changes: list[Change]
    names: dict[str, str]


def read_known(transaction: Transaction, table: Published, book: DayBook, now: Any) -> Known:
    """All of one moment."""
    names = people.read_names(transaction)
    return Known(
        book.read(transaction, now).get(table.id, Figures()),
        [alert for alert in alerts.read_all(transaction) if alert.table == table.id],
        list_rounds(transaction, table.id, "", MOST_ROUNDS),
        list(_read_changes(transaction, table, names)),
        names,
    )


def _read_changes(
    transaction: Transaction, table: Published, names: Mapping[str, str]
) -> Iterator[Change]:
    which = Which(table.id, ("settings-changed",))
    for entry in entries.search(transaction, which, newest_first=True, most=MOST_CHANGES):
        body = entry.values
        before, after = (flatten(table.setup.game, body[side]) for side in ("before", "after"))
        who = names.get(entry.who, entry.who)
        yield Change(entry.at, who, body["why"], compare(before, after))


def compare(before: Flat, after: Flat) -> list[Difference]:
    """The settings that differ, by their names in the form."""
    return [
        Difference(name, before.get(name, ""), after.get(name, ""))
        for name in {**before, **after}
        if before.get(name, "") != after.get(name, "")
    ]


def void_causes(table: Published) -> list[tuple[str, str]]:
    """The irregularities that the document names and that hold at this table, to choose from."""
    rulings = table.setup.settings.rulings
    found = [
        (cause.key, _cause_words(cause))
        for cause in table.setup.game.source.causes.values()
        if all(rulings[name] == value for name, value in cause.needs.items())
    ]
    return [("", "none of these: the words below"), *found] if found else []


def _cause_words(cause: Cause) -> str:
    checked = " – a supervisor checks" if cause.supervised else ""
    return f"({cause.key}) {cause.text}{checked}, {cause.rule}"
