"""The tables of the database, made once and moved forward by numbered steps.

``entries`` is the authority: everything else can be derived from it, and is checked against it.
Money is in whole cents, a meter's exact value a fraction as text, a time ISO 8601 in UTC.
"""

import secrets

from pitboss.house.store.database import Database, Transaction
from pitboss.house.store.entries import RARE
from pitboss.refusal import Refused

STEPS: tuple[tuple[str, ...], ...] = (
    (
        # The log: one chain for each table and one, "house", for everything else. The key
        # lets only one writer add the next entry of a chain.
        """CREATE TABLE entries (
            chain TEXT NOT NULL, version BIGINT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL,
            who TEXT NOT NULL, command TEXT, body TEXT NOT NULL, secret TEXT,
            hash TEXT NOT NULL, PRIMARY KEY (chain, version))""",
        """CREATE UNIQUE INDEX entries_command ON entries (chain, command)
            WHERE command IS NOT NULL""",
        "CREATE INDEX entries_kind ON entries (kind, at)",
        "CREATE INDEX entries_at ON entries (at, chain, version)",
        # Balances are sums of the entries' postings; only some accounts may go below zero.
        """CREATE TABLE balances (
            account TEXT PRIMARY KEY, cents BIGINT NOT NULL,
            CHECK (cents >= 0 OR account = 'cage' OR account LIKE 'bank:%'
                OR account = 'promotions'))""",
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
            owner TEXT NOT NULL, snapshot TEXT NOT NULL, snapshot_version BIGINT NOT NULL,
            driver TEXT NOT NULL, driven_until DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE jackpots (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, terms TEXT NOT NULL, value TEXT NOT NULL,
            reserve TEXT NOT NULL, overflow TEXT NOT NULL, moves BIGINT NOT NULL)""",
        """CREATE TABLE hits (
            id TEXT PRIMARY KEY, jackpot TEXT NOT NULL, table_id TEXT NOT NULL,
            round BIGINT NOT NULL, seat BIGINT NOT NULL, who TEXT NOT NULL, hand TEXT NOT NULL,
            paid_cents BIGINT NOT NULL, place BIGINT NOT NULL, state TEXT NOT NULL,
            steps TEXT NOT NULL, at TEXT NOT NULL)""",
        """CREATE TABLE rounds (
            table_id TEXT NOT NULL, round BIGINT NOT NULL, game TEXT NOT NULL, day TEXT NOT NULL,
            status TEXT NOT NULL, cause TEXT NOT NULL, dealer TEXT NOT NULL,
            opened_at TEXT NOT NULL, ended_at TEXT NOT NULL, opened_version BIGINT NOT NULL,
            ended_version BIGINT NOT NULL, wagers TEXT NOT NULL,
            PRIMARY KEY (table_id, round))""",
        "CREATE INDEX rounds_day ON rounds (day)",
        # What a jackpot's meter did, move by move, in the order in which it happened.
        """CREATE TABLE moves (
            jackpot TEXT NOT NULL, number BIGINT NOT NULL, at TEXT NOT NULL,
            table_id TEXT NOT NULL, round BIGINT NOT NULL, cause TEXT NOT NULL,
            change TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (jackpot, number))""",
        """CREATE TABLE people (
            id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL,
            password TEXT NOT NULL, active BIGINT NOT NULL, made_at TEXT NOT NULL)""",
        """CREATE TABLE sessions (
            token TEXT PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL,
            csrf TEXT NOT NULL, made_at TEXT NOT NULL, seen_at TEXT NOT NULL,
            ends_at TEXT NOT NULL)""",
        # Acts that need two people: asked for by one, approved by another.
        """CREATE TABLE requests (
            id TEXT PRIMARY KEY, act TEXT NOT NULL, body TEXT NOT NULL, asked_by TEXT NOT NULL,
            asked_at TEXT NOT NULL, state TEXT NOT NULL, answered_by TEXT NOT NULL,
            answered_at TEXT NOT NULL)""",
        """CREATE TABLE alerts (
            id TEXT PRIMARY KEY, at TEXT NOT NULL, table_id TEXT NOT NULL, words TEXT NOT NULL,
            acknowledged_by TEXT NOT NULL, acknowledged_at TEXT NOT NULL)""",
        """CREATE TABLE scorecards (
            person TEXT PRIMARY KEY, body TEXT NOT NULL)""",
        # The log's heads as signed from time to time.
        """CREATE TABLE heads (
            number BIGINT PRIMARY KEY, at TEXT NOT NULL, body TEXT NOT NULL,
            signature TEXT NOT NULL)""",
    ),
    (
        # The kinds of a round's own course need no index: every decision would pay for it.
        "DROP INDEX entries_kind",
        """CREATE INDEX entries_rare ON entries (kind, at)
            WHERE kind NOT IN ('decided', 'round-opened', 'wagers-placed')""",
    ),
    (
        # By how much a hit came to another amount when one beside it was voided.
        "ALTER TABLE hits ADD COLUMN resettled_cents BIGINT NOT NULL DEFAULT 0",
    ),
    (
        # Whether a password was made for someone, who must choose one of their own before all else.
        "ALTER TABLE people ADD COLUMN temporary BIGINT NOT NULL DEFAULT 0",
    ),
    (
        # The processes that look after tables, each with a count that moves while it lives; a
        # table's driven_until is no longer used.
        "CREATE TABLE drivers (id TEXT PRIMARY KEY, count BIGINT NOT NULL)",
    ),
    (
        # How far each alert's delivery has come, by each way out. Times are of the wall clock.
        """CREATE TABLE deliveries (
            alert TEXT NOT NULL, channel TEXT NOT NULL, tries BIGINT NOT NULL,
            again_at DOUBLE PRECISION NOT NULL, claimed_by TEXT NOT NULL,
            claimed_until DOUBLE PRECISION NOT NULL, delivered_at TEXT NOT NULL,
            why TEXT NOT NULL, PRIMARY KEY (alert, channel))""",
        """CREATE INDEX deliveries_due ON deliveries (channel, again_at)
            WHERE delivered_at = ''""",
        "CREATE INDEX alerts_waiting ON alerts (id) WHERE acknowledged_at = ''",
    ),
    (
        # Chains that have grown since the last head, and where each stood then, in buckets: what a
        # head is made from without looking at every chain.
        "CREATE TABLE grown (chain TEXT PRIMARY KEY, version BIGINT NOT NULL)",
        """CREATE TABLE ends (
            chain TEXT PRIMARY KEY, bucket TEXT NOT NULL, version BIGINT NOT NULL,
            hash TEXT NOT NULL)""",
        "CREATE INDEX ends_bucket ON ends (bucket)",
        "CREATE TABLE buckets (bucket TEXT PRIMARY KEY, hash TEXT NOT NULL)",
    ),
    (
        # Where a session was begun; attempts to log in, which all servers count together, and the
        # addresses from which a name has logged in.
        "ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''",
        """CREATE TABLE attempts (
            key TEXT PRIMARY KEY, left_over DOUBLE PRECISION NOT NULL,
            at DOUBLE PRECISION NOT NULL)""",
    ),
    (
        # A second factor: its secret and what was used of it, and whether it is in force.
        "ALTER TABLE people ADD COLUMN factor TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE people ADD COLUMN factored BIGINT NOT NULL DEFAULT 0",
    ),
    (
        # Who is at which table by the streams of each process, and what they say in passing: for
        # the other processes, of the moment, and nothing that the log would have.
        """CREATE TABLE presence (
            process TEXT NOT NULL, table_id TEXT NOT NULL, who TEXT NOT NULL,
            PRIMARY KEY (process, table_id, who))""",
        """CREATE TABLE reactions (
            process TEXT NOT NULL, number BIGINT NOT NULL, table_id TEXT NOT NULL,
            seat BIGINT NOT NULL, name TEXT NOT NULL, word TEXT NOT NULL,
            PRIMARY KEY (process, number))""",
    ),
    # Secrets may be locked from here on, which an earlier Pitboss cannot read.
    (),
    (
        # Heads that have left the house, and how each destination does. Times of the latter are of
        # the wall clock.
        """CREATE TABLE departures (
            destination TEXT NOT NULL, head BIGINT NOT NULL, left_at TEXT NOT NULL,
            token TEXT NOT NULL, PRIMARY KEY (destination, head))""",
        """CREATE TABLE destinations (
            name TEXT PRIMARY KEY, first_head BIGINT NOT NULL, tries BIGINT NOT NULL,
            again_at DOUBLE PRECISION NOT NULL, claimed_by TEXT NOT NULL,
            claimed_until DOUBLE PRECISION NOT NULL, failing_since DOUBLE PRECISION NOT NULL,
            why TEXT NOT NULL)""",
    ),
    (
        # Nor does the seal that each round has.
        "DROP INDEX entries_rare",
        f"CREATE INDEX entries_rare ON entries (kind, at) WHERE {RARE}",
    ),
    (
        # Long work that all servers share: what is asked, who is at it with a count that moves
        # while they live, how far it has come, and what came of it.
        """CREATE TABLE jobs (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, asked TEXT NOT NULL, maker TEXT NOT NULL,
            whose TEXT NOT NULL, is_long BIGINT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL,
            owner TEXT NOT NULL, beat BIGINT NOT NULL, progress TEXT NOT NULL,
            seconds DOUBLE PRECISION NOT NULL, problem TEXT NOT NULL, answer TEXT NOT NULL)""",
        """CREATE INDEX jobs_under_way ON jobs (at)
            WHERE state IN ('waiting', 'at-work', 'stopping')""",
    ),
)


META = "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)"


def create_schema(database: Database) -> None:
    """Bring an empty or older database to this version; refuse a newer one."""
    with database.transaction() as transaction:
        advance(database, transaction, len(STEPS))
        database.house_id = find_id(transaction)


def hold(database: Database, transaction: Transaction) -> None:
    """One process at a time looks at what the database is, and changes it."""
    if database.name == "postgresql":
        transaction.execute("SELECT pg_advisory_xact_lock(7482)")


def advance(database: Database, transaction: Transaction, to: int) -> None:
    """Take the steps that are missing, up to one of them."""
    hold(database, transaction)
    transaction.execute(META)
    done = int(read_meta(transaction, "schema") or 0)
    refuse_newer("database", done)
    for step in STEPS[done:to]:
        for statement in step:
            transaction.execute(statement)
    if done < to:
        write_meta(transaction, "schema", str(to))


def refuse_newer(what: str, schema: int) -> None:
    if schema > len(STEPS):
        raise Refused(
            f"{what}: made by a newer Pitboss (schema {schema}, this one knows {len(STEPS)})"
        )


def find_id(transaction: Transaction) -> str:
    """What tells this database from every other; made when it is first looked for."""
    found = read_meta(transaction, "id")
    if found is None:
        found = secrets.token_hex(16)
        write_meta(transaction, "id", found)
    return found


def read_meta(transaction: Transaction, name: str) -> str | None:
    rows = transaction.execute("SELECT value FROM meta WHERE name = ?", (name,))
    return str(rows[0][0]) if rows else None


def write_meta(transaction: Transaction, name: str, value: str) -> None:
    transaction.execute(
        "INSERT INTO meta (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
