"""What the API answers about all that a table posts for its players."""

from typing import Any, Literal

from pydantic import Field

from pitboss.web.api.answers import Answer, Meter, Money, holding


class PayRow(Answer):
    event: str
    hand: str
    pays: str = Field(examples=["50 to 1"])
    envy: str | None = None
    now: Money | None = Field(None, description="a percentage of the meter as it stands")


class PayTableShown(Answer):
    wager: str
    code: str
    terms: str
    printed: bool
    cite: str
    notes: list[str] = Field(description="what the rulings in force add to it")
    rows: list[PayRow]


class WagerPosted(Answer):
    wager: str
    title: str
    kind: str
    least: Money
    most: Money | None = Field(description="null is no limit")
    aggregate: Money | None = Field(description="the most that a round pays on it in all")
    rule: str


class JackpotPosted(Meter):
    type: Literal["house", "progressive"]
    seed: Money | None
    rate: str | None
    maximum: Money | None
    pays: PayTableShown


class PromotionPosted(Answer):
    """An extra pay on a bonus wager, from its first day to its last (UTC)."""

    promotion: str = Field(description="its id", examples=["promotion-0a1b2c3d"])
    wager: str
    title: str = Field(description="the wins that it adds to", examples=["High Hand, Royal Flush"])
    hand: str | None = Field(description="null is every win")
    pays: str = Field(examples=["2 times the posted pay"])
    multiplier: str = Field(description="a win is paid so many times in all", examples=["2"])
    extra: Money = Field(description="and so much beside its pay")
    first: str = Field(examples=["2026-01-01"])
    last: str = Field(examples=["2026-01-31"])
    terms: str = Field(description="in the house's own words")


class PromotionShown(PromotionPosted):
    """As whoever runs the house sees it."""

    table: str
    consent: str = Field(description="the reference of the maker's written consent")
    state: Literal["scheduled", "running", "over"]


class RulingPosted(Answer):
    name: str
    option: str
    why: str


class VoidCause(Answer):
    cause: str = Field(examples=["b"])
    text: str
    rule: str = Field(examples=["DUKI-22"])
    supervised: bool = Field(description="the cards are then checked by a supervisor")


class Irregularities(Answer):
    """Who voids a round for which causes of the document, and what else there is."""

    by: list[str] = Field(examples=[["dealer", "supervisor"]])
    causes: list[VoidCause]
    house_procedure: str


class Posted(Answer):
    """All that a table posts for its players."""

    table: str
    version: int
    name: str
    game: str
    title: str
    rules_version: str
    approval: dict[str, Any]
    profile: dict[str, Any]
    labels: list[str]
    wagers: list[WagerPosted]
    blinds: list[Money] | None
    buy_in: list[Money]
    clock: dict[str, int]
    paytables: list[PayTableShown]
    jackpots: list[JackpotPosted]
    promotions: list[PromotionPosted] = Field(description="those that run today")
    rulings: list[RulingPosted]
    irregularities: "Irregularities"
    disputes: list[str]


Promotions = holding("Promotions", promotions=list[PromotionShown])
