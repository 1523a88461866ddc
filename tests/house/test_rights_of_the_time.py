"""The verifier holds every act of staff against the role of its time, and what takes two people
against both: an act by somebody who had no right to it is a finding."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.access import ACTS
from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.rights import CHARGE, RIGHTS, Rights
from pitboss.house.audit.verify import verify_log
from tests.house.derived_house import furnish

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OLGA, OVE, SVEN, PIA, GHOST = (f"person-{number:016x}" for number in range(1, 6))

ACT_OF = {
    "person-made": "manage-people",
    "role-changed": "manage-people",
    "person-deactivated": "manage-people",
    "person-reactivated": "manage-people",
    "second-factor-reset": "manage-people",
    "person-renamed": "manage-people",
    "password-changed": "manage-people",
    "jackpot-opened": "open-jackpot",
    "promotion-made": "make-promotion",
    "promotion-ended": "end-promotion",
    "table-opened": "open-table",
    "settings-changed": "change-table",
    "table-closed": "close-table",
    "meter-adjusted": "adjust-meter",
    "alert-acknowledged": "acknowledge-alert",
    "hit-advanced": "advance-hit",
    "cards-checked": "check-cards",
    "round-voided": "void",
}


class Log:
    """Entries one after the other, a minute apart."""

    def __init__(self) -> None:
        self.rights = Rights()
        self.at = NOON
        self.found: list[str] = []
        for person, role in (
            *((OLGA, "operator"), (OVE, "operator"), (SVEN, "supervisor"), (PIA, "player")),
        ):
            self.write("machine", "person-made", person=person, role=role, hashed="x")

    def write(self, who: str, kind: str, chain: str = "house", **body: Any) -> None:
        self.at += timedelta(minutes=1)
        entry = {"chain": chain, "kind": kind, "who": who, "body": body}
        self.found += self.rights.add({**entry, "at": self.at.isoformat()}, kind)

    def request(self, asks: str, approves: str, act: str = "adjust-meter") -> None:
        self.write(asks, "request-asked", request="r", act=act, body={}, why="so")
        answer: dict[str, Any] = {"request": "r", "act": act, "asked_by": asks, "done": True}
        self.write(approves, "request-approved", **answer)

    @property
    def findings(self) -> list[str]:
        return [*self.found, *(f"{place}: {problem}" for place, problem in self.rights.finish())]


def test_rights_are_those_by_which_the_house_refuses() -> None:
    assert ACT_OF.keys() == RIGHTS.keys()
    for kind, act in ACT_OF.items():
        assert set(RIGHTS[kind]) == set(ACTS[act]), kind
    for act in ("adjust-meter", "reseed", "void-settled"):
        assert set(ACTS[act]) == set(CHARGE)


def test_honest_acts_are_no_findings() -> None:
    log = Log()
    log.write(SVEN, "hit-advanced", "duki-1", state="paid")
    log.write(OLGA, "role-changed", person=PIA, before="player", after="dealer")
    log.write(PIA, "round-voided", "duki-1", round=1)
    log.write(PIA, "password-changed", person=PIA, hashed="y", temporary=False)
    log.request(SVEN, OLGA)
    log.write("table", "table-closed", "duki-1")
    log.write("guest-1", "table-opened", "duki-2", owner="guest-1")
    log.write("guest-1", "settings-changed", "duki-2", before={}, after={})
    assert log.findings == []
    assert log.rights.counts == {"acts": 5}


@pytest.mark.parametrize(
    ("who", "kind", "words"),
    [
        (GHOST, "settings-changed", "whom the log does not know: needs operator"),
        (SVEN, "settings-changed", "supervisor: needs operator"),
        (PIA, "hit-advanced", "player: needs supervisor"),
        (OLGA, "cards-checked", "operator: needs supervisor"),
        ("guest-1", "round-voided", "guest: needs dealer or supervisor"),
    ],
)
def test_an_act_without_the_right_to_it_is_a_finding(who: str, kind: str, words: str) -> None:
    log = Log()
    log.write(who, kind, "duki-1")
    assert log.findings == [f"{kind}: {kind} by {who}, {words}"]


def test_a_right_counts_from_when_it_was_given_to_when_it_was_taken() -> None:
    log = Log()
    log.write(PIA, "round-voided", "duki-1")
    log.write(OLGA, "role-changed", person=PIA, before="player", after="dealer")
    log.write(PIA, "round-voided", "duki-1")
    log.write(OLGA, "person-deactivated", person=PIA)
    log.write(PIA, "round-voided", "duki-1")
    log.write(OLGA, "person-reactivated", person=PIA)
    log.write(PIA, "round-voided", "duki-1")
    before, after = log.findings
    assert "player: needs" in before
    assert "whose account is closed" in after


def test_two_people_are_two() -> None:
    log = Log()
    log.request(SVEN, SVEN)
    assert log.findings == ["is answered by whoever asked for it"]
    log = Log()
    log.write(OLGA, "password-changed", person=SVEN, hashed="y", people=[OVE, OLGA])
    assert log.found == ["names two people who have not asked for it and approved it"]
    log = Log()
    log.write(OLGA, "role-changed", person=PIA, before="player", after="supervisor")
    assert log.found == ["concerns a supervisor, which takes two people, and was done by one"]


@pytest.mark.parametrize(("days", "found"), [(1, 1), (29, 1), (31, 0)])
def test_nobody_approves_who_was_made_by_whoever_asked(days: int, found: int) -> None:
    log = Log()
    log.request(OVE, OLGA, "make-person")
    log.at -= timedelta(minutes=1)  # in the same transaction
    both: dict[str, Any] = {"people": [OVE, OLGA], "hashed": "x"}
    log.write(OLGA, "person-made", person=GHOST, role="supervisor", **both)
    assert log.found == []
    log.at += timedelta(days=days)
    log.request(OLGA, GHOST)
    assert len(log.found) == found
    assert all("had a hand in the account" in words for words in log.found)


def test_what_was_done_before_the_log_told_enough_is_counted() -> None:
    rights = Rights()
    entry = {"chain": "duki-1", "kind": "hit-advanced", "who": GHOST, "body": {}}
    assert [*rights.add({**entry, "at": NOON.isoformat()}, "here"), *rights.finish()] == []
    assert rights.counts == {"earlier acts": 1}


def test_an_honest_house_verifies_and_a_ghosts_act_does_not(address: str, tmp_path: Path) -> None:
    with furnish(address, tmp_path) as found:
        watch, house = found.watch, found.house

        def findings() -> list[str]:
            signer = Signer(watch.key, house.writer.stamp(), watch.manifest["digest"])
            lines = [line.encode() for line in export_log(house.database, signer)]
            report = verify_log(lines, [watch.key.public], (), Replayer())
            assert report.counts["acts"] > 10
            return [each.problem for each in report.findings]

        assert findings() == []
        found.people["Olga"] = found.people["Olga"]._replace(id=GHOST)
        house.open_jackpot(
            found.people["Olga"],
            {"terms": {"paytable": "5CL-E01", "type": "progressive", "wager": 1, "seed": 100}},
        )
        (problem,) = findings()
        assert f"jackpot-opened by {GHOST}, whom the log does not know" in problem
