"""The surroundings fail under a server with players: ``make campaign`` does it more often."""

import os

import pytest

from tests.campaigns.faults.campaign import Job, Lane, describe, failings, list_jobs, total
from tests.campaigns.faults.stage import SHORT

TIMES = int(os.environ.get("PITBOSS_FAULTS", "1"))
KILLED = {"sqlite": "clock back", "postgresql": "stopped"}
"""In the middle of these the server is killed too."""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql", "failover"])
def test_a_fault_loses_nothing_and_play_goes_on_when_it_is_over(kind):
    jobs = [
        Job(name, number + 4 * (name == KILLED.get(kind)))
        for name, number in list_jobs(kind, TIMES)
    ]
    results = list(Lane(kind, SHORT).run(jobs))
    for result in results:
        print(describe(f"{kind}: {result.fault}", [result]), *result.wrong[:3], sep="\n")
    counts = total(results)
    assert counts["times"] == len(jobs)
    assert counts["acknowledged"] > 10 * len(jobs)
    assert not failings(results)
