"""Acts of two people about accounts that may themselves approve: made, promoted, opened again or
given a new password. One operator asks, another approves. Their passwords nobody chooses: one is
made at the approval, shown once to whoever approved, and good for nothing but choosing another.

Nobody answers for people whom they have a hold on: who made an account, gave it its role or its
password, and that account, are one pair of hands for thirty days.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from pitboss.house import accounts
from pitboss.house.access import (
    APPROVERS,
    Forbidden,
    join_or,
    read_role,
    refuse_taken,
)
from pitboss.house.accounts import Hashed, read_account
from pitboss.house.log import HOUSE, Person, stamp
from pitboss.house.names import clean_name
from pitboss.house.store import Transaction, derived, entries, factors
from pitboss.house.store.entries import Change, Which
from pitboss.house.store.people import Request
from pitboss.refusal import Refused

ACTS = ("make-person", "change-role", "set-password", "reactivate", "reset-second-factor")
WITH_PASSWORD = frozenset({"make-person", "set-password", "change-role"})
"""Those that end with a password for somebody: whoever made an account that is promoted may know
the one that it had."""

HOLD = timedelta(days=30)
HOLDS = (
    *("person-made", "role-changed", "password-changed", "person-reactivated"),
    "second-factor-reset",
)
"""What gives whoever did it a hold on the account, in the log."""


def check(change: Change, act: str, body: Mapping[str, Any]) -> dict[str, str]:
    """What is asked for, read; what could not be done is refused now rather than at the approval.
    An account that may not approve takes one operator alone."""
    if act == "make-person":
        name, role = clean_name(str(body.get("name", ""))), _privileged(body.get("role"))
        refuse_taken(change.transaction, name)
        return {"name": name, "role": role}
    account = read_account(change.transaction, str(body.get("person")))
    person = account.person
    if person.id == change.by.id:
        raise Refused(f"{act}: of your own account another operator asks")
    if act == "change-role":
        role = _privileged(body.get("role"))
        if role == person.role:
            raise Refused(f"role {role}: {person.name} has it already")
        return {"person": person.id, "name": person.name, "role": role}
    _privileged(person.role)
    if act == "reactivate" and account.is_active:
        raise Refused(f"person {person.name}: the account is open already")
    return {"person": person.id, "name": person.name}


def _privileged(role: object) -> str:
    found = read_role(str(role))
    if found not in APPROVERS:
        allowed = join_or(tuple(sorted(APPROVERS)))
        raise Refused(f"role {found}: two people are for a {allowed}; one operator does this alone")
    return found


def carry_out(change: Change, request: Request, password: Hashed | None) -> None:
    """In the name of whoever approved; whoever asked stands beside them in the entry."""
    body, asked_by = request.body, request.asked_by
    if request.act == "make-person":
        assert password
        name, role = str(body["name"]), str(body["role"])
        accounts.make_person(change, name, role, password, asked_by)
        return
    person = str(body["person"])
    if request.act == "change-role":
        accounts.change_role(change, person, str(body["role"]), asked_by)
    elif request.act == "reset-second-factor":
        accounts.reset_factor(change, person, asked_by)
    elif request.act == "reactivate":
        accounts.reactivate(change, person, asked_by)
    if request.act in WITH_PASSWORD:
        assert password
        accounts.set_password(change, person, password, asked_by)


def confirm_factor(change: Change, code: str) -> list[str]:
    """In force from now on; gives the recovery codes, which are not shown again."""
    factor, is_on = factors.read(change.transaction, change.by.id)
    if factor is None or is_on:
        raise Refused("second factor: nothing is being set up; begin anew")
    used = factors.use(factor, code, change.at)
    if used is None:
        raise Refused("second factor: the code is not good; is the device's clock right?")
    recovery = factors.make_recovery()
    kept = used._replace(recovery=tuple(map(factors.hash_code, recovery)))
    factors.keep(change.transaction, change.by.id, kept, True)
    secret = derived.digest_of(kept.secret)
    change.note("second-factor-set", {"person": change.by.id, "factor": secret})
    return recovery


def refuse_pair(transaction: Transaction, one: Person, other: Person, now: datetime) -> None:
    """Refuse two people of whom one has had a hold on the other's account within thirty days."""
    since = stamp(now - HOLD)
    for entry in entries.search(transaction, Which(HOUSE, HOLDS, since=since)):
        body = entry.values
        behind = {entry.who, *body.get("people", ())}
        for held, holder in ((one, other), (other, one)):
            if body["person"] == held.id and holder.id in behind and held.id != entry.who:
                raise Forbidden(
                    f"two people: {holder.name} had a hand in the account of {held.name} on"
                    f" {entry.at[:10]} ({entry.kind}); for {HOLD.days} days they do not count"
                    " as two"
                )
