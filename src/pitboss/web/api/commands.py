"""What is asked of a table: every command with its fields, told apart by ``act``."""

from typing import Annotated, Literal

from pydantic import Field

from pitboss.web.api.requests import Amount, Asked, Number, Seat, Values, Version, Why

Blind = Annotated[
    Literal["post", "wait"],
    Field(description="between players: post a blind that you owe, as without it, or wait for it"),
]


class Command(Asked):
    """What every command may have."""

    id: str | None = Field(
        None,
        pattern=r"^[A-Za-z0-9._:-]{1,64}$",
        description="your own name for it: sent again, it has one effect and the same answer",
        examples=["a1b2c3"],
    )
    version: Version | None = Field(
        None, description="refused with status 409 if the table is at another"
    )


class Sit(Command):
    act: Literal["sit"]
    seat: Seat | None = Field(None, description="the first that is free if missing")
    chips: Amount | None = Field(None, description="taken from your account to the seat")
    blind: Blind | None = None


class SitIn(Command):
    act: Literal["sit-in"]
    seat: Seat | None = None
    blind: Blind | None = None


Pace = Literal["pause", "go-on", "hurry"]


class ByVoice(Command):
    act: Literal["leave", "sit-out", "post-blind", "wait-for-blind"] | Pace
    seat: Seat | None = None


class PlayOn(Command):
    act: Literal["play-on"]
    without: Seat


class BuyChips(Command):
    act: Literal["buy-chips"]
    chips: Amount
    seat: Seat | None = None


Added = Annotated[
    str,
    Field(max_length=64, description="something of one's own for the shuffle", examples=["a word"]),
]


class Wager(Command):
    act: Literal["wager"]
    wagers: dict[str, Amount] = Field(
        max_length=20, description="in place of those made before", examples=[{"ante": "10.00"}]
    )
    deal: bool = Field(False, description="ready: deal once everyone at the table is")
    added: Added | None = None
    seat: Seat | None = None


class AddWord(Command):
    """Until the cards are dealt, in place of what the seat has added before."""

    act: Literal["add-word"]
    added: Added
    seat: Seat | None = None


class Deal(Command):
    act: Literal["deal"]
    added: Added | None = None
    seat: Seat | None = None


class Decide(Command):
    act: Literal["decide"]
    action: str = Field(max_length=20, description="one of the options", examples=["play"])
    amount: Amount | None = None
    cards: str | None = Field(None, max_length=60, description="for hold", examples=["As Kd"])
    seat: Seat | None = None


class Void(Command):
    """The round in play, or the one just settled until the next is opened."""

    act: Literal["void"]
    reason: str = Field(
        max_length=200,
        description="a cause of the document, or the house's reason in words",
        examples=["b"],
    )


class CheckCards(Command):
    """A supervisor's record that the cards were removed, checked and reshuffled."""

    act: Literal["check-cards"]


class SeatBot(Command):
    act: Literal["seat-bot"]
    seat: Seat | None = None
    level: Literal["easy", "medium", "hard"] | None = None
    chips: Amount | None = None


class RemoveSeat(Command):
    act: Literal["remove-seat"]
    seat: Seat


class CloseTable(Command):
    act: Literal["close-table"]
    why: Why


class ChangeTable(Command):
    act: Literal["change-table"]
    setup: Values = Field(
        description="what is to change, as in opening a table",
        examples=[{"clock": {"decision": 20}}],
    )
    why: Why


class AdvanceHit(Command):
    act: Literal["advance-hit"]
    hit: str = Field(max_length=80)
    state: Literal["locked", "verified", "paid", "voided"]


class Promotion(Asked):
    """Either a multiplier or an extra; days are those of UTC."""

    wager: str = Field(max_length=40, description="a bonus wager", examples=["bonus"])
    terms: str = Field(min_length=1, max_length=200, examples=["Double pay on Fridays"])
    first: str = Field(max_length=10, examples=["2026-01-01"])
    last: str = Field(max_length=10, examples=["2099-12-31"])
    consent: str | None = Field(
        None, max_length=500, description="the reference of the maker's written consent"
    )
    row: str | None = Field(None, max_length=80, description="a winning hand; every win if missing")
    multiplier: Number | None = Field(None, description="times in all", examples=["2"])
    extra: Amount | None = Field(None, description="beside each win")


class MakePromotion(Command):
    act: Literal["make-promotion"]
    promotion: Promotion
    why: Why | None = None


class EndPromotion(Command):
    act: Literal["end-promotion"]
    promotion: str = Field(max_length=40, description="its id")
    why: Why


PlayerCommand = Sit | SitIn | ByVoice | PlayOn | BuyChips | Wager | AddWord | Deal | Decide
HouseCommand = Void | CheckCards | SeatBot | RemoveSeat | CloseTable | ChangeTable | AdvanceHit
PromotionCommand = MakePromotion | EndPromotion
AnyCommand = Annotated[PlayerCommand | HouseCommand | PromotionCommand, Field(discriminator="act")]
