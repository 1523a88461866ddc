"""Another key for the vault: every secret opens with the new one alone, and a kill at any moment
leaves a house that starts."""

import shutil
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from pitboss.cli.main import main
from pitboss.house.audit.derived.comparison import Comparison
from pitboss.house.store import Keys, open_database, open_vault, vault_keys
from pitboss.house.store.derived import read_accounts
from pitboss.house.store.vault import id_of, mix
from pitboss.house.store.vault_keys import fresh_file, read_file
from pitboss.refusal import Refused
from tests.house.derived_house import AT, Furnished, furnish
from tests.house.guests import ask
from tests.house.safe import Safe, begin

STEPS = ("make_file", "lock_anew", "write_meta", "put_in_place")


def id_at(path: Path) -> str:
    return id_of(mix(read_file(Keys(path))))


def secrets_of(found: Furnished) -> list[tuple[str, ...]]:
    return found.rows("SELECT secret FROM entries WHERE secret IS NOT NULL")


def test_every_secret_is_locked_with_the_new_key(address: str, tmp_path: Path) -> None:
    with furnish(address, tmp_path) as found:
        key, before = tmp_path / "vault.key", secrets_of(found)
        with found.house.database.reading() as transaction:
            factors = [one.factor for one in read_accounts(transaction)]
        found.close()
        old = id_at(key)
        database = ["--database", address] if "://" in address else []
        assert main(["rekey", "--data", str(tmp_path), *database]) == 0
        new = id_at(key)
        assert new != old
        assert id_at(tmp_path / f"vault.key.{old}") == old
        found.open()
        after = secrets_of(found)
        assert len(after) == len(before)
        assert all(text.startswith(f"v1:{new}:") for (text,) in after)
        with found.house.database.reading() as transaction:
            assert [one.factor for one in read_accounts(transaction)] == factors
            assert any(factors)
        assert Comparison(found.house.database).run() == []
        shutil.copy(tmp_path / f"vault.key.{old}", tmp_path / "old.key")
        with closing(open_database(address)) as again, pytest.raises(Refused, match="locked with"):
            open_vault(again, Keys(tmp_path / "old.key"), AT)


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_leaves_a_house_that_plays_on(safe: Safe, step: str) -> None:
    with safe.house() as house:
        table, one = begin(house)
    with (
        closing(open_database(safe.address)) as database,
        patch.object(vault_keys, step, side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        vault_keys.rekey(database, safe.keys, AT)
    with safe.house() as house:
        assert ask(house, table, "decide", one, action="fold")
    with closing(open_database(safe.address)) as database:
        vault_keys.rekey(database, safe.keys, AT)
    with safe.house() as house:
        assert house.table(table).phase == "wagering"


def test_a_kill_between_the_two_files_is_finished_by_the_next_start(safe: Safe) -> None:
    safe.keys = safe.keys._replace(second="0123456789abcdef" * 4)
    with safe.house() as house:
        table, one = begin(house)
    with closing(open_database(safe.address)) as database, patch.object(vault_keys, "put_in_place"):
        vault_keys.rekey(database, safe.keys, AT)
    path = safe.keys.path
    path.replace(path.with_name("gone"))
    new = id_at(fresh_file(path))
    with safe.house() as house:
        assert ask(house, table, "decide", one, action="fold")
    assert id_at(path) == new != id_at(path.with_name("gone"))


def test_an_open_house_keeps_its_key(safe: Safe) -> None:
    with safe.house() as house:
        begin(house)

        def renew(_: float) -> None:
            with house.database.transaction() as transaction:
                transaction.execute("UPDATE drivers SET count = count + 1")

        with house.database.transaction() as transaction:
            transaction.execute("INSERT INTO drivers (id, count) VALUES ('one', 1)")
        before = id_at(safe.keys.path)
        with pytest.raises(Refused, match="the house is open; close every server"):
            vault_keys.rekey(house.database, safe.keys, AT, renew)
        assert id_at(safe.keys.path) == before


def test_a_house_without_a_vault_is_refused(tmp_path: Path) -> None:
    with (
        closing(open_database(str(tmp_path / "house.db"))) as database,
        pytest.raises(Refused, match="this house has none yet"),
    ):
        vault_keys.rekey(database, Keys(tmp_path / "vault.key"), AT)
    assert not list(tmp_path.glob("vault.key*"))
