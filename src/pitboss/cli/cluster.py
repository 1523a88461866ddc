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

from pitboss.odds.kept import recall
from pitboss.odds.request import Request
from pitboss.odds.sources import cache_folder, digest_of
from pitboss.odds.super_omaha import counts, printed_nets
from pitboss.odds.super_omaha.ante import nets_of
from pitboss.refusal import Refused

SOURCES = (*counts.SOURCES, "odds/super_omaha")
"""What a cluster must have just so: all that counts, and the export of states."""

P = ParamSpec("P")
R = TypeVar("R")

SECONDS = 5
"""How long a scheduler may take to answer, and a first worker to be there."""

RETRIES = 3
OTHER = "there is another version of Pitboss on the cluster, or none; install this one there"


def count_anew(request: Request, address: str) -> None:
    """Count the whole of Super Omaha on a cluster; it must agree with what is kept, if any is.

    A count that was stopped goes on from the Flops that were done.
    """
    from pitboss.odds.super_omaha.counting.whole import count_game

    nets, printed = nets_of(request.settings), printed_nets()
    tables = tuple(printed if nets in printed else [nets])
    count = counts.whole_game(tables)
    kept = cache_folder() / "parts" / f"{count.digest[:16]}-{count.file_name}"
    with connect(address) as pool:
        totals = count_game(tables, kept, pool)
    cells = zip(totals.numbers.tolist(), totals.cells.tolist(), strict=True)
    found = {
        "actions": totals.actions.tolist(),
        "cells": {str(number): cell for number, cell in cells},
    }
    recall(count._replace(make=lambda: found), recompute=True)


@contextmanager
def connect(address: str) -> Iterator[Executor]:
    """A pool whose parts run on the cluster; what goes wrong there is one line here."""
    comm = _read_address(address)
    dask = _import_dask(address)
    try:
        client = dask.Client(comm, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise Refused(
            f"--executor {address}: no Dask scheduler answered there within {SECONDS} s"
        ) from None
    with client:
        _check_workers(client, address)
        try:
            yield AlikePool(client.get_executor(pure=False, retries=RETRIES))
        except dask.KilledWorker:
            raise Refused(
                f"--executor {address}: one part lost its worker again and again; a worker needs"
                " 1 GB of memory"
            ) from None
        except (CancelledError, dask.comm.CommClosedError):
            raise Refused(f"--executor {address}: the scheduler was lost; start it again") from None


def _import_dask(address: str) -> Any:
    """The package ``distributed``, told to be quiet: refusals say in one line what it would log."""
    try:
        dask = import_module("distributed")
    except ImportError:
        raise Refused(
            f"--executor {address}: Dask is not installed; pip install 'pitboss[dask]'"
        ) from None
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL + 1)
    return dask


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


def _check_workers(client: Any, address: str) -> None:
    """There is a worker, and scheduler and workers have these sources: without, Dask would hang."""

    def find_digest(*sources: str) -> str:
        from pitboss.odds.sources import digest_of

        return digest_of(*sources)

    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError:
        raise Refused(
            f"--executor {address}: the scheduler has no worker; start one with 'dask worker'"
        ) from None
    found = client.run(find_digest, *SOURCES, on_error="return")
    try:
        found[address] = client.run_on_scheduler(find_digest, *SOURCES)
    except ImportError:
        found[address] = None
    for place, digest in found.items():
        if digest != digest_of(*SOURCES):
            raise Refused(f"--executor {address}: {OTHER} ({place})")


class AlikePool(Executor):
    """Lets a worker that comes later, too, count only with the sources that are here."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        return self._inner.submit(count_alike, digest_of(*SOURCES), fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._inner.shutdown(wait)


def count_alike(digest: str, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """One part, on a worker."""
    if digest_of(*SOURCES) != digest:
        raise Refused(f"--executor: {OTHER}")
    return function(*args, **kwargs)
