"""What a head of the log is made from without looking at every chain: which chains have grown since
the last one, and where each stood then, in buckets whose hashes are kept.

All of it is derived, and of one head: where that is not the last head, it is made anew.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pitboss.house.store.database import Transaction

STANDS_FOR = "head"
"""In the place of a bucket: the number of the head that all this is of."""
AT_ONCE = 500

GROWN = (
    "INSERT INTO grown (chain, version) VALUES (?, ?)"
    " ON CONFLICT (chain) DO UPDATE SET version = excluded.version"
)
"""An update even where it is known already: whoever signs at this moment has the row, and what
comes after must not be lost."""

End = tuple[int, str]
"""A chain's last version and its hash."""


def take_grown(transaction: Transaction) -> list[str]:
    """The chains that have grown since the last head; from here on they have not."""
    lock = "SELECT chain FROM grown ORDER BY chain" + transaction.locking
    chains = [str(chain) for (chain,) in transaction.execute(lock)]
    _each(transaction, "DELETE FROM grown WHERE chain IN ({})", chains)
    return chains


def read_ends(transaction: Transaction, chains: Collection[str]) -> dict[str, End]:
    """Where some chains stand now."""
    rows = _each(
        transaction,
        "SELECT e.chain, e.version, e.hash FROM entries e WHERE e.chain IN ({}) AND e.version ="
        " (SELECT MAX(m.version) FROM entries m WHERE m.chain = e.chain)",
        chains,
    )
    return {str(chain): (int(version), str(found)) for chain, version, found in rows}


def stands_for(transaction: Transaction) -> int:
    """The number of the head that the ends and buckets are of."""
    rows = transaction.execute("SELECT hash FROM buckets WHERE bucket = ?", (STANDS_FOR,))
    return int(rows[0][0]) if rows else 0


def read_known(transaction: Transaction, buckets: Collection[str] = ()) -> dict[str, End]:
    """Where the chains of some buckets stood, or of all."""
    words = "SELECT chain, version, hash FROM ends"
    if buckets:
        rows = _each(transaction, f"{words} WHERE bucket IN ({{}})", buckets)
    else:
        rows = transaction.execute(words)
    return {str(chain): (int(version), str(found)) for chain, version, found in rows}


def read_buckets(transaction: Transaction) -> dict[str, str]:
    rows = transaction.execute("SELECT bucket, hash FROM buckets WHERE bucket <> ?", (STANDS_FOR,))
    return {str(bucket): str(found) for bucket, found in rows}


def forget(transaction: Transaction) -> None:
    for table in ("ends", "buckets"):
        transaction.execute(f"DELETE FROM {table}")


def keep_ends(
    transaction: Transaction, ends: Iterable[tuple[str, str, End]], gone: Collection[str]
) -> None:
    """Each with its chain and bucket."""
    transaction.execute_each(
        "INSERT INTO ends (chain, bucket, version, hash) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (chain) DO UPDATE SET version = excluded.version, hash = excluded.hash",
        [(chain, bucket, *end) for chain, bucket, end in ends],
    )
    _each(transaction, "DELETE FROM ends WHERE chain IN ({})", gone)


def keep_buckets(transaction: Transaction, buckets: Mapping[str, str], number: int) -> None:
    """The hashes that have changed; now all this is of head ``number``."""
    transaction.execute_each(
        "INSERT INTO buckets (bucket, hash) VALUES (?, ?)"
        " ON CONFLICT (bucket) DO UPDATE SET hash = excluded.hash",
        [*buckets.items(), (STANDS_FOR, str(number))],
    )


def _each(transaction: Transaction, sql: str, values: Collection[str]) -> list[tuple[Any, ...]]:
    """A statement about many names, some hundred at a time."""
    names = list(values)
    rows: list[tuple[Any, ...]] = []
    for start in range(0, len(names), AT_ONCE):
        part = names[start : start + AT_ONCE]
        rows += transaction.execute(sql.format(", ".join("?" * len(part))), part)
    return rows
