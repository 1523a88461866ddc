"""After a cause that wants the cards checked a table is stopped until a supervisor records it."""

import pytest

from pitboss.house.access import Forbidden
from pitboss.house.audit.replay import Stops
from pitboss.house.engine import TABLE, House
from pitboss.house.store import entries, open_database
from pitboss.house.tables.state import table_view
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import DEALER, OPERATOR, SUPERVISOR, ask
from tests.house.test_irregularities import begin, sit_two


@pytest.mark.rule("DUKI-24")
@pytest.mark.parametrize("is_settled", [False, True])
def test_after_cause_d_no_round_until_a_supervisor_has_recorded_the_check(house, is_settled):
    table, two = sit_two(house, "duki", clock={"decision": 30, "wagers": 20})
    begin(house, table, two, {"bonus": 5} if is_settled else {"ante": 10})
    assert (house.table(table).question is None) == is_settled
    assert table_view(house.table(table), "")["may_void"]
    ask(house, table, "void", DEALER, reason="d")
    shown = table_view(house.table(table), "")
    assert not shown["may_void"]
    assert (shown["stopped"]["round"], shown["stopped"]["rule"]) == (1, "DUKI-24")
    ask(house, table, "wager", two[0], wagers={"ante": 10}, deal=True)
    assert table_view(house.table(table), "")["deadline"] is None, "the clock locks no wagers"
    words = "is stopped: round 1 was voided by cause .d., and a supervisor first records"
    version = house.table(table).version
    for person, act, given in (
        (two[1], "wager", {"wagers": {"ante": 10}, "deal": True}),
        (DEALER, "deal", {}),
        (SUPERVISOR, "deal", {}),
        (two[0], "deal", {}),
        (TABLE, "deal", {}),
        (TABLE, "tick", {}),
    ):
        with pytest.raises(Refused) as caught:
            ask(house, table, act, person, **given)
        assert len(str(caught.value).splitlines()) == 1
        if act != "tick":
            caught.match(words)
    for person in (DEALER, OPERATOR, two[0]):
        with pytest.raises(Forbidden, match="check-cards: needs the role supervisor"):
            ask(house, table, "check-cards", person)
    assert house.table(table).version == version
    ask(house, table, "check-cards", SUPERVISOR)
    with house.database.reading() as transaction:
        entry = entries.after(transaction, table, version)[0]
    assert (entry.kind, entry.who) == ("cards-checked", SUPERVISOR.id)
    assert entry.values == {"round": 1, "cause": "d", "by": "supervisor"}
    assert table_view(house.table(table), "")["stopped"] is None
    assert table_view(house.table(table), "")["deadline"]
    with pytest.raises(Refused, match="no check is due"):
        ask(house, table, "check-cards", SUPERVISOR)
    ask(house, table, "wager", two[1], wagers={"ante": 10}, deal=True)
    assert house.table(table).round == 2
    audit(house.database)


def test_the_stop_survives_a_restart_and_another_server_knows_it(address):
    first = House(open_database(address))
    table, two = sit_two(first, "duki")
    second = House(open_database(address))
    begin(first, table, two, {"ante": 10})
    ask(first, table, "void", DEALER, reason="d")
    with pytest.raises(Refused, match="is stopped"):
        ask(second, table, "deal", DEALER)
    second.refresh()
    assert second.table(table).stop == first.table(table).stop
    third = House(open_database(address))
    assert third.table(table).stop == first.table(table).stop
    assert not third.table(table).may_void
    with pytest.raises(Refused, match="is stopped"):
        ask(third, table, "deal", SUPERVISOR)
    ask(third, table, "check-cards", SUPERVISOR)
    first.refresh()
    begin(first, table, two, {"ante": 10})
    second.refresh()
    assert second.table(table).round == first.table(table).round == 2
    audit(first.database)
    for each in (first, second, third):
        each.close()


OPENED = {"chain": "duki-1", "kind": "round-opened", "body": {"round": 8}}
STOPPED = {"chain": "duki-1", "kind": "round-voided", "body": {"round": 7, "stops": True}}
LATE = {**STOPPED, "kind": "round-corrected"}
CHECKED = {"chain": "duki-1", "kind": "cards-checked", "body": {"round": 7, "by": "supervisor"}}


def changed(entry, **body):
    return {**entry, "body": {**entry["body"], **body}}


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ([STOPPED, CHECKED, OPENED], []),
        ([LATE, CHECKED, OPENED], []),
        ([changed(STOPPED, stops=None), OPENED], []),
        ([STOPPED, {**OPENED, "chain": "duki-2"}], []),
        ([STOPPED, OPENED], ["opened before the cards were checked that round 7 was voided for"]),
        ([LATE, OPENED], ["opened before the cards were checked that round 7 was voided for"]),
        ([STOPPED, changed(CHECKED, by="dealer"), OPENED], ["checked by a dealer, not a supervis"]),
        ([STOPPED, changed(CHECKED, round=6), OPENED], ["after another round than the one"]),
    ],
)
def test_the_verifier_finds_a_round_before_the_check(log, found):
    stops = Stops()
    problems = [problem for entry in log for problem in stops.add(entry)]
    assert len(problems) == len(found)
    assert all(words in problem for words, problem in zip(found, problems, strict=True))
