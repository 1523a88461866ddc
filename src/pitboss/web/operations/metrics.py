"""The metrics of a server in the Prometheus format, made at the scrape from what is counted anyway.

What one process does (commands, streams, leases) and what is the house's own, whichever process one
asks (tables, meters, alerts), are told apart: only the former may be added up over processes.
"""

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from pitboss import __version__
from pitboss.house.audit.exposure import age
from pitboss.house.counters import Spread
from pitboss.house.engine import House
from pitboss.house.health import Health
from pitboss.house.store import Database, deliveries, departures, people
from pitboss.house.tables.state import Published
from pitboss.web.operations.logs import dropped
from pitboss.web.operations.readiness import SILENT_SECONDS, Readiness
from pitboss.web.operations.traffic import Traffic

OWN = CollectorRegistry()
"""Processor, memory, files and garbage of this process."""
ProcessCollector(registry=OWN)
GCCollector(registry=OWN)

ABOUT: Mapping[str, tuple[str, ...]] = {
    "pitboss_build_info": ("The version that runs.", "version"),
    "pitboss_tables": ("Open tables.", "game", "phase"),
    "pitboss_seats": ("Taken seats at open tables.", "game", "kind"),
    "pitboss_jackpot_dollars": ("What a jackpot displays.", "jackpot"),
    "pitboss_database_up": ("Whether the database answers.",),
    "pitboss_alerts_waiting": ("Alerts that nobody has acknowledged.",),
    "pitboss_alerts_undelivered": ("Alerts not delivered yet.", "channel"),
    "pitboss_heads_waiting": ("Signed heads that have not left the house yet.", "destination"),
    "pitboss_head_left_age_seconds": (
        "Age of the last signed head that has left the house.",
        "destination",
    ),
    "pitboss_sessions": ("Sessions that last.", "role"),
    "pitboss_ready": ("Whether the process can serve, as /readyz answers.",),
    "pitboss_part_ready": ("Whether a part works.", "part"),
    "pitboss_part_failures_total": ("Failures of a part.", "part"),
    "pitboss_part_silent_seconds": ("Time since a part's last sign of life.", "part"),
    "pitboss_commands_total": ("Commands answered.", "act", "outcome"),
    "pitboss_commit_seconds": ("Time to write a unit of work and have it on disk.",),
    "pitboss_commit_jobs": ("Jobs that shared a commit.",),
    "pitboss_writer_jobs": ("Jobs given to the writer and not answered yet.",),
    "pitboss_database_errors_total": ("Errors of the database.", "cause"),
    "pitboss_driver_late_seconds": (
        "How late clocks and practice players were acted upon, and time between looks.",
        "what",
    ),
    "pitboss_driver_leases": ("Tables that this process looks after.",),
    "pitboss_follower_tables_behind": ("Tables that other processes have moved on since.",),
    "pitboss_alert_deliveries_total": ("Deliveries of alerts tried.", "channel", "outcome"),
    "pitboss_head_departures_total": ("Heads sent away.", "destination", "outcome"),
    "pitboss_logins_total": ("Logins tried.", "outcome"),
    "pitboss_http_requests_total": ("Requests answered.", "method", "route", "status"),
    "pitboss_http_request_seconds": (
        "Time to the end of an answer, of a stream to its beginning.",
        "route",
    ),
    "pitboss_streams": ("Open event streams.", "route"),
    "pitboss_threads": ("Threads of the process.",),
    "pitboss_log_dropped_total": ("Lines of the log that could not be written.",),
}
"""Every metric of ours: what it says, and its labels."""

Key = Sequence[str]
Values = float | Iterable[tuple[Key, float]]
"""A number, or several with their labels."""


class Kept(NamedTuple):
    """What only the database knows."""

    alerts: int
    undelivered: Mapping[str, int]
    sessions: Mapping[str, int]
    heads: Mapping[str, int]
    """How many wait to leave, by destination."""
    ages: Mapping[str, float]
    """Of the last that has left."""


def read_kept(database: Database, now: datetime, destinations: Sequence[str] = ()) -> Kept:
    with database.reading() as transaction:
        sessions = people.count_sessions(transaction, now)
        undelivered = deliveries.count_waiting(transaction)
        alerts = people.count_alerts(transaction)
        heads = {name: departures.count_waiting(transaction, name) for name in destinations}
        left = [departures.read_last(transaction, name) for name in destinations]
    ages = {last.destination: age(last.head_at, now) for last in left if last}
    return Kept(alerts, undelivered, sessions, heads, ages)


def of_process(house: House, traffic: Traffic) -> Iterator[Metric]:
    """What this process does."""
    counters = house.counters
    commands = counters.commands.copy().items()
    answered = traffic.answered.copy().items()
    yield tell("pitboss_commands_total", [each for each in commands if each[0][0]])
    yield tell_spread("pitboss_commit_seconds", [((), counters.commits)])
    yield tell_spread("pitboss_commit_jobs", [((), counters.batches)])
    yield tell("pitboss_writer_jobs", house.writer.waiting)
    yield tell("pitboss_database_errors_total", _one(counters.faults))
    yield tell_spread("pitboss_driver_late_seconds", [((w,), s) for w, s in counters.late.items()])
    yield tell("pitboss_driver_leases", counters.leases)
    yield tell("pitboss_follower_tables_behind", len(house.follower.behind()))
    yield tell("pitboss_alert_deliveries_total", counters.delivered.copy().items())
    yield tell("pitboss_head_departures_total", counters.departed.copy().items())
    yield tell("pitboss_logins_total", _one(counters.logins))
    yield tell("pitboss_http_requests_total", [((m, r, str(s)), n) for (m, r, s), n in answered])
    took = [((route,), spread) for route, spread in traffic.took.copy().items()]
    yield tell_spread("pitboss_http_request_seconds", took)
    yield tell("pitboss_streams", _one(traffic.streams))
    yield tell("pitboss_threads", threading.active_count())
    yield tell("pitboss_log_dropped_total", dropped())
    yield from OWN.collect()


def of_parts(health: Health, ready: Readiness) -> Iterator[Metric]:
    """How the parts of this process are."""
    now, parts = time.monotonic(), health.parts()
    yield tell("pitboss_ready", ready.ready)
    yield tell("pitboss_part_ready", [((each.part,), each.ready) for each in ready.states])
    failures = [((part.name,), part.failures) for part in parts]
    yield tell("pitboss_part_failures_total", failures)
    silent = [((part.name,), now - part.beat_at) for part in parts if part.name in SILENT_SECONDS]
    yield tell("pitboss_part_silent_seconds", silent)


def of_house(house: House, kept: Kept | None) -> Iterator[Metric]:
    """What is the same whichever process is asked; without ``kept`` the database gave no answer."""
    yield tell("pitboss_build_info", [((__version__,), 1)])
    shown = list(house.floor.published.values())
    yield tell("pitboss_tables", count_tables(shown).items())
    yield tell("pitboss_seats", count_seats(shown).items())
    meters = house.meters.copy().items()
    yield tell("pitboss_jackpot_dollars", [((name,), cents / 100) for name, cents in meters])
    yield tell("pitboss_database_up", kept is not None)
    if kept:
        yield tell("pitboss_alerts_waiting", kept.alerts)
        yield tell("pitboss_alerts_undelivered", _one(kept.undelivered))
        yield tell("pitboss_heads_waiting", _one(kept.heads))
        yield tell("pitboss_head_left_age_seconds", _one(kept.ages))
        yield tell("pitboss_sessions", _one(kept.sessions))


def count_tables(tables: Iterable[Published]) -> Counter[tuple[str, str]]:
    return Counter((table.setup.key, table.phase) for table in tables if table.phase != "closed")


def count_seats(tables: Iterable[Published]) -> Counter[tuple[str, str]]:
    return Counter(
        (table.setup.key, str(seat["kind"]))
        for table in tables
        if table.phase != "closed"
        for seat in table.seats.values()
    )


def _one(values: Mapping[str, float]) -> list[tuple[Key, float]]:
    """Counts by a single label."""
    return [((name,), number) for name, number in dict(values).items()]


def tell(name: str, values: Values) -> Metric:
    """A metric: a counter by its name, a gauge otherwise."""
    kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
    words, *labels = ABOUT[name]
    family = kind(name, words, labels=labels)
    for key, value in [((), values)] if isinstance(values, int | float) else values:
        family.add_metric(key, value)
    return family


def tell_spread(name: str, values: Iterable[tuple[Key, Spread]]) -> Metric:
    words, *labels = ABOUT[name]
    family = HistogramMetricFamily(name, words, labels=labels)
    for key, spread in values:
        bounds = (*(f"{bound:g}" for bound in spread.bounds), "+Inf")
        family.add_metric(
            key, list(zip(bounds, accumulate(spread.counts), strict=True)), spread.total
        )
    return family


class Families(Collector):
    """Metrics that were made already."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = list(families)

    def collect(self) -> list[Metric]:
        return self._families


def encode(families: Iterable[Metric], accept: str) -> tuple[bytes, str]:
    """The text and its content type, in the format that the scraper prefers."""
    encode, kind = choose_encoder(accept)
    return encode(Families(families)), kind
