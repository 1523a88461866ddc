"""``--executor dask://HOST:PORT``: a long count on a Dask cluster.

Dask is imported when a cluster is asked for and not before: it is an extra of the package.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit

from pitboss.odds.cache import PACKAGE, digest_of, digest_package
from pitboss.refusal import Refused

Sources = tuple[str, ...]
"""What every machine of a cluster must have just so."""

P = ParamSpec("P")
R = TypeVar("R")

SECONDS = 5
"""How long a scheduler may take to answer, and a first worker to be there."""

RETRIES = 3
OTHER = "there is another version of {} on the cluster, or none; install this one there"
OURS = "Pitboss"


@contextmanager
def connect(address: str, sources: Sources, package: str = "") -> Iterator[Executor]:
    """A pool whose parts run on the cluster; what goes wrong there is one line here. ``package`` is
    the game's, which the cluster needs too where it is not one of ours."""
    comm = _read_address(address)
    package = "" if package.partition(".")[0] == PACKAGE.name else package
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise Refused(
            f"--executor {address}: Dask is not installed; pip install 'pitboss[dask]'"
        ) from None
    # Refusals say in one line what Dask would log.
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL + 1)
    try:
        client = dask.Client(comm, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise Refused(
            f"--executor {address}: no Dask scheduler answered there within {SECONDS} s"
        ) from None
    with client:
        _check_workers(client, address, sources, package)
        try:
            yield AlikePool(client.get_executor(pure=False, retries=RETRIES), sources)
        except dask.KilledWorker:
            raise Refused(
                f"--executor {address}: one part lost its worker again and again; a worker needs"
                " 1 GB of memory"
            ) from None
        except (CancelledError, dask.comm.CommClosedError):
            raise Refused(f"--executor {address}: the scheduler was lost; start it again") from None


def _read_address(address: str) -> str:
    """Dask's own form of ``dask://HOST:PORT``."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    plain = f"dask://{host}:{port}"
    if not host or not port or address.lower().replace("[", "").replace("]", "") != plain:
        raise Refused(f"--executor {address[:60]!r}: write dask://HOST:PORT, the scheduler's place")
    return f"tcp://{address.partition('://')[2]}"


def _check_workers(client: Any, address: str, sources: Sources, package: str) -> None:
    """There is a worker, and scheduler and workers have these sources: without, Dask would hang."""

    def find_digests(package: str, *named: str) -> tuple[str, str]:
        from pitboss.odds.cache import digest_of, digest_package

        return digest_of(*named), digest_package(package)

    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError:
        raise Refused(
            f"--executor {address}: the scheduler has no worker; start one with 'dask worker'"
        ) from None
    found = client.run(find_digests, package, *sources, on_error="return")
    try:
        found[address] = client.run_on_scheduler(find_digests, package, *sources)
    except ImportError:
        found[address] = None
    here = digest_of(*sources), digest_package(package)
    for place, there in found.items():
        if there != here:
            alike = isinstance(there, tuple) and there[0] == here[0]
            what = OTHER.format(package if alike else OURS)
            raise Refused(f"--executor {address}: {what} ({place})")


class AlikePool(Executor):
    """Lets a worker that comes later, too, count only with the sources that are here."""

    def __init__(self, inner: Executor, sources: Sources) -> None:
        self._inner = inner
        self._sources = sources

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        alike = (self._sources, digest_of(*self._sources))
        return self._inner.submit(count_alike, alike, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._inner.shutdown(wait)


def count_alike(
    alike: tuple[Sources, str], function: Callable[..., Any], *args: Any, **kwargs: Any
) -> Any:
    """One part, on a worker."""
    sources, digest = alike
    if digest_of(*sources) != digest:
        raise Refused(f"--executor: {OTHER.format(OURS)}")
    return function(*args, **kwargs)
