"""What staff are answered."""

from typing import Any, Literal

from pydantic import Field

from pitboss.web.api.answers import Answer, Money, PersonShown


class Account(Answer):
    person: PersonShown
    active: bool
    made_at: str


class Accounts(Answer):
    people: list[Account]


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


class Requests(Answer):
    requests: list[RequestShown]


class AlertShown(Answer):
    id: str
    at: str
    table: str
    words: str
    acknowledged_by: str
    acknowledged_at: str


class Alerts(Answer):
    alerts: list[AlertShown]


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


class Hits(Answer):
    hits: list[HitShown]


class Report(Answer):
    report: str
    first_day: str
    last_day: str
    rows: list[dict[str, Any]] = Field(description="money in dollars, other figures exact")
