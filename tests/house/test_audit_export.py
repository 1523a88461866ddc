"""Exports of a log, and the verifier's word that nothing is wrong with them."""

import json
from pathlib import Path

import pytest

from pitboss.games import OURS
from pitboss.house.audit.export import Scope, export_log, export_round
from pitboss.house.audit.integrity import announce_key, open_key
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import verify_round
from pitboss.house.log import Draft
from pitboss.refusal import Refused
from tests.house.audit_log import House, verify

ROUNDS = 12


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Four tables, twelve rounds at each, one more of Holdout left in play after its holds."""
    house = House(tmp_path_factory.mktemp("house"))
    for number in range(ROUNDS):
        for table, key in enumerate(OURS):
            house.play(f"t{table}", key, 100 * table + number)
        house.sign()
        if number == 5:
            house.seconds += 24 * 3_600
    house.play("t9", "holdout", 1, until="hold")
    return house


def test_a_whole_log_is_found_right_and_every_round_is_replayed(house: House) -> None:
    report = verify(house.export(), house.key.public)
    assert report.findings == []
    assert report.counts["chains"] == 6
    assert report.counts["heads"] == ROUNDS + 1
    assert report.counts["secrets in play"] > 1
    assert report.counts["rounds replayed"] == ROUNDS * len(OURS)


def test_a_deck_in_play_never_leaves(house: House) -> None:
    entries = [json.loads(line).get("entry") for line in house.export()]
    played = [entry for entry in entries if entry and entry["chain"] == "t9"]
    with_secret = [entry for entry in played if "commitment" in entry["body"]]
    assert {entry["kind"] for entry in with_secret} == {"round-opened", "decided"}
    assert [entry["secret"] for entry in with_secret] == [None] * len(with_secret)
    text = b"".join(house.export()).decode()
    with house.database.reading() as transaction:
        sql = "SELECT secret FROM entries WHERE chain = 't9' AND secret IS NOT NULL"
        for (secret,) in transaction.execute(sql):
            assert json.loads(secret).get("deck", secret) not in text


def test_only_rounds_show_secrets(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("house", Draft("person-made", {"name": "bo"}, {}, {"password": "hidden-hash"}))
    assert b"hidden-hash" not in b"".join(house.export())


@pytest.mark.parametrize(
    ("scope", "chains", "whole_rounds"),
    [
        (Scope("t1"), {"t1"}, True),
        (Scope(first_day="2026-03-02"), {"house", "t0", "t1", "t2", "t3", "t9"}, False),
        (Scope(last_day="2026-03-01"), {"house", "t0", "t1", "t2", "t3"}, True),
        (Scope("t2", "2026-03-02", "2026-03-02"), {"t2"}, False),
    ],
)
def test_parts_of_a_log_are_found_right(
    house: House, scope: Scope, chains: set[str], whole_rounds: bool
) -> None:
    lines = house.export(scope)
    report = verify(lines, house.key.public)
    assert report.findings == []
    entries = [json.loads(line)["entry"] for line in lines if line.startswith(b'{"entry"')]
    assert {entry["chain"] for entry in entries} <= chains
    assert (entries[0]["version"] == 1) is whole_rounds
    assert report.counts["entries"] == len(entries) > 30


@pytest.mark.parametrize(
    ("scope", "words"),
    [
        (Scope("t77"), "no table 't77'"),
        (Scope(first_day="2026-2-30"), "'2026-2-30' is no day"),
        (Scope("", "2026-03-02", "2026-03-01"), "the first day comes first"),
    ],
)
def test_a_bad_scope_is_refused_before_the_first_line(
    house: House, scope: Scope, words: str
) -> None:
    with pytest.raises(Refused, match=words):
        export_log(house.database, house.signer, scope)


def test_a_round_is_exported_and_found_right(house: House) -> None:
    for table in ("t0", "t1", "t2", "t3"):
        with house.database.reading() as transaction:
            value = export_round(transaction, table, 7)
        replayer = Replayer()
        report = verify_round(json.loads(json.dumps(value)), replayer)
        assert (report.findings, replayer.counts) == ([], {"rounds replayed": 1})


def test_a_round_in_play_is_not_exported(house: House) -> None:
    with house.database.reading() as transaction, pytest.raises(Refused, match="no such round"):
        export_round(transaction, "t9", 1)


def test_a_head_is_signed_only_when_something_is_new(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.sign()
    house.sign()
    house.export()
    with house.database.reading() as transaction:
        assert transaction.execute("SELECT COUNT(*) FROM heads") == [(1,)]


def test_a_log_of_two_servers_with_a_key_each(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.sign()
    (tmp_path / "house.key").unlink()
    first = house.key.public
    house.key = open_key(tmp_path / "house.key")
    house.write("house", announce_key(house.key))
    report = verify(house.export())
    assert (report.findings, len(report.keys)) == ([], 2)
    problems = {finding.place for finding in verify(house.export(), first).findings}
    assert problems == {"head 2", "end"}
