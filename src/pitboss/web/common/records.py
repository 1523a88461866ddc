"""The public record of an ended round: all that a checker needs to deal and settle it again, and
nobody's name. Its seed is shown to everyone who may see the round, and gives every card of it."""

from typing import Any

from pitboss.games.events import PotMade
from pitboss.house.store import Transaction
from pitboss.house.tables.apply import read_entry
from pitboss.house.tables.entries import Decided, RoundOpened, RoundVoided
from pitboss.house.tables.past import deal_anew, ended_fair, setup_before
from pitboss.money import dollars, exact_dollars
from pitboss.refusal import Refused
from pitboss.rounds.record import dealt_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import write_decision
from pitboss.web.common.tables import find_round

FORMAT = "pitboss-record"
VERSION = 1


def record_values(transaction: Transaction, table_id: str, number: int) -> dict[str, Any]:
    """A round as docs/fair.md has its record. One of an earlier Pitboss has no seed, and its cards
    are not everybody's."""
    found = find_round(transaction, table_id, number)
    opened = found.entries[0]
    fair = ended_fair(opened)
    if fair["seed"] is None:
        raise Refused(
            f"record of round {number}: it was dealt by an earlier Pitboss, without a seed;"
            " ask for the exported round"
        )
    steps = [read_entry(entry) for entry in found.entries]
    first = steps[0]
    assert isinstance(first, RoundOpened)
    running = deal_anew(
        setup_before(transaction, table_id, found.line.opened_version), found.entries
    )
    taken = [step.decision for step in steps if isinstance(step, Decided | RoundVoided)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": table_id,
        "round": number,
        "status": found.line.status,
        "fair": {name: fair[name] for name in ("commitment", "added", "seed")},
        "script": dict(first.script),
        "decisions": [write_decision(decision) for decision in taken],
        "dealt": dealt_json(running.table.events),
        "result": {**found.result, **_came_to(running)},
    }


def _came_to(running: Runner) -> dict[str, Any]:
    """What the log has in postings alone: meters after the round, and the rake."""
    table = running.table
    values: dict[str, Any] = {}
    if table.meters:
        values["after"] = [[exact_dollars(part) for part in meter] for meter in table.meters]
    if table.opening.seating:
        pots = (event for event in table.events if isinstance(event, PotMade))
        values["rake"] = dollars(sum(pot.rake_cents for pot in pots))
    return values
