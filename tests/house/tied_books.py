"""Whether win and funds, as the reports have them, agree with the ledger, to the last fraction."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from pitboss.house.books.funds import fund_report
from pitboss.house.books.master import master_report
from pitboss.house.books.meters import meter_book
from pitboss.house.engine import House
from pitboss.house.log import HOUSE
from pitboss.house.store import Transaction, entries
from pitboss.house.store.entries import Which
from pitboss.house.store.period import Period
from tests.house.guests import books


def find_untied(house: House) -> list[str]:
    """What does not tie in the books of a house that was opened today.

    Banks and rakes hold what was won, less what was advanced to funds beyond what the cage put
    there, with the fractions of cents that funds' accounts leave in them; what could not be
    collected of undone rounds is lost.
    """
    day = datetime.now(UTC).date()
    period = Period((day - timedelta(1)).isoformat(), (day + timedelta(1)).isoformat())
    with house.database.reading() as transaction:
        funds, master = fund_report(transaction, period), master_report(transaction, period)
        wrong = [*funds["incidents"], *meter_book(transaction, period)["incidents"]]
        tables = {row["table"] for row in master["tables"]}
        from_cage, lost = _from_cage(transaction, tables), _uncollected(transaction, tables)
    held = sum(c for name, c in books(house).items() if name.startswith(("bank:", "rake:")))
    owed, rest = (
        sum(Fraction(one[name]) for one in funds["jackpots"])
        for name in ("owed", "fractions_in_bank")
    )
    own = Fraction(held, 100) + owed - from_cage - rest + lost
    won = Fraction(master["total"]["win_exact"]["exact"]) + practice_win(master["total"])
    if own != won:
        wrong.append({"what": f"win {float(won)}, by the ledger {float(own)}"})
    return [one["what"] for one in wrong]


def practice_win(total: Any) -> Fraction:
    return Fraction(total["practice_win"])


def _from_cage(transaction: Transaction, tables: set[str]) -> Fraction:
    """What the cage has put into funds: when they were opened, by two people since, and by a seed
    of theirs that a correction turned into less or more."""
    found = entries.search(transaction, Which(HOUSE, ("jackpot-opened", "meter-adjusted")))
    for table in tables:
        turned = entries.search(transaction, Which(table, ("hit-advanced", "round-corrected")))
        found += [entry for entry in turned if entry.values.get("stands")]
    moved = (entry.values.get("postings", {}).get("cage", 0) for entry in found)
    return -Fraction(sum(moved), 100)


def _uncollected(transaction: Transaction, tables: set[str]) -> Fraction:
    """By undone rounds; of a round that is settled anew the win has it."""
    found = (
        entry.values["uncollected"].values()
        for table in tables
        for entry in entries.search(transaction, Which(table, ("round-corrected",)))
    )
    return sum((Fraction(text) for each in found for text in each), Fraction(0))
