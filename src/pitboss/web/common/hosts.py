"""Under which names the server answers. A name that is not its own and leads to it all the same is
how a page elsewhere would pass for one of ours in a browser (DNS rebinding): such a request is
refused. An address in numbers cannot be turned around so.
"""

import ipaddress
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.refusal import Refused
from pitboss.web.common.gate import error_answer

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked for by machines, often by address or without any host."""

LONGEST = 253


class Hosts(NamedTuple):
    """The names, and the domains of which all names are ours; ``addresses`` when any address in
    numbers is, as where nobody has said which names there are."""

    names: frozenset[str]
    domains: tuple[str, ...] = ()
    addresses: bool = False

    def know(self, host: str) -> bool:
        return (
            host in self.names
            or (bool(self.domains) and host.endswith(self.domains))
            or (self.addresses and is_address(host))
        )


def make_hosts(
    allowed: Iterable[str], origins: Iterable[str], bound: str, machine: str = ""
) -> Hosts:
    """``bound`` is where the server listens, ``machine`` this machine's own name, which serves
    where no names are given and others can reach it."""
    given = [read_host(name, "allowed host") for name in allowed]
    own = {urlsplit(origin).hostname or "" for origin in origins}
    names = {*LOCAL, bound.lower(), *own, *(name for name in given if not name.startswith("*."))}
    if not given and machine:
        names |= {machine.lower(), f"{machine.lower()}.local"}
    domains = tuple(name[1:] for name in given if name.startswith("*."))
    return Hosts(frozenset(names - {""}), domains, not given)


def read_host(text: str, what: str) -> str:
    """A name without scheme and port, in one form."""
    name = text.strip().lower().rstrip(".")
    rest = name.removeprefix("*.")
    plain = bool(rest) and rest.isascii() and not set(rest) & set("/:*@ ?#")
    if len(name) > LONGEST or not (plain or is_address(name)):
        raise Refused(
            f"{what} {text[:60]}: give a name such as tables.example, without https or port"
        )
    return name


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def host_of(header: str) -> str:
    """The name in a Host header, without its port."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower().rstrip(".")


class HostGuard:
    """Answers 400 to a request under another's name."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self._is_welcome(scope):
            await self.app(scope, receive, send)
            return
        words = "host: this server does not answer under that name; --allowed-host names others"
        await error_answer(400, words)(scope, receive, send)

    def _is_welcome(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"host"]
        is_probe = scope["path"] in PROBES
        if len(given) != 1:
            return is_probe and not given
        host = host_of(given[0].decode("latin-1"))
        return self._hosts.know(host) or (is_probe and is_address(host))
