"""When the power goes, what was acknowledged is on the disk; with weaker syncs it would not be."""

import os

from tests.campaigns.checking import describe
from tests.campaigns.power_loss import campaign

CUTS = int(os.environ.get("PITBOSS_POWER_CUTS", "60"))


def test_nothing_acknowledged_is_lost_when_unsynced_writes_are_dropped():
    counts = campaign(CUTS)
    print(describe("power cuts with synchronous=FULL", counts))
    assert counts["cuts"] == CUTS
    assert counts["acknowledged"] > 5 * CUTS
    assert counts["lost"] == counts["doubled"] == 0
    assert counts["repeated"] > CUTS // 4
    assert counts["restarts mid-round"] > CUTS // 2


def test_the_same_trial_finds_decisions_lost_when_commits_are_not_synced():
    counts = campaign(20, "NORMAL")
    assert counts["lost"] > 20
