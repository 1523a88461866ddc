"""A house with a vault, what is done to its database by somebody without a key, and what a verifier
says then."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.integrity import passing_key
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import Finding, verify_log
from pitboss.house.engine import House
from pitboss.house.log import Entry, Person, commit_to, hash_parts
from pitboss.house.store import Database, Keys, entries, open_database, open_vault
from pitboss.house.store.database import Transaction
from tests.house.guests import ask, guest, open_table

AT = "2026-03-01T12:00:00.000+00:00"
NO_CLOCK = {"decision": 0, "wagers": 0}


class Safe:
    """A database and the keys of its vault."""

    def __init__(self, folder: Path, address: str) -> None:
        self.address = address
        self.keys = Keys(folder / "vault.key")

    def database(self, **keys: Any) -> Database:
        database = open_database(self.address)
        try:
            open_vault(database, self.keys._replace(**keys), AT)
        except BaseException:
            database.close()
            raise
        return database

    @contextmanager
    def house(self) -> Iterator[House]:
        house = House(self.database())
        yield house
        house.close()

    @contextmanager
    def raw(self) -> Iterator[Transaction]:
        """The database in the hands of somebody without a key."""
        with closing(open_database(self.address)) as database, database.transaction() as opened:
            yield opened


def begin(house: House, game: str = "duki") -> tuple[str, Person]:
    """A table with a round in play."""
    table, one = open_table(house, game, clock=NO_CLOCK), guest(house, 1)
    ask(house, table, "sit", one, chips=400)
    ask(house, table, "wager", one, wagers={"ante": 5}, deal=True)
    return table, one


def opened_at(house: House, table: str) -> int:
    with house.database.reading() as transaction:
        which = entries.Which(table, ("round-opened",))
        return entries.search(transaction, which, newest_first=True, most=1)[0].version


def findings(database: Database) -> list[Finding]:
    """What the verifier says of an export, but for the key, which is nobody's here."""
    return verify_log(exported(database), [KEY.public], (), Replayer()).findings


KEY = passing_key()


def exported(database: Database) -> list[bytes]:
    return [line.encode() for line in export_log(database, Signer(KEY, AT, ""))]


def exchange(transaction: Transaction, table: str, version: int) -> None:
    """With the secret of the seal, which has the same seed, but stands elsewhere."""
    sql = "SELECT secret FROM entries WHERE chain = ? AND kind = 'round-sealed' ORDER BY version"
    other = transaction.execute(sql, (table,))[0][0]
    put(transaction, table, version, other)


def alter(transaction: Transaction, table: str, version: int) -> None:
    text = secret_at(transaction, table, version)
    put(transaction, table, version, text[:-9] + ("A" if text[-9] != "A" else "B") + text[-8:])


def name_another_key(transaction: Transaction, table: str, version: int) -> None:
    text = secret_at(transaction, table, version)
    put(transaction, table, version, "v1:0123456789abcdef:" + text.split(":")[2])


def cut(transaction: Transaction, table: str, version: int) -> None:
    put(transaction, table, version, secret_at(transaction, table, version)[:30])


def choose(transaction: Transaction, table: str, version: int) -> None:
    """A seed of one's own, with everything that follows from it hashed anew."""
    rewrite(transaction, table, json.dumps({"seed": "ab" * 32}, separators=(",", ":")))


def backdate(transaction: Transaction, table: str, version: int) -> None:
    """Nothing but the time of the table's first entry, with everything hashed anew."""
    rewrite(transaction, table)


TAMPERINGS = (exchange, alter, name_another_key, cut, choose, backdate)


def secret_at(transaction: Transaction, table: str, version: int) -> str:
    sql = "SELECT secret FROM entries WHERE chain = ? AND version = ?"
    return str(transaction.execute(sql, (table, version))[0][0])


def put(transaction: Transaction, table: str, version: int, secret: str) -> None:
    sql = "UPDATE entries SET secret = ? WHERE chain = ? AND version = ?"
    transaction.execute(sql, (secret, table, version))


def rewrite(transaction: Transaction, table: str, secret: str = "") -> None:
    """A chain that is sound in itself, as whoever has the database can make it."""
    names = ", ".join(entries.ROWS.columns)
    rows = transaction.execute(
        f"SELECT {names} FROM entries WHERE chain = ? ORDER BY version", (table,)
    )
    before = "0" * 64
    transaction.execute("DELETE FROM entries WHERE chain = ?", (table,))
    for number, row in enumerate(rows):
        entry = Entry(*row)
        if not number and not secret:
            entry = entry._replace(at=AT)
        if secret and entry.secret:
            values = {**entry.values, "commitment": commit_to(secret)}
            body = json.dumps(values, sort_keys=True, separators=(",", ":"))
            entry = entry._replace(secret=secret, body=body)
        before = hash_parts(before, *entry[:7])
        entries.ROWS.add(transaction, entry._replace(hash=before))
