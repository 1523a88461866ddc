"""What the API answers, how it refuses, and who may call what: what the OpenAPI document says of it
besides the requests. Money is dollars with cents, as text."""

from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ConfigDict, Field, create_model

from pitboss.games import game_keys
from pitboss.web.common.services import COOKIE
from pitboss.web.common.visits import CSRF_HEADER

WHY = {
    400: "the body is no JSON",
    401: "no session, or it has ended",
    403: "not for your role, or sent by another site's page",
    404: "there is no such thing",
    409: "refused by the rules or as things stand; nothing has changed",
    413: "the body is too large",
    415: "the body is not application/json",
    422: "the input does not have the form described here",
    429: "too many; Retry-After says how many seconds to wait",
    503: "busy; try again",
}
SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "for programs"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "for browsers"},
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": CSRF_HEADER,
        "description": "with the cookie, for all that changes something: csrf of GET /api/me",
    },
}
BY_ANYONE: dict[str, Any] = {"security": [{}, {"bearer": []}, {"cookie": []}]}
BY_VISITOR: dict[str, Any] = {"security": [{"bearer": []}, {"cookie": []}]}
TO_CHANGE: dict[str, Any] = {"security": [{"bearer": []}, {"cookie": [], "csrf": []}]}

BODY = (400, 413, 415, 422)
"""How a body may be refused."""
CHANGED = (401, 403, 409, 429, *BODY)
"""How what changes something may be refused."""

Money = Annotated[str, Field(pattern=r"^-?[0-9]+\.[0-9]{2}$", examples=["10.00"])]
Role = Literal["guest", "player", "dealer", "supervisor", "operator", "auditor"]
Phase = Literal["wagering", "playing", "closed"]


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


def holding(name: str, **held: Any) -> type[Answer]:
    """An answer of a field or two, such as a list."""
    fields: dict[str, Any] = {field: (kind, ...) for field, kind in held.items()}
    return create_model(name, __base__=Answer, **fields)


class Wrong(Answer):
    """One of several things that are wrong with what was given."""

    at: str = Field(description="where, such as table.limits.min; nothing for the whole")
    error: str


class Error(Answer):
    """Nothing has changed; ``version`` is there when the table has moved on, ``errors`` when more
    than one thing is wrong."""

    error: str = Field(examples=["seat 1: place a wager first"])
    rule: str | None = Field(None, description="the rule's id, where there is one")
    version: int | None = Field(None, description="the table's version now")
    errors: list[Wrong] | None = Field(None, description="all that is wrong, the first included")


class PersonShown(Answer):
    id: str = Field(examples=["guest-0123456789abcdef"])
    name: str = Field(examples=["Guest 4821"])
    role: Role


class Me(Answer):
    person: PersonShown
    balance: Money = Field(description="chips in the account, besides those at seats")
    csrf: str = Field(description="to be sent as X-CSRF where the session is in a cookie")
    ends_at: str = Field(description="when the session ends if it is not used again")


class Begun(Me):
    token: str = Field(description="for programs: Authorization: Bearer TOKEN")


class Done(Answer):
    done: bool = True


class Meter(Answer):
    """A jackpot as the lobby shows it."""

    wager: str = Field(description="the spot", examples=["jackpot-1"])
    jackpot: str = Field(description="its id")
    paytable: str = Field(examples=["5CL-E01"])
    amount: Money = Field(description="the fixed wager")
    meter: Money


class LobbyTable(Answer):
    id: str = Field(examples=["duki-0a1b2c3d"])
    version: int
    name: str
    game: str = Field(examples=[game_keys()[0]])
    title: str
    phase: Phase
    round: int
    seats: int
    taken: list[int]
    free: list[int]
    people: int = Field(description="seats taken by people")
    limits: dict[str, list[Money | None]] = Field(
        description="least and most for each wager made before the deal; null is no limit",
        examples=[{"ante": ["5.00", "100.00"]}],
    )
    blinds: list[Money] | None
    buy_in: list[Money]
    dealer: Literal["automatic", "person"]
    practice: bool
    profile: str = Field(examples=["none"])
    labels: list[str]
    jackpots: list[Meter]
    yours: bool = Field(description="you opened it for practice")
    you: int | None = Field(description="your seat")


class Figure(Answer):
    exact: str = Field(examples=["-10284/270725"])
    value: float


class WarningShown(Answer):
    """A wager on which the player has the edge, or whose edge is not known."""

    wager: str
    house_edge: Figure | None = Field(description="of each unit wagered; null is unknown")
    words: str


class CommandAnswer(Answer):
    table: str
    version: int = Field(description="of the entry that the command wrote")
    kind: str = Field(examples=["wagers-placed"])
    at: str
    warnings: list[WarningShown] | None = Field(None, description="of change-table")


class JackpotShown(Answer):
    jackpot: str
    name: str
    game: str
    terms: dict[str, Any]
    meter: Money
    tables: list[str]


class Account(Answer):
    person: PersonShown
    active: bool
    made_at: str


class SessionShown(Answer):
    session: str = Field(description="stands for it where it is ended")
    this: bool = Field(description="the one that asks")
    address: str = Field(description="where it was begun")
    made_at: str
    seen_at: str = Field(description="its last use, to the minute")
    ends_at: str


class Sessions(Answer):
    sessions: list[SessionShown]


class FactorBegun(Answer):
    secret: str = Field(description="for the device; shown once")
    address: str = Field(description="the same as an otpauth address")


class Recovery(Answer):
    recovery: list[str] = Field(description="each good once; not shown again")


class RequestShown(Answer):
    """An act of two people."""

    id: str
    act: str
    body: dict[str, Any]
    why: str
    asked_by: str
    asked_at: str
    state: Literal["asked", "approved", "done", "declined", "withdrawn"]
    answered_by: str
    answered_at: str
    password: str | None = Field(
        None, description="made for the account by this approval; shown once, to be replaced"
    )


class AlertShown(Answer):
    id: str
    at: str
    table: str
    words: str
    acknowledged_by: str
    acknowledged_at: str


class HitShown(Answer):
    id: str
    jackpot: str
    table: str
    round: int
    seat: int
    who: str
    hand: str
    paid: Money
    state: Literal["hit", "locked", "verified", "paid", "voided"]
    steps: list[list[str]]
    at: str


class Report(Answer):
    report: str
    first_day: str
    last_day: str
    rows: list[dict[str, Any]] = Field(description="money in dollars, other figures exact")


class HeadLeft(Answer):
    """The last signed head of the log that has left the house to one destination."""

    destination: Literal["folder", "webhook", "timestamp"]
    head: int | None = Field(description="its number; null while none has left")
    at: str = Field(description="when it was signed")
    left_at: str


class KeptHead(Answer):
    """For `pitboss verify --head`."""

    head: dict[str, Any]
    key: str = Field(description="the public key that it is signed with")
    signature: str
    left: list[dict[str, str]] = Field(description="where it has left to, and when")
    timestamp: str | None = Field(None, description="a timestamp authority's answer, in base64")


Opened = holding("Opened", table=str, version=int, warnings=list[WarningShown])
Balance = holding("Balance", balance=Money)
JackpotOpened = holding("JackpotOpened", jackpot=str, suggested_seed=Money, note=str)
SeedSuggested = holding("SeedSuggested", suggested_seed=Money, note=str)
Lobby = holding("Lobby", tables=list[LobbyTable])
Jackpots = holding("Jackpots", jackpots=list[JackpotShown])
Accounts = holding("Accounts", people=list[Account])
Requests = holding("Requests", requests=list[RequestShown])
Alerts = holding("Alerts", alerts=list[AlertShown])
Hits = holding("Hits", hits=list[HitShown])
HeadsLeft = holding("HeadsLeft", heads=list[HeadLeft])


def says(
    answer: object,
    *statuses: int,
    by: dict[str, Any] | None = None,
    good: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A route's answer, how it may refuse, who may call it, and what its good answer may be besides
    JSON."""
    responses: dict[int, dict[str, Any]] = {
        status: {"model": Error, "description": WHY[status]} for status in sorted({*statuses, 503})
    }
    if good:
        responses[200] = good
    return {"response_model": answer, "responses": responses, "openapi_extra": by}


def describe(app: FastAPI, version: str) -> None:
    """Make the document once, with the ways to show who one is."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title="Pitboss",
                version=version,
                summary="Casino card games by their rules. Play money only.",
                description="Tables, rounds and jackpots. Practice only: no real money.",
                routes=app.routes,
            )
            document["components"]["securitySchemes"] = SCHEMES
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
