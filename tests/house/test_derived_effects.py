"""What does not agree with the log is not used, and everything else plays on."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from pitboss.house import accounts, desk
from pitboss.house.audit.derived import keeper
from pitboss.house.audit.derived.keeper import Comparing, compare_now
from pitboss.house.audit.export import export_log
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import verify_log
from pitboss.house.driver import Driver
from pitboss.house.engine import House
from pitboss.house.floor import Awaited, Stopped
from pitboss.house.outage import Outage
from pitboss.house.store import open_database
from pitboss.house.store.derived import NOTHING
from pitboss.refusal import Refused
from tests.house.derived_house import Furnished, furnish, log_in, play_omaha
from tests.house.guests import SUPERVISOR, ask, guest
from tests.house.tamperings import TAMPERINGS, forge_operator, forge_session


@pytest.fixture
def found(address: str, tmp_path: Path) -> Iterator[Furnished]:
    with furnish(address, tmp_path) as furnished:
        yield furnished


def another_server(found: Furnished, address: str) -> House:
    database = open_database(address)
    database.vault = found.house.database.vault
    return House(database)


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
    # another server knows it by the log
    with (
        closing(another_server(found, address)) as other,
        pytest.raises(Stopped, match="does not agree"),
    ):
        other.table(holdout)
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


def begin_slowly(house: House) -> Comparing:
    """A start that has no time to wait; what it still has to do is done when a test says so."""
    comparing = Comparing(house)
    comparing._thread = Mock()
    comparing.start(0)
    return comparing


def step_until(comparing: Comparing, is_so: Callable[[], bool]) -> None:
    while not is_so():
        assert not comparing.is_done
        comparing._go_on()


def test_no_table_is_played_before_it_was_compared(found: Furnished) -> None:
    house, duki, holdout = found.house, found.tables["duki"], found.tables["holdout"]
    olga = found.people["Olga"]
    TAMPERINGS["round dropped"][0](found)
    TAMPERINGS["meter"][0](found)
    asked = [row[0] for row in found.rows("SELECT id FROM requests WHERE state = 'asked'")]
    comparing = begin_slowly(house)
    assert not comparing.is_done
    driver = Driver(house)
    for table in (*found.tables.values(), "duki-00000000"):
        assert house.floor.is_awaited(table)
    for table in (duki, holdout):
        with pytest.raises(Awaited, match="is being compared with its log; try again soon"):
            ask(house, table, "deal", SUPERVISOR)
        assert house.table(table).phase == "wagering", "it may be looked at"
    with pytest.raises(Awaited, match=r"jackpot .* is being compared"):
        desk.approve_and_do(house, olga, asked[0])
    driver.step(time.monotonic())
    assert not driver._sent
    step_until(comparing, lambda: not house.floor.is_awaited(duki))
    with pytest.raises(Stopped, match="does not agree"):
        ask(house, duki, "deal", SUPERVISOR)
    with pytest.raises(Stopped, match="does not agree"):
        ask(house, found.tables["super-omaha"], "deal", SUPERVISOR)
    with pytest.raises(Stopped, match=r"jackpot .* does not agree"):
        desk.approve_and_do(house, olga, asked[0])
    step_until(comparing, lambda: not house.floor.is_awaited(holdout))
    ask(house, holdout, "deal", SUPERVISOR)
    step_until(comparing, lambda: comparing.is_done)


def test_a_comparison_that_fails_is_begun_anew_and_the_tables_wait(found: Furnished) -> None:
    comparing = begin_slowly(found.house)
    duki = found.tables["duki"]
    step_until(comparing, lambda: not found.house.floor.is_awaited(duki))
    with (
        patch.object(comparing, "_step", side_effect=Outage("unreachable")),
        pytest.raises(Outage),
    ):
        comparing._go_on()
    assert found.house.floor.is_awaited(duki)
    step_until(comparing, lambda: comparing.is_done)
    assert not found.house.floor.is_awaited(duki)


def test_a_forged_session_ends_before_a_start_goes_on(found: Furnished) -> None:
    forge_session(found)
    begin_slowly(found.house)
    assert not found.rows("SELECT 1 FROM sessions WHERE token = ?", "ab" * 32)


def test_a_round_on_a_changed_meter_does_not_hide_the_change(found: Furnished) -> None:
    """What the last mover says of the meter is what the row has."""
    TAMPERINGS["meter"][0](found)
    play_omaha(found.house, found.tables["super-omaha"], guest(found.house, 1), 1)
    ((value,),) = found.rows("SELECT value FROM jackpots WHERE id = ?", found.jackpot)
    assert Fraction(value) > 99_999_900
    (gap,) = found.compare()
    assert (gap.kind, gap.name) == ("jackpot", found.jackpot)
    assert "every move begins where the one before it ended" in gap.words


def test_no_round_of_a_stopped_table_is_undone(found: Furnished) -> None:
    """It would be reckoned from what does not agree, and be on the log."""
    house, table = found.house, found.tables["duki"]
    asked = desk.ask_for(
        house, found.people["Sven"], "void-settled", {"table": table, "round": 3}, "a wrong card"
    )
    TAMPERINGS["round dropped"][0](found)
    compare_now(house)
    with pytest.raises(Stopped, match="does not agree"):
        desk.approve_and_do(house, found.people["Saga"], asked.id)


UNREADABLE = (
    ("jackpots", "value", "what"),
    ("jackpots", "reserve", "1/0"),
    ("jackpots", "terms", "["),
    ("jackpots", "terms", '{"game":"duki","terms":3}'),
    ("tables", "snapshot", "{"),
    ("tables", "snapshot", "[1]"),
)


def test_what_cannot_be_read_stops_its_tables_alone(found: Furnished, address: str) -> None:
    omaha = found.tables["super-omaha"]
    for table, column, text in UNREADABLE:
        name = found.jackpot if table == "jackpots" else omaha
        ((right,),) = found.rows(f"SELECT {column} FROM {table} WHERE id = ?", name)
        found.tamper(f"UPDATE {table} SET {column} = ? WHERE id = ?", text, name)
        with closing(another_server(found, address)) as house:
            for has_compared in (False, True):
                with pytest.raises(Stopped):
                    house.table(omaha)
                for game in ("duki", "holdout"):
                    assert house.table(found.tables[game]).phase == "wagering"
                if not has_compared:
                    assert compare_now(house).found
            found.tamper(f"UPDATE {table} SET {column} = ? WHERE id = ?", right, name)
            assert compare_now(house).found == []
            assert house.table(omaha).phase == "wagering"


def test_what_is_barred_stays_so_until_all_was_compared_again(found: Furnished) -> None:
    TAMPERINGS["round dropped"][0](found)
    compare_now(found.house)
    comparing = Comparing(found.house)
    comparing.begin(seconds=0)
    with pytest.raises(Stopped):
        found.house.table(found.tables["duki"])
    assert keeper.bar([]) == NOTHING


def test_an_older_database_in_its_place_is_seen(tmp_path: Path) -> None:
    """Whoever saw a seed that was shown since would know the deck before they wager."""
    address, older = str(tmp_path / "house.db"), tmp_path / "older.db"
    with furnish(address, tmp_path) as found:
        found.close()
        shutil.copy(address, older)
        found.open()
        play_omaha(found.house, found.tables["super-omaha"], guest(found.house, 1), 1)
        found.close()
        found.open()
        assert found.compare() == []
        found.close()
        for name in ("house.db-wal", "house.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
        shutil.copy(older, address)
        found.open()
        words = [
            row[0] for row in found.rows("SELECT words FROM alerts WHERE acknowledged_at = ''")
        ]
        assert any(
            "is gone: heads were dropped, or the database is an older one" in w for w in words
        )
        (gone,) = found.compare()
        assert (gone.kind, gone.has) == ("house", "none when the house was started")
        lines = [line.encode() for line in export_log(found.house.database, found.signer)]
        findings = verify_log(lines, [found.watch.key.public], (), Replayer()).findings
        assert any("was gone when the house was started" in each.problem for each in findings)
