"""How a server is set, as far as its routes need to know."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from pitboss.house.audit.integrity import Watch
from pitboss.web.common.hosts import Hosts
from pitboss.web.common.shared import Shared


class ServerSettings(NamedTuple):
    """What does not change while the server runs.

    ``https`` when browsers reach it through https, so that cookies travel no other way;
    ``origins`` are further addresses, such as ``https://tables.example``, whose pages may act.
    """

    https: bool = False
    origins: tuple[str, ...] = ()
    now: Callable[[], datetime] = partial(datetime.now, UTC)
    clock: Callable[[], float] = time.monotonic
    heartbeat_seconds: float = 15.0
    pages: bool = True
    require_second_factor: bool = False
    watch: Watch | None = None
    """Signs the log's heads and its exports."""
    metrics_token: str = ""
    """Opens the metrics to whoever is not on this machine."""
    destinations: tuple[str, ...] = ()
    """Where this server sends the log's heads."""
    hosts: Hosts | None = None
    """Under which names it answers; None for any."""
    shared: Shared | None = None
    """What several processes of this server know together; None for a single one."""
