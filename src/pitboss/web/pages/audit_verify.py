"""The verifier at the press of a button: an export of this moment, checked as anyone else would."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.house.audit.export import Scope, Signer, export_log
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import Report, verify_log
from pitboss.house.store import Database

CHECKS = {
    "entries": "entries, each bound to the one before by its hash",
    "chains": "chains, from their first entry to the end that a signed head names",
    "heads": "signed heads, each naming the one before",
    "postings": "postings, which sum to zero entry by entry",
    "balances": "balances, equal to the sums of the postings",
    "commitments": "secrets, equal to what was committed to before the round",
    "secrets in play": "secrets of rounds still in play, kept back",
    "rounds replayed": "rounds dealt and settled again, with the same result and money",
}


class Verified(NamedTuple):
    """What was checked, how often, and what was found."""

    report: Report
    scope: Scope
    at: str

    @property
    def checks(self) -> list[tuple[int, str]]:
        return [(count, CHECKS.get(name, name)) for name, count in self.report.counts.items()]


def verify_now(database: Database, signer: Signer, scope: Scope) -> Verified:
    """Export the log and check it, trusting only the house's own key."""
    watching: list[Replayer] = []

    def make_watch(starts: Mapping[str, int]) -> Replayer:
        watching.append(Replayer(starts))
        return watching[0]

    lines = (line.encode() for line in export_log(database, signer, scope))
    report = verify_log(lines, [signer.key.public], (), make_watch)
    counts = {**report.counts, "rounds replayed": watching[0].replayed}
    return Verified(report._replace(counts=counts), scope, signer.at)
