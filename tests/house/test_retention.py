"""What guests leave behind goes after its time, by itself, and the log stays whole and says so."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pitboss.house import access, ledger
from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.heads import sign_head
from pitboss.house.audit.integrity import Key, announce_key, open_key
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.retention import Retention
from pitboss.house.audit.verify import Report, verify_log
from pitboss.house.engine import House
from pitboss.house.log import Draft, Entry, Person, canonical
from pitboss.house.manifest import make_manifest
from pitboss.house.store import entries, open_database, people, tables
from pitboss.house.store.entries import Which
from pitboss.house.tables.play import Command
from tests.house.guests import OPERATOR, open_table

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Place:
    """A house whose clock is set by hand, with a key."""

    def __init__(self, address: str, folder: Path) -> None:
        self.now = START
        self.house = House(open_database(address), now=lambda: self.now)
        self.key: Key = open_key(folder / "key.pem")
        self.manifest = make_manifest()
        self.house.do(lambda unit: unit.append_house(announce_key(self.key), "house"))
        started = Draft("software-started", {"manifest": self.manifest})
        self.house.do(lambda unit: unit.append_house(started, "house"))

    def pass_days(self, days: float) -> None:
        self.now += timedelta(days=days)

    def guest(self) -> Person:
        begun = self.house.do(lambda unit: access.begin_guest(unit, self.now))
        person: Person = begun.session.person
        self.house.issue_chips(person)
        return person

    def practise(self, guest: Person, closes: bool = True, **setup: object) -> str:
        """A practice table at which a round was played."""
        given = {"game": "duki", "practice": True, "clock": {"decision": 0, "wagers": 0}, **setup}
        table = self.house.open_table(guest, given, guest.id)
        self.play(table, guest)
        if closes:
            self.house.ask(Command(table, "leave", guest, {}))
            self.house.ask(Command(table, "close-table", guest, {"why": "enough"}))
        return table

    def play(self, table: str, person: Person) -> None:
        self.house.ask(Command(table, "sit", person, {"chips": 200}))
        wagers = {"wagers": {"ante": 10}, "deal": True}
        self.house.ask(Command(table, "wager", person, wagers))
        self.house.ask(Command(table, "decide", person, {"action": "fold"}))

    def sign(self) -> bytes:
        """A head, as somebody keeps it elsewhere."""
        with self.house.database.transaction() as transaction:
            digest = self.manifest["digest"]
            head = sign_head(transaction, self.now.isoformat(), self.key, digest)
        values = {"head": json.loads(head.body), "signature": head.signature}
        return canonical(values).encode() + b"\n"

    def verify(self, *kept: bytes) -> Report:
        signer = Signer(self.key, self.now.isoformat(), self.manifest["digest"])
        lines = [line.encode() for line in export_log(self.house.database, signer)]
        return verify_log(lines, [self.key.public], kept, Replayer())

    def chains(self) -> set[str]:
        with self.house.database.reading() as transaction:
            return set(entries.ends(transaction))

    def told(self, kind: str) -> list[Entry]:
        with self.house.database.reading() as transaction:
            return entries.search(transaction, Which("house", (kind,)))

    def balances(self) -> dict[str, int]:
        with self.house.database.reading() as transaction:
            return dict(entries.read_balances(transaction))


@pytest.fixture
def place(address: str, tmp_path: Path) -> Iterator[Place]:
    found = Place(address, tmp_path)
    yield found
    found.house.close()


def test_a_swept_house_still_verifies_and_its_books_are_unchanged(place: Place) -> None:
    guest, other = place.guest(), place.guest()
    played = open_table(place.house, "duki", clock={"decision": 0, "wagers": 0})
    place.play(played, other)
    practised = place.practise(guest)
    kept = place.sign()
    before = place.balances()
    place.pass_days(91)
    Retention(place.house).sweep()
    assert practised not in place.chains()
    assert played in place.chains()
    (removed,) = place.told("log-removed")
    assert removed.values["chain"] == practised
    assert removed.values["version"] > 5
    after = place.balances()
    assert after[ledger.bank(played)] == before[ledger.bank(played)]
    assert after.get(ledger.PRACTICE, 0) == 0
    assert not [account for account in after if practised in account]
    with place.house.database.reading() as transaction:
        assert not tables.is_known(transaction, practised)
    place.sign()
    report = place.verify(kept)
    assert [(one.place, one.problem) for one in report.findings] == []
    assert report.counts["chains removed"] == 1


def test_the_chips_of_guests_who_are_gone_go_back_to_the_cage(place: Place) -> None:
    gone, stays = place.guest(), place.guest()
    place.pass_days(29)
    with place.house.database.transaction() as transaction:
        transaction.execute(
            "UPDATE sessions SET ends_at = ? WHERE person = ?",
            ((place.now + timedelta(days=30)).isoformat(timespec="milliseconds"), stays.id),
        )
    Retention(place.house).sweep()
    assert place.told("chips-returned") == []
    place.pass_days(2)
    Retention(place.house).sweep()
    assert [entry.values["who"] for entry in place.told("chips-returned")] == [gone.id]
    balances = place.balances()
    assert balances[ledger.player(gone.id)] == 0
    assert balances[ledger.player(stays.id)] == 1_000_00
    with place.house.database.reading() as transaction:
        rows = transaction.execute("SELECT person FROM sessions")
    assert [person for (person,) in rows] == [stays.id]
    assert place.verify().findings == []


def test_what_is_young_open_the_houses_or_on_a_jackpot_stays(place: Place) -> None:
    guest = place.guest()
    jackpot = {"paytable": "5CL-E01", "type": "progressive", "wager": 1, "seed": 100}
    given = {"game": "super-omaha", "terms": {**jackpot, "rate": "0.2", "reserve": "0.01"}}
    name = place.house.open_jackpot(OPERATOR, given, practice=True)
    linked = {"game": "super-omaha", "practice": True, "table": {"jackpots": [{"jackpot": name}]}}
    on_jackpot = place.house.open_table(guest, linked, guest.id)
    place.house.ask(Command(on_jackpot, "close-table", guest, {"why": "enough"}))
    is_open = place.practise(guest, closes=False)
    of_house = open_table(place.house, "duki")
    place.house.ask(Command(of_house, "close-table", OPERATOR, {"why": "enough"}))
    old = place.practise(guest)
    place.pass_days(89)
    young = place.practise(place.guest())
    Retention(place.house).sweep()
    assert old in place.chains()
    place.pass_days(2)
    Retention(place.house, practice_days=0).sweep()
    assert old in place.chains()
    Retention(place.house).sweep()
    assert place.chains() == {"house", on_jackpot, is_open, of_house, young}
    assert place.verify().findings == []


def test_a_log_that_is_removed_without_a_word_is_found(place: Place) -> None:
    practised, kept = place.practise(place.guest()), place.sign()
    with place.house.database.transaction() as transaction:
        transaction.execute("DELETE FROM entries WHERE chain = ?", (practised,))
    words = [one.problem for one in place.verify(kept).findings]
    assert f"names chain {practised}, which is missing" in words


def test_a_removal_that_does_not_fit_what_heads_say_is_found(place: Place) -> None:
    practised, kept = place.practise(place.guest()), place.sign()
    with place.house.database.reading() as transaction:
        version, _ = entries.end(transaction, practised)
    body = {"chain": practised, "version": version, "hash": "ab" * 32}
    place.house.do(lambda unit: unit.append_house(Draft("log-removed", body), "house"))
    with place.house.database.transaction() as transaction:
        transaction.execute("DELETE FROM entries WHERE chain = ?", (practised,))
    words = [one.problem for one in place.verify(kept).findings]
    assert f"names {practised} entry {version}, which is not as it was removed" in words


def test_many_are_swept_some_at_a_time(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.audit.retention.AT_ONCE", 2)
    monkeypatch.setattr("pitboss.house.audit.retention.REST_SECONDS", 0.0)
    for _ in range(5):
        place.guest()
    place.pass_days(31)
    commits = 0
    do = place.house.do

    def counted(task: object) -> object:
        nonlocal commits
        commits += 1
        return do(task)  # type: ignore[arg-type]

    monkeypatch.setattr(place.house, "do", counted)
    Retention(place.house).sweep()
    assert len(place.told("chips-returned")) == 5
    assert commits >= 3 + 3
    assert place.verify().findings == []


def test_old_attempts_to_log_in_go(place: Place) -> None:
    with place.house.database.transaction() as transaction:
        for number, key in enumerate(("known one", "one", "two"), 1):
            people.keep_attempts(transaction, key, 1.0, float(number))
        people.forget_attempts(transaction, 3.0, 1.0)
        left = transaction.execute("SELECT key FROM attempts ORDER BY key")
    assert left == [("known one",), ("two",)]
