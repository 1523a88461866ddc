"""``make campaign``: the house's trials at full length, with figures; fails on any loss."""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.campaigns import checking, corrections, crash, power_loss, scan
from tests.campaigns.faults import campaign as faults
from tests.postgresql import Server

KILLS = int(os.environ.get("PITBOSS_KILLS", "2000"))
CUTS = int(os.environ.get("PITBOSS_POWER_CUTS", "2000"))
FLOORS = int(os.environ.get("PITBOSS_FLOORS", "20000"))
SCANNED = int(os.environ.get("PITBOSS_SCANNED", "100000"))
FAULTS = {
    "sqlite": int(os.environ.get("PITBOSS_FAULTS", "50")),
    "postgresql": int(os.environ.get("PITBOSS_FAULTS", "50")),
    "failover": int(os.environ.get("PITBOSS_FAILOVERS", "20")),
}
"""How often each fault is tried."""
PROCESSES = os.cpu_count() or 1


def kill_on_postgresql() -> Counter[str]:
    server = Server(durable=True)
    try:
        return crash.campaign(max(6, KILLS * 3 // 20), server)
    finally:
        server.stop()


def scan_all() -> tuple[Counter[str], list[str]]:
    """The rounds shared out among processes."""
    each = -(-SCANNED // PROCESSES)
    counts: Counter[str] = Counter()
    leaks: list[str] = []
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for found, more in pool.map(scan.scan_rounds, [each] * PROCESSES, range(1, PROCESSES + 1)):
            counts += found
            leaks += more
    return counts, leaks


def fail_all() -> int:
    """Every fault on every database; how much there was of what must not be."""
    wrong = 0
    for kind, times in FAULTS.items():
        start = time.monotonic()
        for fault, results in faults.campaign(kind, times, PROCESSES).items():
            print(faults.describe(f"{kind}: {fault}", results), flush=True)
            wrong += sum(faults.failings(results).values())
        print(f"faults on {kind}: in {time.monotonic() - start:,.0f} s", flush=True)
    return wrong


def main() -> None:
    parts: dict[str, Callable[[], Counter[str]]] = {
        "crashes on sqlite": lambda: crash.campaign(KILLS),
        "crashes on postgresql": kill_on_postgresql,
        "power cuts with synchronous=FULL": lambda: power_loss.campaign(CUTS),
    }
    wrong = 0
    for name, run in parts.items():
        start = time.monotonic()
        counts = run()
        seconds = time.monotonic() - start
        print(f"{checking.describe(name, counts)}; in {seconds:,.0f} s", flush=True)
        wrong += counts["lost"] + counts["doubled"]
    wrong += fail_all()
    start = time.monotonic()
    did, differs = corrections.campaign(FLOORS, PROCESSES)
    seconds = time.monotonic() - start
    print(f"{corrections.describe(did, differs)}; in {seconds:,.0f} s", flush=True)
    print(*differs[:20], sep="\n")
    start = time.monotonic()
    found, leaks = scan_all()
    print(f"{scan.describe(found, leaks)}; in {time.monotonic() - start:,.0f} s", flush=True)
    for leak in leaks[:20]:
        print(leak)
    sys.exit(bool(wrong or leaks or differs))


if __name__ == "__main__":
    main()
