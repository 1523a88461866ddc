"""Secrets at rest: the database shows no card of a round in play, nor can one be exchanged."""

import json
import random
import shutil
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pyotp
import pytest

from pitboss.cards import format_cards
from pitboss.house import accounts, personnel
from pitboss.house.audit.derived.comparison import Comparison
from pitboss.house.audit.verify import Finding
from pitboss.house.log import stamp
from pitboss.house.store import entries, people
from pitboss.house.store.entries import Change, Unit
from pitboss.house.store.vault import is_locked
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import ask, guest, open_table, play_round
from tests.house.people_room import QUICK
from tests.house.safe import (
    NO_CLOCK,
    TAMPERINGS,
    Safe,
    alter,
    begin,
    exchange,
    exported,
    findings,
    opened_at,
)
from tests.postgresql import mark, written_since
from tests.verifier.checking import check_lines


@pytest.fixture
def stored(safe: Safe, request: pytest.FixtureRequest) -> Callable[[], bytes]:
    """Every byte of the database on its disk, the write-ahead log included; of a PostgreSQL server,
    which has the databases of other tests too, every file that was written since."""
    if "://" not in safe.address:
        path = Path(safe.address)
        return lambda: b"".join(each.read_bytes() for each in sorted(path.parent.glob("house.db*")))
    server = request.getfixturevalue("postgresql")
    moment = mark(server)
    return lambda: written_since(server, moment)


def test_the_database_shows_no_card_of_a_round_in_play(safe: Safe, stored):
    with safe.house() as house:
        table, one = begin(house)
        drawn = house.table(table).drawn
        assert drawn
        sealed = drawn.seed.encode()
        deck = format_cards(drawn.deck())
        found = stored()
        assert table.encode() in found
        assert sealed not in found
        hands = [deck[place : place + 11] for place in range(0, len(deck), 12)]
        bare = found.replace(b'"', b"")
        for text in (deck, *hands):
            assert text.encode() not in bare
            assert text.replace(" ", "").encode() not in bare
        ask(house, table, "decide", one, action="fold")
        seal = house.table(table).next_seal
        assert seal
        found = stored()
        assert seal.commitment.encode() in found
        assert seal.seed.encode() not in found
    with closing(safe.database()) as database:
        assert audit(database)


def test_held_cards_are_locked_too(safe: Safe, stored):
    with safe.house() as house:
        table = open_table(house, "holdout", clock=NO_CLOCK)
        guests = [guest(house, number) for number in (1, 2, 3)]
        for one in guests:
            ask(house, table, "sit", one, chips=400)
        for seed in range(4):
            play_round(house, table, guests, random.Random(seed))
        with house.database.reading() as transaction:
            found = entries.after(transaction, table, 0)
            kept = transaction.execute("SELECT secret FROM entries WHERE secret IS NOT NULL")
        secrets = [entry.secret for entry in found if entry.secret]
        assert all(is_locked(text) for (text,) in kept)
        assert len(kept) == len(secrets)
        assert any("cards" in secret for secret in secrets)
        data = stored()
        assert table.encode() in data
        assert not any(secret.encode() in data for secret in secrets)


def test_a_second_factor_is_locked(safe: Safe, stored, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def act(do, *given):
        with database.transaction() as transaction:
            unit = Unit(transaction, stamp(now))
            answer = do(Change(unit, olga, now), *given)
            unit.flush()
            return answer

    with closing(safe.database()) as database:
        made = accounts.ensure_operator(database, "Olga", "correct horse", now)
        assert made
        olga = made.person
        proof = accounts.prove(database, "Olga", "correct horse")
        secret = act(accounts.begin_factor, proof).secret
        found = stored()
        assert olga.id.encode() in found
        assert secret.encode() not in found
        act(personnel.confirm_factor, pyotp.TOTP(secret).at(now))
        assert secret.encode() not in stored()
        later = datetime(2026, 3, 1, 13, tzinfo=UTC)
        with database.transaction() as transaction:
            assert accounts._takes_code(transaction, olga.id, pyotp.TOTP(secret).at(later), later)
            transaction.execute("UPDATE people SET factor = ?", (json.dumps({"secret": secret}),))
        with database.transaction() as transaction, pytest.raises(Refused, match="cannot be ope"):
            accounts._takes_code(transaction, olga.id, "123456", later)


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_a_deck_exchanged_after_a_kill_stops_the_table(safe: Safe, tmp_path: Path, tamper):
    with safe.house() as house:
        table, one = begin(house)
        other = open_table(house, "duki", clock=NO_CLOCK)
        version = opened_at(house, table)
    with safe.raw() as transaction:
        tamper(transaction, table, version)
    with safe.house() as house:
        with pytest.raises(Refused, match=r"is stopped, its log is not sound: .*another secret"):
            ask(house, table, "decide", one, action="fold")
        with house.database.reading() as transaction:
            (alert,) = people.read_alerts(transaction)
        assert table in alert.words
        assert house.table(other).phase == "wagering"
        assert (table, "its secret does not fit the commitment") in [
            (where.split()[0], what) for where, what in findings(house.database)
        ]
        if shutil.which("node"):
            _, said = check_lines(tmp_path, exported(house.database))
            assert (table, "commitment") in [
                (one["chain"], one["step"]) for one in said["findings"]
            ]


@pytest.mark.parametrize("kind", ["round-opened", "round-sealed"])
def test_a_seed_taken_away_after_a_kill_stops_the_table(safe: Safe, kind: str):
    with safe.house() as house:
        table, one = begin(house)
    with safe.raw() as transaction:
        transaction.execute(
            "UPDATE entries SET secret = NULL WHERE chain = ? AND kind = ?", (table, kind)
        )
    with safe.house() as house:
        with pytest.raises(Refused, match=r"is stopped, its log is not sound: .*seed"):
            ask(house, table, "decide", one, action="fold")
        assert any(table in each.place for each in Comparison(house.database).run())


def test_the_seal_of_the_next_round_is_watched_too(safe: Safe):
    with safe.house() as house:
        table, one = open_table(house, "duki", clock=NO_CLOCK), guest(house, 1)
        ask(house, table, "sit", one, chips=400)
        seal = house.table(table).next_seal
        assert seal
    with safe.raw() as transaction:
        alter(transaction, table, seal.version)
    with safe.house() as house:
        with pytest.raises(Refused, match="is stopped"):
            house.table(table)
        expected = Finding(
            f"{table} entry {seal.version}", "its secret does not fit the commitment"
        )
        assert expected in findings(house.database)


@pytest.mark.parametrize("tamper", [exchange, alter])
def test_the_verifier_names_a_secret_of_an_ended_round_that_does_not_open(safe: Safe, tamper):
    with safe.house() as house:
        table, one = begin(house)
        version = opened_at(house, table)
        ask(house, table, "decide", one, action="fold")
        assert not any(where.startswith(table) for where, _ in findings(house.database))
    with safe.raw() as transaction:
        tamper(transaction, table, version)
    with closing(safe.database()) as database:
        named = Finding(f"{table} entry {version}", "its secret does not fit the commitment")
        assert named in findings(database)
