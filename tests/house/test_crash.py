"""Killed at any moment, the house has what it acknowledged, once; ``make campaign`` kills more."""

import os

import pytest

from tests.campaigns.checking import describe
from tests.campaigns.crash import campaign

KILLS = int(os.environ.get("PITBOSS_KILLS", "12"))


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_lost_or_done_twice_by_kills(request, database):
    is_sqlite = database == "sqlite"
    kills = KILLS if is_sqlite else max(6, KILLS * 3 // 20)
    server = None if is_sqlite else request.getfixturevalue("postgresql")
    counts = campaign(kills, server)
    print(describe(f"crashes on {database}", counts))
    assert counts["kills"] == kills
    assert is_sqlite or counts["server kills"]
    assert counts["acknowledged"] > 2 * kills
    assert counts["lost"] == counts["doubled"] == 0
    assert counts["repeated"]
    assert counts["restarts mid-round"] > kills // 4


def test_the_same_campaign_finds_what_is_lost_when_answers_come_before_commits():
    """Counted as lost, or seen before that when a table no longer stands where it stood."""
    try:
        found = campaign(8, late=True)["lost"]
    except AssertionError as difference:
        found = "stood otherwise" in str(difference)
    assert found
