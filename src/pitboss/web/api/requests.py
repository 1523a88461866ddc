"""What clients send. Amounts are dollars, as text or a number; unknown keys are refused."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    model_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import CoreSchema, literal_schema

from pitboss.games import game_keys, jackpot_keys
from pitboss.house.access import TWO_PEOPLE
from pitboss.refusal import Refused


def _read_whole(value: object) -> object:
    """JSON has one kind of number: 26.0 is a whole one too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_read_whole)
Seat = Annotated[int, Field(ge=1, le=100, description="a seat's number", examples=[1]), WHOLE]
Version = Annotated[int, Field(ge=0, le=2**53), WHOLE]
Seconds = Annotated[int, Field(ge=0, le=3_600), WHOLE]
Digits = (
    Annotated[int, Field(ge=0, le=10**12)]
    | Annotated[float, Field(ge=0, le=10**12, allow_inf_nan=False)]
)
Amount = Annotated[
    Annotated[str, Field(pattern=r"^[0-9]{1,12}(\.[0-9]{1,2})?$", max_length=15)] | Digits,
    Field(description="dollars, as text or a number", examples=["10.00"]),
]
Number = Annotated[
    Annotated[str, Field(pattern=r"^[0-9]{1,12}(\.[0-9]{1,20})?$", max_length=33)] | Digits,
    Field(description="a number, exact as text", examples=["0.2"]),
]
Pair = Annotated[list[Amount] | None, Field(min_length=2, max_length=2)]
Values = Annotated[dict[str, Any], Field(max_length=20)]
Name = Annotated[str, Field(min_length=1, max_length=160, pattern=r"^[^\x00]+$")]
Why = Annotated[str, Field(min_length=1, max_length=200, examples=["end of the shift"])]


class OneOf:
    """One of some texts that are known only when the program runs."""

    def __init__(self, *texts: str) -> None:
        self._texts = list(texts)

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return literal_schema(self._texts)


Game = Annotated[str, OneOf(*game_keys())]
JackpotGame = Annotated[str, OneOf(*jackpot_keys())]


MOST_NESTED = 20
"""Deeper than anything that is asked for; what reads a value later goes as deep as it does."""


def _texts(value: object, depth: int = 0) -> Iterator[str]:
    if depth > MOST_NESTED:
        words = f"a value is nested more than {MOST_NESTED} deep"
        raise PydanticCustomError("nested", "{words}", {"words": words})
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (key for key in value if isinstance(key, str))
        yield from (text for inner in value.values() for text in _texts(inner, depth + 1))
    elif isinstance(value, list):
        yield from (text for inner in value for text in _texts(inner, depth + 1))


def is_text(text: str) -> bool:
    """Whether every database can keep it: without NUL, and without half of a pair of code units."""
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


class Asked(BaseModel):
    """Nothing is read that is not named here, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _check_texts(cls, given: Any) -> Any:
        """Also within values that are read only later."""
        for name, value in given.items() if isinstance(given, dict) else ():
            if not all(map(is_text, _texts({name: value}))):
                shown = name[:40].encode(errors="replace").decode()  # pydantic takes no half ones
                words = f"{shown}: a text with a NUL, or with half a character"
                raise PydanticCustomError("text", "{words}", {"words": words})
        return given


class Guest(Asked):
    name: Name | None = Field(None, description="shown at the tables; one is made up if missing")


class Login(Asked):
    name: Name
    password: str = Field(max_length=1_000, examples=["correct-horse-battery"])
    code: str = Field("", max_length=40, description="of the second factor, where there is one")


class NewTable(Asked):
    """A table to open. Without settings of its own it has the game's defaults."""

    game: Game
    name: str | None = Field(None, min_length=1, max_length=60, examples=["Duki 1"])
    practice: bool = Field(False, description="a table of one's own, with practice chips")
    table: "Settings | None" = None
    profile: Values | None = Field(
        None, description="the jurisdiction's profile", examples=[{"name": "none"}]
    )
    approval: Values | None = Field(None, description="references that a profile demands")
    dealer: Literal["automatic", "person"] | None = None
    verify: Literal["table", "supervisor"] | None = Field(
        None, description="who verifies a jackpot hit"
    )
    clock: "Clock | None" = None
    blinds: Pair = Field(None, description="Holdout only", examples=[["2.00", "4.00"]])
    bets: Pair = Field(None, description="Holdout only")
    chip: Amount | None = None
    buy_in: Pair = Field(None, examples=[["20.00", "5000.00"]])


class Clock(Asked):
    """Whole seconds; 0 is no clock."""

    decision: Seconds | None = Field(None, examples=[30])
    wagers: Seconds | None = Field(None, examples=[20])


class Settings(Asked):
    """Rulings, pay tables and limits as scripts give them, and the house's jackpots."""

    rulings: dict[str, Any] | None = Field(None, max_length=60)
    paytables: Values | None = Field(None, examples=[{"bonus": "bonus-3"}])
    limits: Values | None = Field(None, examples=[{"min": 5, "max": 100}])
    jackpots: "list[Link] | None" = Field(None, max_length=2)


class Link(Asked):
    jackpot: str = Field(max_length=60, description="a jackpot's id")
    paytable: str | None = Field(None, max_length=20)


class Jackpot(Asked):
    name: str | None = Field(None, min_length=1, max_length=60, examples=["Main street"])
    game: JackpotGame = jackpot_keys()[0]
    terms: "Terms"


class Terms(Asked):
    paytable: str = Field(max_length=20, examples=["5CL-E01"])
    type: Literal["house", "progressive"]
    wager: Amount | None = None
    meter: Number | None = Field(None, description="where it starts; the seed if missing")
    seed: Number | None = Field(None, description="a progressive only", examples=["10000.00"])
    rate: Number | None = Field(None, description="part of the wager", examples=["0.2"])
    reserve: Number | None = Field(None, description="part of the wager for the next seed")
    maximum: Number | None = None


Role = Literal["player", "dealer", "supervisor", "operator", "auditor"]
NewPassword = Annotated[str, Field(min_length=10, max_length=200, pattern=r"^[^\x00]+$")]


class NewPerson(Asked):
    name: Name
    role: Role
    password: NewPassword


class ChangeRole(Asked):
    act: Literal["change-role"]
    role: Role


class Rename(Asked):
    act: Literal["rename"]
    name: Name


class SetPassword(Asked):
    act: Literal["set-password"]
    password: NewPassword


class OpenOrClose(Asked):
    act: Literal["deactivate", "reactivate", "end-sessions", "reset-second-factor"]


PersonChange = Annotated[
    ChangeRole | Rename | SetPassword | OpenOrClose, Field(discriminator="act")
]


class OwnPassword(Asked):
    password: str = Field(max_length=1_000, description="the present one")
    new: NewPassword


class PresentPassword(Asked):
    password: str = Field(max_length=1_000, description="the present one")


class Code(Asked):
    code: str = Field(max_length=40, examples=["123456"])


class NewRequest(Asked):
    act: Annotated[str, OneOf(*sorted(TWO_PEOPLE))]
    body: Values = Field(
        description="jackpot, change, cause and reference; or table and round; or name and role"
        " of a new account; or person, and role where it changes",
        examples=[{"table": "duki-0a1b2c3d", "round": 7}],
    )
    why: Why


class Approve(Asked):
    act: Literal["approve", "withdraw"]


class Decline(Asked):
    act: Literal["decline"]
    why: Why


RequestAnswer = Annotated[Approve | Decline, Field(discriminator="act")]


def given_values(asked: Asked, but: frozenset[str] = frozenset()) -> dict[str, Any]:
    """What was given, as JSON values; numbers that JSON does not know are refused."""
    values = asked.model_dump(exclude=set(but), exclude_none=True, exclude_unset=True)
    try:
        json.dumps(values, allow_nan=False)
    except ValueError:
        raise Refused("body: NaN and Infinity are no JSON numbers") from None
    return values
