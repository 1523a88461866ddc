"""Who is answered where: every address that changes something, with the roles that may, what is
sent, and what they are answered. Those that only show something are in ``tests.campaigns.visits``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.campaigns.visits import ANYONE, KNOWN, NOBODY, OPERATOR, READERS

ROLES = ("nobody", "guest", "player", "dealer", "supervisor", "operator", "auditor")
STAFF = frozenset(ROLES[3:])
PLAYERS = frozenset({"guest", "player"})
VISITORS = PLAYERS | NOBODY
EVERYONE = ANYONE | PLAYERS
ACCOUNTS = STAFF | {"player"}
PRACTISING = frozenset(ROLES) - {"nobody", "auditor"}
CHARGE = frozenset({"supervisor", "operator"})
FLOOR = frozenset({"dealer", "supervisor"})
SUPERVISOR = frozenset({"supervisor"})

PASSWORD = "a strange long word"
SETUP = {"game": "duki", "name": "Other", "table": {"limits": {"min": 5, "max": 100}}}
JACKPOT = {
    "terms": {
        "paytable": "5CL-E01",
        "type": "progressive",
        "wager": 1,
        "seed": 10000,
        "rate": "0.203",
        "reserve": "0.011",
    }
}
PROMISED = {
    "wager": "bonus",
    "multiplier": 2,
    "terms": "twice",
    "first": "2031-01-01",
    "last": "2031-01-02",
}
PROMOTION = {
    "win": "bonus",
    "pays": "multiplier",
    "amount": "2",
    "terms": "twice",
    "first": "2030-01-01",
    "last": "2030-01-02",
}


class Post(NamedTuple):
    """An address, who may, what is sent, and the statuses with which whoever may is answered."""

    route: str
    roles: frozenset[str]
    statuses: tuple[int, ...]
    sent: Mapping[str, Any] = MappingProxyType({})
    path: str = ""


def command(act: str, roles: frozenset[str], *statuses: int, **given: Any) -> Post:
    """A command of a table."""
    sent = {"act": act, **given}
    return Post("/api/tables/{table_id}/commands", roles, statuses or (200, 409), sent)


def at_table(act: str, roles: frozenset[str], **given: str) -> Post:
    """The same by a form of the floor."""
    route = "/floor/tables/{table_id}/{act}"
    return Post(route, roles, (303, 409), given, f"/floor/tables/{{table_id}}/{act}")


COMMANDS = (
    command("sit", PLAYERS, chips="100"),
    command("buy-chips", PLAYERS, chips="10"),
    command("sit-out", PLAYERS),
    command("sit-in", PLAYERS),
    command("post-blind", PLAYERS),
    command("wait-for-blind", PLAYERS),
    command("play-on", PLAYERS, without=2),
    command("pause", PLAYERS),
    command("go-on", PLAYERS),
    command("hurry", PLAYERS),
    command("wager", PLAYERS, wagers={"ante": 10}),
    command("decide", PLAYERS, action="fold"),
    command("leave", PLAYERS),
    command("deal", FLOOR, 409),
    command("void", FLOOR, 409, reason="a card fell"),
    command("check-cards", SUPERVISOR, 409),
    command("advance-hit", SUPERVISOR, 409, hit="none", state="paid"),
    command("seat-bot", CHARGE),
    command("remove-seat", CHARGE, seat=1),
    command("change-table", OPERATOR, setup={"name": "Duki"}, why="a name"),
    command("make-promotion", OPERATOR, 200, promotion=PROMISED, why="it is spring"),
    command("end-promotion", OPERATOR, 409, promotion="none", why="none"),
    command("close-table", OPERATOR, why="it is late")._replace(
        path="/api/tables/{other}/commands"
    ),
)
API = (
    Post("/api/guest", EVERYONE, (200,)),
    Post("/api/login", EVERYONE, (401, 429), {"name": "Zoe", "password": "wrong"}),
    Post("/api/chips", PLAYERS, (200, 409)),
    Post("/api/name", frozenset({"guest"}), (200,), {"name": "Robin"}),
    Post("/api/tables/{table_id}/reactions", PLAYERS, (200, 409), {"word": "wow"}),
    Post("/api/password", ACCOUNTS, (401, 429), {"password": "wrong", "new": PASSWORD}),
    Post("/api/sessions/{session_key}", ACCOUNTS, (409,)),
    Post("/api/factor", ACCOUNTS, (401, 429), {"password": "wrong"}),
    Post("/api/factor/confirm", ACCOUNTS, (409,), {"code": "123456"}),
    Post("/api/tables", OPERATOR, (201,), SETUP),
    Post("/api/tables", PRACTISING, (201, 409), {**SETUP, "practice": True}),
    *COMMANDS,
    Post("/api/jackpots", OPERATOR, (201,), JACKPOT),
    Post("/api/people", OPERATOR, (201,), {"name": "Nora", "role": "dealer", "password": PASSWORD}),
    Post("/api/people/{person_id}", OPERATOR, (200, 409), {"act": "rename", "name": "Peter"}),
    Post(
        "/api/requests",
        CHARGE,
        (409,),
        {"act": "void-settled", "body": {"table": "none", "round": 1}, "why": "wrong"},
    ),
    Post("/api/requests/{request_id}", CHARGE, (409,), {"act": "approve"}),
    Post("/api/alerts/{alert_id}", CHARGE, (200, 409)),
    Post("/api/logout", KNOWN | PLAYERS, (200,)),
)
PAGES = (
    Post("/play/{key}", VISITORS, (303,)),
    Post("/tables/{table_id}/sit", VISITORS, (303, 409)),
    Post("/designer/play", VISITORS, (303, 409), {"design": "game=duki&wager=ante"}),
    Post("/designer/stop", EVERYONE, (303,)),
    Post("/designer/designs", EVERYONE, (303, 409), {"design": "game=duki", "name": "Mine"}),
    Post("/login", EVERYONE, (401, 429), {"name": "Zoe", "password": "wrong"}),
    Post(
        "/account/password",
        ACCOUNTS,
        (401, 429),
        {"present": "x", "new": PASSWORD, "again": PASSWORD},
    ),
    Post("/training", EVERYONE, (303, 409)),
    Post("/drills/hard", EVERYONE, (303, 404, 409)),
    Post("/tables/{table_id}/coach", KNOWN | PLAYERS, (200,)),
    Post("/tables/{table_id}/coach/exam", KNOWN | PLAYERS, (200,)),
    Post("/account/sessions/{session_key}", ACCOUNTS, (409,)),
    Post("/account/factor", ACCOUNTS, (401, 429), {"present": "wrong"}),
    Post("/account/factor/confirm", ACCOUNTS, (409,), {"code": "123456"}),
    Post("/coach/exam", KNOWN | PLAYERS, (303,), {"exam": "off"}),
    Post("/drills/{key}/answer", KNOWN | PLAYERS, (404, 409)),
    Post("/review/{table_id}/drill", KNOWN | PLAYERS, (404,), {"round": "1", "turn": "1"}),
    Post("/training/run", KNOWN | PLAYERS, (200, 303, 409)),
    Post("/training/again", KNOWN | PLAYERS, (303, 409)),
    Post("/training/end", KNOWN | PLAYERS, (303, 409)),
    Post("/training/due", KNOWN | PLAYERS, (303, 409)),
    at_table("void", FLOOR, reason="a card fell"),
    at_table("check-cards", SUPERVISOR),
    at_table("deal", FLOOR),
    at_table("remove-seat", CHARGE, seat="1"),
    at_table("seat-bot", CHARGE),
    at_table("close-table", OPERATOR, why="it is late")._replace(
        path="/floor/tables/{third}/close-table"
    ),
    Post("/floor/tables/{table_id}/change", OPERATOR, (200, 303, 409), {"why": "x"}),
    Post("/floor/tables/{table_id}/promotions", OPERATOR, (303, 409), PROMOTION),
    Post("/floor/tables/{table_id}/promotions/{promotion_id}", OPERATOR, (409,), {"why": "x"}),
    Post("/floor/open/{key}", OPERATOR, (200, 303, 409), {"name": "Third"}),
    Post("/floor/jackpots", OPERATOR, (303, 409), {"type": "house", "paytable": "5CL-E01"}),
    Post("/floor/hits/{hit_id}", SUPERVISOR, (404,), {"state": "paid"}),
    Post("/floor/alerts/{alert_id}", CHARGE, (303, 409)),
    Post(
        "/floor/people", OPERATOR, (303, 409), {"name": "N", "role": "dealer", "password": PASSWORD}
    ),
    Post("/floor/people/{person_id}", OPERATOR, (303, 409), {"act": "rename", "name": "Petra"}),
    Post("/floor/requests", CHARGE, (409,), {"act": "reseed", "jackpot": "none", "why": "x"}),
    Post("/floor/requests/{request_id}", CHARGE, (409,), {"act": "approve"}),
    Post("/audit/verify", READERS, (200, 303, 409)),
    Post("/logout", KNOWN | PLAYERS, (303,)),
)
POSTS = (*API, *PAGES)
