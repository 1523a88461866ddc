"""Tables and rounds from before a rule: opened and played then, they are good for ever, and what
is opened or played now meets the rule."""

import random

import pytest

from pitboss.games import opening
from pitboss.games.profile import add_law
from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.engine import House
from pitboss.house.store import open_database
from pitboss.house.tables import setup
from pitboss.refusal import Refused
from pitboss.web.common.tables import load_round
from tests.house.audit_log import verify
from tests.house.auditor import audit
from tests.house.guests import OPERATOR, ask, finish_round, guest

LIMITS = {"limits": {"min": 5, "max": 100}}


def before_the_rule(monkeypatch) -> None:
    """A wager without a pair of its own had no limit, and a table needed none of its records."""
    monkeypatch.setattr(opening, "limits_of", opening.own_limits)
    monkeypatch.setattr(setup, "apply_profile", add_law)
    monkeypatch.setattr(setup, "read_approval", lambda *given: None)


def reopened(house: House, address: str) -> House:
    house.close()
    return House(open_database(address))


def test_a_round_beyond_the_limits_replays_and_verifies_as_recorded(
    address, tmp_path, monkeypatch
) -> None:
    house = House(open_database(address))
    with monkeypatch.context() as then:
        before_the_rule(then)
        table = house.open_table(OPERATOR, {"game": "duki", "table": LIMITS})
        one = guest(house, 1)
        ask(house, table, "sit", one, chips=500)
        beyond = {"ante": 5, "bonus": 150}
        ask(house, table, "wager", one, wagers=beyond, deal=True)
        finish_round(house, table, [one], random.Random(1))
        ask(house, table, "wager", one, wagers={"ante": 5, "bonus": 1}, deal=True)
    house = reopened(house, address)
    with house.database.reading() as transaction:
        past = load_round(transaction, table, 1)
    assert past.running.table.opening.wagers == {1: {"ante": 5_00, "bonus": 150_00}}
    assert house.table(table).question  # the second round goes on where it stood
    finish_round(house, table, [one], random.Random(1))
    with pytest.raises(Refused, match=r"bonus wager of 150\.00 is above the table maximum"):
        ask(house, table, "wager", one, wagers=beyond, deal=True)
    ask(house, table, "wager", one, wagers={"ante": 5, "bonus": 100}, deal=True)
    finish_round(house, table, [one], random.Random(1))
    audit(house.database)
    watch = Watch(house, open_key(tmp_path / "key.pem"))
    watch.start()
    watch.stop()
    signer = Signer(watch.key, house.writer.stamp(), watch.manifest["digest"])
    report = verify([line.encode() for line in export_log(house.database, signer)])
    assert (report.findings, report.counts["rounds replayed"]) == ([], 3)
    house.close()


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "given",
    [
        {"game": "super-omaha", "profile": {"name": "tribal", "approval": "TGA 12"}},
        {
            "game": "super-omaha",
            "profile": {"name": "washington", "date": "2009-01-01", "licence": "house-banked"},
        },
        {
            "game": "buyout",
            "profile": {"name": "washington", "date": "2021-01-01", "licence": "house-banked"},
            "table": {"paytables": {"bonus": {"rows": [["20", 1], ["30-31", 5]]}}},
        },
    ],
    ids=["no records", "before its approval", "against the text"],
)
def test_a_table_that_was_opened_stays_open(address, monkeypatch, given) -> None:
    house = House(open_database(address))
    with pytest.raises(Refused, match=r"profile (tribal|washington)"):
        house.open_table(OPERATOR, given)
    with monkeypatch.context() as then:
        before_the_rule(then)
        table = house.open_table(OPERATOR, given)
    house = reopened(house, address)
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=500)
    main = "first" if given["game"] == "buyout" else "ante"
    ask(house, table, "wager", one, wagers={main: 5}, deal=True)
    finish_round(house, table, [one], random.Random(1))
    with pytest.raises(Refused, match=r"profile (tribal|washington)"):
        ask(house, table, "change-table", OPERATOR, setup={"clock": {"decision": 9}}, why="slow")
    audit(house.database)
    house.close()
