"""Logs of the live tables, on both databases: exported, verified, every round replayed."""

import json
import random
from pathlib import Path

import pytest

from pitboss.house.audit.export import Scope, Signer, export_log, export_round
from pitboss.house.audit.heads import sign_head
from pitboss.house.audit.integrity import announce_key, open_key
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import verify_round
from pitboss.house.books.reports import RECORDS, csv_lines, record_rows
from pitboss.house.engine import House
from pitboss.house.log import Draft
from pitboss.house.manifest import make_manifest
from tests.house.audit_log import NOON, verify
from tests.house.guests import SUPERVISOR, ask, guest, open_table, play_round

GAMES = ("duki", "buyout", "super-omaha", "holdout")
ROUNDS = 4


@pytest.fixture
def signer(house: House, tmp_path: Path) -> Signer:
    """A house that has recorded its key and its software."""
    key, manifest = open_key(tmp_path / "house.key"), make_manifest()

    def record(unit):
        unit.append_house(announce_key(key), "house")
        unit.append_house(Draft("software-started", {"manifest": manifest}), "house")

    house.do(record)
    return Signer(key, NOON.isoformat(), manifest["digest"])


def test_what_the_tables_write_is_found_right(house: House, signer: Signer) -> None:
    rng = random.Random(5)
    tables = {game: open_table(house, game) for game in GAMES}
    people = [guest(house, number) for number in range(8)]
    for number, (game, table) in enumerate(tables.items()):
        seated = people[2 * number : 2 * number + 2]
        for person in seated:
            ask(house, table, "sit", person, chips=400)
        for _ in range(ROUNDS):
            play_round(house, table, seated, rng)
        # the last one is voided when it is settled
        ask(house, table, "void", SUPERVISOR, reason="d" if game == "duki" else "misdeal")
        if game == "duki":
            ask(house, table, "check-cards", SUPERVISOR)
        with house.database.transaction() as transaction:
            sign_head(transaction, signer.at, signer.key, signer.manifest)
        if game == "duki":
            for person in seated:
                ask(house, table, "wager", person, wagers={"ante": 10}, deal=True)
            ask(house, table, "void", SUPERVISOR, reason="a card fell")
            for person in seated:
                ask(house, table, "wager", person, wagers={"ante": 10}, deal=True)
    lines = [line.encode() for line in export_log(house.database, signer)]
    report = verify(lines, signer.key.public)
    assert report.findings == []
    assert report.counts["rounds replayed"] == ROUNDS * len(GAMES) + 1
    assert report.counts["secrets in play"] == 1
    part = export_log(house.database, signer, Scope(tables["super-omaha"]))
    assert verify([line.encode() for line in part]).findings == []
    with house.database.reading() as transaction:
        value = export_round(transaction, tables["holdout"], 2)
    replayer = Replayer()
    report = verify_round(json.loads(json.dumps(value)), replayer)
    assert (report.findings, replayer.counts) == ([], {"rounds replayed": 1})
    for name in RECORDS:
        rows = list(csv_lines(record_rows(house.database, name)))
        assert len(rows) > (0 if name == "hits" else 4), name
