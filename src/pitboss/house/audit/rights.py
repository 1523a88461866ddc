"""Who could do what when they did it: people and their roles followed through a whole log, each act
of staff held against the role of its time, and what takes two people against both of them.

The rights are stated here once more, apart from those by which the house refuses. What was written
before the log told of passwords (``hashed``) was done under other rules, and is not looked at."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from pitboss.house.audit.checks import PATIENCE

Entry = Mapping[str, Any]
Roles = tuple[str, ...]

HOUSE, MACHINE, TABLE = "house", "machine", "table"
NOBODY = ""
"""The role of an account that is closed."""
PERSON = re.compile("person-[0-9a-f]{16}")
HOLD = timedelta(days=30)

OPERATOR, CHARGE, FLOOR = ("operator",), ("supervisor", "operator"), ("dealer", "supervisor")
MADE, ROLE, PASSWORD = "person-made", "role-changed", "password-changed"
CLOSED, OPENED, FACTOR = "person-deactivated", "person-reactivated", "second-factor-reset"
HOLDS = (MADE, ROLE, PASSWORD, OPENED, FACTOR)
"""What gives whoever did it a hold on the account, and takes two where it may approve."""
OF_PEOPLE = ("make-person", "change-role", "set-password", "reactivate", "reset-second-factor")

RIGHTS: Mapping[str, Roles] = {
    **dict.fromkeys((MADE, ROLE, CLOSED, OPENED, FACTOR, "person-renamed"), OPERATOR),
    **dict.fromkeys((PASSWORD, "jackpot-opened", "promotion-made", "promotion-ended"), OPERATOR),
    **dict.fromkeys(("table-opened", "settings-changed", "table-closed"), OPERATOR),
    **dict.fromkeys(("meter-adjusted", "alert-acknowledged"), CHARGE),
    **dict.fromkeys(("hit-advanced", "cards-checked"), ("supervisor",)),
    "round-voided": FLOOR,
}
"""The roles that may bring about an entry of a kind."""


class Act(NamedTuple):
    """What somebody did, and the roles that may do so."""

    place: str
    at: datetime
    who: str
    roles: Roles
    kind: str


class Approved(NamedTuple):
    """Two people's word for an act."""

    asked_by: str
    who: str
    at: str


class Rights:
    """Watches a log's entries in the order of their times."""

    def __init__(self) -> None:
        self.checked = self.unchecked = 0
        self._is_told = False
        self._roles: dict[str, list[tuple[datetime, str]]] = {}
        self._owners: dict[str, str] = {}
        self._asked: dict[str, tuple[str, str]] = {}
        self._approved: Approved | None = None
        self._holds: list[tuple[datetime, str, set[str], str]] = []
        self._acts: list[Act] = []

    @property
    def counts(self) -> dict[str, int]:
        found = Counter({"acts": self.checked, "earlier acts": self.unchecked})
        return {name: count for name, count in found.items() if count}

    def add(self, entry: Entry, place: str) -> Iterator[str]:
        body, kind, who = entry["body"], entry["kind"], entry["who"]
        self._is_told = self._is_told or "hashed" in body
        at = datetime.fromisoformat(entry["at"])
        if entry["chain"] == HOUSE:
            if kind in HOLDS and self._is_told:
                yield from self._privileged(entry)
            self._follow(at, kind, body, who)
            if kind.startswith("request-"):
                yield from self._request(at, entry, place)
        elif kind == "table-opened":
            self._owners[entry["chain"]] = str(body.get("owner", ""))
        if roles := self._roles_for(entry):
            self._note(Act(place, at, who, roles, kind))
        if kind == "round-corrected" and self._is_told:
            yield from self._corrected(at, body, place)

    def _roles_for(self, entry: Entry) -> Roles:
        """Who may do so; nobody in particular where it is one's own."""
        kind, who, body = entry["kind"], entry["who"], entry["body"]
        is_own = kind == PASSWORD and body.get("person") == who
        is_own = is_own or (bool(who) and self._owners.get(entry["chain"]) == who)
        if is_own or body.get("practice") or who in (HOUSE, MACHINE, TABLE):
            return ()
        return RIGHTS.get(kind, ())

    def _note(self, act: Act) -> None:
        """To be looked at in the end: the order between two chains is known only so well."""
        if not self._is_told:
            self.unchecked += 1
        elif PERSON.fullmatch(act.who) or act.who.startswith("guest-"):
            self._acts.append(act)

    def _follow(self, at: datetime, kind: str, body: Mapping[str, Any], who: str) -> None:
        person = str(body.get("person"))
        known = self._roles.setdefault(person, []) if kind == MADE else self._roles.get(person)
        if known is None:
            return
        if kind in (MADE, ROLE):
            known.append((at, str(body.get("role", body.get("after")))))
        elif kind == CLOSED:
            known.append((at, NOBODY))
        elif kind == OPENED:
            known.append((at, next((r for _, r in reversed(known) if r), NOBODY)))
        if kind in HOLDS:
            self._holds.append((at, person, {who, *body.get("people", ())}, who))

    def _privileged(self, entry: Entry) -> Iterator[str]:
        """An account that may approve is made, promoted and reset by two, or at the machine."""
        body, who = entry["body"], entry["who"]
        person = str(body.get("person"))
        _, role = self._roles.get(person, [(None, NOBODY)])[-1]
        if entry["kind"] == OPENED:
            role = next((r for _, r in reversed(self._roles.get(person, [])) if r), NOBODY)
        role = str(body.get("role", body.get("after", role)))
        both = body.get("people")
        if both is not None:
            approved = self._approved
            if approved is None or [approved.asked_by, approved.who] != both or who != both[-1]:
                yield "names two people who have not asked for it and approved it"
            elif approved.at != entry["at"]:
                yield "was not done when it was approved"
        elif role in CHARGE and who not in (HOUSE, MACHINE, person):
            yield f"concerns a {role}, which takes two people, and was done by one"

    def _request(self, at: datetime, entry: Entry, place: str) -> Iterator[str]:
        body, kind, who = entry["body"], entry["kind"], entry["who"]
        name, act = str(body.get("request")), str(body.get("act"))
        roles = OPERATOR if act in OF_PEOPLE else CHARGE
        self._note(Act(place, at, who, roles, f"{kind} {act}"))
        if kind == "request-asked":
            self._asked[name] = (who, act)
            return
        asked_by, wanted = self._asked.get(name, (NOBODY, NOBODY))
        if (asked_by, wanted) != (body.get("asked_by"), act):
            yield "answers what nobody has asked for so"
        if kind == "request-withdrawn":
            if who != asked_by:
                yield "is withdrawn by somebody who has not asked for it"
        elif who == asked_by:
            yield "is answered by whoever asked for it"
        elif kind == "request-approved" and "done" in body:
            self._approved = Approved(asked_by, who, entry["at"])
            yield from self._hold(at, (who, asked_by))

    def _hold(self, at: datetime, two: Sequence[str]) -> Iterator[str]:
        """Neither of two people has had a hold on the other's account lately."""
        for since, person, behind, who in self._holds:
            if at - since > HOLD or person not in two or person == who:
                continue
            other = two[1 - two.index(person)]
            if other in behind:
                days = f"{other} had a hand in the account of {person} on {since.date()}"
                yield f"is no act of two people: {days}"

    def _corrected(self, at: datetime, body: Mapping[str, Any], place: str) -> Iterator[str]:
        both = body.get("people", [])
        if "irregularity" not in body and len(set(both)) != 2:
            yield "takes two people"
        roles = FLOOR if "irregularity" in body else CHARGE
        for who in both:
            if who not in (HOUSE, MACHINE, TABLE):
                self._note(Act(place, at, who, roles, "round-corrected"))

    def finish(self) -> Iterator[tuple[str, str]]:
        """Every act by the roles of its time."""
        for act in self._acts:
            self.checked += 1
            held = self._held(act)
            if not held.intersection(act.roles):
                was = "whom the log does not know" if not held else " or ".join(sorted(held))
                was = "whose account is closed" if held == {NOBODY} else was
                yield act.place, f"{act.kind} by {act.who}, {was}: needs {' or '.join(act.roles)}"

    def _held(self, act: Act) -> set[str]:
        """The roles that somebody had about the time."""
        if act.who.startswith("guest-"):
            return {"guest"}
        found: set[str] = set()
        for since, role in self._roles.get(act.who, ()):
            if since <= act.at - PATIENCE:
                found = {role}
            elif since <= act.at + PATIENCE:
                found.add(role)
        return found
