"""An auditor who knows only the log: balances, meters and tables are derived from it alone."""

import json
from collections import Counter
from fractions import Fraction

from pitboss.house.log import START, Entry, commit_to, hash_parts
from pitboss.house.store import Database
from pitboss.house.store.entries import ROWS
from pitboss.house.tables.apply import apply_entry
from pitboss.house.tables.setup import read_given
from pitboss.house.tables.state import LiveTable, Seat

Books = dict[str, int]


def audit(database: Database) -> int:
    """Check everything stored against the log; gives the number of entries."""
    with database.reading() as transaction:
        entries = ROWS.find(transaction, "ORDER BY chain, version")
        check_chains(entries)
        stored = {a: int(c) for a, c in transaction.execute("SELECT account, cents FROM balances")}
        assert derive(entries) == {a: c for a, c in stored.items() if c}
        assert sum(stored.values()) == 0
        for name, value, reserve, overflow, moves in transaction.execute(
            "SELECT id, value, reserve, overflow, moves FROM jackpots"
        ):
            check_jackpot(transaction, (name, value, reserve, overflow, moves), stored, entries)
        for table_id, snapshot, version in transaction.execute(
            "SELECT id, snapshot, snapshot_version FROM tables"
        ):
            check_table(transaction, table_id, json.loads(snapshot), version, entries)
    return len(entries)


def check_chains(entries: list[Entry]) -> None:
    """Each entry follows the one before it, postings sum to zero, secrets keep their promise."""
    before: dict[str, tuple[int, str]] = {}
    commands: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        version, digest = before.get(entry.chain, (0, START))
        assert entry.version == version + 1
        assert entry.hash == hash_parts(digest, *entry[:7])
        before[entry.chain] = (entry.version, entry.hash)
        body = entry.values
        assert sum(body.get("postings", {}).values()) == 0
        if entry.secret:
            assert body["commitment"] == commit_to(entry.secret)
        if entry.command:
            commands[entry.chain, entry.command] += 1
    assert not commands or max(commands.values()) == 1


def derive(entries: list[Entry]) -> Books:
    """Every balance, from the postings."""
    balances: Counter[str] = Counter()
    for entry in entries:
        balances.update(entry.values.get("postings", {}))
    return {account: cents for account, cents in balances.items() if cents}


def check_jackpot(transaction, row, stored: Books, entries: list[Entry]) -> None:
    """The meter is its opening value and all its moves; its accounts are its whole cents."""
    name, value, reserve, overflow, moves = row
    opened = next(
        entry.values
        for entry in entries
        if entry.kind == "jackpot-opened" and entry.values["jackpot"] == name
    )
    terms = opened["terms"]
    start = Fraction(str(terms.get("meter", terms.get("seed", 0)))) * 100
    changes = transaction.execute(
        "SELECT change, value FROM moves WHERE jackpot = ? ORDER BY number", (name,)
    )
    assert len(changes) == moves
    total = start
    for change, after in changes:
        total += Fraction(change)
        assert total == Fraction(after)
    assert total == Fraction(value) + Fraction(overflow)
    if terms["type"] == "progressive":
        for part, exact in (("meter", value), ("reserve", reserve), ("overflow", overflow)):
            assert stored.get(f"jackpot:{name}:{part}", 0) == int(Fraction(exact))


def check_table(transaction, table_id: str, snapshot, version: int, entries: list[Entry]) -> None:
    """Played again from its first entry, the table stands as its snapshot says."""
    own = [entry for entry in entries if entry.chain == table_id]
    table = LiveTable(table_id, read_given(transaction, own[0].values["setup"]))
    for entry in own:
        apply_entry(table, entry, lambda given: read_given(transaction, given))
        if entry.version == version:
            # an older one lacks what a table or a seat is said to have since
            seats = {number: Seat(**seat).values() for number, seat in snapshot["seats"].items()}
            found = {name: part for name, part in table.snapshot().items() if name in snapshot}
            assert found == {**snapshot, "seats": seats}
