"""What does not agree with the log is not used, and everything else plays on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house import accounts, desk
from pitboss.house.audit.derived import keeper
from pitboss.house.audit.derived.keeper import Comparing, compare_now
from pitboss.house.engine import House
from pitboss.house.floor import Stopped
from pitboss.house.store import open_database
from pitboss.house.store.derived import NOTHING, read_barred
from pitboss.refusal import Refused
from tests.house.derived_house import Furnished, furnish, log_in
from tests.house.guests import SUPERVISOR, ask
from tests.house.tamperings import TAMPERINGS, forge_operator, forge_session


@pytest.fixture
def found(address: str, tmp_path: Path) -> Iterator[Furnished]:
    with furnish(address, tmp_path) as furnished:
        yield furnished


def test_a_table_that_does_not_agree_is_stopped_and_the_others_play(
    found: Furnished, address: str
) -> None:
    house, holdout, duki = found.house, found.tables["holdout"], found.tables["duki"]
    ((right,),) = found.rows("SELECT snapshot FROM tables WHERE id = ?", holdout)
    TAMPERINGS["snapshot"][0](found)
    compare_now(house)
    for act in (lambda: house.table(holdout), lambda: ask(house, holdout, "deal", SUPERVISOR)):
        with pytest.raises(Stopped, match="is stopped, as it does not agree with its log: tables"):
            act()
    assert house.table(duki).phase == "wagering"
    database = open_database(address)
    database.vault = house.database.vault
    other = House(database)
    with pytest.raises(Stopped, match="does not agree"):  # another server knows it by the log
        other.table(holdout)
    other.close()
    found.tamper("UPDATE tables SET snapshot = ? WHERE id = ?", right, holdout)
    assert compare_now(house).found == []
    assert house.table(holdout).id == holdout, "it agrees again"


def test_a_jackpot_that_does_not_agree_stops_the_tables_on_it(found: Furnished) -> None:
    house = found.house
    TAMPERINGS["meter"][0](found)
    compare_now(house)
    with pytest.raises(Stopped, match=f"jackpots {found.jackpot} value: the log says"):
        house.table(found.tables["super-omaha"])
    assert house.table(found.tables["duki"]).phase == "wagering"
    assert house.table(found.tables["holdout"]).phase == "wagering"


def test_a_forged_account_cannot_log_in_though_nobody_has_compared(found: Furnished) -> None:
    forge_operator(found)
    assert isinstance(log_in(found.house, "Ghost"), accounts.LoginRefused)
    assert isinstance(log_in(found.house, "Pim"), object)
    words = [row[0] for row in found.rows("SELECT words FROM alerts WHERE acknowledged_at = ''")]
    assert any("is not as the log has it, and cannot log in" in each for each in words)


def test_a_promoted_account_cannot_log_in_and_its_sessions_end(found: Furnished) -> None:
    pia = found.people["Pia"].id
    assert found.rows("SELECT 1 FROM sessions WHERE person = ?", pia)
    TAMPERINGS["role"][0](found)
    compare_now(found.house)
    assert not found.rows("SELECT 1 FROM sessions WHERE person = ?", pia)
    assert isinstance(log_in(found.house, "Pim"), accounts.LoginRefused)
    assert log_in(found.house, "Olga"), "others do"


def test_a_forged_session_ends(found: Furnished) -> None:
    forge_session(found)
    compare_now(found.house)
    assert not found.rows("SELECT 1 FROM sessions WHERE token = ?", "ab" * 32)
    assert len(found.rows("SELECT 1 FROM sessions")) == 3


def test_a_request_that_nobody_asked_for_is_not_approved(found: Furnished) -> None:
    house, olga = found.house, found.people["Olga"]
    (name, text), *_ = found.rows("SELECT id, body FROM requests WHERE state = 'asked'")
    forged = str(text).replace("12.345", "99999")
    found.tamper("UPDATE requests SET body = ? WHERE id = ?", forged, name)
    with pytest.raises(Refused, match="is not as the log has it"):
        desk.approve_and_do(house, olga, name)


def test_a_start_waits_only_so_long_and_the_rest_comes_later(found: Furnished) -> None:
    TAMPERINGS["round dropped"][0](found)
    comparing = Comparing(found.house)
    comparing.begin(seconds=0)
    assert (comparing.is_done, comparing.found) == (False, [])
    comparing._thread.start()
    comparing._thread.join(timeout=30)
    assert comparing.is_done
    with found.house.database.reading() as transaction:
        assert list(read_barred(transaction).tables) == [found.tables["duki"]]


def test_what_is_barred_stays_so_until_all_was_compared_again(found: Furnished) -> None:
    TAMPERINGS["round dropped"][0](found)
    compare_now(found.house)
    comparing = Comparing(found.house)
    comparing.begin(seconds=0)
    with pytest.raises(Stopped):
        found.house.table(found.tables["duki"])
    assert keeper.bar([]) == NOTHING
