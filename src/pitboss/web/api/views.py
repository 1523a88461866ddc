"""Tables and ended rounds as they are answered: what a viewer may see, and nothing else."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.web.api.answers import Answer, Money, Phase


class SeatShown(Answer):
    name: str
    kind: Literal["person", "bot"]
    stack: Money
    wagers: dict[str, Money]
    ready: bool
    away: bool
    leaving: bool
    owes: dict[str, Money] = Field(description="blinds, before the seat is dealt in")
    waits: bool = Field(description="for the big blind, rather than post what it owes")


class OptionShown(Answer):
    action: str = Field(examples=["play"])
    amount: Money | None = None
    min: Money | None = None
    max: Money | None = None
    cards: str | None = None


class Waiting(Answer):
    seat: int
    rule: str
    options: list[OptionShown] | None = Field(None, description="only for the seat that is asked")


class EventShown(BaseModel):
    """Something that happened, as you may see it; a card that you may not see is null."""

    model_config = ConfigDict(extra="allow")
    event: str = Field(examples=["card-dealt"])


class PromotionPay(Answer):
    promotion: str
    seat: int
    wager: str
    paid: Money


class Stopped(Answer):
    """Which round was voided, for which cause of the document, and when."""

    round: int
    cause: str = Field(examples=["d"])
    rule: str = Field(examples=["DUKI-24"])
    since: str


class Seal(Answer):
    """The seed of a round, as it is shown before the wagers."""

    round: int
    commitment: str = Field(description='SHA-256 of {"seed":"…"}; see docs/fair.md')


class Drawn(Seal):
    """What the deck of a round comes of; the seed once the round has ended."""

    added: dict[str, str] = Field(description="by seat", examples=[{"1": "a word"}])
    seed: str | None


class Fair(Answer):
    round: Drawn | None = Field(description="of the round that is shown")
    next: Seal | None = Field(description="of the round that is wagered on")


class TableShown(Answer):
    """A table as you see it, with the round's events from one on."""

    table: str
    version: int
    name: str
    game: str
    phase: Phase
    round: int
    round_status: Literal["", "waiting", "settled", "void"]
    you: int | None
    owner: bool
    seats: dict[str, SeatShown]
    empty: list[int]
    waiting: Waiting | None
    deadline: str | None = Field(description="when the clock was to run out, as it began")
    seconds_left: float | None = Field(description="how long the clock still runs")
    next_round: float | None = Field(description="seconds until the next hand is dealt by itself")
    paused: int | None = Field(description="the seat that holds the next hand back")
    may_hurry: bool = Field(description="you have folded, and practice players alone are left")
    gone: list[int] = Field(description="seats whose people are not there just now")
    play_on: list[int] = Field(description="those without whom you may play on")
    may_void: bool = Field(description="whether a dealer or supervisor can void the last round")
    stopped: "Stopped | None" = Field(description="no round until the cards are checked")
    fair: Fair
    from_: int = Field(alias="from", description="the first of these events in the round")
    events: list[EventShown]
    promoted: list[PromotionPay] = Field(description="what promotions added to the round")


class RoundLine(Answer):
    round: int
    status: Literal["settled", "void", "corrected"]
    cause: str
    opened_at: str
    ended_at: str


class Rounds(Answer):
    table: str
    rounds: list[RoundLine]


class RoundShown(RoundLine):
    """An ended round as you may see it; ``deck`` only for those who read everything."""

    table: str
    game: str
    you: int | None
    seats: list[int]
    fair: Drawn
    net: dict[str, Money]
    settlement: list[dict[str, Any]]
    events: list[EventShown]
    deck: str | None = None


class Shuffled(Answer):
    """What the deck of an ended round came of."""

    commitment: str
    added: dict[str, str] = Field(description="by seat", examples=[{"1": "a word"}])
    seed: str


class CardDealt(Answer):
    to: str = Field(description="a seat, dealer, community or burn", examples=["1"])
    card: str = Field(examples=["As"])


class RoundRecord(Answer):
    """An ended round for whoever deals and settles it again; see docs/fair.md."""

    format: Literal["pitboss-record"]
    version: Literal[1]
    table: str
    round: int
    status: Literal["settled", "void", "corrected"]
    fair: Shuffled
    script: dict[str, Any] = Field(description="the opening, as `pitboss deal` takes it")
    decisions: list[list[Any]] = Field(examples=[[[1, "flop", "30.00"], [3, "fold"]]])
    dealt: list[CardDealt]
    result: dict[str, Any] = Field(
        description="`status`, `net` and `settlement`; `meters` before, `after`, or the `rake`"
    )
