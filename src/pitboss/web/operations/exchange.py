"""Metrics of all processes of one server, whichever of them is asked: each puts its own figures
where the others look, every other second, and each sample says of which process it is."""

import asyncio
import json
from collections.abc import Callable, Iterable
from contextlib import suppress

from prometheus_client.core import Metric

from pitboss.web.common.shared import Shared, get, put

POST_SECONDS = 2.0
PROCESS = "process"


def post(shared: Shared, families: Iterable[Metric]) -> None:
    """Let the other processes see these."""
    told = [
        [
            family.name,
            family.documentation,
            family.type,
            [list(each)[:3] for each in family.samples],
        ]
        for family in families
    ]
    put(shared.folder / f"metrics-{shared.number}.json", json.dumps(told).encode())


async def keep_posting(shared: Shared, families: Callable[[], Iterable[Metric]]) -> None:
    """Until it is cancelled; a figure that cannot be had now is there the next time."""
    while True:
        with suppress(OSError):
            post(shared, families())
        await asyncio.sleep(POST_SECONDS)


def gather(shared: Shared, own: Iterable[Metric]) -> list[Metric]:
    """One's own figures as they stand, and the others' as they were put."""
    found: dict[str, Metric] = {}
    for family in own:
        for sample in family.samples:
            _add(found, [family.name, family.documentation, family.type], shared.number, sample)
    for path in sorted(shared.folder.glob("metrics-*.json")):
        number = path.stem.partition("-")[2]
        if number == str(shared.number):
            continue
        for name, words, kind, samples in json.loads(get(path) or b"[]"):
            for sample in samples:
                _add(found, [name, words, kind], number, sample)
    return list(found.values())


def _add(
    found: dict[str, Metric], family: list[str], number: object, sample: Iterable[object]
) -> None:
    name, labels, value = list(sample)[:3]
    assert isinstance(labels, dict)
    metric = found.setdefault(family[0], Metric(*family))
    metric.add_sample(str(name), {**labels, PROCESS: str(number)}, value)  # type: ignore[arg-type]
