"""``pitboss people``: accounts from the machine itself, for whoever has its files in hand. It works
beside a running server, which hears of it, and the log says that it was done at the machine."""

import argparse
import getpass
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from pitboss.cli.serve import read_options
from pitboss.house import accounts
from pitboss.house.accounts import MACHINE, Hashed
from pitboss.house.log import stamp
from pitboss.house.names import clean_name
from pitboss.house.store import Database, open_database, people
from pitboss.house.store.entries import Change, Unit
from pitboss.house.store.people import Account
from pitboss.refusal import Refused

T = TypeVar("T")


def run_people(options: argparse.Namespace) -> None:
    """List, make, reset or end sessions."""
    given = read_options(options).options
    if given.database_file and not given.database_file.is_file():
        raise Refused(f"database {given.database_file}: is not there; --data says where it is")
    act = ACTS.get(options.act)
    if act is None:
        raise Refused(f"people {options.act[:20]!r}: there are {', '.join(ACTS)}")
    if options.act != "list" and not options.name:
        raise Refused(f"people {options.act}: say whose, such as: pitboss people reset Olga")
    database = open_database(given.address)
    try:
        act(database, options)
    finally:
        database.close()


def _list(database: Database, options: argparse.Namespace) -> None:
    with database.reading() as transaction:
        found = people.read_all(transaction)
        sessions = people.sessions_by_person(transaction)
    rows = [
        {
            **account.person._asdict(),
            "active": account.is_active,
            "made_at": account.made_at,
            "sessions": sessions.get(account.person.id, 0),
        }
        for account in found
    ]
    if options.json:
        print(json.dumps({"people": rows}))
        return
    for row in rows:
        state = "" if row["active"] else ", closed"
        print(f"{row['name']}  {row['role']}{state}  sessions {row['sessions']}  {row['id']}")


def _make(database: Database, options: argparse.Namespace) -> None:
    hashed = _read_password(options.name)
    made = _change(
        database, lambda it: accounts.make_person(it, options.name, options.role or "", hashed)
    )
    print(f"Made: {made.name}, {made.role}")


def _reset(database: Database, options: argparse.Namespace) -> None:
    person = _find(database, options.name).person
    hashed = _read_password(person.name)
    _change(database, lambda it: accounts.set_password(it, person.id, hashed))
    print(f"The password of {person.name} is changed; all sessions of {person.name} have ended")


def _end_sessions(database: Database, options: argparse.Namespace) -> None:
    person = _find(database, options.name).person
    ended = _change(database, lambda it: accounts.end_sessions(it, person.id))
    print(f"Ended: {len(ended)} of {person.name}")


def _reset_factor(database: Database, options: argparse.Namespace) -> None:
    person = _find(database, options.name).person
    _change(database, lambda it: accounts.reset_factor(it, person.id))
    print(f"{person.name} logs in without a second factor, and may set up another")


ACTS: dict[str, Callable[[Database, argparse.Namespace], None]] = {
    "list": _list,
    "make": _make,
    "reset": _reset,
    "end-sessions": _end_sessions,
    "reset-second-factor": _reset_factor,
}


def _find(database: Database, name: str) -> Account:
    with database.reading() as transaction:
        found = people.find_by_name(transaction, clean_name(name))
    if found is None:
        raise Refused(f"person {name[:40]!r}: there is no such account; pitboss people list")
    return found


def _change(database: Database, act: Callable[[Change], T]) -> T:
    """In a transaction of its own; servers are told of what has grown and what has ended."""
    now = datetime.now(UTC)
    with database.transaction() as transaction:
        unit = Unit(transaction, stamp(now))
        answer = act(Change(unit, MACHINE, now))
        unit.flush()
        grown = [f"{chain} {version}" for chain, version in unit.touched.items()]
        ended = [f"session {key}" for key in unit.sessions_ended]
        database.notify(transaction, [*grown, *ended])
    return answer


def _read_password(name: str) -> Hashed:
    """Asked for twice at a terminal, else the first line of standard input: never an argument,
    which every user of the machine could read."""
    if sys.stdin.isatty():
        text = getpass.getpass(f"New password of {name}: ")
        if text != getpass.getpass("Again: "):
            raise Refused("password: the two are not the same")
    else:
        text = sys.stdin.readline().rstrip("\r\n")
    return accounts.choose_password(text, name)
