"""Every address, field and body that nasty values are thrown at."""

import inspect
import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

FIELDS = re.compile(r"""(?:fields|given|flat|query|body|texts)\.(?:get|pop)\(\s*"([\w.-]+)\"""")
NAMED = re.compile(r'name="([\w.-]+)"')
SETUP = (
    *("name", "dealer", "verify", "chip", "clock.decision", "clock.wagers", "limits.min"),
    *("limits.max", "limits.bonus.least", "limits.bonus.most", "aggregate.bonus", "rulings.seats"),
    *("rulings.ace", "paytables.ante", "jackpots.1", "blinds.small", "blinds.big", "bets.small"),
    *("buy_in.least", "buy_in.most", "profile.name", "profile.date", "approval.reference", "why"),
)
"""Names of fields that a form of settings is made of."""


class Address(NamedTuple):
    """Where something may be asked; ``names`` are those of its query or form."""

    method: str
    path: str
    names: tuple[str, ...]

    @property
    def parts(self) -> list[str]:
        return re.findall(r"{(\w+)}", self.path)

    @property
    def is_api(self) -> bool:
        return self.path.startswith("/api/")


def addresses(app: FastAPI) -> list[Address]:
    """Every route of the application, and the names that its module knows."""
    found = []
    for route in iter_route_contexts(app.routes):
        for method in sorted((route.methods or set()) - {"HEAD"}):
            names = (*_names(route.endpoint), *_declared(route))
            if method == "POST" and "/floor/" in str(route.path):
                names = (*names, *SETUP)
            found.append(Address(method, str(route.path), tuple(dict.fromkeys(names))))
    return found


def _names(endpoint: Callable[..., object] | None) -> list[str]:
    module = inspect.getmodule(endpoint)
    source = inspect.getsource(module) if module else ""
    return FIELDS.findall(source)


def _declared(route: Any) -> list[str]:
    dependant = getattr(route, "dependant", None)
    return [one.alias for one in dependant.query_params] if dependant else []


def spoiled(body: Any) -> Iterator[Callable[[object], Any]]:
    """For each place in a body, the same body with another value there."""
    for path in _places(body, ()):

        def change(value: object, path: tuple[Any, ...] = path) -> Any:
            if not path:
                return value
            made = deepcopy(body)
            inner = made
            for step in path[:-1]:
                inner = inner[step]
            inner[path[-1]] = value
            return made

        yield change


def _places(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    yield path
    inside = value if isinstance(value, dict | list) else ()
    for key, inner in inside.items() if isinstance(inside, dict) else enumerate(inside):
        yield from _places(inner, (*path, key))


def as_json(value: object) -> bytes:
    """As a client may write it, lone surrogates included."""
    return json.dumps(value).encode()


WHY = {"why": "because"}
BODIES: dict[str, list[dict[str, Any]]] = {
    "/api/guest": [{"name": "Robin"}],
    "/api/name": [{"name": "Robin"}],
    "/api/tables/{table_id}/reactions": [{"word": "nice-hand"}],
    "/api/login": [{"name": "Robin", "password": "correct horse"}],
    "/api/people": [{"name": "Robin", "role": "dealer", "password": "a long password"}],
    "/api/people/{person_id}": [
        {"act": "rename", "name": "Robin"},
        {"act": "change-role", "role": "dealer"},
        {"act": "set-password", "password": "a long password"},
        {"act": "deactivate"},
    ],
    "/api/password": [{"password": "correct horse", "new": "a long password"}],
    "/api/factor": [{"password": "correct horse"}],
    "/api/factor/confirm": [{"code": "123456"}],
    "/api/tables": [
        {
            "game": "duki",
            "name": "Duki",
            "practice": True,
            "table": {
                "rulings": {"ace": "high"},
                "paytables": {"bonus": {"rows": [["pair", "pair", "3"]]}},
                "limits": {"min": 5, "max": 100, "bonus": [1, 25], "aggregate": {"bonus": 1000}},
            },
            "profile": {"name": "none"},
            "approval": {},
            "clock": {"decision": 20, "wagers": 20},
            "buy_in": ["20.00", "5000.00"],
        },
        {"game": "holdout", "blinds": [2, 4], "bets": [4, 8], "chip": "0.50", "practice": True},
        {"game": "super-omaha", "table": {"jackpots": [{"jackpot": "none"}]}},
    ],
    "/api/jackpots": [
        {
            "game": "super-omaha",
            "name": "Big one",
            "paytable": "5CL-E01",
            "type": "progressive",
            "wager": 1,
            "meter": "100000",
            "seed": "10000.5",
            "rate": "0.2",
            "reserve": "0.1",
            "maximum": "200000",
        }
    ],
    "/api/requests": [
        {"act": "adjust-meter", "body": {"jackpot": "x", "change": "1", "cause": "c"}, **WHY},
        {"act": "reseed", "body": {"jackpot": "x"}, **WHY},
        {"act": "void-settled", "body": {"table": "x", "round": 1}, **WHY},
    ],
    "/api/requests/{request_id}": [{"act": "approve"}, {"act": "decline", **WHY}],
    "/api/alerts/{alert_id}": [{}],
    "/api/tables/{table_id}/commands": [
        {"act": "sit", "seat": 3, "chips": "100.00", "id": "one", "version": 1},
        {"act": "buy-chips", "chips": 5, "seat": 1},
        {"act": "wager", "wagers": {"ante": "10.00"}, "deal": False, "seat": 1},
        {"act": "decide", "action": "hold", "amount": 5, "cards": "As Kd", "seat": 1},
        {"act": "void", "reason": "b"},
        {"act": "seat-bot", "seat": 5, "level": "easy", "chips": 100},
        {"act": "remove-seat", "seat": 9},
        {"act": "change-table", "setup": {"clock": {"decision": 20}, "name": "New"}, **WHY},
        {"act": "advance-hit", "hit": "x-1-1", "state": "locked"},
        {
            "act": "make-promotion",
            "promotion": {
                "wager": "bonus",
                "terms": "Double pay",
                "first": "2026-01-01",
                "last": "2099-12-31",
                "consent": "R-1",
                "row": "pair",
                "multiplier": "2",
            },
        },
        {"act": "end-promotion", "promotion": "x", **WHY},
    ],
}
"""Bodies of the right shape, of which one place at a time is spoiled."""
