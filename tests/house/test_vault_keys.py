"""The key of the vault is outside the database, and nothing is begun without the right one."""

import json
import os
import random
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pyotp
import pytest

from pitboss.cli.main import main
from pitboss.house import accounts
from pitboss.house.audit.integrity import announce_key, open_key
from pitboss.house.engine import House
from pitboss.house.store import Consent, entries, open_database, open_vault, people
from pitboss.house.store.schema import read_meta, write_meta
from pitboss.house.store.vault import PLAIN, Locked, is_locked, is_unopened, mix
from pitboss.house.store.vault_keys import RECORD
from pitboss.refusal import Refused
from pitboss.web.server import open_locked
from pitboss.web.settings import Options
from tests.house.guests import ask, finish_round
from tests.house.safe import AT, Safe, begin, findings, opened_at, put

SECOND = "0123456789abcdef" * 4


def test_without_the_right_keys_nothing_is_begun(safe: Safe, tmp_path: Path):
    safe.database().close()
    right = safe.keys.path
    another = tmp_path / "another.key"
    with pytest.raises(Refused, match=r"vault's key .*absent.key: is missing, and .* locked with"):
        safe.database(path=tmp_path / "absent.key")
    assert not (tmp_path / "absent.key").exists()
    with pytest.raises(Refused, match=r"second key: this house was begun without one"):
        safe.database(second=SECOND)
    with pytest.raises(Refused, match=r"second key: give at least 32 characters"):
        safe.database(second="short")
    another.write_text("ab" * 32)
    another.chmod(0o600)
    with pytest.raises(Refused, match=r"vault's key .*: is [0-9a-f]{16}, and .* locked with"):
        safe.database(path=another)
    another.write_text("ab" * 31)
    with pytest.raises(Refused, match="64 hexadecimal digits"):
        safe.database(path=another)
    right.chmod(0o640)
    with pytest.raises(Refused, match=r"others may read it .*chmod 600"):
        safe.database()
    right.chmod(0o600)
    safe.database().close()


def test_a_second_key_is_needed_for_ever(safe: Safe):
    safe.keys = safe.keys._replace(second=SECOND)
    with safe.house() as house:
        table, one = begin(house)
    with pytest.raises(Refused, match="second key: this house was begun with one; give PITBOSS_SE"):
        safe.database(second="")
    with pytest.raises(Refused, match="second key: is not the one"):
        safe.database(second=SECOND[::-1])
    with safe.house() as house:
        ask(house, table, "decide", one, action="fold")


def test_a_process_without_the_key_neither_reads_nor_writes_a_secret(safe: Safe):
    with safe.house() as house:
        table, _ = begin(house)
    with closing(open_database(safe.address)) as database:
        with database.reading() as transaction:
            assert entries.last_at(transaction)
            with pytest.raises(
                Refused, match=r"locked with the vault's key [0-9a-f]{16}, which was"
            ):
                entries.after(transaction, table, 0)
        with pytest.raises(Refused, match="locked with the vault's key"):
            House(database)
    if "://" not in safe.address:  # what needs no secret is done all the same
        assert main(["people", "list", "--data", str(Path(safe.address).parent)]) == 0


def test_a_plain_vault_refuses_what_is_locked():
    locked = Locked(mix(b"k" * 32)).lock("{}", "here")
    assert PLAIN.open("{}", "here") == PLAIN.lock("{}", "here") == "{}"
    with pytest.raises(Refused, match=f"vault's key {locked.split(':')[1]}, which was not given"):
        PLAIN.open(locked, "here")


def test_what_is_locked_opens_in_its_place_alone():
    vault, other = Locked(mix(b"k" * 32)), Locked(mix(b"k" * 32, SECOND))
    locked = vault.lock('{"seed":"1"}', "here")
    assert locked != vault.lock('{"seed":"1"}', "here")
    assert vault.open(locked, "here") == '{"seed":"1"}'
    assert is_unopened(vault.open(locked, "there"))
    assert is_unopened(other.open(locked, "here"))
    assert vault.open(locked, "there") != vault.open(locked, "there")
    for text in ("", "{}", "v1:", "v1::", locked[:-1], locked + "=", f"v1:{vault.id}:", "v1:é:é"):
        assert is_unopened(vault.open(text, "here"))


def test_what_an_earlier_pitboss_has_written_is_read_on(safe: Safe):
    """A round is in play when the house is first started with a vault."""
    house = House(open_database(safe.address))
    table, one = begin(house)
    house.close()
    with safe.house() as house:
        ask(house, table, "decide", one, action="fold")
        ask(house, table, "wager", one, wagers={"ante": 5}, deal=True)
        assert not any(where.startswith(table) for where, _ in findings(house.database))
        version = opened_at(house, table)
    with safe.house() as house:  # and from here on a secret that is not locked is none
        house.table(table)
    with safe.raw() as transaction:
        sql = "SELECT secret FROM entries WHERE chain = ? AND version < ? ORDER BY version"
        plain = [s for (s,) in transaction.execute(sql, (table, version)) if s and s[0] == "{"][-1]
        put(transaction, table, version, plain)
    with safe.house() as house, pytest.raises(Refused, match="is stopped"):
        house.table(table)


def test_second_factors_of_an_earlier_pitboss_are_locked_at_the_first_start(safe: Safe):
    factor = '{"last":0,"recovery":[],"secret":"JBSWY3DPEHPK3PXP"}'
    with closing(open_database(safe.address)) as database:
        accounts.ensure_operator(database, "Olga", "correct horse", datetime.now(UTC))
        with database.transaction() as transaction:
            transaction.execute("UPDATE people SET factor = ?, factored = 1", (factor,))
    with closing(safe.database()) as database, database.transaction() as transaction:
        ((person, text),) = transaction.execute("SELECT id, factor FROM people")
        assert is_locked(text)
        code = pyotp.TOTP("JBSWY3DPEHPK3PXP").now()
        assert accounts._takes_code(transaction, person, code, datetime.now(UTC))


def test_a_record_that_was_taken_away_or_altered_is_noticed(safe: Safe):
    """Else whoever has the database could have the house begin anew, with decks of their own."""
    with safe.house() as house:
        begin(house)
    with safe.raw() as transaction:
        record = read_meta(transaction, RECORD)
        altered = json.loads(record or "")
        altered["since"] = altered["since"][:-9] + "AAAAAAAA="
        write_meta(transaction, RECORD, json.dumps(altered))
    with pytest.raises(Refused, match="what it records of the vault was altered"):
        safe.database()
    with safe.raw() as transaction:
        transaction.execute("DELETE FROM meta WHERE name = ?", (RECORD,))
    with pytest.raises(Refused, match=r"records no key of a vault, .*locked secrets"):
        safe.database()
    with safe.raw() as transaction:
        transaction.execute("UPDATE entries SET secret = NULL")
    safe.database().close()  # so young is the key of a start under way
    with safe.raw() as transaction:
        transaction.execute("DELETE FROM meta WHERE name = ?", (RECORD,))
    os.utime(safe.keys.path, (0, 0))
    with pytest.raises(Refused, match=r"records no key of a vault, .*vault.key.*--new-vault"):
        safe.database()


def test_after_a_loss_the_house_goes_on_where_somebody_says_so(safe: Safe):
    with safe.house() as house:
        table, _ = begin(house)
    safe.keys.path.unlink()
    with closing(open_database(safe.address)) as database:
        with pytest.raises(Refused, match="is missing"):
            open_vault(database, safe.keys, AT, Consent(is_new=True))
        assert not safe.keys.path.exists()
        open_vault(database, safe.keys, AT, Consent(is_replaced=True))
    with safe.house() as house:
        with pytest.raises(Refused, match="is stopped"):
            house.table(table)
        with house.database.reading() as transaction:
            words = [alert.words for alert in people.read_alerts(transaction)]
            (made,) = entries.search(transaction, entries.Which(kinds=("vault-made",)))
        assert any(made.values["key"] in each for each in words)
        begin(house)
        found = [where for where, what in findings(house.database) if "its secret" in what]
        assert {where.split()[0] for where in found} == {table}


def test_two_servers_with_one_vault_follow_each_other(safe: Safe):
    with safe.house() as first, safe.house() as second:
        table, one = begin(first)
        assert second.table(table).drawn == first.table(table).drawn
        finish_round(second, table, [one], random.Random(1))
        first.refresh()
        assert first.table(table).version == second.table(table).version
        ask(first, table, "wager", one, wagers={"ante": 5}, deal=True)
        assert first.table(table).drawn


class Backed:
    """A house with a vault, a round in play and one ended, for the commands."""

    def __init__(self, folder: Path, second: str = "") -> None:
        self.folder = folder
        self.data = folder / "old"
        self.archive = folder / "house.zip"
        options = Options(data=str(self.data), second_key=second)
        house = House(open_locked(options))
        key = open_key(self.data / "key.pem")
        house.do(lambda unit: unit.append_house(announce_key(key), "house"))
        self.table, one = begin(house)
        ask(house, self.table, "decide", one, action="fold")
        ask(house, self.table, "wager", one, wagers={"ante": 5}, deal=True)
        house.close()

    def backup(self, *options: str) -> int:
        return main(["backup", str(self.archive), "--data", str(self.data), "--force", *options])

    def restore(self, name: str, *options: str) -> int:
        return main(["restore", str(self.archive), "--data", str(self.folder / name), *options])


def test_a_backup_has_the_vault_s_key_only_if_asked(tmp_path: Path, capsys):
    backed = Backed(tmp_path)
    key = (backed.data / "vault.key").read_bytes()
    assert backed.backup() == 0
    assert "Its secrets are locked: keep the vault's key" in capsys.readouterr().out
    assert backed.restore("without", "--with-findings", "--unsigned") == 0
    assert "--new-vault" in capsys.readouterr().out
    assert backed.restore("refused") == 2
    words = capsys.readouterr().err
    assert words.count("\n") == 1
    assert "vault.key: is missing, and the database's secrets are locked with" in words
    assert not (tmp_path / "refused").exists()
    brought = tmp_path / "brought"
    brought.mkdir(mode=0o700)
    (brought / "vault.key").write_bytes(key)
    (brought / "vault.key").chmod(0o600)
    heads = ("--with-findings",)  # this house was never started: no head is signed
    assert backed.restore("brought", *heads) == 0
    assert "its secret" not in capsys.readouterr().out
    assert backed.backup("--with-key") == 0
    assert backed.restore("with", *heads) == 0
    assert "its secret" not in capsys.readouterr().out
    assert (tmp_path / "with" / "vault.key").read_bytes() == key
    assert (tmp_path / "with" / "vault.key").stat().st_mode & 0o777 == 0o600
    house = House(open_locked(Options(data=str(tmp_path / "with"))))
    assert house.table(backed.table).phase == "playing"
    house.close()
    (backed.data / "vault.key").unlink()
    assert backed.backup("--with-key") == 2
    assert "vault's key: is not at hand" in capsys.readouterr().err


def test_a_restore_needs_the_second_key_too(tmp_path: Path, capsys, monkeypatch):
    backed = Backed(tmp_path, SECOND)
    assert backed.backup("--with-key") == 0
    capsys.readouterr()
    assert backed.restore("new") == 2
    assert "second key: this house was begun with one" in capsys.readouterr().err
    monkeypatch.setenv("PITBOSS_SECOND_KEY", SECOND)
    assert backed.restore("new", "--with-findings") == 0
    assert "its secret" not in capsys.readouterr().out
