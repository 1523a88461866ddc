"""What somebody with the database in hand may do to it, and where that is to be found."""

from collections.abc import Callable

from pitboss.house import accounts
from pitboss.house.log import hash_parts
from tests.house.derived_house import PASSWORD, Furnished


def forge_operator(found: Furnished) -> None:
    found.tamper(
        "INSERT INTO people (id, name, role, password, active, made_at) VALUES (?, ?, ?, ?, 1, ?)",
        *("person-0123456789abcdef", "Ghost", "operator", accounts.hash_password(PASSWORD)),
        "2026-01-01T00:00:00.000+00:00",
    )


def forge_session(found: Furnished) -> None:
    found.tamper(
        "INSERT INTO sessions (token, person, name, role, csrf, made_at, seen_at, ends_at)"
        " SELECT ?, id, name, role, 'c', ?, ?, ? FROM people WHERE name = 'Olga'",
        *("ab" * 32, *["2098-01-01T00:00:00.000+00:00"] * 2, "2099-01-01T00:00:00.000+00:00"),
    )


def forge_round(found: Furnished) -> None:
    found.tamper(
        "INSERT INTO rounds (table_id, round, game, day, status, cause, dealer, opened_at,"
        " ended_at, opened_version, ended_version, wagers) SELECT table_id, 99, game, day, status,"
        " cause, dealer, opened_at, ended_at, opened_version, ended_version, wagers FROM rounds"
        " WHERE table_id = ? AND round = 1",
        found.tables["duki"],
    )


def rewrite(found: Furnished, column: str, value: Callable[[str], str]) -> None:
    """Change an early entry and make the hashes of its chain right again."""
    chain = found.tables["holdout"]
    columns = "version, kind, at, who, command, body"
    rows = found.rows(f"SELECT {columns} FROM entries WHERE chain = ? ORDER BY version", chain)
    names, before = columns.split(", "), "0" * 64
    for row in rows:
        values = dict(zip(names, row, strict=True))
        if values["version"] == 3:
            values[column] = value(values[column])
        before = hash_parts(before, chain, *values.values())
        found.tamper(
            f"UPDATE entries SET {column} = ?, hash = ? WHERE chain = ? AND version = ?",
            *(values[column], before, chain, values["version"]),
        )


def append(found: Furnished) -> None:
    """One more entry after the end of a chain that was rewritten."""
    chain = found.tables["holdout"]
    rows = found.rows(
        "SELECT version, hash FROM entries WHERE chain = ? ORDER BY version DESC LIMIT 1", chain
    )
    parts = (chain, rows[0][0] + 1, "sat-in", "2099-01-01T00:00:00.000+00:00", "guest-31", None)
    body = '{"seat":1}'
    found.tamper(
        "INSERT INTO entries (chain, version, kind, at, who, command, body, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        *(*parts, body, hash_parts(rows[0][1], *parts, body)),
    )


def rewrite_and_append(found: Furnished) -> None:
    rewrite(found, "at", lambda at: f"2025{at[4:]}")
    append(found)


def cut(found: Furnished) -> None:
    found.tamper("DELETE FROM entries WHERE chain = ? AND version > 20", found.tables["holdout"])


def sql(text: str, *names: str) -> Callable[[Furnished], None]:
    """A statement whose values are tables by their games, or other names of the house."""

    def tamper(found: Furnished) -> None:
        known = {**found.tables, "jackpot": found.jackpot}
        found.tamper(text, *(known[name] for name in names))

    return tamper


TAMPERINGS: dict[str, tuple[Callable[[Furnished], None], str]] = {
    "meter": (sql("UPDATE jackpots SET value = '99999900' WHERE id = ?", "jackpot"), "jackpots"),
    "terms": (sql("UPDATE jackpots SET terms = replace(terms, '0.203', '0.9')"), "jackpots"),
    "move": (sql("UPDATE moves SET change = '7' WHERE number = 1"), "moves"),
    "move dropped": (sql("DELETE FROM moves WHERE number = 2"), "moves"),
    "role": (sql("UPDATE people SET role = 'operator' WHERE name = 'Pim'"), "people"),
    "reopened": (sql("UPDATE people SET active = 1 WHERE name = 'Gone'"), "people"),
    "password": (
        sql("UPDATE people SET password = (SELECT password FROM people p WHERE p.name = 'Pim')"
            " WHERE name = 'Olga'"),
        "people",
    ),
    "second factor": (sql("UPDATE people SET factored = 0, factor = ''"), "people"),
    "ghost operator": (forge_operator, "people"),
    "session": (forge_session, "sessions"),
    "session prolonged": (
        sql("UPDATE sessions SET seen_at = '2098', ends_at = '2098' WHERE name = 'Pim'"),
        "sessions",
    ),
    "round": (
        sql("UPDATE rounds SET wagers = replace(wagers, '1000', '2000') WHERE round = 2"),
        "rounds",
    ),
    "round dropped": (sql("DELETE FROM rounds WHERE table_id = ? AND round = 2", "duki"), "rounds"),
    "round added": (forge_round, "rounds"),
    "hit": (sql("UPDATE hits SET state = 'locked' WHERE state = 'paid'"), "hits"),
    "snapshot": (
        sql("UPDATE tables SET snapshot = replace(snapshot, 'stack_cents\":', 'stack_cents\":9')"
            " WHERE id = ?", "holdout"),
        "tables",
    ),
    "table reopened": (sql("UPDATE tables SET status = 'open' WHERE id = ?", "buyout"), "tables"),
    "balance": (sql("UPDATE balances SET cents = cents + 5 WHERE account = 'cage'"), "balances"),
    "request": (sql("UPDATE requests SET asked_by = answered_by WHERE state = 'done'"), "requests"),
    "request dropped": (sql("DELETE FROM requests WHERE state = 'asked'"), "requests"),
    "alert dropped": (sql("DELETE FROM alerts WHERE acknowledged_at = ''"), "alerts"),
    "last head dropped": (
        sql("DELETE FROM heads WHERE number = (SELECT MAX(number) FROM heads)"),
        "heads",
    ),
    "heads dropped": (sql("DELETE FROM heads"), "heads"),
    "body": (
        sql("UPDATE entries SET body = replace(body, '20000', '30000') WHERE chain = ?", "duki"),
        "duki-",
    ),
    "secret": (
        sql("UPDATE entries SET secret = (SELECT MAX(e.secret) FROM entries e WHERE e.chain = ?)"
            " WHERE kind = 'round-sealed' AND version = 2", "holdout"),
        "entry 2",
    ),
    "body rehashed": (lambda it: rewrite(it, "body", lambda body: body + " "), "holdout-"),
    "time rehashed": (lambda it: rewrite(it, "at", lambda at: f"2025{at[4:]}"), "holdout-"),
    "who rehashed": (lambda it: rewrite(it, "who", lambda who: "guest-9"), "holdout-"),
    "rehashed and played on": (rewrite_and_append, "holdout-"),
    "tail cut": (cut, "entries"),
}  # fmt: skip
