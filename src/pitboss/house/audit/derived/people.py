"""People with their roles, sessions, requests and alerts by the house's chain, and what the rows of
the database have of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pitboss.house.access import PLAYER_IDLE, STAFF, STAFF_IDLE, STAFF_LONGEST
from pitboss.house.audit.derived.differences import NO_ROW, Difference, compare_rows, shown
from pitboss.house.log import HOUSE, Entry, canonical, read_stamp, stamp
from pitboss.house.store import derived
from pitboss.house.store.derived import Columns, Kept, Table

MINUTE = timedelta(minutes=1)
"""A session's last use is kept to the minute."""

MARKS = ('"hashed":', '"session":', '"alerts":', '"head":')
"""By these an entry shows that it was written by a Pitboss that tells of every alert."""


def of_house(key: tuple[object, ...], row: Columns) -> tuple[str, str]:
    return "house", ""


class People:
    """Gathers the entries of the house's chain, and alerts of all chains."""

    def __init__(self) -> None:
        self.roster: derived.Roster = {}
        self.unchecked = 0
        """Rows of which an earlier Pitboss has said nothing."""
        self._requests: Table = {}
        self._alerts: Table = {}
        self._answered: dict[str, tuple[str, str]] = {}
        self._sessions: dict[str, Mapping[str, Any]] = {}
        self._keyed_since = self._told_since = ""
        self._names: dict[str, str] = {}

    def add(self, entry: Entry) -> None:
        """An entry of the house's chain."""
        derived.follow(self.roster, entry)
        if not self._told_since and any(mark in entry.body for mark in MARKS):
            self._told_since = entry.at
        if entry.kind.startswith("request-"):
            self._request(entry, entry.values)
        elif entry.kind == "alert-acknowledged":
            self._answered[str(entry.values.get("alert"))] = (entry.who, entry.at)
        elif entry.kind == "session-begun":
            body = entry.values
            if key := body.get("session"):
                self._keyed_since = self._keyed_since or entry.at
                self._sessions[key] = {**body, "at": entry.at}
        elif entry.kind == "guest-named":
            self._names[str(entry.values.get("person"))] = str(entry.values.get("after"))
        elif entry.kind == "alert-raised":
            body = entry.values
            self.alert(str(body["at"]), str(body["table"]), body["alerts"])

    def _request(self, entry: Entry, body: Mapping[str, Any]) -> None:
        name, state = str(body.get("request")), entry.kind.removeprefix("request-")
        if state == "asked":
            text = canonical({"body": body["body"], "why": body["why"]})
            asked = {"id": name, "act": body["act"], "body": text, "asked_by": entry.who}
            rest = {"asked_at": entry.at, "state": "asked", "answered_by": "", "answered_at": ""}
            self._requests[name,] = asked | rest
        elif known := self._requests.get((name,)):
            # an earlier Pitboss did not say that what was approved was done at once
            state = "done" if state == "approved" and body.get("done", True) else state
            answered = {"answered_by": entry.who, "answered_at": entry.at}
            self._requests[name,] = {**known, "state": state, **answered}

    def alert(self, at: str, table: str, alerts: Iterable[Sequence[str]]) -> None:
        """Alerts that were put up with an entry."""
        self._told_since = self._told_since or at
        for name, words in alerts:
            self._alerts[name,] = {"id": name, "at": at, "table_id": table, "words": words}

    def compare(self, kept: Kept) -> Iterator[Difference]:
        """By the house's chain alone."""
        yield from self._compare_people(kept.people)
        yield from compare_rows("requests", self._requests, kept.requests, of_house)
        yield from self._compare_sessions(kept.sessions)

    def _compare_people(self, rows: list[derived.Account]) -> Iterator[Difference]:
        for row in rows:
            member = self.roster.get(row.id)
            self.unchecked += member is not None and member.password is None
            for column, says, has in derived.differences(row, member):
                if column in ("password", "factor"):
                    says, has = "another", "this one"
                of = ("house", "") if column in derived.IDLE else ("person", row.id)
                yield Difference(f"people {row.id} {column}", shown(says), shown(has), *of)
        kept = {row.id for row in rows}
        for person, member in self.roster.items():
            if person not in kept:
                has = f"{member.role} {member.name}"
                yield Difference(f"people {person}", shown(has), NO_ROW, "person", person)

    def compare_alerts(self, rows: Table) -> Iterator[Difference]:
        said: Table = {}
        for key, alert in self._alerts.items():
            by, at = self._answered.get(str(alert["id"]), ("", ""))
            said[key] = {**alert, "acknowledged_by": by, "acknowledged_at": at}
        untold = {
            key: row
            for key, row in rows.items()
            if key not in said and (not self._told_since or str(row["at"]) < self._told_since)
        }
        self.unchecked += len(untold)
        told = {key: row for key, row in rows.items() if key not in untold}
        yield from compare_rows("alerts", said, told, of_house)

    def _compare_sessions(self, rows: Table) -> Iterator[Difference]:
        """A session that nobody has begun, or not with that person and role; one that is gone has
        ended. Which are older than the log's word of them is told by their times."""
        for (token,), row in rows.items():
            begun = self._sessions.get(str(token))
            if begun is None and (not self._keyed_since or str(row["made_at"]) < self._keyed_since):
                self.unchecked += 1
                continue
            place = f"sessions {str(token)[:12]}…"
            if begun is None:
                yield Difference(place, NO_ROW, "one", "session", str(token))
                continue
            says = {name: begun[name] for name in ("person", "role")}
            if not _is_near(str(row["made_at"]), str(begun["at"])):
                says["made_at"] = begun["at"]
            if row["role"] == "guest":
                says["name"] = self._names.get(begun["person"], begun["name"])
            for column, value in says.items():
                if row[column] != value:
                    has = shown(row[column])
                    yield Difference(f"{place} {column}", shown(value), has, "session", str(token))
            if str(row["seen_at"]) > (now := stamp(datetime.now(UTC) + MINUTE)) > str(begun["at"]):
                has = shown(row["seen_at"])
                yield Difference(f"{place} seen_at", f"at most {now}", has, "session", str(token))
            if str(row["ends_at"]) > (latest := _ends(row)):
                has = shown(row["ends_at"])
                yield Difference(f"{place} ends_at", latest, has, "session", str(token))


def _is_near(one: str, other: str) -> bool:
    """Whether two times are less than a minute apart: a session begins before it is written."""
    try:
        return abs(read_stamp(one) - read_stamp(other)) < MINUTE
    except (TypeError, ValueError):
        return False


def _ends(row: Columns) -> str:
    """The latest end of a session by its role and its last use."""
    try:
        made, seen = (read_stamp(str(row[name])) for name in ("made_at", "seen_at"))
        if row["role"] in STAFF:
            return stamp(min(seen + STAFF_IDLE + MINUTE, made + STAFF_LONGEST))
        return stamp(seen + PLAYER_IDLE + MINUTE)
    except (OverflowError, TypeError, ValueError):
        return ""


def account_concerns(account: str) -> tuple[str, str]:
    """Whose balance it is: a table's, a jackpot's or a person's."""
    kind, _, rest = account.partition(":")
    if kind in ("seat", "play", "bank", "rake", "tips") and rest not in ("", "practice"):
        return "table", rest.partition(":")[0]
    if kind in ("jackpot", "held"):
        return "jackpot", rest.partition(":")[0]
    return ("person", rest) if kind == "player" else (HOUSE, "")
